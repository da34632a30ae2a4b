"""Actions that want a yes: the user is asked first, and the next words decide (V5-CONFIRM).

Theory of operation. The brain's order becomes an invocation that is only asked for: the client is told of it, the
reply ends with the question, and nothing runs. What the user says or types next is the answer, if it is clearly a yes
or a no. A no may come at any time. A yes counts if it was said when what is asked had been heard; else it is asked
again: at once where the yes took the floor, or after a silence where it was taken for a back-channel. A yes makes it an
invocation like any other; everything else ends it. Until then nothing else is said (`engine`), so that no yes can be
meant for something else.

What the page asks by itself, such as in a dialog, is answered by actions of its own, so the brain is asked about every
answer to it. It is told by a reply like any other; a yes over that, or a no, is no back-channel and no mere stop.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING

from antiphon.domain.actions import Action, ActionOutcome, answers_in
from antiphon.domain.commands import ContinueReply, RememberWords, Say, SettleAction
from antiphon.domain.errors import ErrorCode
from antiphon.domain.events import ActionRequested, ActionSettled, ReplyDone, ReplyText
from antiphon.domain.signals import ActionWithdrawn, ReplyToolCall
from antiphon.domain.states import State, Trigger, TurnStart
from antiphon.turns import announcing, preemptive
from antiphon.turns.confirmation_question import Question
from antiphon.turns.records import Asking, Invocation, InvocationState, Reply, UserTurn
from antiphon.turns.timers import ConfirmationTimer
from antiphon.turns.words import STOP_WORDS

if TYPE_CHECKING:
    from antiphon.turns.core import Core

ANSWER_S = 30.0
"""How long an answer is waited for after the question. Longer, and a yes may be meant for something else by then."""
AGAIN_S = 1.5
"""After a yes that came too early, so long is waited for another before the question is asked again."""
LAST_SENTENCES = 2
"""A reply that asks something does so at its end, or a sentence before: `Which one? You can say ...`"""
_SENTENCE_END = re.compile(r"(?<=[.!?\u2026\uff1f])\s+")

DECLINED = ActionOutcome("error", None, ErrorCode.ACTION_DECLINED.code, "The user said no.")


def ask(core: Core, reply: Reply, signal: ReplyToolCall, invocation: Invocation) -> None:
    """Tell the client what is going to be asked. The reply goes on with the question by itself."""
    withdraw(core, "superseded")
    invocation.state = InvocationState.ASKED
    question = Question(reply.turn_id, reply.response_id, signal.question, len(reply.text.split()))
    core.asking = Asking(invocation, signal.parameters, signal.timeout_s, question)
    _request(core, core.asking, confirm=True)


def _request(core: Core, asking: Asking, *, confirm: bool) -> None:
    order = asking.invocation
    timeout_ms = round(1000 * asking.timeout_s)
    core.tell(
        ActionRequested(
            order.turn_id, order.invocation_id, order.action_id, asking.parameters, timeout_ms, confirm=confirm
        )
    )


def first_page(core: Core, actions: Mapping[str, Action]) -> None:
    """The page that the session begins with may want an answer of its own already."""
    core.page_asks = bool(answers_in(actions))


def told(core: Core, reply: Reply) -> None:
    """The reply stands whole, and may have told what the page asks."""
    core.page_question = Question(reply.turn_id, reply.response_id, reply.text) if core.asking is None else None


def _open_question(core: Core) -> Question | None:
    """What a yes or a no of the user would answer now: a question of our own, or else the page's, as it was told."""
    if core.asking is not None:
        return core.asking.question
    told = core.page_question if core.page_asks else None
    if told is None:
        return None
    asks = "?" in told.text or told.turn_id == core.page_asked_in or core.config.words.offers(told.text)
    return told if asks else None


def answered(core: Core, reply: Reply, text: str | None) -> bool:
    """The turn of `reply` wants an answer. Whether it is one itself: then no brain is asked about its words."""
    asking, user, question = core.asking, core.user, _open_question(core)
    approved = core.config.words.approves(text, question.text if question else "") if text else None
    if text and approved and question is not None and not _in_time(user, question):
        _say_again(core, reply, text, question)
        return True
    core.page_question = None
    if asking is None:
        return False
    if text is None or approved is None:
        withdraw(core, "superseded")
        return False
    core.command(RememberWords(reply.turn_id, text))
    decide(core, asking, reply, approved=approved)
    return True


def _in_time(user: UserTurn | None, question: Question) -> bool:
    """Whether the user knew what was asked. Who types has read it."""
    return user is not None and (user.start is TurnStart.TEXT or user.since >= question.heard_from)


def _say_again(core: Core, reply: Reply, text: str, question: Question) -> None:
    """In Processing: a yes that came before it was clear what to is answered by the question, from its beginning."""
    preemptive.forget(core)
    core.command(RememberWords(reply.turn_id, text))
    # The turn is spent: what the user says over the question is not joined to this yes.
    reply.calls += 1
    reply.text, reply.finished, reply.first_text_at = question.text, True, core.now
    reply.written.append((core.now, len(reply.text)))
    _moves_to(core, question, reply)
    core.tell(ReplyText(reply.turn_id, reply.response_id, reply.text))
    core.tell(ReplyDone(reply.turn_id, reply.response_id, reply.text))
    core.command(Say(reply.turn_id, reply.response_id, reply.text))


