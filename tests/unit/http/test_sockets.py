"""`/ws` on real sockets: which contract answers, who may come in, what a hostile client gets, how it ends."""

import asyncio
import base64
import gc
import json
import os
import socket
import struct
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import aiohttp
import jwt
import pytest
from structlog.testing import capture_logs

from antiphon.domain.states import CloseReason
from antiphon.transports.websocket import UNTAKEN_MS, watch
from support.processor import slowness
from support.wait import steps, until
from support.ws import ANSWER
from support.ws_server import socket_house

SECRET = "s" * 40
START = {"type": "session.start"}


def token(secret: str = SECRET, **claims: str) -> str:
    return jwt.encode({"aud": "antiphon", "exp": int(time.time()) + 600, **claims}, secret, algorithm="HS256")


async def next_event(ws: aiohttp.ClientWebSocketResponse, type_: str | None = None) -> dict[str, Any]:
    """The next event, of this type if one is named; audio is passed over."""
    async with asyncio.timeout(20):
        while True:
            message = await ws.receive()
            assert message.type in (aiohttp.WSMsgType.TEXT, aiohttp.WSMsgType.BINARY), message
            if message.type is aiohttp.WSMsgType.TEXT:
                event: dict[str, Any] = json.loads(message.data)
                if type_ in (None, event["type"]):
                    return event


async def closed(ws: aiohttp.ClientWebSocketResponse) -> int | None:
    async with asyncio.timeout(20):
        while (await ws.receive()).type not in (aiohttp.WSMsgType.CLOSED, aiohttp.WSMsgType.CLOSE):
            pass
    return ws.close_code


@pytest.mark.requirement("V5-AUTH")
async def test_a_token_for_one_user_starts_no_session_as_another(tmp_path: Path) -> None:
    settings = {"server": {"secret": SECRET}}
    async with (
        socket_house(tmp_path, settings=settings) as (_, url),
        aiohttp.ClientSession() as http,
        http.ws_connect(f"{url}/ws?assistant_id=demo", protocols=("ws.v1", f"bearer.{token(sub='7')}")) as ws,
    ):
        await ws.send_json({**START, "metadata": {"history": {"userId": 1}}})
        refused = await next_event(ws)
        assert (refused["type"], refused["code"]) == ("error", "auth.forbidden")
        assert "metadata.history.userId is '1', and the token is for '7'" in refused["message"]
        await ws.send_json({**START, "metadata": {"history": {"userId": 7}}})
        await next_event(ws, "session.started")


@pytest.mark.requirement("WS1-ASSISTANT")
@pytest.mark.parametrize(
    ("query", "protocols", "chosen", "code"),
    [
        ("?assistant_id=demo", (), None, None),
        ("?assistant_id=demo", ("ws.v1",), "ws.v1", None),
        ("?assistant_id=demo", ("other", "ws.v1"), "ws.v1", None),
        ("", ("ws.v1",), "ws.v1", "protocol.assistant_required"),
        ("?assistant_id=", (), None, "protocol.assistant_required"),
        ("?assistant_id=nobody", (), None, "protocol.assistant_unknown"),
    ],
)
async def test_which_contract_answers(
    query: str, protocols: tuple[str, ...], chosen: str | None, code: str | None, tmp_path: Path
) -> None:
    async with (
        socket_house(tmp_path) as (_, url),
        aiohttp.ClientSession() as http,
        http.ws_connect(f"{url}/ws{query}", protocols=protocols) as ws,
    ):
        assert ws.protocol == chosen
        if code is None:
            await ws.send_json(START)
            await next_event(ws, "session.started")
        else:
            assert (await next_event(ws))["code"] == code
            assert await closed(ws) == 1008


