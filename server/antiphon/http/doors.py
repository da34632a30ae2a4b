"""Limits of open connections: 15 s for a request, and a bound of those without a request under way (S11, S12).

aiohttp lets a connection that sends nothing, or half a header, stay for an hour; some hundred of them would take every
descriptor, and nobody could call.
"""

import asyncio
import socket
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from ipaddress import ip_address

from aiohttp import web

from antiphon.http import forwarded
from antiphon.http.services import HttpSettings
from antiphon.observe.seldom import EveryMinute
from antiphon.ports import Clock

KEPT_S = 75.0
"""The time that a connection is kept for another request, and an answer may take to be read."""
SHARE = 4
"""One address may have a quarter of them. A browser opens six."""
YOUNG_S = 1.0
"""A client that has just connected is about to ask, and gives way only where there is twice the bound."""


@dataclass(eq=False, slots=True)
class _Visit:
    """One connection, from its acceptance on. `since` is when it was last without a request."""

    connection: socket.socket
    address: str
    since: float
    handler: web.RequestHandler | None = None
    timer: asyncio.TimerHandle | None = None
    kept: bool = False
    """It has been answered, and nothing of another request has come yet."""

    def end(self) -> None:
        """End the connection without a goodbye: a client that does not read would not take one."""
        transport = None if self.handler is None else self.handler.transport
        if transport is not None:
            transport.abort()
        else:
            with suppress(OSError):
                self.connection.shutdown(socket.SHUT_RDWR)  # asyncio sees its end, in the middle of a handshake too


