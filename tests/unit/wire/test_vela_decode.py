"""What Vela takes and what it refuses, in both modes (VELA-ENVELOPE, VELA-ERRORS)."""

import base64
import json
from typing import Any

import pytest

from antiphon.contracts.vela import decode
from antiphon.contracts.vela.dialect import VelaDialect, claim, classify
from antiphon.contracts.vela.envelope import spelled
from antiphon.contracts.vela.mock import Mocked
from antiphon.contracts.ws_v1.decode import TYPES as WS_V1_TYPES
from antiphon.domain.actions import ActionOutcome
from antiphon.domain.errors import AntiphonError
from antiphon.domain.messages import ResumeClaim
from antiphon.domain.signals import (
    ActionResult,
    CancelRequested,
    ClientReady,
    ClientResumed,
    InputEnded,
    InputStarted,
    PingReceived,
    TextEntered,
)
from antiphon.domain.states import TurnStart
from antiphon.wire.codec import MESSAGE_BYTES

PCM = base64.b64encode(bytes(640)).decode()
DOCUMENT: list[tuple[str, dict[str, Any]]] = [
    ("session.start", {}),
    ("mocked.turn.trigger", {}),
    ("input_audio.append", {"chunk": PCM}),
    ("input_audio.commit", {}),
    ("response.cancel", {}),
]
"""`ClientEvent`, as the document has it."""
ADDED: list[tuple[str, dict[str, Any]]] = [
    ("input.text", {"text": "What can you do?"}),
    ("tool.result", {"callId": "inv_1", "output": {"temp_c": 21}}),
    ("tool.result", {"callId": "inv_1", "error": {"code": "tool.offline", "message": "No network."}}),
    ("session.resume", {"sessionId": "sess_1", "resumeToken": "token", "received": 7}),
    ("protocol.version", {"supported": [2, 1]}),
]
MEANINGS = {
    0: (ClientReady(),),
    2: (InputStarted(TurnStart.PTT),),
    3: (InputEnded(),),
    4: (CancelRequested(),),
    5: (TextEntered("What can you do?"),),
    6: (ActionResult("inv_1", ActionOutcome("success", {"temp_c": 21})),),
    7: (ActionResult("inv_1", ActionOutcome("error", None, "tool.offline", "No network.")),),
    8: (ClientResumed(),),
    9: (PingReceived({"asked": "protocol.version", "version": 1}),),
}
ALL = [*DOCUMENT, *ADDED]


def text(type_: Any, payload: Any) -> str:
    return json.dumps({"type": type_, "payload": payload})


def refusal(mode: str, message: str | bytes) -> tuple[str, str]:
    """The code and the sentence."""
    with pytest.raises(AntiphonError) as refused:
        (decode.mock if mode == "mock" else decode.live)(message)
    return spelled(refused.value.code), refused.value.message


@pytest.mark.requirement("VELA-ENVELOPE")
@pytest.mark.parametrize(("type_", "payload"), DOCUMENT)
def test_mock_mode_takes_what_the_document_lists(type_: str, payload: dict[str, Any]) -> None:
    model = decode.mock(text(type_, payload))
    assert model.model_dump() == {"type": type_, "payload": payload}


@pytest.mark.requirement("VELA-LIVE")
@pytest.mark.parametrize("number", MEANINGS)
def test_live_mode_takes_it_too_and_what_the_document_defers(number: int) -> None:
    decoded = VelaDialect("sess_1").decode(text(*ALL[number]))
    assert (decoded.signals, decoded.failure, decoded.message_id) == (MEANINGS[number], None, None)
    assert decoded.claim == (ResumeClaim("sess_1", "token", 7) if number == 8 else None)
    assert claim(text(*ALL[number])) == decoded.claim


@pytest.mark.requirement("VELA-ERRORS")
@pytest.mark.parametrize("mode", ["mock", "live"])
@pytest.mark.parametrize(
    "message",
    [
        "",
        "{",
        "x",
        '{"type": "session.start", "payload": {}',
        "[1,]",
        '{"a": NaN}',
        '{"a": 1, "a": 2}',
        "[" * 40 + "]" * 40,
    ],
)
def test_what_is_no_json_is_told_so(mode: str, message: str) -> None:
    code, told = refusal(mode, message)
    assert code == "invalid_json"
    assert told.endswith(".")


BAD: list[Any] = [
    None, True, 7, "session.start", [], {}, {"payload": {}}, {"type": "session.start", "payload": None},
    {"type": "session.start", "payload": []}, {"type": "session.start", "payload": "x"}, {"type": 7, "payload": {}},
    {"type": None, "payload": {}}, {"type": "", "payload": {}}, {"type": "session.started", "payload": {}},
    {"type": "Session.Start", "payload": {}}, {"type": "session.ready", "payload": {"sessionId": "x"}},
    {"type": "input_audio.append", "payload": {}}, {"type": "input_audio.append", "payload": {"chunk": 7}},
    {"type": "input_audio.append", "payload": {"chunk": None}}, {"type": "input_audio.append", "payload": None},
    {"type": "input_audio.append", "chunk": "AAAA"}, {"type": "mocked.turn.trigger"},
    {"type": "session.start", "payload": {}, "seq": 1}, {"type": "session.start", "payload": {"x": 1}},
    {"type": "input_audio.append", "payload": {"chunk": "AAAA", "more": 1}},
    {"type": "input_audio.commit", "payload": {"chunk": "AAAA"}}, [{"type": "session.start", "payload": {}}],
]  # fmt: skip


