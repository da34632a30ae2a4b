"""A Vela connection, in the mode that the server is set to (002).

In mock mode nothing of the server takes part but this. In live mode the connection is told at once who its session is;
the session itself is opened with the first message, for that may ask for an earlier one to go on.
"""

import asyncio
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from aiohttp import WSCloseCode, web

from antiphon.contracts.entry import House
from antiphon.contracts.vela import dialect
from antiphon.contracts.vela.carrier import VelaCall
from antiphon.contracts.vela.envelope import envelope, failure
from antiphon.contracts.vela.mock import Mocked
from antiphon.contracts.vela.settings import Settings as VelaSettings
from antiphon.domain.errors import AntiphonError, ErrorCode
from antiphon.domain.events import Failed
from antiphon.domain.messages import ResumeClaim, WireMessage
from antiphon.domain.states import TurnStart
from antiphon.http import tokens
from antiphon.http.contract import Handshake
from antiphon.http.services import OpenedSession
from antiphon.http.session_records import SessionRecords
from antiphon.http.standing import Standing
from antiphon.session.mailbox import RateLimiter
from antiphon.sessions import new_resume_token, new_session_id
from antiphon.transports.websocket import Line, Message
from antiphon.transports.websocket_pace import Paced
from antiphon.wire.tools import check_arguments

AUDIO_MESSAGES = 50
CLAIM_S = 2.0
"""The time in which an earlier session may be asked for. After that the connection has one of its own."""
ENDED = None


