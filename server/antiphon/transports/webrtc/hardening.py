"""What stock aiortc 1.16 lacks for strangers, and every private name of it that is touched outside SCTP.

A contract test fails where one of the names is gone (tests/contract/test_aiortc_names.py).
"""

from aioice import Connection
from aiortc import RTCCertificate, RTCPeerConnection
from aiortc.rtcdtlstransport import RTCDtlsTransport, SRTPProtectionProfile
from OpenSSL import SSL

_SUITES = b":".join(
    b"ECDHE-" + key + b"-" + cipher
    for key in (b"ECDSA", b"RSA")
    for cipher in (b"AES128-GCM-SHA256", b"CHACHA20-POLY1305", b"AES256-GCM-SHA384", b"AES128-SHA", b"AES256-SHA")
)


LONGEST_DATAGRAM = 1500
"""pylibsrtp's buffer, and what an Ethernet carries: nobody's media or DTLS is longer."""


class Certificate(RTCCertificate):
    """A certificate that also talks to peers whose own is RSA: GStreamer, libdatachannel (design/media.md)."""

    def _create_ssl_context(self, srtp_profiles: list[SRTPProtectionProfile]) -> SSL.Context:
        context = super()._create_ssl_context(srtp_profiles)
        context.set_cipher_list(_SUITES)
        return context


def use_certificate(connection: RTCPeerConnection) -> None:
    """Give the connection a `Certificate`. It must not have a transport yet."""
    connection._RTCPeerConnection__certificates = [Certificate.generateCertificate()]  # type: ignore[attr-defined]


def dtls_transports(connection: RTCPeerConnection) -> list[RTCDtlsTransport]:
    """Each DTLS transport of the connection, once."""
    found = [transceiver.receiver.transport for transceiver in connection.getTransceivers()]
    if connection.sctp is not None:
        found.append(connection.sctp.transport)
    return list(dict.fromkeys(found))


def ice_connections(connection: RTCPeerConnection) -> list[Connection]:
    """The aioice connection under each transport."""
    return [dtls.transport.iceGatherer._connection for dtls in dtls_transports(connection)]


def ignore_unusable_datagrams(connection: Connection) -> None:
    """A datagram that is empty, or too long to be decrypted, ends the reading of the transport in stock aiortc."""
    deliver = connection.data_received

    def deliver_if_any(data: bytes, component: int) -> None:
        if 0 < len(data) <= LONGEST_DATAGRAM:
            deliver(data, component)

    connection.data_received = deliver_if_any  # type: ignore[method-assign]
