"""A WS v1 connection from its first message on: nothing exists before a `session.start` that can be taken.

What is refused is answered and changes nothing: the connection stays open, and may try again. While the server drains
it is closed instead; a client may then only come back to a session that it has.
"""

import asyncio
from collections.abc import Coroutine, Iterable, Mapping
from dataclasses import replace
from typing import Any, NamedTuple, TypeVar

from aiohttp import WSCloseCode, web

from antiphon.contracts.entry import House
from antiphon.contracts.ws_v1 import failures
from antiphon.contracts.ws_v1.carrier import SocketCall
from antiphon.contracts.ws_v1.dialect import WsV1Dialect
from antiphon.contracts.ws_v1.envelope import envelope
from antiphon.contracts.ws_v1.overrides import Overrides
from antiphon.contracts.ws_v1.settings import Settings as WsV1Settings
from antiphon.contracts.ws_v1.start import Start, read_start
from antiphon.domain.errors import AntiphonError, ErrorCode
from antiphon.domain.events import Failed
from antiphon.domain.messages import ResumeClaim
from antiphon.http import tokens
from antiphon.http.contract import Handshake
from antiphon.http.services import OpenedSession
from antiphon.http.session_records import SessionRecords
from antiphon.http.standing import Standing
from antiphon.ports import Clock
from antiphon.session.mailbox import RateLimiter
from antiphon.sessions import new_session_id, visitor
from antiphon.transports.websocket import Line
from antiphon.wire.tools import check_arguments

T = TypeVar("T")

START_S = 30.0
"""The time that a connection may be without a session."""
CLAIM_S = 2.0
"""While the server drains: the time in which a session may be asked for that is on."""


class Started(NamedTuple):
    """A session that was started, and whether its client reads the answers and is sent no audio."""

    session: OpenedSession
    text_only: bool


