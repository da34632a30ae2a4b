"""What the page asks by itself, told unasked: in a dialog that no order has opened."""

import pytest

from antiphon.domain.actions import ActionOutcome
from antiphon.domain.commands import CancelReply, Say, StartReply
from antiphon.domain.context import PageContext
from antiphon.domain.events import ReplyDone
from antiphon.domain.page_questions import asked_in
from antiphon.domain.signals import (
    ActionResult,
    AnnounceRequested,
    ClientConnected,
    ClientReady,
    ContextUpdated,
    PlayoutFinished,
    PlayoutStarted,
    TextEntered,
    TransportLost,
)
from antiphon.domain.states import State
from antiphon.turns.page_dialogs import AGAIN_S, MOST, PAUSE_S, WINDOW_S
from support.driver import Driver, invoking, speaking
from support.page_dialogs import AROUND, ASKING, GONE, OTHER, QUESTION, hear_out, in_idle, opened, said


def test_a_dialog_that_opens_in_idle_is_told_once() -> None:
    call = in_idle()
    call.tell(opened())
    call.wait(1.0)
    assert said(call) == [QUESTION]
    hear_out(call)
    assert call.last(ReplyDone).text == QUESTION
    call.tell(opened())
    call.wait(120.0)
    assert said(call) == [QUESTION]


def test_one_that_opens_while_an_answer_is_spoken_waits_for_its_end() -> None:
    call = speaking()
    call.tell(opened())
    call.wait(2.0)
    assert said(call) == []
    call.tell(PlayoutFinished(call.last(StartReply).turn_id, 700))
    call.wait(1.0)
    assert said(call) == [QUESTION]


def test_one_that_has_gone_before_its_turn_is_not_told() -> None:
    call = speaking()
    call.tell(opened())
    call.tell(GONE)
    call.tell(PlayoutFinished(call.last(StartReply).turn_id, 700))
    call.wait(60.0)
    assert said(call) == []


def test_one_that_goes_while_its_voice_is_made_is_not_heard() -> None:
    call = in_idle()
    call.tell(opened())
    call.wait(1.0)
    call.tell(GONE)
    assert CancelReply(call.last(Say).turn_id) in call.commands
    call.wait(60.0)
    assert said(call) == [QUESTION]
    assert call.state is State.IDLE


def test_one_that_stands_for_less_than_a_moment_is_not_told() -> None:
    call = in_idle()
    call.tell(opened())
    call.tell(GONE, PAUSE_S / 2)
    call.wait(60.0)
    assert said(call) == []


@pytest.mark.parametrize("early", [False, True])
def test_one_that_an_order_has_opened_is_told_by_the_reply_alone(early: bool) -> None:
    """`early`: the page has told of it before it told what came of the order."""
    call = invoking()
    if early:
        call.tell(opened())
    outcome = ActionOutcome("success", f"Saved. {QUESTION}")
    call.tell(ActionResult("inv_1", outcome, page=None if early else opened()), 0.1)
    call.answer("I am to ask you whether you stay.")  # as a language model may put it
    call.tell(PlayoutFinished(call.last(StartReply).turn_id, 700))
    call.wait(60.0)
    assert said(call) == []


def test_one_that_a_reply_tells_is_not_told_again() -> None:
    call = invoking()
    call.tell(ActionResult("inv_1", ActionOutcome("error", None, "action.failed", "It failed."), page=opened()), 0.1)
    call.answer(f"It failed. {QUESTION}")
    call.tell(PlayoutFinished(call.last(StartReply).turn_id, 700))
    call.wait(60.0)
    assert said(call) == []


def test_one_that_opens_beside_an_order_which_tells_nothing_of_it_is_told_after_that() -> None:
    call = invoking()
    call.tell(opened())
    call.settle(ActionOutcome("success", "Settings are shown."))
    call.answer("Settings are shown.")
    assert said(call) == []
    call.tell(PlayoutFinished(call.last(StartReply).turn_id, 700))
    call.wait(1.0)
    assert said(call) == [QUESTION]


def test_who_speaks_first_is_heard_first_and_then_it_is_told() -> None:
    call = in_idle()
    call.tell(opened())
    call.wait(1.0)
    first = call.last(Say)
    call.ask("what time is it").answer()
    assert CancelReply(first.turn_id) in call.commands
    assert said(call) == [QUESTION]
    call.tell(PlayoutFinished(call.last(StartReply).turn_id, 700))
    call.wait(1.0)
    assert said(call) == [QUESTION, QUESTION]


def asking() -> Driver:
    """A question of ours has been heard."""
    call = in_idle().ask("delete everything").call_action(confirm=True, question="Delete all: shall I do it?")
    call.answer("Delete all: shall I do it?")
    call.tell(PlayoutFinished(call.last(StartReply).turn_id, 700), 0.7)
    call.wait(0.5)
    return call


