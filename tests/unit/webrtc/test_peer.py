"""A peer and a real aiortc client on loopback: audio and text both ways, and every kind of end."""

import asyncio
import os
import re
import socket
import struct
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import pytest_asyncio
from aiortc import RTCBundlePolicy, RTCCertificate
from aiortc.rtcdtlstransport import SRTPProtectionProfile
from aiortc.rtcsctptransport import WEBRTC_DCEP, WEBRTC_STRING, HeartbeatChunk, serialize_packet
from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import rsa
from google_crc32c import value as crc32c
from OpenSSL import SSL

import antiphon.transports.webrtc
from antiphon.domain.audio import HEARING_RATE
from antiphon.domain.errors import AntiphonError, ErrorCode
from antiphon.session.clock import LoopClock
from antiphon.transports.webrtc import hardening
from antiphon.transports.webrtc.half_open import HalfOpen
from antiphon.transports.webrtc.peer import IceSettings, Peer
from antiphon.transports.webrtc.peers import Peers
from antiphon.transports.webrtc.send import Sending
from antiphon.transports.webrtc.taking_down import take_down
from support.rtc import EchoCall, StockClient, coroutine_of, loudest_hertz
from support.wait import until
from unit.webrtc.offers import CHROME_AUDIO, SESSION, chrome, firefox, plain, replaced, text

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


