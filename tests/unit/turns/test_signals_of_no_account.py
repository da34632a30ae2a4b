"""Signals for a turn that is over, or of a detector that does not decide, change nothing; and tools of the server."""

import pytest

from antiphon.domain.actions import ActionOutcome
from antiphon.domain.commands import StartReply
from antiphon.domain.events import Failed, HealthChanged, ToolRequested, ToolSettled
from antiphon.domain.signals import (
    AuthorityChanged,
    BargeInRequested,
    CancelRequested,
    CaptureCancelled,
    CaptureEnded,
    ReplyDelta,
    ReplyFinished,
    Signal,
    SpeechStarted,
    SpeechStopped,
    SpeechSuspected,
    ToolEnded,
    ToolStarted,
    VadDegraded,
    VadHeartbeat,
)
from antiphon.domain.states import Authority, Source, State
from support.driver import Driver

OTHER = Authority.REALTIME


@pytest.mark.requirement("ITE-REQ-002")
@pytest.mark.parametrize(
    "signal",
    [
        SpeechStarted(1.0, OTHER),
        SpeechSuspected(1.0, OTHER),
        SpeechStopped(1.0, OTHER),
        VadHeartbeat(OTHER),
        VadDegraded(OTHER),
        AuthorityChanged(Authority.PIPELINE),
    ],
)
def test_who_has_not_the_authority_changes_nothing(signal: Signal) -> None:
    call = Driver().connect()
    call.tell(SpeechStarted(call.at), 0.1)
    before = call.engine.deadline()
    outcome = call.tell(signal)
    assert (outcome.commands, outcome.events, call.state) == ([], [], State.USER_SPEAKING)
    assert call.engine.deadline() == before


@pytest.mark.requirement("ITE-REQ-002")
@pytest.mark.requirement("ITE-AC-008")
def test_the_verdicts_of_another_detector_end_no_recovery() -> None:
    call = Driver().connect()
    call.wait(6.0)
    call.tell(VadHeartbeat(OTHER))
    assert call.last(HealthChanged).degraded
    call.tell(VadHeartbeat())
    assert not call.last(HealthChanged).degraded


@pytest.mark.parametrize(
    "signal",
    [
        BargeInRequested(Source.MANUAL, "turn_77"),
        CaptureEnded("turn_77"),
        CaptureCancelled("turn_77"),
        ReplyDelta("turn_77", "late"),
        ToolStarted("turn_77", 5.0, "clock", {}),
        ToolEnded("turn_77", ActionOutcome("success")),
    ],
)
@pytest.mark.parametrize("state", ["listening", "speaking"])
def test_what_is_for_a_turn_that_is_over_is_a_race_and_no_error(signal: Signal, state: str) -> None:
    call = Driver().connect()
    if state == "listening":
        call.tell(SpeechStarted(call.at), 0.1)
    else:
        call.ask().answer()
    before = call.state
    outcome = call.tell(signal)
    assert (outcome.commands, outcome.events, call.state) == ([], [], before)


def with_tool(seconds: float = 40.0) -> tuple[Driver, str]:
    call = Driver().connect().ask()
    turn_id = call.last(StartReply).turn_id
    call.tell(ToolStarted(turn_id, seconds, "clock", {"zone": "UTC"}))
    return call, turn_id


def test_a_tool_of_the_servers_is_told_from_its_beginning_to_its_end_and_stays_in_processing() -> None:
    call, turn_id = with_tool()
    asked = call.last(ToolRequested)
    assert (asked.turn_id, asked.name, asked.arguments, asked.timeout_ms) == (turn_id, "clock", {"zone": "UTC"}, 40_000)
    call.wait(39.0)  # no turn stays in Processing for 30 s without progress, but for a tool that may take longer
    assert call.state is State.AI_THINKING
    assert not call.has(Failed)
    call.tell(ToolEnded(turn_id, ActionOutcome("success", "noon")))
    settled = call.last(ToolSettled)
    assert (settled.call_id, settled.outcome) == (asked.call_id, ActionOutcome("success", "noon"))
    call.tell(ToolEnded(turn_id, ActionOutcome("success", "again")))
    assert len(call.all(ToolSettled)) == 1


def test_a_tool_that_is_cancelled_with_its_turn_is_told_to_have_ended() -> None:
    call, _ = with_tool()
    call.tell(CancelRequested())
    assert call.last(ToolSettled).outcome.error_code == "action.cancelled"
    assert call.state is State.IDLE


def test_an_answer_that_has_done_something_may_say_nothing() -> None:
    call, turn_id = with_tool()
    call.tell(ToolEnded(turn_id, ActionOutcome("success")))
    call.tell(ReplyFinished(turn_id, ""))
    assert call.state is State.IDLE
    assert not call.has(Failed)
