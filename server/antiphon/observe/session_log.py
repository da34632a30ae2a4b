"""Log sessions: what happened and when, never what was said (ITE REQ-007, S15)."""

import re

import structlog

from antiphon.domain.errors import ErrorCode
from antiphon.domain.events import Event, Failed, HealthChanged, Interrupted, SessionClosed, StateChanged
from antiphon.observe.seldom import EveryMinute
from antiphon.ports import Clock

log = structlog.get_logger()

_CODE = re.compile(r"[A-Za-z][A-Za-z0-9]*([-_.:][A-Za-z0-9]+)*")
CODE_CHARS = 64
OTHER = "other"
"""In place of a reason that is no code: a sentence could hold what somebody said."""


class SessionLog:
    """The log of all sessions. A code that comes again and again is a line a minute: peers cause some as they like."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._failures: dict[str, dict[ErrorCode, EveryMinute]] = {}

    def event(self, session_id: str, event: Event, policy_profile: str = "") -> None:
        """Log one event of one session, where an operator wants to know of it."""
        if isinstance(event, Failed) and event.source == "client":
            # The last thing that comes of its session.
            log.info("client error", session_id=session_id, source="client", code=event.code.code)
        elif isinstance(event, Failed):
            seldom = self._failures.setdefault(session_id, {})
            one = seldom.setdefault(event.code, EveryMinute("error", self._clock))
            one.happened(session_id=session_id, code=event.code.code, stage=event.code.stage)
        else:
            _log(session_id, event, policy_profile)

    def ended(self, session_id: str) -> None:
        """Forget a session of which nothing more comes, once what has not been logged of it is."""
        for one in self._failures.pop(session_id, {}).values():
            one.close()


def _log(session_id: str, event: Event, policy_profile: str) -> None:
    match event:
        case StateChanged():
            log.debug("state", session_id=session_id, state=event.state.value, trigger=event.trigger.value)
        case Interrupted():
            log.info(
                "interruption",
                session_id=session_id,
                turn_id=event.turn_id,
                type=event.type.value,
                source=event.source.value,
                latency_ms=event.latency_ms,
                played_ms=event.played_ms,
                policy_profile=policy_profile,
                count=event.count,
                **({} if event.reason is None else {"reason": reason_code(event.reason)}),
            )
        case HealthChanged():
            log.info(
                "health", session_id=session_id, status="degraded" if event.degraded else "ok", reason=event.reason
            )
        case SessionClosed():
            log.info("session closed", session_id=session_id, reason=event.reason.value)


def reason_code(reason: str) -> str:
    """Return the reason code of a yield as it may be logged (ITE AC-005): itself, or `other` where it is a text."""
    return reason if len(reason) <= CODE_CHARS and _CODE.fullmatch(reason) else OTHER