@pytest.mark.parametrize(
    ("query", "protocols"), [("?assistant_id=demo", ("other",)), ("?assistant_id=demo", ("x", "y"))]
)
async def test_a_contract_that_nobody_serves_is_refused(query: str, protocols: tuple[str, ...], tmp_path: Path) -> None:
    async with socket_house(tmp_path) as (_, url), aiohttp.ClientSession() as http:
        with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
            await http.ws_connect(f"{url}/ws{query}", protocols=protocols)
        assert refused.value.status == 404


async def test_what_is_no_websocket_is_told_so(tmp_path: Path) -> None:
    async with (
        socket_house(tmp_path) as (_, url),
        aiohttp.ClientSession() as http,
        http.get(f"{url.replace('ws:', 'http:')}/ws?assistant_id=demo") as answer,
    ):
        assert answer.status == 400
        assert (await answer.json(content_type=None))["code"] == "protocol.invalid_message"


async def test_a_token_comes_as_a_subprotocol_or_in_the_header_and_is_not_sent_back(tmp_path: Path) -> None:
    settings = {"server": {"secret": SECRET}}
    async with socket_house(tmp_path, settings=settings) as (_, url), aiohttp.ClientSession() as http:
        address = f"{url}/ws?assistant_id=demo"
        for given in (
            {"protocols": ("ws.v1", f"bearer.{token()}")},
            {"headers": {"Authorization": f"Bearer {token()}"}},
        ):
            async with http.ws_connect(address, **given) as ws:
                assert ws.protocol in (None, "ws.v1")
                await ws.send_json(START)
                await next_event(ws, "session.started")
        for wrong in (
            {},
            {"protocols": ("ws.v1",)},
            {"protocols": ("ws.v1", f"bearer.{token('x' * 40)}")},
            {"protocols": ("ws.v1", "bearer.")},
            {"headers": {"Authorization": "Basic abc"}},
        ):
            with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
                await http.ws_connect(address, **wrong)
            assert refused.value.status == 401
        # A token in the address is none: it would end up in logs.
        with pytest.raises(aiohttp.WSServerHandshakeError):
            await http.ws_connect(f"{address}&token={token()}")


async def test_a_page_of_another_origin_does_not_get_in(tmp_path: Path) -> None:
    async with socket_house(tmp_path) as (_, url), aiohttp.ClientSession() as http:
        for origin in ("https://evil.example", "null", url.replace("ws:", "http:") + "0"):
            with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
                await http.ws_connect(f"{url}/ws?assistant_id=demo", headers={"Origin": origin})
            assert refused.value.status == 403
        own = url.replace("ws:", "http:")
        async with http.ws_connect(f"{url}/ws?assistant_id=demo", headers={"Origin": own}) as ws:
            await ws.send_json(START)
            await next_event(ws, "session.started")


@pytest.mark.requirement("WS1-PLAYED")
async def test_whoever_opened_the_session_may_read_its_turns_and_hang_up(tmp_path: Path) -> None:
    settings = {"server": {"secret": SECRET}}
    async with socket_house(tmp_path, settings=settings) as (_, url), aiohttp.ClientSession() as http:
        given, other = ({"Authorization": f"Bearer {token(secret)}"} for secret in (SECRET, "y" * 40))
        async with http.ws_connect(f"{url}/ws?assistant_id=demo", protocols=("ws.v1", f"bearer.{token()}")) as ws:
            await ws.send_json(START)
            session_id = (await next_event(ws, "session.started"))["sessionId"]
            await ws.send_json({"type": "input.text", "text": "x"})
            await next_event(ws, "assistant.response.final")
            address = f"{url.replace('ws:', 'http:')}/v1/sessions/{session_id}"
            async with http.get(f"{address}/turns", headers=other) as answer:
                assert answer.status == 401
            async with http.get(f"{address}/turns", headers=given) as answer:
                assert [turn["text"] for turn in await answer.json()] == ["x", ANSWER]
            async with http.delete(address, headers=given) as answer:
                assert answer.status == 200
            assert (await next_event(ws, "session.stopped"))["reason"] == "client"
            assert await closed(ws) == 1000


