"""Decide whether one more call can be carried, by what the calls that are on cost: measured here, while they run.

Two ways to be full. Proactive: each call takes so many cores of the loop, of each kind of worker processes, and of the
machine; where one more would be over what they can bear, it is refused. As a safety net: where the loop has been late
for seconds, or calls wait long for a worker, no other call is let in, whatever the costs say. Both let in again only
well below the bound at which they refused, so that they do not flap. Whoever is in stays in.
"""

import asyncio
import math
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import structlog

from antiphon.domain.load import Distribution, InferenceLoad

EVERY_S = 1.0
MEMORY_S = 60.0
"""Over about so long a cost is a mean: callers speak and listen in turns."""
PRIOR_CALL_S = 20.0
"""So many seconds of a call does the expected cost weigh, until as much was measured."""
LOOP, MACHINE = "loop", "machine"
LOOP_COST = 0.02
"""Cores of the loop that a call is expected to take: 50 calls a core."""
LEAST_LOOP_COST = 0.008
"""Calls that are silent now will not be for ever (100 calls a core are what can be aimed at)."""
INFERENCE_COST = 0.02
BEARABLE = 0.8
"""The share of a core that may be in use: above, what comes at once is late."""
AGAIN = 0.9
"""The share of its places from which on a server that was full takes calls again."""
LATE_S = 0.01
"""Half of a frame: a listener's buffer grows when it goes on."""
LATE_SHARE = 0.05
FEWEST_LATE = 3
"""Ticks of a second: one that was late says nothing, be it of the few of a call that has just begun."""
WAITING_S = 1.0
"""How long a call may wait for a worker: an answer is expected within about a second."""
BAD_SECONDS, GOOD_SECONDS = 4, 5
"""A brake is put on after 4 bad seconds of the last 5, and taken off after 5 good ones: connecting alone is a burst."""
FEWEST = 4
"""With fewer calls than this, it is not the calls that slow the machine down: no brake holds."""
RETRY_AFTER_S = 10
CALM_SECONDS = 30
"""Lateness is over after so long: on a busy machine it comes and goes, and is one thing to whoever reads."""

_OWN_LATE = "sound leaves late and no other call is let in: there are more calls than the cores carry. Lower \
limits.max_sessions, or give it more cores"
_OTHERS_LATE = (
    "sound leaves late, and so few calls cannot be why: other programs have the processor. Stop some, or give \
it more cores"
)
_WAITING = (
    "answers wait for the {name}, and no other call is let in. Raise `workers` if there are cores left, or give it \
more cores"
)

log = structlog.get_logger()


@dataclass(frozen=True, slots=True)
class Reading:
    """The load at one moment. `calls` are those that are carried; times are seconds of one clock.

    `loop_cpu_s` is without what the loop has spent on requests, which anybody can send.
    """

    at: float
    calls: int
    loop_cpu_s: float
    lag: Distribution
    inference: Sequence[InferenceLoad]


@dataclass(frozen=True, slots=True)
class Refusal:
    """A reason for not one more: `cost`, `lag` or `inference`, and a sentence for whoever calls."""

    reason: str
    sentence: str


class Cost:
    """Cores of one resource that a call takes: a mean over about a minute, and at first what is expected of it."""

    def __init__(self, expected: float, least: float = 0.0) -> None:
        self._least = least
        self._used_s = expected * PRIOR_CALL_S
        self._call_s = PRIOR_CALL_S

    @property
    def cores(self) -> float:
        return max(self._least, self._used_s / self._call_s)

    def note(self, used_s: float, calls: int, seconds: float) -> None:
        """So many calls have used so much within these seconds. While there is none, there is nothing to learn."""
        if calls:
            fades = math.exp(-seconds / MEMORY_S)
            self._used_s = self._used_s * fades + used_s
            self._call_s = self._call_s * fades + calls * seconds


class Brake:
    """Put on by what goes on for seconds, taken off when it has been over for `calm` seconds."""

    def __init__(self, calm: int = GOOD_SECONDS) -> None:
        self._bad: deque[bool] = deque(maxlen=max(calm, GOOD_SECONDS))
        self._calm = calm
        self.on = False

    def note(self, bad: bool) -> None:
        self._bad.append(bad)
        if sum([*self._bad][-GOOD_SECONDS:]) >= BAD_SECONDS:
            self.on = True
        elif len(self._bad) >= self._calm and not any([*self._bad][-self._calm :]):
            self.on = False

    def release(self) -> None:
        self._bad.clear()
        self.on = False


