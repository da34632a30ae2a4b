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
    cut = Interrupted("turn_1", "resp_1", InterruptionType.BARGE_IN, Source.VAD, 210, 1500, CANARY, 2, CANARY)
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


def test_what_was_said_and_what_went_wrong_in_words_is_not_logged(capsys: pytest.CaptureFixture[str]) -> None:
    logs.configure("json", 10)
    log_event("sess_1", TranscriptDone("t", "u", CANARY))
    log_event("sess_1", Failed(ErrorCode.BRAIN_FAILED, CANARY))
    log_event("sess_1", HealthChanged(True, "recovering", "vad", CANARY))
    log_event("sess_1", StateChanged(State.IDLE, State.CONNECTING, Trigger.SERVER_READY))
    logged = capsys.readouterr().err
    assert CANARY not in logged
    assert [json.loads(line)["event"] for line in logged.splitlines()] == ["error", "health", "state"]
