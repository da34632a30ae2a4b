"""The clock that a session lives by: the event loop's, so that virtual time moves everything at once."""

import asyncio
import time


class LoopClock:
    """`ports.Clock` on the running event loop."""

    def now(self) -> float:
        return asyncio.get_running_loop().time()

    def wall(self) -> float:
        return time.time()
