"""A network between the browser and the server that can be cut: datagrams only, in user space."""

import asyncio
import json
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from typing import Any

from playwright.async_api import Page, Route

HOST = "127.0.0.1"
DISCARD = 9
CANDIDATE = re.compile(r"(a=candidate:\S+ \d \S+ \d+ \S+ )(\d+)( typ host)")


class _Side(asyncio.DatagramProtocol):
    def __init__(self, relay: "Relay") -> None:
        self._relay = relay
        self.peer: tuple[str, int] | None = None
        self.transport: asyncio.DatagramTransport | None = None

    def datagram_received(self, data: bytes, addr: tuple[str, int]) -> None:
        self.peer = addr
        self._relay.carry(self, data)

    @property
    def port(self) -> int:
        assert self.transport is not None
        port: int = self.transport.get_extra_info("sockname")[1]
        return port


class Relay:
    """Carries what the browser sends to the server, and back, until it is cut."""

    def __init__(self) -> None:
        self.cut = False
        self.carried = 0
        self.browser = _Side(self)
        self.server = _Side(self)

    def carry(self, source: _Side, data: bytes) -> None:
        to = self.server if source is self.browser else self.browser
        if not self.cut and to.peer is not None and to.transport is not None:
            self.carried += 1
            to.transport.sendto(data, to.peer)

    async def join(self, route: Route) -> None:
        """Answers the page's offer so that it finds the server here, and the server finds nobody but us."""
        request: dict[str, Any] = json.loads(route.request.post_data or "{}")
        offer = request.get("offer", request)
        offer["sdp"] = CANDIDATE.sub(rf"\g<1>{DISCARD}\3", offer["sdp"])
        response = await route.fetch(post_data=json.dumps(request))
        answered: dict[str, Any] = await response.json()
        answer = answered.get("answer", answered)
        found = CANDIDATE.search(answer["sdp"])
        assert found, answer["sdp"]
        self.server.peer = (HOST, int(found[2]))
        answer["sdp"] = CANDIDATE.sub(rf"\g<1>{self.browser.port}\3", answer["sdp"])
        await route.fulfill(response=response, json=answered)


def _itself(side: _Side) -> _Side:
    return side


@asynccontextmanager
async def relay(page: Page) -> AsyncIterator[Relay]:
    """The first connection that `page` makes from now on goes through the relay; later ones do not."""
    between = Relay()
    loop = asyncio.get_running_loop()
    for side in (between.browser, between.server):
        side.transport, _ = await loop.create_datagram_endpoint(partial(_itself, side), local_addr=(HOST, 0))
    await page.route("**/v1/sessions", between.join, times=1)
    try:
        yield between
    finally:
        for side in (between.browser, between.server):
            if side.transport is not None:
                side.transport.close()
