"""The end of a server's process: work that an order to stop cuts short, and tasks that are left."""

import asyncio
from typing import Any

import structlog

OVER_S = 1.0
"""The time that the last tasks have for ending; those of providers have had some before."""

log = structlog.get_logger()


async def all_over() -> bool:
    """Cancel what is left of the loop's tasks. Returns whether they have ended, which they have `OVER_S` for."""
    left = asyncio.all_tasks() - {asyncio.current_task()}
    for task in left:
        task.cancel()
    if left:
        await asyncio.wait(left, timeout=OVER_S)
    unending = sum(not task.done() for task in left)
    if unending:
        log.error("ended beside work that takes no cancellation", count=unending)
    return not unending


async def until(work: Any, stop: asyncio.Event) -> None:
    """Do the work, unless it is to stop first."""
    working, stopping = asyncio.ensure_future(work), asyncio.ensure_future(stop.wait())
    await asyncio.wait((working, stopping), return_when=asyncio.FIRST_COMPLETED)
    stopping.cancel()
    if not working.done():
        working.cancel()
    await asyncio.gather(working, return_exceptions=stop.is_set())
