"""Actions that want a yes: the user is asked first. Over 300 lines: one machine with its table.

Theory of operation (V5-CONFIRM). The brain's order becomes an invocation that is only asked for: the client is told of
it, the reply ends with the question, and nothing runs. What the user says or types next is the answer, if it is clearly
a yes or a no. A no may come at any time. A yes counts if it was said when what is asked had been heard; else it is
asked again: at once where the yes took the floor, or after a silence where it was taken for a back-channel. A yes makes
it an invocation like any other; everything else ends it. Until then nothing else is said (`idle`), so that no yes can
be meant for something else.

What the page asks by itself, such as in a dialog, is answered by actions of its own, so the brain is asked about every
answer to it. It is told by a reply like any other; a yes over that, or a no, is no back-channel and no mere stop.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING

from antiphon.domain.actions import ActionOutcome
from antiphon.domain.commands import ContinueReply, RememberWords, Say, SettleAction
from antiphon.domain.errors import ErrorCode
from antiphon.domain.events import ActionRequested, ActionSettled, ReplyDone, ReplyText
from antiphon.domain.states import TurnStart
from antiphon.turns import actions, announcing, preemptive
from antiphon.turns.confirmation_question import PageQuestion, Question, ends_asking, is_offered
from antiphon.turns.machine import Machine, Row, Table
from antiphon.turns.records import Announcement, Invocation, Reply, UserTurn
from antiphon.turns.timers import ConfirmationTimer
from antiphon.turns.words import STOP_WORDS

if TYPE_CHECKING:
    from antiphon.turns.core import Core

_ASK_AGAIN = ConfirmationTimer.ASK_AGAIN
ANSWER_S = 30.0
"""How long an answer is waited for after the question. Longer, and a yes may be meant for something else by then."""
AGAIN_S = 1.5
"""After a yes that came too early, so long is waited for another before the question is asked again."""

DECLINED = ActionOutcome("error", None, ErrorCode.ACTION_DECLINED.code, "The user said no.")


class ConfirmationState(StrEnum):
    NONE = "none"
    """Nothing wants a yes."""
    ASKING = "asking"
    """The question is being said."""
    AWAITED = "awaited"
    """It has been said, and its answer is waited for."""


class ConfirmationInput(StrEnum):
    ORDERED = "an action wants a yes"
    SAID = "the question has been said"
    REPEATED = "the question is said once more"
    YES = "yes"
    NO = "no"
    WITHDRAWN = "it is not wanted any more"


@dataclass(slots=True)
class Confirmation(Machine):
    """The one invocation that waits for the user's yes, and what the page asks by itself."""

    state: ConfirmationState = ConfirmationState.NONE
    invocation: Invocation | None = None
    question: Question | None = None
    """The question of our own that is open."""
    until: float | None = None
    """When it is given up; None while the question is still being asked."""
    page: PageQuestion = field(default_factory=PageQuestion)

    @property
    def open(self) -> bool:
        """True while an action wants a yes."""
        return self.state is not ConfirmationState.NONE

    def told(self, reply: Reply) -> None:
        """The reply stands whole, and may have told what the page asks."""
        self.page.told(None if self.open else Question(reply.turn_id, reply.response_id, reply.text), reply.of_page)

    def open_question(self, core: Core) -> Question | None:
        """Return the question that a yes or a no would answer now: one of our own, or else the page's, as told."""
        return self.question if self.question is not None else self.page.open(core.language.words)

    def asked_by(self, core: Core, reply: Reply | None) -> Question | None:
        """The open question, if this reply asks it."""
        question = self.open_question(core)
        asked = question is not None and reply is not None and reply.response_id == question.response_id
        return question if asked else None

    def is_asked_by(self, core: Core, reply: Reply | None) -> bool:
        """Tell whether this reply asks the question of our own that is open."""
        return self.open and self.asked_by(core, reply) is not None

    def asks(self, core: Core, reply: Reply | None) -> bool:
        """Tell whether a reply, as far as it is known, asks something: a "no" to it is more than a wish for silence."""
        if reply is None or self.asked_by(core, reply) is not None:
            return reply is not None
        return (reply.announcement is None or reply.of_page) and ends_asking(reply.text)

    def waits(self, said: str) -> bool:
        """Tell whether words that would end the call are an answer to the last reply, and nothing was said since.

        To whatever it asks a mere `stop` is one, and so is all that it has offered to say.
        """
        told = self.page.question
        if told is not None and is_offered(told.text, said):
            return True
        return said in STOP_WORDS and (self.open or (told is not None and ends_asking(told.text)))

    def heard(self, core: Core, turn_id: str, heard_text: str, since: float) -> None:
        """So much of a reply had been heard when somebody began to speak, at `since`."""
        question = self._told_by(turn_id)
        if question is not None:
            question.hear(heard_text, since)

    def heard_whole(self, core: Core, reply: Reply) -> None:
        """The question was sent to its end. What was said over it and kept is an answer from where it was clear."""
        question = self._told_by(reply.turn_id)
        if question is not None and reply.playback.begun_at is not None:
            question.hear_whole(reply.playback.begun_at, reply.playback.duration_ms)

    def read(self, core: Core, reply: Reply) -> None:
        """The question stands in writing, since its voice has failed: from now on it is known."""
        question = self._told_by(reply.turn_id)
        if question is not None:
            question.clear_from(core.now)

    def _told_by(self, turn_id: str) -> Question | None:
        """Return the question that this turn's reply tells; the page may say only later that it asks something."""
        question = self.question or self.page.question
        return question if question is not None and question.turn_id == turn_id else None

    def answers(self, core: Core, text: str, since: float) -> bool:
        """Tell whether words over the question, begun at `since`, answer it: such a yes is no back-channel."""
        question, words = self.asked_by(core, core.reply), core.language.words
        return question is not None and since >= question.heard_from and words.approves(text) is not None

    def too_early(self, core: Core, text: str) -> None:
        """Words over a reply, that were taken for a back-channel: a yes among them may have been meant as one."""
        question = self.asked_by(core, core.reply)
        if question is not None and core.language.words.approves(text):
            question.early = True

    def interrupted(self, core: Core) -> None:
        """Forget an early yes: the user takes the floor and says something else now."""
        question = self.open_question(core)
        if question is not None:
            question.early = False

    def answered(self, core: Core, reply: Reply, text: str | None) -> bool:
        """The turn of `reply` wants an answer. Whether it is one itself: then no brain is asked about its words."""
        question = self.open_question(core)
        approved = core.language.words.approves(text, question.text if question else "") if text else None
        if text and approved and question is not None and not _in_time(core.user, question):
            self._say_again(core, reply, text, question)
            return True
        self.page.told(None)
        if not self.open:
            return False
        if text is None or approved is None:
            self.withdraw(core, "superseded")
            return False
        core.command(RememberWords(reply.turn_id, text))
        self.decide(core, reply, approved=approved)
        return True

    def stopped(self, core: Core, user: UserTurn, words: str) -> None:
        """The user wants no more of a reply. A question that it asked is not open any more, for the brain as well."""
        if not self.open and user.overlap.question and words in STOP_WORDS:
            core.command(RememberWords(user.turn_id, words))
        self.withdraw(core, "declined")

    def _say_again(self, core: Core, reply: Reply, text: str, question: Question) -> None:
        """In Processing: a yes that came before it was clear what to is answered by the question, from its start."""
        preemptive.forget(core)
        core.command(RememberWords(reply.turn_id, text))
        reply.calls.spend()
        reply.generation.repeat(question.text, core.now)
        self._repeated_by(core, question, reply)
        core.emit(ReplyText(reply.turn_id, reply.response_id, reply.text))
        core.emit(ReplyDone(reply.turn_id, reply.response_id, reply.text))
        core.command(Say(reply.turn_id, reply.response_id, reply.text))

    def _repeated_by(self, core: Core, question: Question, reply: Reply) -> None:
        question.moves_to(reply.turn_id, reply.response_id)
        core.clock.clear(ConfirmationTimer.ASKED)
        TABLE.advance(core, self, ConfirmationInput.REPEATED)

    def ask(self, core: Core, reply: Reply, invocation: Invocation, text: str) -> None:
        """Tell the client what is going to be asked. The reply goes on with the question by itself."""
        self.withdraw(core, "superseded")
        question = Question(reply.turn_id, reply.response_id, text, len(reply.text.split()))
        TABLE.advance(core, self, ConfirmationInput.ORDERED, (invocation, question))

    def decide(self, core: Core, reply: Reply, *, approved: bool) -> None:
        """In Processing, the answer has come."""
        # The turn is spent: what the user says over the reply to it is not joined to the yes or no.
        reply.calls.spend()
        TABLE.advance(core, self, ConfirmationInput.YES if approved else ConfirmationInput.NO, reply)

    def withdraw(self, core: Core, reason: str) -> None:
        """It ends without a yes, if one is asked for at all. `reason` is what `action.cancel` says."""
        TABLE.advance(core, self, ConfirmationInput.WITHDRAWN, reason)

    def watch(self, core: Core) -> None:
        """Run the time for an answer from the end of the question on; only idle gives it up."""
        if self.question is None and not self.page.asks:
            core.clock.clear(_ASK_AGAIN)
            return
        question = self.open_question(core)
        if question is not None and question.early and core.floor.free and core.reply is None:
            if _ASK_AGAIN not in core.clock.timers:
                core.clock.set(_ASK_AGAIN, AGAIN_S)
        else:
            core.clock.clear(_ASK_AGAIN)
        if self.state is ConfirmationState.NONE or self.is_asked_by(core, core.reply):
            return
        TABLE.advance(core, self, ConfirmationInput.SAID)
        if core.floor.free and self.until is not None:
            core.clock.set_at(ConfirmationTimer.ASKED, max(core.now, self.until))

    def give_up(self, core: Core) -> None:
        """Nobody said yes or no in time. Whoever speaks at this moment is heard first (`watch`)."""
        if core.floor.free:
            self.withdraw(core, "timeout")

    def ask_again(self, core: Core) -> None:
        """In idle: nothing more came after a yes that was too early; nobody shall wait in silence for what it did."""
        question = self.open_question(core)
        if question is None or not question.early or not core.floor.free or core.speech.on or core.reply:
            return
        self._repeated_by(core, question, announcing.say(core, Announcement(question.text, asks_again=True)))


