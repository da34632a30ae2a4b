"""Deadlines for what somebody waits for: longer, where a provider has lost whoever was to do it."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import TypeVar

from antiphon.domain.errors import AntiphonError, ErrorCode
from antiphon.ports import KnowsOutage
from antiphon.session.guards import PROVIDER, UNEXPECTED, report

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Deadlines:
    """The time that a provider may take, in seconds, before the reply fails (R6)."""

    recognition_s: float = 5.0
    first_text_s: float = 4.0
    text_gap_s: float = 3.0
    first_audio_s: float = 5.0


async def in_time(
    seconds: float,
    work: Awaitable[T],
    code: ErrorCode,
    who: str,
    provider: object = None,
    tell: Callable[[], None] = lambda: None,
) -> T:
    """The result of `work`, or `AntiphonError` with `code` when it takes longer.

    Where the provider has an outage meanwhile, `tell` is called, and as long again is waited: for others to be there.
    """

    def lost() -> None:
        limit.reschedule((limit.when() or 0.0) + seconds)
        tell()

    try:
        async with asyncio.timeout(seconds) as limit, telling(provider, lost):
            return await work
    except TimeoutError:
        raise AntiphonError(code, f"{who} did not answer in time. Try again in a moment.") from None


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
    try:
        await provider.outage()
    except UNEXPECTED as error:  # who cannot tell of an outage is waited for like any other
        report(PROVIDER, error, "telling of an outage")
    else:
        tell()
