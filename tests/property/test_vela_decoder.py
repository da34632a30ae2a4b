"""Whatever a Vela client sends: a meaning, or one of the contract's errors, and never much time.

Events of any content are messages that their models accept.
"""

import base64
import json
from functools import partial
from typing import Any, get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import TypeAdapter

from antiphon.contracts.vela.decode import MOCK_TYPES, TYPES
from antiphon.contracts.vela.dialect import VelaDialect, claim, classify
from antiphon.contracts.vela.envelope import envelope, spelled
from antiphon.contracts.vela.mock import Mocked
from antiphon.contracts.vela.server_messages import AnyServerMessage
from antiphon.domain.events import Event
from antiphon.domain.messages import WireMessage
from antiphon.wire.codec import ECHO_CHARS, MESSAGE_BYTES
from property.test_ws_v1_decoder import anything, event_of
from support.processor import cpu_s
from unit.wire.test_vela_decode import ALL

SERVER_MESSAGE: TypeAdapter[Any] = TypeAdapter(AnyServerMessage)
VALID = [{"type": kind, "payload": payload} for kind, payload in ALL]
HOSTILE_S = 0.060
quick = settings(max_examples=75, deadline=None)
names = st.text(max_size=8) | st.sampled_from(["type", "payload", "chunk", "text", "callId", "output", "received"])


def is_whole(message: WireMessage) -> None:
    text = envelope(message)
    assert len(text.encode()) <= MESSAGE_BYTES
    assert SERVER_MESSAGE.validate_json(text).type == message.type


def check(message: str | bytes) -> set[str]:
    """All readers of it, in both modes. Returns the codes of its refusals."""
    codes = set()
    for told in Mocked("sess_1").on_message(message, 0.0):
        is_whole(told)
        if told.type == "error":
            assert told.payload["code"] in ("invalid_json", "invalid_message")
            codes.add(told.payload["code"])
    decoded = VelaDialect("sess_1").decode(message)
    if decoded.failure is not None:
        assert decoded.signals == ()
        assert spelled(decoded.failure.code) in ("invalid_json", "invalid_message", "protocol.invalid_value")
        assert decoded.failure.message
        assert decoded.failure.message.isprintable()
        assert len(decoded.failure.message) < 1000 + ECHO_CHARS
        codes.add(spelled(decoded.failure.code))
    kind, pcm = classify(message)
    assert (kind == "append") or not pcm
    assert len(pcm) % 2 == 0
    assert kind == "other" or decoded.failure is None
    assert claim(message) is None or decoded.failure is None
    return codes


def test_the_valid_messages_are_valid_and_cover_every_type() -> None:
    assert {message["type"] for message in VALID} == set(TYPES)
    for message in VALID:
        live_only = message["type"] not in MOCK_TYPES
        refused = live_only or message["type"] == "mocked.turn.trigger"
        assert check(json.dumps(message)) == ({"invalid_message"} if refused else set())


@pytest.mark.requirement("VELA-ERRORS")
@quick
@given(st.binary() | st.text() | st.text('[]{}",:\\u0d8 1e-'))
def test_any_bytes_and_any_text(message: str | bytes) -> None:
    assert check(message) & {"invalid_json", "invalid_message"}


@pytest.mark.requirement("VELA-ERRORS")
@quick
@given(anything)
def test_any_json(value: Any) -> None:
    assert check(json.dumps(value))


@quick
@given(
    st.sampled_from(TYPES), st.dictionaries(names, anything, max_size=4), st.dictionaries(names, anything, max_size=3)
)
def test_any_payload_of_any_type(kind: str, payload: dict[str, Any], more: dict[str, Any]) -> None:
    check(json.dumps({**more, "type": kind, "payload": payload}))


@pytest.mark.requirement("VELA-FRAMES")
@quick
@given(st.sampled_from(VALID), st.data())
def test_any_damaged_message(message: dict[str, Any], data: st.DataObject) -> None:
    text = json.dumps(message)
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, min(len(text), start + 10)))
    check(text[:start] + data.draw(st.text(max_size=10)) + text[end:])
    cut = text[:start].encode() + data.draw(st.binary(max_size=6)) + text[end:].encode()
    check(cut)
    check(cut.decode("utf-8", "replace"))


@pytest.mark.requirement("VELA-FRAMES")
@pytest.mark.parametrize("message", VALID, ids=lambda message: message["type"])
def test_a_message_that_is_cut_anywhere_is_no_json(message: dict[str, Any]) -> None:
    text = json.dumps(message)
    for length in range(len(text)):
        assert check(text[:length]) == {"invalid_json"}


