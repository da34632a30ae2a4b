"""The table of the figures of media path and spoken turns, as far as they are seen from outside: `scripts/bench`.

Each figure is the median of three runs (`--runs`). The server has a core of its own and the callers the others, where
there are two. The load of the machine stands in the last column: over about 1 on two cores the milliseconds are its
own and not the server's; ratios and counts keep their meaning longer. With `--first` server and callers run ahead of
whatever else the machine does (round-robin real-time scheduling), which is ruder and more exact.
"""

import argparse
import asyncio
import os
import statistics
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar

import numpy as np

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "server"), str(ROOT / "tests")]

from antiphon.cli.bench_server import ASK, own_server  # noqa: E402
from antiphon.resources import recorded_speech  # noqa: E402
from antiphon.testing.bench_load import Load, run_load  # noqa: E402
from antiphon.testing.bench_report import Report  # noqa: E402
from antiphon.testing.bench_row import Row, load_average  # noqa: E402
from antiphon.testing.bench_speech import opus_packets, period  # noqa: E402
from antiphon.testing.caller_audio import read_wav  # noqa: E402
from antiphon.testing.caller_events import CallError  # noqa: E402
from bench import spoken_rows  # noqa: E402
from bench.wire import cancels, echo_round_trips  # noqa: E402
from support.barge_in import call_over, write_assistants  # noqa: E402
from support.server import ENVIRONMENT, serve  # noqa: E402
from support.spoken import interjections  # noqa: E402

T = TypeVar("T")

AGAINST_STOCK = 8
STEPS = (2, 4, 6, 8, 10, 12, 16, 20, 24, 28, 32, 40, 50, 60, 80, 100, 120)
"""Calls at once; the last step that is in pace is the figure."""
TRIES = 2
"""A step that is not in pace is tried once more: the machine may have been busy."""
MEMORY_AT = (1, 4, 8, 12)
ECHOES, CANCELS = 20, 20
DOWNLINK_S = 60.0
PACKETS_PER_S = 50.0
REAL_TIME = 5
"""The priority of `--first`: over everything that has none, under what the system needs."""


class Bench:
    """What all rows share: the runs, the seconds, what callers say, and the cores."""

    def __init__(self, runs: int, seconds: float, calls: int = AGAINST_STOCK) -> None:
        self.runs = runs
        self.seconds = seconds
        self.calls = calls
        """At once, where aiortc as it comes is measured too."""
        self.cores = sorted(os.sched_getaffinity(0))
        self.server_cores = self.cores[:1] if len(self.cores) > 1 else None
        self.keep_apart()
        speech = read_wav(recorded_speech())
        self.half = opus_packets(period(speech, 0.5))
        self.always = opus_packets(period(speech, 1.0))

    def keep_apart(self) -> None:
        """This process, and the callers in it, leave the server's core alone."""
        if self.server_cores:
            os.sched_setaffinity(0, self.cores[1:])

    @contextmanager
    def ours(self, assistant: str, calls: int, packets: Sequence[bytes]) -> Iterator[Load]:
        with own_server([assistant], calls, self.server_cores) as server:
            ask = ASK.get(assistant, "")
            yield Load(server.url, packets, self.seconds, assistant, ask=ask, pid=server.pid)

    @contextmanager
    def stock(self, *arguments: str) -> Iterator[Load]:
        command = [sys.executable, str(Path(__file__).with_name("stock.py")), *arguments]
        with subprocess.Popen(command, env=ENVIRONMENT, stdout=subprocess.PIPE, text=True) as process:
            try:
                if self.server_cores:
                    os.sched_setaffinity(process.pid, self.server_cores)
                assert process.stdout is not None
                url = process.stdout.readline().split()[-1].rstrip("/")
                yield Load(url, self.always, self.seconds, pid=process.pid)
            finally:
                process.terminate()

    def medians(self, measure: Callable[[], T]) -> list[T]:
        return [measure() for _ in range(self.runs)]


def show(measure: str, must: str, figure: str) -> None:
    print(f"| {measure} | {must} | {figure} | {load_average():.1f} |", flush=True)