class Vela:
    """The contract (`http.contract.Contract` and its `Handshake`)."""

    pages: Mapping[str, str] = {"/vela": "vela.html"}

    def __init__(self, house: House, records: SessionRecords) -> None:
        self._house = house
        self._records = records
        self._standing = Standing(house.clock)
        self._mocked: dict[Line, Mocked] = {}

    @property
    def sockets(self) -> Mapping[str, Handshake]:
        return {"vela": self}

    def routes(self) -> Iterable[web.RouteDef]:
        return ()

    def accepts(self, request: web.Request) -> bool:
        """Tell whether a client names no subprotocol at all: then it means this contract, whose document has none."""
        del request
        return True

    def check(self, credential: str | None) -> None:
        tokens.check_application(credential, self._house.settings.secret)

    async def serve(self, request: web.Request, line: Line, credential: str | None) -> None:
        try:
            self._standing.enter(line, request)
            if self._house.config.of(VelaSettings).mode == "live":
                await self._live(request, line, credential)
            else:
                await self._mock(line)
        except AntiphonError as error:
            _send(line, [failure(Failed(error.code, error.message))])
            full = error.code is ErrorCode.CAPACITY_FULL
            line.close(WSCloseCode.TRY_AGAIN_LATER if full else WSCloseCode.POLICY_VIOLATION, error.code.code)
        finally:
            self._standing.leave(line)

    def stop(self) -> None:
        self._standing.stop()
        for line, mocked in self._mocked.items():
            _send(line, mocked.cut())

    # Mock mode

    async def _mock(self, line: Line) -> None:
        self._house.check_running()
        name = new_session_id()
        mocked = self._mocked[line] = Mocked(name)
        _send(line, mocked.present())
        try:
            await self._tell(line, mocked, name)
        finally:
            del self._mocked[line]
            self._house.sessions.note_turn(name, is_on=False)

    async def _tell(self, line: Line, mocked: Mocked, name: str) -> None:
        clock, lines = self._house.clock, Paced(line)
        while True:
            self._house.sessions.note_turn(name, is_on=mocked.is_on)
            try:
                async with asyncio.timeout_at(mocked.deadline()):
                    message = await lines.receive()
            except TimeoutError:
                _send(line, mocked.due(clock.now()))
                continue
            if message is None:
                return
            self._standing.note_activity(line)
            _send(line, mocked.on_message(message, clock.now()))

    # Live mode

    async def _live(self, request: web.Request, line: Line, credential: str | None) -> None:
        self._standing.refuse_by(line, lambda error: _send(line, [failure(Failed(error.code, error.message))]))
        self._house.sessions.assistant(self._house.config.of(VelaSettings).assistant)
        if not self._house.ready():
            await self._only_resume(line)
            return
        session_id, token = new_session_id(), new_resume_token()
        told = dialect.welcome(session_id, token)
        _send(line, told)
        sent, limiter = len(told), RateLimiter()
        while (first := await self._first(line)) is not ENDED:
            claim = dialect.claim(first[0]) if first else None
            if claim is None:
                session: OpenedSession = await self._open(request, session_id, token, sent, credential)
                first = [dialect.START, *first]
            else:
                try:
                    session = self._resume(claim)
                except AntiphonError as error:
                    _send(line, [failure(Failed(error.code, error.message))])
                    sent += 1
                    if limiter.refused(self._house.clock.now()):
                        message = "Too many sessions were asked for in vain; connect again in a while."
                        raise AntiphonError(ErrorCode.RATE_LIMITED, message) from None
                    continue
            await self._carry(session, line, first)
            return

    async def _only_resume(self, line: Line) -> None:
        """Serve a client for whom there is no new session, which may come back to one that it has.

        Raises `AntiphonError` `capacity.full` for every other one.
        """
        first = await self._first(line)
        if first is ENDED:
            return
        claim = dialect.claim(first[0]) if first else None
        if claim is not None:
            try:
                session = self._resume(claim)
            except AntiphonError as error:
                _send(line, [failure(Failed(error.code, error.message))])
            else:
                await self._carry(session, line, first)
                return
        self._house.check_running()
        raise AntiphonError(ErrorCode.CAPACITY_FULL, "All sessions of this server are taken; connect again later.")

    async def _carry(self, session: OpenedSession, line: Line, first: Sequence[Message]) -> None:
        self._standing.leave(line)
        await VelaCall(session.new_call(), line, self._house.ticker).carry(first)

    async def _first(self, line: Line) -> Sequence[Message] | None:
        """Receive the first message, or None where none comes in time; `ENDED` where the line has ended."""
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
            self._records.check_address(request)
        except web.HTTPTooManyRequests as refusal:
            raise AntiphonError(ErrorCode.CAPACITY_FULL, refusal.reason) from None
        sessions, wanted = self._house.sessions, self._house.config
        loaded = sessions.assistant(wanted.of(VelaSettings).assistant)
        prepared = sessions.prepare(loaded)
        client_tools = {tool.name: tool.action() for tool in loaded.assistant.tools if tool.executor == "client"}
        parts = sessions.parts(prepared, dialect.VelaDialect(session_id, client_tools))
        parts = replace(
            parts,
            # Who speaks holds a key, by this contract; nothing else is a turn.
            engine=replace(parts.engine, turn=replace(parts.engine.turn, triggers=frozenset({TurnStart.PTT}))),
            limits=replace(
                parts.limits,
                check=check_arguments,
                # The transport tells once a frame at the most that audio has come.
                messages_per_second=wanted.limits.messages_per_second + AUDIO_MESSAGES,
            ),
            client=replace(parts.client, resume_token=token, last_seq=sent),
        )
        session = sessions.open(session_id, prepared, parts)
        self._records.add_for_socket(request, session, credential)
        return session

    def _resume(self, claim: ResumeClaim) -> OpenedSession:
        try:
            found = self._house.sessions.resume(claim, dialect.VelaDialect)
        except AntiphonError as refused:
            raise AntiphonError(refused.code, refused.message.replace("resume.last_seq", "received")) from None
        if found is None:
            message = "The session that session.resume names has ended. Go on with the one of this connection."
            raise AntiphonError(ErrorCode.SESSION_EXPIRED, message)
        return found[0]


def _send(line: Line, messages: Sequence[WireMessage]) -> None:
    for message in messages:
        line.send(envelope(message))
