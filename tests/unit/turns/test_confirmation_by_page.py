"""The page answers in the user's place whether an action may run (V5-CONFIRM)."""

import pytest

from antiphon.domain.commands import ContinueReply, RememberWords, StartReply
from antiphon.domain.errors import ErrorCode
from antiphon.domain.events import Failed, Interrupted
from antiphon.domain.signals import ActionConfirmed, OfflineChanged, ReplyToolCall, SpeechStarted
from antiphon.domain.states import Source, State
from support.asking import INVOCATION, OK, asked, asking, ends, ran, wants
from support.driver import Driver

pytestmark = pytest.mark.requirement("V5-CONFIRM")


@pytest.mark.parametrize("approved", [True, False])
def test_the_page_answers_in_the_users_place(approved: bool) -> None:
    call = asked()
    call.tell(ActionConfirmed(INVOCATION, approved), 1.0)
    assert ran(call) is approved
    last = "invoke_action<response.tool" if approved else "ai_thinking<input.text"
    assert call.path[-1] == last
    assert len(call.all(StartReply)) == 1
    assert not call.has(RememberWords)
    if approved:
        call.settle(OK)
    assert call.last(ContinueReply).turn_id == "turn_2"
    assert ends(call) == ([("success", "")] if approved else [("action.declined", "declined")])


def test_the_page_answers_over_the_question() -> None:
    call = asking()
    call.tell(ActionConfirmed(INVOCATION, True))
    assert call.path[-3:] == [
        "user_speaking<input.barge_in",
        "ai_thinking<input.end",
        "invoke_action<response.tool",
    ]
    assert call.last(Interrupted).source is Source.TEXT


def test_the_page_answers_before_the_question_is_heard() -> None:
    call = wants(Driver().connect().ask("delete my account"))
    call.tell(ActionConfirmed(INVOCATION, True))
    assert call.path[-1] == "invoke_action<response.tool"


def test_the_page_answers_while_the_user_speaks() -> None:
    call = asked()
    call.tell(SpeechStarted(call.at), 0.1)
    call.tell(ActionConfirmed(INVOCATION, True), 0.2)
    assert call.path[-3:] == ["idle<input.cancel", "ai_thinking<input.text", "invoke_action<response.tool"]
    call.settle(OK)
    assert call.last(ContinueReply).outcome == OK


def test_the_page_answers_where_replies_wait_for_a_grant_or_the_network_is_gone() -> None:
    call = asked()
    call.tell(OfflineChanged(True))
    call.tell(ActionConfirmed(INVOCATION, True))
    assert call.state is State.INVOKE_ACTION


def test_the_page_cannot_answer_while_it_carries_out_another_action() -> None:
    call = wants(Driver().connect().ask("go"))
    call.tell(ReplyToolCall("turn_1", "go", {}, 5.0))
    assert call.state is State.INVOKE_ACTION
    call.tell(ActionConfirmed(INVOCATION, True))
    refusal = call.last(Failed)
    assert (refusal.code, refusal.retryable) == (ErrorCode.INVALID_TRANSITION, True)
    assert ends(call) == []


@pytest.mark.parametrize("words", ["yes", "no"])
def test_an_answer_that_says_what_has_happened_already_is_a_race(words: str) -> None:
    call = asked().ask(words)
    told = len(call.events)
    call.tell(ActionConfirmed(INVOCATION, words == "yes"))
    assert len(call.events) == told
    call.tell(ActionConfirmed(INVOCATION, words == "no"))
    assert call.last(Failed).code is ErrorCode.UNKNOWN_INVOCATION


def test_an_answer_to_what_nobody_asked_is_refused() -> None:
    call = Driver().connect().ask("go").call_action()
    for invocation_id in (INVOCATION, "inv_9"):
        call.tell(ActionConfirmed(invocation_id, True))
        assert call.last(Failed).code is ErrorCode.UNKNOWN_INVOCATION
        assert call.last(Failed).invocation_id == invocation_id
    assert call.state is State.INVOKE_ACTION


def test_a_session_that_is_not_ready_has_asked_nothing() -> None:
    call = Driver()
    call.tell(ActionConfirmed(INVOCATION, True))
    assert call.last(Failed).code is ErrorCode.ORDER
