"""Read sockets in groups: where many calls send, the loop wakes up every 4 to 20 ms for all of them, not for each
packet.

A process that has slept comes back to a cold cache, and a packet that wakes it up costs a third more than one that is
read with others. So does a network card under load: it interrupts less often. A few calls are read at once.
A socket that has more is read on, up to `ROUNDS` times: what a stranger sends to it holds nobody's speech up.
"""

import selectors
import time
from collections import deque
from collections.abc import Callable

from antiphon.domain.audio import FRAME_S
from antiphon.transports.webrtc.ticker import PHASES

STEP_S = FRAME_S / PHASES
"""The points in time to read at: those of the ticker, so that one wake-up does for both."""
BUSY = 250
"""From so many wake-ups a second on they are grouped: five calls that send. One step in 20 ms does for what they send
and for what they are sent."""
SOME, MANY = 500, 1_000
"""As of ten calls, and of twenty: every other step has enough to do from so many on, and then each of them."""
WINDOW_S = 0.2
ROUNDS = 16
"""The times that one step reads a socket which has more: 4,000 datagrams a second of a call; others wait."""
LOOK_EACH = 5
"""Steps from one look for more to the next: 20 ms, in which a call sends one packet."""

_ROUNDING = 1e-6
_Ready = list[tuple[selectors.SelectorKey, int]]


class GroupedSelector(selectors.DefaultSelector):
    """A selector for an event loop whose clock is `time.monotonic`. Timers keep their time; events wait up to 20 ms.

    Where there are few events it is the platform's own. `clock` tells the seconds that `sleep` lets go by.
    """

    def __init__(
        self, clock: Callable[[], float] = time.monotonic, sleep: Callable[[float], object] = time.sleep
    ) -> None:
        super().__init__()
        self._clock = clock
        self._sleep = sleep
        self._events: deque[tuple[float, int]] = deque()
        self._count = 0
        self._read: set[int] = set()
        self._rounds, self._steps = 0, LOOK_EACH
        self._last_step = 0
        self._behind = False
        """True where somebody was found to have sent more than one datagram."""

    @property
    def grouping(self) -> bool:
        """Tell whether so much comes that events are made to wait for each other."""
        return self._count >= BUSY * WINDOW_S

    def select(self, timeout: float | None = None) -> _Ready:
        if not self.grouping:
            return self._note(super().select(timeout))
        if timeout is not None and timeout <= 0:
            # Tasks go on, between one step and the next: a look for what has come costs more than most of them.
            return [] if self._wait(self._clock()) > 0 else self._note(super().select(0))
        # A loop takes one datagram of a socket at a time: who sends more than one a step must not fall behind.
        # It is looked for now and then, and on while it is found: a look costs as much as a wake-up.
        if self._read and (self._behind or self._steps >= LOOK_EACH) and self._rounds < ROUNDS:
            self._steps = 0
            more = [event for event in super().select(0) if event[0].fd in self._read]
            self._behind = bool(more)
            if more:
                self._rounds += 1
                return self._note(more)
        self._rounds = 0
        self._steps += self._stride
        end = None if timeout is None else self._clock() + timeout
        while True:
            now = self._clock()
            wait = self._wait(now)
            self._sleep(max(0.0, wait if end is None else min(wait, end - now)))
            ready = self._note(super().select(0))
            if ready or (end is not None and self._clock() >= end) or not self.grouping:
                return ready

    @property
    def _stride(self) -> int:
        return 1 if self._count >= MANY * WINDOW_S else 2 if self._count >= SOME * WINDOW_S else PHASES

    def _wait(self, now: float) -> float:
        """Return the time until the next step. Events are read when a timer wakes the loop up, too: that is a step."""
        return (min(int(now / STEP_S + _ROUNDING), self._last_step) + self._stride) * STEP_S - now

    def _note(self, ready: _Ready) -> _Ready:
        now = self._clock()
        self._last_step = int(now / STEP_S + _ROUNDING)
        self._read = {key.fd for key, _ in ready}
        if ready:
            self._events.append((now, len(ready)))
            self._count += len(ready)
        while self._events and self._events[0][0] < now - WINDOW_S:
            self._count -= self._events.popleft()[1]
        return ready
