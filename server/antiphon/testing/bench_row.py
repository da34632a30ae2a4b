"""One line of a measurement: so many calls, what they received, and what they cost. All of it is in the JSON."""

import os
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from antiphon.testing.bench_process import ServerUsage
from antiphon.testing.bench_stats import Faults, Stream, percentiles

MAX_P99_MS = 5.0
MIN_PACKETS_PER_S = 49.5
"""The pacing that a call must have: within both, a browser's jitter buffer stays small."""
_MB = 1024.0


@dataclass(frozen=True, slots=True)
class Gaps:
    """Milliseconds by which the gap between two packets was not 20. None where too few came."""

    p50: float | None
    p99: float | None
    max: float | None
    worst_call_p99: float | None


@dataclass(frozen=True, slots=True)
class Cost:
    """The server's costs. CPU in milliseconds for each second of each call; memory in MB, of the whole server.

    `workers` are the processes that compute for the one that carries the media.
    """

    cpu_ms: float
    workers_cpu_ms: float
    core_share: float
    """Of one core: what the process that carries the media used of it."""
    rss_mb: float
    pss_mb: float
    workers_pss_mb: float
    threads: int
    workers: int


@dataclass(frozen=True, slots=True)
class Callers:
    """The pace of this side: where it did not keep up, the figures are its own and not the server's."""

    core_share: float
    late_p99_ms: float
    unsent: int
    kernel_time: bool


@dataclass(frozen=True, slots=True)
class Traffic:
    """The packets that the server sent, of the mean call and of the worst; kbit of the mean call; and its speech."""

    packets_per_s: float
    packets_per_s_least: float
    kbit_per_s: float
    replies: int
    speaking_share: float


@dataclass(frozen=True, slots=True)
class Row:
    """One number of calls. `cost` is None where the server's process is not known."""

    calls: int
    seconds: float
    traffic: Traffic
    gap_ms: Gaps
    faults: Faults
    cost: Cost | None
    callers: Callers
    load_average: float

    @property
    def in_pace(self) -> bool:
        """Tell whether every call had 49.5 packets/s and the 99th percentile of all gaps was less than 5 ms off."""
        p99 = self.gap_ms.p99
        return p99 is not None and p99 < MAX_P99_MS and self.traffic.packets_per_s_least >= MIN_PACKETS_PER_S

    def as_json(self) -> Mapping[str, Any]:
        """Return the row as the report has it: all fields by name, groups of one kind flat, and `in_pace`."""
        told = asdict(self)
        return {**told.pop("traffic"), **told.pop("faults"), **told, "in_pace": self.in_pace}


def gaps(streams: Sequence[Stream]) -> Gaps:
    """Of all calls together, and of the worst one."""
    every = np.concatenate([stream.deviations_ms for stream in streams]) if streams else np.zeros(0)
    each = [p99 for stream in streams if (p99 := percentiles(stream.deviations_ms)["p99"]) is not None]
    return Gaps(**percentiles(every), worst_call_p99=max(each, default=None))


def cost(first: ServerUsage, last: ServerUsage, calls: int, seconds: float) -> Cost:
    """From two looks at the server, `seconds` apart; memory and threads are those of the second."""
    media_s = last.media.cpu_s - first.media.cpu_s
    workers_s = max(0.0, last.workers.cpu_s - first.workers.cpu_s)
    return Cost(
        cpu_ms=round(1000 * media_s / (calls * seconds), 3),
        workers_cpu_ms=round(1000 * workers_s / (calls * seconds), 3),
        core_share=round(media_s / seconds, 4),
        rss_mb=round(last.media.rss_kb / _MB, 2),
        pss_mb=round(last.media.pss_kb / _MB, 2),
        workers_pss_mb=round(last.workers.pss_kb / _MB, 2),
        threads=last.media.threads,
        workers=last.worker_processes,
    )


def load_average() -> float:
    """Of the last minute: processes that ran or would have liked to."""
    return round(os.getloadavg()[0], 2)
