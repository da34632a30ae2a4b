"""A spoken turn: how it ends, what it says, how long the answer takes."""

from typing import Protocol

import pytest

from antiphon.domain.commands import DiscardUtterance, OpenUtterance, StartReply
from antiphon.domain.errors import ErrorCode
from antiphon.domain.events import (
    Failed,
    LatencyMeasured,
    PlayoutBoundary,
    ReplyDone,
    ReplyText,
    StateChanged,
    TranscriptDone,
    TurnEnded,
    TurnStarted,
)
from antiphon.domain.signals import (
    CaptureEnded,
    CaptureStarted,
    PlayoutAudible,
    PlayoutFinished,
    PlayoutStarted,
    RecognitionFailed,
    ReplyDelta,
    SpeechStarted,
    SpeechStopped,
    TranscriptFinal,
)
from antiphon.domain.states import State, TurnStart
from support.driver import Driver, ready, speaking


def test_a_spoken_question_is_answered_and_the_session_is_idle_again() -> None:
    call = speaking()
    reply = call.last(StartReply)
    call.tell(PlayoutFinished(reply.turn_id, 900), 0.9)
    call.wait(0.2)
    assert call.path == [
        "connecting<client.connect",
        "idle<server.ready",
        "user_speaking<input.start",
        "ai_thinking<input.end",
        "ai_speaking<response.audio",
        "idle<audio.complete",
    ]
    assert reply.text == "what time is it"
    assert [boundary.kind for boundary in call.all(PlayoutBoundary)] == ["start", "end", "complete"]
    assert call.last(PlayoutBoundary).ms == 900


class OfATurn(Protocol):
    @property
    def turn_id(self) -> str | None: ...


def test_everything_of_one_exchange_carries_the_same_turn_id() -> None:
    call = speaking()
    kinds: list[type[OfATurn]] = [TurnStarted, TurnEnded, TranscriptDone, StartReply, ReplyText, ReplyDone]
    assert len({call.last(kind).turn_id for kind in (*kinds, PlayoutBoundary)}) == 1


def test_silence_is_counted_from_the_last_voiced_frame() -> None:
    call = ready()
    call.tell(SpeechStarted(1.0), 1.0)
    call.tell(SpeechStopped(last_voiced=2.0), 1.15)
    assert call.engine.deadline() == pytest.approx(2.0 + 0.7)
    call.wait(0.5)
    assert call.state is State.AI_THINKING


def test_speech_that_goes_on_after_a_pause_keeps_the_turn() -> None:
    call = ready()
    call.tell(SpeechStarted(0.5), 0.6)
    call.tell(SpeechStopped(1.0), 0.5)
    call.tell(SpeechStarted(1.4), 0.3)
    call.wait(3.0)
    assert call.state is State.USER_SPEAKING
    assert len(call.all(OpenUtterance)) == 1


def test_latencies_run_from_the_last_voiced_frame_and_from_the_verdict_to_the_first_audible_packet() -> None:
    call = ready()
    call.tell(SpeechStarted(1.0), 1.0)  # at 1.1
    call.tell(SpeechStopped(2.0), 1.1)  # at 2.2; the turn ends at 2.7
    call.wait(0.5)
    call.understand("hello")  # 2.8
    turn_id = call.last(StartReply).turn_id
    call.tell(ReplyDelta(turn_id, "Hi."), 0.2)  # 3.0
    call.tell(SpeechStopped(2.9), 0.0)  # a sound after the turn was over
    call.tell(PlayoutStarted(turn_id), 0.3)  # 3.3
    call.tell(PlayoutAudible(turn_id, at=3.35), 0.05)
    measured = call.last(LatencyMeasured)
    assert measured.speech_stop_to_audio_ms == 1350
    assert measured.end_of_turn_to_audio_ms == 650
    assert (measured.stt_ms, measured.brain_ms, measured.tts_ms) == (100, 200, 300)


@pytest.mark.requirement("V7-RECOGNITION")
@pytest.mark.parametrize(("heard", "code"), [(True, ErrorCode.STT_NO_MATCH), (False, ErrorCode.STT_NO_SPEECH)])
def test_a_turn_without_words_is_a_recognition_error_and_idle(heard: bool, code: ErrorCode) -> None:
    call = ready()
    call.tell(CaptureStarted())
    if heard:
        call.speak(0.5)
    call.tell(CaptureEnded(), 0.1)
    call.wait(0.2)
    call.understand("")
    assert call.path[-1] == "idle<error.recognition"
    failure = call.last(Failed)
    assert (failure.kind, failure.code) == ("error.recognition", code)
    assert not call.has(TranscriptDone)


def test_a_recogniser_that_fails_is_told_with_its_own_code() -> None:
    call = ready().speak()
    call.wait(1.0)
    utterance = call.last(OpenUtterance)
    call.tell(RecognitionFailed(utterance.turn_id, utterance.utterance_id, ErrorCode.STT_TIMEOUT, "Too slow."))
    assert call.path[-1] == "idle<error.recognition"
    assert call.last(Failed).code is ErrorCode.STT_TIMEOUT


def test_nothing_said_for_long_ends_listening_without_a_turn() -> None:
    call = ready()
    call.tell(CaptureStarted(TurnStart.WAKE_WORD))
    call.wait(10.1)
    assert call.path[-1] == "idle<input.timeout"
    assert call.last(TurnEnded).outcome == "cancel"
    assert call.has(DiscardUtterance)


def test_the_longest_turn_ends_with_what_was_said() -> None:
    call = ready(max_turn_s=5.0)
    call.tell(SpeechStarted(0.1), 0.1)
    call.wait(5.1)
    assert call.path[-1] == "ai_thinking<input.timeout"
    assert call.last(TurnEnded).outcome == "end"


def test_a_question_listens_for_its_answer_where_the_assistant_says_so() -> None:
    call = ready(follow_up=True).ask().answer("Which page?")
    call.tell(PlayoutFinished(call.last(StartReply).turn_id, 500))
    call.wait(0.3)
    assert call.path[-2:] == ["idle<audio.complete", "user_speaking<follow_up"]
    assert call.last(TurnStarted).trigger is TurnStart.FOLLOW_UP


def test_a_deadline_that_has_passed_fires_before_the_signal_that_comes_after_it() -> None:
    call = ready()
    call.tell(SpeechStarted(1.0), 1.0)
    call.tell(SpeechStopped(2.0), 1.1)
    call.tell(SpeechStarted(5.0), 3.0)
    changes = [change.trigger.value for change in call.all(StateChanged)]
    assert changes[-1] == "input.end"


def test_the_brain_is_told_how_long_the_assistant_had_been_silent_when_words_began() -> None:
    call = Driver().connect().ask("delete it")
    assert call.last(StartReply).after_s is None
    call.answer("Do you mean that?")
    call.tell(PlayoutFinished("turn_1", 500), 0.5)
    call.wait(75.0)
    assert call.state is State.IDLE
    call.ask("yes")
    assert call.last(StartReply).after_s == pytest.approx(75.0, abs=1.0)


def test_a_transcript_for_a_turn_that_is_over_changes_nothing() -> None:
    call = Driver().connect().ask().answer()
    before = (call.state, len(call.events))
    call.tell(TranscriptFinal("turn_1", "utt_1", "again"))
    assert (call.state, len(call.events)) == before
