"""What is told aloud where there is no answer: the earcon, sentences, a failure that is heard. No loop, no clock."""

from typing import Any

import pytest

from antiphon.domain.actions import ActionOutcome
from antiphon.domain.commands import PlayEarcon, Say, StartReply, StopEarcon
from antiphon.domain.errors import ErrorCode
from antiphon.domain.events import (
    ActionRequested,
    Failed,
    PlayoutBoundary,
    ReplyDone,
)
from antiphon.domain.signals import (
    ActionResult,
    AnnounceRequested,
    InputEnded,
    InputStarted,
    PlayoutFinished,
    PlayoutStarted,
    ReplyDelta,
    ReplyFailed,
    ReplyFinished,
    ReplyToolCall,
    SpeechStarted,
    TextEntered,
)
from antiphon.domain.states import State
from antiphon.turns.notices import LANGUAGES, Notices, notices_for
from support.driver import Driver, sent


def misunderstand(call: Driver) -> None:
    call.tell(InputStarted())
    call.tell(InputEnded(), 0.5)
    call.wait(0.2)
    call.understand("")


@pytest.mark.requirement("V7-RECOGNITION")
def test_nothing_understood_is_a_sound_in_idle_and_no_transition() -> None:
    call = Driver().connect()
    misunderstand(call)
    path = list(call.path)
    assert path[-1] == "idle<error.recognition"
    assert len(call.all(PlayEarcon)) == 1
    call.wait(1.0)
    assert call.path == path
    assert not call.has(PlayoutBoundary)
    assert not call.has(StopEarcon)


@pytest.mark.requirement("V7-RECOGNITION")
@pytest.mark.parametrize("start", [SpeechStarted(0.0), InputStarted(), TextEntered("hello")])
def test_who_takes_the_floor_silences_the_earcon_at_once(start: Any) -> None:
    call = Driver().connect()
    misunderstand(call)
    outcome = call.tell(start, 0.2)
    assert call.state is not State.IDLE
    assert StopEarcon() in outcome.commands


@pytest.mark.requirement("V7-RECOGNITION")
def test_an_announcement_that_begins_silences_the_earcon() -> None:
    call = Driver().connect()
    call.tell(AnnounceRequested("News."))
    call.tell(InputStarted(), 0.1)
    call.tell(InputEnded(), 0.1)
    call.wait(0.2)
    call.understand("")
    assert StopEarcon() in call.tell(PlayoutStarted(call.last(Say).turn_id), 0.2).commands


def test_an_earcon_that_is_over_needs_no_silencing() -> None:
    call = Driver().connect()
    misunderstand(call)
    call.tell(InputStarted(), 0.6)
    assert not call.has(StopEarcon)


@pytest.mark.requirement("V7-RECOGNITION")
def test_the_third_time_in_a_row_it_is_a_sentence_and_then_it_begins_anew() -> None:
    call = Driver().connect()
    misunderstand(call)
    misunderstand(call)
    assert (len(call.all(PlayEarcon)), call.has(Say)) == (2, False)
    misunderstand(call)
    assert len(call.all(PlayEarcon)) == 2
    assert call.last(Say).text == notices_for("en").not_understood
    call.tell(PlayoutStarted(call.last(Say).turn_id), 0.2)
    assert call.path[-1] == "ai_speaking<server.announce"
    call.tell(PlayoutFinished(call.last(Say).turn_id, 4000), 4.0)
    call.wait(0.3)
    misunderstand(call)
    assert (len(call.all(PlayEarcon)), len(call.all(Say))) == (3, 1)


def test_words_in_between_begin_the_count_anew() -> None:
    call = Driver().connect()
    misunderstand(call)
    misunderstand(call)
    call.ask().answer()
    sent(call)
    call.wait(0.3)
    misunderstand(call)
    assert len(call.all(PlayEarcon)) == 3
    assert not call.has(Say)


