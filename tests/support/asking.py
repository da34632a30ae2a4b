"""A call in which the brain wants an action that needs a yes, and the question is asked (V5-CONFIRM)."""

from typing import Any

from antiphon.domain.actions import ActionOutcome
from antiphon.domain.commands import StartReply
from antiphon.domain.events import ActionRequested, ActionSettled
from antiphon.domain.signals import PlayoutFinished, PlayoutStarted, ReplyDelta, ReplyFinished, ReplyToolCall
from antiphon.turns.policies import Policy
from support.driver import Driver

OK = ActionOutcome("success", "gone")
QUESTION = "Delete the account: shall I do it?"
INVOCATION = "inv_1"


def wants(call: Driver, *, before: str = "", **fields: Any) -> Driver:
    """The brain wants an action that the user has to agree to, and its reply asks."""
    turn_id = call.last(StartReply).turn_id
    if before:
        call.tell(ReplyDelta(turn_id, before))
    order: dict[str, Any] = {"parameters": {"now": True}, "timeout_s": 5.0, "confirm": True, "question": QUESTION}
    call.tell(ReplyToolCall(turn_id, "delete", **(order | fields)), 0.1)
    text = " ".join(filter(None, (before, QUESTION)))
    call.tell(ReplyDelta(turn_id, QUESTION))
    call.tell(ReplyFinished(turn_id, text))
    return call


def asking(*, before: str = "", **config: Any) -> Driver:
    """The question is being heard."""
    config.setdefault("policy", Policy())
    call = wants(Driver(**config).connect().ask("delete my account"), before=before)
    call.tell(PlayoutStarted("turn_1"), 0.1)
    return call


def asked(**config: Any) -> Driver:
    """The question was heard to its end."""
    call = asking(**config)
    call.tell(PlayoutFinished("turn_1", 2000), 2.0)
    call.wait(0.25)
    return call


def ends(call: Driver) -> list[tuple[str, str]]:
    """How every invocation ended, with the reason that the client was told."""
    return [(end.outcome.error_code or end.outcome.status, end.reason) for end in call.all(ActionSettled)]


def ran(call: Driver) -> bool:
    return any(not order.confirm for order in call.all(ActionRequested))
