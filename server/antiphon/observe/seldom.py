"""Rate-limit log lines that peers cause: once a minute, however often it happens."""

import asyncio
from collections.abc import Callable
from typing import Any

import structlog

from antiphon.ports import Clock

LOGGED_EVERY_S = 60.0
LEAST_S = 0.001
"""Between two looks at a clock that is not there yet."""

log = structlog.get_logger()


class EveryMinute:
    """Logs an event at most once a minute: the first one at once, and then how many came within each minute.

    A minute in which none came has no line, and the event after it is a first one again. Whoever has one closes it.
    """

    def __init__(self, event: str, clock: Clock, level: Callable[..., Any] | None = None) -> None:
        self._event = event
        self._clock = clock
        self._level = level
        self._count = 0
        self._context: dict[str, Any] = {}
        self._logged = float("-inf")
        self._timer: asyncio.TimerHandle | None = None

    def happened(self, **context: Any) -> None:
        """Count one, and log it where none has been logged for a minute. The context of the last one is logged."""
        self._count += 1
        self._context = context
        if self._clock.now() - self._logged >= LOGGED_EVERY_S:
            self._tell()
        elif self._timer is None:  # it was closed, and goes on
            self._wait()

    def close(self) -> None:
        """Log how many have come since the last line, if any, and wait for nothing more."""
        self._stop_waiting()
        if self._count:
            self._log()

    def _tell(self) -> None:
        self._log()
        self._wait()

    def _log(self) -> None:
        (self._level or log.warning)(self._event, count=self._count, **self._context)
        self._count, self._context, self._logged = 0, {}, self._clock.now()

    def _wait(self) -> None:
        """Look again when the minute is over. Without a loop the next one or the end tells the rest."""
        self._stop_waiting()
        try:
            loop = asyncio.get_running_loop()
        except RuntimeError:
            return
        left = self._logged + LOGGED_EVERY_S - self._clock.now()
        self._timer = loop.call_later(max(left, LEAST_S), self._look)

    def _stop_waiting(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _look(self) -> None:
        self._timer = None
        if self._clock.now() - self._logged < LOGGED_EVERY_S:
            self._wait()  # the loop has another time than the clock, or rounds it
        elif self._count:
            self._tell()
