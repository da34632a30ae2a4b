"""A session from its first message to its end, and what it is told of the page meanwhile."""

import pytest

from antiphon.domain.commands import HangUp, UpdateContext, UseContext
from antiphon.domain.context import PageContext
from antiphon.domain.errors import ErrorCode
from antiphon.domain.events import ActionSettled, Failed, Pong, SessionClosed
from antiphon.domain.signals import (
    CancelRequested,
    CaptureEnded,
    CaptureStarted,
    ClientConnected,
    ClientReady,
    ContextUpdated,
    PingReceived,
    SessionClosing,
    Signal,
    TextEntered,
    TurnGranted,
)
from antiphon.domain.states import CloseReason, State
from support.driver import Driver, invoking, ready


def test_closing_stops_everything_from_any_state() -> None:
    call = invoking()
    call.tell(SessionClosing(CloseReason.SHUTDOWN))
    assert call.state is State.NOT_CONNECTED
    assert call.last(ActionSettled).cancelled
    assert call.last(HangUp).reason is CloseReason.SHUTDOWN
    assert call.engine.deadline() is None
    before = len(call.events)
    call.tell(SessionClosing())
    assert call.events[before:] == []


def test_a_client_that_does_not_initialise_is_sent_away() -> None:
    call = Driver()
    call.tell(ClientConnected())
    call.wait(10.1)
    failure = call.last(Failed)
    assert (failure.kind, failure.code) == ("error.fatal", ErrorCode.ORDER)
    assert call.state is State.NOT_CONNECTED


@pytest.mark.parametrize(
    "early", [PingReceived({}), TextEntered("hi"), CaptureStarted(), CaptureEnded(), CancelRequested(), TurnGranted()]
)
def test_nothing_is_taken_before_the_session_is_initialised(early: Signal) -> None:
    call = Driver()
    call.tell(ClientConnected())
    call.tell(early)
    assert call.last(Failed).code is ErrorCode.ORDER
    assert call.state is State.CONNECTING


def test_a_second_initialisation_is_out_of_order() -> None:
    call = ready()
    call.tell(ClientReady(PageContext("other")))
    assert call.last(Failed).code is ErrorCode.ORDER
    assert len(call.all(UseContext)) == 1


@pytest.mark.requirement("VIP7-WINDOWS")
def test_the_context_does_not_change_under_a_turn() -> None:
    update = ContextUpdated(narration="The settings are open.")
    call = ready()
    call.tell(update)
    assert call.has(UpdateContext)
    call.speak()
    call.tell(update)
    failure = call.last(Failed)
    assert failure.code is ErrorCode.WINDOW_CLOSED
    assert failure.code.retryable
    call.wait(1.0)
    call.tell(update)
    assert len(call.all(UpdateContext)) == 1


def test_idle_for_too_long_ends_the_session() -> None:
    call = ready(idle_s=600.0)
    call.wait(600.1)
    assert call.last(SessionClosed).reason is CloseReason.IDLE


def test_a_ping_is_answered_with_its_payload() -> None:
    call = ready()
    call.tell(PingReceived({"t": 1}))
    assert call.last(Pong).payload == {"t": 1}
