"""The event loop of the server: its clock stands while the process stands.

A process that was stopped (SIGSTOP, a paused container, a host that had no time for it) finds, when it goes on, that
all deadlines have passed and all that came meanwhile waits to be read. Deadlines first, it would give up callers who
never left and answers that are there. To this loop no time has gone by.
"""

import asyncio
import math
import selectors
import time
from collections.abc import Callable

from antiphon.domain.audio import FRAME_S
from antiphon.transports.webrtc.grouped import GroupedSelector

JUMP_S = 1.0
"""Less may be a busy machine, and is time like any other."""


class StandingClock:
    """Seconds of a monotonic clock, less those in which the thread was to go on and did not."""

    def __init__(
        self, monotonic: Callable[[], float] = time.monotonic, worked: Callable[[], float] = time.thread_time
    ) -> None:
        self._monotonic = monotonic
        self._thread_worked = worked
        self._stood = 0.0
        self._woke_at = self._read_at = monotonic()
        self._worked = worked()

    def now(self) -> float:
        read = self._monotonic()
        if read - self._read_at > JUMP_S:
            idle = (read - self._woke_at) - (self._thread_worked() - self._worked)
            if idle > JUMP_S:
                self._stand(min(idle, read - self._read_at))
                self._note(read)
        self._read_at = read
        return read - self._stood

    def waited(self, since: float, at_most: float | None) -> None:
        """The loop has waited for events since its clock showed `since`, and meant to for so long; None: for ever."""
        read = self._monotonic()
        waited = read - self._stood - since
        if at_most is not None and waited - max(0.0, at_most) > JUMP_S:
            # A frame more: what has come is read before what would be due.
            self._stand(min(waited - max(0.0, at_most) + 2 * FRAME_S, waited))
        self._note(read)

    def _note(self, read: float) -> None:
        self._woke_at = self._read_at = read
        self._worked = self._thread_worked()

    def _stand(self, seconds: float) -> None:
        """In whole frames: what is due in steps of a frame, here and by the system's clock, stays in step."""
        self._stood += math.floor(seconds / FRAME_S) * FRAME_S


class _Selector(GroupedSelector):
    """Tells the clock how long it has waited."""

    def __init__(self, standing: StandingClock) -> None:
        super().__init__()
        self._standing = standing

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        since = self._standing.now()
        ready = super().select(timeout)
        self._standing.waited(since, timeout)
        return ready


class ServerLoop(asyncio.SelectorEventLoop):
    """A loop that reads in groups and whose clock is a `StandingClock`."""

    def __init__(self) -> None:
        self._standing = StandingClock()
        super().__init__(_Selector(self._standing))

    def time(self) -> float:
        return self._standing.now()