async def test_the_application_has_something_said(tmp_path: Path) -> None:
    async with (
        socket_house(tmp_path) as (_, url),
        aiohttp.ClientSession() as http,
        http.ws_connect(f"{url}/ws?assistant_id=demo") as ws,
    ):
        await ws.send_json(START)
        session_id = (await next_event(ws, "session.started"))["sessionId"]
        address = f"{url.replace('ws:', 'http:')}/v1/sessions/{session_id}/announce"
        async with http.post(address, json={"text": "Your parcel is here."}) as answer:
            assert answer.status == 202
        assert (await next_event(ws, "assistant.response.final"))["text"] == "Your parcel is here."


async def test_how_late_the_audio_of_websocket_calls_is_counts_as_that_of_all_others_does(tmp_path: Path) -> None:
    async with (
        socket_house(tmp_path) as (_, url),
        aiohttp.ClientSession() as http,
        http.ws_connect(f"{url}/ws?assistant_id=demo") as ws,
    ):
        await ws.send_json(START)
        await ws.send_json({"type": "input.text", "text": "x"})
        end = await next_event(ws, "output.audio.end")
        async with http.get(f"{url.replace('ws:', 'http:')}/metrics") as answer:
            lines = dict(line.rsplit(" ", 1) for line in (await answer.text()).splitlines() if line[:1] != "#")
        ticks = float(lines["antiphon_loop_lag_seconds_count"]) + float(lines["antiphon_missed_ticks_total"])
        assert ticks >= end["data"]["duration_ms"] / 20 - 5


async def test_an_address_has_its_share_of_sessions_and_the_server_its_bound(tmp_path: Path) -> None:
    settings = {"limits": {"sessions_per_address": 2, "max_sessions": 20}}
    async with socket_house(tmp_path, settings=settings) as (home, url), aiohttp.ClientSession() as http:
        lines = [await http.ws_connect(f"{url}/ws?assistant_id=demo") for _ in range(3)]
        for ws in lines[:2]:
            await ws.send_json(START)
            await next_event(ws, "session.started")
        await lines[2].send_json(START)
        assert (await next_event(lines[2]))["code"] == "capacity.full"
        assert len(home.server.manager) == 2
        # The connection stays, and may try again.
        await lines[0].send_json({"type": "session.stop"})
        await next_event(lines[0], "session.stopped")
        await lines[2].send_json(START)
        await next_event(lines[2], "session.started")


@pytest.mark.requirement("WS1-RESUME")
async def test_a_client_whose_socket_was_cut_goes_on_with_its_session(tmp_path: Path) -> None:
    async with socket_house(tmp_path) as (_, url), aiohttp.ClientSession() as http:
        ws = await http.ws_connect(f"{url}/ws?assistant_id=demo")
        await ws.send_json(START)
        started = await next_event(ws)
        await ws.send_json({"type": "input.text", "text": "x"})
        seen = (await next_event(ws, "output.audio.start"))["seq"]
        connection = ws._response.connection
        assert connection is not None
        assert connection.transport is not None
        connection.transport.abort()
        claim = {"sessionId": started["sessionId"], "lastSeq": seen, "token": started["resumeToken"]}
        async with http.ws_connect(f"{url}/ws?assistant_id=demo") as back:
            await back.send_json({**START, "resume": claim})
            first = await next_event(back)
            assert first["seq"] == seen + 1
            await next_event(back, "output.audio.end")


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


