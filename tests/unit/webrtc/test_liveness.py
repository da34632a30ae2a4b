"""A client is there while any authenticated datagram of its arrives, and needs to say nothing for that."""

import asyncio
from collections.abc import Callable

import pytest

from antiphon.domain.audio import FRAME_S
from antiphon.session.clock import LoopClock
from antiphon.transports.webrtc import hardening, liveness
from antiphon.transports.webrtc.peers import Peers
from support.rtc import EchoCall, StockClient, lose
from support.wait import sooner_than, until


class Wire:
    """Cuts what a caller sends, without a goodbye."""

    def __init__(self, caller: StockClient) -> None:
        self._transports = [
            protocol.transport for ice in hardening.ice_connections(caller.connection) for protocol in ice._protocols
        ]
        self._send: list[Callable[..., None]] = [transport.sendto for transport in self._transports]

    def cut(self) -> None:
        for transport in self._transports:
            transport.sendto = lose  # type: ignore[method-assign]

    def mend(self) -> None:
        for transport, send in zip(self._transports, self._send, strict=True):
            transport.sendto = send  # type: ignore[method-assign]


@pytest.fixture(autouse=True)
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(liveness, "ASK_EVERY_S", 0.2)
    monkeypatch.setattr(liveness, "UNANSWERED_S", 0.8)
    monkeypatch.setattr(liveness, "LOST_S", 1.0)


async def test_a_client_that_vanishes_is_away_and_one_that_is_heard_again_is_back() -> None:
    peers, call, caller = Peers("127.0.0.1", LoopClock()), EchoCall(), StockClient()
    caller.channel()
    await caller.accept(await peers.make(call).answer(await caller.offer()))
    await until(lambda: call.heard_frames)
    wire = Wire(caller)
    wire.cut()
    cut_at = asyncio.get_running_loop().time()
    async with sooner_than(2.0):
        await until(lambda: call.was_quiet == [True])
        await until(lambda: call.was_away == [True])
    assert asyncio.get_running_loop().time() - cut_at > 0.9
    wire.mend()
    await until(lambda: call.was_away == [True, False])
    assert call.was_quiet == [True, False]
    assert call.lost_reasons == []
    await caller.close()
    await peers.close()


@pytest.mark.requirement("MEDIA-SILENT")
async def test_a_client_that_only_listens_is_there_by_its_answers() -> None:
    """Without a microphone and without a channel it says nothing of its own; it hears three times the bound."""
    peers, call, caller = Peers("127.0.0.1", LoopClock()), EchoCall(), StockClient(direction="recvonly")
    await caller.accept(await peers.make(call).answer(await caller.offer()))
    await until(lambda: call.link)
    assert call.silent
    assert call.listens_only
    await until(lambda: len(caller.heard) > 1.8 / FRAME_S)
    assert call.was_away == []
    assert call.was_quiet == []
    await caller.close()
    await peers.close()
