"""A typed turn: its words are a final transcript from the start."""

from __future__ import annotations

from typing import TYPE_CHECKING

from antiphon.domain.commands import DiscardUtterance, ForgetUnread
from antiphon.domain.errors import ErrorCode
from antiphon.domain.events import Failed, TranscriptDone
from antiphon.domain.signals import TextEntered
from antiphon.domain.states import Source, Trigger, TurnStart
from antiphon.turns.announcing import withdraw
from antiphon.turns.barge_in import interrupt
from antiphon.turns.records import Claim, TurnWords
from antiphon.turns.reply import remember_read
from antiphon.turns.user_turn import begin_typed, cancel_turn, discard, end_turn

if TYPE_CHECKING:
    from antiphon.turns.core import Core


def text_entered(core: Core, signal: TextEntered) -> None:
    """A typed turn: row 18; over an answer rows 9 or 11 and then 5; while listening rows 6 and 18."""
    if core.page_acts:
        message = "The page is carrying out an action; send the text again when it is done."
        core.emit(
            Failed(
                ErrorCode.INVALID_TRANSITION,
                message,
                state=core.state,
                trigger=Trigger.INPUT_TEXT.value,
                retryable=True,
            )
        )
        return
    carried = None
    if core.user_speaks:
        carried = _carried(core)
        cancel_turn(core, "text")
    if core.floor.interruptible:
        interrupt(core, Claim(Source.TEXT, core.now, TurnStart.TEXT))
        _type_into(core, signal.text)
        end_turn(core, "text")
    elif core.floor.free:
        withdraw(core)
        _forget_unread(core, signal.text)
        begin_typed(core, carried)
        _type_into(core, signal.text)
    else:
        core.refuse(Trigger.INPUT_TEXT.value)


def _forget_unread(core: Core, text: str) -> None:
    """A yes that crosses a question answers what could be read by then, as over an answer that is spoken."""
    reply = core.last_read
    remember_read(core, None)
    if reply is None or not core.language.words.approves(text):
        return
    read = reply.generation.read_by(core.now)
    if "?" in reply.text[len(read) :]:
        core.command(ForgetUnread(reply.turn_id, read))


def _carried(core: Core) -> TurnWords | None:
    """Take the unanswered words that the present turn had taken over itself."""
    user = core.user
    if user is None or len(user.words.parts) < 2:
        return None
    core.command(DiscardUtterance(user.turn_id, user.utterance_id))
    return user.words.hand_on(user.utterance_id)


def _type_into(core: Core, text: str) -> None:
    """Typed words are a final transcript from the start; no recogniser is asked."""
    user = core.user
    if user is None:
        return
    if user.has_floor:
        discard(core, {user.utterance_id: None})
    user.words.understand(user.utterance_id, text, core.now)
    core.emit(TranscriptDone(user.turn_id, user.utterance_id, text))