class Doors:
    """The connections of a server. One that has no request under way gives way to a new one.

    At most `waiting` are kept, and a quarter of that of one address. The handshake of TLS may take `request_s`, and
    then each request line with its headers.
    """

    def __init__(
        self,
        clock: Clock,
        trusted_proxies: Sequence[str] = (),
        *,
        waiting: int,
        request_s: float,
    ) -> None:
        self._clock = clock
        self.request_s = request_s
        self._proxies = forwarded.networks(trusted_proxies)
        self.most_waiting = waiting
        self._arriving: dict[int, _Visit] = {}
        """Those that cannot be spoken over yet, by file descriptor."""
        self._visits: dict[web.RequestHandler, _Visit] = {}
        self._waiting: dict[_Visit, None] = {}
        """The one that has waited longest comes first."""
        self._addresses: Counter[str] = Counter()
        self._given_up = EveryMinute("connections without a request given up", clock)
        self.malformed = EveryMinute("malformed request", clock)

    @property
    def waiting(self) -> int:
        """The number of connections that have no request under way."""
        return len(self._waiting)

    def accepted(self, connection: socket.socket, address: str) -> None:
        """Note a connection that was accepted; before anything else there may be a handshake of TLS."""
        before = self._arriving.pop(connection.fileno(), None)
        if before is not None:
            self._forget(before)  # it was closed before it said anything
        self._make_room(address)
        visit = self._arriving[connection.fileno()] = _Visit(connection, address, self._clock.now())
        self._wait(visit, self.request_s)

    def opened(self, handler: web.RequestHandler, transport: asyncio.BaseTransport) -> None:
        """Note that the connection can carry requests now."""
        connection = transport.get_extra_info("socket")
        visit = self._arriving.pop(connection.fileno(), None)
        if visit is None:  # of a listener that does not tell what it accepts
            address = str((transport.get_extra_info("peername") or ("",))[0])
            self._make_room(address)
            visit = _Visit(connection, address, self._clock.now())
        visit.handler = handler
        self._visits[handler] = visit
        self._wait(visit, self.request_s)

    def asks(self, handler: web.RequestHandler) -> None:
        """Note that bytes have come. A further request has as long to come as the first one had."""
        visit = self._visits.get(handler)
        if visit is not None and visit.kept:
            visit.kept = False
            self._time(visit, self.request_s)

    def began(self, handler: web.RequestHandler) -> None:
        """Note that a request is being answered."""
        visit = self._visits.get(handler)
        if visit is not None:
            self._leave(visit)
            self._time(visit, None)

    def waits(self, handler: web.RequestHandler) -> None:
        """Note that a request needs more bytes: its connection gives way as one without a request does."""
        visit = self._visits.get(handler)
        if visit is not None:
            visit.since = self._clock.now()
            self._leave(visit)
            self._make_room(visit.address)
            self._wait(visit, None)

    def ended(self, handler: web.RequestHandler) -> None:
        """Note that the request has been answered; another one may follow."""
        visit = self._visits.get(handler)
        if visit is not None:
            visit.kept, visit.since = True, self._clock.now()
            self._make_room(visit.address)
            self._wait(visit, KEPT_S)

    def closed(self, handler: web.RequestHandler) -> None:
        visit = self._visits.pop(handler, None)
        if visit is not None:
            self._forget(visit)

    def close(self) -> None:
        """Log what has happened since the last lines: nobody comes any more."""
        self._given_up.close()
        self.malformed.close()

    def make_room(self) -> bool:
        """Close a connection that has no request, because as many are open as may be. False where there is none."""
        oldest = next(iter(self._waiting), None)
        if oldest is not None:
            self._give_up(oldest)
        return oldest is not None

    def _make_room(self, address: str) -> None:
        """Make room for one more connection that waits."""
        longest: _Visit | None = None
        if self._addresses[address] >= max(1, self.most_waiting // SHARE) and not self._is_many(address):
            longest = next(one for one in self._waiting if one.address == address)
        elif len(self._waiting) >= self.most_waiting:
            longest = next(iter(self._waiting))
        if longest is None:
            return
        crowded = len(self._waiting) >= 2 * self.most_waiting
        if crowded or self._clock.now() - longest.since >= YOUNG_S:
            self._give_up(longest)

    def _is_many(self, address: str) -> bool:
        """Tell whether many clients may be behind one address: a proxy, and whatever stands on this machine."""
        try:
            found = ip_address(address.partition("%")[0])
        except ValueError:
            return True
        return found.is_loopback or any(found in network for network in self._proxies)

    def _wait(self, visit: _Visit, seconds: float | None) -> None:
        self._leave(visit)
        self._waiting[visit] = None
        self._addresses[visit.address] += 1
        self._time(visit, seconds)

    def _leave(self, visit: _Visit) -> None:
        if visit in self._waiting:
            del self._waiting[visit]
            self._addresses -= Counter((visit.address,))

    def _time(self, visit: _Visit, seconds: float | None) -> None:
        """Give the connection up after so many seconds; with None never."""
        if visit.timer is not None:
            visit.timer.cancel()
        loop = asyncio.get_running_loop()
        visit.timer = None if seconds is None else loop.call_later(seconds, self._give_up, visit)

    def _forget(self, visit: _Visit) -> None:
        self._leave(visit)
        self._time(visit, None)

    def _give_up(self, visit: _Visit) -> None:
        self._forget(visit)
        if not visit.kept:  # that an idle connection is closed is nothing to tell
            self._given_up.happened()
        visit.end()


def waits(request: web.BaseRequest) -> None:
    """Let the connection of a request that needs more bytes give way to others, until `goes_on`."""
    doors = _doors_at(request)
    if doors is not None:
        doors.waits(request.protocol)


def goes_on(request: web.BaseRequest) -> None:
    doors = _doors_at(request)
    if doors is not None:
        doors.began(request.protocol)


def _doors_at(request: web.BaseRequest) -> Doors | None:
    """Return the doors that the request came through; None where the server has none, or it has gone."""
    found = getattr(request.protocol._manager, "doors", None)  # noqa: SLF001 - no other way leads to its server
    return found if isinstance(found, Doors) else None


def doors_of(settings: HttpSettings, clock: Clock) -> Doors:
    limits = settings.limits
    return Doors(clock, settings.trusted_proxies, waiting=limits.waiting_connections, request_s=limits.request_s)
