"""End a session: stop what goes on (row 14)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from antiphon.domain.events import Failed
from antiphon.domain.signals import SessionClosing
from antiphon.turns import actions, announcing, barge_in, health, held_speech, preemptive
from antiphon.turns.reply import drop_reply, stop_output
from antiphon.turns.user_turn import discard_awaited, drop_turn

if TYPE_CHECKING:
    from antiphon.turns.core import Core


def stop_everything(core: Core, signal: SessionClosing) -> None:
    """Silence the answer, end every action, and forget what waits."""
    if core.reply is not None:
        stop_output(core, core.reply)
    discard_awaited(core)
    for invocation in core.actions.open():
        actions.cancel(core, invocation, "session.close")
    core.confirmation.withdraw(core, "session.close")
    if signal.code is not None:
        core.emit(Failed(signal.code, signal.message, "error.fatal", state=core.state, source=signal.source))
    preemptive.forget(core)
    core.clock.clear_all()
    announcing.forget_all(core)
    actions.forget_results(core)
    core.interruptions.forget()
    core.speech.drop()
    barge_in.drop(core)
    held_speech.take_up(core)
    health.forget(core)
    drop_reply(core)
    drop_turn(core)