@pytest.mark.requirement("VELA-ERRORS")
@pytest.mark.requirement("VELA-ENVELOPE")
@pytest.mark.parametrize("mode", ["mock", "live"])
@pytest.mark.parametrize("value", BAD, ids=json.dumps)
def test_what_is_no_envelope_of_the_contract_is_an_invalid_message(mode: str, value: Any) -> None:
    code, told = refusal(mode, json.dumps(value))
    assert code == "invalid_message"
    assert told.endswith(".")
    assert told.isprintable()


@pytest.mark.requirement("VELA-ERRORS")
@pytest.mark.parametrize(("type_", "payload"), ADDED)
def test_what_live_mode_adds_is_unknown_in_mock_mode(type_: str, payload: dict[str, Any]) -> None:
    assert refusal("mock", text(type_, payload))[0] == "invalid_message"


@pytest.mark.requirement("VELA-FRAMES")
@pytest.mark.parametrize("mode", ["mock", "live"])
@pytest.mark.parametrize("message", [b"", b"\0" * 640, b'{"type":"session.start","payload":{}}'])
def test_there_are_no_binary_frames(mode: str, message: bytes) -> None:
    assert refusal(mode, message)[0] == "invalid_message"


@pytest.mark.requirement("VELA-FRAMES")
@pytest.mark.parametrize("mode", ["mock", "live"])
def test_a_message_has_64_kib(mode: str) -> None:
    frame = text("input_audio.append", {"chunk": ""})
    fits = text("input_audio.append", {"chunk": "A" * ((MESSAGE_BYTES - len(frame)) // 8 * 8)})
    assert (decode.mock if mode == "mock" else decode.live)(fits)
    code, told = refusal(mode, text("input_audio.append", {"chunk": "A" * MESSAGE_BYTES}))
    assert code == "invalid_message"
    assert "65536" in told


@pytest.mark.requirement("VELA-ERRORS")
@pytest.mark.parametrize("mode", ["mock", "live"])
@pytest.mark.parametrize("type_", WS_V1_TYPES)
def test_a_message_of_ws_v1_is_told_that_the_assistant_is_not_named(mode: str, type_: str) -> None:
    for message in ({"type": type_}, {"type": type_, "text": "hello"}):
        code, told = refusal(mode, json.dumps(message))
        assert code == "invalid_message"
        assert "`assistant_id` is missing" in told


@pytest.mark.requirement("VELA-LIVE")
@pytest.mark.parametrize(
    ("chunk", "told"),
    [
        (base64.b64encode(bytes(3)).decode(), "even"),
        (base64.b64encode(bytes(641)).decode(), "even"),
        ("x", "base64"),
        ("AAA", "base64"),
        ("AA=A", "base64"),
        ("A-_A", "base64"),
        ("AA AA", "base64"),
        ("ä", "base64"),
        ("placeholder", "base64"),
    ],
)
def test_live_audio_is_base64_of_whole_samples(chunk: str, told: str) -> None:
    code, message = refusal("live", text("input_audio.append", {"chunk": chunk}))
    assert code == "invalid_message"
    assert told in message
    assert classify(text("input_audio.append", {"chunk": chunk})) == ("other", b"")


def test_live_audio_of_nothing_is_a_key_that_is_held() -> None:
    assert classify(text("input_audio.append", {"chunk": ""})) == ("append", b"")
    assert classify(text("input_audio.append", {"chunk": PCM})) == ("append", bytes(640))


@pytest.mark.requirement("VELA-LIVE")
def test_there_are_no_mocked_turns_in_live_mode() -> None:
    code, told = refusal("live", text("mocked.turn.trigger", {}))
    assert code == "invalid_message"
    assert "live" in told


@pytest.mark.requirement("VELA-LIVE")
def test_a_version_that_nobody_speaks_is_refused() -> None:
    decoded = VelaDialect("sess_1").decode(text("protocol.version", {"supported": [2, 3]}))
    assert decoded.signals == ()
    assert decoded.failure is not None
    assert spelled(decoded.failure.code) == "protocol.invalid_value"


@pytest.mark.requirement("VELA-ERRORS")
def test_an_error_has_a_code_a_message_and_whether_it_may_be_tried_again() -> None:
    mocked = Mocked("sess_1")
    [error] = mocked.on_message("{", 0.0)
    assert (error.type, set(error.payload)) == ("error", {"code", "message", "retryable"})
    assert error.payload["retryable"] is False
    mocked.on_message(text("mocked.turn.trigger", {}), 1.0)
    [error] = mocked.on_message(text("mocked.turn.trigger", {}), 1.0)
    assert error.payload["retryable"] is True
    # What is wrong is told before what is not possible now.
    [error] = mocked.on_message(text("mocked.turn.trigger", None), 1.0)
    assert error.payload["code"] == "invalid_message"
