"""The client's connection, and how long the session waits and lasts. Over 300 lines: one machine with its table.

See docs/reference/vip.md, "Coming back". A client that is not there: its turn ends, its actions wait. Who says nothing
for too long, or has had all of the session's time, is told so aloud before it ends. The notice of either is an
announcement (row 4). It leaves idle and comes back, which is no reason to stay: only a turn of the user, or an
announcement of the application, is.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from antiphon.domain.commands import HangUp, UseContext
from antiphon.domain.errors import ErrorCode
from antiphon.domain.events import PresentState, SessionClosed
from antiphon.domain.signals import (
    ClientConnected,
    ClientReady,
    ClientResumed,
    SessionClosing,
    TransportLost,
    TransportRestored,
)
from antiphon.domain.states import CloseReason, InterruptionType, Source, Trigger
from antiphon.turns import actions, announcing, barge_in, closing, health, updates
from antiphon.turns.config import INITIALISE_S
from antiphon.turns.machine import Machine, Row, Table
from antiphon.turns.records import Claim
from antiphon.turns.reply import ReplyInput, end_reply, forget_grant
from antiphon.turns.timers import ConnectionTimer
from antiphon.turns.user_turn import cancel_turn, discard_awaited

if TYPE_CHECKING:
    from antiphon.turns.core import Core
    from antiphon.turns.notices import Notice

REASON = "transport.lost"
_IDLE, _IDLE_NOTICE = ConnectionTimer.IDLE, ConnectionTimer.IDLE_NOTICE
IDLE_LEAD_S = 10.0
SESSION_LEAD_S = 30.0
SHARE = 1 / 3
"""Of a short limit, this much at most lies between the notice and the end."""
REACT_S = 2.0
"""Once the notice of idleness has been heard, so long at least is left to answer it, or the lead if that is less."""
VOICE_S = 5.0
"""A notice that is still being made, or said, when its limit comes, is waited for so long."""


class ConnectionState(StrEnum):
    NOT_CONNECTED = "not connected"
    CONNECTING = "connecting"
    """The client has a transport, and has not initialised the session."""
    PRESENT = "present"
    LEAVING = "leaving"
    """Nobody has said anything for so long that the session is about to end; that has been announced."""
    AWAY = "away"
    """Nothing of the client arrives: nothing is begun until it is back."""


class ConnectionInput(StrEnum):
    CONNECTED = "a transport is there"
    READY = "the client initialises"
    LOST = "the client is lost"
    BACK = "the client is back"
    RESUMED = "the client resumes"
    STAY = "somebody is there"
    NOTICE_ENDS = "the notice of the end may be said"
    CLOSE = "the session ends"


@dataclass(slots=True)
class Connection(Machine):
    """The machine of the client's connection, and of the session's end without its doing."""

    state: ConnectionState = ConnectionState.NOT_CONNECTED
    leaving_at: float | None = None
    """When the session ends because nobody says anything, once that has been announced."""
    session_over: bool = False
    """The session has lasted as long as it may; it ends with the notice of that."""

    @property
    def connected(self) -> bool:
        """True from the first transport on, until the session has ended."""
        return self.state is not ConnectionState.NOT_CONNECTED

    @property
    def ready(self) -> bool:
        """True from the client's initialising on, until the session has ended."""
        return self.connected and self.state is not ConnectionState.CONNECTING

    @property
    def away(self) -> bool:
        return self.state is ConnectionState.AWAY


def _advance(core: Core, what: ConnectionInput | ConnectionTimer, about: object = None) -> bool:
    return TABLE.advance(core, core.connection, what, about)


def client_connected(core: Core, signal: ClientConnected) -> None:
    if not _advance(core, ConnectionInput.CONNECTED):
        core.refuse(Trigger.CLIENT_CONNECT.value)


def client_ready(core: Core, signal: ClientReady) -> None:
    if not _advance(core, ConnectionInput.READY, signal):
        core.refuse("session.initialize", ErrorCode.ORDER, "This session is initialised already.")


def transport_lost(core: Core, signal: TransportLost) -> None:
    """To idle by row 6 or 16. What the page was asked to do stays open until its own timeout."""
    if core.config.connection.resume_window_s > 0:
        _advance(core, ConnectionInput.LOST)
    else:
        close(core, SessionClosing(CloseReason.LOST))


