"""When an answer may be begun before its turn has ended, and when what was begun is dropped."""

import pytest

from antiphon.domain.commands import BeginPreemptiveReply, DropPreemptiveReply, OpenUtterance, StartReply
from antiphon.domain.signals import (
    InputCancelled,
    InputEnded,
    InputStarted,
    ReplyToolCall,
    SessionClosing,
    SpeechStarted,
    SpeechStopped,
    TranscriptPartial,
)
from antiphon.turns.core import EngineConfig
from antiphon.turns.policies import Policy
from support.driver import Driver


def silent(text: str = "go to settings", **config: object) -> Driver:
    """A turn in which something was said, and 200 ms of silence have passed, and the words of it are known."""
    call = Driver(**{"think_ahead": True, **config}).connect()
    call.tell(SpeechStarted(call.at), 0.1)
    call.tell(SpeechStopped(call.at + 0.5), 0.7)
    return look(call, text)


def look(call: Driver, text: str) -> Driver:
    utterance = call.last(OpenUtterance)
    call.tell(TranscriptPartial(utterance.turn_id, utterance.utterance_id, text), 0.05)
    return call


def test_in_a_silence_the_answer_to_what_was_said_so_far_is_begun_and_nothing_is_told() -> None:
    call = silent()
    turn_id = call.last(OpenUtterance).turn_id
    assert call.all(BeginPreemptiveReply) == [BeginPreemptiveReply(turn_id, "go to settings")]
    assert not call.has(StartReply)
    assert call.path[-1] == "user_speaking<input.start"


def test_the_same_words_are_not_begun_twice_and_other_words_are() -> None:
    call = look(silent(), "go to settings")
    assert len(call.all(BeginPreemptiveReply)) == 1
    look(call, "go to the settings")
    assert call.last(BeginPreemptiveReply).text == "go to the settings"


def test_who_goes_on_ends_what_was_begun() -> None:
    call = silent()
    call.tell(SpeechStarted(call.at), 0.1)
    assert call.has(DropPreemptiveReply)
    call.tell(SpeechStopped(call.at + 0.5), 0.7)
    look(call, "go to settings")
    assert len(call.all(BeginPreemptiveReply)) == 2


def test_words_while_somebody_speaks_begin_nothing() -> None:
    call = Driver(think_ahead=True).connect()
    call.tell(SpeechStarted(call.at), 0.1)
    look(call, "go to")
    assert not call.has(BeginPreemptiveReply)


@pytest.mark.parametrize(
    ("text", "config"),
    [
        ("go to settings", {"think_ahead": False}),
        ("go to settings", {"auto_response": False}),
        ("go to settings", {"policy": Policy(adaptive_end_of_turn=False)}),
        ("goodbye", {}),
        ("Good bye", {"hang_up_phrases": ("good bye",)}),
        ("  ", {}),
        ("go to settings and", {}),
    ],
)
def test_what_nobody_answers_by_himself_is_not_begun(text: str, config: dict[str, object]) -> None:
    assert not silent(text, **config).has(BeginPreemptiveReply)


def test_a_held_key_begins_nothing() -> None:
    call = Driver(think_ahead=True).connect()
    call.tell(InputStarted(), 0.1)
    call.tell(SpeechStarted(call.at), 0.1)
    call.tell(SpeechStopped(call.at + 0.5), 0.7)
    look(call, "go to settings")
    call.tell(InputEnded())
    assert not call.has(BeginPreemptiveReply)


def test_a_stop_over_the_answer_begins_nothing() -> None:
    call = Driver(think_ahead=True).connect().ask().answer().suspect()
    call.tell(SpeechStopped(call.at), 0.2)
    look(call, "Wait.")
    assert not call.has(BeginPreemptiveReply)


def test_words_that_are_carried_belong_to_it() -> None:
    call = Driver(think_ahead=True).connect().ask("what time is it")
    call.speak(0.5)
    look(call, "in London")
    assert call.last(BeginPreemptiveReply).text == "what time is it in London"


def test_while_an_action_is_asked_about_a_yes_is_no_question() -> None:
    call = Driver(think_ahead=True).connect().ask("delete it")
    turn_id = call.last(StartReply).turn_id
    call.tell(ReplyToolCall(turn_id, "delete", {}, 5.0, True, True, "Delete it: shall I do it?"), 0.1)
    before = len(call.all(BeginPreemptiveReply))
    call.answer("Delete it: shall I do it?").speak(0.5)
    look(call, "yes please")
    assert len(call.all(BeginPreemptiveReply)) == before


@pytest.mark.parametrize("end", [InputCancelled(), SessionClosing()])
def test_a_turn_that_is_dropped_takes_it_along(end: object) -> None:
    call = silent()
    call.tell(end)  # type: ignore[arg-type]
    assert len(call.all(DropPreemptiveReply)) == 1


def test_what_is_asked_in_the_end_takes_it_or_drops_it() -> None:
    call = silent()
    call.wait(2.0)
    call.understand("go to settings")
    assert call.last(StartReply).text == "go to settings"
    assert not call.has(DropPreemptiveReply)


def test_a_library_without_a_brain_is_not_told_to_think() -> None:
    assert EngineConfig().reply.think_ahead is False
