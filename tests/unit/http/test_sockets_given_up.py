"""WebSockets that are given up: one line at once, and the others when the server ends."""

import asyncio
import socket
from collections.abc import Iterable, Mapping
from pathlib import Path

import aiohttp
from aiohttp import web
from structlog.testing import capture_logs

from antiphon.http.contract import Handshake
from antiphon.http.server import make_app
from antiphon.transports.websocket import CONTROL_FRAMES, Line
from support.services import EchoServices

COUNT = 4


class Listener:
    """Reads until the line ends."""

    def accepts(self, request: web.Request) -> bool:
        return True

    def check(self, credential: str | None) -> None:
        pass

    async def serve(self, request: web.Request, line: Line, credential: str | None) -> None:
        while await line.receive() is not None:
            pass

    def stop(self) -> None:
        pass


class Listening:
    """A contract that has nothing but the listener."""

    sockets: Mapping[str, Handshake] = {"x": Listener()}
    pages: Mapping[str, str] = {}

    def routes(self) -> Iterable[web.RouteDef]:
        return []


async def test_those_that_ping_too_much_are_one_line_and_the_rest_at_the_end(tmp_path: Path) -> None:
    app = make_app(EchoServices(tmp_path), [lambda services, records: Listening()])
    runner = web.AppRunner(app, shutdown_timeout=0.1)
    await runner.setup()
    listener = socket.create_server(("127.0.0.1", 0))
    with capture_logs() as logged:
        await web.SockSite(runner, listener).start()
        async with aiohttp.ClientSession() as client, asyncio.timeout(10):
            for _ in range(COUNT):
                async with client.ws_connect(f"http://127.0.0.1:{listener.getsockname()[1]}/ws") as line:
                    for _ in range(int(CONTROL_FRAMES) + 1):
                        await line.ping()
                    await line.receive()
        assert [line["count"] for line in logged] == [1]
        await runner.cleanup()
    assert [(line["count"], line["reason"]) for line in logged] == [(1, "too_many_pings"), (3, "too_many_pings")]