def _in_time(user: UserTurn | None, question: Question) -> bool:
    """Tell whether the user knew the question by then. Who types has read it."""
    return user is not None and (user.start is TurnStart.TEXT or user.audio.since >= question.heard_from)


# What the rows do.


def _ask(core: Core, confirmation: Confirmation, asked: tuple[Invocation, Question]) -> None:
    confirmation.invocation, confirmation.question = order, _ = asked
    core.emit(
        ActionRequested(
            order.turn_id,
            order.invocation_id,
            order.call.action_id,
            order.call.parameters,
            round(1000 * order.call.timeout_s),
            confirm=True,
        )
    )


def _await_answer(core: Core, confirmation: Confirmation, _: object) -> None:
    confirmation.until = core.now + ANSWER_S


def _forget_deadline(core: Core, confirmation: Confirmation, _: object) -> None:
    confirmation.until = None


def _closed(core: Core, confirmation: Confirmation) -> Invocation | None:
    invocation = confirmation.invocation
    confirmation.invocation = confirmation.question = confirmation.until = None
    core.clock.clear(ConfirmationTimer.ASKED)
    return invocation


def _run(core: Core, confirmation: Confirmation, reply: Reply) -> None:
    if (invocation := _closed(core, confirmation)) is not None:
        actions.approve(core, invocation, reply.turn_id, reply.response_id)


