"""A server of WS v1 on a real socket, in this process, with scripted providers, and what a client reads of it."""

import asyncio
import json
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import aiohttp
import jwt
from aiohttp import web

from support.ws import House, house


@asynccontextmanager
async def socket_house(folder: Path, **how: Any) -> AsyncIterator[tuple[House, str]]:
    """The server and its `ws://` address, without a path."""
    async with house(folder, **how) as home:
        runner = home.server.runner()
        await runner.setup()
        await web.TCPSite(runner, "127.0.0.1", 0).start()
        try:
            yield home, f"ws://127.0.0.1:{runner.addresses[0][1]}"
        finally:
            await home.server.close()
            await runner.cleanup()


SECRET = "s" * 40
START = {"type": "session.start"}


def token(secret: str = SECRET, **claims: str) -> str:
    """A token of the application, good for ten minutes."""
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
    """The code that the server closes with; what comes before is passed over."""
    async with asyncio.timeout(20):
        while (await ws.receive()).type not in (aiohttp.WSMsgType.CLOSED, aiohttp.WSMsgType.CLOSE):
            pass
    return ws.close_code
