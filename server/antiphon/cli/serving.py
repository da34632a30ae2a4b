"""The life of the server process: take the port, load the models, serve, close the calls."""

import asyncio
import gc
import socket
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, ExitStack, asynccontextmanager
from pathlib import Path

from antiphon import resources
from antiphon.app import Server
from antiphon.cli.draining import Stopping, drain
from antiphon.cli.ending import until
from antiphon.cli.lan import LocalNetwork
from antiphon.cli.listening import LoopErrors, accept_connections, room_for_connections
from antiphon.cli.progress import Progress
from antiphon.cli.sockets import family_of, listen_on, listen_on_both
from antiphon.cli.sweeping import Sweeper
from antiphon.http.trust import make_trust_runner
from antiphon.observe.trace import Trace
from antiphon.providers.threads import DaemonThreads
from antiphon.session.clock import LoopClock
from antiphon.settings import EVERY_ADDRESS, Settings

TRUST_SHARE = 4
"""A quarter of the connections are for the page on how to trust."""


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
        await until(server.start(progress.loading), stop)
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


def _url(host: str, listener: socket.socket) -> str:
    name = f"[{host}]" if ":" in host else host
    return f"http://{name}:{listener.getsockname()[1]}/"
