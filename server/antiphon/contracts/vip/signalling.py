"""Opening sessions, connecting to them, hanging up (docs/reference/http.md)."""

from collections.abc import Awaitable, Callable, Mapping
from contextlib import AsyncExitStack
from typing import Any

from aiohttp import hdrs, web

from antiphon.domain.errors import AntiphonError, ErrorCode
from antiphon.domain.states import CloseReason
from antiphon.http import body, forwarded, tokens
from antiphon.http.idempotency import Repeats
from antiphon.http.models import CreateSession, SessionDescription
from antiphon.http.seats import Seat, Seats, credential
from antiphon.http.services import OpenedSession, Services
from antiphon.http.turnstile import Turnstile

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

    def __init__(self, services: Services, seats: Seats, open_session: OpenSession) -> None:
        self._services = services
        self._seats = seats
        self._open_session = open_session
        self._repeats = Repeats(services.clock, services.find_session)
        self._turnstile = Turnstile()
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
            undo.callback(self._seats.forget, session.session_id)
            seat, key, expires_at = self._seats.take(request, session)
            answer = {
                "session_id": session.session_id,
                "ephemeral_key": key,
                "expires_at": expires_at,
                "ice_servers": [dict(server) for server in self._services.settings.ice_servers],
            }
            headers = {hdrs.LOCATION: self._location(request, session.session_id)}
            if wish.offer is not None:
                self._seats.credentials.spend_key(session.session_id, key)
                sdp = await self._seats.answer(seat, wish.offer.sdp)
                token = self._seats.credentials.mint_token(session.session_id)
                answer |= {"session_token": token, "answer": {"type": "answer", "sdp": sdp}}
                headers[hdrs.ETAG] = seat.etag
            undo.pop_all()
        return web.json_response(answer, status=201, headers=headers)

    async def _let_in(self, request: web.Request) -> None:
        """Wait for a turn to open a session.

        Who has its share of sessions is refused before it takes a turn, which somebody else could have had; and once
        more after it, since others of the same address may have come in meanwhile.
        """
        self._seats.check_address(request)
        await self._turnstile.enter(self._seats.client(request))
        self._seats.check_address(request)

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
            undo.callback(self._seats.forget, session.session_id)
            seat, key, _ = self._seats.take(request, session, credential(request))
            self._seats.credentials.spend_key(session.session_id, key)
            sdp = await self._seats.answer(seat, offer)
            token = self._seats.credentials.mint_token(session.session_id)
            undo.pop_all()
        response = _described(sdp, token, seat, status=201)
        response.headers[hdrs.LOCATION] = self._location(request, session.session_id)
        for link in _links(self._services):
            response.headers.add(hdrs.LINK, link)
        return response

    def _location(self, request: web.Request, session_id: str) -> str:
        """Return the address of the session for the client, also behind a proxy that has this server under a path."""
        return f"{forwarded.prefix(request, self._proxies)}/v1/sessions/{session_id}"

    async def _connect(self, request: web.Request) -> web.Response:
        """Connect: the first time by the key, later by the session token, in the place of the last connection."""
        seat = self._seats.find(request)
        session_id, given = seat.session.session_id, tokens.bearer(request)
        known = self._seats.credentials.is_token(session_id, given)
        as_json = request.content_type != SDP
        offer = (await body.read(request, SessionDescription)).sdp if as_json else await body.read_text(request, SDP)
        if not known:
            self._seats.credentials.check_key(session_id, given)
        with seat.answering():
            await self._turnstile.come_back(self._seats.client(request))
            if known:
                sdp, token = await self._seats.answer(seat, offer), given
            else:
                sdp, token = await self._first(seat, given, offer)
        if not as_json:
            return _described(sdp, token, seat)
        answer = {"type": "answer", "sdp": sdp, "session_token": token}
        return web.json_response(answer, headers={hdrs.ETAG: seat.etag})

    async def _first(self, seat: Seat, key: str, offer: str) -> tuple[str, str]:
        """Connect for the first time. A key is good for one attempt: where that fails, the session ends."""
        session_id = seat.session.session_id
        self._seats.credentials.spend_key(session_id, key)
        async with AsyncExitStack() as undo:
            undo.push_async_callback(seat.session.close, CloseReason.ERROR)
            undo.callback(self._seats.forget, session_id)
            sdp = await self._seats.answer(seat, offer)
            token = self._seats.credentials.mint_token(session_id)
            undo.pop_all()
        return sdp, token

    async def _turns(self, request: web.Request) -> web.Response:
        seat = self._owned(request)
        return web.json_response(seat.session.turns())

    async def _trickle(self, request: web.Request) -> web.Response:
        """Take candidates that came after the offer (RFC 9725, 4.3.2). An ICE restart is refused:
        it is for `/offer`.
        """
        seat = self._owned(request)
        fragment = await body.read_text(request, FRAGMENT)
        wanted = request.headers.get(hdrs.IF_MATCH)
        if wanted is None:
            message = f"PATCH needs the header If-Match with the ETag of the answer, {seat.etag}."
            raise AntiphonError(ErrorCode.PRECONDITION_REQUIRED, message)
        if wanted.strip() == "*":
            message = "An ICE restart cannot be made with PATCH; post a new offer to the session's /offer."
            raise AntiphonError(ErrorCode.ICE_RESTART, message)
        if wanted.strip() != seat.etag or seat.peer is None:
            message = f"If-Match does not name the present ICE session, {seat.etag}."
            raise AntiphonError(ErrorCode.PRECONDITION_FAILED, message)
        await seat.peer.trickle(fragment)
        return web.Response(status=204, headers={hdrs.ETAG: seat.etag})

    async def _hang_up(self, request: web.Request) -> web.Response:
        seat = self._owned(request)
        await self._seats.hang_up(seat)
        return web.json_response({"session_id": seat.session.session_id})

    def _owned(self, request: web.Request) -> Seat:
        seat = self._seats.find(request)
        self._seats.require_owner(request, seat)
        return seat


def _described(sdp: str, token: str, seat: Seat, status: int = 200) -> web.Response:
    headers = {hdrs.ETAG: seat.etag, TOKEN_HEADER: token}
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
