"""The record of one order to the client."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from antiphon.domain.actions import ActionOutcome
from antiphon.domain.errors import ErrorCode
from antiphon.domain.signals import ReplyToolCall


class InvocationState(StrEnum):
    CALLED = "called"
    """The brain wants it; nobody has been told."""
    ASKED = "asked"
    """Not ordered yet: the user is asked first."""
    OPEN = "open"
    ENDED = "ended"
    TIMED_OUT = "timed out"
    """Nothing waits for it any more; what still comes is kept."""


NOT_YET = ActionOutcome("error", None, ErrorCode.ACTION_CANCELLED.code, "It has not ended.")


@dataclass(slots=True)
class Invocation:
    """One order to the client. It ends exactly once."""

    invocation_id: str
    turn_id: str
    response_id: str
    """The turn and the response that it belongs to: those of the call, or of the yes to it."""
    call: ReplyToolCall
    state: InvocationState = InvocationState.CALLED
    approved: bool | None = None
    """What the user said to it; None where nobody was asked, or nothing was said yet."""
    due: float | None = None
    """When its result is waited for no longer, while it is."""
    outcome: ActionOutcome = NOT_YET
