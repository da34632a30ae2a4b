"""Orders to the page: at most `MAX_ACTIONS_A_TURN`, each with exactly one end (V5-INVOKE).

Each invocation is a machine of its own. One at a time may hold the session in Action; the others run beside the answer.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING

from antiphon.domain.actions import ActionOutcome
from antiphon.domain.commands import CancelReply, SettleAction
from antiphon.domain.errors import ErrorCode
from antiphon.domain.events import ActionRequested, ActionSettled, Failed
from antiphon.domain.signals import ActionResult, ReplyToolCall
from antiphon.domain.states import Trigger
from antiphon.turns.config import MAX_ACTIONS_A_TURN
from antiphon.turns.machine import Row, Table
from antiphon.turns.records import Invocation, InvocationState
from antiphon.turns.reply import ReplyInput, continue_reply, end_reply, forget_reply, stop_output, under_way
from antiphon.turns.timers import ActionTimer

if TYPE_CHECKING:
    from antiphon.turns.core import Core

REMEMBERED = 64
"""Ended invocations that are remembered, so that a late or doubled result gets the right answer."""


class ActionInput(StrEnum):
    RUN = "it runs"
    RUN_BESIDE = "it runs beside the answer"
    WANTS_A_YES = "it wants a yes"
    APPROVED = "the user says yes"
    DECLINED = "no yes is said"
    DONE = "it is done"
    NEWS = "its result is to be answered"
    DONE_BESIDE = "it is done, beside the answer"
    NEWS_BESIDE = "its result is to be answered at the next idle"
    ANSWER = "idle has come"
    TIMEOUT = "no result comes"
    TIMEOUT_BESIDE = "no result comes, beside the answer"
    CANCELLED = "it is given up"


@dataclass(slots=True)
class Actions:
    """The invocations that are known, and the one that holds the session in Action."""

    invocations: dict[str, Invocation] = field(default_factory=dict)
    current: str | None = None
    results: list[tuple[Invocation, ActionOutcome]] = field(default_factory=list)
    """Ended invocations beside an answer that want one at the next idle (row 21)."""

    def remember(self, invocation: Invocation) -> None:
        self.invocations[invocation.invocation_id] = invocation
        over = (InvocationState.ENDED, InvocationState.TIMED_OUT)
        ended = [key for key, known in self.invocations.items() if known.state in over]
        for key in ended[: max(0, len(ended) - REMEMBERED)]:
            del self.invocations[key]

    def open(self) -> list[Invocation]:
        return [one for one in self.invocations.values() if one.state is InvocationState.OPEN]


def _advance(core: Core, invocation: Invocation, what: ActionInput, about: object = None) -> bool:
    return TABLE.advance(core, invocation, what, about)


def tool_called(core: Core, signal: ReplyToolCall) -> None:
    """Row 8, or an order in parallel while the assistant speaks."""
    reply = under_way(core, signal.turn_id)
    if reply is None:
        return
    if reply.calls.count >= MAX_ACTIONS_A_TURN:
        message = f"The assistant wanted more than {MAX_ACTIONS_A_TURN} actions in one turn, so it was stopped."
        stop_output(core, reply)
        core.emit(Failed(ErrorCode.BRAIN_FAILED, message, state=core.state, turn_id=reply.turn_id))
        end_reply(core, ReplyInput.FAILED)
        return
    reply.calls.calls_action()
    parallel = (reply.being_said or core.config.parallel_actions) and not signal.confirm
    invocation = Invocation(core.new_id("inv"), reply.turn_id, reply.response_id, signal)
    core.actions.remember(invocation)
    if signal.confirm:
        _advance(core, invocation, ActionInput.WANTS_A_YES)
        core.confirmation.ask(core, reply, invocation, signal.question)
    else:
        _advance(core, invocation, ActionInput.RUN_BESIDE if parallel else ActionInput.RUN)


def approve(core: Core, invocation: Invocation, turn_id: str, response_id: str) -> None:
    """The user has said yes, in this turn: row 8, and from now on it is like any other."""
    invocation.approved = True
    invocation.turn_id, invocation.response_id = turn_id, response_id
    _advance(core, invocation, ActionInput.APPROVED)


def decline(core: Core, invocation: Invocation) -> None:
    """Nobody has said yes to it."""
    invocation.approved = False
    _advance(core, invocation, ActionInput.DECLINED)


def action_result(core: Core, signal: ActionResult) -> None:
    invocation = core.actions.invocations.get(signal.invocation_id)
    if invocation is None or invocation.state in (InvocationState.ASKED, InvocationState.ENDED):
        message = f"There is no open invocation {signal.invocation_id[:80]!r}; each one is answered once."
        if invocation is not None and invocation.state is InvocationState.ASKED:
            message = "The user has not said yes to this invocation yet; run it when `action.invoke` comes again."
        core.emit(
            Failed(
                ErrorCode.UNKNOWN_INVOCATION, message, state=core.state, trigger=Trigger.ACTION_RESULT.value,
                invocation_id=signal.invocation_id[:80],
            )
        )  # fmt: skip
        return
    invocation.outcome = signal.outcome
    follow_up = invocation.call.follow_up if signal.follow_up is None else signal.follow_up
    if core.actions.current == invocation.invocation_id:
        done = signal.outcome.ok and not follow_up
        _advance(core, invocation, ActionInput.DONE if done else ActionInput.NEWS)
    else:
        done = signal.outcome.ok and signal.follow_up is not True
        _advance(core, invocation, ActionInput.DONE_BESIDE if done else ActionInput.NEWS_BESIDE)


def action_timed_out(core: Core) -> None:
    """The page did not answer in time: told to the client, and aloud (V7-ACTIONFAIL)."""
    _, invocation_id = min((one.due, key) for key, one in core.actions.invocations.items() if one.due is not None)
    invocation = core.actions.invocations[invocation_id]
    message = f"The action {invocation.call.action_id!r} did not answer in time."
    core.emit(
        Failed(
            ErrorCode.ACTION_TIMEOUT, message, state=core.state, turn_id=invocation.turn_id,
            invocation_id=invocation_id,
        )
    )  # fmt: skip
    invocation.outcome = ActionOutcome("error", None, ErrorCode.ACTION_TIMEOUT.code, message)
    current = core.actions.current == invocation_id
    _advance(core, invocation, ActionInput.TIMEOUT if current else ActionInput.TIMEOUT_BESIDE)


def cancel(core: Core, invocation: Invocation, reason: str) -> None:
    """End it without a result. If the page has acted all the same, its first answer is kept: it comes late."""
    _advance(core, invocation, ActionInput.CANCELLED, reason)


def cancel_current(core: Core, reason: str) -> None:
    """Give up what holds the session in Action."""
    if core.actions.current is not None:
        cancel(core, core.actions.invocations[core.actions.current], reason)


def leave_to_page(core: Core) -> None:
    """The client is lost: the result of what it does is answered when it is back, as that of a parallel one."""
    core.actions.current = None


def answer_result(core: Core) -> None:
    """Row 21: a parallel invocation has ended in a way that wants an answer."""
    invocation, outcome = core.actions.results.pop(0)
    invocation.outcome = outcome  # a late result may have come since
    _advance(core, invocation, ActionInput.ANSWER)


def forget_results(core: Core) -> None:
    core.actions.results.clear()


# What the rows do.


def _expect_result(core: Core, invocation: Invocation, seconds: float | None) -> None:
    """Give it so long, or (None) wait for it no longer; the timer is due with the next of them."""
    invocation.due = None if seconds is None else core.now + seconds
    due = [one.due for one in core.actions.invocations.values() if one.due is not None]
    if due:
        core.clock.set_at(ActionTimer.TIMEOUT, min(due))
    else:
        core.clock.clear(ActionTimer.TIMEOUT)


def _request(core: Core, invocation: Invocation, *, parallel: bool) -> None:
    call = invocation.call
    core.emit(
        ActionRequested(
            invocation.turn_id,
            invocation.invocation_id,
            call.action_id,
            call.parameters,
            round(1000 * call.timeout_s),
            parallel=parallel,
        )
    )
    _expect_result(core, invocation, call.timeout_s)


def _run_beside(core: Core, invocation: Invocation, _: object) -> None:
    _request(core, invocation, parallel=True)


def _run(core: Core, invocation: Invocation, _: object) -> None:
    _request(core, invocation, parallel=False)
    core.actions.current = invocation.invocation_id


def _settle(core: Core, invocation: Invocation, _: object) -> None:
    """Settle it once. A parallel one is answered at the next idle if it failed, or if its result asks for that."""
    _expect_result(core, invocation, None)
    core.emit(ActionSettled(invocation.turn_id, invocation.invocation_id, invocation.outcome))
    if core.actions.current == invocation.invocation_id:
        core.actions.current = None


def _done_beside(core: Core, invocation: Invocation, _: object) -> None:
    _settle(core, invocation, None)
    core.command(SettleAction(invocation.turn_id, invocation.invocation_id, invocation.outcome))


def _news_beside(core: Core, invocation: Invocation, _: object) -> None:
    _settle(core, invocation, None)
    core.actions.results.append((invocation, invocation.outcome))


def _done(core: Core, invocation: Invocation, _: object) -> None:
    _done_beside(core, invocation, None)
    core.command(CancelReply(invocation.turn_id))
    forget_reply(core)


def _answer(core: Core, invocation: Invocation, _: object) -> None:
    continue_reply(core, invocation.turn_id, invocation.invocation_id, invocation.outcome)


def _late(core: Core, invocation: Invocation, _: object) -> None:
    core.command(SettleAction(invocation.turn_id, invocation.invocation_id, invocation.outcome))
    message = "The result came after the invocation had ended; it is kept, and nothing waits for it."
    core.emit(
        Failed(
            ErrorCode.ACTION_LATE, message, state=core.state, turn_id=invocation.turn_id,
            invocation_id=invocation.invocation_id,
        )
    )  # fmt: skip


def _give_up(core: Core, invocation: Invocation, reason: str) -> None:
    _expect_result(core, invocation, None)
    if core.actions.current == invocation.invocation_id:
        core.actions.current = None
    outcome = ActionOutcome("error", None, ErrorCode.ACTION_CANCELLED.code, "The action was cancelled.")
    core.command(SettleAction(invocation.turn_id, invocation.invocation_id, outcome))
    core.emit(ActionSettled(invocation.turn_id, invocation.invocation_id, outcome, True, reason))


_S, _I = InvocationState, ActionInput
_TOOL, _RESULT = Trigger.RESPONSE_TOOL, Trigger.ACTION_RESULT
TABLE = Table(
    "Actions",
    InvocationState,
    ActionInput,
    ActionTimer,
    (
        Row((_S.CALLED,), _I.RUN, _S.OPEN, _run, _TOOL),
        Row((_S.CALLED,), _I.RUN_BESIDE, _S.OPEN, _run_beside),
        Row((_S.CALLED,), _I.WANTS_A_YES, _S.ASKED),
        Row((_S.ASKED,), _I.APPROVED, _S.OPEN, _run, _TOOL),
        Row((_S.ASKED,), _I.DECLINED, _S.ENDED),
        Row((_S.OPEN,), _I.DONE, _S.ENDED, _done, Trigger.ACTION_DONE),
        Row((_S.OPEN,), _I.NEWS, _S.ENDED, _settle, _RESULT, then=_answer),
        Row((_S.OPEN,), _I.DONE_BESIDE, _S.ENDED, _done_beside),
        Row((_S.OPEN,), _I.NEWS_BESIDE, _S.ENDED, _news_beside),
        Row((_S.OPEN,), _I.TIMEOUT, _S.TIMED_OUT, _settle, _RESULT, then=_answer),
        Row((_S.OPEN,), _I.TIMEOUT_BESIDE, _S.TIMED_OUT, _news_beside),
        Row((_S.OPEN,), _I.CANCELLED, _S.TIMED_OUT, _give_up),
        Row((_S.ENDED, _S.TIMED_OUT), _I.ANSWER, None, None, _RESULT, then=_answer),
        Row((_S.TIMED_OUT,), _I.DONE_BESIDE, _S.ENDED, _late),
        Row((_S.TIMED_OUT,), _I.NEWS_BESIDE, _S.ENDED, _late),
    ),
)
