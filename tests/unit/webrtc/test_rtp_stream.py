"""RTP and RTCP of our own making, read by aiortc."""

import pytest
from aiortc.rtcrtpparameters import RTCRtpHeaderExtensionParameters, RTCRtpParameters
from aiortc.rtp import HeaderExtensionsMap, RtcpByePacket, RtcpPacket, RtcpSdesPacket, RtcpSrPacket, RtpPacket

from antiphon.transports.webrtc.rtp_stream import RtpStream, mid_extension


def stream(step: int = 960, sequence: int = 7, timestamp: int = 100, cname: str = "me", mid: str = "") -> RtpStream:
    extension = mid_extension(4, mid) if mid else b""
    return RtpStream(0xDEADBEEF, 111, step, sequence, timestamp, cname, extension)


def test_every_packet_goes_on_by_one_and_by_its_samples_over_both_wraps() -> None:
    ours = stream(sequence=65_530, timestamp=0xFFFFFFFF - 3 * 960)
    packets = [RtpPacket.parse(ours.packet(bytes([number]))) for number in range(12)]
    assert [packet.sequence_number for packet in packets] == [(65_530 + n) % 65_536 for n in range(12)]
    assert [packet.timestamp for packet in packets] == [(0xFFFFFFFF - 3 * 960 + 960 * n) % 2**32 for n in range(12)]
    assert {(packet.ssrc, packet.payload_type, packet.marker) for packet in packets} == {(0xDEADBEEF, 111, 0)}
    assert [packet.payload for packet in packets] == [bytes([number]) for number in range(12)]


@pytest.mark.parametrize("mid", ["0", "audio", "a-name-of-sixtee"])
def test_the_mid_is_read_as_it_was_negotiated(mid: str) -> None:
    extensions = HeaderExtensionsMap()
    uri = "urn:ietf:params:rtp-hdrext:sdes:mid"
    extensions.configure(RTCRtpParameters(headerExtensions=[RTCRtpHeaderExtensionParameters(id=4, uri=uri)]))
    packet = RtpPacket.parse(stream(mid=mid).packet(b"payload"), extensions)
    assert (packet.extensions.mid, packet.payload) == (mid, b"payload")


@pytest.mark.parametrize("cname", ["", "x", "yes", "four", "a" * 255])
def test_a_report_tells_what_was_sent_and_by_whom(cname: str) -> None:
    ours = stream(cname=cname)
    for _ in range(3):
        ours.packet(b"12345")
    report, source = RtcpPacket.parse(ours.report(wall=1_000_000_000.5))
    assert isinstance(report, RtcpSrPacket)
    assert (report.ssrc, report.sender_info.packet_count, report.sender_info.octet_count) == (0xDEADBEEF, 3, 15)
    assert report.sender_info.rtp_timestamp == 100 + 2 * 960
    assert report.sender_info.ntp_timestamp == (1_000_000_000 + 2_208_988_800 << 32) + (1 << 31)
    assert isinstance(source, RtcpSdesPacket)
    assert [(chunk.ssrc, chunk.items) for chunk in source.chunks] == [(0xDEADBEEF, [(1, cname.encode())])]


def test_the_goodbye_comes_with_the_last_report() -> None:
    kinds = RtcpPacket.parse(stream().goodbye(wall=0.0))
    assert [type(packet) for packet in kinds] == [RtcpSrPacket, RtcpSdesPacket, RtcpByePacket]
    assert isinstance(kinds[2], RtcpByePacket)
    assert kinds[2].sources == [0xDEADBEEF]
