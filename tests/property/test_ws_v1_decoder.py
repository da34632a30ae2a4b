"""Whatever a WS v1 client sends: a meaning, or one of the contract's errors, and never much time.

Events of any content are messages that their models accept.
"""

import dataclasses
import json
from collections.abc import Mapping
from functools import partial
from itertools import pairwise
from typing import Any, get_args, get_origin, get_type_hints

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import TypeAdapter

from antiphon.contracts.ws_v1 import failures
from antiphon.contracts.ws_v1.decode import TYPES
from antiphon.contracts.ws_v1.dialect import WsV1Dialect
from antiphon.contracts.ws_v1.server_messages import AnyServerMessage
from antiphon.contracts.ws_v1.start import Start, read_start
from antiphon.domain.errors import AntiphonError
from antiphon.domain.events import Event
from antiphon.domain.messages import Decoded
from antiphon.wire.codec import ECHO_CHARS, MESSAGE_BYTES
from support.mutation import mutated
from support.processor import cpu_s
from unit.wire.test_ws_v1_decode import DOCUMENT_START, MEANINGS

SERVER_MESSAGE: TypeAdapter[Any] = TypeAdapter(AnyServerMessage)
CODES = {
    *("protocol.invalid_json", "protocol.invalid_message", "protocol.unknown_type", "protocol.unknown_field"),
    *("protocol.invalid_value", "protocol.forbidden_id", "protocol.secret_in_metadata", "protocol.invalid_override"),
    *("protocol.invalid_metadata", "protocol.too_large", "protocol.order", "audio.unsupported_format"),
    *("protocol.dynamic_variables_invalid", "protocol.dynamic_variables_missing"),
}
VALID = [DOCUMENT_START, *(message for message, _ in MEANINGS)]
HOSTILE_S = 0.090
"""Of both readers, one after the other; what a session reads takes one of them."""

scalars = st.none() | st.booleans() | st.integers() | st.floats() | st.text()
names = st.text(max_size=8) | st.sampled_from(
    ["type", "text", "metadata", "overrides", "audio", "resume", "results", "token", "apiKey", "assistantId", "output"]
)
anything = st.recursive(
    scalars, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(names, inner, max_size=4), max_leaves=12
)
quick = settings(max_examples=75, deadline=None)


def check(message: str | bytes) -> Decoded:
    """Both readers of it: before a session is started, and within one."""
    refused = None
    try:
        assert isinstance(read_start(message), Start)
    except AntiphonError as error:
        refused = error.code
    assert refused is None or failures.spelled(refused) in CODES
    decoded = WsV1Dialect("sess_1").decode(message)
    if decoded.failure is None:
        assert decoded.signals
    else:
        assert decoded.signals == ()
        assert failures.spelled(decoded.failure.code) in CODES
        told = decoded.failure.message
        assert told
        assert told.isprintable()
        assert len(told) < 1000 + ECHO_CHARS
    return decoded


def test_the_valid_messages_are_valid_and_cover_every_type() -> None:
    assert {message["type"] for message in VALID} == set(TYPES)
    assert all(check(json.dumps(message)).failure is None for message in VALID)


@pytest.mark.requirement("WS1-STRICT")
@quick
@given(st.binary() | st.text() | st.text('[]{}",:\\u0d8 1e-'))
def test_any_bytes_and_any_text(message: str | bytes) -> None:
    assert check(message).failure is not None


@quick
@given(anything)
def test_any_json(value: Any) -> None:
    check(json.dumps(value))


@quick
@given(st.sampled_from(TYPES), st.dictionaries(names, anything, max_size=5))
def test_any_fields_of_any_type(kind: str, fields: dict[str, Any]) -> None:
    check(json.dumps({**fields, "type": kind}))


@quick
@given(st.dictionaries(names, anything, max_size=4), st.dictionaries(names, anything, max_size=4))
def test_any_metadata(metadata: dict[str, Any], overrides: dict[str, Any]) -> None:
    check(json.dumps({"type": "session.start", "metadata": {**metadata, "overrides": overrides}}))


@pytest.mark.requirement("WS1-STRICT")
@quick
@given(mutated(VALID, anything, names))
def test_any_mutated_message(message: Any) -> None:
    check(json.dumps(message))


@quick
@given(st.sampled_from(VALID), st.data())
def test_any_damaged_message(message: dict[str, Any], data: st.DataObject) -> None:
    text = json.dumps(message)
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, min(len(text), start + 10)))
    check(text[:start] + data.draw(st.text(max_size=10)) + text[end:])
    check((text[:start] + text[end:]).encode())


