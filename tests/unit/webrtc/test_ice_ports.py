"""Calls on a range of ports that is set, over real sockets: in it, never outside, and told when it is used up."""

import asyncio
import random
import re
import socket
from collections.abc import AsyncIterator, Callable
from functools import partial

import pytest
import pytest_asyncio
from aioice import Connection, stun

from antiphon.domain.errors import AntiphonError, ErrorCode
from antiphon.session.clock import LoopClock
from antiphon.transports.webrtc import addresses
from antiphon.transports.webrtc.peer import Peer
from antiphon.transports.webrtc.peers import Peers
from support.rtc import EchoCall, StockClient
from support.wait import sooner_than, until

Serve = Callable[[range], Peers]


def is_free(port: int, host: str = "") -> bool:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family, socket.SOCK_DGRAM) as probe:
        try:
            probe.bind((host, port))
        except OSError:
            return False
        return True


def free_ports(count: int) -> range:
    while True:
        first = random.randrange(20_000, 32_000)  # below where systems look for a free one by themselves
        if all(is_free(port) for port in range(first, first + count)):
            return range(first, first + count)


@pytest_asyncio.fixture
async def serve() -> AsyncIterator[Serve]:
    made: list[Peers] = []

    def served(ports: range) -> Peers:
        made.append(Peers("127.0.0.1", LoopClock(), ice_ports=ports))
        return made[-1]

    yield served
    for peers in made:
        await peers.close()
        assert peers.half_open == 0


def listens_on(answer: str) -> set[tuple[str, int]]:
    found = re.findall(r"a=candidate:\S+ 1 udp \d+ (\S+) (\d+) typ host", answer)
    return {(host, int(port)) for host, port in found}


async def answered(peers: Peers) -> tuple[StockClient, Peer, str, EchoCall]:
    caller, call = StockClient(), EchoCall()
    caller.channel()
    peer = peers.make(call)
    return caller, peer, await peer.answer(await caller.offer()), call


def both_hear(caller: StockClient, call: EchoCall) -> bool:
    return len(call.heard_frames) > 5 and len(caller.heard) > 5


async def test_calls_are_carried_on_the_ports_of_the_range(serve: Serve) -> None:
    ports = free_ports(4)
    peers = serve(ports)
    for _ in range(3):
        caller, peer, answer, call = await answered(peers)
        assert {port for _, port in listens_on(answer)} <= set(ports)
        await caller.accept(answer)
        await until(partial(both_hear, caller, call))
        await caller.close()
        await peer.close()


async def test_who_calls_when_all_ports_are_in_use_is_told_so_and_leaves_nothing(serve: Serve) -> None:
    ports = free_ports(2)
    peers = serve(ports)
    calls = [await answered(peers) for _ in ports]
    first, second = (listens_on(answer) for _, _, answer, _ in calls)
    assert first.isdisjoint(second)
    caller, late = StockClient(), EchoCall()
    caller.channel()
    offer = await caller.offer()
    with pytest.raises(AntiphonError) as refused:
        await peers.make(late).answer(offer)
    assert refused.value.code is ErrorCode.CAPACITY_FULL
    assert refused.value.code.status == 503
    assert f"server.ice_ports ({ports[0]}-{ports[-1]}) are in use" in refused.value.message
    assert peers.half_open == 2
    assert late.lost_reasons == []
    await calls[0][1].close()
    await until(lambda: all(is_free(port, host) for host, port in first))
    assert listens_on(await peers.make(late).answer(offer)) == first
    for one in (caller, *(each[0] for each in calls)):
        await one.close()


async def test_what_is_refused_half_way_gives_its_ports_back(serve: Serve) -> None:
    """Free on one address, and taken on another."""
    (port,) = ports = free_ports(1)
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as other:
        other.bind(("127.0.0.2", port))
        ice = Connection(ice_controlling=False)
        addresses.gather_on(ice, ["127.0.0.1", "127.0.0.2"], ports)
        with pytest.raises(AntiphonError):
            await ice.gather_candidates()
        assert not is_free(port, "127.0.0.1")
        await ice.close()
        assert is_free(port, "127.0.0.1")


async def test_an_address_that_cannot_be_listened_on_is_left_out() -> None:
    ports = free_ports(3)
    ice = Connection(ice_controlling=False)
    addresses.gather_on(ice, ["192.0.2.1", "127.0.0.1"], ports)
    await ice.gather_candidates()
    assert [candidate.host for candidate in ice.local_candidates] == ["127.0.0.1"]
    await ice.close()


class Stun(asyncio.DatagramProtocol):
    """Answers each question with the address that it came from, or not at all."""

    def __init__(self, *, answers: bool) -> None:
        self.answers = answers

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = transport

    def datagram_received(self, data: bytes, address: tuple[str, int]) -> None:
        asked = stun.parse_message(data)
        told = stun.Message(stun.Method.BINDING, stun.Class.RESPONSE, asked.transaction_id)
        told.attributes["XOR-MAPPED-ADDRESS"] = ("203.0.113.7", address[1])
        if self.answers:
            self.transport.sendto(bytes(told), address)  # type: ignore[attr-defined]


@pytest.mark.parametrize("answers", [True, False])
async def test_a_stun_server_is_asked_from_the_same_port_and_waited_for_no_longer_than_without_a_range(
    answers: bool,
) -> None:
    loop = asyncio.get_running_loop()
    server, _ = await loop.create_datagram_endpoint(lambda: Stun(answers=answers), local_addr=("127.0.0.1", 0))
    ports = free_ports(3)
    ice = Connection(ice_controlling=False, stun_server=server.get_extra_info("sockname")[:2])
    addresses.gather_on(ice, ["127.0.0.1"], ports)
    async with sooner_than(addresses.GATHER_S + 3):
        await ice.gather_candidates()
    found = [(candidate.type, candidate.host) for candidate in ice.local_candidates]
    assert found == [("host", "127.0.0.1"), ("srflx", "203.0.113.7")][: 1 + answers]
    assert {candidate.port for candidate in ice.local_candidates} <= set(ports)
    await ice.close()
    server.close()
