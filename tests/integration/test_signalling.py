"""From an HTTP request to a call and to its end: a real server, a real client, real sockets on loopback."""

import asyncio
import gc
import os
import re
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import aiohttp
import aioice.ice
import numpy as np
import pytest
import pytest_asyncio
from aiortc import RTCDataChannel

from antiphon.domain.audio import HEARING_RATE
from antiphon.domain.states import CloseReason
from antiphon.transports.webrtc.half_open import MAX_HALF_OPEN
from antiphon.transports.webrtc.peer import Peer
from support.rtc import StockClient, loudest_hertz
from support.services import EchoServices, EchoSession, serving
from support.wait import seconds_of, sooner_than, until
from unit.webrtc.offers import MALFORMED, chrome, firefox, plain


class Server:
    """A running server, and what can be asked of it."""

    def __init__(self, services: EchoServices, port: int, http: aiohttp.ClientSession) -> None:
        self.services = services
        self.url = f"http://127.0.0.1:{port}/v1/sessions"
        self._http = http

    async def create(self, sdp: str) -> tuple[int, dict[str, Any]]:
        async with self._http.post(self.url, json={"offer": {"type": "offer", "sdp": sdp}}) as response:
            return response.status, await response.json(content_type=None)

    async def hang_up(self, opened: dict[str, Any]) -> int:
        headers = {"Authorization": f"Bearer {opened['session_token']}"}
        async with self._http.delete(f"{self.url}/{opened['session_id']}", headers=headers) as response:
            return response.status


class Line:
    """A call that was opened over HTTP, with both of its ends."""

    def __init__(self, caller: StockClient, channel: RTCDataChannel, session: EchoSession, opened: Any) -> None:
        self.caller = caller
        self.channel = channel
        self.session = session
        self.opened = opened


@pytest_asyncio.fixture
async def server(tmp_path: Path) -> AsyncIterator[Server]:
    services = EchoServices(tmp_path, max_sessions=1000)
    async with serving(services) as port, aiohttp.ClientSession() as http:
        yield Server(services, port, http)


@pytest_asyncio.fixture
async def line(server: Server) -> AsyncIterator[Line]:
    async with AsyncExitStack() as stack:
        caller = StockClient()
        stack.push_async_callback(caller.close)
        channel = caller.channel()
        status, opened = await server.create(await caller.offer())
        assert status == 201
        await caller.accept(opened["answer"]["sdp"])
        await until(lambda: channel.readyState == "open")
        yield Line(caller, channel, server.services.opened[0], opened)


