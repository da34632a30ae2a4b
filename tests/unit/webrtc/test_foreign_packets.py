"""Packets of strangers, and garbage of the peer, sent to the port of a call over real sockets (S3).

They change nothing, cost nobody a frame, and leave nothing behind: no address, no line in the log.
"""

import asyncio
import logging
import os
import random
import re
import socket
import struct
from collections.abc import AsyncIterator, Iterator

import numpy as np
import pytest
import pytest_asyncio
from aioice import stun
from aiortc.rtp import RtcpByePacket

from antiphon.session.clock import LoopClock
from antiphon.transports.webrtc import hardening
from antiphon.transports.webrtc.peer import Peer
from antiphon.transports.webrtc.peers import Peers
from support.rtc import EchoCall, StockClient
from support.wait import steps, until
from support.wiretap import Wiretap

ALERT = bytes.fromhex("15fefd0000000000000000000702022800")  # DTLS 1.2, fatal: handshake failure (RFC 6347, 4.1)
CLOSE_NOTIFY = bytes.fromhex("15fefd000000000000000000020100")
CLIENT_HELLO = bytes.fromhex("16fefd0000000000000000000c") + b"\x01" + bytes(11)
CALLS_AT_ONCE, ROUNDS = 5, 4


def rtp(ssrc: int = 1, payload_type: int = 111) -> bytes:
    return struct.pack("!BBHII", 0x80, payload_type, random.getrandbits(16), 0, ssrc) + bytes(40)


def check(**attributes: object) -> bytes:
    message = stun.Message(stun.Method.BINDING, stun.Class.REQUEST)
    message.attributes.update({name.replace("_", "-"): value for name, value in attributes.items()})
    return bytes(message)


def of_a_stranger() -> Iterator[bytes]:
    """One of each kind, and some at random."""
    whole = check(USERNAME="somebody:else", PRIORITY=1)
    yield from (b"", ALERT, CLOSE_NOTIFY, CLIENT_HELLO, rtp(), bytes(RtcpByePacket(sources=[1])))
    yield from (check(), whole, whole[:-1], whole[:19], whole + bytes(4), whole[:20] + b"\xff" * (len(whole) - 20))
    yield struct.pack("!HHI12s", 1, 6, stun.COOKIE, bytes(12)) + struct.pack(
        "!HH2s", 0x24, 2, b"\0\0"
    )  # a short PRIORITY
    yield struct.pack("!HHI12s", 1, 12, stun.COOKIE, bytes(12)) + struct.pack(
        "!HHHHI", 0x20, 8, 9, 9, 9
    )  # no address family
    yield struct.pack("!HHI12s", 0x0101, 0, stun.COOKIE, os.urandom(12))  # an answer that nobody asked for
    yield from (bytes([first]) * 60_000 for first in (0, 1, 20, 22, 128, 200))
    chance = random.Random(5)
    yield from (chance.randbytes(chance.randrange(1, 1500)) for _ in range(100))


class Called:
    """A call that is on, and what its client gets."""

    def __init__(self, caller: StockClient, call: EchoCall, peer: Peer, tap: Wiretap) -> None:
        self.caller, self.call, self.peer, self.tap = caller, call, peer, tap

    @property
    def ports(self) -> set[tuple[str, int]]:
        (ice,) = hardening.ice_connections(self.peer.connection)
        return {(candidate.host, candidate.port) for candidate in ice.local_candidates if ":" not in candidate.host}

    async def goes_on(self, frames: int = 25) -> None:
        """It is heard and hears, and its data channel answers."""
        heard, got, told = len(self.call.heard_frames), len(self.tap.rtp), len(self.caller.messages)
        assert self.call.link is not None
        self.call.link.send("here")
        await until(lambda: len(self.call.heard_frames) >= heard + frames, 10)
        await until(lambda: len(self.tap.rtp) >= got + frames and len(self.caller.messages) > told, 10)
        assert self.call.lost_reasons == []

    def check_unbroken(self) -> None:
        """Nothing was lost or made up on its way in, and nothing left out on its way out."""
        assert not any(frame.lost for frame in self.call.heard_frames)
        numbers = np.array([arrival.packet.sequence_number for arrival in self.tap.rtp], np.uint16)
        assert set(np.diff(numbers)) == {1}


@pytest_asyncio.fixture
async def peers() -> AsyncIterator[Peers]:
    made = Peers("127.0.0.1", LoopClock())
    yield made
    await made.close()


