"""A server that is as busy as it can be: who is in stays in, who calls now is told to call again."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import aiohttp
from aiohttp import web

from antiphon.app import Server
from antiphon.cli.bench_server import own_server
from antiphon.domain.load import Distribution
from antiphon.session.admission import RETRY_AFTER_S, Reading
from antiphon.settings import Limits, Settings
from antiphon.testing.caller import Caller
from support.calls import write_typed
from support.wait import until
from unit.webrtc.offers import plain


@asynccontextmanager
async def serving(folder: Path, **limits: Any) -> AsyncIterator[tuple[Server, str]]:
    write_typed(folder, "tone", "That is all.")
    server = Server(Settings(assistants=folder, limits=Limits(**limits)))
    await server.start()
    runner = server.runner()
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    try:
        yield server, f"http://127.0.0.1:{runner.addresses[0][1]}"
    finally:
        await server.close()
        await runner.cleanup()


def make_busy(server: Server) -> None:
    """One call has had the loop for itself for a minute, as far as admission knows."""
    for seconds in (0.0, 60.0):
        reading = Reading(server.clock.now() + seconds, 1, 10_000.0 + seconds, Distribution(), ())
        server.admission.note(reading)


async def ways_in(http: aiohttp.ClientSession, url: str) -> list[tuple[int, Any, str | None]]:
    """Status, problem and `Retry-After` of each way to open a session."""
    offer = {"type": "offer", "sdp": plain()}
    ways: list[dict[str, Any]] = [
        {"json": {}},
        {"json": {"offer": offer}},
        {"data": plain().encode(), "headers": {"Content-Type": "application/sdp"}},
    ]
    answers = []
    for way in ways:
        async with http.post(f"{url}/v1/sessions", **way) as response:
            answer = await response.json(content_type=None) if response.status != 201 else {}
            answers.append((response.status, answer, response.headers.get("Retry-After")))
    return answers


async def text(http: aiohttp.ClientSession, address: str) -> tuple[int, str]:
    async with http.get(address) as response:
        return response.status, await response.text()


async def test_past_the_measured_capacity_new_calls_are_refused_and_running_ones_are_not_touched(
    tmp_path: Path,
) -> None:
    async with serving(tmp_path) as (server, url), aiohttp.ClientSession() as http:
        async with Caller(url) as call:
            make_busy(server)
            for status, problem, retry_after in await ways_in(http, url):
                assert (status, problem["code"], retry_after) == (503, "capacity.full", str(RETRY_AFTER_S))
                assert problem["detail"].startswith("This server carries 1 calls")
                assert problem["detail"].endswith("Call again in a while.")
            assert (await text(http, f"{url}/readyz"))[0] == 503
            assert (await text(http, f"{url}/healthz"))[0] == 200
            _, metrics = await text(http, f"{url}/metrics")
            assert 'antiphon_refused_sessions_total{reason="cost"} 3.0' in metrics
            assert "\nantiphon_capacity 1.0\n" in metrics
            assert (await call.reply(await call.type("and now?"))).text == "That is all."
            # Another connection of a session that is on is no new call.
            await call.reconnect()
        await until(lambda: not len(server.manager), within_s=10.0)
        async with http.post(f"{url}/v1/sessions", json={}) as response:
            assert response.status == 201


async def test_with_fixed_admission_the_bound_alone_counts(tmp_path: Path) -> None:
    async with serving(tmp_path, max_sessions=4, admission="fixed") as (server, url), aiohttp.ClientSession() as http:
        async with http.post(f"{url}/v1/sessions", json={}) as response:
            assert response.status == 201
        make_busy(server)
        assert [status for status, _, _ in await ways_in(http, url)] == [201] * 3
        assert [status for status, _, _ in await ways_in(http, url)] == [503] * 3
        _, metrics = await text(http, f"{url}/metrics")
        assert 'antiphon_refused_sessions_total{reason="max_sessions"} 3.0' in metrics
        assert "\nantiphon_capacity 4.0\n" in metrics
        server.manager.drain()
        assert [status for status, _, _ in await ways_in(http, url)] == [503] * 3
        assert 'reason="stopping"} 3.0' in (await text(http, f"{url}/metrics"))[1]


async def test_what_calls_cost_is_measured_while_they_run(tmp_path: Path) -> None:
    async with serving(tmp_path) as (server, url), aiohttp.ClientSession() as http:
        expected = server.admission.costs["loop"]
        async with Caller(url):
            await until(lambda: server.admission.costs["loop"] != expected)
            _, metrics = await text(http, f"{url}/metrics")
        assert 'antiphon_session_cost_cores{of="loop"}' in metrics
        lags = next(line for line in metrics.splitlines() if line.startswith("antiphon_loop_lag_seconds_count"))
        assert float(lags.split()[1]) > 0


def test_a_server_that_is_to_be_measured_does_not_stop_where_it_would_refuse() -> None:
    with own_server(["webrtc"], 100) as server, urlopen(f"{server.url}/metrics", timeout=10) as answer:
        assert b"\nantiphon_capacity 108.0\n" in answer.read()
