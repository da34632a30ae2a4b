"""One clock for all audio that is sent: a tick every 20 ms each, on absolute deadlines, spread over the 20 ms.

A tick that was missed by a whole period is left out, and nothing is sent twice as fast.
"""

import asyncio
import math
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import structlog

from antiphon.domain.audio import FRAME_S
from antiphon.domain.load import Distribution, Tally

Tick = Callable[[], None]

PHASES = 5
"""Into how many parts the period is cut: each is a wake-up of the process, 250 a second at the most."""
FILLED = 8
"""Members of a phase before another is opened. A wake-up costs more than a packet: what is sent together is cheap."""

LAG_WINDOW_S = 10.0
_MOST_LAGS = 8192
_ROUNDING = 1e-6

_log = structlog.get_logger()


@dataclass(frozen=True, slots=True)
class Due:
    """The members of one phase, whose deadline was `at`; so many earlier periods were `missed` altogether."""

    at: float
    missed: int
    members: tuple[Tick, ...]


class Schedule:
    """The deadlines of all members, in seconds of one monotonic clock. Knows no clock and no loop."""

    def __init__(self, period: float = FRAME_S, phases: int = PHASES) -> None:
        self._width = period / phases
        self._members: list[dict[Tick, None]] = [{} for _ in range(phases)]
        self._next = [0] * phases
        """For each phase the number of its next slot; slot n is at n slots of `width` from 0 on."""
        self._phase_of: dict[Tick, int] = {}

    def __len__(self) -> int:
        return len(self._phase_of)

    def __contains__(self, tick: object) -> bool:
        return tick in self._phase_of

    def add(self, tick: Tick, now: float) -> None:
        """Put a new member where it costs no wake-up, else into the emptiest phase. It is due within a period."""
        if tick in self._phase_of:
            return
        sizes = [len(members) for members in self._members]
        # The fullest that has room: an empty phase would be one wake-up more.
        room = [size for size in sizes if 0 < size < FILLED]
        phase = sizes.index(max(room) if room else min(sizes))
        if not self._members[phase]:
            soonest = self._slot(now) + 1
            self._next[phase] = soonest + (phase - soonest) % len(self._members)
        self._members[phase][tick] = None
        self._phase_of[tick] = phase

    def remove(self, tick: Tick) -> None:
        """Take a member out. One that is not in changes nothing."""
        phase = self._phase_of.pop(tick, None)
        if phase is not None:
            del self._members[phase][tick]

    def next_at(self) -> float | None:
        """Return the earliest deadline of all members; None where there are none."""
        slots = [slot for slot, members in zip(self._next, self._members, strict=True) if members]
        return min(slots) * self._width if slots else None

    def due(self, now: float) -> Iterator[Due]:
        """Return the phases whose deadline has come, the earliest first, each once: what was missed is only counted."""
        current, phases = self._slot(now), len(self._members)
        for phase in sorted(range(phases), key=self._next.__getitem__):
            slot, members = self._next[phase], self._members[phase]
            if not members or slot > current:
                continue
            missed = (current - slot) // phases
            self._next[phase] = slot + (missed + 1) * phases
            yield Due(slot * self._width, missed, tuple(members))

    def _slot(self, now: float) -> int:
        return math.floor(now / self._width + _ROUNDING)


@dataclass(frozen=True, slots=True)
class Lag:
    """A measurement of the loop: how late it was in the last 10 s, in seconds, and the ticks missed since the start."""

    p99: float
    largest: float
    missed: int


class LagMeter:
    """Keeps the lags of the last 10 s, 8192 at most, and counts all of them by how long they were."""

    def __init__(self, window: float = LAG_WINDOW_S) -> None:
        self._window = window
        self._lags: deque[tuple[float, float]] = deque(maxlen=_MOST_LAGS)
        self._missed = 0
        self._all = Tally()

    def note(self, now: float, lag: float, missed: int) -> None:
        self._lags.append((now, lag))
        self._all.note(lag)
        self._missed += missed

    def all(self) -> Distribution:
        """Return every lag since the start."""
        return self._all.read()

    def read(self, now: float) -> Lag:
        while self._lags and self._lags[0][0] < now - self._window:
            self._lags.popleft()
        if not self._lags:
            return Lag(0.0, 0.0, self._missed)
        lags = sorted(lag for _, lag in self._lags)
        return Lag(lags[math.ceil(0.99 * len(lags)) - 1], lags[-1], self._missed)


class Ticker:
    """Calls every member once each 20 ms, for as long as it is in. To be used within one running loop."""

    def __init__(self) -> None:
        self._schedule = Schedule()
        self._meter = LagMeter()
        self._timer: asyncio.TimerHandle | None = None
        self._failing: set[Tick] = set()

    def __len__(self) -> int:
        return len(self._schedule)

    def add(self, tick: Tick) -> None:
        """Call `tick` from the next 20 ms on. What it raises is logged, once in a row, and costs nobody else a tick."""
        loop = asyncio.get_running_loop()
        self._schedule.add(tick, loop.time())
        self._arm(loop)

    def remove(self, tick: Tick) -> None:
        """Never call it again, not even in this period. May be called twice."""
        self._schedule.remove(tick)
        self._failing.discard(tick)
        if not self._schedule and self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def lag(self) -> Lag:
        """Return how well the pace is kept, for admission and metrics."""
        return self._meter.read(asyncio.get_running_loop().time())

    def lags(self) -> Distribution:
        """Return how late each tick was, since the start."""
        return self._meter.all()

    def _arm(self, loop: asyncio.AbstractEventLoop) -> None:
        if self._timer is not None:
            self._timer.cancel()
        at = self._schedule.next_at()
        self._timer = None if at is None else loop.call_at(at, self._run, loop)

    def _run(self, loop: asyncio.AbstractEventLoop) -> None:
        for due in self._schedule.due(loop.time()):
            now = loop.time()
            self._meter.note(now, now - due.at, due.missed * len(due.members))
            for tick in due.members:
                if tick in self._schedule:
                    self._call(tick)
        self._arm(loop)

    def _call(self, tick: Tick) -> None:
        try:
            tick()
        except Exception:  # noqa: BLE001 - whatever it is, the others' frames are due now
            if tick not in self._failing:
                self._failing.add(tick)
                _log.exception("a frame was not sent")
        else:
            self._failing.discard(tick)
