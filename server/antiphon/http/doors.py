"""Who may hold a connection open: 15 s for a request, and a bound of those that ask nothing (S11, S12).

aiohttp lets a connection that sends nothing, or half a header, stay for an hour; some hundred of them would take every
descriptor, and nobody could call. It also writes the text of a malformed request into its answer and its log.
"""

import asyncio
import ipaddress
from collections.abc import Callable, Sequence
from typing import Any

import structlog
from aiohttp import web

from antiphon.domain.errors import ErrorCode
from antiphon.http.headers import ALWAYS
from antiphon.http.problems import problem
from antiphon.ports import Clock

REQUEST_S = 15.0
"""How long the handshake of TLS, and then the request line with its headers, may take."""
KEPT_S = 75.0
"""How long a connection is kept for another request."""
WAITING = 64
"""Connections without a request, of all addresses."""
WAITING_OF_ADDRESS = 32
"""And of one. A browser opens six."""
LOGGED_EVERY_S = 60.0

log = structlog.get_logger()


class EveryMinute:
    """Logs an event at most once a minute, with how often it has happened since."""

    def __init__(self, event: str, clock: Clock, level: Callable[..., Any] | None = None) -> None:
        self._event = event
        self._clock = clock
        self._level = level
        self._count = 0
        self._logged = float("-inf")

    def happened(self, **context: Any) -> None:
        self._count += 1
        now = self._clock.now()
        if now - self._logged >= LOGGED_EVERY_S:
            (self._level or log.warning)(self._event, count=self._count, **context)
            self._count, self._logged = 0, now


class Doors:
    """The connections that have no request under way. The one that has waited longest gives way to one too many."""

    def __init__(self, clock: Clock, trusted_proxies: Sequence[str] = ()) -> None:
        self._proxies = [ipaddress.ip_network(proxy, strict=False) for proxy in trusted_proxies]
        self._waiting: dict[web.RequestHandler, tuple[asyncio.BaseTransport, str]] = {}
        self._late: dict[web.RequestHandler, asyncio.TimerHandle] = {}
        self._given_up = EveryMinute("connections without a request given up", clock)
        self.malformed = EveryMinute("malformed request", clock)

    def opened(self, handler: web.RequestHandler, transport: asyncio.BaseTransport) -> None:
        address = str((transport.get_extra_info("peername") or ("",))[0])
        self._wait(handler, transport, address)
        self._late[handler] = asyncio.get_running_loop().call_later(REQUEST_S, self._give_up, handler)

    def began(self, handler: web.RequestHandler) -> None:
        """A request is being answered."""
        self._waiting.pop(handler, None)
        if (timer := self._late.pop(handler, None)) is not None:
            timer.cancel()

    def ended(self, handler: web.RequestHandler) -> None:
        """It has been answered, and another one may follow."""
        transport = handler.transport
        if transport is not None and not transport.is_closing():
            self._wait(handler, transport, str((transport.get_extra_info("peername") or ("",))[0]))

    def closed(self, handler: web.RequestHandler) -> None:
        self.began(handler)

    def _wait(self, handler: web.RequestHandler, transport: asyncio.BaseTransport, address: str) -> None:
        same = [one for one, (_, other) in self._waiting.items() if other == address]
        if len(same) >= WAITING_OF_ADDRESS and not self._is_proxy(address):
            self._give_up(same[0])
        elif len(self._waiting) >= WAITING:
            self._give_up(next(iter(self._waiting)))
        self._waiting[handler] = transport, address

    def _is_proxy(self, address: str) -> bool:
        try:
            return any(ipaddress.ip_address(address) in network for network in self._proxies)
        except ValueError:
            return False

    def _give_up(self, handler: web.RequestHandler) -> None:
        transport, _ = self._waiting.get(handler, (None, ""))
        self.began(handler)
        if isinstance(transport, asyncio.WriteTransport):
            self._given_up.happened()
            transport.abort()


class _Protocol(web.RequestHandler):
    """One connection. A request that cannot be read is refused as every other one, and nothing of it is repeated."""

    __slots__ = ()

    def handle_error(
        self,
        request: web.BaseRequest,
        status: int = 500,
        exc: BaseException | None = None,
        message: str | None = None,
    ) -> web.StreamResponse:
        if status != 400 or request.writer.output_size > 0:
            return super().handle_error(request, status, exc, message)
        if isinstance(self._manager, _Server):
            self._manager.doors.malformed.happened()
        told = "This is no HTTP request that can be read: its request line or a header is malformed or too long."
        response = problem(ErrorCode.INVALID_MESSAGE, told)
        response.headers.update(ALWAYS)
        response.force_close()
        return response


class _Server(web.Server):
    """Makes the protocol of each connection, and tells the doors of it."""

    def __init__(self, of: web.Server, doors: Doors) -> None:
        super().__init__(of.request_handler, request_factory=of.request_factory, loop=of._loop, **of._kwargs)
        self.doors = doors
        self._answer = of.request_handler
        self.request_handler = self._request

    def __call__(self) -> web.RequestHandler:
        return _Protocol(self, loop=self._loop, **self._kwargs)

    def connection_made(self, handler: web.RequestHandler, transport: asyncio.Transport) -> None:
        super().connection_made(handler, transport)
        self.doors.opened(handler, transport)

    def connection_lost(self, handler: web.RequestHandler, exc: BaseException | None = None) -> None:
        super().connection_lost(handler, exc)
        self.doors.closed(handler)

    async def _request(self, request: web.BaseRequest) -> web.StreamResponse:
        handler = request.protocol
        self.doors.began(handler)
        try:
            return await self._answer(request)
        finally:
            self.doors.ended(handler)


class GuardedRunner(web.AppRunner):
    """Serves an application behind its doors.

    Bodies are read as they came: aiohttp would unpack what is said to be compressed before anybody could refuse it.
    Private names that are touched: `_make_server` of the runner, `_kwargs` and `_loop` of the server.
    """

    def __init__(self, app: web.Application, doors: Doors, *, shutdown_timeout: float) -> None:
        super().__init__(
            app,
            access_log=None,
            shutdown_timeout=shutdown_timeout,
            auto_decompress=False,
            keepalive_timeout=KEPT_S,
        )
        self._doors = doors

    async def _make_server(self) -> web.Server:
        return _Server(await super()._make_server(), self._doors)
