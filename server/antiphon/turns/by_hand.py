"""Handle the client's keys, buttons and messages, which want the floor or an end of the answer (V7-BARGE)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from antiphon.domain.commands import FinishSentence
from antiphon.domain.signals import (
    CancelRequested,
    InputCancelled,
    InputEnded,
    InputStarted,
)
from antiphon.domain.states import InterruptionType, Source, Trigger, TurnStart
from antiphon.turns import actions
from antiphon.turns.barge_in import interrupt, stop
from antiphon.turns.records import Claim
from antiphon.turns.reply import ReplyInput, drop_reply, end_reply, stop_output
from antiphon.turns.user_turn import KeptAudio, TurnInput, advance, begin_turn, cancel_turn, discard_awaited

if TYPE_CHECKING:
    from antiphon.turns.core import Core


def input_started(core: Core, signal: InputStarted) -> None:
    """A key or a wake word: row 3 in idle, a manual barge-in while the assistant thinks or speaks."""
    user = core.user
    held = signal.trigger is TurnStart.PTT
    if signal.trigger not in core.config.turn.triggers:
        message = f"This assistant does not take turns by {signal.trigger.value}."
        core.refuse(Trigger.INPUT_START.value, message=message)
    elif core.floor.free:
        since = core.speech.onset if core.speech.on else core.now
        begin_turn(core, TurnInput.START, signal.trigger, kept=KeptAudio(since), held=held)
    elif core.floor.interruptible:
        interrupt(core, Claim(Source.MANUAL, core.now, signal.trigger, held))
    elif user is not None and user.has_floor and held and not user.audio.held:
        # The VAD was faster than the finger: the turn goes on, and lasts as long as the key is held.
        advance(core, TurnInput.KEY)
    else:
        core.refuse(Trigger.INPUT_START.value)


def input_ended(core: Core, signal: InputEnded) -> None:
    """A key was released. Its message overtakes the audio, so a little of what still arrives belongs to the turn."""
    if core.user is not None and signal.turn_id in (None, core.user.turn_id):
        advance(core, TurnInput.RELEASE)


def input_cancelled(core: Core, signal: InputCancelled) -> None:
    user = core.user
    if not core.user_speaks:
        if signal.turn_id is None:
            core.refuse(Trigger.INPUT_CANCEL.value)
    elif user is not None and signal.turn_id in (None, user.turn_id):
        cancel_turn(core, "client")


def cancel_requested(core: Core, signal: CancelRequested) -> None:
    """`response.cancel` (row 16): nothing in idle, row 6 while listening; a reply that is over already is a race."""
    reply = core.reply
    if signal.response_id is not None and (reply is None or reply.response_id != signal.response_id):
        return
    if core.user_speaks:
        cancel_turn(core, "cancelled")
    elif core.floor.free and reply is not None:
        stop_output(core, reply)
        drop_reply(core)
    elif reply is not None and reply.being_said and signal.graceful:
        core.command(FinishSentence(reply.turn_id))
        if core.confirmation.is_asked_by(core, reply):
            core.confirmation.withdraw(core, "response.cancel")
    elif core.floor.holder == "system":
        _cancel(core)


def _cancel(core: Core) -> None:
    stop(core, Claim(Source.MANUAL, core.now, kind=InterruptionType.MANUAL_STOP))
    discard_awaited(core)
    actions.cancel_current(core, "response.cancel")
    if core.confirmation.is_asked_by(core, core.reply):
        core.confirmation.withdraw(core, "response.cancel")
    end_reply(core, ReplyInput.CANCELLED)
