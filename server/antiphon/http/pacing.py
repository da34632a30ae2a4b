"""Pacing of requests: a busy connection waits its turn, so that calls' audio and new clients come first.

A client may send hundreds of requests in one piece, over hundreds of connections. Answered as they come they would have
the loop for as long as they last.
"""

import asyncio
from collections.abc import Callable

from aiohttp import web

AT_ONCE, PER_SECOND = 40, 400
"""So many requests at once, and so many a second, are answered as they come: a page with all its files."""
RESTED_S = 1.0
"""A connection that has asked nothing for so long is as good as a new one: a probe, or a page that is used."""
SHARE = 0.1
"""Of the loop's time that requests are to have where they take turns, as the meter counts it."""
LEAST_PAUSE_S, LONGEST_PAUSE_S = 0.001, 0.05
"""From one turn to the next."""


class Pacing:
    """The line of requests that wait, one a connection, first come first served.

    The first request of a connection never waits. `spent` tells the processor time that requests have taken so far;
    `waits` is told of a connection that has to wait, `goes_on` of one that need not any more.
    """

    def __init__(
        self,
        spent: Callable[[], float],
        waits: Callable[[web.RequestHandler], None] = lambda _: None,
        goes_on: Callable[[web.RequestHandler], None] = lambda _: None,
    ) -> None:
        self._spent = spent
        self._waits = waits
        self._goes_on = goes_on
        self._answered: dict[web.RequestHandler, float] = {}
        """The time at which each open connection was answered last."""
        self._line: dict[web.RequestHandler, asyncio.Future[bool]] = {}
        self._lately = self._lately_at = 0.0
        self._spent_at = 0.0
        self._timer: asyncio.TimerHandle | None = None

    @property
    def waiting(self) -> int:
        """The number of requests that wait for their turn."""
        return len(self._line)

    async def turn(self, connection: web.RequestHandler) -> bool:
        """Wait for a turn where requests are many. Return False where the connection has ended meanwhile."""
        loop = asyncio.get_running_loop()
        crowded = self._count(loop.time()) or bool(self._line)
        before = self._answered.get(connection)
        if not crowded or before is None or loop.time() - before >= RESTED_S:
            return True
        turn = self._line[connection] = loop.create_future()
        if self._timer is None:
            self._spent_at = self._spent()
            self._timer = loop.call_later(LEAST_PAUSE_S, self._let_one_go_on)
        self._waits(connection)
        try:
            if not await turn:
                return False
        finally:
            self._line.pop(connection, None)
        self._goes_on(connection)
        return True

    def answered(self, connection: web.RequestHandler) -> None:
        """Note that the connection has had its first answer: its further requests may have to wait."""
        self._answered[connection] = asyncio.get_running_loop().time()

    def left(self, connection: web.RequestHandler) -> None:
        """Forget a connection that has ended; its place in the line goes to the next one."""
        self._answered.pop(connection, None)
        turn = self._line.pop(connection, None)
        if turn is not None and not turn.done():
            turn.set_result(False)

    def _count(self, now: float) -> bool:
        """Count a request, and tell whether there have lately been more than are answered as they come."""
        left = max(0.0, self._lately - PER_SECOND * (now - self._lately_at))
        self._lately, self._lately_at = min(left + 1, AT_ONCE + 1), now
        return self._lately > AT_ONCE

    def _let_one_go_on(self) -> None:
        self._timer = None
        spent = self._spent()
        while self._line:
            connection = next(iter(self._line))
            turn = self._line.pop(connection)
            if not turn.done():
                turn.set_result(True)
                break
        if self._line:
            pause = min(max((spent - self._spent_at) / SHARE, LEAST_PAUSE_S), LONGEST_PAUSE_S)
            self._timer = asyncio.get_running_loop().call_later(pause, self._let_one_go_on)
        self._spent_at = spent
