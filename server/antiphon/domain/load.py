"""The load of a server: values that pass between those who measure, who admit and who publish."""

from bisect import bisect_left
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

BOUNDS_S = (0.001, 0.0025, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)


@dataclass(frozen=True, slots=True)
class Distribution:
    """The numbers of durations up to each bound (in seconds, the last without one), and their sum."""

    bounds: tuple[float, ...] = BOUNDS_S
    counts: tuple[int, ...] = (0,) * (len(BOUNDS_S) + 1)
    total_s: float = 0.0

    @property
    def count(self) -> int:
        return sum(self.counts)

    def over(self, bound: float) -> int:
        """Count the durations that were longer than `bound`, which is one of the bounds."""
        return sum(self.counts[self.bounds.index(bound) + 1 :])

    def __add__(self, other: "Distribution") -> "Distribution":
        counts = tuple(a + b for a, b in zip(self.counts, other.counts, strict=True))
        return Distribution(self.bounds, counts, self.total_s + other.total_s)


class Tally:
    """Durations as they come, counted by `BOUNDS_S`: its size does not grow."""

    __slots__ = ("_counts", "_total_s")

    def __init__(self) -> None:
        self._counts = [0] * (len(BOUNDS_S) + 1)
        self._total_s = 0.0

    def note(self, seconds: float) -> None:
        self._counts[bisect_left(BOUNDS_S, seconds)] += 1
        self._total_s += seconds

    def read(self) -> Distribution:
        return Distribution(BOUNDS_S, tuple(self._counts), self._total_s)


@dataclass(frozen=True, slots=True)
class QueueLoad:
    """The calls that a kind of worker processes has not taken yet, and those that it never took.

    `waiting_s` is how long a call has lately waited for a worker, or waits now; `waits` are all waits so far.
    """

    waiting: int = 0
    waiting_s: float = 0.0
    waits: Distribution = field(default_factory=Distribution)
    refused: int = 0

    def __add__(self, other: "QueueLoad") -> "QueueLoad":
        return QueueLoad(
            self.waiting + other.waiting,
            max(self.waiting_s, other.waiting_s),
            self.waits + other.waits,
            self.refused + other.refused,
        )


@dataclass(frozen=True, slots=True)
class InferenceLoad:
    """One kind of worker processes. Counts and seconds run from the start of the server.

    `cpu_s` is the processor time of what somebody waited for, `prefetch_cpu_s` of what may have been for nothing.
    """

    name: str
    workers: int
    cpu_s: float = 0.0
    prefetch_cpu_s: float = 0.0
    queue: QueueLoad = field(default_factory=QueueLoad)
    deaths: int = 0
    ready: int = 0
    """Processes that have their model, those too that have nothing to do but to take over."""
    breaker: str = "closed"
    """`open` or `half_open` while requests fail at once, because processes fail again and again."""

    def __add__(self, other: "InferenceLoad") -> "InferenceLoad":
        return replace(
            self,
            workers=self.workers + other.workers,
            cpu_s=self.cpu_s + other.cpu_s,
            prefetch_cpu_s=self.prefetch_cpu_s + other.prefetch_cpu_s,
            queue=self.queue + other.queue,
            deaths=self.deaths + other.deaths,
            ready=self.ready + other.ready,
            breaker=self.breaker if self.breaker != "closed" else other.breaker,
        )


@dataclass(frozen=True, slots=True)
class ProviderStanding:
    """One provider of a chain, counted from the start of the assistant.

    `stage` is `stt`, `brain` or `tts`; `provider` its name in the assistant's file; `breaker` is `closed`, `open` or
    `half_open`; `failures` are by code.
    """

    stage: str
    provider: str
    breaker: str
    answers: int
    failures: Mapping[str, int]
    assistant: str = ""


def by_name(loads: Iterable[InferenceLoad]) -> tuple[InferenceLoad, ...]:
    """Return one load for each name: pools of the same kind are one to whoever looks from outside."""
    merged: dict[str, InferenceLoad] = {}
    for load in loads:
        merged[load.name] = merged[load.name] + load if load.name in merged else load
    return tuple(merged.values())


@dataclass(frozen=True, slots=True)
class ProvidersLoad:
    """The providers of all assistants, as far as they are made of several.

    `answers` are the turns of hybrid brains by who has answered them, and the time until the first word or call.
    """

    standings: tuple[ProviderStanding, ...] = ()
    answers: Mapping[str, Distribution] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ServerLoad:
    """The whole server. `costs` are cores a call takes, by what it takes them of; `refused` are calls, by reason."""

    capacity: int
    costs: Mapping[str, float]
    refused: Mapping[str, int]
    loop_cpu_s: float
    lag: Distribution
    missed_ticks: int
    inference: tuple[InferenceLoad, ...]
    providers: ProvidersLoad = field(default_factory=ProvidersLoad)
