"""The ports between the HTTP server and a contract: how a contract's clients reach it."""

from collections.abc import Iterable, Mapping
from typing import Protocol

from aiohttp import web

from antiphon.transports.websocket import Line


class Handshake(Protocol):
    """The way in which a contract handles a WebSocket, from its first message to its last."""

    def accepts(self, request: web.Request) -> bool:
        """Tell whether a client that names no subprotocol means this contract; the first that says so has it."""
        ...

    def check(self, credential: str | None) -> None:
        """Check a request before anything is opened. Raises `AntiphonError` where its client may not connect."""
        ...

    async def serve(self, request: web.Request, line: Line, credential: str | None) -> None:
        """Serve the line until it ends. `credential` is the `Authorization` that the client came with."""
        ...

    def stop(self) -> None:
        """Refuse each line that waits for a session, in the words of the contract: the server stops."""
        ...


class Contract(Protocol):
    """A contract that is served."""

    @property
    def sockets(self) -> Mapping[str, Handshake]:
        """Return the handshakes for WebSockets at `/ws`, by the names of their subprotocols."""
        ...

    @property
    def pages(self) -> Mapping[str, str]:
        """Return the pages that show the contract: paths on this server, and the files of the browser module there."""
        ...

    def routes(self) -> Iterable[web.RouteDef]:
        """Return the contract's endpoints beside `/ws`."""
        ...
