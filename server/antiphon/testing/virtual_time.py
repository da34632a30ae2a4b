"""An event loop whose clock jumps to whatever comes next: hours in milliseconds, the same every time."""

import asyncio
import selectors
import time
from collections.abc import Coroutine
from typing import Any, TypeVar

from antiphon.providers import threads

T = TypeVar("T")

THREADS_S = 10.0
"""So long, in real time, the clock stands still for what a thread does."""
START = 1000.0
"""Where the clock begins: not at 0, so that a forgotten time stands out."""


class NothingLeftToDo(RuntimeError):
    """Every task waits for something that no timer will bring: in real time this would hang for ever."""


class _Selector(selectors.DefaultSelector):
    """Waits for threads alone: what the loop would sleep is added to its clock."""

    loop: "VirtualTimeLoop"

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        ready: list[tuple[selectors.SelectorKey, int]] = super().select(0)
        until = time.monotonic() + THREADS_S
        works = True
        while not ready and works and time.monotonic() < until:
            works = threads.at_work()  # looked at first: what a thread has done is told before it is none any more
            ready = super().select(0.01 if works else 0)
        if not ready:
            if timeout is None:
                raise NothingLeftToDo("Every task waits, and no timer is set.")
            self.loop.now += max(0.0, timeout)
        return ready


class VirtualTimeLoop(asyncio.SelectorEventLoop):
    """Use it for code that waits by the loop's clock, or for threads that compute; sockets have no virtual time."""

    def __init__(self) -> None:
        selector = _Selector()
        selector.loop = self
        self.now = START
        super().__init__(selector)

    def time(self) -> float:
        """Return the virtual time, in seconds; it goes on only while the loop has nothing else to do."""
        return self.now


async def advance(seconds: float) -> None:
    """Let so much virtual time go by. Raises `RuntimeError` on any other loop, where it would be slept."""
    if not isinstance(asyncio.get_running_loop(), VirtualTimeLoop):
        raise RuntimeError("Only virtual time can be advanced: wait for what is to happen instead.")
    await asyncio.sleep(seconds)


def run(work: Coroutine[Any, Any, T]) -> T:
    """`asyncio.run` in virtual time. Raises `NothingLeftToDo` instead of hanging."""
    with asyncio.Runner(loop_factory=VirtualTimeLoop) as runner:
        return runner.run(work)
