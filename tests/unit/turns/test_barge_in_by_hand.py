"""A hand, a key or typed text over speech that is only suspected."""

import pytest

from antiphon.domain.commands import CloseUtterance, DiscardUtterance, OpenUtterance, StartReply
from antiphon.domain.errors import ErrorCode
from antiphon.domain.events import Failed, Interrupted, TranscriptDone
from antiphon.domain.signals import (
    BargeInRequested,
    CancelRequested,
    RecognitionFailed,
    SpeechStarted,
    SpeechStopped,
    TextEntered,
    TranscriptFinal,
)
from antiphon.domain.states import InterruptionType, Source, State
from antiphon.turns.policies import parse
from support.driver import Driver
from support.suspicion import speaking


def stopped_by_hand() -> tuple[Driver, OpenUtterance]:
    """The suspected speech is over, and the user interrupts by hand before its words have come."""
    call = speaking().suspect()
    call.tell(SpeechStopped(call.at), 0.2)
    probe = call.last(OpenUtterance)
    call.tell(BargeInRequested(), 0.05)
    assert call.state is State.USER_SPEAKING
    return call, probe


def said(call: Driver) -> list[str]:
    return [event.text for event in call.events if isinstance(event, TranscriptDone)][1:]


def test_words_that_come_after_a_hand_has_interrupted_are_the_turns() -> None:
    call, probe = stopped_by_hand()
    assert said(call) == []
    call.tell(TranscriptFinal(probe.turn_id, probe.utterance_id, "go to settings"), 0.2)
    assert said(call) == ["go to settings"]
    call.wait(3.0)
    assert call.state is State.AI_THINKING
    own = call.last(CloseUtterance)
    call.tell(TranscriptFinal(own.turn_id, own.utterance_id, ""), 0.1)
    assert call.last(StartReply).text == "go to settings"


@pytest.mark.parametrize("fails", [False, True])
def test_a_noise_over_which_a_hand_interrupts_was_nothing(fails: bool) -> None:
    call, probe = stopped_by_hand()
    if fails:
        call.tell(RecognitionFailed(probe.turn_id, probe.utterance_id, ErrorCode.STT_FAILED, "It broke."), 0.2)
    else:
        call.tell(TranscriptFinal(probe.turn_id, probe.utterance_id, ""), 0.2)
    call.wait(5.0)
    assert call.state is State.USER_SPEAKING  # the floor is the user's, who may still say something
    call.wait(6.0)
    assert call.path[-1] == "idle<input.timeout"
    assert said(call) == []
    assert not call.has(Failed)


def test_what_is_typed_over_a_noise_is_answered_as_soon_as_that_is_known_to_be_one() -> None:
    call = speaking().suspect()
    call.tell(SpeechStopped(call.at), 0.2)
    probe = call.last(OpenUtterance)
    call.tell(TextEntered("go to the cart"), 0.05)
    assert said(call) == ["go to the cart"]
    call.tell(TranscriptFinal(probe.turn_id, probe.utterance_id, ""), 0.2)
    assert call.last(StartReply).text == "go to the cart"


def test_who_speaks_on_after_a_hand_has_interrupted_is_heard_to_the_end() -> None:
    call, probe = stopped_by_hand()
    call.tell(SpeechStarted(call.at), 0.1)
    call.tell(TranscriptFinal(probe.turn_id, probe.utterance_id, "go to"), 0.1)
    call.wait(4.0)
    assert call.state is State.USER_SPEAKING
    call.tell(SpeechStopped(call.at), 0.2)
    call.wait(3.0)
    own = call.last(CloseUtterance)
    call.tell(TranscriptFinal(own.turn_id, own.utterance_id, "settings"), 0.1)
    assert call.last(StartReply).text == "go to settings"


def test_a_hand_never_waits_for_words() -> None:
    call = speaking().suspect()
    call.tell(TextEntered("in London"))
    assert call.last(Interrupted).source is Source.TEXT
    assert call.path[-1] == "ai_thinking<input.end"


def test_a_cancel_in_a_pause_forgets_the_suspicion() -> None:
    call = speaking().suspect()
    probe = call.last(OpenUtterance)
    call.tell(CancelRequested())
    assert call.path[-1] == "idle<response.cancel"
    assert call.last(Interrupted).type is InterruptionType.MANUAL_STOP
    assert call.last(DiscardUtterance).utterance_id == probe.utterance_id


def test_barge_in_is_refused_to_nobody_by_hand_in_hands_free() -> None:
    call = speaking(policy=parse({"profile": "hands-free"}))
    call.tell(TextEntered("something else"))
    assert call.path[-1] == "ai_thinking<input.end"
    assert not call.has(Failed)
