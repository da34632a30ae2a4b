"""The clock that a session lives by: the event loop's, so that virtual time moves everything at once."""

import asyncio
import time


class LoopClock:
    """`ports.Clock` on the event loop in which it is first asked for the time."""

    def __init__(self) -> None:
        self._loop: asyncio.AbstractEventLoop | None = None

    def now(self) -> float:
        # Which loop is running costs a system call, and the time is asked for several times a packet.
        loop = self._loop
        if loop is None or loop.is_closed():
            loop = self._loop = asyncio.get_running_loop()
        return loop.time()

    def wall(self) -> float:
        return time.time()