@pytest.mark.requirement("VELA-LIVE")
@quick
@given(st.binary(max_size=2000))
def test_any_audio(data: bytes) -> None:
    message = json.dumps({"type": "input_audio.append", "payload": {"chunk": base64.b64encode(data).decode()}})
    assert classify(message) == (("other", b"") if len(data) % 2 else ("append", data))


FOLLOWING: dict[str, tuple[str, ...]] = {
    "idle": ("listening", "thinking"),
    "listening": ("thinking", "idle"),
    "thinking": ("speaking", "idle"),
    "speaking": ("idle",),
}


@pytest.mark.requirement("VELA-INFLIGHT")
@quick
@given(st.lists(st.tuples(st.sampled_from(VALID) | anything, st.floats(0, 0.3)), max_size=30))
def test_any_course_of_a_mocked_session_keeps_to_its_states(course: list[tuple[Any, float]]) -> None:
    mocked = Mocked("sess_1")
    told, now = mocked.present(), 0.0
    for message, pause in course:
        now += pause
        told += mocked.on_message(json.dumps(message), now)
    told += mocked.due(now + 60)
    assert mocked.deadline() is None
    assert [message.type for message in told[:2]] == ["session.ready", "session.state"]
    state, before = "idle", "session.state"
    for message in told[2:]:
        is_whole(message)
        match message.type:
            case "session.state" if before != "session.ready":
                assert message.payload["value"] in FOLLOWING[state]
                state = message.payload["value"]
            case "session.state":
                assert message.payload["value"] == state
            case "transcript.partial":
                assert state == "listening"
            case "transcript.final":
                assert state in ("listening", "idle")
            case "response.text.delta" | "response.completed":
                assert state == "speaking"
        before = message.type
    assert state in ("idle", "listening")


FULL = MESSAGE_BYTES - 300


def _of(kind: str, **payload: Any) -> str:
    return json.dumps({"type": kind, "payload": payload}, separators=(",", ":"))


HOSTILE = {
    "open arrays": "[" * MESSAGE_BYTES,
    "open objects": '{"a":' * (MESSAGE_BYTES // 5),
    "an open string of quotes": '"' + '\\"' * (FULL // 2),
    "long numbers": _of("protocol.version", supported=[10**299] * 200),
    "many versions": _of("protocol.version", supported=[1] * 20_000),
    "wide payload": _of("session.start", **{f"k{i}": 1 for i in range(5_000)}),
    "wide envelope": json.dumps({"type": "session.start", "payload": {}, **{f"k{i}": 1 for i in range(5_000)}}),
    "deep output": _of("tool.result", callId="x", output=json.loads('{"a":' * 28 + "1" + "}" * 28)),
    "wide output": _of("tool.result", callId="x", output=[[]] * 20_000),
    "text of marks": _of("input.text", text="\u0344" * 5_000),
    "audio": _of("input_audio.append", chunk="A" * (FULL // 4 * 4)),
    "audio of one byte too many": _of("input_audio.append", chunk="A" * (FULL // 4 * 4) + "AA=="),
    "no audio": _of("input_audio.append", chunk="=" * FULL),
    "a megabyte": '{"type": "input.text", "payload": {"text": "' + "x" * 1_000_000 + '"}}',
    "a megabyte of audio": '{"type": "input_audio.append", "payload": {"chunk": "' + "A" * 1_000_000 + '"}}',
}


@pytest.mark.requirement("VELA-FRAMES")
@pytest.mark.parametrize("name", HOSTILE)
def test_no_message_takes_long(name: str) -> None:
    check(HOSTILE[name])
    for reader in (VelaDialect("sess_1").decode, classify, lambda message: Mocked("sess_1").on_message(message, 0.0)):
        assert cpu_s(partial(reader, HOSTILE[name]), HOSTILE_S) < HOSTILE_S


@pytest.mark.requirement("VELA-ENVELOPE")
@pytest.mark.parametrize("kind", get_args(Event), ids=lambda kind: kind.__name__)
@settings(max_examples=12, deadline=None)
@given(data=st.data())
def test_the_models_accept_every_message_of_any_event(kind: type, data: st.DataObject) -> None:
    dialect = VelaDialect("sess_1")
    for message in dialect.encode(data.draw(event_of(kind))):
        is_whole(message)
