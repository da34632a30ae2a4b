"""The records of sessions that were opened over HTTP: credentials and peer connections of each."""

import asyncio
import hashlib
import hmac
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field

from aiohttp import hdrs, web

from antiphon.domain.errors import AntiphonError, ErrorCode
from antiphon.domain.states import CloseReason
from antiphon.http import tokens
from antiphon.http.addresses import Addresses
from antiphon.http.services import AnsweringPeer, OpenedSession, Services

MAX_OFFERS = 4
"""Of one session at a time: a client that has given one up sends the next."""


@dataclass(slots=True)
class SessionRecord:
    """The record of one session that was opened here. `peers` are its connections, the newest last."""

    session: OpenedSession
    peers: list[AnsweringPeer] = field(default_factory=list)
    expiry: asyncio.Task[None] | None = None
    """The end of its unused key."""
    opened_by: bytes | None = None
    """A hash of the credential that opened it by WHIP, empty where none was needed; None where it was not WHIP."""
    offers: int = 0
    """Those that wait for their answers."""

    @property
    def peer(self) -> AnsweringPeer | None:
        """The newest peer connection that is not closed."""
        return next((one for one in reversed(self.peers) if not one.closed), None)

    @property
    def etag(self) -> str:
        """The entity tag, which names the ICE session of the newest connection (RFC 9725, 4.3.1)."""
        ice = self.peer.ice_session if self.peer is not None else ""
        return f'"{hashlib.sha256(ice.encode()).hexdigest()[:16]}"'

    @contextmanager
    def answering(self) -> Iterator[None]:
        """Count an offer while it waits for its answer. Raises `AntiphonError` `rate.limited` where too many wait."""
        if self.offers >= MAX_OFFERS:
            message = f"{MAX_OFFERS} offers of this session wait for their answers already; wait for the last one."
            raise AntiphonError(ErrorCode.RATE_LIMITED, message)
        self.offers += 1
        try:
            yield
        finally:
            self.offers -= 1

    def keep(self) -> None:
        if self.expiry is not None:
            self.expiry.cancel()
            self.expiry = None


class SessionRecords:
    """The records of all sessions. A request that is refused leaves nothing behind: no session, peer or token."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._key_s = services.settings.key_s
        self.credentials = tokens.Credentials(services.clock, self._key_s)
        self._records: dict[str, SessionRecord] = {}
        # A record leads to its session, and that to all that was said in it.
        services.when_ended(self.forget)
        limits, proxies = services.settings.limits, services.settings.trusted_proxies
        self._addresses = Addresses(limits.sessions_per_address, limits.bound_loopback, self._is_in_use, proxies)

    def check_address(self, request: web.Request) -> None:
        """Raise 429 where the client's address has its share of sessions."""
        self._addresses.check(request)

    def client(self, request: web.Request) -> str:
        """Return the name that the client of a request is counted by."""
        return self._addresses.name(request)

    def _is_in_use(self, session_id: str) -> bool:
        """Tell whether a session counts; one that waits for its client to come back takes nobody's place."""
        session = self._services.find_session(session_id)
        return session is not None and not session.deserted

    def add(
        self, request: web.Request, session: OpenedSession, opened_by: bytes | None = None
    ) -> tuple[SessionRecord, str, int]:
        """Record a session that was just opened. Return the record, its key, and its expiry (ms since the epoch)."""
        session_id = session.session_id
        self._addresses.opened(request, session_id)
        record = self._records[session_id] = SessionRecord(session, opened_by=opened_by)
        record.expiry = asyncio.create_task(self._expire(session_id), name=f"key-of-{session_id}")
        key = self.credentials.mint_key(session_id)
        return record, key, round((self._services.clock.wall() + self._key_s) * 1000)

    def add_for_socket(self, request: web.Request, session: OpenedSession, authorization: str | None) -> None:
        """Record a session whose client is connected already, for the client that came with that credential."""
        record, key, _ = self.add(request, session, _hashed(authorization))
        self.credentials.spend_key(session.session_id, key)
        record.keep()

    def find(self, request: web.Request) -> SessionRecord:
        """Find the record that a request's path names. Raises `AntiphonError` `protocol.not_found`."""
        session_id = request.match_info["session_id"]
        record = self._records.get(session_id)
        if record is None or self._services.find_session(session_id) is None:
            raise AntiphonError(ErrorCode.NOT_FOUND, "There is no such session, or it has ended.")
        return record

    def require_owner(self, request: web.Request, record: SessionRecord) -> None:
        """Let a client through that has the session token, or the credential that opened the session by WHIP.

        Raises `AntiphonError` `auth.required`, `auth.invalid` or `auth.forbidden`.
        """
        if record.opened_by is not None and hmac.compare_digest(record.opened_by, credential(request)):
            return
        self.credentials.check_token(record.session.session_id, tokens.bearer(request))

    async def answer(self, record: SessionRecord, offer_sdp: str) -> str:
        """Return the SDP answer of a new connection to the session. An older one that never came about gives way.

        Raises `AntiphonError`, and then all is as it was.
        """
        call = record.session.new_call()
        peer = self._services.make_peer(call)
        with ExitStack() as undo:
            undo.callback(call.lost, "refused")  # it will never arrive: the session must not wait for it
            sdp = await peer.answer(offer_sdp)
            undo.pop_all()
        record.keep()
        given_up = [one for one in record.peers if not one.established and not one.closed]
        record.peers = [one for one in record.peers if one.established and not one.closed] + [peer]
        for one in given_up:
            await one.finish()
        return sdp

    async def hang_up(self, record: SessionRecord) -> None:
        """End the session and its connections."""
        self.forget(record.session.session_id)
        await record.session.close(CloseReason.CLIENT)
        for peer in record.peers:
            await peer.finish()

    async def _expire(self, session_id: str) -> None:
        await asyncio.sleep(self._key_s)
        record = self._records[session_id]
        record.expiry = None
        self.forget(session_id)
        await record.session.close(CloseReason.IDLE)

    def forget(self, session_id: str) -> None:
        record = self._records.pop(session_id, None)
        if record is not None:
            record.keep()
        self.credentials.forget(session_id)

    async def close(self, app: web.Application) -> None:
        """Forget every session; ending them is for whoever made them."""
        del app
        for session_id in list(self._records):
            self.forget(session_id)


def credential(request: web.Request) -> bytes:
    """Return a hash of the credential that the request brings; empty where it brings none."""
    return _hashed(request.headers.get(hdrs.AUTHORIZATION))


def _hashed(value: str | None) -> bytes:
    return b"" if value is None else hashlib.sha256(value.encode("utf-8", "replace")).digest()
