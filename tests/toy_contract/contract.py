"""How the lines come and go: a WebSocket whose subprotocol is `toy`, and a page of the contract's own."""

from collections.abc import Iterable, Mapping
from dataclasses import replace

from aiohttp import web

from antiphon.contracts.entry import Entry, House
from antiphon.http.contract import Handshake
from antiphon.http.session_records import SessionRecords
from antiphon.providers.prepared import Unspoken
from antiphon.sessions import new_session_id
from antiphon.transports.websocket import Line
from toy_contract.dialect import READY, ToyDialect


class Toy:
    """The contract (`http.contract.Contract` and its `Handshake`)."""

    pages: Mapping[str, str] = {"/toy": "bookmarklet.html"}

    def __init__(self, house: House, records: SessionRecords) -> None:
        self._house = house
        self._records = records

    @property
    def sockets(self) -> Mapping[str, Handshake]:
        return {"toy": self}

    def routes(self) -> Iterable[web.RouteDef]:
        return [web.get("/v1/toys", self._toys)]

    def accepts(self, request: web.Request) -> bool:
        return request.query.get("toy") == "yes"

    def check(self, credential: str | None) -> None:
        del credential

    def stop(self) -> None:
        """Refuse nobody: each line has its session at once."""

    async def serve(self, request: web.Request, line: Line, credential: str | None) -> None:
        sessions, session_id = self._house.sessions, new_session_id()
        prepared = sessions.prepare(sessions.assistant("demo"))
        parts = sessions.parts(prepared, ToyDialect())
        providers = replace(parts.providers, tts=Unspoken())
        playout = replace(parts.playout, unheard=True, sounds_out=False)
        session = sessions.open(session_id, prepared, replace(parts, providers=providers, playout=playout))
        self._records.add_for_socket(request, session, credential)
        call = session.new_call()
        call.muted()
        call.opened(line)
        call.on_message(READY)
        try:
            while (message := await line.receive()) is not None:
                call.on_message(message)
        finally:
            call.lost("closed")

    async def _toys(self, request: web.Request) -> web.Response:
        del request
        return web.json_response(["toy"])


TOY = Entry("toy", "the toy", Toy, ())
