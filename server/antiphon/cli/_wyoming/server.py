"""The port on which others are served: so many at a time, until it is to stop."""

import asyncio
import signal
import socket

import structlog

from antiphon.cli._wyoming.guest import Guest
from antiphon.cli._wyoming.speech import Speech
from antiphon.observe.seldom import EveryMinute
from antiphon.providers import wyoming_events
from antiphon.session.clock import LoopClock

MOST = 32
"""Connections at a time; one more is closed at once."""
DRAIN_S = 5.0
"""Whoever is in the middle of something at the end has so long."""

log = structlog.get_logger()


class WyomingServer:
    """Serves others with a recogniser and a voice."""

    def __init__(self, speech: Speech) -> None:
        self._speech = speech
        self._guests: dict[asyncio.Task[None], Guest] = {}
        self._full = EveryMinute("connections refused", LoopClock())

    async def serve(self, listener: socket.socket, stop: asyncio.Event) -> None:
        """Until `stop`; then whoever is in the middle of something may have it."""
        server = await asyncio.start_server(self._accept, sock=listener, limit=wyoming_events.HEADER_BYTES)
        try:
            await stop.wait()
        finally:
            server.close()
            for guest in self._guests.values():
                guest.leave()
            await self._gone(DRAIN_S)
            for task in self._guests:
                task.cancel()
            await self._gone(DRAIN_S)
            self._full.close()

    async def _gone(self, within_s: float) -> None:
        if self._guests:
            await asyncio.wait(list(self._guests), timeout=within_s)

    def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if len(self._guests) >= MOST:
            self._full.happened(problem=f"more than {MOST} are open")
            writer.transport.abort()
            return
        guest = Guest(self._speech, reader, writer)
        task = asyncio.get_running_loop().create_task(guest.serve(), name="wyoming guest")
        self._guests[task] = guest
        task.add_done_callback(self._left)

    def _left(self, task: "asyncio.Task[None]") -> None:
        del self._guests[task]
        if not task.cancelled() and (error := task.exception()) is not None:
            log.error("connection failed", exc_info=error)


def stop_on_signals() -> asyncio.Event:
    """Return an event that SIGTERM and Ctrl-C set."""
    loop, stop = asyncio.get_running_loop(), asyncio.Event()
    for name in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(name, stop.set)
    return stop
