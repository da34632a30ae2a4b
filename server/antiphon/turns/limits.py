"""How long a session lasts, and how long it waits for its user: both are said aloud before they end it (row 14).

The notice of either is an announcement (row 4). It leaves idle and comes back, which is no reason to stay: only a turn
of the user, or an announcement of the application, is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from antiphon.domain.signals import SessionClosing
from antiphon.domain.states import CloseReason, State
from antiphon.turns import closing
from antiphon.turns.notices import Notice
from antiphon.turns.timers import ConnectionTimer

if TYPE_CHECKING:
    from antiphon.turns.core import Core

IDLE_LEAD_S = 10.0
SESSION_LEAD_S = 30.0
_IDLE_TIMERS = frozenset({ConnectionTimer.IDLE, ConnectionTimer.IDLE_NOTICE})
SHARE = 1 / 3
"""Of a short limit, this much at most lies between the notice and the end."""
REACT_S = 2.0
"""Once the notice of idleness has been heard, so long at least is left to answer it, or the lead if that is less."""
VOICE_S = 5.0
"""A notice that is still being made, or said, when its limit comes, is waited for so long."""


def session_begins(core: Core) -> None:
    limit = core.config.session_s
    core.session_over = False
    core.set_timer(ConnectionTimer.SESSION_NOTICE, limit - min(SESSION_LEAD_S, SHARE * limit))
    core.set_timer(ConnectionTimer.SESSION, limit)


def watch(core: Core) -> None:
    """What follows for the limits from where a signal, or the time, has led."""
    if core.state is not State.IDLE:
        if core.leaving_at is not None and not _says(core, "idle"):
            core.stay()
    elif core.session_over and core.reply is None:
        session_too_long(core)
    elif not core.away and not _IDLE_TIMERS & core.timers.keys():
        _wait_for_user(core)


def _wait_for_user(core: Core) -> None:
    """Idle has begun anew; after its notice, it goes on."""
    if core.leaving_at is None:
        core.set_timer(ConnectionTimer.IDLE_NOTICE, core.config.idle_s - _idle_lead(core))
    else:
        core.set_timer(ConnectionTimer.IDLE, max(core.leaving_at - core.now, min(REACT_S, _idle_lead(core))))


def _idle_lead(core: Core) -> float:
    return min(IDLE_LEAD_S, SHARE * core.config.idle_s)


def idle_notice_due(core: Core) -> None:
    lead = _idle_lead(core)
    core.leaving_at = core.now + lead
    core.notices.append("idle")
    core.set_timer(ConnectionTimer.IDLE, max(lead, VOICE_S))


def idle_too_long(core: Core) -> None:
    closing.close(core, SessionClosing(CloseReason.IDLE))


def session_notice_due(core: Core) -> None:
    """Said at the next idle."""
    core.notices.append("limit")


def session_too_long(core: Core) -> None:
    """A notice that is being said may end; nothing else may."""
    if not core.session_over and _says(core, "limit"):
        core.session_over = True
        core.set_timer(ConnectionTimer.SESSION, VOICE_S)
    else:
        closing.close(core, SessionClosing(CloseReason.LIMIT))


def _says(core: Core, notice: Notice) -> bool:
    return core.reply is not None and core.reply.notice == notice
