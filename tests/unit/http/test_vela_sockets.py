"""Vela on real sockets: which contract answers, and what malformed frames do."""

import asyncio
import base64
import json
import os
import socket
import struct
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from urllib.parse import urlsplit

import aiohttp
import pytest

from support.vela import MODELS, REPLY, USER, brief
from support.ws_server import SECRET, closed, next_event, socket_house, token

START = {"type": "session.start", "payload": {}}
TRIGGER = {"type": "mocked.turn.trigger", "payload": {}}


@pytest.mark.requirement("VELA-READY")
@pytest.mark.parametrize(
    ("query", "protocols", "chosen"),
    [
        ("", (), None),
        ("", ("vela",), "vela"),
        ("", ("other", "vela"), "vela"),
        ("?assistant_id=demo", ("vela",), "vela"),
        ("?assistant_id=demo", ("vela", "ws.v1"), "vela"),
        ("?other=1", (), None),
    ],
)
async def test_vela_answers_where_it_is_asked_for_and_where_nothing_is(
    query: str, protocols: tuple[str, ...], chosen: str | None, tmp_path: Path
) -> None:
    async with (
        socket_house(tmp_path) as (_, url),
        aiohttp.ClientSession() as http,
        http.ws_connect(f"{url}/ws{query}", protocols=protocols) as ws,
    ):
        assert ws.protocol == chosen
        assert [brief(await next_event(ws)) for _ in range(2)] == [("session.ready", ""), ("session.state", "idle")]


@pytest.mark.requirement("VELA-MOCKTURN")
async def test_a_mocked_turn_over_a_real_socket(tmp_path: Path) -> None:
    async with (
        socket_house(tmp_path) as (_, url),
        aiohttp.ClientSession() as http,
        http.ws_connect(f"{url}/ws") as ws,
    ):
        await next_event(ws, "session.state")
        await ws.send_json(TRIGGER)
        told = [await next_event(ws) for _ in range(len(REPLY) + 2)]
        for event in told:
            MODELS.validate_python(event)
        assert [brief(event) for event in told] == [("session.state", "listening"), ("transcript.final", USER), *REPLY]


@pytest.mark.requirement("VELA-READY")
async def test_a_token_is_needed_where_there_is_a_secret(tmp_path: Path) -> None:
    settings = {"server": {"secret": SECRET}}
    async with socket_house(tmp_path, settings=settings) as (_, url), aiohttp.ClientSession() as http:
        with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
            await http.ws_connect(f"{url}/ws")
        assert refused.value.status == 401
        for protocols in (("vela", f"bearer.{token()}"), (f"bearer.{token()}",)):
            async with http.ws_connect(f"{url}/ws", protocols=protocols) as ws:
                await next_event(ws, "session.ready")
                assert ws.protocol in (None, "vela")


# Malformed frames


@asynccontextmanager
async def raw(url: str) -> AsyncIterator[socket.socket]:
    """A connection of our own making, after the upgrade."""
    at = urlsplit(url)
    loop = asyncio.get_running_loop()
    with socket.create_connection((at.hostname, at.port)) as connection:
        connection.setblocking(False)
        key = base64.b64encode(os.urandom(16)).decode()
        head = f"GET /ws HTTP/1.1\r\nHost: {at.netloc}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        head += f"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}\r\n\r\n"
        await loop.sock_sendall(connection, head.encode())
        answer = b""
        while b'"idle"' not in answer:
            answer += await asyncio.wait_for(loop.sock_recv(connection, 4096), 10)
        yield connection


async def until_closed(connection: socket.socket) -> bytes:
    received = b""
    loop = asyncio.get_running_loop()
    async with asyncio.timeout(10):
        while data := await loop.sock_recv(connection, 4096):
            received += data
    return received


def frame(opcode: int, data: bytes, *, fin: bool = True, masked: bool = True, rsv: int = 0) -> bytes:
    first = (0x80 if fin else 0) | rsv << 4 | opcode
    mask = os.urandom(4) if masked else b""
    length = len(data)
    size = bytes([0x80 * masked | length]) if length < 126 else bytes([0x80 * masked | 126]) + struct.pack(">H", length)
    body = bytes(byte ^ mask[i % 4] for i, byte in enumerate(data)) if masked else data
    return bytes([first]) + size + mask + body


