"""A throttle for connecting: callers who come at the same time are let in one by one, since each takes some
milliseconds of the loop. It bounds no rate of a client: how many sessions an address has at a time is `addresses.py`.
"""

import asyncio
from collections import deque

from antiphon.domain.errors import AntiphonError, ErrorCode

APART_S = 0.01
"""From one to the next: half of the time that the loop has between two packets of the calls that are on."""
LONGEST_S = 1.0
"""A client that would have to wait for longer is told to come again."""


class ConnectThrottle:
    """Spreads requests that open a session or connect to one. A client that comes alone does not wait.

    Each client has a line of its own, and the lines take turns: whoever comes a hundred times keeps nobody else waiting
    for more than one of them.
    """

    def __init__(self) -> None:
        self._next = 0.0
        self._lines: dict[str, deque[asyncio.Future[None]]] = {}
        """The callers that wait, by client; the client whose turn is next comes first."""
        self._timer: asyncio.TimerHandle | None = None

    async def enter(self, client: str = "") -> None:
        """Wait for a turn. Raises `AntiphonError` `capacity.full` where that would take over a second."""
        if self._longest(client) > LONGEST_S:
            message = "Very many callers are connecting at this moment; try again in some seconds."
            raise AntiphonError(ErrorCode.CAPACITY_FULL, message)
        await self.wait_turn(client)

    async def wait_turn(self, client: str = "") -> None:
        """Wait for a turn with a session that exists already: never refused."""
        loop = asyncio.get_running_loop()
        if not self._lines and self._next <= loop.time():
            self._next = loop.time() + APART_S
            return
        turn: asyncio.Future[None] = loop.create_future()
        self._lines.setdefault(client, deque()).append(turn)
        if self._timer is None:
            self._timer = loop.call_at(self._next, self._let_in)
        try:
            await turn
        except asyncio.CancelledError:
            self._give_up(client, turn)
            raise

    def _longest(self, client: str) -> float:
        """Return the longest time that the next caller of this client could wait, if nobody gave up."""
        place = len(self._lines.get(client, ()))
        others = sum(min(len(line), place + 1) for name, line in self._lines.items() if name != client)
        return max(0.0, self._next - asyncio.get_running_loop().time()) + (place + others) * APART_S

    def _give_up(self, client: str, turn: asyncio.Future[None]) -> None:
        line = self._lines.get(client, deque())
        if turn in line:
            line.remove(turn)
        if not line:
            self._lines.pop(client, None)

    def _let_in(self) -> None:
        """Let in the first caller of the next line. One that has gone meanwhile takes nobody's turn."""
        loop = asyncio.get_running_loop()
        self._timer = None
        while self._lines:
            client = next(iter(self._lines))
            line = self._lines.pop(client)
            turn = line.popleft()
            if line:
                self._lines[client] = line
            if not turn.done():
                turn.set_result(None)
                self._next = loop.time() + APART_S
                self._timer = loop.call_at(self._next, self._let_in)
                return
