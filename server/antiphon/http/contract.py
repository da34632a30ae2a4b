"""What a contract is to the HTTP side of the server: how its clients reach it."""

from collections.abc import Iterable, Mapping
from typing import Protocol

from aiohttp import web

from antiphon.transports.websocket import Line


class Handshake(Protocol):
    """What a contract does with a WebSocket, from its first message to its last."""

    def takes(self, request: web.Request) -> bool:
        """Whether a client that names no subprotocol means this contract; the first that says so has it."""
        ...

    def check(self, credential: str | None) -> None:
        """Before anything is opened. Raises `AntiphonError` where whoever comes with this may not."""
        ...

    async def serve(self, request: web.Request, line: Line, credential: str | None) -> None:
        """Until the line ends. `credential` is the `Authorization` that the client came with, in whatever way."""
        ...


class Contract(Protocol):
    """A contract that is served."""

    @property
    def sockets(self) -> Mapping[str, Handshake]:
        """Those who take WebSockets at `/ws`, by the names of their subprotocols."""
        ...

    @property
    def pages(self) -> Mapping[str, str]:
        """Pages that show the contract: paths on this server, and the files of the browser module that stand there."""
        ...

    def routes(self) -> Iterable[web.RouteDef]:
        """Its endpoints beside `/ws`."""
        ...
