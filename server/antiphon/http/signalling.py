"""Opening sessions, connecting to them, hanging up (spec/interface.md, HTTP)."""

import asyncio
from contextlib import AsyncExitStack
from dataclasses import dataclass

from aiohttp import hdrs, web

from antiphon.domain.errors import AntiphonError, ErrorCode
from antiphon.domain.states import CloseReason
from antiphon.http import body, tokens
from antiphon.http.models import CreateSession, SessionDescription
from antiphon.http.services import AnsweringPeer, OpenedSession, Services


@dataclass(slots=True)
class _Seat:
    """A session that was opened here, who is connected to it, and the end of its unused key."""

    session: OpenedSession
    peer: AnsweringPeer | None = None
    expiry: asyncio.Task[None] | None = None

    def keep(self) -> None:
        if self.expiry is not None:
            self.expiry.cancel()
            self.expiry = None


class Signalling:
    """The handlers of `/v1/sessions`. A refused request leaves nothing behind: no session, peer or token."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._key_s = services.settings.key_s
        self._credentials = tokens.Credentials(services.clock, self._key_s)
        self._seats: dict[str, _Seat] = {}

    def routes(self) -> list[web.RouteDef]:
        return [
            web.post("/v1/sessions", self._create),
            web.post("/v1/sessions/{session_id}/offer", self._connect),
            web.get("/v1/sessions/{session_id}/turns", self._turns),
            web.delete("/v1/sessions/{session_id}", self._hang_up),
        ]

    async def close(self, app: web.Application) -> None:
        """Forget every session; whoever made them ends them."""
        del app
        for session_id in list(self._seats):
            self._forget(session_id)

    async def _create(self, request: web.Request) -> web.Response:
        tokens.require_application(request, self._services.settings.secret)
        wish = await body.read(request, CreateSession)
        self._forget_ended()
        async with AsyncExitStack() as undo:
            session = await self._services.open_session(wish.assistant_id, wish.user_id, wish.locale, wish.metadata)
            undo.push_async_callback(session.close, CloseReason.ERROR)
            undo.callback(self._forget, session.session_id)
            answer = self._opened(session)
            if wish.offer is not None:
                key = str(answer["ephemeral_key"])
                self._credentials.spend_key(session.session_id, key)
                sdp, token = await self._answer(session.session_id, wish.offer)
                answer |= {"session_token": token, "answer": {"type": "answer", "sdp": sdp}}
            undo.pop_all()
        location = {hdrs.LOCATION: f"/v1/sessions/{session.session_id}"}
        return web.json_response(answer, status=201, headers=location)

    def _opened(self, session: OpenedSession) -> dict[str, object]:
        session_id = session.session_id
        seat = self._seats[session_id] = _Seat(session)
        seat.expiry = asyncio.create_task(self._expire(session_id), name=f"key-of-{session_id}")
        return {
            "session_id": session_id,
            "ephemeral_key": self._credentials.mint_key(session_id),
            "expires_at": round((self._services.clock.wall() + self._key_s) * 1000),
            "ice_servers": [dict(server) for server in self._services.settings.ice_servers],
        }

    async def _connect(self, request: web.Request) -> web.Response:
        session_id, seat = self._seat(request)
        credential = tokens.bearer(request)
        known = self._credentials.is_token(session_id, credential)
        offer = await body.read(request, SessionDescription)
        if known and seat.peer is not None and not seat.peer.closed:
            raise AntiphonError(
                ErrorCode.ORDER, "This session has a peer connection; hang up before you make another one."
            )
        if not known:
            self._credentials.spend_key(session_id, credential)
        async with AsyncExitStack() as undo:
            undo.push_async_callback(seat.session.close, CloseReason.ERROR)
            undo.callback(self._forget, session_id)
            sdp, token = await self._answer(session_id, offer)
            undo.pop_all()
        return web.json_response({"type": "answer", "sdp": sdp, "session_token": token})

    async def _turns(self, request: web.Request) -> web.Response:
        session_id, seat = self._seat(request)
        self._credentials.check_token(session_id, tokens.bearer(request))
        return web.json_response(seat.session.turns())

    async def _hang_up(self, request: web.Request) -> web.Response:
        session_id, seat = self._seat(request)
        self._credentials.check_token(session_id, tokens.bearer(request))
        self._forget(session_id)
        await seat.session.close(CloseReason.CLIENT)
        if seat.peer is not None:
            await seat.peer.finish()
        return web.json_response({"session_id": session_id})

    async def _answer(self, session_id: str, offer: SessionDescription) -> tuple[str, str]:
        """The SDP answer, and a token for what is left to do with the session."""
        seat = self._seats[session_id]
        seat.keep()
        peer = self._services.make_peer(seat.session.call)
        sdp = await peer.answer(offer.sdp)
        seat.peer = peer
        return sdp, self._credentials.mint_token(session_id)

    def _seat(self, request: web.Request) -> tuple[str, _Seat]:
        session_id = request.match_info["session_id"]
        seat = self._seats.get(session_id)
        if seat is None or self._services.find_session(session_id) is None:
            raise AntiphonError(ErrorCode.NOT_FOUND, "There is no such session, or it has ended.")
        return session_id, seat

    async def _expire(self, session_id: str) -> None:
        await asyncio.sleep(self._key_s)
        seat = self._seats[session_id]
        seat.expiry = None
        self._forget(session_id)
        await seat.session.close(CloseReason.IDLE)

    def _forget(self, session_id: str) -> None:
        seat = self._seats.pop(session_id, None)
        if seat is not None:
            seat.keep()
        self._credentials.forget(session_id)

    def _forget_ended(self) -> None:
        for session_id in [one for one in self._seats if self._services.find_session(one) is None]:
            self._forget(session_id)
