"""Row 14: the end of a session, from any state."""

from __future__ import annotations

from typing import TYPE_CHECKING

from antiphon.domain.commands import HangUp, SettleAction
from antiphon.domain.events import ActionSettled, Failed, SessionClosed
from antiphon.domain.signals import SessionClosing
from antiphon.domain.states import State, Trigger
from antiphon.turns import confirmation, health, preemptive
from antiphon.turns.actions import cancel_invocation
from antiphon.turns.records import InvocationState
from antiphon.turns.reply import stop_output
from antiphon.turns.user_turn import discard

if TYPE_CHECKING:
    from antiphon.turns.core import Core


def close(core: Core, signal: SessionClosing) -> None:
    """Stop everything, tell the client, and hang up. A session that is closed already stays closed."""
    if core.state is State.NOT_CONNECTED:
        return
    if core.reply is not None:
        stop_output(core, core.reply)
    if core.user is not None:
        discard(core, core.user.parts)
    for invocation in list(core.invocations.values()):
        if invocation.state is InvocationState.OPEN:
            outcome = cancel_invocation(core, invocation)
            core.command(SettleAction(invocation.turn_id, invocation.invocation_id, outcome))
            core.tell(ActionSettled(invocation.turn_id, invocation.invocation_id, outcome, True, "session.close"))
    confirmation.withdraw(core, "session.close")
    if signal.code is not None:
        core.tell(Failed(signal.code, signal.message, "error.fatal", state=core.state, source=signal.source))
    preemptive.forget(core)
    core.timers.clear()
    core.announcements.clear()
    core.notices.clear()
    core.results.clear()
    core.flushing.clear()
    core.unheard_since = None
    core.suspicion = core.pending = None
    health.forget(core)
    core.reply = core.user = None
    core.go(Trigger.SESSION_CLOSE)
    core.tell(SessionClosed(signal.reason))
    core.command(HangUp(signal.reason))
