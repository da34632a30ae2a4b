"""Opening sessions, connecting to them, hanging up (docs/reference/http.md)."""

from collections.abc import Awaitable, Callable, Mapping
from contextlib import AsyncExitStack
from typing import Any

from aiohttp import hdrs, web

from antiphon.domain.errors import AntiphonError, ErrorCode
from antiphon.domain.states import CloseReason
from antiphon.http import body, forwarded, tokens
from antiphon.http.connect_throttle import ConnectThrottle
from antiphon.http.idempotency import Repeats
from antiphon.http.models import CreateSession, SessionDescription
from antiphon.http.services import OpenedSession, Services
from antiphon.http.session_records import SessionRecord, SessionRecords, credential

SDP = "application/sdp"
FRAGMENT = "application/trickle-ice-sdpfrag"
TOKEN_HEADER = "Antiphon-Session-Token"
MAX_ASSISTANT_CHARS = 128

OpenSession = Callable[[str | None, str | None, str | None, Mapping[str, Any]], Awaitable[OpenedSession]]
"""Opens a session for an assistant, a user, a locale and metadata; what is not given is None.

Raises `AntiphonError` `capacity.full` or `protocol.assistant_unknown`.
"""


class Signalling:
    """The handlers of `/v1/sessions`. A refused request leaves nothing behind: no session, peer or token."""

    def __init__(self, services: Services, records: SessionRecords, open_session: OpenSession) -> None:
        self._services = services
        self._records = records
        self._open_session = open_session
        self._repeats = Repeats(services.clock, services.find_session)
        self._throttle = ConnectThrottle()
        self._proxies = forwarded.networks(services.settings.trusted_proxies)

    def routes(self) -> list[web.RouteDef]:
        return [
            web.post("/v1/sessions", self._create),
            web.post("/v1/sessions/{session_id}/offer", self._connect),
            web.get("/v1/sessions/{session_id}/turns", self._turns),
            web.patch("/v1/sessions/{session_id}", self._trickle),
            web.delete("/v1/sessions/{session_id}", self._hang_up),
        ]

    async def _create(self, request: web.Request) -> web.Response:
        subject = tokens.require_application(request, self._services.settings.secret)
        if request.content_type == SDP:
            return await self._whip(request, subject)
        wish = await body.read(request, CreateSession, or_else=f" An SDP offer alone is {SDP} (WHIP).")
        wish = wish.model_copy(update={"user_id": tokens.user_of(subject, wish.user_id, "user_id")})
        return await self._repeats.once(request, wish.model_dump_json(), lambda: self._open(request, wish))

    async def _open(self, request: web.Request, wish: CreateSession) -> web.Response:
        await self._let_in(request)
        async with AsyncExitStack() as undo:
            session = await self._open_session(wish.assistant_id, wish.user_id, wish.locale, wish.metadata)
            undo.push_async_callback(session.close, CloseReason.ERROR)
            undo.callback(self._records.forget, session.session_id)
            record, key, expires_at = self._records.add(request, session)
            answer = {
                "session_id": session.session_id,
                "ephemeral_key": key,
                "expires_at": expires_at,
                "ice_servers": [dict(server) for server in self._services.settings.ice_servers],
            }
            headers = {hdrs.LOCATION: self._location(request, session.session_id)}
            if wish.offer is not None:
                self._records.credentials.spend_key(session.session_id, key)
                sdp = await self._records.answer(record, wish.offer.sdp)
                token = self._records.credentials.mint_token(session.session_id)
                answer |= {"session_token": token, "answer": {"type": "answer", "sdp": sdp}}
                headers[hdrs.ETAG] = record.etag
            undo.pop_all()
        return web.json_response(answer, status=201, headers=headers)

    async def _let_in(self, request: web.Request) -> None:
        """Wait for a turn to open a session.

        Who has its share of sessions is refused before it takes a turn, which somebody else could have had; and once
        more after it, since others of the same address may have come in meanwhile.
        """
        self._records.check_address(request)
        await self._throttle.enter(self._records.client(request))
        self._records.check_address(request)

    async def _whip(self, request: web.Request, user_id: str | None) -> web.Response:
        """Open a session and connect to it in one request (WHIP: RFC 9725, 4.2)."""
        assistant_id = request.query.get("assistant_id")
        if assistant_id is not None and not 1 <= len(assistant_id) <= MAX_ASSISTANT_CHARS:
            message = f"assistant_id must have 1 to {MAX_ASSISTANT_CHARS} characters."
            raise AntiphonError(ErrorCode.INVALID_MESSAGE, message)
        offer = await body.read_text(request, SDP)
        await self._let_in(request)
        async with AsyncExitStack() as undo:
            session = await self._open_session(assistant_id, user_id, None, {})
            undo.push_async_callback(session.close, CloseReason.ERROR)
            undo.callback(self._records.forget, session.session_id)
            record, key, _ = self._records.add(request, session, credential(request))
            self._records.credentials.spend_key(session.session_id, key)
            sdp = await self._records.answer(record, offer)
            token = self._records.credentials.mint_token(session.session_id)
            undo.pop_all()
        response = _described(sdp, token, record, status=201)
        response.headers[hdrs.LOCATION] = self._location(request, session.session_id)
        for link in _links(self._services):
            response.headers.add(hdrs.LINK, link)
        return response

    def _location(self, request: web.Request, session_id: str) -> str:
        """Return the address of the session for the client, also behind a proxy that has this server under a path."""
        return f"{forwarded.prefix(request, self._proxies)}/v1/sessions/{session_id}"

    async def _connect(self, request: web.Request) -> web.Response:
        """Connect: the first time by the key, later by the session token, in the place of the last connection."""
        record = self._records.find(request)
        session_id, given = record.session.session_id, tokens.bearer(request)
        known = self._records.credentials.is_token(session_id, given)
        as_json = request.content_type != SDP
        offer = (await body.read(request, SessionDescription)).sdp if as_json else await body.read_text(request, SDP)
        if not known:
            self._records.credentials.check_key(session_id, given)
        with record.answering():
            await self._throttle.wait_turn(self._records.client(request))
            if known:
                sdp, token = await self._records.answer(record, offer), given
            else:
                sdp, token = await self._first(record, given, offer)
        if not as_json:
            return _described(sdp, token, record)
        answer = {"type": "answer", "sdp": sdp, "session_token": token}
        return web.json_response(answer, headers={hdrs.ETAG: record.etag})

    async def _first(self, record: SessionRecord, key: str, offer: str) -> tuple[str, str]:
        """Connect for the first time. A key is good for one attempt: where that fails, the session ends.

        Raises `AntiphonError` `capacity.full` while the server drains: who has not been connected yet is new.
        """
        session_id = record.session.session_id
        self._records.credentials.spend_key(session_id, key)
        async with AsyncExitStack() as undo:
            undo.push_async_callback(record.session.close, CloseReason.ERROR)
            undo.callback(self._records.forget, session_id)
            self._services.check_running()
            sdp = await self._records.answer(record, offer)
            token = self._records.credentials.mint_token(session_id)
            undo.pop_all()
        return sdp, token

    async def _turns(self, request: web.Request) -> web.Response:
        record = self._owned(request)
        return web.json_response(record.session.turns())

    async def _trickle(self, request: web.Request) -> web.Response:
        """Take candidates that came after the offer (RFC 9725, 4.3.2). An ICE restart is refused:
        it is for `/offer`.
        """
        record = self._owned(request)
        fragment = await body.read_text(request, FRAGMENT)
        wanted = request.headers.get(hdrs.IF_MATCH)
        if wanted is None:
            message = f"PATCH needs the header If-Match with the ETag of the answer, {record.etag}."
            raise AntiphonError(ErrorCode.PRECONDITION_REQUIRED, message)
        if wanted.strip() == "*":
            message = "An ICE restart cannot be made with PATCH; post a new offer to the session's /offer."
            raise AntiphonError(ErrorCode.ICE_RESTART, message)
        if wanted.strip() != record.etag or record.peer is None:
            message = f"If-Match does not name the present ICE session, {record.etag}."
            raise AntiphonError(ErrorCode.PRECONDITION_FAILED, message)
        await record.peer.trickle(fragment)
        return web.Response(status=204, headers={hdrs.ETAG: record.etag})

    async def _hang_up(self, request: web.Request) -> web.Response:
        record = self._owned(request)
        await self._records.hang_up(record)
        return web.json_response({"session_id": record.session.session_id})

    def _owned(self, request: web.Request) -> SessionRecord:
        record = self._records.find(request)
        self._records.require_owner(request, record)
        return record


def _described(sdp: str, token: str, record: SessionRecord, status: int = 200) -> web.Response:
    headers = {hdrs.ETAG: record.etag, TOKEN_HEADER: token}
    return web.Response(status=status, body=sdp.encode(), content_type=SDP, headers=headers)


def _links(services: Services) -> list[str]:
    """Return each URL of the ICE servers as a `Link` (RFC 9725, 4.6)."""
    links = []
    for server in services.settings.ice_servers:
        urls = server["urls"]
        for url in [urls] if isinstance(urls, str) else urls:
            link = f'<{url}>; rel="ice-server"'
            if "username" in server:
                user, password = server["username"], server.get("credential", "")
                link += f'; username="{user}"; credential="{password}"; credential-type="password"'
            links.append(link)
    return links
