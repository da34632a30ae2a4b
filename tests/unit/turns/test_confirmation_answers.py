"""Actions that want a yes: asked first, run on a yes, ended by everything else (V5-CONFIRM)."""

import pytest

from antiphon.domain.commands import CancelReply, ContinueReply, RememberWords, SettleAction, StartReply
from antiphon.domain.errors import ErrorCode
from antiphon.domain.events import ActionRequested, Failed
from antiphon.domain.signals import (
    ActionResult,
    PlayoutFinished,
    PlayoutStarted,
    ReplyDelta,
    ReplyFinished,
    TextEntered,
)
from antiphon.domain.states import State
from antiphon.turns.confirmation import ANSWER_S
from support.asking import INVOCATION, OK, asked, ends, ran, wants
from support.driver import Driver

pytestmark = pytest.mark.requirement("V5-CONFIRM")


def test_the_user_is_asked_before_anything_runs() -> None:
    call = asked()
    assert call.path[-2:] == ["ai_speaking<response.audio", "idle<audio.complete"]
    [order] = call.all(ActionRequested)
    assert (order.confirm, order.parallel, order.parameters, order.timeout_ms) == (True, False, {"now": True}, 5000)
    call.wait(10.0)
    assert ends(call) == []


@pytest.mark.parametrize("parallel_actions", [True, False])
@pytest.mark.parametrize("words", ["Yes.", "Yes, please.", "Okay, do it.", "yes delete it"])
def test_a_spoken_yes_runs_it(words: str, parallel_actions: bool) -> None:
    call = asked(parallel_actions=parallel_actions)
    call.ask(words)
    assert call.path[-1] == "invoke_action<response.tool"
    first, order = call.all(ActionRequested)
    assert (order.confirm, order.parallel, order.turn_id) == (False, False, "turn_2")
    assert (first.invocation_id, first.action_id, first.parameters) == (
        order.invocation_id,
        order.action_id,
        order.parameters,
    )
    assert call.last(RememberWords) == RememberWords("turn_2", words)
    assert len(call.all(StartReply)) == 1
    call.settle(OK)
    assert call.path[-1] == "ai_thinking<action.result"
    assert call.last(ContinueReply) == ContinueReply("turn_2", "resp_2", INVOCATION, OK)
    assert ends(call) == [("success", "")]


def test_a_typed_yes_runs_it() -> None:
    call = asked()
    call.tell(TextEntered("yes"), 1.0)
    assert call.path[-2:] == ["ai_thinking<input.text", "invoke_action<response.tool"]


def test_after_the_yes_its_deadline_counts_from_then() -> None:
    call = asked().ask("yes")
    call.wait(4.5)
    assert not call.has(Failed)
    call.wait(0.6)
    assert call.last(Failed).code is ErrorCode.ACTION_TIMEOUT
    assert call.last(Failed).turn_id == "turn_2"
    assert call.last(ContinueReply).outcome.error_code == "action.timeout"
    assert len(ends(call)) == 1


def test_an_action_that_needs_no_words_after_it_ends_the_turn_of_the_yes() -> None:
    call = wants(Driver().connect().ask("delete my account"), follow_up=False)
    call.tell(PlayoutStarted("turn_1"), 0.1)
    call.tell(PlayoutFinished("turn_1", 2000), 2.0)
    call.wait(0.25)
    call.ask("yes").settle(OK)
    assert call.path[-1] == "idle<action.done"
    assert call.last(CancelReply).turn_id == "turn_2"


@pytest.mark.parametrize(
    "words",
    ["No.", "no thanks", "Never mind.", "leave it", "Don't do it!", "No, cancel.", "Ok, stop.", "sure, forget it"],
)
def test_a_no_ends_it_and_the_brain_is_told(words: str) -> None:
    call = asked().ask(words)
    assert call.state is State.AI_THINKING
    assert not ran(call)
    assert ends(call) == [("action.declined", "declined")]
    assert call.last(ContinueReply).outcome.error_code == "action.declined"
    assert call.last(RememberWords).text == words
    call.tell(ReplyDelta("turn_2", "All right."), 0.1)
    call.tell(ReplyFinished("turn_2", "All right."))
    call.tell(PlayoutStarted("turn_2"), 0.1)
    assert call.path[-1] == "ai_speaking<response.audio"


@pytest.mark.parametrize("words", ["go to settings", "Yes, but not the pictures.", "yes, no", "Yes?", "what for"])
def test_anything_else_ends_it_and_is_answered_as_ever(words: str) -> None:
    call = asked().ask(words)
    assert not ran(call)
    assert ends(call) == [("action.cancelled", "superseded")]
    start = call.last(StartReply)
    assert (start.turn_id, start.response_id, start.text) == ("turn_2", "resp_2", words)
    assert call.last(SettleAction).outcome.error_code == "action.cancelled"
    call.answer().tell(PlayoutFinished("turn_2", 500), 0.5)
    call.wait(0.25)
    call.ask("yes")
    assert not ran(call)


def test_no_words_are_no_answer_and_the_question_stays_open() -> None:
    call = asked().ask("")
    assert call.path[-1] == "idle<error.recognition"
    assert ends(call) == []
    assert ran(call.ask("yes"))


def test_what_is_said_over_the_answer_to_a_no_is_not_joined_to_it() -> None:
    call = asked().ask("no")
    call.speak().wait(1.0)
    call.understand("go home")
    assert call.last(StartReply).text == "go home"


def test_nobody_answers_for_30_s() -> None:
    call = asked()
    call.wait(ANSWER_S - 0.5)
    assert ends(call) == []
    call.wait(0.6)
    assert ends(call) == [("action.cancelled", "timeout")]
    assert call.has(SettleAction)
    assert call.state is State.IDLE
    assert not ran(call.ask("yes"))


def test_who_speaks_when_the_time_is_over_is_heard_first() -> None:
    call = asked()
    call.wait(ANSWER_S - 0.5)
    call.speak(2.0).wait(1.0)
    assert ran(call.understand("yes"))


def test_noises_do_not_give_it_more_time() -> None:
    call = asked()
    call.wait(ANSWER_S - 1.0)
    call.ask("")
    call.wait(0.1)
    assert ends(call) == [("action.cancelled", "timeout")]


def test_a_listening_that_follows_the_question_takes_the_answer() -> None:
    call = asked(follow_up=True)
    assert call.path[-1] == "user_speaking<follow_up"
    assert ran(call.ask("yes"))


def test_a_result_before_the_yes_is_refused() -> None:
    call = asked()
    call.tell(ActionResult(INVOCATION, OK))
    refusal = call.last(Failed)
    assert refusal.code is ErrorCode.UNKNOWN_INVOCATION
    assert "not said yes" in refusal.message
    assert ends(call) == []
    assert ran(call.ask("yes"))
