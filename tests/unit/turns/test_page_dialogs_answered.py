"""What the page asks by itself, and was told unasked: how it is answered."""

from typing import Any

import pytest

from antiphon.domain.actions import Action
from antiphon.domain.commands import ForgetUnread, ResumePlayout, Say, StartReply
from antiphon.domain.errors import ErrorCode
from antiphon.domain.events import ReplyDone
from antiphon.domain.signals import (
    AudioPlayed,
    ClientResumed,
    PlayoutFinished,
    PlayoutStarted,
    TextEntered,
    TransportLost,
    VoiceFailed,
)
from antiphon.domain.states import State
from support.driver import Driver, over, speaking
from support.page_dialogs import ASKING, QUESTION, hear_out, in_idle, opened, said


def told(**config: Any) -> Driver:
    """The dialog's question has begun to be heard."""
    call = in_idle(**config)
    call.tell(opened())
    call.wait(1.0)
    call.tell(PlayoutStarted(call.last(Say).turn_id), 0.1)
    return call


def test_a_yes_in_writing_before_it_was_told_is_one_to_the_brain_and_no_answer_to_it() -> None:
    call = in_idle()
    call.tell(opened())
    call.wait(1.0)
    call.tell(TextEntered("yes"))
    assert call.last(StartReply).text == "yes"
    assert not call.has(ReplyDone)


@pytest.mark.parametrize("words", ["yes", "okay"])
def test_a_yes_to_one_that_was_not_told_is_no_wish_for_the_answer_before_it(words: str) -> None:
    call = speaking()
    call.tell(PlayoutFinished(call.last(StartReply).turn_id, 700))
    call.wait(0.25)
    call.ask("hello").answer("Hello! What would you like to do?")
    call.tell(PlayoutFinished(call.last(StartReply).turn_id, 700), 0.7)
    call.wait(0.25)
    call.tell(opened())
    assert asked_of_the_brain(call.ask(words))[-1] == words
    assert said(call) == []


def asked_of_the_brain(call: Driver) -> list[str | None]:
    return [start.text for start in call.all(StartReply)]


HALF = "The page asks: Stay signed in? You can say"


@pytest.mark.parametrize("words", ["Yes.", "Okay.", "No.", "No, thank you."])
def test_an_answer_over_it_is_one_once_it_was_clear(words: str) -> None:
    assert asked_of_the_brain(over(told(), words, HALF)) == [words]


def test_a_yes_over_its_beginning_is_a_back_channel_and_then_it_is_asked_again() -> None:
    call = over(told(), "Yes.", "The page")
    assert call.has(ResumePlayout)
    call.tell(PlayoutFinished(call.last(Say).turn_id, 6000), 3.0)
    call.wait(0.25)
    assert asked_of_the_brain(call) == []
    call.wait(2.0)
    assert said(call) == [QUESTION, QUESTION]


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ("The page says: Your session has ended. You can say OK.", "Okay."),
        ("The page asks: You have changes. You can say yes for Discard, or no for Keep it.", "No."),
        ("The page asks: Save it? You can say Save, Don't save, or Cancel.", "No."),
    ],
)
def test_an_answer_over_it_is_one_also_where_it_is_no_question_or_has_no_yes(question: str, words: str) -> None:
    yes = {"yes": Action("yes", "Yes. Presses “OK”")} if "OK" in question else {}
    call = in_idle()
    call.tell(opened(question, {} if "Save" in question else yes or ASKING))
    call.wait(1.0)
    call.tell(PlayoutStarted(call.last(Say).turn_id), 0.1)
    assert asked_of_the_brain(over(call, words, question[:-6])) == [words]


@pytest.mark.parametrize(("after", "is_forgotten"), [(0.2, True), (0.8, False)])
def test_where_it_is_only_read_a_yes_counts_once_it_could_be_read(after: float, is_forgotten: bool) -> None:
    call = told(only_read=True)
    call.tell(PlayoutFinished(call.last(Say).turn_id, 0))
    call.tell(AudioPlayed(call.last(Say).response_id, 0))
    assert call.state is State.IDLE
    call.tell(TextEntered("yes"), after)
    assert call.has(ForgetUnread) is is_forgotten


def test_where_the_assistant_listens_after_a_question_it_does_after_this_one() -> None:
    call = in_idle(follow_up=True)
    call.tell(opened("The page asks: Go on? Yes or no?"))
    call.wait(1.0)
    hear_out(call)
    assert call.path[-1] == "user_speaking<follow_up"


def test_where_the_voice_fails_it_is_told_in_writing_and_may_be_answered() -> None:
    call = in_idle()
    call.tell(opened())
    call.wait(1.0)
    call.tell(VoiceFailed(call.last(Say).turn_id, ErrorCode.TTS_FAILED, "No voice."))
    assert call.last(ReplyDone).text == QUESTION
    assert asked_of_the_brain(call.ask("yes")) == ["yes"]


def test_a_page_that_is_loaded_anew_with_a_dialog_tells_it_when_the_client_is_back() -> None:
    call = in_idle(resume_window_s=30.0)
    call.tell(TransportLost(), 1.0)
    call.tell(ClientResumed(opened()), 1.0)
    call.wait(1.0)
    assert said(call) == [QUESTION]
    call.tell(PlayoutStarted(call.last(Say).turn_id), 0.1)
    assert asked_of_the_brain(over(call, "Yes.", HALF)) == ["Yes."]
