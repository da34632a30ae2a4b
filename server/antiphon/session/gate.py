"""How much a client may send: messages a second, and refused messages in a while (R8, S11)."""

from collections import deque

MESSAGES_PER_SECOND = 50
REFUSED_LIMIT = 20
REFUSED_WINDOW_S = 10.0


class Gate:
    """Counts one client's messages. Times are seconds of the session's clock."""

    def __init__(self, messages_per_second: int = MESSAGES_PER_SECOND) -> None:
        self._rate = messages_per_second
        self._taken: deque[float] = deque()
        self._refused: deque[float] = deque()

    def admits(self, now: float) -> bool:
        """Whether one more message may be taken now; counts it if so."""
        _forget(self._taken, now - 1.0)
        if len(self._taken) >= self._rate:
            return False
        self._taken.append(now)
        return True

    def refused(self, now: float, *, waiting: bool = False) -> bool:
        """Count a refused message. Says whether there were too many of them to go on.

        `waiting`: more messages wait for the time that their client has. Then none is forgotten, or who sends such as
        cost much would be refused too slowly to ever be ended.
        """
        if not waiting:
            _forget(self._refused, now - REFUSED_WINDOW_S)
        self._refused.append(now)
        return len(self._refused) > REFUSED_LIMIT


def _forget(times: deque[float], before: float) -> None:
    while times and times[0] <= before:
        times.popleft()
