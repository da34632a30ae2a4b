"""A client that is not there (docs/reference/vip.md, "Coming back")."""

import pytest

from antiphon.domain.actions import ActionOutcome
from antiphon.domain.commands import DiscardUtterance, FlushPlayout, HangUp, Say, StartReply, UpdateContext
from antiphon.domain.errors import ErrorCode
from antiphon.domain.events import (
    ActionSettled,
    Failed,
    Interrupted,
    PresentState,
    SessionClosed,
    TurnEnded,
)
from antiphon.domain.signals import (
    AnnounceRequested,
    ClientConnected,
    ClientResumed,
    ContextUpdated,
    PlayoutStarted,
    ReplyFinished,
    TransportLost,
    TransportRestored,
)
from antiphon.domain.states import CloseReason, InterruptionType, Source, State
from support.driver import Driver


def away(**config: object) -> Driver:
    return Driver(resume_window_s=120.0, **config).connect()


@pytest.mark.requirement("VIP7-MATRIX")
def test_a_turn_that_is_being_spoken_is_cancelled() -> None:
    call = away()
    call.speak(1.0)
    call.tell(TransportLost())
    assert call.state is State.IDLE
    assert call.path[-1] == "idle<input.cancel"
    assert (call.last(TurnEnded).kind, call.last(TurnEnded).reason) == ("cancel", "transport.lost")
    assert call.has(DiscardUtterance)


@pytest.mark.parametrize("speaking", [False, True])
def test_an_answer_is_cancelled_and_what_was_heard_of_it_is_kept(speaking: bool) -> None:
    call = away().ask()
    if speaking:
        call.answer()
    call.tell(TransportLost())
    assert call.path[-1] == "idle<response.cancel"
    assert call.has(FlushPlayout)
    cut = call.last(Interrupted)
    assert (cut.type, cut.source, cut.reason) == (InterruptionType.MANUAL_STOP, Source.SYSTEM, "transport.lost")


def test_an_action_stays_open_until_its_own_timeout() -> None:
    call = away().ask().call_action(timeout_s=60.0)
    call.tell(TransportLost())
    assert call.path[-1] == "idle<response.cancel"
    assert not call.has(ActionSettled)
    call.tell(ClientResumed(), 3.0)
    call.settle(ActionOutcome("success", "done"))
    assert call.last(ActionSettled).outcome.ok
    assert call.state is State.IDLE


def test_an_action_that_fails_while_nobody_is_there_is_told_when_somebody_is() -> None:
    call = away().ask().call_action(timeout_s=5.0)
    call.tell(TransportLost())
    call.wait(6.0)
    assert call.last(ActionSettled).outcome.error_code == "action.timeout"
    assert call.state is State.IDLE
    call.tell(ClientResumed())
    assert call.path[-1] == "ai_thinking<action.result"


def test_nothing_is_begun_while_nobody_is_there() -> None:
    call = away()
    call.tell(TransportLost())
    call.tell(AnnounceRequested("Your tea is ready."), 1.0)
    assert not call.has(Say)
    call.tell(TransportRestored(), 1.0)
    assert call.last(Say).text == "Your tea is ready."


def test_an_announcement_that_had_not_begun_waits_for_the_client() -> None:
    call = away()
    call.tell(AnnounceRequested("Your tea is ready."))
    call.tell(TransportLost())
    assert len(call.all(Say)) == 1
    call.tell(ClientResumed(), 2.0)
    assert [say.text for say in call.all(Say)] == ["Your tea is ready."] * 2
    call.tell(PlayoutStarted(call.last(Say).turn_id))
    assert call.state is State.AI_SPEAKING


def test_late_words_of_a_cancelled_reply_are_dropped() -> None:
    call = away().ask()
    turn_id = call.last(StartReply).turn_id
    call.tell(TransportLost())
    told = len(call.events)
    call.tell(ReplyFinished(turn_id, "Too late."))
    call.tell(PlayoutStarted(turn_id))
    assert len(call.events) == told


def test_the_session_ends_with_the_resume_window() -> None:
    call = away()
    call.tell(TransportLost())
    call.wait(119.0)
    assert not call.has(SessionClosed)
    call.wait(2.0)
    assert call.last(SessionClosed).reason is CloseReason.LOST
    assert call.has(HangUp)


def test_a_client_that_is_back_stops_the_clock() -> None:
    call = away()
    call.tell(TransportLost())
    call.tell(TransportRestored(), 100.0)
    call.wait(100.0)
    assert not call.has(SessionClosed)


def test_without_a_window_the_session_ends_with_its_transport() -> None:
    call = Driver().connect()
    call.tell(TransportLost())
    assert call.last(SessionClosed).reason is CloseReason.LOST


def test_a_client_that_was_never_ready_has_nothing_to_come_back_to() -> None:
    call = Driver(resume_window_s=120.0)
    call.tell(ClientConnected())
    call.tell(ClientResumed())
    assert call.last(Failed).code is ErrorCode.ORDER
    call.tell(TransportLost(), 3.0)
    call.expect(State.CONNECTING)  # another connection may still initialise it
    call.tell(ClientConnected(), 5.0)
    call.wait(9.0)
    call.expect(State.CONNECTING)
    call.wait(2.0)
    call.expect(State.NOT_CONNECTED)


def test_who_resumes_is_told_what_holds_and_may_say_what_the_page_is() -> None:
    call = away().ask().answer()
    turn_id = call.last(StartReply).turn_id
    call.tell(ClientResumed(ContextUpdated("Another page.")))
    assert call.last(PresentState) == PresentState(State.AI_SPEAKING, turn_id)
    assert call.last(UpdateContext).update.narration == "Another page."
    assert call.state is State.AI_SPEAKING


def test_a_loss_that_is_told_twice_is_one() -> None:
    call = away().ask().answer()
    call.tell(TransportLost())
    told = len(call.events)
    call.tell(TransportLost())
    assert len(call.events) == told


def test_a_loss_after_the_end_is_nothing() -> None:
    call = Driver(resume_window_s=120.0)
    call.tell(TransportLost())
    assert call.events == []