def _tell_brain(core: Core, confirmation: Confirmation, reply: Reply) -> None:
    """The brain is told of the no, and says so."""
    if (invocation := _closed(core, confirmation)) is not None:
        actions.decline(core, invocation)
        core.emit(ActionSettled(invocation.turn_id, invocation.invocation_id, DECLINED, True, "declined"))
        core.command(ContinueReply(reply.turn_id, reply.response_id, invocation.invocation_id, DECLINED))


def _cancel(core: Core, confirmation: Confirmation, reason: str) -> None:
    if (invocation := _closed(core, confirmation)) is None:
        return
    actions.decline(core, invocation)
    outcome = DECLINED
    if reason != "declined":
        message = "The action was not run: the user did not say yes to it."
        outcome = ActionOutcome("error", None, ErrorCode.ACTION_CANCELLED.code, message)
    core.command(SettleAction(invocation.turn_id, invocation.invocation_id, outcome))
    core.emit(ActionSettled(invocation.turn_id, invocation.invocation_id, outcome, True, reason))


_S, _I = ConfirmationState, ConfirmationInput
_OPEN = (_S.ASKING, _S.AWAITED)
TABLE = Table(
    "Confirmation",
    ConfirmationState,
    ConfirmationInput,
    ConfirmationTimer,
    (
        Row((_S.NONE,), _I.ORDERED, _S.ASKING, _ask),
        Row((_S.ASKING,), _I.SAID, _S.AWAITED, _await_answer),
        Row(_OPEN, _I.REPEATED, _S.ASKING, _forget_deadline),
        Row(_OPEN, _I.YES, _S.NONE, _run),
        Row(_OPEN, _I.NO, _S.NONE, _tell_brain),
        Row(_OPEN, _I.WITHDRAWN, _S.NONE, _cancel),
    ),
)
