"""The private names of aiortc and aioice that are used, each with what it is relied on for.

A failure here says which name a new version has taken away, and which module of `transports/webrtc` needs it.
"""

import ast
import asyncio
import inspect
import re
from importlib.metadata import version
from pathlib import Path
from typing import Any

import aioice.candidate
import aioice.ice
import aioice.turn
import pylibsrtp
import pytest
from aioice import Connection, stun
from aioice.ice import StunProtocol
from aiortc import RTCCertificate, RTCConfiguration, RTCPeerConnection, RTCRtpTransceiver, RTCSessionDescription
from aiortc.rtcdtlstransport import SRTP_PROFILES, RTCDtlsTransport
from aiortc.rtcrtpparameters import RTCRtpReceiveParameters
from aiortc.rtcsctptransport import InboundStream, RTCSctpTransport

import antiphon.transports.webrtc
from antiphon.session.clock import LoopClock
from antiphon.transports.webrtc import addresses, hardening, sctp_guard
from antiphon.transports.webrtc.offer_guard import check
from antiphon.transports.webrtc.peers import Peers
from support.rtc import EchoCall, StockClient
from support.wait import until
from unit.webrtc.offers import plain


async def offered() -> RTCPeerConnection:
    """A connection that has been given an offer with audio and a data channel."""
    connection = RTCPeerConnection(RTCConfiguration(iceServers=[]))
    hardening.use_certificate(connection)
    await connection.setRemoteDescription(RTCSessionDescription(sdp=check(plain()).sdp, type="offer"))
    return connection


def test_the_versions_are_those_that_the_names_were_read_in() -> None:
    assert version("aiortc").startswith("1.16.")
    assert version("aioice").startswith("0.13.")


@pytest.mark.parametrize(
    ("owner", "name"),
    [
        (RTCCertificate, "_create_ssl_context"),
        (RTCDtlsTransport, "_register_rtp_sender"),
        (RTCDtlsTransport, "_unregister_rtp_sender"),
        (RTCSctpTransport, "_handle_data"),
        (RTCSctpTransport, "_data_channel_receive"),
        (RTCDtlsTransport, "_handle_rtp_data"),
        (RTCDtlsTransport, "_handle_rtcp_data"),
        (RTCDtlsTransport, "_send_rtp"),
        (Connection, "get_component_candidates"),
        (Connection, "data_received"),
        (Connection, "check_incoming"),
        (Connection, "build_request"),
        (StunProtocol, "datagram_received"),
        (StunProtocol, "request"),
        (aioice.ice, "get_host_addresses"),
        (aioice.ice, "server_reflexive_candidate"),
        (aioice.candidate, "candidate_foundation"),
        (aioice.candidate, "candidate_priority"),
    ],
)
def test_functions_that_are_called_or_replaced_are_there(owner: object, name: str) -> None:
    assert callable(getattr(owner, name, None)), f"{owner} has no {name} any more"


async def test_the_certificate_that_is_put_in_is_the_one_that_dtls_uses() -> None:
    connection = await offered()
    (dtls,) = hardening.dtls_transports(connection)
    assert isinstance(dtls, RTCDtlsTransport)
    own = connection._RTCPeerConnection__certificates[0]  # type: ignore[attr-defined]
    assert isinstance(own, hardening.Certificate)
    assert dtls.getLocalParameters().fingerprints == own.getFingerprints()
    await connection.close()


def test_a_context_with_rsa_suites_is_made() -> None:
    context = hardening.Certificate.generateCertificate()._create_ssl_context(SRTP_PROFILES)
    assert type(context).__name__ == "Context"


async def test_the_ice_connection_gathers_through_the_method_that_is_replaced() -> None:
    connection = await offered()
    (ice,) = hardening.ice_connections(connection)
    assert isinstance(ice, Connection)
    addresses.gather_on(ice, ["127.0.0.3"])
    await ice.gather_candidates()
    assert [candidate.host for candidate in ice.local_candidates] == ["127.0.0.3"]
    await connection.close()


