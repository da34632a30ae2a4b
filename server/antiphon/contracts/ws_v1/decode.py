"""Decode a client's text frame to a checked message: bytes, JSON, model, each with its own refusals."""

from collections.abc import Mapping, Sequence
from typing import Any, get_args

from pydantic import TypeAdapter, ValidationError
from pydantic_core import ErrorDetails

from antiphon.contracts.ws_v1 import client_messages as m
from antiphon.contracts.ws_v1 import metadata
from antiphon.domain.errors import AntiphonError, ErrorCode
from antiphon.wire import sentences
from antiphon.wire.codec import clip, parse
from antiphon.wire.model import TOO_LARGE
from antiphon.wire.secrets import check_secrets

START = "session.start"

_ADAPTER: TypeAdapter[m.AnyClientMessage] = TypeAdapter(m.AnyClientMessage)
TYPES = tuple(
    str(get_args(model.model_fields["type"].annotation)[0]) for model in get_args(get_args(m.AnyClientMessage)[0])
)


def read(message: str | bytes) -> dict[str, Any]:
    """Parse the JSON object of one text frame, of a known type. Raises `AntiphonError`."""
    if isinstance(message, bytes):
        raise AntiphonError(ErrorCode.INVALID_MESSAGE, "Control messages are text frames; binary frames are audio.")
    value = parse(message)
    if not isinstance(value, dict) or not isinstance(value.get("type"), str):
        raise AntiphonError(ErrorCode.INVALID_MESSAGE, "A message is a JSON object that names its `type`.")
    if value["type"] not in TYPES:
        known = ", ".join(TYPES)
        raise AntiphonError(ErrorCode.UNKNOWN_TYPE, f"There is no message type `{clip(value['type'])}`, only {known}.")
    return value


def validated(value: Mapping[str, Any]) -> m.AnyClientMessage:
    """Check a message as its model. Raises `AntiphonError`, whose text names the field and what was expected there."""
    metadata.check_ids(value)
    check_secrets(value.get("metadata"))
    try:
        return _ADAPTER.validate_python(value)
    except ValidationError as error:
        findings = error.errors(include_url=False, include_input=False)
        # A field that nobody knows is told first: what seems to be missing may be that field, mistyped.
        unknown = [one for one in findings if one["type"] == "extra_forbidden"]
        raise _refusal(str(value["type"]), (unknown or findings)[0]) from None


def _refusal(kind: str, finding: ErrorDetails) -> AntiphonError:
    place = finding["loc"][1:]
    path = clip(".".join(str(step) for step in place if step != "[key]"), 200)
    return AntiphonError(_code(place, finding["type"]), f"{kind}, `{path}`: {sentences.sentence(finding)}.")


def _code(place: Sequence[str | int], found: str) -> ErrorCode:
    within = [str(step) for step in place[:2]]
    if found == TOO_LARGE:
        return ErrorCode.TOO_LARGE
    if within[:1] == ["metadata"]:
        if within[1:] in (["overrides"], ["services"]):
            return ErrorCode.INVALID_OVERRIDE
        return ErrorCode.VARIABLES_INVALID if within[1:] == ["dynamicVariables"] else ErrorCode.INVALID_METADATA
    if found == "extra_forbidden":
        return ErrorCode.UNKNOWN_FIELD
    if within[:1] == ["audio"] and found == "literal_error":
        return ErrorCode.AUDIO_UNSUPPORTED
    return ErrorCode.INVALID_VALUE
