"""`GET /ws`: which contract answers, and on what terms (requirements, section 6; S8).

A subprotocol decides first; without one, `assistant_id` in the address means WS v1, and none means Vela. A browser
cannot set headers on a WebSocket, so a token may come as a subprotocol of its own, `bearer.<token>`, which is never
sent back.
"""

from collections.abc import Mapping
from typing import Protocol

import structlog
from aiohttp import WSCloseCode, hdrs, web

from antiphon.domain.errors import AntiphonError, ErrorCode
from antiphon.observe.seldom import EveryMinute
from antiphon.ports import Clock
from antiphon.transports.websocket import Line, open_socket

WS_V1, VELA, VOICEPILOT = "ws.v1", "vela", "voicepilot"
BEARER = "bearer."

log = structlog.get_logger()


class Contract(Protocol):
    """What one contract does with a connection, from the first message to the last."""

    def check(self, credential: str | None) -> None:
        """Before anything is opened. Raises `AntiphonError` where whoever comes with this may not."""
        ...

    async def serve(self, request: web.Request, line: Line, credential: str | None) -> None:
        """Until the line ends. `credential` is the `Authorization` that the client came with, in whatever way."""
        ...


class Sockets:
    """The connections of every contract. `contracts` are those that are served, by their subprotocols' names."""

    def __init__(self, contracts: Mapping[str, Contract], clock: Clock) -> None:
        self._contracts = contracts
        self._lines: set[Line] = set()
        self._given_up = EveryMinute("websockets given up", clock, log.info)

    def routes(self) -> list[web.RouteDef]:
        return [web.get("/ws", self._serve)]

    async def close(self, app: web.Application) -> None:
        """The server stops: whoever is still connected is told so."""
        del app
        for line in self._lines:
            line.close(WSCloseCode.GOING_AWAY, "the server stops")

    def _chosen(self, offered: list[str], names_assistant: bool) -> str:
        """The contract that the client asks for."""
        named = [name for name in offered if not name.startswith(BEARER)]
        if named:
            return next((name for name in named if name in self._contracts), named[0][:60])
        return WS_V1 if names_assistant else VELA

    async def _serve(self, request: web.Request) -> web.StreamResponse:
        offered = _offered(request)
        name = self._chosen(offered, "assistant_id" in request.query)
        contract = self._contracts.get(name)
        if contract is None:
            served = ", ".join(self._contracts)
            raise AntiphonError(ErrorCode.NOT_FOUND, f"The contract {name!r} is not served here; {served} is.")
        credential = _credential(request, offered)
        contract.check(credential)
        socket = open_socket(tuple(self._contracts))
        if not socket.can_prepare(request):
            raise AntiphonError(ErrorCode.INVALID_MESSAGE, "Only WebSocket connections are taken here (RFC 6455).")
        await socket.prepare(request)
        async with Line(socket, request.transport, lambda reason: self._given_up.happened(reason=reason)) as line:
            self._lines.add(line)
            try:
                await contract.serve(request, line, credential)
            finally:
                self._lines.discard(line)
        return socket


def _offered(request: web.Request) -> list[str]:
    given = ",".join(request.headers.getall(hdrs.SEC_WEBSOCKET_PROTOCOL, []))
    return [name.strip() for name in given.split(",") if name.strip()]


def _credential(request: web.Request, offered: list[str]) -> str | None:
    """As the header `Authorization` has it."""
    token = next((name.removeprefix(BEARER) for name in offered if name.startswith(BEARER)), None)
    return f"Bearer {token}" if token is not None else request.headers.get(hdrs.AUTHORIZATION)
