"""Callers who come at the same time are let in one by one: each takes some milliseconds of the loop."""

import asyncio

from antiphon.domain.errors import AntiphonError, ErrorCode

APART_S = 0.01
"""From one to the next: half of the time that the loop has between two packets of the calls that are on."""
LONGEST_S = 1.0
"""Who would have to wait for longer is told to come again."""


class Turnstile:
    """Spreads requests that open a session or connect to one. Who comes alone does not wait."""

    def __init__(self) -> None:
        self._next = 0.0

    async def enter(self) -> None:
        """Wait for one's turn. Raises `AntiphonError` `capacity.full` where that would take over a second."""
        if self._next - asyncio.get_running_loop().time() > LONGEST_S:
            message = "Very many callers are connecting at this moment; try again in some seconds."
            raise AntiphonError(ErrorCode.CAPACITY_FULL, message)
        await self.come_back()

    async def come_back(self) -> None:
        """The same for who has a session already: never refused."""
        now = asyncio.get_running_loop().time()
        begin = max(now, self._next)
        self._next = begin + APART_S
        if begin > now:
            await asyncio.sleep(begin - now)
