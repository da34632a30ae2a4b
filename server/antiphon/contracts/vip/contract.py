"""The contract VIP: sessions over HTTP, messages over the data channel of a WebRTC connection."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from aiohttp import web

from antiphon.assistant_registry import LoadedAssistant
from antiphon.contracts.entry import Direction, Entry, House
from antiphon.contracts.vip import client_messages, server_messages
from antiphon.contracts.vip.dialect import VipDialect
from antiphon.contracts.vip.signalling import Signalling
from antiphon.domain.errors import AntiphonError, ErrorCode
from antiphon.http.contract import Handshake
from antiphon.http.session_records import SessionRecords
from antiphon.session.session import Session
from antiphon.sessions import new_session_id, visitor

DEFAULT_ASSISTANT = "demo"


class Vip:
    """The contract (`http.contract.Contract`)."""

    sockets: Mapping[str, Handshake] = {}
    pages: Mapping[str, str] = {}

    def __init__(self, house: House, records: SessionRecords) -> None:
        self._house = house
        self._signalling = Signalling(house, records, self.open)

    def routes(self) -> Iterable[web.RouteDef]:
        return self._signalling.routes()

    async def open(
        self, assistant_id: str | None, user_id: str | None, locale: str | None, metadata: Mapping[str, Any]
    ) -> Session:
        """Open a session. Raises `AntiphonError` `capacity.full` or `protocol.assistant_unknown`."""
        loaded = self._assistant(assistant_id)
        sessions, session_id = self._house.sessions, new_session_id()
        language = loaded.assistant.spoken_in(locale)
        prepared = sessions.prepare(loaded, visitor(user_id, metadata), language)
        dialect = VipDialect(
            session_id,
            user_id=user_id,
            locale=locale,
            model_id=loaded.model_id,
            reserved=loaded.tools,
        )
        parts = sessions.parts(prepared, dialect)
        briefing = replace(parts.briefing, language=language, locale=locale)
        return sessions.open(session_id, prepared, replace(parts, briefing=briefing))

    def _assistant(self, assistant_id: str | None) -> LoadedAssistant:
        # Where there is one assistant only, nobody needs to name it.
        ids = sorted(str(one["id"]) for one in self._house.assistants())
        wanted = assistant_id or (ids[0] if len(ids) == 1 else DEFAULT_ASSISTANT)
        if wanted not in ids:
            told = f"There is no assistant {wanted[:60]!r}."
            if assistant_id is None:
                told = f"No assistant was named, and none is called {wanted!r}, which would be the default."
            told += f" Known assistants: {', '.join(ids)}. Name one of them."
            raise AntiphonError(ErrorCode.ASSISTANT_UNKNOWN, told)
        return self._house.sessions.assistant(wanted)


VIP = Entry(
    "vip",
    "VIP",
    Vip,
    (
        Direction(
            "ClientMessage",
            "Client",
            client_messages.AnyClientMessage,
            sent=False,
            described=client_messages.ClientMessage.__doc__,
        ),
        Direction(
            "ServerMessage",
            "Server",
            server_messages.AnyServerMessage,
            sent=True,
            described=server_messages.ServerMessage.__doc__,
        ),
    ),
)
