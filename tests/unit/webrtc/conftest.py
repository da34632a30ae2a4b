"""Calls between a peer and a real aiortc client on loopback."""

from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

import pytest_asyncio

from antiphon.session.clock import LoopClock
from antiphon.transports.webrtc.peer import Peer
from antiphon.transports.webrtc.peers import Peers
from support.rtc import EchoCall, StockClient

Connect = Callable[[StockClient], Awaitable["Line"]]


class Line:
    """A call with both of its ends."""

    def __init__(self, caller: StockClient, call: EchoCall, peer: Peer) -> None:
        self.caller = caller
        self.call = call
        self.peer = peer


@pytest_asyncio.fixture
async def peers() -> AsyncIterator[Peers]:
    made = Peers("127.0.0.1", LoopClock())
    yield made
    await made.close()
    assert made.half_open == 0


@pytest_asyncio.fixture
async def connect(peers: Peers) -> AsyncIterator[Connect]:
    callers: list[StockClient] = []

    async def connected(caller: StockClient) -> Line:
        callers.append(caller)
        call = EchoCall()
        peer = peers.make(call)
        await caller.accept(await peer.answer(await caller.offer()))
        return Line(caller, call, peer)

    yield connected
    for caller in callers:
        await caller.close()


def caller_with_channel(**options: Any) -> StockClient:
    caller = StockClient()
    caller.channel(**options)
    return caller
