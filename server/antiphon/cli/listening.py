"""The sockets that the server listens on: they that leave descriptors for the calls, however many connect (S11)."""

import asyncio
import errno
import resource
import select
import socket
import ssl
import weakref
from collections.abc import Sequence
from typing import Any

import structlog
from aiohttp import web

from antiphon.http.doors import Doors
from antiphon.http.runner import GuardedRunner
from antiphon.observe.seldom import EveryMinute
from antiphon.ports import Clock

MOST_DESCRIPTORS = 65_536
BACKLOG = 1024
"""Who connects while so many wait to be accepted is not answered by the system, and tries again a second later."""
AT_ONCE = 16
"""So many are accepted in one turn of the loop, and the next ones in the next: calls and answers come between."""
_THEIRS = ("aiortc.", "aioice.")
_FAILURES = (
    "Task exception was never retrieved",
    "Future exception was never retrieved",
    "Task was destroyed but it is pending!",
    "Exception in callback",
    "Fatal read error",
    "Fatal write error",
    "Fatal error",
)
"""What asyncio says before it shows the task or the arguments of the callback, which may hold what somebody said."""
_SCARCE = (errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM)

log = structlog.get_logger()


def room_for_connections() -> int:
    """Return how many connections may be open at a time: half of the descriptors; calls take the other half.

    The limit that the process was started with is raised to what the system allows.
    """
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST_DESCRIPTORS if hard == resource.RLIM_INFINITY else min(hard, MOST_DESCRIPTORS)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        try:
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
            soft = wanted
        except (OSError, ValueError):
            pass  # not allowed here: what there is must do
    return (MOST_DESCRIPTORS if soft == resource.RLIM_INFINITY else soft) // 2


class BoundedListener(socket.socket):
    """A listening socket that tells the doors of whom it accepts.

    Where as many connections are open as may be, one that asks nothing gives way to the next; where there is none of
    those, the next is closed at once, in silence but for a line a minute. asyncio would accept as many as wait, in one
    turn of the loop.
    """

    def __init__(self, listener: socket.socket, most: int, doors: Doors, clock: Clock) -> None:
        super().__init__(fileno=listener.detach())
        self._most = most
        self._doors = doors
        self._accepted: weakref.WeakSet[socket.socket] = weakref.WeakSet()
        self._in_turn = 0
        self._refused = EveryMinute("connections refused", clock)
        self._scarce = EveryMinute("no descriptors left", clock)

    def accept(self) -> tuple[socket.socket, Any]:
        """As `socket.accept`. Raises what asyncio takes as nobody being there now where nobody is let in."""
        if self._in_turn >= AT_ONCE:
            raise BlockingIOError("Others have their turn first.")
        full = self._is_full()
        if full and not self._somebody_waits():
            raise BlockingIOError("Nobody has connected.")
        if full and self._doors.make_room():
            raise ConnectionAbortedError("Somebody has been asked to leave, and will have gone in a moment.")
        try:
            connection, address = super().accept()
        except OSError as error:
            if error.errno in _SCARCE:
                self._scarce.happened(problem="Raise the limit of open files (ulimit -n).")
                self._doors.make_room()
            raise
        if full:
            connection.close()
            self._refused.happened(problem=f"more than {self._most} are open")
            raise ConnectionAbortedError("More connections are open than this server allows.")
        self._accepted.add(connection)
        self._doors.accepted(connection, str(address[0]))
        if not self._in_turn:  # the first of this turn
            asyncio.get_running_loop().call_soon(self._next_turn)
        self._in_turn += 1
        return connection, address

    def close(self) -> None:
        super().close()
        self._refused.close()
        self._scarce.close()

    def _next_turn(self) -> None:
        self._in_turn = 0

    def _is_full(self) -> bool:
        # Some of them may have been closed; to look at each costs too much while there is room anyway.
        return len(self._accepted) >= self._most <= sum(one.fileno() >= 0 for one in self._accepted)

    def _somebody_waits(self) -> bool:
        asked = select.poll()
        asked.register(self.fileno(), select.POLLIN)
        return bool(asked.poll(0))


class Site(web.SockSite):
    """As aiohttp's, but for how long the handshake of TLS may take."""

    def __init__(self, runner: GuardedRunner, listener: socket.socket, context: ssl.SSLContext | None) -> None:
        super().__init__(runner, listener, ssl_context=context, backlog=BACKLOG)
        self._handshake_s = runner.doors.request_s if context is not None else None

    async def start(self) -> None:
        await web.BaseSite.start(self)
        server = self._runner.server
        assert server is not None
        self._server = await asyncio.get_running_loop().create_server(
            server,
            sock=self._sock,
            backlog=self._backlog,
            ssl=self._ssl_context,
            ssl_handshake_timeout=self._handshake_s,
        )


class LoopErrors:
    """The loop's exception handler: that a peer has gone is a count in the log, and a bug of ours a traceback."""

    def __init__(self, clock: Clock) -> None:
        self._gone = EveryMinute("peers gone in the middle of something", clock, log.info)

    def close(self) -> None:
        """Log how many have gone since the last line."""
        self._gone.close()

    def __call__(self, loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        error = context.get("exception")
        if str(context.get("message", "")).startswith("socket.accept() out of system resource"):
            return  # the listener has told of it
        if isinstance(error, ConnectionError) or (error is not None and _is_theirs(error)):
            self._gone.happened(problem=type(error).__name__)
            return
        message = str(context.get("message", ""))
        told = next((one for one in _FAILURES if message.startswith(one)), "asyncio reported a failure")
        log.error("loop failed", problem=told, exc_info=error)


def _is_theirs(error: BaseException) -> bool:
    """Return whether it was raised in aiortc or aioice, which go on for a while with transports that are closed."""
    trace, module = error.__traceback__, ""
    while trace is not None:
        name = trace.tb_frame.f_globals.get("__name__", "")
        # What they call in asyncio or OpenSSL fails on their behalf, and what they call of ours on ours.
        module = name if name.startswith((*_THEIRS, "antiphon.")) else module
        trace = trace.tb_next
    return module.startswith(_THEIRS)


async def accept_connections(
    runner: GuardedRunner,
    listeners: Sequence[socket.socket],
    most: int,
    clock: Clock,
    context: ssl.SSLContext | None = None,
) -> list[socket.socket]:
    """Take `most` connections at a time there until the runner is cleaned up. Returns what listens from now on."""
    runner.doors.most_waiting = min(runner.doors.most_waiting, most // 2)
    found: list[socket.socket] = []
    for listener in listeners:
        found.append(BoundedListener(listener, most // len(listeners), runner.doors, clock))
        await Site(runner, found[-1], context).start()
    return found
