"""A whole measurement: its rows, what each call adds, as JSON and as a table for people."""

import io
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from rich import box
from rich.console import Console
from rich.table import Table

from antiphon.testing.bench_row import MAX_P99_MS, MIN_PACKETS_PER_S, Row
from antiphon.testing.bench_stats import line_through

FORMAT = "antiphon-bench/1"
BUSY = 0.85
"""Of a core: callers that use more may be what limits the calls."""
LATE_MS = 10.0

_HEADINGS = (
    "calls",
    "packets/s\nmean",
    "\nleast",
    "gap off ms\np50",
    "\np99",
    "\nmax",
    "lost",
    "twice",
    "wrong\nsteps",
    "spoken\n%",
    "CPU ms\na call",
    "workers\nms",
    "core\n%",
    "PSS\nMB",
    "thr.",
    "in\npace",
)
_CAPTION = (
    f"CPU and workers: milliseconds for each second of a call; core: of the process that carries the media. In pace: "
    f"p99 under {MAX_P99_MS:g} ms and {MIN_PACKETS_PER_S:g} packets/s in every call."
)


@dataclass(frozen=True, slots=True)
class PerCall:
    """The cost that each call adds (the slope over the number of calls). None where the rows do not tell."""

    rss_mb: float | None
    pss_mb: float | None
    threads: float | None
    core_share: float | None


class Report:
    """`what` says what was measured: the server, the assistant, the options. Rows are added as they are measured."""

    def __init__(self, what: Mapping[str, Any]) -> None:
        self.what = what
        self.rows: list[Row] = []

    def per_call(self) -> PerCall:
        """Fit a line through the rows, and return its slope: memory in MB, threads, and the share of a core."""
        names = ("rss_mb", "pss_mb", "threads", "core_share")
        return PerCall(**{name: self._slope(name) for name in names})

    def most_in_pace(self) -> int | None:
        """The largest number of calls up to which every row is in pace; None where not even the smallest is."""
        most = None
        for row in sorted(self.rows, key=lambda row: row.calls):
            if not row.in_pace:
                break
            most = row.calls
        return most

    def as_json(self) -> Mapping[str, Any]:
        """Return the whole report as `antiphon bench --json FILE` writes it."""
        return {
            "format": FORMAT,
            **self.what,
            "rows": [row.as_json() for row in self.rows],
            "per_call": asdict(self.per_call()),
            "most_in_pace": self.most_in_pace(),
        }

    def warnings(self) -> list[str]:
        """Say why some figures are not the server's own, a sentence each."""
        found = [
            f"Row {row.calls}: the callers themselves used {row.callers.core_share:.0%} of a core and sent up to "
            f"{row.callers.late_p99_ms:.0f} ms late (p99): they, or what else this machine does, may be what is slow."
            for row in self.rows
            if row.callers.core_share > BUSY or row.callers.late_p99_ms > LATE_MS
        ]
        if not all(row.callers.kernel_time for row in self.rows):
            found.append("The kernel gives no receive times here: what this process adds is in the gaps.")
        if any(row.cost is None for row in self.rows):
            found.append("What it costs is not known: give the server's process with --pid, on the same Linux machine.")
        return found

    def text(self, width: int) -> str:
        """The table, what each call adds, and the most calls in pace."""
        table = Table(box=box.SIMPLE_HEAD, show_edge=False, padding=(0, 1, 0, 0), caption=_CAPTION)
        table.caption_justify = "left"
        for heading in _HEADINGS:
            table.add_column(heading, justify="right", no_wrap=True)
        for row in self.rows:
            table.add_row(*_cells(row))
        out = io.StringIO()
        Console(file=out, width=width, markup=False, highlight=False).print(table)
        return "\n".join([out.getvalue().rstrip("\n"), "", *self._conclusions()])

    def _conclusions(self) -> list[str]:
        adds = self.per_call()
        lines = []
        if adds.pss_mb is not None and adds.threads is not None and adds.core_share is not None:
            lines.append(
                f"Each call adds {adds.pss_mb:.2f} MB (PSS), {adds.threads:.2f} threads "
                f"and {adds.core_share:.2%} of a core."
            )
        most = self.most_in_pace()
        lines.append(f"In pace: up to {most} at once." if most is not None else "No number of calls was in pace.")
        return lines

    def _slope(self, name: str) -> float | None:
        points = [(row.calls, getattr(row.cost, name)) for row in self.rows if row.cost is not None]
        found = line_through(points)
        return None if found is None else round(found[1], 4)


def _cells(row: Row) -> Sequence[str]:
    gap, cost = row.gap_ms, row.cost
    figures = [_figure(row.traffic.packets_per_s, 2), _figure(row.traffic.packets_per_s_least, 2)]
    figures += [_figure(gap.p50, 2), _figure(gap.p99, 2), _figure(gap.max, 1)]
    figures += [
        str(row.faults.lost),
        str(row.faults.duplicated),
        str(row.faults.wrong_steps),
        f"{row.traffic.speaking_share:.0%}".rstrip("%"),
    ]
    if cost is None:
        figures += ["-"] * 5
    else:
        figures += [_figure(cost.cpu_ms, 2), _figure(cost.workers_cpu_ms, 2), f"{cost.core_share * 100:.1f}"]
        figures += [_figure(cost.pss_mb + cost.workers_pss_mb, 1), str(cost.threads)]
    return [str(row.calls), *figures, "yes" if row.in_pace else "no"]


def _figure(value: float | None, digits: int) -> str:
    return "-" if value is None else f"{value:.{digits}f}"
