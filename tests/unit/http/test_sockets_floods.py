"""`/ws` on real sockets: what is small and many holds nobody else up."""

import asyncio
import gc
import struct
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import aiohttp
import pytest

from support.processor import slowness
from support.raw_socket import Raw
from support.ws_server import START, next_event, socket_house

FLOODS: dict[str, tuple[bytes, int | None]] = {
    # Frames, and the code that the connection is closed with.
    "pings": (b"\x89\x80abcd" * 40_000, 1008),
    "pongs": (b"\x8a\x80abcd" * 40_000, 1008),
    "texts": (b"\x81\x80abcd" * 40_000, 1008),
    "audio": (b"\x82\x80abcd" * 40_000, 1008),
    "empty fragments": (b"\x01\x80abcd" + b"\x00\x80abcd" * 40_000, 1008),
    "fragments": (b"\x01\x80abcd" + b"\x00\x81abcdx" * 40_000, 1008),
    "fragments and pongs": (b"\x01\x80abcd" + b"\x00\x80abcd\x8a\x80abcd" * 20_000, 1008),
}


HOLD_S = 0.06
"""Processor time. A packet of every call is due each 20 ms; what is tried here takes 200 ms where it is not bounded."""


@dataclass
class Hold:
    seconds: float = 0.0


@asynccontextmanager
async def longest_hold() -> AsyncIterator[Hold]:
    """The longest that one turn of the loop took, in processor time."""
    loop: Any = asyncio.get_running_loop()
    hold, turn = Hold(), loop._run_once

    def watched() -> None:
        began = time.thread_time()
        turn()
        hold.seconds = max(hold.seconds, time.thread_time() - began)

    loop._run_once = watched
    try:
        yield hold
    finally:
        del loop._run_once


@pytest.fixture
def no_collections() -> Iterator[None]:
    """A collection looks at all that earlier tests have left, which a server has frozen (`freeze_loaded_objects`)."""
    gc.collect()
    gc.disable()
    yield
    gc.enable()


@pytest.mark.parametrize("endpoint", ["/ws?assistant_id=demo", "/ws"], ids=["ws.v1", "vela"])
@pytest.mark.parametrize("flood", FLOODS)
async def test_forty_thousand_frames_in_one_piece_hold_nobody_up_and_end_their_own_connection(
    tmp_path: Path, flood: str, endpoint: str, no_collections: None
) -> None:
    frames, code = FLOODS[flood]
    if endpoint == "/ws" and flood in ("texts", "audio"):
        code = None  # refused one by one, and read no faster than a client may send
    async with socket_house(tmp_path) as (_, url):
        raw = await Raw.connect(url, endpoint)
        raw.writer.write(frames)
        async with longest_hold() as hold, asyncio.timeout(20):
            answered = 0
            while code is not None or answered < 50:
                opcode, payload = await raw.read()
                if opcode == 8:
                    assert struct.unpack(">H", payload[:2])[0] == code
                    break
                answered += 1
            assert answered <= 60
        assert hold.seconds / slowness() < HOLD_S
        raw.writer.transport.abort()


@pytest.mark.parametrize(
    "data",
    [
        b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n" * 8_000,
        b"POST /v1/sessions HTTP/1.1\r\n"
        b"Host: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n" + b"1\r\nx\r\n" * 40_000,
    ],
    ids=["requests", "chunks"],
)
async def test_what_is_small_and_many_over_http_holds_nobody_up_either(
    tmp_path: Path, data: bytes, no_collections: None
) -> None:
    async with socket_house(tmp_path) as (_, url):
        _, writer = await asyncio.open_connection("127.0.0.1", int(url.rsplit(":", 1)[1]))
        writer.write(data)
        async with (
            longest_hold() as hold,
            asyncio.timeout(20),
            aiohttp.ClientSession() as http,
            http.ws_connect(f"{url}/ws?assistant_id=demo") as ws,  # another connection is not behind it
        ):
            await ws.send_json(START)
            await next_event(ws, "session.started")
        assert hold.seconds / slowness() < HOLD_S
        writer.transport.abort()


async def test_many_who_send_so_at_the_same_time_hold_nobody_up_either(tmp_path: Path, no_collections: None) -> None:
    async with socket_house(tmp_path) as (_, url):
        many = [await Raw.connect(url) for _ in range(60)]
        for raw in many:
            raw.writer.write(b"\x89\x80abcd" * 2_000)
        async with longest_hold() as hold, asyncio.timeout(30):
            for raw in many:
                while (await raw.read())[0] != 8:
                    pass
        assert hold.seconds / slowness() < HOLD_S
        for raw in many:
            raw.writer.transport.abort()


async def test_a_client_that_asks_now_and_then_whether_we_are_there_is_answered(tmp_path: Path) -> None:
    async with socket_house(tmp_path) as (_, url):
        raw = await Raw.connect(url)
        for number in range(20):
            raw.frame(9, b"%d" % number)
            assert await raw.read() == (10, b"%d" % number)
        raw.writer.transport.abort()
