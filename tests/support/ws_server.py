"""A server of WS v1 on a real socket, in this process, with scripted providers."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

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