class Alarm:
    """Tells the log that the server is late for one reason, and when that is over: one line each, never two of a kind.

    It is of no weight for who is let in, and nothing of that stops it: the machine may be late with one call, too.
    """

    def __init__(self, reason: str) -> None:
        self._reason = reason
        self._late = Brake(CALM_SECONDS)

    def note(self, bad: bool, calls: int, meaning: str) -> None:
        """A second more, with so many calls on, and what a warning would say that it means."""
        was = self._late.on
        self._late.note(bad)
        if self._late.on and not was:
            log.warning("overloaded", reason=self._reason, sessions=calls, meaning=meaning)
        elif was and not self._late.on:
            log.info("overload is over", reason=self._reason, sessions=calls)


class Admission:
    """Learns from readings, about one a second, and says whether there is a place for one more call."""

    def __init__(self, cores: int) -> None:
        self._cores = cores
        self._loop = Cost(LOOP_COST, LEAST_LOOP_COST)
        self._pools: dict[str, Cost] = {}
        self._workers: dict[str, int] = {}
        self._last: Reading | None = None
        self._lag, self._inference = Brake(), Brake()
        self._lag_alarm, self._inference_alarm = Alarm("lag"), Alarm("inference")
        self._busiest = ""
        self._full = False

    @property
    def costs(self) -> Mapping[str, float]:
        """Cores that a call takes: of the loop, and of each kind of workers."""
        return {LOOP: self._loop.cores, **{name: self._pools[name].cores for name in self._workers}}

    def places(self) -> tuple[float, str]:
        """Return how many calls can be carried at what they cost, one at least, and what it is that bounds them."""
        costs = self.costs
        bears = {LOOP: 1, **self._workers}
        most = {name: BEARABLE * bears[name] / cost for name, cost in costs.items() if cost}
        most[MACHINE] = BEARABLE * self._cores / sum(costs.values())
        bound = min(most, key=lambda name: most[name])
        return max(1.0, most[bound]), bound

    def refusal(self, present: int) -> Refusal | None:
        """Return why there is no place beside the calls that are on; None where there is one."""
        places, bound = self.places()
        if present + 1 > places:
            self._full = True
        elif present + 1 <= max(1.0, AGAIN * places):
            self._full = False
        if self._full:
            share = f"{100 * self.costs.get(bound, sum(self.costs.values())):.1f} %"
            of = {LOOP: "a core", MACHINE: "a core, in all"}.get(bound, f"a core for the {bound}")
            what = f"This server carries {present} calls, which is all it can: each takes {share} of {of}."
            return Refusal("cost", f"{what} Call again in a while.")
        if present < FEWEST:
            self._lag.release()
            self._inference.release()
        if self._lag.on:
            what = (
                f"This server is late with the sound of the {present} calls that it carries, so it takes no other one."
            )
            return Refusal("lag", f"{what} Call again in a while.")
        if self._inference.on:
            what = f"The {self._busiest} of this server is behind with the {present} calls that are on."
            return Refusal("inference", f"{what} Call again in a while.")
        return None

    def capacity(self, present: int) -> int:
        """Return how many calls there may be now: those that are on, where no other one is let in."""
        return present if self.refusal(present) is not None else math.floor(self.places()[0])

    def note(self, reading: Reading) -> None:
        """Learn from what has happened since the last reading."""
        last, self._last = self._last, reading
        self._workers = {load.name: load.workers for load in reading.inference}
        for name in self._workers:
            self._pools.setdefault(name, Cost(INFERENCE_COST))
        if last is None or reading.at <= last.at:
            return
        seconds, calls = reading.at - last.at, max(last.calls, reading.calls)
        self._loop.note(max(0.0, reading.loop_cpu_s - last.loop_cpu_s), calls, seconds)
        before = {load.name: load.cpu_s for load in last.inference}
        for load in reading.inference:
            # A pool that was closed takes its seconds along.
            used_s = max(0.0, load.cpu_s - before.get(load.name, 0.0))
            self._pools[load.name].note(used_s, calls, seconds)
        self._brake(reading, last)

    def _brake(self, reading: Reading, last: Reading) -> None:
        ticks = reading.lag.count - last.lag.count
        late = reading.lag.over(LATE_S) - last.lag.over(LATE_S)
        is_late = late >= FEWEST_LATE and late > LATE_SHARE * ticks
        waits = max(reading.inference, key=lambda load: load.queue.waiting_s, default=None)
        is_waiting = waits is not None and waits.queue.waiting_s > WAITING_S
        if waits is not None and is_waiting:
            self._busiest = waits.name
        self._lag.note(is_late)
        self._inference.note(is_waiting)
        self._lag_alarm.note(is_late, reading.calls, _OWN_LATE if reading.calls >= FEWEST else _OTHERS_LATE)
        self._inference_alarm.note(is_waiting, reading.calls, _WAITING.format(name=self._busiest))


async def watch(admission: Admission, read: Callable[[], Reading]) -> None:
    """Let it learn, once a second, until cancelled."""
    while True:
        admission.note(read())
        await asyncio.sleep(EVERY_S)
