"""What is said and done over the question whether an action may run (V5-CONFIRM)."""

from typing import Any

import pytest

from antiphon.domain.commands import CancelReply, ContinueReply, RememberWords, ResumePlayout, Say, StartReply
from antiphon.domain.errors import ErrorCode
from antiphon.domain.events import Interrupted, ReplyDone
from antiphon.domain.signals import (
    ActionWithdrawn,
    CancelRequested,
    CaptureStarted,
    PlayoutFinished,
    PlayoutStarted,
    ReplyFailed,
    SpeechStopped,
    TextEntered,
    TurnGranted,
    YieldRequested,
)
from antiphon.domain.states import State
from antiphon.turns.confirmation import AGAIN_S, ANSWER_S
from antiphon.turns.policies import Policy, parse
from support.asking import INVOCATION, QUESTION, asked, asking, ends, ran, wants
from support.driver import Driver

pytestmark = pytest.mark.requirement("V5-CONFIRM")


def test_a_yes_over_the_end_of_the_question_is_no_back_channel() -> None:
    call = asking()
    call.heard = (0, "Delete the account: shall I")
    call.suspect()
    call.hear("yes", 0.2)
    assert call.state is State.AI_SPEAKING
    call.tell(SpeechStopped(call.at), 0.2)
    call.understand("Yes.")
    assert call.path[-1] == "user_speaking<input.barge_in"
    call.wait(2.0)
    call.understand("")
    assert call.path[-1] == "invoke_action<response.tool"
    assert len(call.all(Interrupted)) == 1


@pytest.mark.parametrize(("before", "heard"), [("", "Delete the"), ("I found it. It is yours.", "I found it. It is")])
def test_a_yes_before_it_is_clear_what_is_asked_is_a_back_channel(before: str, heard: str) -> None:
    call = asking(before=before)
    call.heard = (0, heard)
    call.suspect()
    call.tell(SpeechStopped(call.at), 0.2)
    call.understand("Yes.")
    assert call.state is State.AI_SPEAKING
    assert call.has(ResumePlayout)
    call.tell(PlayoutFinished("turn_1", 2000), 2.0)
    call.wait(0.25)
    assert ran(call.ask("yes"))


def test_a_yes_over_any_other_answer_is_still_a_back_channel() -> None:
    call = Driver(policy=Policy()).connect().ask().answer("It is noon.")
    call.heard = (0, "It is noon.")
    call.suspect()
    call.tell(SpeechStopped(call.at), 0.2)
    call.understand("Yes.")
    assert call.has(ResumePlayout)


def test_a_yes_that_interrupts_before_it_is_clear_what_is_asked_is_answered_by_the_question() -> None:
    call = asking(policy=Policy(barge_in="immediate"))
    call.heard = (0, "Delete")
    call.ask("yes")
    assert not ran(call)
    assert ends(call) == []
    assert call.last(Say) == Say("turn_2", "resp_2", QUESTION)
    assert (call.last(RememberWords).text, call.last(ReplyDone).text) == ("yes", QUESTION)
    call.tell(PlayoutStarted("turn_2"), 0.1)
    assert call.path[-1] == "ai_speaking<response.audio"
    call.tell(PlayoutFinished("turn_2", 2000), 2.0)
    call.wait(ANSWER_S - 1.0)
    assert ran(call.ask("yes"))


def test_each_yes_that_is_too_early_is_answered_by_the_question() -> None:
    call = asking(policy=Policy(barge_in="immediate"))
    call.heard = (0, "Delete")
    for turn in ("turn_2", "turn_3"):
        call.ask("yes")
        call.tell(PlayoutStarted(turn), 0.1)
    assert len(call.all(Say)) == 2
    assert not ran(call)
    call.heard = (0, "Delete the account: shall")
    assert ran(call.ask("yes"))


@pytest.mark.parametrize("policy", ["immediate", "confirmed"])
@pytest.mark.parametrize("words", ["No.", "No, thanks.", "Cancel."])
def test_a_no_ends_it_however_little_of_the_question_was_heard(words: str, policy: Any) -> None:
    call = asking(policy=Policy(barge_in=policy))
    call.heard = (0, "Delete")
    call.suspect()
    call.tell(SpeechStopped(call.at), 0.2)
    call.understand(words)
    if policy == "confirmed":
        call.wait(2.0)
        call.understand("")
    call.wait(2.0)
    assert ends(call) == [("action.declined", "declined")]
    assert call.last(ContinueReply).outcome.error_code == "action.declined"
    assert len(call.all(StartReply)) == 1


def early() -> Driver:
    """A yes over the beginning of the question, which was then heard to its end."""
    call = asking()
    call.heard = (0, "Delete")
    call.suspect()
    call.tell(SpeechStopped(call.at), 0.2)
    call.understand("Yes.")
    call.tell(PlayoutFinished("turn_1", 2000), 2.0)
    call.wait(0.25)
    return call


def test_after_a_yes_that_was_too_early_nobody_waits_in_silence() -> None:
    call = early()
    assert not call.has(Say)
    call.wait(AGAIN_S + 0.1)
    assert call.last(Say).text == QUESTION
    call.tell(PlayoutStarted(call.last(Say).turn_id), 0.1)
    assert call.path[-1] == "ai_speaking<server.announce"
    call.heard = (0, "")
    call.suspect()
    call.tell(SpeechStopped(call.at), 0.2)
    call.understand("Yes.")
    call.wait(2.0)
    call.understand("")
    assert ran(call)