@pytest.mark.parametrize("ports", [None, range(40_000, 50_000)])
async def test_what_arrives_goes_through_the_methods_that_are_replaced(ports: range | None) -> None:
    connection = await offered()
    (ice,) = hardening.ice_connections(connection)
    addresses.gather_on(ice, ["127.0.0.1"], ports)
    await ice.gather_candidates()
    hardening.guard_sources(ice, hardening.Unasked())
    (protocol,), (candidate,) = ice._protocols, ice.local_candidates
    assert protocol.transport.max_size == hardening.MAX_BYTES + 1  # type: ignore[attr-defined]
    assert "recvfrom(self.max_size)" in inspect.getsource(type(protocol.transport))
    assert protocol.local_candidate is candidate
    assert protocol.receiver is ice
    assert protocol.transport.get_extra_info("sockname") == (candidate.host, candidate.port)
    peer = ("192.0.2.1", 5000)
    protocol.datagram_received(b"\x80 RTP", peer)
    assert vars(ice)["_queue"].empty()
    request = stun.Message(stun.Method.BINDING, stun.Class.REQUEST)
    request.attributes["PRIORITY"] = 1
    ice.check_incoming(request, peer, protocol)
    protocol.datagram_received(b"\x80 RTP", peer)
    assert vars(ice)["_queue"].get_nowait() == (b"\x80 RTP", 1)
    await connection.close()
    assert protocol.transport.is_closing()


def test_ice_calls_what_is_replaced_by_name_and_after_it_has_checked_who_asks() -> None:
    source = inspect.getsource(Connection.request_received)
    assert source.index("check_message_integrity") < source.index("self.check_incoming(message, addr, protocol)")
    assert "self.receiver.data_received(data," in inspect.getsource(StunProtocol.datagram_received)
    assert "self._nominated" in inspect.getsource(Connection)
    assert aioice.turn.UDP_SOCKET_BUFFER_SIZE > 0
    assert list(inspect.signature(aioice.ice.server_reflexive_candidate).parameters) == ["protocol", "stun_server"]
    assert (Connection(ice_controlling=False).stun_server, Connection(ice_controlling=False).remote_password) == (
        None,
        None,
    )


def test_every_private_name_that_is_used_stands_in_this_file() -> None:
    told = set(re.findall(r"\w+", Path(__file__).read_text("utf-8")))
    used = {}
    for file in Path(antiphon.transports.webrtc.__file__).parent.glob("*.py"):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if not isinstance(node, ast.Attribute) or not re.match("_[^_]", node.attr):
                continue
            if not (isinstance(node.value, ast.Name) and node.value.id in ("self", "cls")):
                used[node.attr] = f"{file.name}:{node.lineno}"
    assert len(used) > 10
    assert {name: where for name, where in used.items() if name not in told} == {}


async def test_sctp_has_the_state_that_the_guard_reads() -> None:
    connection = await offered()
    sctp = connection.sctp
    assert sctp is not None
    sctp_guard.guard(sctp, lambda: None)
    assert sctp._advertised_rwnd == sctp_guard.MAX_HELD_BYTES
    assert sctp._inbound_streams == {}
    assert sctp._data_channels == {}
    assert InboundStream().reassembly == []
    await connection.close()


def test_what_is_decrypted_goes_through_the_methods_that_are_replaced() -> None:
    # On the instance, with the datagram and the time by name; RTCP without a time.
    source = inspect.getsource(RTCDtlsTransport._recv_next)
    assert "await self._handle_rtp_data(data, arrival_time_ms=arrival_time_ms)" in source
    assert "await self._handle_rtcp_data(data)" in source
    assert list(inspect.signature(RTCDtlsTransport._handle_rtp_data).parameters) == ["self", "data", "arrival_time_ms"]


async def test_the_receiver_that_is_replaced_has_started_nothing_and_need_not_be_stopped() -> None:
    connection = await offered()
    (transceiver,) = connection.getTransceivers()
    receiver = transceiver.receiver
    assert isinstance(transceiver.sender._ssrc, int)
    assert receiver._RTCRtpReceiver__decoder_thread is None  # type: ignore[attr-defined]
    assert "await transceiver.receiver.receive(" in inspect.getsource(
        RTCPeerConnection._RTCPeerConnection__connect  # type: ignore[attr-defined]
    )
    await asyncio.wait_for(receiver.stop(), 10)
    await connection.close()


