"""What the log says of a session, and what it never says."""

import json

import pytest

from antiphon.domain.errors import ErrorCode
from antiphon.domain.events import Failed, HealthChanged, Interrupted, StateChanged, TranscriptDone
from antiphon.domain.states import InterruptionType, Source, State, Trigger
from antiphon.observe import logs
from antiphon.observe.eventlog import log_event

CANARY = "zebra42"


@pytest.mark.requirement("ITE-REQ-007")
def test_an_interruption_is_logged_with_its_context_and_without_its_words(capsys: pytest.CaptureFixture[str]) -> None:
    logs.configure("json")
    cut = Interrupted("turn_1", "resp_1", InterruptionType.BARGE_IN, Source.VAD, 210, 1500, CANARY, 2)
    log_event("sess_1", cut, "assertive")
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
    log_event("sess_1", cut)
    written = capsys.readouterr().err
    assert json.loads(written)["reason"] == logged
    assert CANARY not in written


def test_what_was_said_and_what_went_wrong_in_words_is_not_logged(capsys: pytest.CaptureFixture[str]) -> None:
    logs.configure("json", 10)
    log_event("sess_1", TranscriptDone("t", "u", CANARY))
    log_event("sess_1", Failed(ErrorCode.BRAIN_FAILED, CANARY))
    log_event("sess_1", HealthChanged(True, "recovering", "vad", CANARY))
    log_event("sess_1", StateChanged(State.IDLE, State.CONNECTING, Trigger.SERVER_READY))
    logged = capsys.readouterr().err
    assert CANARY not in logged
    assert [json.loads(line)["event"] for line in logged.splitlines()] == ["error", "health", "state"]
