"""Where a caller's candidates may point, and how much is sent there before anything comes from there (S13)."""

import asyncio
import ipaddress
from collections.abc import Sequence
from functools import partial
from typing import Any

import pytest
from aioice import stun

from antiphon.session.clock import LoopClock
from antiphon.transports.webrtc import hardening
from antiphon.transports.webrtc.candidate_places import EVERYWHERE, Places
from antiphon.transports.webrtc.peers import Peers
from support.rtc import EchoCall
from support.wait import until
from unit.webrtc.offers import plain

CANDIDATES = [
    # host, port, tried
    ("192.168.1.20", 50000, True),
    ("8.8.8.8", 50000, True),
    ("2a00:1450:4001::1", 50000, True),
    ("fd00::7", 50000, True),
    ("127.0.0.1", 50000, True),
    ("::1", 50000, True),
    ("8.8.8.8", 443, True),
    ("8.8.8.8", 80, True),
    ("8.8.8.8", 53, False),
    ("192.168.1.1", 443, False),
    ("192.168.1.1", 53, False),
    ("192.168.1.1", 1023, False),
    ("192.168.1.1", 1024, True),
    ("224.0.0.251", 5353, False),
    ("239.255.255.250", 1900, False),
    ("255.255.255.255", 9999, False),
    ("10.255.255.255", 9999, False),
    ("240.0.0.1", 9999, False),
    ("0.0.0.0", 9999, False),
    ("0.1.2.3", 9999, False),
    ("169.254.169.254", 9999, False),
    ("169.254.0.1", 80, False),
    ("::", 9999, False),
    ("ff02::fb", 5353, False),
    ("ff0e::1", 9999, False),
    ("fe80::1", 9999, False),
    ("::ffff:224.0.0.1", 9999, False),
    ("::ffff:169.254.169.254", 9999, False),
    ("::ffff:192.168.1.20", 50000, True),
    ("::224.0.0.1", 9999, False),
    ("64:ff9b::a9fe:a9fe", 9999, False),
    ("64:ff9b::808:808", 50000, True),
    ("64:ff9b:1::a9fe:a9fe", 9999, False),
    ("2002:a9fe:a9fe::1", 9999, False),
    ("2002:e000:00fb::1", 9999, False),
    ("2001:0:4136:e378:8000:63bf:5601:5601", 9999, False),  # Teredo: its last bytes are 169.254.169.254, inverted
    ("100.64.0.7", 50000, True),  # behind a provider's NAT, or in somebody's overlay network
    ("100.100.100.200", 9999, False),
    ("::ffff:100.100.100.200", 9999, False),
    ("64:ff9b::6464:64c8", 9999, False),
    ("2002:6464:64c8::1", 9999, False),
    ("168.63.129.16", 9999, False),
    ("192.0.0.192", 9999, False),
    ("192.0.0.9", 9999, False),
    ("192.0.2.1", 9999, False),
    ("192.88.99.1", 9999, False),
    ("198.18.0.1", 9999, False),
    ("198.19.255.1", 9999, False),
    ("198.20.0.1", 9999, True),
    ("198.51.100.1", 9999, False),
    ("203.0.113.9", 9999, False),
    ("::ffff:203.0.113.9", 9999, False),
    ("64:ff9b::cb00:7109", 9999, False),
    ("2002:cb00:7109::1", 9999, False),
    ("2002:808:808::1", 9999, True),
    ("255.0.0.1", 9999, False),
    ("2001:db8::1", 9999, False),
    ("3fff::1", 9999, False),
    ("2001:2::1", 9999, False),
    ("2001:20::1", 9999, False),
    ("100::1", 9999, False),
    ("fec0::1", 9999, False),
    ("5f00::1", 9999, False),
    ("fd00:ec2::254", 9999, False),
    ("fd20:ce::254", 9999, False),
    ("8.8.4.4", 1900, False),
    ("192.168.1.20", 1900, False),
    ("192.168.1.20", 5353, False),
    ("192.168.1.20", 11211, False),
    ("192.168.1.20", 3389, False),
    ("192.168.1.20", 5060, False),
    ("2a00:1450:4001::1", 5683, False),
    ("192.168.1.20", 32768, True),
    ("nonsense", 9999, False),
    ("example.local", 9999, False),
]


@pytest.mark.parametrize(("host", "port", "tried"), CANDIDATES)
def test_only_what_may_be_a_callers_own_is_tried(host: str, port: int, tried: bool) -> None:
    assert EVERYWHERE.admit(host, port) is tried


@pytest.mark.parametrize("host", ["127.0.0.1", "127.8.8.8", "::1", "::ffff:127.0.0.1"])
def test_a_server_that_others_reach_sends_nothing_to_its_own_machine(host: str) -> None:
    assert not Places(loopback=False).admit(host, 50000)


@pytest.mark.parametrize(
    ("host", "tried"),
    [
        ("10.1.2.3", True),
        ("::ffff:10.1.2.3", True),
        ("169.254.7.7", True),
        ("fd00::7", True),
        ("192.168.1.20", False),
        ("8.8.8.8", False),
        ("10.255.255.255", False),
        ("fd01::7", False),
        ("127.0.0.1", False),
        ("224.0.0.251", False),
    ],
)
def test_with_networks_there_are_no_others_and_still_no_broadcasts(host: str, tried: bool) -> None:
    networks = tuple(map(ipaddress.ip_network, ("10.0.0.0/8", "169.254.0.0/16", "fd00::/64", "224.0.0.0/4")))
    assert Places(networks, loopback=False).admit(host, 50000) is tried


