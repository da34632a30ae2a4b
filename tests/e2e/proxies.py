"""A reverse proxy that hands out a server under a path, as nginx does with `location /voice/`."""

import asyncio
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import aiohttp
from aiohttp import hdrs, web

PATH = "/voice"
_OF_A_CONNECTION = {"connection", "keep-alive", "upgrade", "transfer-encoding", "content-length", "content-encoding"}


class Proxy:
    """What is asked for below the path goes on without it; for all else the site has nothing, and that is noted."""

    def __init__(self, server: str, http: aiohttp.ClientSession) -> None:
        self.strays: list[str] = []
        self._server = server
        self._http = http

    async def handle(self, request: web.Request) -> web.StreamResponse:
        if not request.path.startswith(f"{PATH}/"):
            self.strays.append(request.path)
            raise web.HTTPNotFound
        target = self._server + str(request.rel_url).removeprefix(PATH)
        headers = {name: value for name, value in request.headers.items() if name.lower() not in _OF_A_CONNECTION}
        headers |= {"X-Forwarded-Prefix": PATH, "X-Forwarded-For": "127.0.0.1"}
        if request.headers.get(hdrs.UPGRADE, "").lower() == "websocket":
            return await self._carry(request, target, headers)
        async with self._http.request(
            request.method, target, headers=headers, data=await request.read(), allow_redirects=False
        ) as answer:
            kept = [(name, value) for name, value in answer.headers.items() if name.lower() not in _OF_A_CONNECTION]
            response = web.Response(status=answer.status, body=await answer.read())
            response.headers.clear()
            for name, value in kept:
                response.headers.add(name, value)
            return response

    async def _carry(self, request: web.Request, target: str, headers: dict[str, str]) -> web.StreamResponse:
        protocols = tuple(one.strip() for one in headers.pop("Sec-WebSocket-Protocol", "").split(",") if one.strip())
        ours = {name: value for name, value in headers.items() if not name.lower().startswith("sec-websocket")}
        async with self._http.ws_connect(target, protocols=protocols, headers=ours) as server:
            browser = web.WebSocketResponse(protocols=[server.protocol] if server.protocol else ())
            await browser.prepare(request)
            ways = [asyncio.create_task(_pass(browser, server)), asyncio.create_task(_pass(server, browser))]
            await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
            await browser.close()
        for way in ways:
            way.cancel()
        return browser


async def _pass(source: Any, to: Any) -> None:
    async for message in source:
        send = to.send_str if message.type is aiohttp.WSMsgType.TEXT else to.send_bytes
        await send(message.data)


@asynccontextmanager
async def under_a_path(server: str, listener: socket.socket) -> AsyncIterator[tuple[str, Proxy]]:
    """The address below the proxy at which `server` is found, and the proxy; `listener` stays as it is."""
    async with aiohttp.ClientSession(auto_decompress=False) as http:
        proxy = Proxy(server, http)
        app = web.Application()
        app.router.add_route("*", "/{path:.*}", proxy.handle)
        runner = web.AppRunner(app, access_log=None, shutdown_timeout=1.0)
        await runner.setup()
        try:
            await web.SockSite(runner, listener.dup()).start()
            yield f"http://127.0.0.1:{listener.getsockname()[1]}{PATH}", proxy
        finally:
            await runner.cleanup()
