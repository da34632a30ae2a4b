"""A peer and a real aiortc client on loopback: audio and text both ways, and what is sent to break it."""

import re
import socket
import struct

import numpy as np
import pytest
from aiortc.rtcsctptransport import WEBRTC_DCEP, WEBRTC_STRING, HeartbeatChunk, serialize_packet
from google_crc32c import value as crc32c

from antiphon.domain.audio import HEARING_RATE
from antiphon.transports.webrtc.peers import Peers
from support.rtc import EchoCall, StockClient, loudest_hertz
from support.wait import until
from unit.webrtc.conftest import Connect, caller_with_channel


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
