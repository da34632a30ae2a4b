"""The places in which a test lets real time go by: until something has happened, and at a pace.

In virtual time it is `antiphon.testing.virtual_time.advance`.
"""

import asyncio
import itertools
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

from antiphon.domain.audio import FRAME_S

LOOK_S = 0.005
"""Seldom enough that another process has the processor meanwhile."""


async def until(happened: Callable[[], object], within_s: float = 10.0) -> None:
    """Return as soon as it has happened; `TimeoutError` where it does not."""
    async with asyncio.timeout(within_s):
        while not happened():  # noqa: ASYNC110 - for what sets no event of ours
            await asyncio.sleep(LOOK_S)


@asynccontextmanager
async def sooner_than(seconds: float) -> AsyncIterator[None]:
    """Fail where what is done here outlasts a timer of the same loop.

    The timer is the control: where the machine has no time for this process, it comes as late as what is timed.
    """
    loop = asyncio.get_running_loop()
    gone_off = asyncio.Event()
    timer = loop.call_later(seconds, gone_off.set)
    try:
        yield
        assert not gone_off.is_set(), f"a timer of {seconds} s that began with it has gone off before"
    finally:
        timer.cancel()


async def seconds_of(work: Awaitable[object]) -> float:
    """How long it takes, by the loop's clock: the control for what may last as long."""
    loop = asyncio.get_running_loop()
    began = loop.time()
    await work
    return loop.time() - began


class Pace:
    """Instants at an even distance by the loop's clock, as those of a microphone, which makes up for being late."""

    def __init__(self, every_s: float = FRAME_S) -> None:
        self._every_s = every_s
        self._next: float | None = None

    async def step(self) -> None:
        """Wait for the next one; the first is now."""
        now = asyncio.get_running_loop().time()
        due = now if self._next is None else self._next
        self._next = due + self._every_s
        await asyncio.sleep(max(0.0, due - now))


async def steps(every_s: float, most: int | None = None) -> AsyncIterator[int]:
    """The numbers from 0 on, up to so many, with no less than that time between two: nothing is made up for."""
    for number in itertools.count() if most is None else range(most):
        yield number
        await asyncio.sleep(every_s)