class Raw:
    """A WebSocket of bytes, to send what no client library would."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader = reader
        self.writer = writer

    @classmethod
    async def connect(cls, url: str, path: str = "/ws?assistant_id=demo") -> "Raw":
        host, port = url.removeprefix("ws://").split(":")
        reader, writer = await asyncio.open_connection(host, int(port))
        key = base64.b64encode(os.urandom(16)).decode()
        writer.write(
            f"GET {path} HTTP/1.1\r\nHost: {host}:{port}\r\n"
            "Upgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
        )
        assert b" 101 " in await reader.readuntil(b"\r\n\r\n")
        return cls(reader, writer)

    def frame(self, opcode: int, payload: bytes, *, final: bool = True) -> None:
        """One masked frame (RFC 6455, 5.2); the mask is zero."""
        head = bytes([opcode | (0x80 if final else 0)])
        size = len(payload)
        length = bytes([0x80 | size]) if size < 126 else bytes([0x80 | 126]) + struct.pack(">H", size)
        self.writer.write(head + length + bytes(4) + payload)

    async def read(self) -> tuple[int, bytes]:
        """The next frame that came: opcode and payload."""
        async with asyncio.timeout(10):
            first, second = await self.reader.readexactly(2)
            size = second & 0x7F
            if size == 126:
                [size] = struct.unpack(">H", await self.reader.readexactly(2))
            return first & 0x0F, await self.reader.readexactly(size)


@pytest.mark.parametrize("version", ["7", "8", "", "13, 8"])
async def test_a_draft_of_the_protocol_is_refused(tmp_path: Path, version: str) -> None:
    upgrade = {"Upgrade": "websocket", "Connection": "Upgrade", "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ=="}
    async with socket_house(tmp_path) as (_, url), aiohttp.ClientSession() as http:
        where = url.replace("ws://", "http://") + "/ws?assistant_id=demo"
        async with http.get(where, headers=upgrade | {"Sec-WebSocket-Version": version}) as answer:
            assert (answer.status, (await answer.json())["code"]) == (400, "protocol.invalid_message")


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


async def test_the_server_says_goodbye_when_it_stops(tmp_path: Path) -> None:
    async with aiohttp.ClientSession() as http:
        async with socket_house(tmp_path) as (_, url):
            waiting = await http.ws_connect(f"{url}/ws?assistant_id=demo")
            talking = await http.ws_connect(f"{url}/ws?assistant_id=demo")
            await talking.send_json(START)
            await next_event(talking, "session.started")
            code = asyncio.create_task(closed(waiting))
            stopped = asyncio.create_task(next_event(talking, "session.stopped"))
            await asyncio.sleep(0)
        assert await code == 1001
        assert (await stopped)["reason"] == "shutdown"
        await waiting.close()
        await talking.close()


async def test_a_client_that_does_not_read_is_let_go_and_costs_little(tmp_path: Path) -> None:
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
    await until(lambda: home.server.manager._sessions)
    return list(home.server.manager._sessions.values())


async def test_many_who_come_and_go_leave_nothing_behind(tmp_path: Path) -> None:
    async with socket_house(tmp_path) as (home, url), aiohttp.ClientSession() as http:

        async def come_and_go(number: int) -> None:
            async with http.ws_connect(f"{url}/ws?assistant_id=demo") as ws:
                if number % 3 == 0:
                    return  # without a word
                await ws.send_json(START)
                await next_event(ws, "session.started")
                if number % 3 == 1:
                    await ws.send_json({"type": "session.stop"})
                    assert await closed(ws) == 1000

        await come_and_go(1)
        tasks = len(asyncio.all_tasks())
        for number in range(90):
            await come_and_go(number)
        # Who has only gone may come back, and gives way to whoever comes now.
        assert len(home.server.manager) <= 20
        for session in list(home.server.manager._sessions.values()):
            session.end(CloseReason.SHUTDOWN)
            await session.ended.wait()
        await until(lambda: len(asyncio.all_tasks()) <= tasks)


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
            raw.reader._transport.pause_reading()  # type: ignore[attr-defined]
            await _ping_until_nothing_is_taken(raw)
            raw.writer.transport.abort()
            writers = {task for task in asyncio.all_tasks() if task.get_name() == "websocket-writer"}
            if writers:
                _, late = await asyncio.wait(writers, timeout=10)
                assert not late
    assert [log for log in logs if log["log_level"] == "error"] == []