async def test_what_a_receiver_is_told_names_the_payload_types_of_the_answer() -> None:
    connection = await offered()
    (transceiver,) = connection.getTransceivers()
    told: list[RTCRtpReceiveParameters] = []

    async def receive(parameters: RTCRtpReceiveParameters) -> None:
        told.append(parameters)

    transceiver.receiver.receive = receive  # type: ignore[method-assign]
    await connection.setLocalDescription(await connection.createAnswer())
    await transceiver.receiver.receive(connection._RTCPeerConnection__remoteRtp(transceiver))  # type: ignore[attr-defined]
    (parameters,) = told
    assert [(codec.mimeType.lower(), codec.clockRate) for codec in parameters.codecs] == [("audio/opus", 48_000)]
    assert isinstance(parameters.codecs[0].payloadType, int)
    await connection.close()


def test_dtls_hands_packets_to_the_transports_method_by_name() -> None:
    # The guard replaces it on the instance, so it must be looked up there for each packet.
    assert "_data_receiver._handle_data(" in inspect.getsource(RTCDtlsTransport._recv_next)
    assert "self._data_channel_receive(" in inspect.getsource(vars(RTCSctpTransport)["_receive"])


def test_the_connection_starts_and_stops_a_sender_by_the_two_names_that_are_replaced() -> None:
    # They are replaced on the instance, so they must be looked up there; aiortc's own would start two tasks.
    connect = RTCPeerConnection._RTCPeerConnection__connect  # type: ignore[attr-defined]
    assert "transceiver.sender.send(" in inspect.getsource(connect)
    assert "self.__sender.stop()" in inspect.getsource(RTCRtpTransceiver.stop)


async def test_a_connected_transport_has_all_that_the_sending_reads_of_it() -> None:
    peers, caller, call = Peers("127.0.0.1", LoopClock()), StockClient(), EchoCall()
    caller.channel()
    peer = peers.make(call)
    await caller.accept(await peer.answer(await caller.offer()))
    await until(lambda: len(caller.heard) > 5)
    connection = peer.connection
    (sender,), (dtls,), (ice,) = (
        connection.getSenders(),
        hardening.dtls_transports(connection),
        hardening.ice_connections(connection),
    )
    assert sender.transport is dtls
    assert dtls.transport._connection is ice
    assert [vars(sender)[f"_RTCRtpSender__{task}"] for task in ("rtp_task", "rtcp_task")] == [None, None]
    assert list(dtls._rtp_router.senders) == [sender._ssrc]
    assert type(dtls._rtp_router.senders[sender._ssrc]).__module__ == "antiphon.transports.webrtc.send"
    assert "recipient._handle_rtcp_packet(" in inspect.getsource(RTCDtlsTransport._handle_rtcp_data)
    packet = bytes([0x80, 111, *range(14)])
    assert len(dtls._tx_srtp.protect(packet)) > len(packet)
    assert len(dtls._tx_srtp.protect_rtcp(bytes([0x80, 200, 0, 1, 0, 0, 0, 1]))) > 8
    # Checks go out by the name that is replaced on the instance, the repeated ones too.
    assert "self.__protocol.send_stun(" in inspect.getsource(stun.Transaction)
    assert all("send_stun" in vars(protocol) for protocol in ice._protocols)
    # What decrypts is wrapped, so that the sources of a peer are bounded.
    wrapped: Any = dtls._rx_srtp
    session = wrapped.session
    assert isinstance(session, pylibsrtp.Session)
    assert pylibsrtp._binding.ffi.typeof(session._srtp[0]) == pylibsrtp._binding.ffi.typeof("srtp_t")
    # What is read goes past the queue by an attribute of the instance.
    assert "data_received" in vars(ice)
    await until(lambda: call.heard_frames)
    pair = ice._nominated[1]
    assert callable(pair.protocol.transport.sendto)
    assert pair.remote_addr[0] == addresses.LOOPBACK
    await caller.close()
    await peers.close()
    assert dtls._rtp_router.senders == {}
    assert ice._nominated == {}