MALFORMED = {
    "a text that is no UTF-8": frame(1, b'{"type": "\xff\xfe"}'),
    "a reserved opcode": frame(3, b"x"),
    "a reserved bit": frame(1, b"{}", rsv=4),
    "a ping of 200 bytes": frame(9, b"x" * 200),
    "a fragmented ping": frame(9, b"x", fin=False),
    "a continuation of nothing": frame(0, b"{}"),
    "a text within a text": frame(1, b"{", fin=False) + frame(1, b"}"),
    "a frame that is cut, and the end": frame(1, json.dumps(START).encode())[:9],
    "a length beyond any memory": bytes([0x81, 0xFF]) + b"\x7f" + b"\xff" * 7 + b"mask",
    "no frame at all": b"GET / HTTP/1.1\r\n\r\n" * 4,
}


@pytest.mark.requirement("VELA-FRAMES")
@pytest.mark.parametrize("name", MALFORMED)
async def test_a_malformed_frame_ends_its_connection_and_no_other(name: str, tmp_path: Path) -> None:
    async with (
        socket_house(tmp_path) as (_, url),
        aiohttp.ClientSession() as http,
        http.ws_connect(f"{url}/ws") as neighbour,
    ):
        async with raw(url) as connection:
            loop = asyncio.get_running_loop()
            await loop.sock_sendall(connection, MALFORMED[name])
            if "cut" in name:
                connection.shutdown(socket.SHUT_WR)
            try:
                await until_closed(connection)
            except ConnectionError:
                pass  # closed with what it had not read
        await neighbour.send_json(START)
        for _ in range(2):
            await next_event(neighbour, "session.ready")
        async with http.ws_connect(f"{url}/ws") as again:
            await next_event(again, "session.ready")


@pytest.mark.requirement("VELA-FRAMES")
async def test_binary_and_oversized_messages_are_answered_and_fragments_are_one_message(tmp_path: Path) -> None:
    async with socket_house(tmp_path) as (_, url), aiohttp.ClientSession() as http:
        async with http.ws_connect(f"{url}/ws") as ws:
            await next_event(ws, "session.state")
            for message in (b"", bytes(640), bytes(1_000_000)):
                await ws.send_bytes(message)
                assert brief(await next_event(ws)) == ("error", "invalid_message")
            await ws.send_str('{"type": "input_audio.append", "payload": {"chunk": "' + "A" * 1_000_000 + '"}}')
            assert brief(await next_event(ws)) == ("error", "invalid_message")
            await ws.send_str("{")
            assert brief(await next_event(ws)) == ("error", "invalid_json")
            await ws.send_json(TRIGGER)
            assert brief(await next_event(ws)) == ("session.state", "listening")
        async with raw(url) as connection:
            loop = asyncio.get_running_loop()
            text = json.dumps(START).encode()
            pieces = [
                frame(1, text[:1], fin=False),
                *(frame(0, text[i : i + 1], fin=False) for i in range(1, len(text))),
            ]
            for piece in [*pieces, frame(0, b"")]:
                for byte in piece:
                    await loop.sock_sendall(connection, bytes([byte]))
            answer = b""
            async with asyncio.timeout(10):
                while b'"idle"' not in answer:
                    answer += await loop.sock_recv(connection, 4096)
            assert b"session.ready" in answer


@pytest.mark.requirement("VELA-ERRORS")
async def test_more_wrong_messages_than_a_session_bears_do_not_end_a_mocked_one(tmp_path: Path) -> None:
    async with (
        socket_house(tmp_path) as (_, url),
        aiohttp.ClientSession() as http,
        http.ws_connect(f"{url}/ws") as ws,
    ):
        for _ in range(60):
            await ws.send_str("{")
            await next_event(ws, "error")
        await ws.send_json(START)
        await next_event(ws, "session.ready")


@pytest.mark.requirement("VELA-IDEMPOTENT")
async def test_who_sends_much_in_one_piece_and_reads_its_answers_is_not_too_slow(tmp_path: Path) -> None:
    async with socket_house(tmp_path) as (_, url), raw(url) as connection:
        loop = asyncio.get_running_loop()
        await loop.sock_sendall(connection, frame(1, json.dumps(START).encode()) * 180)
        answer = b""
        async with asyncio.timeout(10):
            while answer.count(b'"idle"') < 180:
                received = await loop.sock_recv(connection, 65536)
                assert received, answer[-200:]
                answer += received
        assert answer.count(b"session.ready") == 180


async def test_a_server_that_stops_says_so(tmp_path: Path) -> None:
    async with aiohttp.ClientSession() as http:
        async with socket_house(tmp_path) as (_, url):
            ws = await http.ws_connect(f"{url}/ws")
            closing = asyncio.create_task(closed(ws))
            await asyncio.sleep(0)
        assert await closing == 1001
