"""Orders to the page: at most four a turn, each with exactly one end (VIP section 5, 5.3.3; V5-INVOKE)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from antiphon.domain.actions import ActionOutcome
from antiphon.domain.commands import CancelReply, ContinueReply, SettleAction
from antiphon.domain.errors import ErrorCode
from antiphon.domain.events import ActionRequested, ActionSettled, Failed
from antiphon.domain.signals import ActionResult, ReplyToolCall
from antiphon.domain.states import State, Trigger
from antiphon.turns import confirmation
from antiphon.turns.config import MAX_ACTIONS_A_TURN
from antiphon.turns.records import Invocation, InvocationState, Reply
from antiphon.turns.reply import end_reply, stop_output

if TYPE_CHECKING:
    from antiphon.turns.core import Core

REMEMBERED = 64
"""Ended invocations that are remembered, so that a late or doubled result gets the right answer."""


def tool_called(core: Core, signal: ReplyToolCall) -> None:
    """Row 8, or an order in parallel while the assistant speaks."""
    reply = core.reply
    speaking = core.state is State.AI_SPEAKING
    if reply is None or reply.turn_id != signal.turn_id or not (speaking or core.state is State.AI_THINKING):
        return
    if reply.calls >= MAX_ACTIONS_A_TURN:
        message = f"The assistant wanted more than {MAX_ACTIONS_A_TURN} actions in one turn, so it was stopped."
        stop_output(core, reply)
        core.tell(Failed(ErrorCode.BRAIN_FAILED, message, state=core.state, turn_id=reply.turn_id))
        end_reply(core, Trigger.RESPONSE_FAILED)
        return
    reply.calls += 1
    reply.acted = True
    parallel = (speaking or core.config.parallel_actions) and not signal.confirm
    invocation = Invocation(
        core.new_id("inv"), reply.turn_id, reply.response_id, signal.action_id, signal.follow_up, parallel
    )
    _remember(core, invocation)
    if signal.confirm:
        confirmation.ask(core, reply, signal, invocation)
        return
    core.tell(
        ActionRequested(
            invocation.turn_id,
            invocation.invocation_id,
            signal.action_id,
            signal.parameters,
            round(1000 * signal.timeout_s),
            parallel=parallel,
        )
    )
    core.expect_result(invocation, signal.timeout_s)
    if not parallel:
        core.current_invocation = invocation.invocation_id
        core.go(Trigger.RESPONSE_TOOL, turn_id=reply.turn_id)


def _remember(core: Core, invocation: Invocation) -> None:
    core.invocations[invocation.invocation_id] = invocation
    still_on = (InvocationState.ASKED, InvocationState.OPEN)
    ended = [key for key, known in core.invocations.items() if known.state not in still_on]
    for key in ended[: max(0, len(ended) - REMEMBERED)]:
        del core.invocations[key]


def action_result(core: Core, signal: ActionResult) -> None:
    invocation = core.invocations.get(signal.invocation_id)
    if invocation is None or invocation.state in (InvocationState.ASKED, InvocationState.ENDED):
        message = f"There is no open invocation {signal.invocation_id[:80]!r}; each one is answered once."
        if invocation is not None and invocation.state is InvocationState.ASKED:
            message = "The user has not said yes to this invocation yet; run it when `action.invoke` comes again."
        core.tell(
            Failed(
                ErrorCode.UNKNOWN_INVOCATION, message, state=core.state, trigger=Trigger.ACTION_RESULT.value,
                invocation_id=signal.invocation_id[:80],
            )
        )  # fmt: skip
    elif invocation.state is InvocationState.TIMED_OUT:
        invocation.state = InvocationState.ENDED
        core.command(SettleAction(invocation.turn_id, invocation.invocation_id, signal.outcome))
        message = "The result came after the invocation had ended; it is kept, and nothing waits for it."
        core.tell(
            Failed(
                ErrorCode.ACTION_LATE, message, state=core.state, turn_id=invocation.turn_id,
                invocation_id=invocation.invocation_id,
            )
        )  # fmt: skip
    else:
        follow_up = invocation.follow_up if signal.follow_up is None else signal.follow_up
        _end(core, invocation, signal.outcome, follow_up, InvocationState.ENDED, asked=signal.follow_up is True)


def action_timed_out(core: Core) -> None:
    """The page did not answer in time: told to the client, and aloud (V7-ACTIONFAIL)."""
    _, invocation_id = min((one.due, key) for key, one in core.invocations.items() if one.due is not None)
    invocation = core.invocations[invocation_id]
    message = f"The action {invocation.action_id!r} did not answer in time."
    core.tell(
        Failed(
            ErrorCode.ACTION_TIMEOUT, message, state=core.state, turn_id=invocation.turn_id,
            invocation_id=invocation_id,
        )
    )  # fmt: skip
    outcome = ActionOutcome("error", None, ErrorCode.ACTION_TIMEOUT.code, message)
    _end(core, invocation, outcome, True, InvocationState.TIMED_OUT)


def _end(
    core: Core,
    invocation: Invocation,
    outcome: ActionOutcome,
    follow_up: bool,
    state: InvocationState,
    *,
    asked: bool = False,
) -> None:
    """Settle it once. A parallel one is answered at the next idle if it failed, or if its result asks for that."""
    invocation.state = state
    core.expect_result(invocation, None)
    core.tell(ActionSettled(invocation.turn_id, invocation.invocation_id, outcome))
    if core.current_invocation != invocation.invocation_id:
        if outcome.ok and not asked:
            core.command(SettleAction(invocation.turn_id, invocation.invocation_id, outcome))
        else:
            core.results.append((invocation, outcome))
        return
    core.current_invocation = None
    if outcome.ok and not follow_up:
        core.command(SettleAction(invocation.turn_id, invocation.invocation_id, outcome))
        core.command(CancelReply(invocation.turn_id))
        end_reply(core, Trigger.ACTION_DONE)
    else:
        core.go(Trigger.ACTION_RESULT, turn_id=invocation.turn_id)
        continue_reply(core, invocation, outcome)


def continue_reply(core: Core, invocation: Invocation, outcome: ActionOutcome) -> None:
    """In Processing again: the brain is asked once more, now that it can know how the action ended."""
    reply = core.reply
    if reply is None:
        reply = core.reply = Reply(invocation.turn_id, core.new_id("resp"))
    reply.asked_at = core.now
    core.command(ContinueReply(reply.turn_id, reply.response_id, invocation.invocation_id, outcome))


def cancel_invocation(core: Core, invocation: Invocation) -> ActionOutcome:
    """End it without a result. If the page has acted all the same, its first answer is kept: it comes late."""
    invocation.state = InvocationState.TIMED_OUT
    core.expect_result(invocation, None)
    if core.current_invocation == invocation.invocation_id:
        core.current_invocation = None
    return ActionOutcome("error", None, ErrorCode.ACTION_CANCELLED.code, "The action was cancelled.")
