"""Pause first, then decide by the words or the length of what is said (BARGE-CONFIRM)."""

import pytest

from antiphon.domain.commands import (
    CancelReply,
    CloseUtterance,
    FlushPlayout,
    OpenUtterance,
    PausePlayout,
    ResumePlayout,
    StartReply,
)
from antiphon.domain.errors import ErrorCode
from antiphon.domain.events import Interrupted, PlayoutHeld, TranscriptDone
from antiphon.domain.signals import (
    ClientHint,
    PlayoutStarted,
    RecognitionFailed,
    ReplyDelta,
    SpeechStarted,
    SpeechStopped,
    TranscriptFinal,
)
from antiphon.domain.states import State
from antiphon.turns.policies import parse
from support.driver import Driver
from support.suspicion import finish, speaking


@pytest.mark.requirement("BARGE-CONFIRM")
def test_a_suspicion_pauses_the_answer_and_is_no_transition() -> None:
    call = speaking().suspect()
    assert call.state is State.AI_SPEAKING
    assert call.has(PausePlayout)
    assert not call.has(Interrupted)
    assert not call.has(FlushPlayout)
    assert call.last(PlayoutHeld) == PlayoutHeld(call.last(StartReply).response_id, True, 500)


@pytest.mark.requirement("BARGE-CONFIRM")
@pytest.mark.parametrize("words", ["go to settings", "stop", "no", "wait", "yeah but what about london"])
def test_words_that_are_no_back_channel_confirm_it(words: str) -> None:
    call = speaking().suspect()
    call.hear(words, 0.2)
    assert call.path[-1] == "user_speaking<input.barge_in"
    assert call.has(FlushPlayout)
    assert call.has(CancelReply)


@pytest.mark.requirement("BARGE-CONFIRM")
def test_the_speech_that_was_listened_to_is_the_turns_own_from_its_first_sample() -> None:
    call = speaking().suspect()
    probe = call.last(OpenUtterance)
    call.hear("go to", 0.2)
    assert call.last(OpenUtterance) == probe
    call.tell(SpeechStopped(call.at + 0.5), 0.7)
    call.wait(3.0)
    assert call.last(CloseUtterance).utterance_id == probe.utterance_id
    call.tell(TranscriptFinal(probe.turn_id, probe.utterance_id, "go to settings"), 0.1)
    assert call.last(StartReply).text == "go to settings"


@pytest.mark.requirement("BARGE-CONFIRM")
def test_latency_counts_from_the_first_sample_to_the_silence_of_the_pause() -> None:
    call = speaking()
    onset = call.at
    call.suspect()  # told 0.2 s after the onset; the driver's pause is silent 50 ms later
    call.hear("go to settings", 0.5)
    assert call.last(Interrupted).latency_ms == round(1000 * (0.25))
    assert call.at - onset == pytest.approx(0.7)


@pytest.mark.requirement("BARGE-CONFIRM")
@pytest.mark.parametrize("words", ["mm-hm", "Yeah.", "okay, okay", "uh-huh", "I see.", "You", "right, sure"])
def test_a_back_channel_lets_the_answer_go_on(words: str) -> None:
    call = speaking().suspect()
    call.hear(words, 0.1)
    call.tell(SpeechStopped(call.at), 0.2)
    assert call.state is State.AI_SPEAKING
    probe = call.last(OpenUtterance)
    call.tell(TranscriptFinal(probe.turn_id, probe.utterance_id, words), 0.1)
    assert call.has(ResumePlayout)
    assert call.last(PlayoutHeld).paused is False
    assert call.last(PlayoutHeld).played_ms == 500
    assert not call.has(Interrupted)
    finish(call)
    assert call.path[-1] == "idle<audio.complete"


@pytest.mark.requirement("BARGE-CONFIRM")
def test_a_cough_without_words_lets_the_answer_go_on() -> None:
    call = speaking().suspect()
    call.tell(SpeechStopped(call.at), 0.2)
    probe = call.last(OpenUtterance)
    assert call.last(CloseUtterance).utterance_id == probe.utterance_id
    call.tell(TranscriptFinal(probe.turn_id, probe.utterance_id, ""), 0.1)
    assert call.has(ResumePlayout)
    assert call.state is State.AI_SPEAKING


@pytest.mark.requirement("BARGE-CONFIRM")
def test_one_word_that_was_over_before_it_was_understood_still_interrupts() -> None:
    call = speaking().suspect()
    call.tell(SpeechStopped(call.at), 0.2)
    probe = call.last(OpenUtterance)
    call.tell(TranscriptFinal(probe.turn_id, probe.utterance_id, "Stop."), 0.15)
    assert call.path[-1] == "user_speaking<input.barge_in"
    assert call.last(TranscriptDone).text == "Stop."
    call.wait(2.0)
    rest = call.last(OpenUtterance)
    call.tell(TranscriptFinal(rest.turn_id, rest.utterance_id, ""), 0.1)
    assert call.path[-1] == "idle<response.empty"


def test_what_is_said_after_a_word_that_interrupted_belongs_to_the_same_turn() -> None:
    call = speaking().suspect()
    call.tell(SpeechStopped(call.at), 0.2)
    probe = call.last(OpenUtterance)
    call.tell(TranscriptFinal(probe.turn_id, probe.utterance_id, "Wait."), 0.15)
    call.tell(SpeechStarted(call.at), 0.1)
    call.tell(SpeechStopped(call.at + 0.5), 0.7)
    call.wait(3.0)
    rest = call.last(OpenUtterance)
    assert rest.after == probe.utterance_id
    call.tell(TranscriptFinal(rest.turn_id, rest.utterance_id, "What about London?"), 0.1)
    assert call.last(StartReply).text == "Wait. What about London?"


