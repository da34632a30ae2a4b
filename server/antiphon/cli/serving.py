"""The life of the server process: take the port, load the models, serve, close the calls."""

import asyncio
import errno
import gc
import os
import socket
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, ExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

import structlog

from antiphon import resources
from antiphon.app import Server
from antiphon.cli.draining import Stopping, drain
from antiphon.cli.lan import LocalNetwork
from antiphon.cli.listening import LoopErrors, accept_connections, room_for_connections
from antiphon.cli.progress import Progress
from antiphon.cli.sweeping import Sweeper
from antiphon.domain.errors import AntiphonError, ErrorCode
from antiphon.domain.texts import shown
from antiphon.http.trust import make_trust_runner
from antiphon.observe.trace import Trace
from antiphon.providers.threads import DaemonThreads
from antiphon.session.clock import LoopClock
from antiphon.settings import EVERY_ADDRESS, Settings

TRUST_SHARE = 4
"""A quarter of the connections are for the page on how to trust."""
OVER_S = 1.0
"""The time that the last tasks have for ending; those of providers have had some before."""

log = structlog.get_logger()


async def run(
    settings: Settings, *, trace: Path | None = None, trace_text: bool = False, progress: Progress | None = None
) -> None:
    """Serve until SIGTERM or SIGINT; then let the calls end for a while, close what is left, and return."""
    loop, clock = asyncio.get_running_loop(), LoopClock()
    stopping = Stopping(loop)
    stop = stopping.asked
    errors = LoopErrors(clock)
    loop.set_exception_handler(errors)
    # Of the threads that Python starts by itself, one that hangs would be waited for at the end.
    loop.set_default_executor(DaemonThreads())
    family = family_of(settings.server.host, settings.server.port)
    lan = LocalNetwork(settings, clock) if settings.lan.enabled else None
    settings = lan.settings if lan is not None else settings
    recording = Trace(trace, with_text=trace_text) if trace else None
    if lan is not None:
        server = Server(settings, recording, lan.pairing, lan.certificates.names)
    else:
        server = Server(settings, recording)
    with ExitStack() as doors:
        doors.callback(errors.close)
        # The ports are taken first: a port that is in use should not cost the loading of the models.
        listen_there = listen_on_both if settings.server.host == EVERY_ADDRESS and lan is not None else listen_on
        listeners = listen_there(settings.server.host, settings.server.port, family, doors)
        trusting = listen_there(settings.server.host, lan.trust_port, family, doors) if lan is not None else []
        progress = progress or Progress(quiet=True)
        await _until(server.start(progress.loading), stop)
        runner = server.runner()
        await runner.setup()
        try:
            if not stop.is_set():
                progress.loaded()
                freeze_loaded_objects()
                server.when_ended(Sweeper(lambda: server.manager.calls).ended)
                async with AsyncExitStack() as beside:
                    context = lan.certificates.context if lan is not None else None
                    room = room_for_connections()
                    most = room if lan is None else room - room // TRUST_SHARE
                    listeners = await accept_connections(runner, listeners, most, clock, context)
                    if lan is None:
                        print(f"Antiphon accepts calls at {_url(settings.server.host, listeners[0])}", flush=True)
                    else:
                        await beside.enter_async_context(_in_network(lan, server, listeners, trusting))
                    await stop.wait()
                    await drain(server.manager, settings.server.drain_s, stopping)
            await server.close()
        finally:
            await runner.cleanup()


async def all_over() -> bool:
    """Cancel what is left of the loop's tasks. Returns whether they have ended, which they have `OVER_S` for."""
    left = asyncio.all_tasks() - {asyncio.current_task()}
    for task in left:
        task.cancel()
    if left:
        await asyncio.wait(left, timeout=OVER_S)
    unending = sum(not task.done() for task in left)
    if unending:
        log.error("ended beside work that takes no cancellation", count=unending)
    return not unending


@asynccontextmanager
async def _in_network(
    lan: LocalNetwork, server: Server, listeners: Sequence[socket.socket], trusting: Sequence[socket.socket]
) -> AsyncIterator[None]:
    """The page on how to trust, and an eye on this machine's addresses, while calls are taken."""
    runner = make_trust_runner(lan, server.settings, server.clock, resources.trust_page())
    await runner.setup()
    try:
        most = room_for_connections() // TRUST_SHARE
        trusting = await accept_connections(runner, trusting, most, server.clock)
        lan.opened(listeners[0].getsockname()[1], trusting[0].getsockname()[1])
        watching = asyncio.create_task(lan.watch(), name="lan")
        try:
            yield
        finally:
            watching.cancel()
            await asyncio.wait({watching})
    finally:
        await runner.cleanup()


def freeze_loaded_objects() -> None:
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


def family_of(host: str, port: int) -> socket.AddressFamily:
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


def listen_on(host: str, port: int, family: socket.AddressFamily, doors: ExitStack) -> list[socket.socket]:
    """Return the sockets that listen there, until `doors` are closed."""
    return [doors.enter_context(listen(host, port, family))]


def listen_on_both(host: str, port: int, family: socket.AddressFamily, doors: ExitStack) -> list[socket.socket]:
    """The same, and on all addresses of IPv6 at the same port, where there are any.

    One socket for both would tell IPv4 addresses as mapped ones, which are in no `Host`.
    """
    listener = doors.enter_context(listen(host, port, family))
    try:
        other = socket.create_server(("::", listener.getsockname()[1]), family=socket.AF_INET6, backlog=128)
    except OSError:
        return [listener]  # no IPv6 here, or another server has that port of it: IPv4 will do
    return [listener, doors.enter_context(other)]


def listen(host: str, port: int, family: socket.AddressFamily) -> socket.socket:
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
