"""Speech and hands over an answer, and before it."""

import pytest

from antiphon.domain.commands import CancelReply, FlushPlayout, OpenUtterance, PartialsWanted, StartReply
from antiphon.domain.errors import ErrorCode
from antiphon.domain.events import Failed, Interrupted, PlayoutBoundary, TranscriptDone, TurnStarted
from antiphon.domain.signals import (
    BargeInRequested,
    CancelRequested,
    CaptureEnded,
    CaptureStarted,
    PlayoutAudible,
    PlayoutFinished,
    PlayoutFlushed,
    PlayoutStarted,
    ReplyDelta,
    ReplyFailed,
    ReplyFinished,
    Signal,
    SpeechStarted,
    SpeechStopped,
    SpeechSuspected,
    TranscriptFinal,
)
from antiphon.domain.states import InterruptionType, Source, State
from support.driver import invoking, ready, speaking


@pytest.mark.requirement("V7-BARGE")
def test_speech_over_the_answer_flushes_it_first_then_cancels_it_then_listens() -> None:
    call = speaking()
    interrupted = call.last(StartReply).turn_id
    call.tell(SpeechStarted(call.at), 0.1)
    outcome = call.tell(SpeechSuspected(call.at - 0.1), 0.1)
    assert [type(command) for command in outcome.commands] == [FlushPlayout, CancelReply, OpenUtterance, PartialsWanted]
    assert {call.last(FlushPlayout).turn_id, call.last(CancelReply).turn_id} == {interrupted}
    assert call.path[-1] == "user_speaking<input.barge_in"
    assert call.last(OpenUtterance).since == pytest.approx(call.at - 0.2)


def test_a_short_noise_does_not_interrupt() -> None:
    call = speaking()
    call.tell(SpeechStarted(call.at), 0.1)
    call.tell(SpeechStopped(call.at), 0.2)
    assert call.state is State.AI_SPEAKING
    assert not call.has(FlushPlayout)


def test_the_interruption_is_measured_from_the_first_sample_of_the_speech_to_the_last_audible_packet() -> None:
    call = speaking()
    onset = call.at + 0.05
    call.tell(SpeechStarted(onset), 0.15)
    outcome = call.engine.handle(SpeechSuspected(onset), call.at + 0.1)
    flush = next(command for command in outcome.commands if isinstance(command, FlushPlayout))
    assert flush.fade_ms == 30  # the budget of 250 ms, less the 200 ms that are spent and the next frame
    told = call.engine.handle(PlayoutFlushed(flush.turn_id, 480, "It is", onset + 0.24), call.at + 0.1).events
    assert told == [
        Interrupted(
            flush.turn_id,
            call.last(StartReply).response_id,
            InterruptionType.BARGE_IN,
            Source.VAD,
            latency_ms=240,
            played_ms=480,
            heard_text="It is",
            count=1,
        )
    ]


def test_a_fade_is_audible_even_when_the_budget_is_spent() -> None:
    call = speaking()
    call.tell(SpeechStarted(call.at), 0.1)
    outcome = call.engine.handle(SpeechSuspected(call.at - 0.1), call.at + 2.0)
    flush = outcome.commands[0]
    assert isinstance(flush, FlushPlayout)
    assert flush.fade_ms == 20


@pytest.mark.requirement("V7-BARGE")
def test_nothing_of_an_interrupted_reply_is_told_afterwards() -> None:
    call = speaking()
    old = call.last(StartReply).turn_id
    call.speak(0.5)
    before = len(call.events)
    call.tell(ReplyDelta(old, "and"))
    call.tell(ReplyFinished(old, "It is noon and"))
    call.tell(PlayoutStarted(old))
    call.tell(PlayoutAudible(old, call.at))
    call.tell(PlayoutFinished(old, 1000))
    call.tell(ReplyFailed(old, ErrorCode.TTS_FAILED, "late"))
    assert call.events[before:] == []
    call.wait(0.3)
    assert not any(boundary.kind == "complete" for boundary in call.all(PlayoutBoundary))


def test_speech_before_the_answer_continues_the_question() -> None:
    call = ready().ask("set the volume").speak(0.8)
    assert call.path[-1] == "user_speaking<input.barge_in"
    assert call.last(TurnStarted).resumed_text == "set the volume"
    call.wait(1.0)
    call.understand("to forty")
    assert call.last(StartReply).text == "set the volume to forty"


def test_a_cough_while_thinking_does_not_cost_the_answer() -> None:
    call = ready().ask("what time is it").speak(0.3)
    call.wait(1.0)
    call.understand("")
    assert call.state is State.AI_THINKING
    assert call.last(StartReply).text == "what time is it"
    assert len(call.all(StartReply)) == 2


def test_words_that_come_late_join_the_turn_that_continues_them() -> None:
    call = ready().speak()
    call.wait(1.0)
    first = call.last(OpenUtterance)
    call.speak(0.5).wait(1.0)
    second = call.last(OpenUtterance)
    assert second != first
    call.tell(TranscriptFinal(second.turn_id, second.utterance_id, "to forty"), 0.1)
    assert not call.has(StartReply)
    call.tell(TranscriptFinal(first.turn_id, first.utterance_id, "set the volume"), 0.1)
    assert call.last(StartReply).text == "set the volume to forty"
    assert [done.turn_id for done in call.all(TranscriptDone)] == [second.turn_id, first.turn_id]


def test_words_that_are_answered_already_are_not_answered_again() -> None:
    call = speaking().speak(0.5)
    call.wait(1.0)
    call.understand("and in london")
    assert call.last(StartReply).text == "and in london"


def test_a_key_pressed_over_the_answer_interrupts_by_hand() -> None:
    call = speaking()
    call.tell(CaptureStarted(), 0.5)
    assert call.path[-1] == "user_speaking<input.barge_in"
    assert call.last(Interrupted).source is Source.MANUAL
    call.wait(5.0)
    assert call.state is State.USER_SPEAKING


def test_a_barge_in_by_hand_listens_for_speech() -> None:
    call = speaking()
    call.tell(BargeInRequested(), 0.5)
    assert call.path[-1] == "user_speaking<input.barge_in"
    call.speak(0.5).wait(1.0)
    assert call.state is State.AI_THINKING


@pytest.mark.parametrize(
    "late",
    [
        CaptureEnded(),
        CaptureEnded("turn_0"),
        BargeInRequested(),
        CancelRequested(),
        CancelRequested("resp_0"),
        BargeInRequested(Source.CLIENT_HINT),
    ],
)
def test_a_request_that_comes_too_late_is_no_error(late: Signal) -> None:
    call = ready()
    before = len(call.events)
    call.tell(late)
    assert call.events[before:] == []
    assert call.state is State.IDLE


def test_speech_does_not_interrupt_where_the_policy_forbids_it_and_is_heard_afterwards() -> None:
    from antiphon.turns.policies import Policy

    call = speaking(policy=Policy(allow_barge_in=False))
    call.tell(SpeechStarted(call.at), 0.1)
    call.tell(SpeechSuspected(call.at), 0.1)
    assert call.state is State.AI_SPEAKING
    call.tell(PlayoutFinished(call.last(StartReply).turn_id, 900), 0.2)
    call.wait(0.2)
    assert call.path[-2:] == ["idle<audio.complete", "user_speaking<pending"]


def test_a_barge_in_by_hand_during_an_action_is_refused() -> None:
    call = invoking()
    call.tell(BargeInRequested())
    assert call.last(Failed).code is ErrorCode.INVALID_TRANSITION
    assert call.state is State.INVOKE_ACTION
