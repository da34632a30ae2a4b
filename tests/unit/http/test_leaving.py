"""Whoever goes in the middle of a request leaves no fault behind, whatever was asked and however it is answered."""

import asyncio
import logging
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from aiohttp import web
from structlog.testing import capture_logs

from antiphon.http.static import OPEN_FILES, PIECE_BYTES
from support.ws_server import socket_house
from unit.http.conftest import Serve

UPGRADE = (
    "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
)
JSON = "Content-Type: application/json\r\nContent-Length: 2\r\n"
REQUESTS = {
    "a page": ("GET /", "", b""),
    "a file": ("GET /client/antiphon.js", "", b""),
    "a part of a file": ("GET /client/antiphon.js", "Range: bytes=2-5\r\n", b""),
    "a session": ("POST /v1/sessions", JSON, b"{}"),
    "a refusal": ("POST /v1/sessions", JSON, b"[]"),
    "nothing": ("GET /nowhere", "", b""),
    "ws.v1": ("GET /ws?assistant_id=demo", UPGRADE, b""),
    "vela": ("GET /ws", UPGRADE, b""),
    "no upgrade": ("GET /ws", "", b""),
}


def leaves(monkeypatch: pytest.MonkeyPatch, moment: str) -> asyncio.Event:
    """Each client goes before its answer begins, or when its header is written. Set when the first one has."""
    prepare, gone = web.StreamResponse.prepare, asyncio.Event()

    async def prepared(response: web.StreamResponse, request: web.BaseRequest) -> Any:
        if moment == "before":
            request.transport.abort()  # type: ignore[union-attr]
        gone.set()
        writer = await prepare(response, request)
        request.transport.abort()  # type: ignore[union-attr]
        return writer

    monkeypatch.setattr(web.StreamResponse, "prepare", prepared)
    return gone


@asynccontextmanager
async def no_faults(caplog: pytest.LogCaptureFixture) -> AsyncIterator[None]:
    loop, unhandled = asyncio.get_running_loop(), []
    loop.set_exception_handler(lambda _, context: unhandled.append(context))
    with capture_logs() as logs, caplog.at_level(logging.WARNING):
        yield
        await asyncio.sleep(0)
    assert [log for log in logs if log["log_level"] in ("warning", "error")] == []
    assert [record.getMessage() for record in caplog.records] == []
    assert unhandled == []


@pytest.mark.parametrize("moment", ["before", "after"])
@pytest.mark.parametrize("asked", REQUESTS)
async def test_whoever_leaves_while_the_answer_begins_is_no_fault(
    asked: str, moment: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    line, headers, body = REQUESTS[asked]
    async with no_faults(caplog), socket_house(tmp_path) as (_, url):
        host = url.removeprefix("ws://")
        reader, writer = await asyncio.open_connection(*host.split(":"))
        gone = leaves(monkeypatch, moment)
        writer.write(f"{line} HTTP/1.1\r\nHost: {host}\r\n{headers}\r\n".encode() + body)
        async with asyncio.timeout(5):
            await gone.wait()
            with pytest.raises((asyncio.IncompleteReadError, ConnectionResetError)):
                await reader.readexactly(1_000_000)
        writer.close()


async def test_whoever_asks_for_many_files_and_reads_none_keeps_few_of_them_open(
    serve: Serve, web_root: Path, caplog: pytest.LogCaptureFixture
) -> None:
    text = b"/" * (40 * PIECE_BYTES)
    (web_root / "large.js").write_bytes(text)
    site = await serve()
    most = 0
    async with no_faults(caplog):
        visitors = []
        for _ in range(6 * OPEN_FILES):
            visitor = socket.create_connection(("127.0.0.1", site.port))
            visitor.sendall(f"GET /client/large.js HTTP/1.1\r\nHost: {site.host}\r\n\r\n".encode() * 3)
            visitors.append(visitor)
        for _ in range(20):
            assert (await site.ask("GET", "/client/large.js")).body == text
            most = max(most, sum(file.endswith("large.js") for file in open_files()))
        assert most <= OPEN_FILES
        for visitor in visitors:
            visitor.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
            visitor.close()  # with a reset
        assert (await site.ask("GET", "/client/large.js")).status == 200


def open_files() -> list[str]:
    found = []
    for one in Path("/proc/self/fd").iterdir():
        try:
            found.append(str(one.readlink()))
        except OSError:
            pass  # closed meanwhile
    return found


async def test_parts_of_a_file_and_what_has_changed_are_sent_as_they_are(serve: Serve, web_root: Path) -> None:
    site = await serve()
    file = web_root / "antiphon.js"
    whole = await site.ask("GET", "/client/antiphon.js")
    assert whole.body == file.read_bytes()
    part = await site.ask("GET", "/client/antiphon.js", headers={"Range": "bytes=2-5"})
    assert (part.status, part.body) == (206, whole.body[2:6])
    again = await site.ask("GET", "/client/antiphon.js", headers={"If-None-Match": whole.headers["ETag"]})
    assert (again.status, again.body) == (304, b"")
    assert (await site.ask("HEAD", "/client/antiphon.js")).headers["Content-Length"] == str(len(whole.body))
    file.write_text("export const x = 22;", "utf-8")
    assert (await site.ask("GET", "/client/antiphon.js")).body == b"export const x = 22;"
