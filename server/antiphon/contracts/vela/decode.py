"""Decode a client's frame to a checked message. An unusable one is refused with `invalid_json` or `invalid_message`."""

import base64
import binascii
from typing import Any, TypeVar, get_args

from pydantic import TypeAdapter, ValidationError

from antiphon.contracts.vela import client_messages as m
from antiphon.domain.errors import AntiphonError, ErrorCode
from antiphon.wire import sentences
from antiphon.wire.codec import clip, parse

T = TypeVar("T")

MOCK: TypeAdapter[m.MockMessage] = TypeAdapter(m.MockMessage)
LIVE: TypeAdapter[m.AnyClientMessage] = TypeAdapter(m.AnyClientMessage)

SAMPLE_BYTES = 2
TYPES = tuple(
    str(get_args(model.model_fields["type"].annotation)[0]) for model in get_args(get_args(m.AnyClientMessage)[0])
)
MOCK_TYPES = tuple(
    str(get_args(model.model_fields["type"].annotation)[0]) for model in get_args(get_args(m.MockMessage)[0])
)


def mock(message: str | bytes) -> m.MockMessage:
    """Decode a message of mock mode. Raises `AntiphonError` `protocol.invalid_json` or `protocol.invalid_message`."""
    return _validated(MOCK, _read(message), MOCK_TYPES)


def live(message: str | bytes) -> m.AnyClientMessage:
    """Decode a message of live mode. Raises as `mock` does."""
    value = _read(message)
    if value["type"] == "mocked.turn.trigger":
        text = 'There are no mocked turns in live mode. Speak, or send input.text; [vela] mode = "mock" has them.'
        raise _invalid(text)
    model = _validated(LIVE, value, TYPES)
    if isinstance(model, m.InputAudioAppend):
        pcm(model.payload.chunk)
    return model


def pcm(chunk: str) -> bytes:
    """Decode the samples of a chunk. Raises `AntiphonError` `protocol.invalid_message`."""
    try:
        data = base64.b64decode(chunk, validate=True)
    except (binascii.Error, ValueError):
        raise _invalid("input_audio.append, `payload.chunk`: must be base64 (RFC 4648, section 4).") from None
    if len(data) % SAMPLE_BYTES:
        text = f"has {len(data)} bytes; a sample of PCM16 has {SAMPLE_BYTES}, so their number must be even."
        raise _invalid(f"input_audio.append, `payload.chunk`: {text}")
    return data


def _read(message: str | bytes) -> dict[str, Any]:
    if isinstance(message, bytes):
        raise _invalid("Vela has no binary frames: audio is base64 in input_audio.append.")
    try:
        value = parse(message)
    except AntiphonError as error:
        if error.code is ErrorCode.TOO_LARGE:
            raise _invalid(error.message) from None
        raise
    if not isinstance(value, dict) or not isinstance(value.get("type"), str):
        raise _invalid("A message is an object with a `type`, a text, and a `payload`, an object.")
    if "payload" not in value:
        raise _invalid(
            f"`{clip(value['type'])}` has no `payload`, as each message of Vela has. This connection speaks Vela: "
            "`assistant_id` is missing where another contract is meant (/ws?assistant_id=<id>)."
        )
    return value


def _validated(adapter: TypeAdapter[T], value: dict[str, Any], types: tuple[str, ...]) -> T:
    if value["type"] not in types:
        raise _invalid(f"There is no message `{clip(value['type'])}` here, only {', '.join(types)}.")
    try:
        return adapter.validate_python(value)
    except ValidationError as error:
        finding = error.errors(include_url=False, include_input=False)[0]
        path = clip(".".join(str(step) for step in finding["loc"][1:] if step != "[key]"), 200)
        raise _invalid(f"{value['type']}, `{path}`: {sentences.sentence(finding)}.") from None


def _invalid(text: str) -> AntiphonError:
    return AntiphonError(ErrorCode.INVALID_MESSAGE, text)