@pytest.mark.requirement("MEDIA-SDP")
@pytest.mark.requirement("MEDIA-OPUS")
@pytest.mark.requirement("MEDIA-ENVELOPE")
async def test_a_call_is_opened_over_http_and_carries_audio_and_text_both_ways(line: Line) -> None:
    call = line.session.call
    line.channel.send("hello")
    await until(lambda: line.caller.messages == ["opened", "text hello"])
    assert call.messages == ["hello"]
    await until(lambda: len(call.heard_frames) > 60 and len(line.caller.heard) > 60)
    at_server, at_caller = call.heard_pcm()[-HEARING_RATE // 2 :], line.caller.heard_pcm()[-24_000:]
    assert loudest_hertz(at_server, HEARING_RATE) == pytest.approx(1000, abs=5)
    assert loudest_hertz(at_caller, 48_000) == pytest.approx(440, abs=5)
    assert 7_000 < np.abs(at_server).max() < 9_000
    assert 7_000 < np.abs(at_caller).max() < 9_000
    assert "opus/48000/2" in line.opened["answer"]["sdp"]


async def test_the_client_hangs_up_by_closing(server: Server, line: Line) -> None:
    await line.caller.close()
    await until(lambda: len(line.session.call.lost_reasons) == 1)
    assert server.services.session_count() == 0
    assert await server.hang_up(line.opened) == 404


async def test_the_client_hangs_up_over_http_and_still_gets_the_last_message(server: Server, line: Line) -> None:
    assert await server.hang_up(line.opened) == 200
    await until(lambda: line.channel.readyState == "closed")
    assert line.caller.messages[-1] == "closed client"
    assert line.session.call.lost_reasons == ["closed"]
    assert await server.hang_up(line.opened) == 404


async def test_the_session_hangs_up_and_its_last_message_arrives(line: Line) -> None:
    await line.session.close(CloseReason.HANG_UP)
    await until(lambda: line.channel.readyState == "closed")
    assert line.caller.messages[-1] == "closed hang_up"
    await until(lambda: line.session.call.lost_reasons == ["closed"])
    assert len(line.session.call.lost_reasons) == 1


async def test_the_server_stops_and_the_client_is_told(tmp_path: Path) -> None:
    services = EchoServices(tmp_path)
    caller = StockClient()
    channel = caller.channel()
    async with serving(services) as port, aiohttp.ClientSession() as http:
        _, opened = await Server(services, port, http).create(await caller.offer())
        await caller.accept(opened["answer"]["sdp"])
        await until(lambda: channel.readyState == "open")
        await services.opened[0].close(CloseReason.SHUTDOWN)
    assert caller.messages[-1] == "closed shutdown"
    assert services.opened[0].call.lost_reasons == ["closed"]
    await caller.close()


@pytest.mark.parametrize("offer", [chrome(), firefox()], ids=["chrome", "firefox"])
async def test_an_offer_of_local_names_alone_is_answered_within_half_a_second(server: Server, offer: str) -> None:
    """Or within ten times what one without any candidate takes, on a machine that is slower than that."""
    nameless = re.sub(r"a=candidate:.*\r\n", "", plain())
    nameless_s = min([await seconds_of(server.create(nameless)) for _ in range(3)])
    async with sooner_than(max(0.5, 10 * nameless_s)):
        status, opened = await server.create(offer)
    assert status == 201
    assert " typ host" in opened["answer"]["sdp"]


async def test_where_there_is_only_loopback_the_answer_has_it(
    line: Line, server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    def nothing_else(use_ipv4: bool, use_ipv6: bool) -> list[str]:
        return []

    monkeypatch.setattr(aioice.ice, "get_host_addresses", nothing_else)
    _, opened = await server.create(plain())
    rows = opened["answer"]["sdp"].splitlines()
    assert {row.split()[4] for row in rows if row.startswith("a=candidate:")} == {"127.0.0.1"}


def peers_alive() -> int:
    gc.collect()
    return sum(isinstance(thing, Peer) for thing in gc.get_objects())


def descriptors() -> int:
    return len(os.listdir("/proc/self/fd"))


async def test_malformed_offers_are_refused_by_code_and_leave_nothing(server: Server) -> None:
    assert len(MALFORMED) >= 50
    await server.create(MALFORMED[0][0])  # the client's connection is kept
    tasks, open_files, peers = asyncio.all_tasks(), descriptors(), peers_alive()
    for offer, code in MALFORMED:
        status, problem = await server.create(offer)
        assert 400 <= status < 500
        assert problem["code"] == code, offer[-300:]
        assert problem["detail"]
    assert len(server.services.opened) == len(MALFORMED) + 1
    assert {tuple(session.closed_for) for session in server.services.opened} == {(CloseReason.ERROR,)}
    assert all(session.call.lost_reasons == ["refused"] for session in server.services.opened)
    assert server.services.peers.half_open == 0
    await until(lambda: asyncio.all_tasks() <= tasks)
    assert descriptors() <= open_files
    assert peers_alive() <= peers


async def test_callers_that_never_connect_are_bounded_and_a_call_beside_them_goes_on(
    server: Server, line: Line
) -> None:
    answers = [await server.create(plain()) for _ in range(MAX_HALF_OPEN + 6)]
    assert [status for status, _ in answers] == [201] * MAX_HALF_OPEN + [503] * 6
    assert {problem["code"] for _, problem in answers[MAX_HALF_OPEN:]} == {"capacity.full"}
    assert server.services.peers.half_open == MAX_HALF_OPEN
    assert server.services.session_count() == MAX_HALF_OPEN + 1
    line.channel.send("still here")
    await until(lambda: line.caller.messages[-1:] == ["text still here"])


async def test_calls_leave_no_descriptor_and_no_task(server: Server) -> None:
    async def one_call() -> None:
        caller = StockClient()
        channel = caller.channel()
        _, opened = await server.create(await caller.offer())
        await caller.accept(opened["answer"]["sdp"])
        await until(lambda: channel.readyState == "open")
        assert await server.hang_up(opened) == 200
        await caller.close()

    await one_call()
    server.services.opened.clear()
    tasks, open_files = {task.get_name() for task in asyncio.all_tasks()}, descriptors()
    peers = peers_alive()
    for _ in range(5):
        await one_call()
    await until(lambda: {task.get_name() for task in asyncio.all_tasks()} <= tasks)
    await until(lambda: descriptors() <= open_files)
    server.services.opened.clear()
    await until(lambda: peers_alive() <= peers)