def transport_restored(core: Core, signal: TransportRestored | None = None) -> None:
    _advance(core, ConnectionInput.BACK)


def client_resumed(core: Core, signal: ClientResumed) -> None:
    """The client has what it missed: it is told what holds now, and the conversation goes on."""
    _advance(core, ConnectionInput.BACK)
    if not _advance(core, ConnectionInput.RESUMED, signal):
        core.refuse("session.initialize", ErrorCode.ORDER, "There is nothing to resume yet.")


def close(core: Core, signal: SessionClosing) -> None:
    """Row 14, from any state. A session that is closed already stays closed."""
    _advance(core, ConnectionInput.CLOSE, signal)


def stay(core: Core) -> None:
    """Somebody is there after all: the session does not end because nobody is."""
    _advance(core, ConnectionInput.STAY)
    announcing.forget_notices(core)
    core.announcements.page.answered()


def state_changed(core: Core) -> None:
    """The wait of idle is over. A turn says that somebody is there."""
    _forget_idle(core)
    if core.user_speaks or core.floor.thinking:
        stay(core)


def _forget_idle(core: Core) -> None:
    core.clock.clear(_IDLE)
    core.clock.clear(_IDLE_NOTICE)


def watch(core: Core) -> None:
    """Arm the session's timers after each step, or end it."""
    connection = core.connection
    if not core.floor.free:
        if connection.leaving_at is not None and not _says(core, "idle"):
            stay(core)
    elif connection.session_over and core.reply is None:
        close(core, SessionClosing(CloseReason.LIMIT))
    elif _IDLE not in core.clock.timers and _IDLE_NOTICE not in core.clock.timers:
        _wait_for_user(core)


def _wait_for_user(core: Core) -> None:
    """Idle has begun anew; after its notice, it goes on."""
    connection = core.connection
    if connection.state is ConnectionState.PRESENT:
        core.clock.set(ConnectionTimer.IDLE_NOTICE, core.config.connection.idle_s - _idle_lead(core))
    elif connection.leaving_at is not None:
        core.clock.set(ConnectionTimer.IDLE, max(connection.leaving_at - core.now, min(REACT_S, _idle_lead(core))))


def _idle_lead(core: Core) -> float:
    return min(IDLE_LEAD_S, SHARE * core.config.connection.idle_s)


def _says(core: Core, notice: Notice) -> bool:
    announced = None if core.reply is None else core.reply.announcement
    return announced is not None and announced.notice == notice


# What is due.


def never_initialised(core: Core) -> None:
    message = f"The client did not send a valid session.initialize within {INITIALISE_S:.0f} s."
    close(core, SessionClosing(CloseReason.ERROR, ErrorCode.ORDER, message))


def never_back(core: Core) -> None:
    """The resume window is over."""
    close(core, SessionClosing(CloseReason.LOST))


def idle_notice_due(core: Core) -> None:
    _advance(core, ConnectionTimer.IDLE_NOTICE)


def idle_too_long(core: Core) -> None:
    close(core, SessionClosing(CloseReason.IDLE))


def session_notice_due(core: Core) -> None:
    """Said at the next idle."""
    announcing.queue_notice(core, "limit")


def session_too_long(core: Core) -> None:
    """A notice that is being said may end; nothing else may."""
    if not core.connection.session_over and _says(core, "limit"):
        _advance(core, ConnectionInput.NOTICE_ENDS)
    else:
        close(core, SessionClosing(CloseReason.LIMIT))


# What the rows do.


def _await_initialise(core: Core, *_: object) -> None:
    """Give the client time to initialise the session, also one that takes the place of another."""
    core.clock.set(ConnectionTimer.INITIALISE, INITIALISE_S)


def _use_page(core: Core, _: Connection, signal: ClientReady) -> None:
    core.clock.clear(ConnectionTimer.INITIALISE)
    core.command(UseContext(signal.page))
    core.confirmation.page.use(signal.page.actions, None)
    core.announcements.page.know(signal.page.narration)


