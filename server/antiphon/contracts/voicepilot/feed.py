"""The subprotocol `voicepilot`: the turn events of a session, for a client that has its token (docs/reference/vip.md).

It is read-only: what comes from the client is read, so that its end is noticed, and means nothing.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from aiohttp import WSCloseCode, web

from antiphon.domain.errors import AntiphonError, ErrorCode
from antiphon.http.contract import Handshake
from antiphon.http.services import OpenedSession, Services
from antiphon.http.session_records import SessionRecords
from antiphon.http.tokens import bearer_of
from antiphon.transports.websocket import Line
from antiphon.transports.websocket_pace import Paced
from antiphon.wire.codec import dumps
from antiphon.wire.turn_event_payloads import TYPE

FEEDS = 8
"""Connections that may follow one session: each event is sent to all of them."""


class Feed:
    """The contract (`http.contract.Contract` and its `Handshake`)."""

    pages: Mapping[str, str] = {}

    def __init__(self, house: Services, records: SessionRecords) -> None:
        self._house = house
        self._records = records
        self._feeds: Counter[str] = Counter()

    @property
    def sockets(self) -> Mapping[str, Handshake]:
        return {"voicepilot": self}

    def routes(self) -> Iterable[web.RouteDef]:
        return ()

    def accepts(self, request: web.Request) -> bool:
        """Return False: a client has to name this contract."""
        del request
        return False

    def check(self, credential: str | None) -> None:
        self._session(credential)

    def stop(self) -> None:
        """Refuse nobody: a client that watches a session waits for none."""

    async def serve(self, request: web.Request, line: Line, credential: str | None) -> None:
        del request

        def forward(payload: Mapping[str, Any] | None) -> None:
            if payload is None:
                line.close(WSCloseCode.OK, "the session has ended")
            else:
                line.send(dumps({"type": TYPE, "payload": payload}))

        try:
            session = self._session(credential)
            if self._feeds[session.session_id] >= FEEDS:
                told = f"{FEEDS} connections follow this session already; close one of them."
                raise AntiphonError(ErrorCode.RATE_LIMITED, told)
            unfollow = session.follow(forward)
        except AntiphonError as error:  # it has ended while the connection was made
            line.close(WSCloseCode.POLICY_VIOLATION, error.code.code)
            return
        self._feeds[session.session_id] += 1
        try:
            paced = Paced(line)
            while await paced.receive() is not None:
                pass
        finally:
            unfollow()
            self._feeds -= Counter((session.session_id,))

    def _session(self, credential: str | None) -> OpenedSession:
        """Return the session. Raises `AntiphonError` `auth.*`, or `protocol.not_found` where it has ended."""
        session = self._house.find_session(self._records.credentials.session_of(bearer_of(credential)))
        if session is None:
            raise AntiphonError(ErrorCode.NOT_FOUND, "The session of that token has ended.")
        return session
