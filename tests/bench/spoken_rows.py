"""The figures of spoken turns: real calls on loopback, the server as it ships, on all cores of the machine.

The models compute in processes of their own. Where server and callers run ahead of others by real-time scheduling,
those processes stay one priority lower: else a computation would hold a core against the media for 100 ms.
"""

import asyncio
import os
import statistics
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import numpy as np

from antiphon.testing.caller_events import CallError
from bench.questions import Question, whole, with_pauses
from bench.talk import Asked, ask_all, converse
from support.server import ROOT, serve

ASSISTANT = "demo"
CONVERSATIONS = (2, 4, 6, 8, 10, 12, 16)
SLOWEST_MS = 1500
TIMES = 4
"""How often each short question is put, where one call alone is measured."""
PATIENCE = 30.0
"""Seconds that each number of conversations is talked for at least: some four questions a caller."""

Spread = Callable[[Sequence[float], int], str]


@contextmanager
def shipped() -> Iterator[str]:
    """The address of a server with the assistant as it ships, on every core."""
    kept = os.sched_getaffinity(0)
    os.sched_setaffinity(0, range(os.cpu_count() or 1))
    try:
        with serve("--assistants", str(ROOT / "assistants")) as server:
            _models_behind(server.process.pid)
            yield server.url
    finally:
        os.sched_setaffinity(0, kept)


def _models_behind(pid: int) -> None:
    if os.sched_getscheduler(0) == os.SCHED_OTHER:
        return
    behind = os.sched_param(os.sched_getparam(0).sched_priority - 1)
    for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split():
        for thread in Path(f"/proc/{child}/task").iterdir():
            os.sched_setscheduler(int(thread.name), os.SCHED_RR, behind)


def reply(runs: int, spread: Spread) -> str:
    """From the end of a turn to the first sound of its answer, by the server's own clock; one call."""
    questions = asyncio.run(whole()) * TIMES
    with shipped() as url:
        told = [_alone(url, questions) for _ in range(runs)]
    each = [[one.told_ms for one in asked if one.told_ms is not None] for asked in told]
    worst = max(max(one) for one in each)
    return f"{spread([statistics.median(one) for one in each], 0)}; largest {worst}, n={sum(map(len, each))}"


def pause(runs: int, spread: Spread) -> str:
    """From the last voiced packet sent to the first audible one received; and how many were cut at a pause."""
    questions = asyncio.run(with_pauses())
    with shipped() as url:
        rounds = [_alone(url, questions) for _ in range(runs)]
    medians, cuts = [], []
    for asked in rounds:
        paused = [one for one in asked if one.question.paused]
        cuts.append(100 * sum(one.cut for one in paused) / len(paused))
        medians.append(statistics.median(_waited([one for one in asked if not one.cut])))
    return f"{spread(medians, 0)}; cut {spread(cuts, 1)} % of {len(paused)} (n={len(questions)} a run)"


def conversations(runs: int, spread: Spread) -> str:
    """How many at once, before more than one answer in twenty is slower than 1.5 s or does not come."""
    questions = asyncio.run(whole())
    found, told = [], []
    for _ in range(runs):
        best, rows = 0, []
        with shipped() as url:
            for calls in CONVERSATIONS:
                p95 = _p95(url, questions, calls)
                rows.append(f"{calls}: {p95:.0f}")
                if p95 >= SLOWEST_MS:
                    break
                best = calls
        found.append(best)
        told.append(", ".join(rows))
    return f"{spread(found, 0)}; p95 in ms of so many at once: {' / '.join(told)}"


def _p95(url: str, questions: Sequence[Question], calls: int) -> float:
    try:
        asked = asyncio.run(converse(url, ASSISTANT, questions, calls, PATIENCE))
    except CallError:
        return float("inf")  # Turned away, or lost: that many are too many.
    waited = [float("inf") if one.waited_ms is None else one.waited_ms for one in asked]
    return float(np.percentile(waited, 95, method="higher"))


def _alone(url: str, questions: Sequence[Question]) -> list[Asked]:
    return asyncio.run(ask_all(url, ASSISTANT, questions))


def _waited(asked: Sequence[Asked]) -> list[float]:
    return [one.waited_ms for one in asked if one.waited_ms is not None]
