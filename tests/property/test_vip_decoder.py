"""Whatever a client sends: the decoder never raises, answers with documented codes only, and is quick about it."""

import dataclasses
import json
from collections.abc import Mapping
from typing import Any, get_args, get_origin, get_type_hints

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import TypeAdapter

from antiphon.contracts.vip.client_messages import AnyClientMessage
from antiphon.contracts.vip.dialect import VipDialect
from antiphon.contracts.vip.server_messages import AnyServerMessage
from antiphon.domain.errors import ErrorCode
from antiphon.domain.events import Event
from antiphon.domain.messages import Decoded
from antiphon.wire import schemas
from antiphon.wire.codec import MESSAGE_BYTES, envelope
from support.mutation import mutated
from support.processor import cpu_s

DOCUMENTED = {
    ErrorCode.INVALID_JSON,
    ErrorCode.INVALID_MESSAGE,
    ErrorCode.UNKNOWN_TYPE,
    ErrorCode.TOO_LARGE,
    ErrorCode.INVALID_SCHEMA,
}
HOSTILE_S = 0.050
TYPES = sorted(get_args(model.model_fields["type"].annotation)[0] for model in get_args(get_args(AnyClientMessage)[0]))
SERVER_MESSAGE: TypeAdapter[Any] = TypeAdapter(AnyServerMessage)

quick = settings(max_examples=75, deadline=None)

scalars = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20)
names = st.sampled_from(["a", "id", "type", "x", "$ref", "properties", "é"]) | st.text(max_size=8)
anything = st.recursive(
    scalars, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(names, inner, max_size=4), max_leaves=12
)

VALID: list[dict[str, Any]] = [
    {
        "type": "session.initialize",
        "id": "m1",
        "payload": {
            "protocol": "vip/1",
            "narration": "The shop.",
            "route": "/",
            "actions": {"open": {"description": "Opens.", "parameters": {"properties": {"p": {"pattern": "^a$"}}}}},
        },
    },
    {"type": "state.update", "payload": {"narration": "Cart.", "route": "/cart"}},
    {"type": "actions.update", "payload": {"actions": {"pay": {"description": "Pays.", "confirm": True}}}},
    {"type": "input.start", "payload": {"trigger": "wake_word"}},
    {"type": "input.end", "payload": {"turn_id": "turn_1"}},
    {"type": "input.cancel", "payload": {}},
    {"type": "input.barge_in", "payload": {"source": "manual"}},
    {"type": "input.text", "payload": {"text": "hello"}, "role": "user", "metadata": {}, "timestamp": 1.5},
    {"type": "response.cancel", "payload": {"response_id": "r", "graceful": True}},
    {"type": "action.result", "payload": {"invocation_id": "i", "status": "success", "output": [1]}},
    {
        "type": "action.result",
        "payload": {"invocation_id": "i", "status": "error", "error": {"code": "action.failed", "message": "No."}},
    },
    {"type": "action.confirm", "payload": {"invocation_id": "i", "approved": False}},
    {"type": "audio.played", "payload": {"response_id": "r", "played_ms": 500}},
    {"type": "assistant.grant", "payload": {"expect_response": True, "delay_ms": 10}},
    {"type": "assistant.yield", "payload": {"reason": "the editor"}},
    {"type": "policy.update", "payload": {"endOfTurnMs": 500}},
    {"type": "input.detected", "payload": {"source": "client-hint", "level": -20.0, "probability": 0.9}},
    {"type": "input.mute", "payload": {"muted": True}},
    {"type": "ping", "payload": {"n": 1}},
    {"type": "session.close", "payload": {"reason": "bye"}},
    {"type": "error.fatal", "payload": {"code": "x", "message": "y"}},
]


def check(message: str | bytes) -> Decoded:
    decoded = VipDialect("sess_1").decode(message)
    if decoded.failure is None:
        assert len(decoded.signals) == 1
    else:
        assert decoded.signals == ()
        assert decoded.failure.code in DOCUMENTED
        assert decoded.failure.message.endswith(".")
        assert len(decoded.failure.message) < 600
    return decoded


