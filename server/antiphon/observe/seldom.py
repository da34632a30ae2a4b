"""Rate-limit log lines that peers cause: once a minute, however often it happens."""

from collections.abc import Callable
from typing import Any

import structlog

from antiphon.ports import Clock

LOGGED_EVERY_S = 60.0

log = structlog.get_logger()


class EveryMinute:
    """Logs an event at most once a minute, with how often it has happened since."""

    def __init__(self, event: str, clock: Clock, level: Callable[..., Any] | None = None) -> None:
        self._event = event
        self._clock = clock
        self._level = level
        self._count = 0
        self._logged = float("-inf")

    def happened(self, **context: Any) -> None:
        self._count += 1
        now = self._clock.now()
        if now - self._logged >= LOGGED_EVERY_S:
            (self._level or log.warning)(self._event, count=self._count, **context)
            self._count, self._logged = 0, now
