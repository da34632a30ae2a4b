"""Requests take turns where they are many: who has just come is answered at once."""

import asyncio
import contextlib
import gc
import weakref
from typing import Any

import pytest

from antiphon.http.pacing import AT_ONCE, LEAST_PAUSE_S, LONGEST_PAUSE_S, PER_SECOND, RESTED_S, SHARE, Pacing
from antiphon.testing import virtual_time
from support.scene import timeless
from support.wait import until
from unit.http.conftest import Serve


class Connection:
    """A connection that can be seen to be gone."""

    def __init__(self, name: str) -> None:
        self.name = name

    def __str__(self) -> str:
        return self.name


class Site:
    """Connections are what they are called; each request costs `cost_s` of processor time."""

    def __init__(self, cost_s: float = 0.0002) -> None:
        self.cost_s = cost_s
        self.spent = 0.0
        self.looks = 0
        """How often it was asked what requests have taken: at each turn that the pacing gives."""
        self.told: list[tuple[str, str]] = []
        self.pacing: Any = Pacing(
            self.look,
            lambda connection: self.told.append(("waits", str(connection))),
            lambda connection: self.told.append(("goes on", str(connection))),
        )
        self.answers: list[tuple[float, str]] = []

    def look(self) -> float:
        self.looks += 1
        return self.spent

    async def ask(self, connection: object) -> bool:
        """One request. Whether it was answered."""
        if not await self.pacing.turn(connection):
            return False
        self.spent += self.cost_s
        self.answers.append((asyncio.get_running_loop().time(), str(connection)))
        self.pacing.answered(connection)
        return True

    async def ask_on(self, connection: str) -> None:
        """Pipelined: the next one is there when one is answered."""
        while await self.ask(connection):
            pass

    @contextlib.asynccontextmanager
    async def flood(self, connections: int) -> Any:
        asking = [asyncio.create_task(self.ask_on(f"flood {number}")) for number in range(connections)]
        await virtual_time.advance(1.1 * RESTED_S)
        yield
        for task in asking:
            task.cancel()
        await asyncio.gather(*asking, return_exceptions=True)

    async def takes(self, connection: str) -> float:
        began = asyncio.get_running_loop().time()
        assert await self.ask(connection)
        return asyncio.get_running_loop().time() - began


@timeless
async def test_a_page_with_all_its_files_never_waits() -> None:
    site = Site()

    async def load(connection: int) -> None:
        for _ in range(7):  # 42 files over 6 connections
            assert await site.takes(f"page {connection}") == 0.0
            await virtual_time.advance(0.001)

    await asyncio.gather(*map(load, range(6)))


@timeless
async def test_a_new_connection_and_one_that_has_rested_are_answered_at_once_whatever_goes_on() -> None:
    site = Site()
    assert await site.takes("probe") == 0.0
    async with site.flood(400):
        for number in range(20):
            assert await site.takes(f"new {number}") == 0.0
            assert await site.takes("probe") == 0.0
            await virtual_time.advance(1.1 * RESTED_S)


@pytest.mark.parametrize("cost_s", [0.0001, 0.0005, 0.002])
def test_requests_together_have_their_share_of_the_loop_and_no_more(cost_s: float) -> None:
    site = Site(cost_s)

    async def run() -> float:
        async with site.flood(50):
            before = site.spent
            await virtual_time.advance(10.0)
            return site.spent - before

    spent = virtual_time.run(run())
    assert 0.8 * 10 * min(SHARE, cost_s / LEAST_PAUSE_S) <= spent <= 1.05 * 10 * min(SHARE, cost_s / LEAST_PAUSE_S)


@timeless
async def test_turns_are_taken_first_come_first_served_and_nobody_waits_for_ever() -> None:
    site = Site(cost_s=0.5)  # as dear as nothing is
    async with site.flood(20):
        await site.ask("other")
        assert 0 < await site.takes("other") <= 21 * LONGEST_PAUSE_S
        last = [connection for _, connection in site.answers if connection.startswith("flood")]
        assert set(last[-20:]) == {f"flood {number}" for number in range(20)}
        assert last[-20:] == last[-40:-20]


async def outcome(asking: "asyncio.Task[bool]") -> bool | str:
    try:
        return await asking
    except asyncio.CancelledError:
        return "cancelled"


@timeless
async def test_who_leaves_frees_the_place_and_nothing_of_it_is_kept() -> None:
    site, old = Site(), [Connection(f"old {number}") for number in range(4)]
    for number in range(AT_ONCE):
        await site.ask(old[number % 4])
    waiting = [asyncio.create_task(site.ask(one)) for one in old]
    await asyncio.sleep(0)
    assert site.pacing.waiting == 4
    for number in (0, 1):
        site.pacing.left(old[number])
    waiting[2].cancel()
    await asyncio.sleep(0)
    assert site.pacing.waiting == 1
    began = asyncio.get_running_loop().time()
    assert [await outcome(one) for one in waiting] == [False, False, "cancelled", True]
    assert asyncio.get_running_loop().time() - began <= LEAST_PAUSE_S
    for number in (2, 3):
        site.pacing.left(old[number])
    assert site.pacing.waiting == 0
    known, looks = [weakref.ref(one) for one in old], site.looks
    del old, waiting
    gc.collect()
    assert [one() for one in known] == [None] * 4
    await virtual_time.advance(10 * LONGEST_PAUSE_S)
    assert site.looks == looks
    assert site.told[0] == ("waits", "old 0")
    assert site.told[-1] == ("goes on", "old 3")


@timeless
async def test_when_it_is_quiet_again_nobody_waits() -> None:
    site = Site()
    async with site.flood(50):
        pass
    await virtual_time.advance(AT_ONCE / PER_SECOND)
    for _ in range(AT_ONCE - 1):
        assert await site.takes("page") == 0.0


class Answers(asyncio.Protocol):
    """Counts the answers that come over a connection."""

    def __init__(self) -> None:
        self._came = b""

    def data_received(self, data: bytes) -> None:
        self._came += data

    @property
    def count(self) -> int:
        return self._came.count(b"HTTP/1.1 200")


async def test_a_new_connection_is_answered_before_those_that_ask_on(serve: Serve) -> None:
    """Over sockets: of hundreds of requests that are there already, few have been answered before it."""
    site, loop = await serve(), asyncio.get_running_loop()
    request = f"GET /healthz HTTP/1.1\r\nHost: {site.host}\r\n\r\n".encode()
    connected = [await loop.create_connection(Answers, "127.0.0.1", site.port) for _ in range(40)]
    for transport, _ in connected:
        transport.write(100 * request)
    await until(lambda: all(answers.count for _, answers in connected))
    for _ in range(5):
        reader, writer = await asyncio.open_connection("127.0.0.1", site.port)
        writer.write(request)
        await asyncio.wait_for(reader.readuntil(b"}"), 5)
        writer.close()
    assert sum(answers.count for _, answers in connected) < 500
    for transport, _ in connected:
        transport.close()
    assert (await site.ask("GET", "/healthz")).status == 200