def _begin_session(core: Core, connection: Connection, _: object) -> None:
    limit = core.config.connection.session_s
    connection.session_over = False
    core.clock.set(ConnectionTimer.SESSION_NOTICE, limit - min(SESSION_LEAD_S, SHARE * limit))
    core.clock.set(ConnectionTimer.SESSION, limit)
    health.session_begins(core)
    if core.config.connection.greeting:
        announcing.queue(core, core.config.connection.greeting)


def _lose(core: Core, connection: Connection, _: object) -> None:
    core.clock.set(ConnectionTimer.AWAY, core.config.connection.resume_window_s)
    forget_grant(core)
    health.expect_audio(core, False)
    core.speech.drop()
    if core.user_speaks:
        cancel_turn(core, REASON)
    elif core.floor.free:
        announcing.withdraw(core)
    else:
        _cancel_answer(core)
    # Who is not there cannot answer a notice: the wait begins anew when somebody is.
    _forget_leaving(core, connection, None)
    announcing.forget_notices(core)
    _forget_idle(core)


def _cancel_answer(core: Core) -> None:
    barge_in.stop(core, Claim(Source.SYSTEM, core.now, kind=InterruptionType.MANUAL_STOP, reason=REASON))
    discard_awaited(core)
    actions.leave_to_page(core)
    end_reply(core, ReplyInput.CANCELLED)


def _come_back(core: Core, *_: object) -> None:
    core.clock.clear(ConnectionTimer.AWAY)
    health.expect_audio(core, True)


def _tell_what_holds(core: Core, _: Connection, signal: ClientResumed) -> None:
    if signal.page is not None:
        updates.use_page(core, signal.page)
    turn = core.reply or core.user
    core.emit(PresentState(core.state, turn.turn_id if turn is not None else None))


def _warn(core: Core, connection: Connection, _: object) -> None:
    lead = _idle_lead(core)
    connection.leaving_at = core.now + lead
    announcing.queue_notice(core, "idle")
    core.clock.set(ConnectionTimer.IDLE, max(lead, VOICE_S))


def _forget_leaving(core: Core, connection: Connection, _: object) -> None:
    connection.leaving_at = None


def _end(core: Core, connection: Connection, signal: SessionClosing) -> None:
    connection.leaving_at = None
    closing.stop_everything(core, signal)


def _tell_end(core: Core, _: Connection, signal: SessionClosing) -> None:
    """Tell the client, and hang up."""
    core.emit(SessionClosed(signal.reason))
    core.command(HangUp(signal.reason))


def _await_notice(core: Core, connection: Connection, _: object) -> None:
    connection.session_over = True
    core.clock.set(ConnectionTimer.SESSION, VOICE_S)


_S, _I = ConnectionState, ConnectionInput
_THERE = (_S.PRESENT, _S.LEAVING)
TABLE = Table(
    "Connection",
    ConnectionState,
    ConnectionInput,
    ConnectionTimer,
    (
        Row((_S.NOT_CONNECTED,), _I.CONNECTED, _S.CONNECTING, None, Trigger.CLIENT_CONNECT, then=_await_initialise),
        Row((_S.CONNECTING,), _I.CONNECTED, None, _await_initialise),
        Row((_S.CONNECTING,), _I.READY, _S.PRESENT, _use_page, Trigger.SERVER_READY, then=_begin_session),
        Row(_THERE, _I.LOST, _S.AWAY, _lose),
        Row((_S.AWAY,), _I.BACK, _S.PRESENT, _come_back),
        Row(_THERE, _I.RESUMED, None, _tell_what_holds),
        Row((_S.PRESENT,), ConnectionTimer.IDLE_NOTICE, _S.LEAVING, _warn),
        Row((_S.LEAVING,), _I.STAY, _S.PRESENT, _forget_leaving),
        Row((*_THERE, _S.AWAY), _I.NOTICE_ENDS, None, _await_notice),
        Row(
            (_S.CONNECTING, _S.PRESENT, _S.LEAVING, _S.AWAY),
            _I.CLOSE,
            _S.NOT_CONNECTED,
            _end,
            Trigger.SESSION_CLOSE,
            then=_tell_end,
        ),
    ),
)