@pytest.mark.requirement("MEDIA-SDP")
@pytest.mark.requirement("MEDIA-OPUS")
async def test_audio_goes_both_ways(connect: Connect) -> None:
    line = await connect(caller_with_channel())
    await until(lambda: len(line.call.heard_frames) > 60 and len(line.caller.heard) > 60)
    at_server = line.call.heard_pcm()[-HEARING_RATE // 2 :]
    at_caller = line.caller.heard_pcm()[-24_000:]
    assert loudest_hertz(at_server, HEARING_RATE) == pytest.approx(1000, abs=5)
    assert loudest_hertz(at_caller, 48_000) == pytest.approx(440, abs=5)
    for pcm in (at_server, at_caller):
        assert 7_000 < np.abs(pcm).max() < 9_000
    assert np.diff([frame.at for frame in line.call.heard_frames[-20:]]) == pytest.approx(np.full(19, 0.02), abs=0.005)


@pytest.mark.requirement("MEDIA-ENVELOPE")
async def test_text_goes_both_ways_and_bytes_are_handed_on_as_bytes(connect: Connect) -> None:
    caller = StockClient()
    channel = caller.channel()
    line = await connect(caller)
    await until(lambda: caller.messages == ["opened"])
    for message in ("", "héllo", b"", b"\x00\xff", "x" * 65_537, "y" * 262_144):
        channel.send(message)
    await until(lambda: len(caller.messages) == 7)
    assert line.call.messages == ["", "héllo", b"", b"\x00\xff", "x" * 65_537, "y" * 262_144]
    assert caller.messages[1:5] == ["text ", "text héllo", "bytes 0", "bytes 2"]


async def test_other_channels_and_a_second_vip_are_closed(connect: Connect) -> None:
    caller = StockClient()
    first = caller.channel()
    line = await connect(caller)
    await until(lambda: first.readyState == "open")
    others = [caller.channel("chat"), caller.channel("vip")]
    await until(lambda: [other.readyState for other in others] == ["closed", "closed"])
    first.send("still here")
    await until(lambda: line.call.messages == ["still here"])


async def test_a_vip_channel_that_may_lose_messages_is_closed(connect: Connect) -> None:
    caller = StockClient()
    channel = caller.channel(maxRetransmits=0)
    line = await connect(caller)
    await until(lambda: channel.readyState == "closed")
    assert line.call.link is None


async def test_messages_that_end_a_stock_aiortc_call_do_not_end_this_one(connect: Connect) -> None:
    caller = StockClient()
    channel = caller.channel()
    line = await connect(caller)
    await until(lambda: channel.readyState == "open")
    sctp = caller.connection.sctp
    assert sctp is not None
    stream = channel.id
    assert stream is not None
    send = sctp._send  # noqa: SLF001 - a client of aiortc sends no such thing by itself
    await send(stream, WEBRTC_STRING, b"\xff\xfe no UTF-8")
    await send(stream, WEBRTC_DCEP, b"\x03\x00\x00\x00\x00\x00\x00\x00\x00\x03\x00\x00vip")
    await send(stream + 2, WEBRTC_DCEP, b"\x03\x00\x00\x00\x00\x00\x00\x00\x00\x02\x00\x00\xff\xfe")
    await send(stream + 4, WEBRTC_DCEP, b"\x02")
    channel.send("after all that")
    await until(lambda: line.call.messages[-1:] == ["after all that"])
    assert line.call.messages[0] == b"\xff\xfe no UTF-8"
    assert line.call.lost_reasons == []


async def test_a_packet_that_stock_aiortc_parses_for_ever_is_left_alone(connect: Connect) -> None:
    caller = StockClient()
    channel = caller.channel()
    line = await connect(caller)
    await until(lambda: channel.readyState == "open")
    sctp = caller.connection.sctp
    assert sctp is not None
    endless = HeartbeatChunk(body=b"")
    endless.params = []
    packet = bytearray(serialize_packet(5000, 5000, sctp._remote_verification_tag, endless))
    packet[12:] = b"\x04\x00\x00\x08" + b"\x00\x01\x00\x00"  # a heartbeat with a parameter of length 0
    packet[8:12] = struct.pack("<L", crc32c(bytes(packet[:8]) + bytes(4) + bytes(packet[12:])))
    await sctp.transport._send_data(bytes(packet))
    channel.send("after that")
    await until(lambda: line.call.messages == ["after that"])


async def test_a_message_that_the_client_does_not_take_ends_the_call(peers: Peers) -> None:
    caller = caller_with_channel()
    call = EchoCall()
    offer = re.sub("a=max-message-size:[0-9]+", "a=max-message-size:1000", await caller.offer())
    await caller.accept(await peers.make(call).answer(offer))
    await until(lambda: call.link)
    assert call.link is not None
    call.link.send("x" * 1_000)
    call.link.send("x" * 1_001)
    assert call.lost_reasons == ["too_slow"]
    await caller.close()


async def test_an_empty_datagram_from_anywhere_does_not_end_the_call(connect: Connect) -> None:
    caller = StockClient()
    channel = caller.channel()
    line = await connect(caller)
    await until(lambda: channel.readyState == "open")
    remote = caller.connection.remoteDescription.sdp
    port = int(next(row for row in remote.splitlines() if row.startswith("m=audio")).split()[1])
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as stranger:
        stranger.sendto(b"", ("127.0.0.1", port))
    heard = len(line.call.heard_frames)
    channel.send("still here")
    await until(lambda: line.call.messages and len(line.call.heard_frames) > heard + 10)
    assert line.call.lost_reasons == []


async def test_a_message_that_never_ends_is_not_kept(connect: Connect) -> None:
    caller = StockClient()
    channel = caller.channel()
    line = await connect(caller)
    await until(lambda: channel.readyState == "open")
    sctp = caller.connection.sctp
    assert sctp is not None
    sctp._remote_max_message_size = 0
    channel.send("z" * 400_000)
    await until(lambda: line.call.lost_reasons == ["overflow"])
    assert line.call.messages == []


async def test_a_client_that_does_not_read_is_closed(connect: Connect) -> None:
    caller = StockClient()
    caller.channel()
    line = await connect(caller)
    await until(lambda: line.call.link)
    assert line.call.link is not None
    for number in range(300):
        line.call.link.send(f"{number} " + "x" * 2_000)
    assert line.call.lost_reasons == ["too_slow"]
    line.call.link.send("more")
    line.call.link.close()
    await line.peer.close()
    assert line.call.lost_reasons == ["too_slow"]


async def test_256_small_messages_may_wait(connect: Connect) -> None:
    caller = StockClient()
    caller.channel()
    line = await connect(caller)
    await until(lambda: caller.messages == ["opened"])
    assert line.call.link is not None
    for number in range(256):
        line.call.link.send(str(number))
    await until(lambda: len(caller.messages) == 257)
    assert caller.messages[1:] == [str(number) for number in range(256)]
    assert line.call.lost_reasons == []


async def test_what_was_sent_before_the_link_is_closed_arrives(connect: Connect) -> None:
    caller = StockClient()
    channel = caller.channel()
    line = await connect(caller)
    await until(lambda: line.call.link)
    assert line.call.link is not None
    for number in range(100):
        line.call.link.send(f"{number} " + "x" * 1_000)
    line.call.link.close()
    line.call.link.close()
    line.call.link.send("too late")
    await until(lambda: line.call.lost_reasons == ["closed"])
    await until(lambda: channel.readyState == "closed")
    assert [str(message).split()[0] for message in caller.messages[1:]] == [str(n) for n in range(100)]


async def test_a_caller_that_hangs_up_is_lost_once(connect: Connect) -> None:
    line = await connect(caller_with_channel())
    await until(lambda: line.call.link)
    await line.caller.close()
    await until(lambda: line.call.lost_reasons)
    await line.peer.close()
    await line.peer.finish()
    assert len(line.call.lost_reasons) == 1
    assert line.peer.closed


async def test_a_caller_that_closes_its_channel_is_lost(connect: Connect) -> None:
    caller = StockClient()
    channel = caller.channel()
    line = await connect(caller)
    await until(lambda: channel.readyState == "open")
    channel.close()
    await until(lambda: line.call.lost_reasons == ["channel_closed"])


async def test_closing_from_this_side_ends_the_client(connect: Connect) -> None:
    line = await connect(caller_with_channel())
    await until(lambda: line.call.link)
    await line.peer.close()
    assert line.call.lost_reasons == ["closed"]
    await until(lambda: line.caller.connection.connectionState == "closed")


@pytest.mark.parametrize("direction", ["recvonly", "sendonly", "inactive"])
async def test_audio_of_one_direction_connects(connect: Connect, direction: str) -> None:
    caller = StockClient(direction=direction)
    caller.channel()
    line = await connect(caller)
    await until(lambda: caller.messages == ["opened"])
    if direction == "recvonly":
        await until(lambda: len(caller.heard) > 5)
    if direction == "sendonly":
        await until(lambda: len(line.call.heard_frames) > 5)
    assert (len(line.call.heard_frames) > 0) == (direction == "sendonly")


async def test_a_caller_without_a_data_channel_is_heard_and_can_be_hung_up_on(connect: Connect) -> None:
    line = await connect(StockClient())
    await until(lambda: len(line.call.heard_frames) > 5)
    assert line.call.link is not None
    line.call.link.close()
    await until(lambda: line.call.lost_reasons == ["closed"])


async def test_the_data_channel_may_come_first_in_the_offer(connect: Connect) -> None:
    caller = StockClient(bundle=RTCBundlePolicy.BALANCED, alwaysNegotiateDataChannels=True)
    line = await connect(caller)
    channel = caller.channel()
    await until(lambda: channel.readyState == "open" and len(line.call.heard_frames) > 5)


class RsaCertificate(RTCCertificate):
    """What GStreamer and libdatachannel bring."""

    @classmethod
    def make(cls) -> "RsaCertificate":
        key = rsa.generate_private_key(public_exponent=65537, key_size=2048)
        ours = RTCCertificate.generateCertificate()._cert
        builder = x509.CertificateBuilder(
            ours.issuer, ours.subject, key.public_key(), 1, ours.not_valid_before_utc, ours.not_valid_after_utc
        )
        return cls(key=key, cert=builder.sign(key, hashes.SHA256()))  # type: ignore[arg-type]

    def _create_ssl_context(self, srtp_profiles: list[SRTPProtectionProfile]) -> SSL.Context:
        context = super()._create_ssl_context(srtp_profiles)
        context.set_cipher_list(b"ECDHE-RSA-AES128-GCM-SHA256")
        return context


async def test_a_caller_with_an_rsa_certificate_connects(connect: Connect) -> None:
    caller = StockClient()
    caller.connection._RTCPeerConnection__certificates = [RsaCertificate.make()]  # type: ignore[attr-defined]
    channel = caller.channel()
    line = await connect(caller)
    await until(lambda: channel.readyState == "open" and len(line.call.heard_frames) > 5)


async def test_a_changed_fingerprint_never_connects(peers: Peers) -> None:
    caller = caller_with_channel()
    offer = await caller.offer()
    at = offer.index("a=fingerprint:sha-256 ") + len("a=fingerprint:sha-256 ")
    changed = offer[:at] + ("1" if offer[at] == "0" else "0") + offer[at + 1 :]
    call = EchoCall()
    await caller.accept(await peers.make(call).answer(changed))
    await until(lambda: call.lost_reasons == ["failed"])
    assert call.heard_frames == []
    await caller.close()


@pytest.mark.parametrize("offer", [chrome(), firefox(), plain()], ids=["chrome", "firefox", "plain"])
async def test_browsers_offers_with_local_names_alone_are_answered_at_once(peers: Peers, offer: str) -> None:
    peer = peers.make(EchoCall())
    async with asyncio.timeout(0.5):
        answer = await peer.answer(offer)
    assert "a=rtpmap:111 opus/48000/2" in answer or "a=rtpmap:109 opus/48000/2" in answer
    assert " 127.0.0.1 " in answer
    assert peers.half_open == 1


@pytest.mark.parametrize("formats", ["0 8", "8"])
async def test_g711_is_answered_with_g711(peers: Peers, formats: str) -> None:
    audio = replaced(CHROME_AUDIO, m=f"m=audio 9 UDP/TLS/RTP/SAVPF {formats}", rtpmap=None, fmtp=None)
    answer = await peers.make(EchoCall()).answer(text(SESSION, audio))
    assert f"m=audio {answer.split('m=audio ')[1].split()[0]} UDP/TLS/RTP/SAVPF {formats}\r\n" in answer


async def test_sections_without_a_bundle_connect_each_for_itself(peers: Peers) -> None:
    caller = StockClient(bundle=RTCBundlePolicy.MAX_COMPAT)
    channel = caller.channel()
    offer = await caller.offer()
    call = EchoCall()
    answer = await peers.make(call).answer(
        "".join(row for row in offer.splitlines(keepends=True) if not row.startswith("a=group:BUNDLE"))
    )
    assert "BUNDLE" not in answer
    await caller.accept(answer)
    await until(lambda: channel.readyState == "open" and len(call.heard_frames) > 5)
    await caller.close()


async def test_only_the_given_addresses_are_offered() -> None:
    peer = Peer("peer-x", EchoCall(), LoopClock(), HalfOpen(), Sending(LoopClock()), IceSettings(lambda: ["127.0.0.2"]))
    answer = await peer.answer(plain())
    hosts = {row.split()[4] for row in answer.splitlines() if row.startswith("a=candidate:")}
    assert hosts == {"127.0.0.2"}
    await peer.close()


async def test_a_half_open_peer_is_closed_in_time_and_its_place_is_free() -> None:
    half_open = HalfOpen(limit=1, seconds=0.2)
    peers = Peers("127.0.0.1", LoopClock(), half_open=half_open)
    call = EchoCall()
    await peers.make(call).answer(plain())
    with pytest.raises(AntiphonError) as full:
        await peers.make(EchoCall()).answer(plain())
    assert full.value.code is ErrorCode.CAPACITY_FULL
    await until(lambda: call.lost_reasons == ["half_open"])
    assert peers.half_open == 0
    await peers.make(EchoCall()).answer(plain())
    await peers.close()
    assert peers.half_open == 0


async def test_a_refused_offer_leaves_nothing_and_is_no_loss(peers: Peers) -> None:
    call = EchoCall()
    peer = peers.make(call)
    with pytest.raises(AntiphonError):
        await peer.answer("v=0\r\n")
    assert peer.closed
    assert peers.half_open == 0
    assert call.lost_reasons == []


def descriptors() -> int:
    return len(os.listdir("/proc/self/fd"))


def tasks() -> set[str]:
    return {task.get_name() for task in asyncio.all_tasks()}


async def test_twenty_calls_leave_no_task_and_no_descriptor(connect: Connect) -> None:
    async def one_call(closed_by_caller: bool) -> None:
        caller = StockClient()
        channel = caller.channel()
        line = await connect(caller)
        await until(lambda: channel.readyState == "open" and line.call.heard_frames)
        await (line.caller.close() if closed_by_caller else line.peer.close())
        await until(lambda: line.call.lost_reasons)
        await line.peer.close()
        await caller.close()

    await one_call(closed_by_caller=True)  # threads and what is loaded once
    baseline_tasks, baseline_descriptors = tasks(), descriptors()
    for number in range(20):
        await one_call(closed_by_caller=number % 2 == 0)
    await until(lambda: tasks() <= baseline_tasks)
    await until(lambda: descriptors() <= baseline_descriptors)


async def test_every_task_of_this_room_has_a_name(connect: Connect) -> None:
    line = await connect(caller_with_channel())
    await until(lambda: line.call.heard_frames and line.call.link)
    assert line.call.link is not None
    line.call.link.close()
    room = str(Path(antiphon.transports.webrtc.__path__[0]))
    ours = {t.get_name() for t in asyncio.all_tasks() if coroutine_of(t).cr_code.co_filename.startswith(room)}
    assert {name.split("-", 2)[2] for name in ours} >= {"liveness", "hang-up"}
    assert all(name.startswith("peer-") for name in ours)


async def test_a_connection_is_taken_down_where_aiortc_does_not_come_to_an_end(
    peers: Peers, monkeypatch: pytest.MonkeyPatch
) -> None:
    caller = caller_with_channel()
    call = EchoCall()
    await caller.accept(await peers.make(call).answer(await caller.offer()))
    await until(lambda: call.heard_frames)
    # As when a packet has ended the receiver's RTCP task, whose goodbye `stop` waits for.
    receiver = caller.connection.getReceivers()[0]
    monkeypatch.setattr(receiver, "stop", asyncio.Event().wait)
    monkeypatch.setattr("antiphon.transports.webrtc.taking_down.CLOSE_S", 0.1)
    monkeypatch.setattr("antiphon.transports.webrtc.taking_down.PART_S", 0.1)
    async with asyncio.timeout(20):
        await take_down(caller.connection, "stuck")
    assert {dtls.transport.state for dtls in hardening.dtls_transports(caller.connection)} == {"closed"}
    await until(lambda: call.lost_reasons)
    monkeypatch.undo()
    await receiver.stop()
