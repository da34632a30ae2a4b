"""A WS v1 connection from its first message on: nothing exists before a `session.start` that can be taken.

What is refused is answered and changes nothing: the connection stays open, and may try again.
"""

import asyncio
import secrets
from collections.abc import Coroutine
from dataclasses import replace
from typing import Any, TypeVar

from aiohttp import WSCloseCode, web

from antiphon.domain.errors import AntiphonError, ErrorCode
from antiphon.domain.events import Failed
from antiphon.http import tokens
from antiphon.http.seats import Seats
from antiphon.http.services import ReadOrHeard, Services
from antiphon.http.standing import Standing
from antiphon.session.gate import Gate
from antiphon.transports.webrtc.ticker import Ticker
from antiphon.transports.websocket import Line
from antiphon.transports.websocket_call import SocketCall
from antiphon.wire.ws_v1 import failures
from antiphon.wire.ws_v1.envelope import envelope
from antiphon.wire.ws_v1.start import Start, read_start

T = TypeVar("T")

START_S = 30.0
"""How long a connection may be without a session."""


class WsV1:
    """The contract (`http.sockets.Contract`)."""

    def __init__(self, services: Services, seats: Seats, ticker: Ticker) -> None:
        self._services = services
        self._seats = seats
        self._ticker = ticker
        self._standing = Standing(services.clock)

    def check(self, credential: str | None) -> None:
        tokens.check_application(credential, self._services.settings.secret)

    async def serve(self, request: web.Request, line: Line, credential: str | None) -> None:
        lobby = _Lobby(line, self._services)
        assistant_id = request.query.get("assistant_id", "")
        try:
            self._check_assistant(assistant_id)
            subject = tokens.check_application(credential, self._services.settings.secret)
            started = await self._in_time(request, line, self._begin(request, lobby, assistant_id, credential, subject))
        except AntiphonError as error:
            lobby.refuse(error)
            full = error.code is ErrorCode.CAPACITY_FULL
            line.close(WSCloseCode.TRY_AGAIN_LATER if full else WSCloseCode.POLICY_VIOLATION, error.code.code)
            return
        if started is not None:
            session, first = started
            await SocketCall(session.new_call(), line, self._ticker, audio_out=not session.text_only).carry(first)

    async def _in_time(self, request: web.Request, line: Line, beginning: Coroutine[Any, Any, T]) -> T:
        """What it comes to. Raises `AntiphonError` where it takes too long, or too many are at it already."""
        try:
            self._standing.enter(line, request)
        except AntiphonError:
            beginning.close()
            raise
        try:
            async with asyncio.timeout(START_S) as limit:
                return await beginning
        except TimeoutError:
            if not limit.expired():
                raise
            message = f"The client did not send a session.start that can be taken within {START_S:g} s."
            raise AntiphonError(ErrorCode.ORDER, message) from None
        finally:
            self._standing.leave(line)

    def _check_assistant(self, assistant_id: str) -> None:
        if not assistant_id:
            message = "The address names no assistant: connect to /ws?assistant_id=<id>."
            raise AntiphonError(ErrorCode.ASSISTANT_REQUIRED, message)
        self._services.check_assistant(assistant_id)

    async def _begin(
        self, request: web.Request, lobby: "_Lobby", assistant_id: str, credential: str | None, subject: str | None
    ) -> tuple[ReadOrHeard, str] | None:
        """The session and the message that started it; None where the line ends first. `subject`: see `tokens`."""
        while (message := await lobby.next()) is not None:
            try:
                if isinstance(message, bytes):
                    raise AntiphonError(
                        ErrorCode.ORDER, "Audio came before the session was started: session.start first."
                    )
                start = read_start(message)
                if start.claim is None:
                    user_id = tokens.user_of(subject, start.user_id, "metadata.history.userId")
                    start = replace(start, user_id=user_id)
                return await self._open(request, lobby, assistant_id, credential, start), message
            except AntiphonError as error:
                lobby.refuse(error)
        return None

    async def _open(
        self, request: web.Request, lobby: "_Lobby", assistant_id: str, credential: str | None, start: Start
    ) -> ReadOrHeard:
        if start.claim is not None:
            return self._services.resume_ws_v1(assistant_id, start.claim)
        try:
            self._seats.check_address(request)
        except web.HTTPTooManyRequests as refusal:
            raise AntiphonError(ErrorCode.CAPACITY_FULL, refusal.reason) from None
        session = await self._services.open_ws_v1(assistant_id, start, lobby.session_id, lobby.last_seq)
        self._seats.take_for_socket(request, session, credential)
        return session


class _Lobby:
    """A connection that has no session yet: it is told what is refused, as its session will tell it."""

    def __init__(self, line: Line, services: Services) -> None:
        self.session_id = f"sess_{secrets.token_urlsafe(12)}"
        """Of the session that may begin here."""
        self.last_seq = 0
        self._line = line
        self._clock = services.clock
        self._gate = Gate()

    async def next(self) -> str | bytes | None:
        return await self._line.receive()

    def refuse(self, error: AntiphonError) -> None:
        """Tell it. Too many refusals end the connection, as they would end a session."""
        self.last_seq += 1
        told = failures.error(Failed(error.code, error.message))
        wall = round(1000 * self._clock.wall())
        self._line.send(envelope(told, seq=self.last_seq, timestamp_ms=wall, session_id=self.session_id))
        if self._gate.refused(self._clock.now()):
            self._line.close(WSCloseCode.POLICY_VIOLATION, ErrorCode.RATE_LIMITED.code)
