"""aiohttp's server, hardened for strangers: connections go through the doors, and are read in small pieces.

aiohttp would write the text of a malformed request into its answer and its log, and take apart at once whatever a
socket gives.
"""

import asyncio
import time
from typing import Any

from aiohttp import HttpVersion10, HttpVersion11, hdrs, web
from aiohttp.web_protocol import _ErrInfo

from antiphon.domain.errors import ErrorCode
from antiphon.http.body import Unreadable
from antiphon.http.doors import KEPT_S, Doors
from antiphon.http.headers import ALWAYS, RESOURCE_POLICY
from antiphon.http.metering import Meter
from antiphon.http.pacing import Pacing
from antiphon.http.problems import problem

PIECE_BYTES = 2048
READING_SHARE = 0.1
"""Of the loop's time that one client gets to have what it sends taken apart."""
READING_AT_ONCE_S = 0.02
TURN_S = 0.005
"""In one turn of the loop all clients together are read for so long, and the others in the next one."""
LINGER_S = 2.0
"""The time that the rest of a body that nobody reads may come before its connection is closed."""
CHUNK_S = 20e-6
"""The time that aiohttp spends on a chunk of a body afterwards, when the body is read. A chunk may have one byte."""


class _Turn:
    """The time that this turn of the loop has spent on what clients send."""

    def __init__(self) -> None:
        self._spent = 0.0

    @property
    def over(self) -> bool:
        return self._spent >= TURN_S

    def spend(self, seconds: float, loop: asyncio.AbstractEventLoop) -> None:
        if not self._spent:
            loop.call_soon(self._begin)
        self._spent += max(seconds, 1e-9)

    def _begin(self) -> None:
        self._spent = 0.0


class _Protocol(web.RequestHandler):
    """One connection. A request that cannot be read is refused as any other is, and nothing of it is repeated.

    What comes is read in small pieces, one a turn of the loop, and a client that makes each of them costly is read more
    slowly: forty thousand WebSocket frames fit into what a socket gives at once, and would hold up every call.
    """

    __slots__ = ("_held", "_owed", "_owed_at", "_turn")

    def __init__(self, *args: Any, **named: Any) -> None:
        super().__init__(*args, **named)
        self._held: bytearray | None = None
        self._owed = self._owed_at = 0.0
        self._turn = self._manager.turn if isinstance(self._manager, _Server) else _Turn()

    def data_received(self, data: bytes) -> None:
        if isinstance(self._manager, _Server):
            self._manager.doors.asks(self)
        if self._held is not None:
            self._held += data
            self._pause()
        elif self._turn.over:
            self._hold(data, 0.0)
        else:
            self._read(data)

    def _read(self, data: bytes) -> None:
        began = time.thread_time()
        super().data_received(data[:PIECE_BYTES])
        self._give_up_body()
        now, spent = self._loop.time(), time.thread_time() - began
        if isinstance(self._manager, _Server) and not self._upgraded:  # it has not become a WebSocket
            self._manager.meter.seconds += spent
        if self._current_request is not None and self._current_request._message.chunked:
            spent += CHUNK_S * data.count(b"\n", 0, PIECE_BYTES)
        self._owed = max(0.0, self._owed - READING_SHARE * (now - self._owed_at)) + spent
        self._owed_at = now
        self._turn.spend(spent, self._loop)
        late = (self._owed - READING_AT_ONCE_S) / READING_SHARE
        if len(data) > PIECE_BYTES or late > 0:
            self._hold(data[PIECE_BYTES:], late)

    def _give_up_body(self) -> None:
        """Fail a body that has not ended where what came after it cannot be read: nothing more of it will come."""
        request = self._current_request
        if request is None or not any(isinstance(message, _ErrInfo) for message, _ in self._messages):
            return
        if not request.content.is_eof() and request.content.exception() is None:
            request.content.set_exception(Unreadable())

    def _hold(self, data: bytes, seconds: float) -> None:
        self._held = bytearray(data)
        self._pause()
        if seconds > 0:
            self._loop.call_later(seconds, self._go_on)
        else:
            self._loop.call_soon(self._go_on)

    def _go_on(self) -> None:
        if self._turn.over:
            self._loop.call_soon(self._go_on)
            return
        held, self._held = self._held, None
        if held and self.transport is not None:
            self._read(bytes(held))
        if self._held is None and self.transport is not None and not (self._reading_paused or self._buffer_paused):
            self.transport.resume_reading()

    def _pause(self) -> None:
        if self.transport is not None and not self.transport.is_closing():
            self.transport.pause_reading()

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
        return _refusal(
            "This is no HTTP request that can be read: its request line or a header is malformed or too long."
        )


class _Server(web.Server):
    """Makes the protocol of each connection, and reports connections to the doors."""

    def __init__(self, of: web.Server, doors: Doors, meter: Meter) -> None:
        super().__init__(
            of.request_handler, request_factory=of.request_factory, loop=asyncio.get_running_loop(), **of._kwargs
        )
        self.doors = doors
        self.meter = meter
        self.turn = _Turn()
        self.pacing = Pacing(lambda: meter.seconds, doors.waits, doors.began)
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
        self.pacing.left(handler)

    async def _request(self, request: web.BaseRequest) -> web.StreamResponse:
        handler = request.protocol
        self.doors.began(handler)
        try:
            if not await self.pacing.turn(handler):
                return web.Response(status=503)  # which nobody is sent: its connection has ended
            return _unfit(request) or await self._answer(request)
        finally:
            self.doors.ended(handler)
            if handler.transport is not None:
                self.pacing.answered(handler)


def _unfit(request: web.BaseRequest) -> web.Response | None:
    """Refuse a request that breaks HTTP/1.1, before its route is looked up; None where nothing is wrong."""
    # Not by `request.version`, which would be remembered as it was.
    if request._message.version not in (HttpVersion10, HttpVersion11):
        request._version = HttpVersion10  # noqa: SLF001 - it is answered in what it says that it speaks
        return _refusal("This server speaks HTTP/1.1: say so behind the address in the request line.")
    expected = request.headers.get(hdrs.EXPECT)
    if expected is not None and expected.lower() != "100-continue":
        return _refusal("The only expectation that this server meets is 100-continue (Expect).", 417)
    return None


def _refusal(told: str, status: int = 400) -> web.Response:
    response = problem(ErrorCode.INVALID_MESSAGE, told, status=status)
    response.headers.update({**ALWAYS, hdrs.CACHE_CONTROL: "no-store", RESOURCE_POLICY: "same-origin"})
    response.force_close()
    return response


class GuardedRunner(web.AppRunner):
    """Serves an application behind its doors.

    Bodies are read as they came: aiohttp would unpack what is said to be compressed before anybody could refuse it.
    Private names that are touched: `_make_server` of the runner, `_kwargs` of the server; of a handler
    `_manager`, `_loop`, `_messages` (and `_ErrInfo` among them), `_reading_paused`, `_buffer_paused`,
    `_upgraded`, `_current_request`; of a request `_message`, `_version`.
    """

    def __init__(
        self, app: web.Application, doors: Doors, meter: Meter | None = None, *, shutdown_timeout: float
    ) -> None:
        super().__init__(
            app,
            access_log=None,
            shutdown_timeout=shutdown_timeout,
            auto_decompress=False,
            keepalive_timeout=KEPT_S,
            lingering_time=LINGER_S,
        )
        self.doors = doors
        self.meter = meter or Meter()

    async def cleanup(self) -> None:
        try:
            await super().cleanup()
        finally:
            self.doors.close()

    async def _make_server(self) -> web.Server:
        return _Server(await super()._make_server(), self.doors, self.meter)
