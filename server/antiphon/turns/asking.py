"""Actions that want a yes: the user is asked first, and the next words decide (V5-CONFIRM).

Theory of operation. The brain's order becomes an invocation that is only asked for: the client is told of it, the
reply ends with the question, and nothing runs. What the user says or types next is the answer, if it is clearly a yes
or a no, and if it was said when what is asked had been heard. A yes makes it an invocation like any other; everything
else ends it. Until then nothing else is said (`engine`), so that no yes can be meant for something else.
"""

from antiphon.domain.actions import ActionOutcome
from antiphon.domain.commands import ContinueReply, RememberWords, SettleAction
from antiphon.domain.errors import ErrorCode
from antiphon.domain.events import ActionRequested, ActionSettled
from antiphon.domain.signals import ActionWithdrawn, ReplyToolCall
from antiphon.domain.states import State, Trigger, TurnStart
from antiphon.turns.core import Asking, Core, Invocation, InvocationState, Reply

ANSWER_S = 30.0
"""How long an answer is waited for after the question. Longer, and a yes may be meant for something else by then."""
HEARD_SHARE = 0.5
"""This much of a question says what is asked: its first half names the action, its second asks for the yes."""

DECLINED = ActionOutcome("error", None, ErrorCode.ACTION_DECLINED.code, "The user said no.")


def ask(core: Core, reply: Reply, signal: ReplyToolCall, invocation: Invocation) -> None:
    """Tell the client what is going to be asked. The reply goes on with the question by itself."""
    withdraw(core, "superseded")
    invocation.state = InvocationState.ASKED
    words_before, words = len(reply.text.split()), len(signal.question.split())
    core.asking = Asking(invocation, signal.parameters, signal.timeout_s, words_before, words)
    _request(core, core.asking, confirm=True)


def _request(core: Core, asking: Asking, *, confirm: bool) -> None:
    order = asking.invocation
    timeout_ms = round(1000 * asking.timeout_s)
    core.tell(
        ActionRequested(
            order.turn_id, order.invocation_id, order.action_id, asking.parameters, timeout_ms, confirm=confirm
        )
    )


def answered(core: Core, reply: Reply, text: str | None) -> bool:
    """The turn of `reply` wants an answer. Whether it is one itself: then no brain is asked about its words."""
    asking, user = core.asking, core.user
    if asking is None:
        return False
    in_time = user is not None and (user.start is TurnStart.TEXT or user.since >= asking.heard_from)
    approved = core.config.words.approves(text) if text and in_time else None
    if text is None or approved is None:
        withdraw(core, "superseded")
        return False
    core.command(RememberWords(reply.turn_id, text))
    decide(core, asking, reply, approved=approved)
    return True


def decide(core: Core, asking: Asking, reply: Reply, *, approved: bool) -> None:
    """In Processing. A yes: row 8, and from now on it is like any other. A no: the brain is told, and says so."""
    invocation = _closed(core, asking, approved)
    # The turn is spent: what the user says over the reply to it is not joined to the yes or no.
    reply.calls += 1
    if approved:
        invocation.state = InvocationState.OPEN
        invocation.turn_id, invocation.response_id = reply.turn_id, reply.response_id
        _request(core, asking, confirm=False)
        core.set_timer(f"action:{invocation.invocation_id}", asking.timeout_s)
        core.current_invocation = invocation.invocation_id
        core.go(Trigger.RESPONSE_TOOL, turn_id=reply.turn_id)
    else:
        core.tell(ActionSettled(invocation.turn_id, invocation.invocation_id, DECLINED, True, "declined"))
        core.command(ContinueReply(reply.turn_id, reply.response_id, invocation.invocation_id, DECLINED))


def withdraw(core: Core, reason: str) -> None:
    """It ends without a yes, if one is asked for at all. `reason` is what `action.cancel` says."""
    if core.asking is None:
        return
    invocation = _closed(core, core.asking, approved=False)
    outcome = DECLINED
    if reason != "declined":
        message = "The action was not run: the user did not say yes to it."
        outcome = ActionOutcome("error", None, ErrorCode.ACTION_CANCELLED.code, message)
    core.command(SettleAction(invocation.turn_id, invocation.invocation_id, outcome))
    core.tell(ActionSettled(invocation.turn_id, invocation.invocation_id, outcome, True, reason))


def _closed(core: Core, asking: Asking, approved: bool) -> Invocation:
    core.asking = None
    core.clear_timer("asked")
    asking.invocation.approved = approved
    asking.invocation.state = InvocationState.ENDED
    return asking.invocation


def withdrawn(core: Core, signal: ActionWithdrawn) -> None:
    """The page has changed under the question: a yes would run something else than was asked."""
    if core.asking is not None and core.asking.invocation.invocation_id == signal.invocation_id:
        withdraw(core, "superseded")


def unanswered(core: Core) -> None:
    """Nobody said yes or no in time. Whoever speaks at this moment is heard first (`watch`)."""
    if core.state is State.IDLE:
        withdraw(core, "timeout")


def watch(core: Core) -> None:
    """The time for an answer runs from the end of the question, and only idle gives it up."""
    asking = core.asking
    if asking is None or is_asked_by(core, core.reply):
        return
    if asking.until is None:
        asking.until = core.now + ANSWER_S
    if core.state is State.IDLE:
        core.timers["asked"] = max(core.now, asking.until)


def is_asked_by(core: Core, reply: Reply | None) -> bool:
    """Whether this reply asks the question that is open."""
    asking = core.asking
    return asking is not None and reply is not None and reply.response_id == asking.invocation.response_id


def heard(core: Core, turn_id: str, heard_text: str, since: float) -> None:
    """So much of a reply had been heard when somebody began to speak, at `since`."""
    asking = core.asking
    if asking is None or asking.invocation.turn_id != turn_id:
        return
    if len(heard_text.split()) >= asking.words_before + HEARD_SHARE * asking.words:
        asking.heard_from = min(asking.heard_from, since)


def heard_whole(core: Core, reply: Reply) -> None:
    """The question was sent to its end. What was said over it and kept is an answer from where it was clear."""
    asking = core.asking
    if asking is None or not is_asked_by(core, reply) or reply.playout_at is None:
        return
    share = (asking.words_before + HEARD_SHARE * asking.words) / max(1, asking.words_before + asking.words)
    asking.heard_from = min(asking.heard_from, reply.playout_at + share * reply.duration_ms / 1000)


def read(core: Core, reply: Reply) -> None:
    """The question stands in writing, since its voice has failed: from now on it is known."""
    asking = core.asking
    if asking is not None and is_asked_by(core, reply):
        asking.heard_from = min(asking.heard_from, core.now)


def answers(core: Core, text: str, since: float) -> bool:
    """Whether words over the question, begun at `since`, answer it: such a yes is no back-channel."""
    asking = core.asking
    if asking is None or not is_asked_by(core, core.reply) or since < asking.heard_from:
        return False
    return core.config.words.approves(text) is not None
