"""A question that the page asks by itself, told by a reply: a yes or a no over that reply answers it."""

from typing import Any

import pytest

from antiphon.domain.actions import Action, ActionOutcome
from antiphon.domain.commands import RememberWords, ResumePlayout, Say, StartReply
from antiphon.domain.context import PageContext
from antiphon.domain.signals import (
    ActionResult,
    ClientConnected,
    ClientReady,
    ContextUpdated,
    PlayoutFinished,
    PlayoutStarted,
    TextEntered,
)
from antiphon.domain.states import State
from antiphon.turns.confirmation import AGAIN_S
from antiphon.turns.policies import Policy
from support.driver import Driver, over

ASKING = {"yes": Action("yes", "Yes. Presses “Delete”"), "no": Action("no", "No. Presses “Keep them”")}
QUESTION = "The page asks: Delete all files? There are 12 files. You can say yes for Delete, or no for Keep them."
PLAIN = "The page asks: Delete all files. You can say yes for Delete, or no for Keep them."
HALF = "The page asks: Delete all files? There are 12 files. You can"
IMMEDIATE = Policy(barge_in="immediate")


def told(text: str = QUESTION, *, policy: Policy | None = None, late: bool = False) -> Driver:
    """What was asked for has opened a dialog, and the reply tells what it asks. `late`: the page says so only then."""
    call = Driver(policy=policy or Policy()).connect().ask("delete everything").call_action()
    page = None if late else ContextUpdated(actions=ASKING)
    call.tell(ActionResult("inv_1", ActionOutcome("success", text), page=page), 0.1)
    call.answer(text)
    if late:
        call.tell(ContextUpdated(actions=ASKING))
    return call


def asked_of_the_brain(call: Driver) -> list[str | None]:
    """What the brain was asked after the order that opened the dialog."""
    return [start.text for start in call.all(StartReply)[1:]]


@pytest.mark.parametrize("late", [False, True])
@pytest.mark.parametrize("text", [QUESTION, PLAIN])
@pytest.mark.parametrize("words", ["No.", "No, thank you.", "Cancel.", "Never mind."])
@pytest.mark.parametrize("heard", ["The page", HALF])
def test_a_no_over_the_question_is_its_answer(text: str, words: str, heard: str, late: bool) -> None:
    assert asked_of_the_brain(over(told(text, late=late), words, heard)) == [words]


@pytest.mark.parametrize("words", ["Stop.", "Wait.", "Hold on.", "Quiet!"])
def test_who_only_wants_silence_has_not_answered(words: str) -> None:
    call = over(told(), words, HALF)
    assert asked_of_the_brain(call) == []
    assert call.state is State.IDLE


@pytest.mark.parametrize("text", [QUESTION, PLAIN])
@pytest.mark.parametrize("words", ["Yes.", "Yes, please.", "Okay."])
def test_a_yes_over_the_question_is_its_answer_once_it_was_clear(text: str, words: str) -> None:
    assert asked_of_the_brain(over(told(text), words, HALF)) == [words]


def test_a_yes_before_that_is_a_back_channel_and_then_it_is_asked_again() -> None:
    call = over(told(), "Yes.", "The page asks: Delete")
    assert call.has(ResumePlayout)
    call.tell(PlayoutFinished("turn_1", 6000), 3.0)
    call.wait(0.25)
    assert asked_of_the_brain(call) == []
    call.wait(AGAIN_S + 0.1)
    assert call.last(Say).text == QUESTION
    call.tell(PlayoutStarted(call.last(Say).turn_id), 0.1)
    assert asked_of_the_brain(over(call, "Yes.", "The page asks:")) == ["Yes."]


def test_a_yes_that_interrupts_before_that_is_answered_by_the_question() -> None:
    call = told(policy=IMMEDIATE)
    call.heard = (500, "The page asks: Delete")
    call.ask("yes")
    assert asked_of_the_brain(call) == []
    assert call.last(Say).text == QUESTION
    call.tell(PlayoutStarted(call.last(Say).turn_id), 0.1)
    call.heard = (500, HALF)
    assert asked_of_the_brain(call.ask("yes")) == ["yes"]


