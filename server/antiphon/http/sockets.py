"""`GET /ws`: choose the contract that answers a WebSocket, and check its terms.

A subprotocol decides first; without one, the contracts are asked in turn whether they know the request for theirs. A
browser cannot set headers on a WebSocket, so a token may come as a subprotocol of its own, `bearer.<token>`, which is
never sent back.
"""

from collections.abc import Mapping

import structlog
from aiohttp import WSCloseCode, hdrs, web

from antiphon.domain.errors import AntiphonError, ErrorCode
from antiphon.http.contract import Handshake
from antiphon.observe.seldom import EveryMinute
from antiphon.ports import Clock
from antiphon.transports.websocket import Line, make_socket

BEARER = "bearer."
VERSION = "13"
"""Of the WebSocket protocol; drafts before RFC 6455 had others."""

log = structlog.get_logger()


class Sockets:
    """The connections of every contract. `handshakes` are those that are served, by their subprotocols' names."""

    def __init__(self, handshakes: Mapping[str, Handshake], clock: Clock) -> None:
        self._handshakes = handshakes
        self._lines: set[Line] = set()
        self._given_up = EveryMinute("websockets given up", clock, log.info)

    def routes(self) -> list[web.RouteDef]:
        return [web.get("/ws", self._serve)]

    async def close(self, app: web.Application) -> None:
        """Tell every connected client that the server stops; who waits for a session, that there will be none."""
        del app
        for handshake in self._handshakes.values():
            handshake.stop()
        for line in self._lines:
            line.close(WSCloseCode.GOING_AWAY, "the server stops")

    async def closed(self, app: web.Application) -> None:
        """Log what has happened since the last line: every connection has ended."""
        del app
        self._given_up.close()

    def _chosen(self, request: web.Request, offered: list[str]) -> Handshake:
        """Choose the contract that the client asks for. Raises `AntiphonError` `protocol.not_found`."""
        named = [name for name in offered if not name.startswith(BEARER)]
        if named:
            name = next((name for name in named if name in self._handshakes), named[0][:60])
            found = self._handshakes.get(name)
            told = f"The contract {name!r} is not served here"
        else:
            found = next((one for one in self._handshakes.values() if one.accepts(request)), None)
            told = "A WebSocket without a subprotocol is not served here"
        if found is None:
            raise AntiphonError(ErrorCode.NOT_FOUND, f"{told}; {', '.join(self._handshakes)} is.")
        return found

    async def _serve(self, request: web.Request) -> web.StreamResponse:
        offered = _offered(request)
        handshake = self._chosen(request, offered)
        credential = _credential(request, offered)
        handshake.check(credential)
        socket = make_socket(tuple(self._handshakes))
        if not socket.can_prepare(request):
            raise AntiphonError(ErrorCode.INVALID_MESSAGE, "Only WebSocket connections are taken here (RFC 6455).")
        version = request.headers.get(hdrs.SEC_WEBSOCKET_VERSION, "")
        if version != VERSION:
            told = f"Version {VERSION} of the WebSocket protocol is spoken here (RFC 6455, 4.4), not {version[:20]!r}."
            raise AntiphonError(ErrorCode.INVALID_MESSAGE, told)
        await socket.prepare(request)
        async with Line(socket, request.transport, lambda reason: self._given_up.happened(reason=reason)) as line:
            self._lines.add(line)
            try:
                await handshake.serve(request, line, credential)
            finally:
                self._lines.discard(line)
        return socket


def _offered(request: web.Request) -> list[str]:
    given = ",".join(request.headers.getall(hdrs.SEC_WEBSOCKET_PROTOCOL, []))
    return [name.strip() for name in given.split(",") if name.strip()]


def _credential(request: web.Request, offered: list[str]) -> str | None:
    """Return the client's credential as the header `Authorization` would have it."""
    token = next((name.removeprefix(BEARER) for name in offered if name.startswith(BEARER)), None)
    return f"Bearer {token}" if token is not None else request.headers.get(hdrs.AUTHORIZATION)
