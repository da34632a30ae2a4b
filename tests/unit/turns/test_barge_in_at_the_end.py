"""Speech that began under an answer, when the answer is over."""

import pytest

from antiphon.domain.commands import DiscardUtterance, OpenUtterance, StartReply
from antiphon.domain.signals import PlayoutFinished, SpeechStarted, SpeechStopped, SpeechSuspected, TranscriptFinal
from antiphon.domain.states import State
from support.driver import Driver
from support.suspicion import finish, speaking


def test_speech_that_is_on_when_the_answer_ends_becomes_a_turn_with_all_of_its_audio() -> None:
    call = speaking().suspect()
    probe = call.last(OpenUtterance)
    call.hear("yeah", 0.2).wait(1.0)
    finish(call)
    assert call.path[-2:] == ["idle<audio.complete", "user_speaking<input.start"]
    assert call.last(OpenUtterance) == probe
    assert not call.has(DiscardUtterance)


@pytest.mark.requirement("BARGE-CONFIRM")
def test_the_release_timer_waits_while_the_answer_is_paused() -> None:
    call = speaking()
    call.tell(PlayoutFinished(call.last(StartReply).turn_id, 2000), 0.5)
    call.suspect(clear=False)
    call.tell(SpeechSuspected(call.at), 0.05)
    call.wait(0.5)
    assert call.state is State.AI_SPEAKING
    call.tell(SpeechStopped(call.at))
    probe = call.last(OpenUtterance)
    call.tell(TranscriptFinal(probe.turn_id, probe.utterance_id, ""), 0.1)
    call.wait(0.25)
    assert call.path[-1] == "idle<audio.complete"


def over(call: Driver) -> Driver:
    """The answer ends while a sound goes on that is speech by a hair."""
    call.tell(SpeechStarted(call.at + 0.3), 0.4)
    finish(call)
    assert call.path[-1] == "idle<audio.complete"
    return call


@pytest.mark.requirement("BARGE-CONFIRM")
def test_the_last_of_the_answer_back_from_the_room_begins_no_turn() -> None:
    call = over(speaking())
    call.wait(0.3)
    call.tell(SpeechStopped(call.at), 0.1)
    call.wait(2.0)
    assert call.state is State.IDLE


@pytest.mark.requirement("BARGE-CONFIRM")
@pytest.mark.parametrize("clear", [True, False])
def test_a_caller_who_began_under_the_answer_is_heard_from_the_onset(clear: bool) -> None:
    call = over(speaking())
    onset = call.at - 0.75
    if clear:
        call.tell(SpeechSuspected(onset), 0.05)
    else:
        call.wait(0.6)
    assert call.state is State.USER_SPEAKING
    assert call.last(OpenUtterance).since == pytest.approx(onset, abs=0.15)
