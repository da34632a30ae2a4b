"""A client that is not there: its turn ends, its actions wait (docs/reference/vip.md, "Coming back")."""

from __future__ import annotations

from typing import TYPE_CHECKING

from antiphon.domain.commands import UpdateContext
from antiphon.domain.errors import ErrorCode
from antiphon.domain.events import PresentState
from antiphon.domain.signals import ClientResumed, SessionClosing, TransportLost, TransportRestored
from antiphon.domain.states import CloseReason, InterruptionType, Source, State, Trigger
from antiphon.turns import health
from antiphon.turns.announcing import withdraw
from antiphon.turns.barge_in import forget_suspicion, interrupt
from antiphon.turns.closing import close
from antiphon.turns.reply import end_reply
from antiphon.turns.timers import ConnectionTimer, ReplyTimer
from antiphon.turns.user_turn import cancel_turn, discard

if TYPE_CHECKING:
    from antiphon.turns.core import Core

REASON = "transport.lost"


def transport_lost(core: Core, signal: TransportLost) -> None:
    """To idle by row 6 or 16. What the page was asked to do stays open until its own timeout."""
    if core.away or core.state is State.NOT_CONNECTED:
        return
    if core.config.resume_window_s <= 0:
        never_back(core)
        return
    if core.state is State.CONNECTING:
        return  # The time to initialise the session is short enough.
    core.away = True
    core.set_timer(ConnectionTimer.AWAY, core.config.resume_window_s)
    core.clear_timer(ReplyTimer.GRANTED)
    health.expect_audio(core, False)
    core.unheard_since = None
    if core.state is State.USER_SPEAKING:
        cancel_turn(core, REASON)
    elif core.state is State.IDLE:
        withdraw(core)
    else:
        _cancel_answer(core)
    # Who is not there cannot answer a notice: the wait begins anew when somebody is.
    core.stay()
    core.clear_timer(ConnectionTimer.IDLE)
    core.clear_timer(ConnectionTimer.IDLE_NOTICE)


def _cancel_answer(core: Core) -> None:
    forget_suspicion(core)
    interrupt(core, InterruptionType.MANUAL_STOP, Source.SYSTEM, core.now, reason=REASON)
    if core.user is not None:
        discard(core, core.user.parts)
    invocation = core.invocations.get(core.current_invocation or "")
    if invocation is not None:
        # Its result is answered when the client is back, as that of a parallel one.
        invocation.parallel = True
        core.current_invocation = None
    end_reply(core, Trigger.RESPONSE_CANCEL)


def never_back(core: Core) -> None:
    """The resume window is over."""
    close(core, SessionClosing(CloseReason.LOST))


def transport_restored(core: Core, signal: TransportRestored) -> None:
    if core.away:
        core.away = False
        core.clear_timer(ConnectionTimer.AWAY)
        health.expect_audio(core, True)


def client_resumed(core: Core, signal: ClientResumed) -> None:
    """The client has what it missed: it is told what holds now, and the conversation goes on."""
    if core.state in (State.NOT_CONNECTED, State.CONNECTING):
        core.refuse("session.initialize", ErrorCode.ORDER, "There is nothing to resume yet.")
        return
    transport_restored(core, TransportRestored())
    if signal.page is not None:
        core.command(UpdateContext(signal.page))
    turn = core.reply or core.user
    core.tell(PresentState(core.state, turn.turn_id if turn is not None else None))
