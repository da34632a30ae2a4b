"""The client's `action.confirm`: a yes or no from the page itself, in the place of the user's words (V5-CONFIRM)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from antiphon.domain.errors import ErrorCode
from antiphon.domain.events import Failed
from antiphon.domain.signals import ActionConfirmed, ActionWithdrawn
from antiphon.domain.states import Source, TurnStart
from antiphon.turns.barge_in import interrupt
from antiphon.turns.records import Claim, UserTurn
from antiphon.turns.reply import open_reply
from antiphon.turns.user_turn import begin_typed, cancel_turn, discard, end_turn

if TYPE_CHECKING:
    from antiphon.turns.core import Core

TRIGGER = "action.confirm"


def action_confirmed(core: Core, signal: ActionConfirmed) -> None:
    """A typed turn that needs no words: row 18; over the question rows 9 or 11 and then 5; while listening 6 and 18.

    It names its invocation, so it counts however much of the question was heard.
    """
    asked = core.confirmation.invocation
    if asked is None or asked.invocation_id != signal.invocation_id:
        _not_asked(core, signal)
        return
    if core.page_acts:
        message = "The page is carrying out an action; send the answer again when it is done."
        core.emit(
            Failed(
                ErrorCode.INVALID_TRANSITION, message, state=core.state, trigger=TRIGGER,
                invocation_id=signal.invocation_id, retryable=True,
            )
        )  # fmt: skip
        return
    user = _take_floor(core)
    core.confirmation.decide(core, open_reply(core, user.turn_id), approved=signal.approved)


def withdrawn(core: Core, signal: ActionWithdrawn) -> None:
    """The page has changed under the question: a yes would run something else than was asked."""
    asked = core.confirmation.invocation
    if asked is not None and asked.invocation_id == signal.invocation_id:
        core.confirmation.withdraw(core, "superseded")


def _take_floor(core: Core) -> UserTurn:
    """To Processing, in one instant. What was being said meanwhile is not waited for: the page has the answer."""
    if core.user_speaks:
        cancel_turn(core, TRIGGER)
    if core.floor.interruptible:
        interrupt(core, Claim(Source.TEXT, core.now, TurnStart.TEXT))
    user = core.user
    if user is not None and user.has_floor:
        discard(core, {user.utterance_id: None})
        user.words.needs_none(user.utterance_id)
        end_turn(core, TRIGGER)
    else:
        user = begin_typed(core)
    return user


def _not_asked(core: Core, signal: ActionConfirmed) -> None:
    """The user's words may have been faster: saying what has happened already changes nothing, and is no error."""
    known = core.actions.invocations.get(signal.invocation_id)
    if known is not None and known.approved is signal.approved:
        return
    message = f"No yes is waited for to the invocation {signal.invocation_id[:80]!r}; it was answered, or never asked."
    core.emit(
        Failed(
            ErrorCode.UNKNOWN_INVOCATION, message, state=core.state, trigger=TRIGGER,
            invocation_id=signal.invocation_id[:80],
        )
    )  # fmt: skip
