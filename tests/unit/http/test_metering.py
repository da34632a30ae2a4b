"""What the loop spends on requests is known, and is no part of what calls cost."""

import asyncio
from itertools import count

import pytest
from aiohttp import web
from aiohttp.test_utils import make_mocked_request

from antiphon.http.metering import Meter
from unit.http.conftest import Serve


def ticking() -> Meter:
    """One that takes each look at it for a second."""
    seconds = count()
    return Meter(lambda: float(next(seconds)))


async def test_each_step_of_an_answer_counts_and_what_it_waits_for_does_not() -> None:
    meter = ticking()

    async def handler(_: web.Request) -> web.Response:
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        return web.Response(status=204)

    answer = await meter.middleware()(make_mocked_request("GET", "/"), handler)
    assert answer.status == 204
    assert meter.seconds == 3  # up to each wait, and from the last one on


async def test_what_becomes_a_connection_is_somebodys_call() -> None:
    meter = ticking()

    async def handler(_: web.Request) -> web.Response:
        await asyncio.sleep(0)
        return web.Response()

    upgrade = {"Upgrade": "websocket"}
    await meter.middleware()(make_mocked_request("GET", "/ws", headers=upgrade), handler)
    assert meter.seconds == 0
    await meter.middleware()(make_mocked_request("POST", "/v1/sessions", headers=upgrade), handler)
    assert meter.seconds == 2  # a header alone makes no call of it


async def test_a_failure_and_a_cancellation_go_through_as_they_are() -> None:
    meter = ticking()
    cancelled = False

    async def fails(_: web.Request) -> web.Response:
        await asyncio.sleep(0)
        raise web.HTTPNotFound

    async def waits(_: web.Request) -> web.Response:
        nonlocal cancelled
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            cancelled = True
            raise
        return web.Response()

    with pytest.raises(web.HTTPNotFound):
        await meter.middleware()(make_mocked_request("GET", "/"), fails)
    task = asyncio.ensure_future(meter.middleware()(make_mocked_request("GET", "/"), waits))
    await asyncio.sleep(0)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert cancelled
    assert meter.seconds == 4


async def test_a_server_meters_the_reading_of_a_request_and_its_answer(serve: Serve) -> None:
    site = await serve()
    answering = site.services.answering
    answering.cpu = ticking().cpu  # of the answers: each of their steps takes a second
    before = answering.seconds
    for _ in range(20):
        assert (await site.create({"metadata": {"password": 1}})).status == 400
    took = answering.seconds - before
    assert took > 20
    assert took != round(took)  # and the reading, which has the real clock
