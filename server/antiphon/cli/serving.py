"""The life of the server process: take the port, load the models, serve, close the calls."""

import asyncio
import gc
import os
import signal
import socket
from pathlib import Path
from typing import Any

from aiohttp import web

from antiphon.app import Server
from antiphon.domain.errors import AntiphonError, ErrorCode
from antiphon.http.server import make_runner
from antiphon.observe.trace import Trace
from antiphon.providers.threads import DaemonThreads
from antiphon.settings import Settings


async def run(settings: Settings, *, trace: Path | None = None, trace_text: bool = False) -> None:
    """Serve until SIGTERM or SIGINT; then close every call and return."""
    stop, loop = asyncio.Event(), asyncio.get_running_loop()
    for name in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(name, stop.set)
    # Of the threads that Python starts by itself, one that hangs would be waited for at the end.
    loop.set_default_executor(DaemonThreads())
    server = Server(settings, Trace(trace, with_text=trace_text) if trace else None)
    # The port is taken first: a port that is in use should not cost the loading of the models.
    listener = _listen(settings.server.host, settings.server.port)
    try:
        await _until(server.start(), stop)
        runner = make_runner(server)
        await runner.setup()
        try:
            if not stop.is_set():
                rest_what_stays()
                await web.SockSite(runner, listener).start()
                print(f"Antiphon accepts calls at {_url(settings.server.host, listener)}", flush=True)
                await stop.wait()
            server.manager.drain()
            await server.close()
        finally:
            await runner.cleanup()
    finally:
        listener.close()


def rest_what_stays() -> None:
    """Let the garbage collector pass over all that was loaded: it lasts as long as the process.

    A full collection would look at each of those objects, some hundred thousand, while no call is sent audio: 50 ms and
    more, whenever a large message has filled the younger generations.
    """
    gc.collect()
    gc.freeze()


async def _until(work: Any, stop: asyncio.Event) -> None:
    """Do the work, unless it is to stop first."""
    working, stopping = asyncio.ensure_future(work), asyncio.ensure_future(stop.wait())
    await asyncio.wait((working, stopping), return_when=asyncio.FIRST_COMPLETED)
    stopping.cancel()
    if not working.done():
        working.cancel()
    await asyncio.gather(working, return_exceptions=stop.is_set())


def _listen(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host, port), family=family, backlog=128)
    except OSError as error:
        reason = os.strerror(error.errno or 0)
        message = f"Cannot listen on {host}:{port}: {reason}. Choose another port with --port (0: a free one)."
        raise AntiphonError(ErrorCode.CONFIG_INVALID, message) from None


def _url(host: str, listener: socket.socket) -> str:
    name = f"[{host}]" if ":" in host else host
    return f"http://{name}:{listener.getsockname()[1]}/"
