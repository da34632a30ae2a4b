"""The assistant gives way because the application says so."""

import pytest

from antiphon.domain.errors import ErrorCode
from antiphon.domain.events import Failed, Interrupted
from antiphon.domain.signals import SpeechStarted, YieldRequested
from antiphon.domain.states import InterruptionType, Source
from support.driver import Driver


@pytest.mark.requirement("ITE-AC-005")
def test_a_yield_gives_the_user_the_floor_and_keeps_the_reason() -> None:
    call = Driver().connect().ask().answer()
    call.tell(YieldRequested("the editor has something to say"))
    told = call.last(Interrupted)
    assert (told.type, told.source) == (InterruptionType.POLICY_YIELD, Source.MANUAL)
    assert told.reason == "the editor has something to say"
    assert call.path[-1] == "user_speaking<input.barge_in"


def test_a_yield_in_idle_and_while_listening_does_nothing() -> None:
    call = Driver().connect()
    before = len(call.events)
    call.tell(YieldRequested("x"))
    assert len(call.events) == before
    call.tell(SpeechStarted(call.at))
    before = len(call.events)
    call.tell(YieldRequested("x"))
    assert len(call.events) == before


def test_a_yield_during_an_action_is_refused() -> None:
    call = Driver().connect().ask().call_action()
    call.tell(YieldRequested("x"))
    assert call.last(Failed).code is ErrorCode.INVALID_TRANSITION
