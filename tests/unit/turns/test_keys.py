"""Turns that the client begins: a key that is held, a wake word, what was captured is dropped."""

import pytest

from antiphon.domain.commands import CloseUtterance, DiscardUtterance
from antiphon.domain.errors import ErrorCode
from antiphon.domain.events import Failed, TurnEnded, TurnStarted
from antiphon.domain.signals import CaptureCancelled, CaptureEnded, CaptureStarted
from antiphon.domain.states import State, TurnStart
from support.driver import ready


def test_silence_does_not_end_a_turn_while_the_key_is_held() -> None:
    call = ready()
    call.tell(CaptureStarted(TurnStart.PTT))
    call.speak()
    call.wait(15.0)
    assert call.state is State.USER_SPEAKING


def test_what_is_said_shortly_after_the_key_was_released_still_counts() -> None:
    call = ready()
    call.tell(CaptureStarted())
    call.tell(CaptureEnded(), 1.0)
    call.wait(0.14)
    assert call.state is State.USER_SPEAKING
    call.wait(0.02)
    assert call.path[-1] == "ai_thinking<input.end"
    assert call.last(TurnEnded).reason == "released"


def test_a_key_pressed_in_a_turn_that_speech_began_holds_it() -> None:
    call = ready().speak()
    call.tell(CaptureStarted())
    call.wait(5.0)
    assert call.state is State.USER_SPEAKING
    assert len(call.all(TurnStarted)) == 1


def test_a_second_key_press_is_refused() -> None:
    call = ready()
    call.tell(CaptureStarted())
    call.tell(CaptureStarted())
    assert call.last(Failed).code is ErrorCode.INVALID_TRANSITION
    assert call.last(Failed).trigger == "input.start"
    assert call.state is State.USER_SPEAKING


def test_the_client_may_drop_what_was_captured() -> None:
    call = ready()
    call.tell(CaptureStarted())
    call.tell(CaptureCancelled(), 0.5)
    assert call.path[-1] == "idle<input.cancel"
    assert call.has(DiscardUtterance)
    assert not call.has(CloseUtterance)


@pytest.mark.requirement("V5-TRIGGER")
def test_speech_starts_nothing_where_vad_is_not_a_trigger() -> None:
    call = ready(triggers=frozenset({TurnStart.PTT})).speak()
    call.expect(State.IDLE)
    call.tell(CaptureStarted(TurnStart.WAKE_WORD))
    assert call.last(Failed).code is ErrorCode.INVALID_TRANSITION
    call.tell(CaptureStarted(TurnStart.PTT))
    call.expect(State.USER_SPEAKING)


def test_a_key_that_is_held_for_too_long_without_a_word_ends_without_a_turn() -> None:
    call = ready(max_turn_s=5.0)
    call.tell(CaptureStarted())
    call.wait(5.1)
    assert call.path[-1] == "idle<input.timeout"
    assert call.last(TurnEnded).outcome == "cancel"
