"""After three interruptions in a minute an answer can begin in peace."""

import pytest

from antiphon.domain.commands import HoldAudio, OpenUtterance
from antiphon.domain.events import HealthChanged, Interrupted, TurnStarted
from antiphon.domain.signals import SpeechStopped, TranscriptFinal
from antiphon.domain.states import State, TurnStart
from antiphon.turns.policies import Policy
from support.driver import Driver
from support.suspicion import finish, speaking


def interrupted_three_times(call: Driver) -> Driver:
    for _ in range(3):
        call.suspect().hear("go on", 0.1)
        call.tell(SpeechStopped(call.at), 0.2)
        call.wait(2.0)
        utterance = call.last(OpenUtterance)
        call.tell(TranscriptFinal(utterance.turn_id, utterance.utterance_id, "go on"), 0.1)
        call.answer("And so on.")
    return call


@pytest.mark.requirement("ITE-AC-007")
def test_after_three_interruptions_in_a_minute_the_first_two_seconds_cannot_be_interrupted() -> None:
    call = interrupted_three_times(speaking())
    assert [event.count for event in call.all(Interrupted)] == [1, 2, 3]
    call.suspect()
    call.hear("stop stop", 0.3)
    assert call.state is State.AI_SPEAKING
    assert call.has(HoldAudio)
    assert call.last(HealthChanged).reason == "cooldown"
    assert call.last(HealthChanged).guidance


@pytest.mark.requirement("ITE-AC-007")
def test_speech_that_is_still_on_at_two_seconds_is_a_barge_in_with_its_first_sample() -> None:
    call = interrupted_three_times(speaking())
    onset = call.at
    call.suspect()
    call.wait(1.79)
    assert call.state is State.AI_SPEAKING
    call.wait(0.02)
    assert call.path[-1] == "user_speaking<input.barge_in"
    held = call.last(HoldAudio)
    assert call.last(OpenUtterance).utterance_id == held.utterance_id
    assert held.since == onset


@pytest.mark.requirement("ITE-AC-007")
def test_what_ended_within_the_two_seconds_is_answered_afterwards() -> None:
    call = interrupted_three_times(speaking())
    call.suspect()
    call.tell(SpeechStopped(call.at), 0.3)
    call.wait(3.0)
    assert call.state is State.AI_SPEAKING
    finish(call)
    assert call.path[-3:] == ["idle<audio.complete", "user_speaking<pending", "ai_thinking<input.end"]
    assert call.last(TurnStarted).trigger is TurnStart.PENDING


@pytest.mark.requirement("ITE-AC-007")
def test_the_cooldown_is_over_when_the_interruptions_are_a_minute_old() -> None:
    call = interrupted_three_times(speaking())
    finish(call)
    call.wait(61.0)
    call.ask().answer("Now then.").suspect().hear("go on", 0.1)
    assert call.state is State.USER_SPEAKING


def test_a_policy_without_cooldown_has_none() -> None:
    call = interrupted_three_times(speaking(policy=Policy(cooldown=False)))
    call.suspect().hear("go on", 0.1)
    assert call.state is State.USER_SPEAKING
