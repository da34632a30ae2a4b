"""`/ws` on real sockets: messages that are too long, cut, in fragments or none, and clients that do not read."""

import asyncio
import json
import socket
import struct
from contextlib import suppress
from pathlib import Path
from typing import Any

import aiohttp
import pytest
from structlog.testing import capture_logs

from antiphon.session import bounds, reply
from antiphon.transports.websocket import UNTAKEN_MS, watch
from support.raw_socket import Raw
from support.wait import steps, until
from support.ws import ANSWER
from support.ws_server import START, closed, next_event, socket_house


@pytest.mark.requirement("WS1-STRICT")
async def test_a_message_of_a_megabyte_is_refused_and_the_session_goes_on(tmp_path: Path) -> None:
    async with (
        socket_house(tmp_path) as (_, url),
        aiohttp.ClientSession() as http,
        http.ws_connect(f"{url}/ws?assistant_id=demo") as ws,
    ):
        for started in (False, True):
            await ws.send_str(json.dumps({"type": "input.text", "text": "x" * 1_048_576}))
            assert (await next_event(ws, "error"))["code"] == "protocol.too_large"
            if not started:
                await ws.send_json(START)
                await next_event(ws, "session.started")
        await ws.send_bytes(bytes(640 * 1600))
        assert (await next_event(ws, "error"))["code"] == "protocol.too_large"
        await ws.send_json({"type": "input.text", "text": "x"})
        await next_event(ws, "assistant.response.final")
        await ws.send_str("x" * 3_000_000)
        assert await closed(ws) == 1009


@pytest.mark.requirement("WS1-STRICT")
async def test_a_message_in_fragments_is_one_message(tmp_path: Path) -> None:
    async with socket_house(tmp_path) as (_, url):
        raw = await Raw.connect(url)
        text = json.dumps(START).encode()
        raw.frame(0x1, text[:5], final=False)
        for byte in text[5:-1]:
            raw.frame(0x0, bytes([byte]), final=False)
        raw.frame(0x9, b"still there?")  # a ping may come in between
        raw.frame(0x0, text[-1:])
        assert await raw.read() == (0xA, b"still there?")
        opcode, payload = await raw.read()
        assert (opcode, json.loads(payload)["type"]) == (0x1, "session.started")
        raw.writer.close()


@pytest.mark.requirement("WS1-STRICT")
@pytest.mark.parametrize(
    ("frames", "code"),
    [
        ([(0x1, b"\xff\xfe\xc0")], 1007),
        ([(0x1, json.dumps(START).encode()), (0x1, b'{"type": "input.text", "text": "\xed\xa0\x80"}')], 1007),
        ([(0x3, b"")], 1002),
        ([(0x0, b"x")], 1002),
        ([(0x9, bytes(125)), (0x71, b"{}")], 1002),
    ],
)
async def test_what_is_no_websocket_message_ends_the_connection_and_nothing_else(
    frames: list[tuple[int, bytes]], code: int, tmp_path: Path
) -> None:
    async with (
        socket_house(tmp_path) as (_, url),
        aiohttp.ClientSession() as http,
        http.ws_connect(f"{url}/ws?assistant_id=demo") as beside,
    ):
        await beside.send_json(START)
        await next_event(beside, "session.started")
        raw = await Raw.connect(url)
        for opcode, payload in frames:
            raw.frame(opcode, payload)
        got = await raw.read()
        while got[0] != 0x8:
            got = await raw.read()
        assert struct.unpack(">H", got[1][:2]) == (code,)
        raw.writer.close()
        await beside.send_json({"type": "input.text", "text": "x"})
        assert (await next_event(beside, "assistant.response.final"))["text"] == ANSWER


async def test_a_frame_that_is_cut_anywhere_costs_nobody_else_anything(tmp_path: Path) -> None:
    async with socket_house(tmp_path) as (home, url):
        whole = bytes([0x81, 0x80 | 24]) + bytes(4) + json.dumps(START).encode()
        for cut in (1, 2, 3, 6, 10, len(whole) - 1):
            raw = await Raw.connect(url)
            raw.writer.write(whole[:cut])
            await raw.writer.drain()
            raw.writer.transport.abort()
        assert len(home.server.manager) == 0


async def test_a_host_that_takes_nothing_any_more_is_noticed(tmp_path: Path) -> None:
    taken: asyncio.Future[asyncio.BaseTransport] = asyncio.get_running_loop().create_future()

    class Watched(asyncio.Protocol):
        def connection_made(self, transport: asyncio.BaseTransport) -> None:
            watch(transport)
            taken.set_result(transport)

    server = await asyncio.get_running_loop().create_server(Watched, "127.0.0.1", 0)
    async with server:
        _, writer = await asyncio.open_connection(*server.sockets[0].getsockname())
        transport = await taken
        option = socket.TCP_USER_TIMEOUT
        assert transport.get_extra_info("socket").getsockopt(socket.IPPROTO_TCP, option) == UNTAKEN_MS
        transport.close()
        writer.close()
    watch(None)


async def test_a_client_that_does_not_read_is_let_go_and_costs_little(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # A brain is let say so much at once for it: what waits for a client is bounded by itself.
    monkeypatch.setattr(bounds, "ANSWER_CHARS", 100_000)
    monkeypatch.setattr(reply, "DELTA_CHARS", 100_000)
    lines = [{"match": None, "do": [{"say": "word " * 9000}]}]
    async with socket_house(tmp_path, lines=lines) as (home, url):
        raw = await Raw.connect(url)
        raw.writer.transport.pause_reading()  # type: ignore[attr-defined]
        raw.frame(0x1, json.dumps({**START, "metadata": {"overrides": {"output": {"mode": "text"}}}}).encode())
        [session] = await _opened(home)
        async for _ in steps(0.02, 300):
            if session.absent_since is not None:
                break
            raw.frame(0x1, json.dumps({"type": "input.text", "text": "x"}).encode())
            await raw.writer.drain()
        assert session.absent_since is not None
        raw.writer.transport.abort()


async def _opened(home: Any) -> list[Any]:
    await until(lambda: len(home.server.manager))
    return list(home.server.manager)


async def _ping_until_nothing_is_taken(raw: Raw) -> None:
    """Or until the server has let go of whoever pings so much."""
    with suppress(ConnectionResetError, TimeoutError):
        while True:
            for _ in range(1000):
                raw.frame(0x9, bytes(125))
            async with asyncio.timeout(1):
                await raw.writer.drain()


@pytest.mark.parametrize("started", [False, True])
async def test_whoever_pings_and_never_reads_and_goes_is_no_fault_of_the_server(started: bool, tmp_path: Path) -> None:
    with capture_logs() as logs:
        async with socket_house(tmp_path) as (_, url):
            raw = await Raw.connect(url)
            if started:
                raw.frame(0x1, json.dumps(START).encode())
                assert (await raw.read())[0] == 0x1
            raw.writer.transport.pause_reading()  # type: ignore[attr-defined]
            await _ping_until_nothing_is_taken(raw)
            raw.writer.transport.abort()
            writers = {task for task in asyncio.all_tasks() if task.get_name() == "websocket-writer"}
            if writers:
                _, late = await asyncio.wait(writers, timeout=10)
                assert not late
    assert [log for log in logs if log["log_level"] == "error"] == []