def test_networks_that_are_listed_may_be_nobodys_but_never_a_clouds_own() -> None:
    places = Places(tuple(map(ipaddress.ip_network, ("198.18.0.0/15", "100.64.0.0/10", "169.254.0.0/16", "fd00::/8"))))
    assert places.admit("198.18.0.7", 50000)
    assert places.admit("100.100.100.201", 50000)
    for host in ("100.100.100.200", "169.254.169.254", "::ffff:169.254.169.254", "fd00:ec2::254"):
        assert not places.admit(host, 50000)


class Wire:
    """As much of an aioice protocol as is guarded; `sent` has each message and where it went."""

    def __init__(self, host: str) -> None:
        self.sent: list[tuple[int, Any]] = []
        self.transport = object()
        self.local_candidate = type("Local", (), {"component": 1, "host": host})()

    def send_stun(self, message: stun.Message, addr: Any) -> None:
        self.sent.append((len(bytes(message)), addr))

    def datagram_received(self, data: bytes, addr: Any) -> None:
        raise AssertionError("nothing comes")


class Ice:
    """As much of an aioice connection as is guarded, with three addresses."""

    def __init__(self, remotes: Sequence[tuple[str, int]]) -> None:
        self._protocols = [Wire("127.0.0.1"), Wire("192.0.2.200"), Wire("198.51.100.7")]
        self._nominated: dict[int, Any] = {}
        self.remote_candidates = [type("Remote", (), {"host": host, "port": port})() for host, port in remotes]

    def check_incoming(self, message: Any, addr: Any, protocol: Any) -> None:
        pass


def question() -> stun.Message:
    message = stun.Message(stun.Method.BINDING, stun.Class.REQUEST)
    message.attributes["USERNAME"] = "abcd:efgh"
    message.attributes["PRIORITY"] = 1
    message.add_message_integrity(b"p" * 22)
    message.add_fingerprint()
    return message


OFFERED = 4000


def test_candidates_get_no_more_bytes_than_the_offer_had_until_something_comes_from_them() -> None:
    remotes = [(f"192.0.2.{number}", 5000) for number in range(32)]
    ice: Any = Ice(remotes)
    unasked = hardening.Unasked()
    unasked.grant(OFFERED)
    hardening.guard_sources(ice, unasked)
    for remote in remotes:
        for _ in range(7):
            for wire in ice._protocols:
                wire.send_stun(question(), remote)
    sent = [one for wire in ice._protocols for one in wire.sent]
    assert 0.9 * OFFERED < sum(size for size, _ in sent) <= OFFERED
    assert {remote for _, remote in sent} == set(remotes), "each was tried, however often others were to be tried again"
    assert ice._protocols[0].sent == [], "from loopback nothing gets anywhere else"
    # Who is there is asked as often as need be, and an answer is no question.
    ice.check_incoming(question(), remotes[0], ice._protocols[0])
    ice._nominated[1] = type("Pair", (), {"remote_addr": remotes[1]})()
    answer = stun.Message(stun.Method.BINDING, stun.Class.RESPONSE)
    for message, remote in ((question(), remotes[0]), (question(), remotes[1]), (answer, remotes[2])):
        for wire in ice._protocols:
            wire.send_stun(message, remote)
            assert wire.sent[-1][1] == remote
    before = len(ice._protocols[1].sent)
    ice._protocols[1].send_stun(question(), remotes[3])
    assert len(ice._protocols[1].sent) == before


class Silent(asyncio.DatagramProtocol):
    """One that a caller points at, who never answers."""

    def __init__(self) -> None:
        self.bytes = 0
        self.port = 0

    def connection_made(self, transport: Any) -> None:
        self.port = transport.get_extra_info("sockname")[1]

    def datagram_received(self, data: bytes, addr: Any) -> None:
        self.bytes += len(data)


def itself(one: Silent) -> Silent:
    return one


@pytest.mark.parametrize("trickled", [False, True])
async def test_those_whom_an_offer_points_at_are_sent_no_more_than_the_offer(
    trickled: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stun, "RETRY_RTO", 0.003)
    loop, silent = asyncio.get_running_loop(), [Silent() for _ in range(32)]
    sockets = [await loop.create_datagram_endpoint(partial(itself, one), ("127.0.0.1", 0)) for one in silent]
    lines = [f"a=candidate:{number} 1 udp 1 127.0.0.1 {one.port} typ host\r\n" for number, one in enumerate(silent)]
    peers = Peers("127.0.0.1", LoopClock())
    peer = peers.make(EchoCall())
    offer = plain() if trickled else plain().replace("a=mid:0\r\n", "a=mid:0\r\n" + "".join(lines))
    await peer.answer(offer)
    spent = len(offer)
    if trickled:
        fragment = f"a=ice-ufrag:{peer.ice_session}\r\nm=audio 9 UDP/TLS/RTP/SAVPF 111\r\na=mid:0\r\n" + "".join(lines)
        await peer.trickle(fragment)
        spent += len(fragment)
    [ice] = hardening.ice_connections(peer.connection)
    await until(lambda: ice._check_list and all(pair.state.name == "FAILED" for pair in ice._check_list), 10)
    assert 0 < sum(one.bytes for one in silent) <= spent
    assert sum(one.bytes > 0 for one in silent) > 16
    await peers.close()
    for transport, _ in sockets:
        transport.close()
