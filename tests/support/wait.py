"""Waiting for what another process does."""

import asyncio
from collections.abc import Callable


async def until(happened: Callable[[], bool], within_s: float = 10.0) -> None:
    """Return as soon as it has happened; `TimeoutError` where it does not."""
    async with asyncio.timeout(within_s):
        while not happened():  # noqa: ASYNC110 - another process sets no event of ours
            await asyncio.sleep(0.005)