def test_after_a_stop_a_yes_is_answered_by_the_question_and_what_is_typed_counts() -> None:
    for typed in (False, True):
        call = over(told(), "Stop.", "The page asks: Delete")
        if typed:
            call.tell(TextEntered("yes"))
            assert asked_of_the_brain(call) == ["yes"]
        else:
            assert asked_of_the_brain(call.ask("yes")) == []
            assert call.last(Say).text == QUESTION


def test_a_question_that_the_page_has_taken_back_is_not_asked_again() -> None:
    call = over(told(), "Yes.", "The page asks: Delete")
    call.tell(ContextUpdated(actions={}))
    call.tell(PlayoutFinished("turn_1", 6000), 3.0)
    call.wait(AGAIN_S + 1.0)
    assert not call.has(Say)
    assert asked_of_the_brain(call.ask("yes")) == ["yes"]


@pytest.mark.parametrize("text", ["The light is on.", "It is noon. The sun shines. All is well."])
def test_words_over_an_answer_that_asks_nothing_are_what_they_ever_were(text: str) -> None:
    for words, path in (("No.", "idle<response.empty"), ("Yes.", "ai_speaking<response.audio")):
        call = Driver(policy=Policy()).connect()
        call.tell(ContextUpdated(actions=ASKING))
        call.ask().answer(text)
        over(call, words, text)
        assert call.path[-1] == path
        assert asked_of_the_brain(call) == []


def test_an_action_of_that_name_that_wants_values_asks_nothing() -> None:
    wanting = Action("yes", "Yes", {"required": ["which"]})
    call = Driver(policy=Policy())
    call.tell(ClientConnected())
    call.tell(ClientReady(PageContext(actions={"yes": wanting})), 0.1)
    call.ask().answer("Is it noon? It may be.")
    assert not over(call, "Yes.", "Is it noon? It may be.").has(RememberWords)
    assert asked_of_the_brain(call) == []


@pytest.mark.parametrize(
    "question", ["Do you mean “Delete all”?", "Which item? You can say green tea or black tea.", "\u597d\u5417\uff1f"]
)
def test_a_no_over_a_question_of_the_brain_is_told_to_it(question: str) -> None:
    call = Driver(policy=Policy()).connect().ask().answer(question)
    assert asked_of_the_brain(over(call, "No.", question[:11])) == ["No."]


def test_a_stop_over_a_question_of_the_brain_is_known_to_it_and_wants_no_answer() -> None:
    call = Driver(policy=Policy()).connect().ask().answer("Do you mean “Delete all”?")
    over(call, "Stop.", "Do you mean")
    assert call.last(RememberWords).text == "stop"
    assert asked_of_the_brain(call) == []
    assert call.path[-1] == "idle<response.empty"


def test_a_no_over_the_greeting_is_only_a_wish_for_silence() -> None:
    call = Driver(policy=Policy(), greeting="Hello! What can I do for you?").connect()
    call.tell(PlayoutStarted("turn_1"), 0.1)
    greeted: Any = over(call, "No.", "Hello!")
    assert greeted.path[-1] == "idle<response.empty"
    assert not greeted.has(StartReply)


AGAIN = "I did not understand that. The page asks: This cannot be undone. You can say yes for Continue, or no for Back."


@pytest.mark.parametrize("words", ["No.", "No, thank you."])
def test_a_no_over_the_question_that_is_told_once_more_is_its_answer(words: str) -> None:
    """Also where the page asks without a question mark, and began to in an earlier turn."""
    call = told(PLAIN)
    call.tell(PlayoutFinished("turn_1", 3000))
    call.wait(1.0)
    call.ask("hm what").answer(AGAIN)
    assert call.state is State.AI_SPEAKING
    assert asked_of_the_brain(over(call, words, "I did not"))[-1:] == [words]


@pytest.mark.parametrize("text", [AGAIN, "It is three o'clock."])
def test_a_typed_no_is_an_answer_whatever_is_being_said(text: str) -> None:
    call = told(PLAIN)
    call.tell(PlayoutFinished("turn_1", 3000))
    call.wait(1.0)
    call.ask("hm what").answer(text)
    call.tell(TextEntered("no"))
    assert asked_of_the_brain(call)[-1:] == ["no"]
