"""Waiting for what another process does."""

import asyncio
from collections.abc import Callable

LOOK_S = 0.002
"""Seldom enough that the other process has the processor meanwhile."""


async def until(happened: Callable[[], bool], within_s: float = 10.0) -> None:
    """Return as soon as it has happened; `TimeoutError` where it does not."""
    async with asyncio.timeout(within_s):
        while not happened():  # noqa: ASYNC110 - another process sets no event of ours
            await asyncio.sleep(LOOK_S)
