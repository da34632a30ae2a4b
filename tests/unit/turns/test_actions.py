"""Actions that the brain orders, and their results."""

import pytest

from antiphon.domain.actions import ActionOutcome
from antiphon.domain.commands import CancelReply, ContinueReply, OpenUtterance, SettleAction, StartReply, UpdateContext
from antiphon.domain.errors import ErrorCode
from antiphon.domain.events import ActionRequested, Failed
from antiphon.domain.signals import (
    ContextUpdated,
    PlayoutFinished,
    PlayoutStarted,
    ReplyDelta,
    ReplyFinished,
    SpeechClear,
    SpeechStarted,
)
from antiphon.domain.states import State
from antiphon.turns.config import MAX_ACTIONS_A_TURN
from support.driver import OK, invoking, ready


def test_an_action_is_ordered_and_its_result_is_told_to_the_brain() -> None:
    call = invoking()
    request = call.last(ActionRequested)
    assert (request.action_id, request.timeout_ms, request.parallel) == ("go", 5000, False)
    call.settle(OK)
    assert call.path[-2:] == ["invoke_action<response.tool", "ai_thinking<action.result"]
    assert call.last(ContinueReply).outcome == OK


def test_an_action_without_follow_up_ends_the_turn() -> None:
    call = ready().ask("mute").call_action(follow_up=False).settle(OK)
    assert call.path[-1] == "idle<action.done"
    assert call.has(SettleAction)
    assert call.has(CancelReply)


def test_an_error_is_always_told_aloud() -> None:
    failed = ActionOutcome("error", None, "action.failed", "no such page")
    call = ready().ask("mute").call_action(follow_up=False).settle(failed)
    assert call.path[-1] == "ai_thinking<action.result"
    assert call.last(ContinueReply).outcome == failed


@pytest.mark.requirement("V7-ACTIONFAIL")
def test_an_action_that_does_not_answer_is_a_failure_that_is_told() -> None:
    call = invoking()
    call.wait(5.1)
    assert call.path[-1] == "ai_thinking<action.result"
    assert call.last(Failed).code is ErrorCode.ACTION_TIMEOUT
    assert call.last(ContinueReply).outcome.error_code == "action.timeout"


def test_a_late_result_is_kept_and_a_second_one_is_refused() -> None:
    call = invoking()
    call.wait(5.1)
    call.settle(OK)
    assert call.last(Failed).code is ErrorCode.ACTION_LATE
    assert call.last(SettleAction).outcome == OK
    call.settle(OK)
    assert call.last(Failed).code is ErrorCode.UNKNOWN_INVOCATION


def test_a_doubled_result_is_refused_and_changes_nothing() -> None:
    call = invoking().settle(OK)
    before = call.state
    call.settle(OK)
    assert call.last(Failed).code is ErrorCode.UNKNOWN_INVOCATION
    assert call.state is before


def test_ids_differ_between_sessions_so_that_a_foreign_result_is_unknown() -> None:
    one, other = invoking(id_salt="a"), invoking(id_salt="b")
    assert one.last(ActionRequested).invocation_id != other.last(ActionRequested).invocation_id


def test_more_actions_than_a_turn_may_have_are_not_ordered() -> None:
    call = ready().ask("do everything")
    for _ in range(MAX_ACTIONS_A_TURN):
        call.call_action().settle(OK)
    call.call_action()
    assert len(call.all(ActionRequested)) == MAX_ACTIONS_A_TURN
    assert call.path[-1] == "idle<response.failed"


def test_an_action_while_the_assistant_speaks_goes_out_in_parallel() -> None:
    call = ready().ask()
    turn_id = call.last(StartReply).turn_id
    call.tell(ReplyDelta(turn_id, "Doing that. "), 0.1)
    call.tell(PlayoutStarted(turn_id), 0.1)
    call.call_action()
    assert call.state is State.AI_SPEAKING
    assert call.last(ActionRequested).parallel
    call.settle(OK)
    assert call.state is State.AI_SPEAKING


def test_a_parallel_action_that_fails_is_told_at_the_next_idle() -> None:
    call = ready().ask()
    turn_id = call.last(StartReply).turn_id
    call.tell(ReplyDelta(turn_id, "Doing that."), 0.1)
    call.tell(PlayoutStarted(turn_id), 0.1)
    call.call_action().settle(ActionOutcome("error", None, "action.failed", "no"))
    call.tell(ReplyFinished(turn_id, "Doing that."))
    call.tell(PlayoutFinished(turn_id, 500))
    call.wait(0.3)
    assert call.path[-2:] == ["idle<audio.complete", "ai_thinking<action.result"]
    assert call.last(ContinueReply).outcome.error_code == "action.failed"


def test_speech_that_is_still_on_when_an_action_ends_takes_the_floor() -> None:
    call = invoking()
    onset = call.at
    call.tell(SpeechStarted(onset), 0.1)
    call.tell(SpeechClear(onset), 0.1)
    assert call.state is State.INVOKE_ACTION
    call.settle(OK)
    assert call.path[-2:] == ["ai_thinking<action.result", "user_speaking<input.barge_in"]
    assert call.last(OpenUtterance).since == onset


def test_a_result_may_carry_what_the_page_has_become() -> None:
    update = ContextUpdated(narration="The settings are open.")
    call = invoking().settle(OK, page=update)
    kinds = [type(command) for command in call.commands if isinstance(command, UpdateContext | ContinueReply)]
    assert kinds == [UpdateContext, ContinueReply]


def test_ended_invocations_are_forgotten_at_last() -> None:
    call = ready()
    first = None
    for _ in range(70):
        call.ask("go").call_action(follow_up=False)
        first = first or call.last(ActionRequested).invocation_id
        call.settle(OK)
    known = call.engine.core.actions.invocations
    assert first not in known
    assert len(known) <= 65
