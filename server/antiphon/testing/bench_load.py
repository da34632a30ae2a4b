"""So many calls at once, for so many seconds: what the server sent, and what it cost."""

import asyncio
import gc
import time
from collections.abc import AsyncIterator, Iterable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass

import numpy as np

from antiphon.testing.bench_line import LightLine
from antiphon.testing.bench_pacer import Pacer
from antiphon.testing.bench_process import ServerUsage, server_usage
from antiphon.testing.bench_row import Callers, Row, Traffic, cost, gaps, load_average
from antiphon.testing.bench_stats import Faults, measure
from antiphon.testing.caller_line import CallOptions

AT_ONCE = 4
"""Calls that connect at the same time: a handshake is much work, and callers do not all come in one instant."""
WARM_S = 2.0
"""From the last connection to the measuring: buffers have filled, and replies have begun."""
SPEAKING = "ai_speaking"


@dataclass(frozen=True, slots=True)
class Load:
    """The behaviour of every caller. `packets` is what it says, as Opus; `ask` is typed first, where it is given.

    `pid` is the server's process, where its cost is to be measured.
    """

    url: str
    packets: Sequence[bytes]
    seconds: float
    assistant: str | None = None
    token: str | None = None
    ask: str = ""
    pid: int | None = None
    warm_s: float = WARM_S


@dataclass(frozen=True, slots=True)
class _Look:
    """One instant: the clock, this process's CPU seconds, the server's usage, the time in each call."""

    at: float
    own_cpu_s: float
    server: ServerUsage | None
    in_call: Sequence[float]


async def run_load(load: Load, calls: int) -> Row:
    """Make the calls, measure, hang up. Raises `CallError` where one cannot be made or is lost on the way."""
    async with connected(load, calls) as (callers, pacer):
        await asyncio.sleep(load.warm_s)
        # A collection of all that the connections are made of would delay what is sent.
        gc.collect()
        gc.freeze()
        try:
            pacer.new_window()
            first = _look(load, callers)
            await asyncio.sleep(load.seconds)
            last = _look(load, callers)
            late = pacer.new_window()
        finally:
            gc.unfreeze()
        if over := next((caller.ended for caller in callers if caller.ended is not None), None):
            raise over
        return _row(callers, late, first, last)


@asynccontextmanager
async def connected(
    load: Load, calls: int, *, keep_payloads: bool = False
) -> AsyncIterator[tuple[list[LightLine], Pacer]]:
    """The calls, being sent audio; they are hung up at the end, whatever ends it. Raises `CallError`."""
    options = CallOptions(assistant=load.assistant, token=load.token)
    callers = [LightLine(load.url, options, keep_payloads=keep_payloads) for _ in range(calls)]
    pacer = Pacer(load.packets)
    pacing = asyncio.ensure_future(pacer.run())
    try:
        for start in range(0, calls, AT_ONCE):
            await _together(_join(caller, pacer, load.ask) for caller in callers[start : start + AT_ONCE])
        yield callers, pacer
    finally:
        pacing.cancel()
        await asyncio.gather(*(caller.close() for caller in callers), return_exceptions=True)


async def _join(caller: LightLine, pacer: Pacer, ask: str) -> None:
    await caller.open()
    pacer.add(caller)
    if ask:
        caller.send("input.text", {"text": ask})


async def _together(joining: Iterable[object]) -> None:
    """All of them to their ends; then raises what the first that failed has raised."""
    for outcome in await asyncio.gather(*joining, return_exceptions=True):  # type: ignore[call-overload]
        if isinstance(outcome, BaseException):
            raise outcome


def _look(load: Load, callers: Sequence[LightLine]) -> _Look:
    server = server_usage(load.pid) if load.pid is not None else None
    return _Look(time.time(), time.process_time(), server, [caller.now() for caller in callers])


def _row(callers: Sequence[LightLine], late_ms: Sequence[float], first: _Look, last: _Look) -> Row:
    seconds = last.at - first.at
    streams = [measure(caller.arrivals, first.at, last.at) for caller in callers]
    spoken = [_spoken(*each) for each in zip(callers, first.in_call, last.in_call, strict=True)]
    return Row(
        calls=len(callers),
        seconds=round(seconds, 3),
        traffic=Traffic(
            packets_per_s=round(float(np.mean([one.packets_per_s for one in streams])), 2),
            packets_per_s_least=round(min(one.packets_per_s for one in streams), 2),
            kbit_per_s=round(float(np.mean([one.kbit_per_s for one in streams])), 1),
            replies=sum(replies for replies, _ in spoken),
            speaking_share=round(sum(share for _, share in spoken) / len(spoken), 3),
        ),
        gap_ms=gaps(streams),
        faults=sum((one.faults for one in streams), Faults()),
        cost=cost(first.server, last.server, len(callers), seconds) if first.server and last.server else None,
        callers=Callers(
            core_share=round((last.own_cpu_s - first.own_cpu_s) / seconds, 4),
            late_p99_ms=round(float(np.percentile(late_ms, 99)), 3) if late_ms else 0.0,
            unsent=sum(caller.unsent for caller in callers),
            kernel_time=all(caller.kernel_time for caller in callers),
        ),
        load_average=load_average(),
    )


def _spoken(caller: LightLine, since: float, until: float) -> tuple[int, float]:
    """Count the replies that began in that stretch of the call, and return the share of it that was spoken."""
    replies, spoken_s, state, at = 0, 0.0, "", since
    for event in caller.events:
        if event.type == "audio.start":
            replies += since <= event.at < until
        elif event.type == "session.state":
            now = min(max(event.at, since), until)
            spoken_s += now - at if state == SPEAKING else 0.0
            state, at = str(event.payload.get("state")), now
    spoken_s += until - at if state == SPEAKING else 0.0
    return replies, spoken_s / (until - since)
