"""A Vela connection, in the mode that the server is set to (requirements, section 5).

In mock mode nothing of the server takes part but this. In live mode the connection is told at once who its session is;
the session itself is opened with the first message, for that may ask for an earlier one to go on.
"""

import asyncio
import secrets
from collections.abc import Sequence

from aiohttp import WSCloseCode, web

from antiphon.domain.errors import AntiphonError, ErrorCode
from antiphon.domain.events import Failed
from antiphon.domain.messages import WireMessage
from antiphon.http import tokens
from antiphon.http.seats import Seats
from antiphon.http.services import OpenedSession, Services
from antiphon.http.standing import Standing
from antiphon.session.gate import Gate
from antiphon.transports.webrtc.ticker import Ticker
from antiphon.transports.websocket import Line, Message
from antiphon.transports.websocket_vela import Paced, VelaCall
from antiphon.wire.vela import dialect
from antiphon.wire.vela.envelope import envelope, failure
from antiphon.wire.vela.mock import Mocked

CLAIM_S = 2.0
"""How long an earlier session may be asked for. After that the connection has one of its own."""
ENDED = None


class Vela:
    """The contract (`http.sockets.Contract`)."""

    def __init__(self, services: Services, seats: Seats, ticker: Ticker) -> None:
        self._services = services
        self._seats = seats
        self._ticker = ticker
        self._standing = Standing(services.clock)

    def check(self, credential: str | None) -> None:
        tokens.check_application(credential, self._services.settings.secret)

    async def serve(self, request: web.Request, line: Line, credential: str | None) -> None:
        try:
            self._standing.enter(line, request)
            if self._services.settings.vela_live:
                await self._live(request, line, credential)
            else:
                await self._mock(line)
        except AntiphonError as error:
            _send(line, [failure(Failed(error.code, error.message))])
            full = error.code is ErrorCode.CAPACITY_FULL
            line.close(WSCloseCode.TRY_AGAIN_LATER if full else WSCloseCode.POLICY_VIOLATION, error.code.code)
        finally:
            self._standing.leave(line)

    # Mock mode

    async def _mock(self, line: Line) -> None:
        mocked, clock, lines = Mocked(_new_id()), self._services.clock, Paced(line)
        _send(line, mocked.present())
        while True:
            try:
                async with asyncio.timeout_at(mocked.deadline()):
                    message = await lines.receive()
            except TimeoutError:
                _send(line, mocked.due(clock.now()))
                continue
            if message is None:
                return
            self._standing.heard(line)
            _send(line, mocked.take(message, clock.now()))

    # Live mode

    async def _live(self, request: web.Request, line: Line, credential: str | None) -> None:
        self._services.check_vela()
        if not self._services.ready():
            raise AntiphonError(ErrorCode.CAPACITY_FULL, "All sessions of this server are taken; connect again later.")
        session_id, token = _new_id(), secrets.token_urlsafe(32)
        told = dialect.welcome(session_id, token)
        _send(line, told)
        sent, gate = len(told), Gate()
        while (first := await self._first(line)) is not ENDED:
            claim = dialect.claim(first[0]) if first else None
            if claim is None:
                session = await self._open(request, session_id, token, sent, credential)
                first = [dialect.START, *first]
            else:
                try:
                    session = self._services.resume_vela(claim)
                except AntiphonError as error:
                    _send(line, [failure(Failed(error.code, error.message))])
                    sent += 1
                    if gate.refused(self._services.clock.now()):
                        message = "Too many sessions were asked for in vain; connect again in a while."
                        raise AntiphonError(ErrorCode.RATE_LIMITED, message) from None
                    continue
            self._standing.leave(line)
            await VelaCall(session.new_call(), line, self._ticker).carry(first)
            return

    async def _first(self, line: Line) -> Sequence[Message] | None:
        """The first message, or nothing where none comes in time; `ENDED` where the line has ended."""
        try:
            async with asyncio.timeout(CLAIM_S):
                message = await line.receive()
        except TimeoutError:
            return []
        return ENDED if message is None else [message]

    async def _open(
        self, request: web.Request, session_id: str, token: str, sent: int, credential: str | None
    ) -> OpenedSession:
        try:
            self._seats.check_address(request)
        except web.HTTPTooManyRequests as refusal:
            raise AntiphonError(ErrorCode.CAPACITY_FULL, refusal.reason) from None
        session = await self._services.open_vela(session_id, token, sent)
        self._seats.take_for_socket(request, session, credential)
        return session


def _new_id() -> str:
    return f"sess_{secrets.token_urlsafe(12)}"


def _send(line: Line, messages: Sequence[WireMessage]) -> None:
    for message in messages:
        line.send(envelope(message))
