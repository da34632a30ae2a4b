"""What the log says of a session, and what it never says."""

import json

import pytest

from antiphon.domain.errors import ErrorCode
from antiphon.domain.events import Failed, HealthChanged, Interrupted, StateChanged, TranscriptDone
from antiphon.domain.states import InterruptionType, Source, State, Trigger
from antiphon.observe import logs
from antiphon.observe.session_log import SessionLog
from antiphon.session.clock import LoopClock

CANARY = "zebra42"


class HandClock(LoopClock):
    def __init__(self) -> None:
        self.seconds = 0.0

    def now(self) -> float:
        return self.seconds


@pytest.mark.requirement("ITE-REQ-007")
def test_an_interruption_is_logged_with_its_context_and_without_its_words(capsys: pytest.CaptureFixture[str]) -> None:
    logs.configure("json")
    cut = Interrupted("turn_1", "resp_1", InterruptionType.BARGE_IN, Source.VAD, 210, 1500, CANARY, 2)
    SessionLog(HandClock()).event("sess_1", cut, "assertive")
    line = json.loads(capsys.readouterr().err)
    assert line["event"] == "interruption"
    assert (line["source"], line["latency_ms"], line["policy_profile"], line["turn_id"]) == (
        "vad",
        210,
        "assertive",
        "turn_1",
    )
    assert line["timestamp"]
    assert CANARY not in json.dumps(line)


def test_what_a_client_gives_up_with_is_logged_as_its_own(capsys: pytest.CaptureFixture[str]) -> None:
    logs.configure("json")
    seen = SessionLog(HandClock())
    seen.event("sess_1", Failed(ErrorCode.INTERNAL, CANARY, "error.fatal", source="client"))
    line = json.loads(capsys.readouterr().err)
    assert (line["event"], line["level"], line["source"], line["code"]) == (
        "client error",
        "info",
        "client",
        "internal",
    )
    assert CANARY not in json.dumps(line)
    seen.event("sess_1", Failed(ErrorCode.INTERNAL, CANARY, "error.fatal"))
    assert json.loads(capsys.readouterr().err)["event"] == "error"


@pytest.mark.requirement("ITE-AC-005")
@pytest.mark.parametrize(
    ("reason", "logged"),
    [
        ("user-opened-editor", "user-opened-editor"),
        ("focus_lost", "focus_lost"),
        ("app:panel.closed", "app:panel.closed"),
        (f"the user said {CANARY}", "other"),
        ("a\r\nlevel=info event=forged", "other"),
        ("\x1b[31mred", "other"),
        ("x" * 65, "other"),
        ("", "other"),
        ("naïve", "other"),
    ],
)
def test_the_reason_code_of_a_yield_is_logged_and_no_text_is(
    reason: str, logged: str, capsys: pytest.CaptureFixture[str]
) -> None:
    logs.configure("json")
    cut = Interrupted("turn_1", "r", InterruptionType.POLICY_YIELD, Source.MANUAL, 0, 900, CANARY, 0, reason)
    SessionLog(HandClock()).event("sess_1", cut)
    written = capsys.readouterr().err
    assert json.loads(written)["reason"] == logged
    assert CANARY not in written


def test_what_was_said_and_what_went_wrong_in_words_is_not_logged(capsys: pytest.CaptureFixture[str]) -> None:
    logs.configure("json", 10)
    SessionLog(HandClock()).event("sess_1", TranscriptDone("t", "u", CANARY))
    SessionLog(HandClock()).event("sess_1", Failed(ErrorCode.BRAIN_FAILED, CANARY))
    SessionLog(HandClock()).event("sess_1", HealthChanged(True, "recovering", "vad", CANARY))
    SessionLog(HandClock()).event("sess_1", StateChanged(State.IDLE, State.CONNECTING, Trigger.SERVER_READY))
    logged = capsys.readouterr().err
    assert CANARY not in logged
    assert [json.loads(line)["event"] for line in logged.splitlines()] == ["error", "health", "state"]


def test_what_fails_again_and_again_in_a_session_is_a_line_a_minute(capsys: pytest.CaptureFixture[str]) -> None:
    logs.configure("json")
    clock = HandClock()
    log = SessionLog(clock)
    for _ in range(25):
        log.event("sess_1", Failed(ErrorCode.INVALID_JSON, "x"))
    log.event("sess_1", Failed(ErrorCode.BRAIN_FAILED, "x"))
    log.event("sess_2", Failed(ErrorCode.INVALID_JSON, "x"))
    clock.seconds = 61.0
    log.event("sess_1", Failed(ErrorCode.INVALID_JSON, "x"))
    log.ended("sess_1")
    log.event("sess_1", Failed(ErrorCode.INVALID_JSON, "x"))
    lines = [json.loads(line) for line in capsys.readouterr().err.splitlines()]
    assert [(line["session_id"], line["code"], line["count"]) for line in lines] == [
        ("sess_1", "protocol.invalid_json", 1),
        ("sess_1", "brain.failed", 1),
        ("sess_2", "protocol.invalid_json", 1),
        ("sess_1", "protocol.invalid_json", 25),
        ("sess_1", "protocol.invalid_json", 1),
    ]