class WsV1:
    """The contract (`http.contract.Contract` and its `Handshake`)."""

    pages: Mapping[str, str] = {}

    def __init__(self, house: House, records: SessionRecords) -> None:
        self._house = house
        self._records = records
        self._standing = Standing(house.clock)
        self._overrides = Overrides(house.assistants_folder)

    @property
    def sockets(self) -> Mapping[str, Handshake]:
        return {"ws.v1": self}

    def routes(self) -> Iterable[web.RouteDef]:
        return ()

    def accepts(self, request: web.Request) -> bool:
        return "assistant_id" in request.query

    def check(self, credential: str | None) -> None:
        tokens.check_application(credential, self._house.settings.secret)

    async def serve(self, request: web.Request, line: Line, credential: str | None) -> None:
        lobby = _Lobby(line, self._house.clock)
        assistant_id = request.query.get("assistant_id", "")
        try:
            self._check_assistant(assistant_id)
            subject = tokens.check_application(credential, self._house.settings.secret)
            started = await self._in_time(
                request, lobby, self._begin(request, lobby, assistant_id, credential, subject)
            )
        except AntiphonError as error:
            lobby.refuse(error)
            full = error.code is ErrorCode.CAPACITY_FULL
            line.close(WSCloseCode.TRY_AGAIN_LATER if full else WSCloseCode.POLICY_VIOLATION, error.code.code)
            return
        if started is not None:
            (session, text_only), first = started
            await SocketCall(session.new_call(), line, self._house.ticker, audio_out=not text_only).carry(first)

    def stop(self) -> None:
        self._standing.stop()

    async def _in_time(self, request: web.Request, lobby: "_Lobby", beginning: Coroutine[Any, Any, T]) -> T:
        """Await a result. Raises `AntiphonError` where it takes too long, or too many are at work already."""
        try:
            self._standing.enter(lobby.line, request)
        except AntiphonError:
            beginning.close()
            raise
        self._standing.refuse_by(lobby.line, lobby.refuse)
        try:
            async with asyncio.timeout(START_S) as limit:
                return await beginning
        except TimeoutError:
            if not limit.expired():
                raise
            message = f"The client did not send a session.start that can be taken within {START_S:g} s."
            raise AntiphonError(ErrorCode.ORDER, message) from None
        finally:
            self._standing.leave(lobby.line)

    def _check_assistant(self, assistant_id: str) -> None:
        if not assistant_id:
            message = "The address names no assistant: connect to /ws?assistant_id=<id>."
            raise AntiphonError(ErrorCode.ASSISTANT_REQUIRED, message)
        self._house.sessions.assistant(assistant_id)

    async def _begin(
        self, request: web.Request, lobby: "_Lobby", assistant_id: str, credential: str | None, subject: str | None
    ) -> tuple[Started, str] | None:
        """Return the session and its first message; None where the line ends first. `subject`: see `tokens`.

        Raises `AntiphonError` `capacity.full` while the server drains, for every client but one that comes back.
        """
        while (message := await self._next(lobby)) is not None:
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
                if error.code is ErrorCode.CAPACITY_FULL and self._house.draining:
                    raise
                lobby.refuse(error)
                self._house.check_running()
        return None

    async def _next(self, lobby: "_Lobby") -> str | bytes | None:
        """Return the client's next message. Raises `capacity.full` where it says nothing while the server drains."""
        while True:
            try:
                async with asyncio.timeout(CLAIM_S):
                    return await lobby.next()
            except TimeoutError:
                self._house.check_running()

    async def _open(
        self, request: web.Request, lobby: "_Lobby", assistant_id: str, credential: str | None, start: Start
    ) -> Started:
        if start.claim is not None:
            return self._resume(assistant_id, start.claim)
        try:
            self._records.check_address(request)
        except web.HTTPTooManyRequests as refusal:
            raise AntiphonError(ErrorCode.CAPACITY_FULL, refusal.reason) from None
        started = await self._start(assistant_id, start, lobby)
        self._records.add_for_socket(request, started.session, credential)
        return started

    async def _start(self, assistant_id: str, start: Start, lobby: "_Lobby") -> "Started":
        sessions, settings = self._house.sessions, self._house.config.of(WsV1Settings)
        loaded = sessions.assistant(assistant_id)
        prepared = sessions.prepare(loaded, visitor(start.user_id, {}))
        introduces = bool(prepared.engine.connection.greeting)
        overridden = await self._overrides.apply(loaded, start, self._house.clock.wall(), introduces=introduces)
        dialect = WsV1Dialect(
            lobby.session_id,
            client_tools=overridden.tools.client,
            tool_count=overridden.tools.count,
            text_only=start.text_only,
            opener=overridden.opener,
            channel=start.channel,
            tells_config=settings.emit_config_resolved,
        )
        parts = sessions.parts(prepared, dialect)
        engine = replace(
            parts.engine,
            policy=overridden.policy,
            connection=replace(parts.engine.connection, greeting=overridden.greeting),
            reply=replace(parts.engine.reply, heard_s=overridden.heard_s, only_read=start.text_only),
        )
        parts = replace(
            parts,
            engine=engine,
            providers=replace(parts.providers, tts=overridden.voice, knowledge=overridden.knowledge),
            briefing=replace(parts.briefing, prompt=overridden.prompt, tools=overridden.tools.server),
            limits=replace(parts.limits, check=check_arguments),
            playout=replace(parts.playout, unheard=start.text_only, sounds_out=False),
            client=replace(parts.client, heartbeat_s=settings.heartbeat_s, last_seq=lobby.last_seq),
        )
        return Started(sessions.open(lobby.session_id, prepared, parts), start.text_only)

    def _resume(self, assistant_id: str, claim: ResumeClaim) -> "Started":
        sessions = self._house.sessions
        try:
            found = sessions.resume(claim, WsV1Dialect)
        except AntiphonError as refused:
            code = ErrorCode.INVALID_VALUE if refused.code is ErrorCode.INVALID_MESSAGE else refused.code
            raise AntiphonError(code, refused.message.replace("last_seq", "lastSeq")) from None
        if found is None:
            message = "The session that `resume` names has ended. Start another one, without `resume`."
            raise AntiphonError(ErrorCode.SESSION_EXPIRED, message)
        if sessions.assistant_of(claim.session_id) != assistant_id:
            message = f"`resume`: this session is not one of {assistant_id[:60]!r}, which the address names."
            raise AntiphonError(ErrorCode.INVALID_VALUE, message)
        session, dialect = found
        return Started(session, dialect.text_only)


class _Lobby:
    """A connection without a session yet: it is told its refusals as its session will tell them."""

    def __init__(self, line: Line, clock: Clock) -> None:
        self.session_id = new_session_id()
        """Of the session that may begin here."""
        self.last_seq = 0
        self.line = line
        self._clock = clock
        self._limiter = RateLimiter()

    async def next(self) -> str | bytes | None:
        return await self.line.receive()

    def refuse(self, error: AntiphonError) -> None:
        """Report a refusal. Too many of them end the connection, as they would end a session."""
        self.last_seq += 1
        told = failures.error(Failed(error.code, error.message))
        wall = round(1000 * self._clock.wall())
        self.line.send(envelope(told, seq=self.last_seq, timestamp_ms=wall, session_id=self.session_id))
        if self._limiter.refused(self._clock.now()):
            self.line.close(WSCloseCode.POLICY_VIOLATION, ErrorCode.RATE_LIMITED.code)