def test_who_speaks_before_the_sentence_has_begun_need_not_hear_it() -> None:
    call = Driver().connect()
    for _ in range(3):
        misunderstand(call)
    call.tell(InputStarted(), 0.1)
    call.tell(InputEnded(), 0.5)
    call.wait(0.2)
    call.understand("what time is it").answer()
    sent(call)
    call.wait(0.3)
    assert len(call.all(Say)) == 1


def test_what_is_typed_while_an_announcement_is_being_made_is_answered_and_the_announcement_follows() -> None:
    call = Driver().connect()
    call.tell(AnnounceRequested("News."))
    call.tell(TextEntered("what time is it"), 0.1)
    assert call.last(StartReply).text == "what time is it"
    call.answer()
    sent(call)
    call.wait(0.3)
    assert [say.text for say in call.all(Say)] == ["News.", "News."]


@pytest.mark.parametrize("tag", ["de", "de-AT", "fr", "es-MX", "en-GB", "xx"])
def test_the_sentences_are_in_the_language_of_the_assistant_or_in_english(tag: str) -> None:
    call = Driver(notices=notices_for(tag)).connect()
    for _ in range(3):
        misunderstand(call)
    language = tag.split("-")[0]
    assert call.last(Say).text == LANGUAGES.get(language, LANGUAGES["en"]).not_understood


def test_every_sentence_is_short_enough_to_be_said_in_good_time() -> None:
    for notices in LANGUAGES.values():
        texts = {notices.idle, notices.limit, notices.not_understood}
        assert len(texts) == 3
        assert all(len(text.encode()) > 20 and len(text) <= 120 for text in texts)
        assert len(notices.limit) <= 75


def test_a_sentence_that_is_left_empty_is_not_said() -> None:
    call = Driver(notices=Notices("", "", "")).connect()
    for _ in range(4):
        misunderstand(call)
    assert len(call.all(PlayEarcon)) == 4
    assert not call.has(Say)


def asked() -> tuple[Driver, str]:
    """A turn whose answer is awaited, and its id."""
    call = Driver().connect().ask()
    return call, call.last(StartReply).turn_id


@pytest.mark.parametrize("code", [ErrorCode.BRAIN_FAILED, ErrorCode.BRAIN_TIMEOUT, ErrorCode.TTS_FAILED])
def test_a_brain_or_a_voice_that_fails_is_heard_to_fail(code: ErrorCode) -> None:
    call, turn_id = asked()
    call.tell(ReplyFailed(turn_id, code, "It failed."), 0.1)
    assert call.engine.state is State.IDLE
    assert isinstance(call.commands[-1], PlayEarcon)
    assert [event.code for event in call.events if isinstance(event, Failed)] == [code]


def test_what_the_voice_could_not_say_stands_whole_in_writing() -> None:
    call, turn_id = asked()
    call.tell(ReplyDelta(turn_id, "The cart is empty."), 0.1)
    call.tell(ReplyFailed(turn_id, ErrorCode.TTS_TIMEOUT, "The voice did not answer in time."), 0.1)
    assert [event.text for event in call.events if isinstance(event, ReplyDone)] == ["The cart is empty."]


@pytest.mark.parametrize("text", ["", "  \n"])
def test_a_turn_without_an_answer_is_an_error_and_a_sound(text: str) -> None:
    call, turn_id = asked()
    call.tell(ReplyFinished(turn_id, text), 0.1)
    assert call.engine.state is State.IDLE
    assert [event.code for event in call.events if isinstance(event, Failed)] == [ErrorCode.BRAIN_EMPTY]
    assert isinstance(call.commands[-1], PlayEarcon)


def test_what_has_done_something_may_say_nothing() -> None:
    call, turn_id = asked()
    call.tell(ReplyToolCall(turn_id, "ring", {}, 5.0), 0.1)
    invocation = next(event.invocation_id for event in call.events if isinstance(event, ActionRequested))
    call.tell(ActionResult(invocation, ActionOutcome("success")), 0.1)
    call.tell(ReplyFinished(turn_id, ""), 0.1)
    assert call.engine.state is State.IDLE
    assert not [event for event in call.events if isinstance(event, Failed)]
    assert not any(isinstance(command, PlayEarcon) for command in call.commands)