@st.composite
def buried(draw: st.DrawFn) -> tuple[Any, str]:
    """Metadata with a secret somewhere in it, in some spelling."""
    word = draw(st.sampled_from(["apiKey", "token", "secret", "password", "authorization"]))
    case = draw(
        st.sampled_from([str.lower, str.upper, str.title, lambda text: "-".join(text), lambda text: f"my_{text}s"])
    )
    value: Any = {case(word): "canary-51"}
    for _ in range(draw(st.integers(0, 20))):
        value = [value, draw(scalars)] if draw(st.booleans()) else {draw(st.text("abc", max_size=3)): value, "n": 1}
    return value, draw(st.sampled_from(["history", "workflow", "overrides", "dynamicVariables", "anything"]))


@pytest.mark.requirement("WS1-SECRETS")
@quick
@given(buried())
def test_a_secret_is_found_however_deep_and_however_spelled(case: tuple[Any, str]) -> None:
    value, place = case
    message = {"type": "session.start", "metadata": {"channel": "web", place: value}}
    failure = check(
        json.dumps(message, allow_nan=True).replace("NaN", "0").replace("-Infinity", "0").replace("Infinity", "0")
    ).failure
    assert failure is not None
    assert failure.code.code == "protocol.secret_in_metadata"
    assert "canary" not in failure.message


FULL = MESSAGE_BYTES - 300


def _start(**metadata: Any) -> str:
    return json.dumps({"type": "session.start", "metadata": metadata}, separators=(",", ":"))


HOSTILE = {
    "open arrays": "[" * MESSAGE_BYTES,
    "open objects": '{"a":' * (MESSAGE_BYTES // 5),
    "an open string of quotes": '"' + '\\"' * (FULL // 2),
    "long numbers": _start(workflow=[10**299] * 200),
    "wide metadata": _start(history={f"k{i}": 1 for i in range(6_000)}),
    "deep metadata": _start(history=json.loads('{"a":' * 28 + "1" + "}" * 28)),
    "shallow lists": _start(workflow=[[]] * 20_000),
    "long keys": _start(history={"\u0344" * 5_000 + str(i): 1 for i in range(2)}),
    "unknown overrides": _start(overrides={f"k{i}": 1 for i in range(5_000)}),
    "unknown fields": json.dumps({"type": "input.text", **{f"k{i}": 1 for i in range(5_000)}}),
    "placeholders": _start(overrides={"systemPrompt": "{{a}}" * 6_000}),
    "braces": _start(overrides={"systemPrompt": "{" * 32_000}),
    "many variables": _start(dynamicVariables={f"v{i}": "" for i in range(5_000)}),
    "results": json.dumps({"type": "tool_call.results", "results": [{"tool_call_id": "x"}] * 2_000}),
    "a policy": _start(overrides={"bargeIn": {f"k{i}": 1 for i in range(5_000)}}),
    "a megabyte": '{"type": "input.text", "text": "' + "x" * 1_000_000 + '"}',
}


@pytest.mark.parametrize("name", HOSTILE)
def test_no_message_takes_long(name: str) -> None:
    assert cpu_s(lambda: check(HOSTILE[name]), HOSTILE_S) < HOSTILE_S


def test_a_secret_that_is_asked_for_in_longer_and_longer_keys_takes_no_longer_and_longer() -> None:
    def asks_in_a_key_of(characters: int) -> None:
        check(_start(history={"a" * characters: 1}))

    times = [min(cpu_s(partial(asks_in_a_key_of, n), HOSTILE_S) for _ in range(3)) for n in (5_000, 50_000)]
    assert all(after < 20 * before + 0.005 for before, after in pairwise(times))


# Events


def _of(hint: Any) -> st.SearchStrategy[Any]:
    """Values of one field of an event."""
    if get_origin(hint) is Mapping:
        return st.dictionaries(st.text(max_size=8), finite, max_size=3)
    if dataclasses.is_dataclass(hint) and isinstance(hint, type):
        return event_of(hint)
    if hint is float or hint == float | None:
        return st.floats(0, 1)
    return finite if hint is Any else st.from_type(hint)


def event_of(kind: type) -> st.SearchStrategy[Any]:
    return st.builds(kind, **{name: _of(hint) for name, hint in get_type_hints(kind).items()})


finite = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)


@pytest.mark.requirement("WS1-ENVELOPE")
@pytest.mark.parametrize("kind", get_args(Event), ids=lambda kind: kind.__name__)
@settings(max_examples=12, deadline=None)
@given(data=st.data())
def test_the_models_accept_every_message_of_any_event(kind: type, data: st.DataObject) -> None:
    event = data.draw(event_of(kind))
    for text_only in (False, True):
        dialect = WsV1Dialect("sess_1", text_only=text_only, tells_config=True, channel="web")
        for message in dialect.encode(event):
            text = dialect.envelope(message, seq=1, timestamp_ms=1, session_id="sess_1")
            assert len(text.encode()) <= MESSAGE_BYTES
            assert SERVER_MESSAGE.validate_json(text).type == message.type
