"""The life of the server process: take the port, load the models, serve, close the calls."""

import asyncio
import errno
import gc
import os
import signal
import socket
from pathlib import Path
from typing import Any

from aiohttp import web

from antiphon.app import Server
from antiphon.domain.errors import AntiphonError, ErrorCode
from antiphon.domain.texts import shown
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
    family = _family(settings.server.host, settings.server.port)
    server = Server(settings, Trace(trace, with_text=trace_text) if trace else None)
    # The port is taken first: a port that is in use should not cost the loading of the models.
    listener = _listen(settings.server.host, settings.server.port, family)
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


def _family(host: str, port: int) -> socket.AddressFamily:
    """Of the address that the host is or names. Raises `AntiphonError` where it is none that can be listened on."""
    try:
        found = {each[0] for each in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)}
    except (socket.gaierror, ValueError):  # ValueError: no name at all, such as "a..b"
        message = (
            f"The host {shown(host)} is no address or name that can be listened on. Give an address of this machine, "
            "such as 127.0.0.1, or 0.0.0.0 for all of them."
        )
        raise AntiphonError(ErrorCode.CONFIG_INVALID, message) from None
    return socket.AF_INET if socket.AF_INET in found else socket.AF_INET6


def _listen(host: str, port: int, family: socket.AddressFamily) -> socket.socket:
    try:
        return socket.create_server((host, port), family=family, backlog=128)
    except OSError as error:
        reason = os.strerror(error.errno or 0)
        other = "Choose another port with --port (0: a free one)."
        if error.errno == errno.EADDRNOTAVAIL:
            other = "Give an address of this machine with --host, such as 127.0.0.1, or 0.0.0.0 for all of them."
        message = f"Cannot listen on {host}:{port}: {reason}. {other}"
        raise AntiphonError(ErrorCode.CONFIG_INVALID, message) from None


def _url(host: str, listener: socket.socket) -> str:
    name = f"[{host}]" if ":" in host else host
    return f"http://{name}:{listener.getsockname()[1]}/"
