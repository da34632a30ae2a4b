"""Words that end a call."""

import pytest

from antiphon.domain.commands import HangUp, StartReply
from antiphon.domain.events import SessionClosed
from antiphon.domain.signals import PlayoutFinished, TextEntered
from antiphon.domain.states import CloseReason
from support.driver import Driver, ready, speaking


@pytest.mark.requirement("V7-HANGUP")
@pytest.mark.parametrize("words", ["Stop.", "hang up", "Goodbye!"])
def test_a_hang_up_phrase_ends_the_session(words: str) -> None:
    call = ready().ask(words)
    assert call.path[-1] == "not_connected<session.close"
    assert call.last(SessionClosed).reason is CloseReason.HANG_UP
    assert call.has(HangUp)


def test_stop_after_an_interruption_only_cancels() -> None:
    call = speaking().speak(0.4)
    call.wait(1.0)
    call.understand("stop")
    assert call.path[-1] == "idle<response.empty"


def asked(reply: str) -> Driver:
    """A call whose last reply was this, heard to its end."""
    call = ready().ask("add a note").answer(reply)
    heard_whole(call)
    return call


def heard_whole(call: Driver) -> None:
    call.tell(PlayoutFinished(call.last(StartReply).turn_id, 700))
    call.wait(1.0)


@pytest.mark.requirement("V7-HANGUP")
@pytest.mark.parametrize(
    "question",
    [
        "What is the text?",
        "Which one? You can say milk or eggs.",
        "The page asks: Remove it? This cannot be undone. You can say yes for Remove, or no for Keep.",
    ],
)
def test_stop_over_a_question_ends_the_question_and_then_the_call(question: str) -> None:
    call = asked(question).ask("Stop.")
    assert call.last(StartReply).text == "Stop."
    heard_whole(call.answer("All right."))
    call.ask("Stop.")
    assert call.last(SessionClosed).reason is CloseReason.HANG_UP


@pytest.mark.parametrize(("reply", "words"), [("What is the text?", "hang up"), ("Done: add a note.", "stop")])
def test_other_words_end_the_call_over_a_question_and_stop_where_none_is_open(reply: str, words: str) -> None:
    assert asked(reply).ask(words).has(HangUp)


def test_a_hang_up_phrase_inside_a_sentence_is_no_hang_up() -> None:
    call = ready().ask("do not hang up yet")
    assert call.last(StartReply).text == "do not hang up yet"


OFFERING = "The page says: The upload is still running. You can say Stop, or Hang up."


@pytest.mark.requirement("V7-HANGUP")
@pytest.mark.parametrize("words", ["Stop.", "hang up"])
@pytest.mark.parametrize(
    "reply",
    [OFFERING, "The page asks: End it? It is cut off then. You can say yes for Stop, or no for Hang up."],
)
def test_words_that_end_the_call_are_an_answer_where_they_were_offered(reply: str, words: str) -> None:
    call = asked(reply).ask(words)
    assert call.last(StartReply).text == words
    assert not call.has(HangUp)


@pytest.mark.parametrize("words", ["goodbye", "hang up"])
def test_other_words_than_those_that_were_offered_end_the_call(words: str) -> None:
    assert asked("The page says: It runs. You can say Stop, or Hang up later.").ask(words).has(HangUp)


@pytest.mark.parametrize("word", ["stop", "wait", "quiet"])
@pytest.mark.parametrize(("seconds", "answers"), [(1.0, True), (0.1, False)])
def test_who_types_the_name_that_the_answer_offers_answers_it_once_that_is_read(
    word: str, seconds: float, answers: bool
) -> None:
    call = ready().ask("add a note").answer("The page asks: The upload runs. You can say Stop, Wait, or Quiet.")
    call.wait(seconds)
    call.tell(TextEntered(word), 0.1)
    assert (call.last(StartReply).text == word) is answers


def test_who_says_it_over_the_answer_silences_that() -> None:
    call = ready().ask("add a note").answer(OFFERING).speak(0.4)
    call.wait(1.0)
    call.understand("stop")
    assert call.path[-1] == "idle<response.empty"
    call.ask("stop")
    assert call.last(StartReply).text == "stop"