def spread(values: Sequence[float], digits: int = 2) -> str:
    """The median, and the least and the largest where they differ."""
    told = f"{statistics.median(values):.{digits}f}"
    return told if len(values) < 2 else f"{told} ({min(values):.{digits}f} to {max(values):.{digits}f})"


def one_row(load: Load, calls: int) -> Row:
    return asyncio.run(run_load(load, calls))


def against_stock(bench: Bench, assistant: str, which: str) -> None:
    ours, stocks = [], []
    for _ in range(bench.runs):
        with bench.stock() as load:
            stocks.append(_cpu_ms(one_row(load, bench.calls)))
        with bench.ours(assistant, bench.calls, bench.always) as load:
            ours.append(_cpu_ms(one_row(load, bench.calls)))
    ratios = [one / other for one, other in zip(ours, stocks, strict=True)]
    each = f"{statistics.median(ours):.1f} ms against {statistics.median(stocks):.1f} ms a second"
    measure = f"CPU a session against stock, N={bench.calls}, both ways all the time{which}"
    show(measure, "0.30", f"{spread(ratios)}; {each}")


def in_pace(bench: Bench, assistant: str, must: str) -> None:
    found, costs, out = [], [], []
    for _ in range(bench.runs):
        with bench.ours(assistant, STEPS[-1], bench.half) as load:
            rows = list(steps(load))
        found.append(max((row.calls for row in rows if row.in_pace), default=0))
        costs += [_cpu_ms(rows[-1])] if rows else []
        out += [_out_of_pace(row) for row in rows if not row.in_pace]
    by_cost = f"; by CPU alone {1000 / statistics.median(costs):.0f}" if costs else ""
    why = f"; out of pace at {', '.join(out)}" if out else ""
    show(f"sessions a core in pace, half speech, half audio, `{assistant}` VAD", must, spread(found, 0) + by_cost + why)


def _out_of_pace(row: Row) -> str:
    return f"{row.calls} ({row.gap_ms.p99} ms, {row.traffic.packets_per_s_least} packets/s)"


def steps(load: Load) -> Iterator[Row]:
    """A row for each step, up to the first that is not in pace either time."""
    for calls in STEPS:
        tries = []
        for _ in range(TRIES):
            try:
                tries.append(one_row(load, calls))
            except CallError:
                continue  # Turned away, or lost: that many are too many.
            if tries[-1].in_pace:
                break
        if tries:
            yield tries[-1]
        if not tries or not tries[-1].in_pace:
            return


def round_trips(bench: Bench) -> None:
    def measure() -> float:
        with bench.ours("echo", 1, bench.half) as load:
            return statistics.median(asyncio.run(echo_round_trips(load.url, "echo", ECHOES)))

    def stock() -> float:
        with bench.stock("--echo") as load:
            return statistics.median(asyncio.run(echo_round_trips(load.url, None, ECHOES)))

    ours, others = bench.medians(measure), bench.medians(stock)
    show("echo on the wire, ms", "30", f"{spread(ours, 1)}; stock {statistics.median(others):.1f}")


def cancelling(bench: Bench) -> None:
    def measure() -> tuple[float, float]:
        with bench.ours("talk", 1, bench.half) as load:
            found = asyncio.run(cancels(load.url, CANCELS))
        p99 = float(np.percentile([one.faded_ms for one in found], 99))
        return p99, statistics.median(one.silent_ms - one.faded_ms for one in found)

    runs = bench.medians(measure)
    fade = statistics.median(fade for _, fade in runs)
    show(
        "cancel to the first faded frame, ms, p99", "25", f"{spread([p99 for p99, _ in runs], 1)}; fades for {fade:.0f}"
    )


def onset(bench: Bench) -> None:
    async def measure(url: str) -> list[float]:
        meant = list((await interjections())[1].items())
        # Three a call: after more within a minute the assistant insists on its first 2 s.
        calls = [await call_over(url, "interruption", dict(meant[start::3])) for start in range(3)]
        return [one.silence_ms for outcomes in calls for one in outcomes if one.silence_ms is not None]

    took: list[float] = []
    # The recogniser runs here too, and wants cores of its own.
    os.sched_setaffinity(0, bench.cores)
    with scratch() as folder, serve("--assistants", str(write_assistants(folder))) as server:
        for _ in range(bench.runs):
            took += asyncio.run(measure(server.url))
    bench.keep_apart()
    figure = f"{np.percentile(took, 95):.0f}; p50 {statistics.median(took):.0f}, n={len(took)}" if took else "none came"
    show("speech onset to silence on the wire, ms, p95", "250", figure)


