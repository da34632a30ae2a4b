"""Signals for a turn that is over, or of a detector that does not decide, change nothing; and tools of the server."""

import pytest

from antiphon.domain.actions import ActionOutcome
from antiphon.domain.commands import OpenUtterance, PlayEarcon, StartReply
from antiphon.domain.errors import ErrorCode
from antiphon.domain.events import (
    ActionRequested,
    ActionSettled,
    Failed,
    HealthChanged,
    ReplyDone,
    ToolRequested,
    ToolSettled,
    TranscriptDelta,
    TurnEnded,
)
from antiphon.domain.signals import (
    AuthorityChanged,
    BargeInRequested,
    CancelRequested,
    InputCancelled,
    InputEnded,
    PlayoutStarted,
    RecognitionLate,
    ReplyDelta,
    ReplyFinished,
    SessionClosing,
    Signal,
    SpeechClear,
    SpeechStarted,
    SpeechStopped,
    ToolEnded,
    ToolStarted,
    TranscriptPartial,
    VadDegraded,
    VadHeartbeat,
    VoiceLate,
)
from antiphon.domain.states import Authority, CloseReason, Source, State
from support.driver import Driver

OTHER = Authority.REALTIME


@pytest.mark.requirement("ITE-REQ-002")
@pytest.mark.parametrize(
    "signal",
    [
        SpeechStarted(1.0, OTHER),
        SpeechClear(1.0, OTHER),
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
        InputEnded("turn_77"),
        InputCancelled("turn_77"),
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


def test_a_turn_that_no_words_come_of_is_given_up_after_half_a_minute_with_a_tone() -> None:
    call = Driver().connect().speak()
    call.wait(1.0)
    call.expect(State.AI_THINKING)
    turn_id = call.last(TurnEnded).turn_id
    call.wait(30.0)
    failed = call.last(Failed)
    assert (failed.code, failed.turn_id, call.state) == (ErrorCode.BRAIN_TIMEOUT, turn_id, State.IDLE)
    assert call.has(PlayEarcon)


def test_a_brain_that_ends_without_a_whole_text_has_told_its_answer_already() -> None:
    call = Driver().connect().ask()
    turn_id = call.last(StartReply).turn_id
    call.tell(ReplyDelta(turn_id, "It is noon."), 0.1)
    call.tell(PlayoutStarted(turn_id), 0.1)
    call.tell(ReplyFinished(turn_id, ""), 0.1)
    assert call.state is State.AI_SPEAKING
    assert not call.has(ReplyDone)
    assert not call.has(Failed)


def test_an_action_beside_the_answer_ends_with_the_session_though_nothing_waits_for_it() -> None:
    call = Driver().connect().ask().answer()
    call.call_action()
    call.expect(State.AI_SPEAKING)
    call.tell(SessionClosing(CloseReason.CLIENT))
    settled = call.last(ActionSettled)
    assert (settled.invocation_id, settled.reason) == (call.last(ActionRequested).invocation_id, "session.close")


def test_partial_words_of_an_earlier_part_of_the_turn_are_shown_as_that_parts() -> None:
    """Who goes on while the first words are still being recognised has two utterances in one turn."""
    call = Driver().connect().speak()
    call.wait(1.0)
    first = call.last(OpenUtterance)
    call.suspect()
    assert call.last(OpenUtterance) != first
    call.tell(TranscriptPartial(first.turn_id, first.utterance_id, "what time"), 0.1)
    told = call.last(TranscriptDelta)
    assert (told.utterance_id, told.text) == (first.utterance_id, "what time")


def test_a_recogniser_that_is_late_in_a_turn_that_still_listens_sounds_no_tone() -> None:
    call = Driver().connect().speak()
    utterance = call.last(OpenUtterance)
    call.tell(RecognitionLate(utterance.turn_id, utterance.utterance_id), 0.1)
    assert call.state is State.USER_SPEAKING
    assert not call.has(PlayEarcon)


def test_a_voice_that_is_late_with_another_turns_answer_sounds_no_tone() -> None:
    call = Driver().connect().ask()
    call.tell(VoiceLate("turn_77"), 0.1)
    assert not call.has(PlayEarcon)
