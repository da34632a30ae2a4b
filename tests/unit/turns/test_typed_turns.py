"""Turns that are typed."""

import pytest

from antiphon.domain.commands import OpenUtterance, StartReply
from antiphon.domain.events import Failed, Interrupted
from antiphon.domain.signals import ReplyDelta, TextEntered
from antiphon.domain.states import Source, State
from support.driver import Driver, invoking, ready, speaking


def test_a_typed_turn_needs_no_recogniser() -> None:
    call = ready()
    call.tell(TextEntered("go to settings"))
    assert call.path[-1] == "ai_thinking<input.text"
    assert call.last(StartReply).text == "go to settings"
    assert not call.has(OpenUtterance)


def test_a_typed_turn_over_the_answer_interrupts_it() -> None:
    call = speaking()
    call.tell(TextEntered("in London"), 0.2)
    assert call.path[-2:] == ["user_speaking<input.barge_in", "ai_thinking<input.end"]
    assert call.last(Interrupted).source is Source.TEXT
    assert call.last(StartReply).text == "in London"


def thinking_aloud() -> Driver:
    """The answer stands in writing since 0.1 s, and its voice has not begun."""
    call = ready().ask("which one")
    call.tell(ReplyDelta("turn_1", "Red "), 0.1)
    call.tell(ReplyDelta("turn_1", "or blue?"), 0.3)
    return call


@pytest.mark.parametrize(("after", "read"), [(0.1, ""), (0.2, "Red "), (0.5, "Red or blue?")])
def test_what_is_typed_tells_what_of_the_answer_could_be_read(after: float, read: str) -> None:
    call = thinking_aloud()
    call.tell(TextEntered("blue"), after)
    order = call.last(StartReply)
    assert (order.text, order.typed, order.read) == ("blue" if read else "which one blue", True, read)


def test_what_is_spoken_has_read_nothing() -> None:
    call = thinking_aloud()
    call.wait(1.0)
    call.ask("blue")
    order = call.last(StartReply)
    assert (order.text, order.typed, order.read) == ("which one blue", False, "")


def test_a_typed_turn_while_listening_replaces_what_was_captured() -> None:
    call = ready().speak()
    call.tell(TextEntered("type instead"))
    assert call.path[-2:] == ["idle<input.cancel", "ai_thinking<input.text"]


def test_a_typed_turn_during_an_action_is_refused_and_may_be_tried_again() -> None:
    call = invoking()
    call.tell(TextEntered("hello"))
    assert call.state is State.INVOKE_ACTION
    assert call.last(Failed).retryable is True


@pytest.mark.parametrize("words", ["never mind", "Never mind!", "cancel", "forget it", "no"])
def test_what_is_typed_to_give_something_up_is_answered(words: str) -> None:
    call = speaking()
    call.tell(TextEntered(words), 0.7)
    assert call.last(StartReply).text == words


@pytest.mark.parametrize("words", ["stop", "quiet", "wait", "enough"])
def test_what_is_typed_for_silence_is_not(words: str) -> None:
    call = speaking()
    before = len(call.all(StartReply))
    call.tell(TextEntered(words), 0.7)
    assert len(call.all(StartReply)) == before