def footprint(bench: Bench) -> None:
    def measure() -> tuple[float, float]:
        report = Report({})
        with bench.ours("webrtc", max(MEMORY_AT), bench.half) as load:
            report.rows += [one_row(load, calls) for calls in MEMORY_AT]
        adds = report.per_call()
        return adds.threads or 0.0, adds.pss_mb or 0.0

    runs = bench.medians(measure)
    show("threads a session", "0", spread([threads for threads, _ in runs]))
    show("memory a session, MB (PSS)", "3", spread([memory for _, memory in runs]))


def downlink(bench: Bench) -> None:
    rows: list[Row] = []
    for _ in range(bench.runs):
        with bench.ours("webrtc", 1, bench.half) as load:
            rows.append(asyncio.run(run_load(Load(load.url, load.packets, DOWNLINK_S, "webrtc", pid=load.pid), 1)))
    gaps = "; ".join(f"{row.faults.lost + row.faults.wrong_steps}, over 40 ms {row.faults.long_gaps}" for row in rows)
    show(
        "RTP gaps in 60 s of downlink",
        "0",
        f"{gaps}; {min(row.traffic.packets_per_s for row in rows):.2f} packets/s at least",
    )


def _cpu_ms(row: Row) -> float:
    """For each second of a call, as if it had been sent 50 packets in each: what is left out costs nothing."""
    assert row.cost is not None
    return (row.cost.cpu_ms + row.cost.workers_cpu_ms) * PACKETS_PER_S / row.traffic.packets_per_s


@contextmanager
def scratch() -> Iterator[Path]:
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        yield Path(folder)


ROWS: dict[str, Callable[[Bench], None]] = {
    "stock": lambda bench: against_stock(bench, "talk", ""),
    "apart": lambda bench: against_stock(bench, "apart", ", each call another answer"),
    "webrtc": lambda bench: in_pace(bench, "webrtc", "60"),
    "silero": lambda bench: in_pace(bench, "silero", "40"),
    "echo": round_trips,
    "cancel": cancelling,
    "onset": onset,
    "footprint": footprint,
    "downlink": downlink,
    "reply": lambda bench: show("end of turn to first audio, ms, p50", "300", spoken_rows.reply(bench.runs, spread)),
    "pause": lambda bench: show(
        "last voice to first audio, ms, p50; cut at a pause of 600 ms: at most 5 %",
        "1000",
        spoken_rows.pause(bench.runs, spread),
    ),
    "conversations": lambda bench: show(
        "conversations on all cores, last voice to first audio p95 < 1.5 s",
        "6",
        spoken_rows.conversations(bench.runs, spread),
    ),
}


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("rows", nargs="*", metavar="ROW", help=f"of: {', '.join(ROWS)}; all unless named")
    arguments.add_argument("--runs", type=int, default=3, help="how often each is measured (3)")
    arguments.add_argument("--seconds", type=float, default=10.0, help="how long each load lasts (10)")
    arguments.add_argument("--calls", type=int, default=AGAINST_STOCK, help="at once against stock (8)")
    arguments.add_argument("--first", action="store_true", help="ahead of whatever else runs here; needs root")
    given = arguments.parse_args()
    if unknown := set(given.rows) - set(ROWS):
        arguments.error(f"there is no row {', '.join(sorted(unknown))}; there are {', '.join(ROWS)}")
    if given.first:
        try:
            os.sched_setscheduler(0, os.SCHED_RR, os.sched_param(REAL_TIME))
        except PermissionError:
            arguments.error("--first: only root may run ahead of others")
    bench = Bench(given.runs, given.seconds, given.calls)
    print("| measure | must | measured | load |\n|---|---|---|---|")
    for name, measure in ROWS.items():
        if not given.rows or name in given.rows:
            measure(bench)


if __name__ == "__main__":
    main()