def test_the_valid_messages_are_valid_and_cover_every_type() -> None:
    assert {message["type"] for message in VALID} == set(TYPES)
    assert all(check(json.dumps(message)).failure is None for message in VALID)


@quick
@given(st.binary() | st.text() | st.text(st.characters()) | st.text('[]{}",:\\u0d8 1e-'))
def test_any_bytes_and_any_text(message: str | bytes) -> None:
    assert check(message).failure is not None


@quick
@given(anything)
def test_any_json(value: Any) -> None:
    check(json.dumps(value))


@quick
@given(st.sampled_from(TYPES) | st.text(max_size=10), anything, st.dictionaries(names, scalars, max_size=2))
def test_any_payload_of_any_type(kind: str, payload: Any, fields: dict[str, Any]) -> None:
    check(json.dumps({**fields, "type": kind, "payload": payload}))


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


schema_names = st.sampled_from(
    [
        *("type", "properties", "items", "allOf", "anyOf", "not", "if", "$ref", "$defs", "$anchor", "$dynamicRef"),
        *(
            "pattern",
            "patternProperties",
            "unevaluatedProperties",
            "contains",
            "enum",
            "multipleOf",
            "minLength",
            "$id",
        ),
    ]
)
schema_words = st.sampled_from(
    ["object", "string", "#", "#/$defs/a", "#/properties/x", "#a", "^(a+)+$", "(?=a)", "http://127.0.0.1:1/x", "a", ""]
)
schema_like = st.recursive(
    schema_words | scalars,
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(schema_names | st.sampled_from(["x", "a"]), inner, max_size=4)
    ),
    max_leaves=15,
)


@quick
@given(schema_like)
def test_any_parameter_schema(parameters: Any) -> None:
    actions = {"a": {"description": "x", "parameters": parameters}}
    check(json.dumps({"type": "actions.update", "payload": {"actions": actions}}))


def _message(kind: str, payload: Any) -> str:
    return json.dumps({"type": kind, "payload": payload}, separators=(",", ":"))


def _actions(actions: Any) -> str:
    return _message("actions.update", {"actions": actions})


def _schema(schema: Any) -> str:
    return _actions({"a": {"description": "x", "parameters": schema}})


def _doubling(last: Any) -> Any:
    defs = {f"a{i}": {"allOf": [{"$ref": f"#/$defs/a{i + 1}"}] * 2} for i in range(500)}
    return {"$ref": "#/$defs/a0", "$defs": {**defs, "a500": last}, "unevaluatedProperties": False}


