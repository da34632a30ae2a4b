"""While an action waits for a yes: one question at a time, and what ends it (V5-CONFIRM)."""

import pytest

from antiphon.domain.commands import StartReply
from antiphon.domain.events import ActionRequested
from antiphon.domain.signals import (
    ActionConfirmed,
    ActionWithdrawn,
    AnnounceRequested,
    PlayoutFinished,
    PlayoutStarted,
    ReplyToolCall,
    SessionClosing,
    TurnGranted,
)
from antiphon.domain.states import State
from antiphon.turns.config import MAX_ACTIONS_A_TURN
from antiphon.turns.policies import Policy
from support.asking import INVOCATION, OK, asked, asking, ends, ran, wants
from support.driver import Driver

pytestmark = pytest.mark.requirement("V5-CONFIRM")


def test_another_question_takes_the_place_of_the_first() -> None:
    call = asking()
    call.tell(ReplyToolCall("turn_1", "leave", {}, 5.0, confirm=True, question="Leave: shall I do it?"))
    assert ends(call) == [("action.cancelled", "superseded")]
    call.tell(PlayoutFinished("turn_1", 2000), 1.0)
    call.wait(0.25)
    call.ask("yes")
    assert call.last(ActionRequested).action_id == "leave"


def test_nothing_else_is_said_while_an_answer_is_waited_for() -> None:
    call = asked()
    call.tell(AnnounceRequested("Your parcel is here. Do you want to see it?"))
    call.wait(1.0)
    assert call.state is State.IDLE
    call.ask("no")
    call.answer("All right.").tell(PlayoutFinished("turn_2", 500), 0.5)
    call.wait(0.25)
    call.tell(PlayoutStarted("turn_3"), 0.1)
    assert call.path[-1] == "ai_speaking<server.announce"


def test_a_grant_makes_the_assistant_say_something_else() -> None:
    call = asked()
    call.tell(TurnGranted())
    assert ends(call) == [("action.cancelled", "superseded")]
    assert call.last(StartReply).text is None


def test_where_replies_are_granted_the_yes_waits_for_the_grant() -> None:
    call = Driver(policy=Policy(), auto_response=False).connect().ask("delete my account")
    call.tell(TurnGranted())
    wants(call).tell(PlayoutStarted("turn_1"), 0.1)
    call.tell(PlayoutFinished("turn_1", 2000), 2.0)
    call.wait(0.25)
    call.ask("yes")
    assert call.state is State.AI_THINKING
    assert not ran(call)
    call.tell(TurnGranted())
    assert call.path[-1] == "invoke_action<response.tool"


def test_the_end_of_the_session_ends_it() -> None:
    call = asked()
    call.tell(SessionClosing())
    assert ends(call) == [("action.cancelled", "session.close")]


def test_a_page_that_no_longer_offers_the_action_ends_it() -> None:
    call = asked()
    call.tell(ActionWithdrawn("inv_9"))
    assert ends(call) == []
    call.tell(ActionWithdrawn(INVOCATION))
    assert ends(call) == [("action.cancelled", "superseded")]
    call.tell(ActionWithdrawn(INVOCATION))
    assert len(ends(call)) == 1


def test_what_is_asked_counts_among_the_actions_of_a_turn() -> None:
    call = Driver().connect().ask("go")
    for _ in range(MAX_ACTIONS_A_TURN):
        call.call_action().settle(OK)
    wants(call)
    assert call.path[-1] == "idle<response.failed"
    assert not any(order.confirm for order in call.all(ActionRequested))


def test_many_ended_invocations_do_not_make_it_forget_the_one_that_is_asked() -> None:
    call = Driver().connect()
    for _ in range(70):
        call.ask("go").call_action(follow_up=False).settle(OK)
    wants(call.ask("delete my account"))
    call.tell(ActionConfirmed(call.last(ActionRequested).invocation_id, True))
    assert call.state is State.INVOKE_ACTION