@pytest.mark.parametrize("late_s", [0.1, 3.0])
def test_the_page_s_own_dialog_for_a_question_of_ours_is_not_told(late_s: float) -> None:
    call = asking()
    call.tell(opened("The page asks: Delete all? You can say yes for Yes, or no for No."))
    call.tell(TextEntered("yes"), 1.0)
    call.settle(ActionOutcome("success", None), follow_up=False)
    assert call.state is State.IDLE
    call.tell(GONE, late_s)
    call.wait(60.0)
    assert said(call) == []


def test_another_one_that_opens_while_we_ask_is_told_once_that_is_answered() -> None:
    call = asking()
    call.tell(opened())
    call.wait(10.0)
    call.tell(TextEntered("yes"))
    call.settle(ActionOutcome("success", None), follow_up=False)
    call.wait(5.0)
    assert said(call) == [QUESTION]


def test_what_the_application_announces_comes_before_it() -> None:
    call = in_idle()
    call.tell(opened())
    call.tell(AnnounceRequested("Your parcel is here."))
    hear_out(call)
    call.wait(1.0)
    assert said(call) == ["Your parcel is here.", QUESTION]


def test_the_same_question_is_not_told_again_for_a_while() -> None:
    call = in_idle()
    call.tell(opened())
    call.wait(1.0)
    first = call.at
    hear_out(call)
    for _ in range(3):
        call.tell(GONE, 1.0)
        call.tell(opened(), 1.0)
    call.wait(first + AGAIN_S - call.at - 0.6)
    assert said(call) == [QUESTION]
    call.wait(1.2)  # it still stands there, and is another dialog than the one that was told
    assert said(call) == [QUESTION, QUESTION]


def test_a_count_that_runs_in_it_makes_no_other_question_of_it() -> None:
    call = in_idle()
    for left in range(60, 0, -1):
        call.tell(opened(f"The page asks: You are signed out in {left} seconds. Stay? You can say yes for Stay."), 1.0)
        if call.has(Say) and call.state is State.IDLE:
            call.tell(PlayoutStarted(call.last(Say).turn_id))
    call.tell(PlayoutFinished(call.last(Say).turn_id, 3000))
    call.wait(5.0)
    assert len(said(call)) == 1


def test_a_page_that_asks_without_end_is_said_little_of_until_somebody_answers() -> None:
    call = in_idle()
    began = call.at
    for letter in "abcdefghijklmnopqrst":
        call.tell(opened(f"The page asks: Take the {letter}? Yes or no?"), 1.0)
        call.wait(1.0)
        if call.has(Say) and call.last(Say).text.endswith(f"the {letter}? Yes or no?"):
            hear_out(call)
    assert call.at - began < WINDOW_S
    assert len(said(call)) == MOST
    call.ask("what time is it").answer()
    call.tell(PlayoutFinished(call.last(StartReply).turn_id, 700))
    call.wait(1.0)
    assert len(said(call)) == MOST + 1


def test_a_question_that_the_voice_makes_nothing_of_is_not_tried_without_end() -> None:
    call = in_idle()
    call.tell(opened())
    call.wait(1.0)
    call.tell(PlayoutFinished(call.last(Say).turn_id, 0))
    call.wait(120.0)
    assert said(call) == [QUESTION]


def test_a_dialog_that_stands_there_when_the_session_begins_has_not_opened() -> None:
    call = Driver()
    call.tell(ClientConnected())
    call.tell(ClientReady(PageContext(AROUND.format(QUESTION), actions=ASKING)), 0.1)
    call.tell(ContextUpdated(narration=f"The cart is empty.\n{QUESTION}"))
    call.wait(60.0)
    assert said(call) == []
    call.tell(opened(OTHER))
    call.wait(1.0)
    assert said(call) == [OTHER]


def test_nothing_is_told_to_a_client_that_is_away() -> None:
    call = in_idle(resume_window_s=30.0)
    call.tell(opened())
    call.tell(TransportLost())
    call.wait(5.0)
    assert said(call) == []


@pytest.mark.parametrize(
    ("narration", "told"),
    [
        (f"Tea.\n{QUESTION}\nThe page shows “Shelf”.", QUESTION),
        (f"The dialog says: {QUESTION}", ""),
        ("", ""),
    ],
)
def test_what_the_page_asks_is_a_line_of_its_narration(narration: str, told: str) -> None:
    assert asked_in(narration) == told


@pytest.mark.parametrize("much", [f"Are you sure? {'Tea is hot. ' * 600}", "tea" * 2000, "You can say " * 600])
def test_of_a_long_question_so_much_is_said_that_somebody_can_answer(much: str) -> None:
    told = asked_in(f"The page asks: {much} You can say yes for Stay, or no for Go.")
    assert len(told) <= 400
    assert told.endswith("… You can say yes for Stay, or no for Go.")