@pytest.fixture(autouse=True)
def _nobody_fills_the_log(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    with caplog.at_level(logging.WARNING):
        yield
    assert caplog.records == []


def listening_ports(answer: str) -> set[tuple[str, int]]:
    found = re.findall(r"a=candidate:\S+ 1 udp \d+ (\d+\.\d+\.\d+\.\d+) (\d+) typ host", answer)
    return {(host, int(port)) for host, port in found}


async def spray(stranger: socket.socket, ports: set[tuple[str, int]]) -> None:
    packets = list(of_a_stranger())
    # Not more at once than the socket's buffer holds: they are to arrive.
    async for number in steps(0.002, -(-len(packets) // 10)):
        for packet in packets[10 * number : 10 * number + 10]:
            for port in ports:
                stranger.sendto(packet, port)


async def called(peers: Peers, stranger: socket.socket | None = None) -> Called:
    """A call; `stranger` sprays its ports from the moment on at which they are known, as it is being connected."""
    caller, call = StockClient(), EchoCall()
    caller.channel()
    offer = await caller.offer()
    tap, peer = Wiretap(caller.connection), peers.make(call)
    answer = await peer.answer(offer)
    spraying = asyncio.ensure_future(spray(stranger, listening_ports(answer)) if stranger else asyncio.sleep(0))
    await caller.accept(answer)
    await until(lambda: call.link and tap.rtp, 10)
    await spraying
    return Called(caller, call, peer, tap)


@pytest.fixture
def stranger() -> Iterator[socket.socket]:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as made:
        made.bind(("127.0.0.1", 0))
        made.setblocking(False)
        yield made


async def test_twenty_of_twenty_calls_connect_while_strangers_spray_their_ports(
    peers: Peers, stranger: socket.socket
) -> None:
    for _ in range(ROUNDS):
        calls = await asyncio.gather(*(called(peers, stranger) for _ in range(CALLS_AT_ONCE)))
        for call in calls:
            await call.goes_on(5)
            await call.caller.close()


async def test_a_stranger_costs_a_running_call_nothing(peers: Peers, stranger: socket.socket) -> None:
    call = await called(peers)
    (ice,) = hardening.ice_connections(call.peer.connection)
    known = ice.remote_candidates
    await call.goes_on()
    for _ in range(3):
        await spray(stranger, call.ports)
    await call.goes_on()
    call.check_unbroken()
    assert ice.remote_candidates == known
    await call.caller.close()


async def test_what_is_not_authentic_from_the_peers_own_address_costs_nothing_either(peers: Peers) -> None:
    call = await called(peers)
    await call.goes_on()
    (ice,) = hardening.ice_connections(call.caller.connection)
    pair = ice._nominated[1]
    ours = call.caller.connection.getSenders()[0]._ssrc
    packets = (*of_a_stranger(), rtp(ours), rtp(ours, 0), bytes(RtcpByePacket(sources=[ours])))
    async for number in steps(0.001, len(packets)):
        pair.protocol.transport.sendto(packets[number], pair.remote_addr)
    await call.goes_on()
    call.check_unbroken()
    await call.caller.close()


async def test_a_stranger_who_sends_rtp_is_never_spoken_to(peers: Peers, stranger: socket.socket) -> None:
    call = await called(peers)
    for port in call.ports:
        for packet in (rtp(), ALERT, CLIENT_HELLO):
            stranger.sendto(packet, port)
    await call.goes_on()
    with pytest.raises(BlockingIOError):
        stranger.recv(2048)
    await call.caller.close()


async def test_a_peer_is_heard_from_few_addresses_and_not_from_any_number(peers: Peers) -> None:
    call = await called(peers)
    (ice,) = hardening.ice_connections(call.peer.connection)
    (theirs,) = hardening.ice_connections(call.caller.connection)
    port = next(port for port in call.ports if port[0] == "127.0.0.1")
    async for _ in steps(0.001, hardening.MAX_SOURCES + 20):
        message = stun.Message(stun.Method.BINDING, stun.Class.REQUEST)
        message.attributes.update({"USERNAME": f"{ice.local_username}:{theirs.local_username}", "PRIORITY": 1})
        message.attributes["ICE-CONTROLLING"] = theirs._tie_breaker
        message.add_message_integrity(ice.local_password.encode())
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as another:
            another.sendto(bytes(message), port)
    await call.goes_on()
    assert len(ice.remote_candidates) <= hardening.MAX_SOURCES + 1
    await call.caller.close()


async def test_an_authenticated_check_without_a_priority_is_dropped(peers: Peers, stranger: socket.socket) -> None:
    call = await called(peers)
    (ice,) = hardening.ice_connections(call.peer.connection)
    message = stun.Message(stun.Method.BINDING, stun.Class.REQUEST)
    message.attributes["USERNAME"] = f"{ice.local_username}:{ice.remote_username}"
    message.add_message_integrity(ice.local_password.encode())
    stranger.sendto(bytes(message), next(iter(call.ports)))
    await call.goes_on()
    call.check_unbroken()
    await call.caller.close()
