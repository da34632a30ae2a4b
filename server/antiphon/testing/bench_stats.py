"""Judge a sender by the arrival times and the RTP headers of one stream that was received."""

import struct
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import astuple, dataclass, field
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from antiphon.domain.audio import FRAME_S, SPEAKING_SAMPLES

FRAME_MS = FRAME_S * 1000
_HEADER = struct.Struct("!xxHL")


class Arrival(NamedTuple):
    """One RTP packet: when it came (seconds since the epoch), and of its header what is counted."""

    at: float
    sequence: int
    timestamp: int
    size: int


def arrival(data: bytes, at: float) -> Arrival:
    """Of a datagram with an RTP header (RFC 3550, 5.1), which SRTP leaves in the clear. Raises `struct.error`."""
    sequence, timestamp = _HEADER.unpack_from(data)
    return Arrival(at, sequence, timestamp, len(data))


@dataclass(frozen=True, slots=True)
class Faults:
    """The faults in the packets of a stream, each a count."""

    lost: int = 0
    duplicated: int = 0
    reordered: int = 0
    wrong_steps: int = 0
    """Where the RTP time stamp did not step by 960 for each sequence number: the sender paused, or jumped."""
    long_gaps: int = 0
    """Gaps of more than 40 ms: at least one packet was not there when it was due."""

    def __add__(self, other: "Faults") -> "Faults":
        return Faults(*(a + b for a, b in zip(astuple(self), astuple(other), strict=True)))


@dataclass(frozen=True, slots=True)
class Stream:
    """One stream over a stretch of time. `deviations_ms`: how far each gap between two packets was from 20 ms."""

    packets: int
    packets_per_s: float
    faults: Faults
    kbit_per_s: float
    deviations_ms: NDArray[np.float64] = field(repr=False)


def measure(arrivals: Iterable[Arrival], since: float, until: float) -> Stream:
    """The stream from `since` to `until`, in the order of arrival. Lost is what is missing between first and last."""
    seen = [one for one in arrivals if since <= one.at < until]
    order = _unwrapped([one.sequence for one in seen])
    highest = np.maximum.accumulate(order) if len(order) else order
    unique, first = np.unique(order, return_index=True)
    stamps = np.array([one.timestamp for one in seen], np.int64)[first]
    steps = (np.diff(stamps) - SPEAKING_SAMPLES * np.diff(unique)) % 2**32
    deviations_ms = np.abs(np.diff([one.at for one in seen]) * 1000 - FRAME_MS)
    return Stream(
        packets=len(seen),
        packets_per_s=len(seen) / (until - since),
        faults=Faults(
            lost=int(unique[-1] - unique[0]) + 1 - len(unique) if len(unique) else 0,
            duplicated=len(seen) - len(unique),
            reordered=int(np.count_nonzero(order[first] < highest[first])),
            wrong_steps=int(np.count_nonzero(steps)),
            # Two packets at once are 20 ms off too, and never more.
            long_gaps=int(np.count_nonzero(deviations_ms > FRAME_MS)),
        ),
        kbit_per_s=sum(one.size for one in seen) * 8 / 1000 / (until - since),
        deviations_ms=deviations_ms,
    )


def _unwrapped(sequence: Sequence[int]) -> NDArray[np.int64]:
    """Sequence numbers of 16 bits as they would be without an end; each is taken as near to the one before."""
    numbers = np.array(sequence, np.int64)
    steps = (np.diff(numbers) + 2**15) % 2**16 - 2**15
    return np.concatenate([numbers[:1], numbers[:1] + np.cumsum(steps)])


def percentiles(values: Sequence[float] | NDArray[np.float64]) -> Mapping[str, float | None]:
    """`p50`, `p99` and `max`; None where there are no values."""
    if not len(values):
        return {"p50": None, "p99": None, "max": None}
    p50, p99, most = (round(float(np.percentile(values, q)), 3) for q in (50, 99, 100))
    return {"p50": p50, "p99": p99, "max": most}


def line_through(points: Sequence[tuple[float, float]]) -> tuple[float, float] | None:
    """Least squares: what there is at 0, and what each one more adds. None where fewer than two places are known."""
    if len({x for x, _ in points}) < 2:
        return None
    x, y = np.array(points, np.float64).T
    slope = float(((x - x.mean()) * (y - y.mean())).sum() / ((x - x.mean()) ** 2).sum())
    return float(y.mean() - slope * x.mean()), slope