@pytest.mark.parametrize("words", ["Wait.", "Hold on, hold on.", "Be quiet!", "Stop."])
def test_words_that_only_stop_the_answer_want_no_other(words: str) -> None:
    call = speaking().suspect().hear(words)
    call.tell(SpeechStopped(call.at), 0.2)
    call.wait(1.0)
    call.understand(words)
    assert call.path[-1] == "idle<response.empty"
    assert len(call.all(StartReply)) == 1


@pytest.mark.parametrize("words", ["Wait, what about London?", "No, tomorrow."])
def test_words_that_say_more_than_to_stop_are_answered(words: str) -> None:
    call = speaking().suspect().hear(words)
    call.tell(SpeechStopped(call.at), 0.2)
    call.wait(2.0)
    call.understand(words)
    assert call.last(StartReply).text == words


def test_an_answer_of_which_nothing_was_heard_takes_no_words_with_it() -> None:
    call = Driver().connect().ask("what time is it")
    call.tell(ReplyDelta(call.last(StartReply).turn_id, "It is noon."))
    call.tell(PlayoutStarted(call.last(StartReply).turn_id), 0.1)
    assert call.state is State.AI_SPEAKING
    call.speak(0.5).wait(1.0)
    call.understand("in London")
    assert call.last(StartReply).text == "what time is it in London"
    assert call.last(Interrupted).count == 0


@pytest.mark.requirement("BARGE-CONFIRM")
def test_long_speech_without_a_verdict_interrupts_after_900_ms() -> None:
    call = speaking()
    onset = call.at
    call.suspect()
    call.wait(0.69)
    assert call.state is State.AI_SPEAKING
    call.wait(0.02)
    assert call.path[-1] == "user_speaking<input.barge_in"
    assert call.at - onset == pytest.approx(0.91)


@pytest.mark.requirement("BARGE-CONFIRM")
def test_a_verdict_that_came_in_time_is_not_overruled_by_how_long_the_speech_lasts() -> None:
    call = speaking().suspect()
    call.hear("yeah", 0.2)
    call.wait(0.79)
    assert call.state is State.AI_SPEAKING
    call.wait(0.02)  # 1.2 s after the onset
    assert call.has(ResumePlayout)


@pytest.mark.requirement("BARGE-CONFIRM")
def test_a_long_noise_in_which_no_words_are_found_lets_the_answer_go_on() -> None:
    call = speaking().suspect()
    call.hear("", 0.1)  # too early to mean anything
    call.hear("", 0.4)  # 0.7 s of sound, and no words
    call.wait(0.4)
    assert call.state is State.AI_SPEAKING
    call.wait(0.2)
    assert call.has(ResumePlayout)


def test_speech_that_goes_on_after_the_answer_went_on_may_still_be_confirmed() -> None:
    call = speaking().suspect()
    call.hear("yeah", 0.2).wait(1.0)
    assert call.has(ResumePlayout)
    call.hear("yeah but what about london", 0.3)
    assert call.path[-1] == "user_speaking<input.barge_in"


def test_a_recogniser_that_fails_on_a_suspicion_costs_nobody_the_answer() -> None:
    call = speaking().suspect()
    call.tell(SpeechStopped(call.at), 0.2)
    probe = call.last(OpenUtterance)
    call.tell(RecognitionFailed(probe.turn_id, probe.utterance_id, ErrorCode.STT_TIMEOUT, "Too slow."), 0.1)
    assert call.has(ResumePlayout)
    assert call.state is State.AI_SPEAKING


def test_a_hint_of_the_client_lets_the_length_decide_sooner() -> None:
    call = speaking().suspect()
    call.tell(ClientHint(), 0.1)
    call.wait(0.29)
    call.expect(State.AI_SPEAKING)
    call.wait(0.03)
    call.expect(State.USER_SPEAKING)


def test_assertive_stops_at_once() -> None:
    call = speaking(policy=parse({"profile": "assertive"})).suspect()
    assert call.path[-1] == "user_speaking<input.barge_in"
    assert not call.has(PausePlayout)


def test_speech_that_its_detector_has_confirmed_interrupts_at_once() -> None:
    call = speaking()
    call.tell(SpeechStarted(call.at, confirmed=True), 0.1)
    assert call.path[-1] == "user_speaking<input.barge_in"


@pytest.mark.requirement("BARGE-CONFIRM")
def test_a_stop_that_is_heard_as_star_stops_the_answer_and_is_not_answered() -> None:
    call = speaking().suspect()
    answers = sum(isinstance(command, StartReply) for command in call.commands)
    call.hear("Star.", 0.1)
    assert call.path[-1] == "user_speaking<input.barge_in"
    call.tell(SpeechStopped(call.at), 0.2)
    call.wait(3.0)
    probe = call.last(OpenUtterance)
    call.tell(TranscriptFinal(probe.turn_id, probe.utterance_id, "Star."), 0.1)
    assert call.state is State.IDLE
    assert sum(isinstance(command, StartReply) for command in call.commands) == answers


def test_the_same_word_where_nothing_is_to_be_stopped_is_answered() -> None:
    call = Driver().connect().ask("star")
    assert call.last(StartReply).text == "star"
