"""How much a client may send: messages and typed turns a second, and refused messages in a while (R8, S11)."""

from collections import deque

from antiphon.domain.errors import ErrorCode
from antiphon.domain.events import Failed
from antiphon.domain.signals import Signal, TextEntered, TurnGranted
from antiphon.domain.states import State

MESSAGES_PER_SECOND = 50
REFUSED_LIMIT = 20
REFUSED_WINDOW_S = 10.0
WORDLESS = (TextEntered, TurnGranted)
"""What makes the assistant think, in no time of the client's: speech takes some."""
TURNS_AT_ONCE, TURNS_PER_SECOND = 20, 4
"""Of those. Each is a whole answer that is begun, on the loop that carries everybody's audio."""


class Gate:
    """Counts one client's messages. Times are seconds of the session's clock."""

    def __init__(self, messages_per_second: int = MESSAGES_PER_SECOND) -> None:
        self._rate = messages_per_second
        self._taken: deque[float] = deque()
        self._refused: deque[float] = deque()
        self._turns = float(TURNS_AT_ONCE)
        self._turns_at = 0.0

    def admits(self, now: float) -> bool:
        """Whether one more message may be taken now; counts it if so."""
        _forget(self._taken, now - 1.0)
        if len(self._taken) >= self._rate:
            return False
        self._taken.append(now)
        return True

    def admits_turn(self, signal: Signal, now: float) -> bool:
        """Whether what begins a turn without a word being spoken may be taken now; counts it if so."""
        if not isinstance(signal, WORDLESS):
            return True
        self._turns = min(TURNS_AT_ONCE, self._turns + TURNS_PER_SECOND * (now - self._turns_at))
        self._turns_at = now
        if self._turns < 1:
            return False
        self._turns -= 1
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


def too_many_turns(state: State) -> Failed:
    """What a client is told whose turn was not taken."""
    message = (
        f"More turns came by text than a session takes ({TURNS_AT_ONCE} at once, then {TURNS_PER_SECOND} a second)."
    )
    return Failed(ErrorCode.RATE_LIMITED, f"{message} This one was not taken: send it again in a second.", state=state)
