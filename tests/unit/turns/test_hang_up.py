"""Words that end a call."""

import pytest

from antiphon.domain.commands import HangUp, StartReply
from antiphon.domain.events import SessionClosed
from antiphon.domain.signals import PlayoutFinished
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
@pytest.mark.parametrize("question", ["What is the text?", "Which one? You can say milk or eggs."])
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
