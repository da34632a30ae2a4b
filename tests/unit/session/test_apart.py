"""Work of others that is cancelled: it has a while for ending, and is left where it does not."""

import asyncio
import contextlib
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from antiphon.session.apart import CLOSE_S, REPORT_S, Guest
from antiphon.testing import virtual_time
from support.scene import timeless


class Told:
    """What was told of a guest."""

    def __init__(self) -> None:
        self.raised: list[BaseException] = []
        self.unending = 0
        self.guest = Guest(self.raised.append, self._unending)

    def _unending(self) -> None:
        self.unending += 1

    async def ends_after(self, work: Callable[[], Awaitable[Any]]) -> float:
        """Let it begin, cancel it, and return how long whoever waits has to wait for that."""
        task = asyncio.create_task(self._wait(work))
        await virtual_time.advance(0.1)
        now = asyncio.get_running_loop().time
        cancelled_at = now()
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        return now() - cancelled_at

    async def _wait(self, work: Callable[[], Awaitable[Any]]) -> None:
        task = asyncio.current_task()
        assert task is not None
        try:
            await self.guest.work(work())
        finally:
            assert task.cancelling() == 1  # what is our own is taken back: a timeout around this counts them


@timeless
async def test_a_result_is_returned_and_what_is_raised_is_raised() -> None:
    told = Told()
    assert await told.guest.work(asyncio.sleep(0.1, "a result")) == "a result"

    async def fault() -> None:
        await asyncio.sleep(0.1)
        raise KeyError("fault")

    with pytest.raises(KeyError):
        await told.guest.work(fault())
    done: asyncio.Future[int] = asyncio.get_running_loop().create_future()
    done.set_result(3)
    assert await told.guest.work(done) == 3


@timeless
async def test_work_that_clears_up_within_its_time_is_waited_for() -> None:
    told, cleared = Told(), []

    async def tidy() -> None:
        try:
            await asyncio.sleep(60)
        finally:
            await asyncio.sleep(CLOSE_S / 2)
            cleared.append(True)

    assert await told.ends_after(tidy) == pytest.approx(CLOSE_S / 2)
    assert cleared
    assert not told.guest.left


@timeless
async def test_work_that_clears_up_for_long_is_left_and_ends() -> None:
    told, cleared = Told(), []

    async def slow() -> None:
        try:
            await asyncio.sleep(60)
        finally:
            clearing = asyncio.ensure_future(asyncio.sleep(CLOSE_S * 2))
            while not clearing.done():
                try:
                    await asyncio.shield(clearing)
                except asyncio.CancelledError:
                    continue
            cleared.append(True)

    assert await told.ends_after(slow) == pytest.approx(CLOSE_S)
    assert told.guest.left
    assert not cleared
    await virtual_time.advance(CLOSE_S * 2)
    assert cleared
    await virtual_time.advance(REPORT_S)
    assert told.unending == 0


@timeless
async def test_work_that_takes_no_cancellation_is_left_and_told_of() -> None:
    told, let_go = Told(), asyncio.Event()

    async def stubborn() -> None:
        while not let_go.is_set():
            try:
                await let_go.wait()
            except asyncio.CancelledError:
                continue
        raise KeyError("fault")

    assert await told.ends_after(stubborn) == pytest.approx(CLOSE_S)
    await virtual_time.advance(REPORT_S + 0.1)
    assert (told.unending, told.raised) == (1, [])
    let_go.set()
    await virtual_time.advance(0.1)
    assert [type(error) for error in told.raised] == [KeyError]


@timeless
async def test_work_that_ends_at_the_second_cancellation_is_not_left() -> None:
    told = Told()

    async def slow_to_see() -> None:
        try:
            await asyncio.sleep(60)
        except asyncio.CancelledError:
            await asyncio.sleep(60)

    assert await told.ends_after(slow_to_see) == pytest.approx(CLOSE_S)
    assert not told.guest.left


async def cancelled_by_itself(seconds: float) -> str:
    """As the scopes of `anyio` do it: the work's own cancellation, which it takes back, and then the rest of it."""
    task = asyncio.current_task()
    assert task is not None
    asyncio.get_running_loop().call_later(0.1, task.cancel)
    with pytest.raises(asyncio.CancelledError):
        await asyncio.sleep(10)
    task.uncancel()
    return await asyncio.sleep(seconds, "done")


@timeless
async def test_work_that_cancels_itself_and_takes_that_back_has_all_of_its_time() -> None:
    told = Told()
    assert await told.guest.work(cancelled_by_itself(60.0)) == "done"
    assert not told.guest.left


@timeless
async def test_work_that_has_cancelled_itself_once_is_left_like_any_other_when_it_is_cancelled() -> None:
    told = Told()

    async def stubborn() -> None:
        await cancelled_by_itself(0.0)
        for _ in range(2):
            with contextlib.suppress(asyncio.CancelledError):
                await asyncio.sleep(1000)
        await asyncio.sleep(1000)

    task = asyncio.create_task(told.guest.work(stubborn()))
    await virtual_time.advance(5.0)
    began = asyncio.get_running_loop().time()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert asyncio.get_running_loop().time() - began == pytest.approx(CLOSE_S)
    assert told.guest.left