FULL = MESSAGE_BYTES - 200
HOSTILE: dict[str, str] = {
    "open arrays": "[" * MESSAGE_BYTES,
    "open objects": '{"a":' * (MESSAGE_BYTES // 5),
    "shallow arrays": _message("ping", {"x": [[]] * 20_000}),
    "an open string of quotes": '"' + '\\"' * (FULL // 2),
    "an open string of backslashes": '"' + "\\" * FULL,
    "quotes": '"' * MESSAGE_BYTES,
    "a long number": "9" * MESSAGE_BYTES,
    "long numbers": _message("ping", {"x": [10**299] * 200}),
    "floats": _message("ping", {"x": [1.5e300] * 7_000}),
    "halves of surrogate pairs": _message("ping", {"x": ["\ud83d"] * 5_000}),
    "control characters": _message("input.text", {"text": "\x01" * 10_000}),
    "white space": _message("input.text", {"text": " " * 8_192}),
    "a huge text": _message("input.text", {"text": "x" * FULL}),
    "a huge narration": _message("state.update", {"narration": "😀" * 5_000}),
    "a huge type": json.dumps({"type": "x" * FULL, "payload": {}}),
    "a huge ping": _message("ping", {"x": "y" * (FULL // 2)}),
    "unknown fields": json.dumps({"type": "ping", "payload": {}, **{f"k{i}": 1 for i in range(5_000)}}),
    "unknown payload": _message("input.text", {f"k{i}": 1 for i in range(5_000)}),
    "the same key": "{" + ",".join(['"a":1'] * 10_000) + "}",
    "10,000 actions": '{"type":"actions.update","payload":{"actions":{'
    + ",".join(f'"{i:x}":0' for i in range(7_500))
    + "}}}",
    "bad actions": _actions({f"a{i}": {f"k{j}": 1 for j in range(25)} for i in range(150)}),
    "200 schemas": _actions(
        {
            f"a{i}": {"description": "x", "parameters": {"properties": {f"p{i}": {"type": "integer"}, "q": {}}}}
            for i in range(200)
        }
    ),
    "exploding pattern": _schema({"properties": {"x": {"pattern": "^(a+)+$"}}}),
    "large patterns": _schema({"patternProperties": {f"(?i)\\p{{L}}{{2}}{i}": {} for i in range(24)}}),
    "long patterns": _schema({"properties": {f"a{i}": {"pattern": f"{i}(b|c|d)" * 150} for i in range(24)}}),
    "too large a pattern": _schema({"pattern": "(a{1000}){1000}"}),
    "many subschemas": _schema({"properties": {f"a{i}": {} for i in range(1_900)}}),
    "many references": _schema({"properties": {f"a{i}": {"$ref": "#"} for i in range(300)}}),
    "doubling references": _schema(_doubling({})),
    "a chain of references": _schema({"$defs": {f"a{i}": {"$ref": f"#/$defs/a{i + 1}"} for i in range(1_000)}}),
    "remote references": _schema({"properties": {f"a{i}": {"$ref": "http://127.0.0.1:1/"} for i in range(900)}}),
    "alternatives": _schema({"anyOf": [{"required": [f"a{i}"]} for i in range(900)]}),
    "recursive patterns": _schema(
        {
            "patternProperties": {f"(?i)\\p{{L}}{{2}}{i}": {} for i in range(24)},
            "properties": {f"a{i}": {"items": {"$ref": "#"}} for i in range(130)},
        }
    ),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_no_message_takes_long(name: str) -> None:
    message = HOSTILE[name]
    assert len(message) <= MESSAGE_BYTES

    def check_as_the_first() -> None:
        schemas.forget_schemas()
        check(message)

    assert cpu_s(check_as_the_first, HOSTILE_S) < HOSTILE_S


# Events


def _of(hint: Any) -> st.SearchStrategy[Any]:
    """Values of one field of an event."""
    if get_origin(hint) is Mapping:
        return st.dictionaries(st.text(max_size=8), finite, max_size=3)
    if dataclasses.is_dataclass(hint) and isinstance(hint, type):
        return event_of(hint)
    if hint is float:
        return st.floats(allow_nan=False, allow_infinity=False)
    return finite if hint is Any else st.from_type(hint)


def event_of(kind: type) -> st.SearchStrategy[Any]:
    return st.builds(kind, **{name: _of(hint) for name, hint in get_type_hints(kind).items()})


finite = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)


@pytest.mark.parametrize("kind", get_args(Event), ids=lambda kind: kind.__name__)
@settings(max_examples=12, deadline=None)
@given(data=st.data())
def test_the_models_accept_every_message_of_any_event(kind: type, data: st.DataObject) -> None:
    event = data.draw(event_of(kind))
    for message in VipDialect("sess_1", user_id="u", model_id="m").encode(event):
        text = envelope(message, seq=1, timestamp_ms=1, session_id="sess_1", reply_to="m1")
        assert len(text.encode()) <= MESSAGE_BYTES
        accepted = SERVER_MESSAGE.validate_json(text)
        assert (accepted.type, accepted.role) == (message.type, message.role)
