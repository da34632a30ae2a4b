"""Mend what stock aiortc 1.16 lacks for strangers: certificates, foreign packets, checks to unasked addresses.

Private names of aiortc and aioice are touched here and in `addresses`, `liveness`, `receive`, `sctp_guard`, `send` and
`srtp`, and in the test kit (`testing.bench_line`, `testing.caller_peer`); contract tests fail where one of them is gone
(tests/contract/test_aiortc_names.py, tests/contract/test_bench_names.py).
"""

import ipaddress
import struct
from collections.abc import Iterable
from typing import Any

from aioice import Connection, stun
from aioice.ice import StunProtocol
from aiortc import RTCCertificate, RTCPeerConnection
from aiortc.rtcdtlstransport import RTCDtlsTransport, SRTPProtectionProfile
from OpenSSL import SSL

_SUITES = b":".join(
    b"ECDHE-" + key + b"-" + cipher
    for key in (b"ECDSA", b"RSA")
    for cipher in (b"AES128-GCM-SHA256", b"CHACHA20-POLY1305", b"AES256-GCM-SHA384", b"AES128-SHA", b"AES256-SHA")
)


MAX_SOURCES = 64
"""Addresses from which one peer may be heard. Each of its candidates may show up as another one behind a NAT."""
MAX_BYTES = 1500
"""Nobody sends more in a packet of a call, and one more ends it in stock aiortc, whoever sent it."""
_LAST_OF_STUN = b"\x03"
"""RFC 7983, 7: what a first byte over 3 begins is DTLS, RTP or nothing of ours."""
_STUN_COOKIE = bytes.fromhex("2112a442")
_MALFORMED = (AssertionError, AttributeError, LookupError, OSError, TypeError, ValueError, struct.error)


class Certificate(RTCCertificate):
    """A DTLS certificate that also talks to peers whose own is RSA: GStreamer, libdatachannel."""

    def _create_ssl_context(self, srtp_profiles: list[SRTPProtectionProfile]) -> SSL.Context:
        context = super()._create_ssl_context(srtp_profiles)
        context.set_cipher_list(_SUITES)
        return context


def use_certificate(connection: RTCPeerConnection) -> None:
    """Give the connection a `Certificate`. It must not have a transport yet."""
    connection._RTCPeerConnection__certificates = [Certificate.generateCertificate()]  # type: ignore[attr-defined]


def dtls_transports(connection: RTCPeerConnection) -> list[RTCDtlsTransport]:
    """Return each DTLS transport of the connection, once."""
    found = [transceiver.receiver.transport for transceiver in connection.getTransceivers()]
    if connection.sctp is not None:
        found.append(connection.sctp.transport)
    return list(dict.fromkeys(found))


def ice_connections(connection: RTCPeerConnection) -> list[Connection]:
    """Return the aioice connection under each transport."""
    return [dtls.transport.iceGatherer._connection for dtls in dtls_transports(connection)]


def guard_sources(connection: Connection, unasked: "Unasked") -> None:
    """Hand on only what may be the peer's (S3). To be called when the connection has gathered.

    In stock aioice whatever a stranger sends to the port goes to DTLS: a plaintext alert ends the handshake, and an
    empty datagram the call. Here what is no STUN must come from an address whose check was authenticated, and STUN
    must be some by its first bytes; what raises all the same is dropped, so that nobody fills the log either.
    """
    checked: set[tuple[str, int]] = set()
    check = connection.check_incoming

    def check_few(message: stun.Message, addr: tuple[str, int], protocol: StunProtocol) -> None:
        # Each one is kept, and paired with every address of ours.
        if addr in checked or len(checked) < MAX_SOURCES:
            checked.add(addr)
            check(message, addr, protocol)

    connection.check_incoming = check_few  # type: ignore[method-assign]
    for protocol in connection._protocols:
        _guard(protocol, connection, checked)
        _spare(protocol, connection, checked, unasked)


class Unasked:
    """The bytes that a peer may be made to send to hosts that have not shown that they want them (S13).

    No more than its caller has sent for it: whoever lists others as candidates could as well send to them himself.
    """

    def __init__(self) -> None:
        self._left = 0
        self._tried: set[tuple[str, int]] = set()

    def grant(self, size: int) -> None:
        self._left += size

    def admits(self, size: int, remote: tuple[str, int], remotes: Iterable[tuple[str, int]]) -> bool:
        """Tell whether so much may go to `remote` now. None of `remotes` has a second check before each has had one."""
        kept = size * len(set(remotes) - self._tried) if remote in self._tried else 0
        if self._left < size + kept:
            return False
        self._tried.add(remote)
        self._left -= size
        return True


def _spare(protocol: StunProtocol, connection: Connection, checked: set[tuple[str, int]], unasked: Unasked) -> None:
    """Send only few checks to where a candidate points and nothing has come from: whoever is there may not know of us.

    Each address of ours would send seven to each of theirs. What is not sent counts as lost, and the peer's own checks
    are answered all the same. From loopback nothing gets anywhere else.
    """
    send, inside = protocol.send_stun, _is_loopback(protocol.local_candidate.host)

    def send_few(message: stun.Message, addr: tuple[str, int]) -> None:
        asked = (
            message.message_class is not stun.Class.REQUEST
            or addr in checked
            or any(pair.remote_addr == addr for pair in connection._nominated.values())
        )
        if not asked:
            if inside and not _is_loopback(addr[0]):
                return
            remotes = ((one.host, one.port) for one in connection.remote_candidates)
            asked = unasked.admits(len(bytes(message)), addr, remotes)
        if asked:
            send(message, addr)

    protocol.send_stun = send_few  # type: ignore[method-assign]


def _is_loopback(host: str) -> bool:
    return ipaddress.ip_address(host.partition("%")[0]).is_loopback


def _guard(protocol: StunProtocol, connection: Connection, checked: set[tuple[str, int]]) -> None:
    receive, component = protocol.datagram_received, protocol.local_candidate.component

    def receive_from_peer(data: bytes, address: tuple[Any, ...]) -> None:
        if len(data) > MAX_BYTES:
            return
        if data[:1] > _LAST_OF_STUN:
            source = address[:2]
            if source in checked or any(pair.remote_addr == source for pair in connection._nominated.values()):
                connection.data_received(data, component)
        elif data[4:8] == _STUN_COOKIE:
            try:
                receive(data, address)
            except _MALFORMED:
                pass  # It asks for no answer that could be given.

    if hasattr(protocol.transport, "max_size"):
        # asyncio makes room for 256 KiB each time that it reads; that costs more than the packet's decoder.
        protocol.transport.max_size = MAX_BYTES + 1
    protocol.datagram_received = receive_from_peer  # type: ignore[method-assign,assignment]
