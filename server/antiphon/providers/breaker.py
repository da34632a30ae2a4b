"""A circuit breaker: what has failed several times in a row is not tried again at once. Knows no clock and no task."""

from typing import Literal

State = Literal["closed", "open", "half_open"]

FAILURES = 3
FIRST_S, LONGEST_S = 1.0, 8.0


class Breaker:
    """Lets everybody through until three have failed in a row; then nobody for a second, then one, on whose fate it
    depends: where that fails too the wait doubles, up to 8 s."""

    def __init__(self) -> None:
        self._failures = 0
        self._pause_s = FIRST_S
        self._until: float | None = None

    def refuses(self, now: float) -> float | None:
        """Return None to go on, else the seconds until one is let through again."""
        if self._until is None:
            return None
        if now < self._until:
            return self._until - now
        # The one that goes now may be given up and tell nothing: then another one may go after as long a wait.
        self._until = now + self._pause_s
        return None

    def state(self, now: float) -> State:
        """Return `closed` while everybody is let through, `open` while nobody is, `half_open` while one is awaited."""
        if self._until is None:
            return "closed"
        return "open" if now < self._until else "half_open"

    def failed(self, now: float) -> None:
        self._failures += 1
        if self._failures < FAILURES:
            return
        if self._failures > FAILURES:
            self._pause_s = min(2 * self._pause_s, LONGEST_S)
        self._until = now + self._pause_s

    def worked(self) -> None:
        self._failures, self._pause_s, self._until = 0, FIRST_S, None
