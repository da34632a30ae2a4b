"""A tentative barge-in that comes to nothing: what goes on, and what is forgotten, in each of its states."""

from antiphon.domain.commands import CloseUtterance, DiscardUtterance, OpenUtterance, PausePlayout, ResumePlayout
from antiphon.domain.events import Interrupted, PlayoutHeld
from antiphon.domain.signals import (
    AudioPlayed,
    PlayoutFinished,
    PlayoutPaused,
    PolicyChanged,
    SpeechClear,
    SpeechStarted,
    SpeechStopped,
    TranscriptFinal,
    TranscriptPartial,
)
from antiphon.domain.states import State
from antiphon.turns.policies import Policy
from support.driver import Driver


def speaking() -> Driver:
    call = Driver(policy=Policy()).connect().ask().answer("It is noon, and the sun shines on everything there is.")
    call.commands.clear()
    call.events.clear()
    return call


def pauses(call: Driver) -> list[bool]:
    return [event.paused for event in call.all(PlayoutHeld)]


def test_a_cough_is_over_before_its_words_are_known() -> None:
    """The recogniser has closed its utterance already, so that there is nothing to discard."""
    call = speaking().suspect()
    call.tell(SpeechStopped(call.at), 0.1)
    assert call.has(CloseUtterance)
    call.wait(1.2)
    assert pauses(call) == [True, False]
    assert (call.has(ResumePlayout), call.has(DiscardUtterance)) == (True, False)


def test_speech_that_may_not_interrupt_any_more_is_discarded_while_it_lasts() -> None:
    """The answer goes on, once: it does already where the speech has outlasted the pause."""
    for outlasts in (False, True):
        call = speaking().suspect()
        if outlasts:
            call.hear("mm-hm", 0.3)
            call.wait(1.0)
        call.tell(PolicyChanged({"allowBargeIn": False}), 0.1)
        assert pauses(call) == [True, False]
        assert (len(call.all(ResumePlayout)), len(call.all(DiscardUtterance))) == (1, 1)
        call.expect(State.AI_SPEAKING)


def test_speech_that_outlasts_the_pause_resumes_the_answer_once() -> None:
    """It is over then, and was nothing: there is nothing to discard, and nothing to resume."""
    call = speaking().suspect()
    call.hear("mm-hm", 0.3)
    call.wait(1.0)
    call.tell(SpeechStopped(call.at), 0.1)
    utterance = call.last(OpenUtterance)
    call.tell(TranscriptFinal(utterance.turn_id, utterance.utterance_id, "mm-hm"), 0.1)
    assert pauses(call) == [True, False]
    assert (len(call.all(ResumePlayout)), call.has(DiscardUtterance)) == (1, False)
    call.expect(State.AI_SPEAKING)


def test_the_latency_of_what_is_confirmed_late_is_not_that_of_the_first_pause() -> None:
    """The answer went on in between, so its silence is that of the flush."""
    call = speaking().suspect()
    onset = call.at - 0.2
    call.hear("mm-hm", 0.3)
    call.wait(1.0)
    call.hear("mm-hm no wait, go to settings", 0.3)
    interrupted = call.last(Interrupted)
    assert interrupted.latency_ms == round(1000 * (call.at - onset))
    call.expect(State.USER_SPEAKING)


def test_an_answer_that_was_heard_whole_before_it_paused_is_not_resumed() -> None:
    """The client's word overtakes the playout's: the answer is over while the speech over it is still judged."""
    call = speaking()
    call.tell(SpeechStarted(call.at), 0.1)
    outcome = call.engine.handle(SpeechClear(call.at), call.at)  # past the driver, which would pause at once
    assert any(isinstance(command, PausePlayout) for command in outcome.commands)
    call.tell(SpeechStopped(call.at), 0.1)
    call.tell(PlayoutFinished("turn_1", 900))
    call.tell(AudioPlayed("resp_1", 900))
    call.expect(State.IDLE)
    call.wait(2.0)
    assert not call.has(ResumePlayout)
    assert not call.has(PlayoutHeld)
    call.tell(SpeechStarted(call.at))
    call.expect(State.USER_SPEAKING)


def test_a_pause_that_is_told_after_the_answer_went_on_does_not_hold_its_end() -> None:
    """The playout's word on the pause comes late: the answer has been resumed in between, and ends as any other."""
    call = speaking()
    call.tell(SpeechStarted(call.at), 0.1)
    outcome = call.engine.handle(SpeechClear(call.at), call.at)  # past the driver, which would pause at once
    pause = next(command for command in outcome.commands if isinstance(command, PausePlayout))
    opened = next(command for command in outcome.commands if isinstance(command, OpenUtterance))
    call.tell(TranscriptPartial(opened.turn_id, opened.utterance_id, "mm-hm"), 0.3)
    call.wait(1.0)
    assert call.has(ResumePlayout)
    call.tell(PlayoutPaused(pause.turn_id, 500, call.at), 0.1)
    call.tell(SpeechStopped(call.at), 0.1)
    call.tell(PlayoutFinished("turn_1", 900))
    call.tell(AudioPlayed("resp_1", 900))
    call.expect(State.IDLE)


def test_speech_that_began_long_ago_has_time_for_its_first_words() -> None:
    """Its 1.2 s are over as it becomes clear; the answer is not resumed in the moment in which it is paused."""
    call = speaking()
    call.tell(SpeechStarted(call.at - 3.0), 0.1)
    call.tell(SpeechClear(call.at - 3.1), 0.1)
    call.hear("mm-hm", 0.2)
    assert pauses(call) == [True]
    call.wait(0.41)
    assert pauses(call) == [True, False]