def test_the_question_is_asked_once_more_and_then_given_up_as_ever() -> None:
    call = early()
    call.wait(AGAIN_S + 0.1)
    again = call.last(Say).turn_id
    call.tell(PlayoutStarted(again), 0.1)
    call.tell(PlayoutFinished(again, 2000), 2.0)
    call.wait(0.25)
    call.wait(ANSWER_S - 1.0)
    assert (len(call.all(Say)), ends(call)) == (1, [])
    call.wait(1.1)
    assert ends(call) == [("action.cancelled", "timeout")]


def test_who_speaks_before_the_question_is_heard_again_answers_it() -> None:
    call = early()
    call.wait(AGAIN_S + 0.1)
    call.speak().wait(1.0)
    assert call.last(CancelReply).turn_id == call.last(Say).turn_id
    assert ran(call.understand("yes"))
    assert len(call.all(Say)) == 1


@pytest.mark.parametrize("words", ["yes", "no", "go home", ""])
def test_who_says_more_in_time_is_not_asked_again(words: str) -> None:
    call = early().ask(words)
    if words == "go home":
        call.answer().tell(PlayoutFinished("turn_2", 500), 0.5)
    call.wait(AGAIN_S + 0.5)
    assert call.has(Say) is (words == "")


def test_an_mm_hm_over_the_question_does_not_ask_it_again() -> None:
    call = asking()
    call.suspect()
    call.tell(SpeechStopped(call.at), 0.2)
    call.understand("Mm-hm.")
    call.tell(PlayoutFinished("turn_1", 2000), 2.0)
    call.wait(AGAIN_S + 1.0)
    assert not call.has(Say)


def test_a_question_that_takes_itself_back_is_not_asked_again() -> None:
    call = early()
    call.tell(ActionWithdrawn(INVOCATION))
    call.wait(AGAIN_S + 1.0)
    assert not call.has(Say)


def test_who_interrupts_after_that_has() -> None:
    call = asking(policy=Policy(barge_in="immediate"))
    call.heard = (0, "Delete the account: shall")
    assert ran(call.ask("yes"))


def test_what_was_typed_has_read_the_question() -> None:
    call = asking()
    call.tell(TextEntered("yes"))
    assert call.path[-3:] == [
        "user_speaking<input.barge_in",
        "ai_thinking<input.end",
        "invoke_action<response.tool",
    ]


@pytest.mark.parametrize(("onset", "counts"), [(0.2, False), (1.5, True)])
def test_what_was_kept_while_the_question_was_heard_counts_from_where_it_was_clear(onset: float, counts: bool) -> None:
    call = asking(policy=parse({"profile": "hands-free"}))
    call.wait(onset)
    call.suspect()
    call.tell(SpeechStopped(call.at), 0.2)
    call.tell(PlayoutFinished("turn_1", 2000), 1.6 - onset)
    call.wait(0.25)
    assert "user_speaking<pending" in call.path
    assert ran(call.understand("yes")) is counts


def test_stop_over_the_question_is_a_no_without_a_word_more() -> None:
    call = asking()
    call.suspect()
    call.tell(SpeechStopped(call.at), 0.2)
    call.understand("Stop.")
    call.wait(2.0)
    call.understand("")
    assert call.path[-1] == "idle<response.empty"
    assert ends(call) == [("action.declined", "declined")]
    assert not call.has(ContinueReply)


def test_a_yield_over_the_question_leaves_it_open() -> None:
    call = asking()
    call.heard = (0, QUESTION)
    call.tell(YieldRequested("let me think"))
    assert ends(call) == []
    call.wait(11.0)
    assert call.path[-1] == "idle<input.timeout"
    assert ran(call.ask("yes"))


@pytest.mark.parametrize("graceful", [True, False])
def test_a_cancelled_question_is_no_question(graceful: bool) -> None:
    call = asking()
    call.tell(CancelRequested(graceful=graceful))
    assert ends(call) == [("action.cancelled", "response.cancel")]


def test_a_cancel_after_the_question_changes_nothing() -> None:
    call = asked()
    call.tell(CancelRequested())
    assert ends(call) == []
    call.tell(CaptureStarted())
    call.tell(CancelRequested())
    assert call.path[-1] == "idle<input.cancel"
    assert ran(call.ask("yes"))


@pytest.mark.parametrize("graceful", [True, False])
def test_the_cancel_of_any_other_answer_has_nothing_to_do_with_it(graceful: bool) -> None:
    call = asked()
    call.tell(TurnGranted())
    call.answer().tell(CancelRequested(graceful=graceful))
    assert [reason for _, reason in ends(call)] == ["superseded"]


def test_a_question_that_the_voice_could_not_say_can_be_read_and_answered_in_writing() -> None:
    call = wants(Driver().connect().ask("delete my account"))
    call.tell(ReplyFailed("turn_1", ErrorCode.TTS_FAILED, "hoarse"), 0.1)
    assert ends(call) == []
    call.tell(TextEntered("yes"), 1.0)
    assert ran(call)


def test_nobody_has_heard_a_question_that_the_voice_could_not_say() -> None:
    call = wants(Driver().connect().ask("delete my account"))
    call.tell(ReplyFailed("turn_1", ErrorCode.TTS_FAILED, "hoarse"), 0.1)
    assert not ran(call.ask("yes"))