def _moves_to(core: Core, question: Question, reply: Reply) -> None:
    question.moves_to(reply.turn_id, reply.response_id)
    core.clear_timer(ConfirmationTimer.ASKED)
    if core.asking is not None:
        core.asking.until = None


def too_early(core: Core, text: str) -> None:
    """Words over a reply, that were taken for a back-channel: a yes among them may have been meant as one."""
    question = _asked_by(core, core.reply)
    if question is not None and core.config.words.approves(text):
        question.early = True


def interrupted(core: Core) -> None:
    """Who takes the floor says something else now than that early yes."""
    question = _open_question(core)
    if question is not None:
        question.early = False


def ask_again(core: Core) -> None:
    """In idle: nothing more came after a yes that was too early, and nobody shall wait in silence for what it did."""
    question = _open_question(core)
    if question is None or not question.early or core.state is not State.IDLE or core.speech_on or core.reply:
        return
    reply = announcing.say(core, question.text)
    reply.asks_again = True
    _moves_to(core, question, reply)


def asks(core: Core, reply: Reply | None) -> bool:
    """Whether a reply, as far as it is known, asks something: a "no" to it is more than a wish for silence."""
    if reply is None or _asked_by(core, reply) is not None:
        return reply is not None
    return reply.announcement is None and _ends_asking(reply.text)


def _ends_asking(text: str) -> bool:
    last = _SENTENCE_END.split(text.strip())[-LAST_SENTENCES:]
    return any(sentence.endswith(("?", "\uff1f")) for sentence in last)


def waits(core: Core) -> bool:
    """Tell whether the last reply asked something, and nothing was said since: a mere `stop` is an answer to it."""
    return core.asking is not None or (core.page_question is not None and _ends_asking(core.page_question.text))


def stopped(core: Core, user: UserTurn, words: str) -> None:
    """The user wants no more of a reply. A question that it asked is not open any more, for the brain as well."""
    if core.asking is None and user.over_question and words in STOP_WORDS:
        core.command(RememberWords(user.turn_id, words))
    withdraw(core, "declined")


def decide(core: Core, asking: Asking, reply: Reply, *, approved: bool) -> None:
    """In Processing. A yes: row 8, and from now on it is like any other. A no: the brain is told, and says so."""
    invocation = _closed(core, asking, approved)
    # The turn is spent: what the user says over the reply to it is not joined to the yes or no.
    reply.calls += 1
    if approved:
        invocation.state = InvocationState.OPEN
        invocation.turn_id, invocation.response_id = reply.turn_id, reply.response_id
        _request(core, asking, confirm=False)
        core.expect_result(invocation, asking.timeout_s)
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
    core.clear_timer(ConfirmationTimer.ASKED)
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
    question = _open_question(core)
    if question is not None and question.early and core.state is State.IDLE and core.reply is None:
        core.timers.setdefault(ConfirmationTimer.ASK_AGAIN, core.now + AGAIN_S)
    else:
        core.clear_timer(ConfirmationTimer.ASK_AGAIN)
    asking = core.asking
    if asking is None or is_asked_by(core, core.reply):
        return
    if asking.until is None:
        asking.until = core.now + ANSWER_S
    if core.state is State.IDLE:
        core.timers[ConfirmationTimer.ASKED] = max(core.now, asking.until)


def is_asked_by(core: Core, reply: Reply | None) -> bool:
    """Whether this reply asks the question of our own that is open."""
    return core.asking is not None and _asked_by(core, reply) is not None


def _asked_by(core: Core, reply: Reply | None) -> Question | None:
    """The open question, if this reply asks it."""
    question = _open_question(core)
    asked = question is not None and reply is not None and reply.response_id == question.response_id
    return question if asked else None


def heard(core: Core, turn_id: str, heard_text: str, since: float) -> None:
    """So much of a reply had been heard when somebody began to speak, at `since`."""
    question = _open_question(core)
    if question is not None and question.turn_id == turn_id:
        question.hear(heard_text, since)


def heard_whole(core: Core, reply: Reply) -> None:
    """The question was sent to its end. What was said over it and kept is an answer from where it was clear."""
    question = _asked_by(core, reply)
    if question is not None and reply.playout_at is not None:
        question.hear_whole(reply.playout_at, reply.duration_ms)


def read(core: Core, reply: Reply) -> None:
    """The question stands in writing, since its voice has failed: from now on it is known."""
    question = _asked_by(core, reply)
    if question is not None:
        question.clear_from(core.now)


def answers(core: Core, text: str, since: float) -> bool:
    """Whether words over the question, begun at `since`, answer it: such a yes is no back-channel."""
    question = _asked_by(core, core.reply)
    return question is not None and since >= question.heard_from and core.config.words.approves(text) is not None
