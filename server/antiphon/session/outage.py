"""What a user waits for while nobody is there to do it: that is told, and waited for all the same."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

from antiphon.ports import KnowsOutage


@asynccontextmanager
async def telling(provider: object, tell: Callable[[], None]) -> AsyncIterator[None]:
    """Meanwhile call `tell`, once, if the provider knows of an outage of its own."""
    if not isinstance(provider, KnowsOutage):
        yield
        return
    watching = asyncio.create_task(_watch(provider, tell), name="outage")
    try:
        yield
    finally:
        watching.cancel()


async def _watch(provider: KnowsOutage, tell: Callable[[], None]) -> None:
    await provider.outage()
    tell()
