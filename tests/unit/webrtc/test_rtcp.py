"""Receiver reports, read back with aiortc's own parser."""

from struct import pack

import pytest
from aiortc.rtp import RtcpPacket, RtcpReceiverInfo, RtcpRrPacket, RtcpSenderInfo, RtcpSrPacket
from hypothesis import given
from hypothesis import strategies as st

from antiphon.transports.webrtc.rtcp import REPORT_OF_LOSS_S, REPORT_S, Reception, sender_reports


def told(reception: Reception, now: float, jitter: int = 0) -> RtcpReceiverInfo:
    (packet,) = RtcpPacket.parse(reception.report(77, jitter, now))
    assert isinstance(packet, RtcpRrPacket)
    assert packet.ssrc == 77
    (info,) = packet.reports
    assert info.ssrc == reception.ssrc
    return info


def received(numbers: range, but: set[int] | None = None) -> Reception:
    reception = Reception(5)
    for number in numbers:
        if number not in (but or set()):
            reception.count(number % 65_536, number / 50)
    return reception


def test_a_report_tells_what_was_lost_in_all_and_since_the_last_one() -> None:
    reception = received(range(65_500, 65_600), but={65_510, 65_540, 65_541, 65_580})
    info = told(reception, 10, jitter=31)
    assert (info.packets_lost, info.fraction_lost, info.highest_sequence, info.jitter) == (
        4,
        4 * 256 // 100,
        65_599,
        31,
    )
    for number in range(65_600, 65_620):
        reception.count(number % 65_536, 11)
    info = told(reception, 12)
    assert (info.packets_lost, info.fraction_lost) == (4, 0)


def test_packets_that_come_twice_make_no_negative_fraction() -> None:
    reception = received(range(10))
    for _ in range(20):
        reception.count(9, 1)
    info = told(reception, 10)
    assert (info.packets_lost, info.fraction_lost) == (-20, 0)


def test_a_report_is_due_every_five_seconds_and_sooner_after_a_loss() -> None:
    reception = received(range(50))
    assert not reception.due(REPORT_S - 0.01)
    assert reception.due(REPORT_S)
    told(reception, 5)
    assert not reception.due(5 + REPORT_S - 0.01)
    lossy = received(range(50), but={20})
    assert not lossy.due(REPORT_OF_LOSS_S - 0.01)
    assert lossy.due(REPORT_OF_LOSS_S)
    told(lossy, 1)
    assert not lossy.due(1 + REPORT_S - 0.01)
    assert not Reception(1).due(100)


def test_the_senders_time_stamp_comes_back_with_how_long_it_was_here() -> None:
    reception = received(range(50))
    sender = RtcpSrPacket(5, RtcpSenderInfo(0x1122334455667788, 1, 2, 3))
    reception.sender_reported(bytes(sender), 100.0)
    reception.sender_reported(bytes(RtcpSrPacket(6, sender.sender_info)), 101.0)
    info = told(reception, 102.5)
    assert (info.lsr, info.dlsr) == (0x33445566, int(2.5 * 65_536))


def test_a_sender_that_counts_anew_is_counted_anew() -> None:
    reception = received(range(50))
    for number in range(20_000, 20_010):
        reception.count(number, 2)
    info = told(reception, 3)
    assert (info.packets_lost, info.highest_sequence) == (0, 20_009)


@given(data=st.binary(max_size=80) | st.binary(max_size=40).map(lambda rest: pack("!BBH", 0x80, 200, 6) + rest))
def test_broken_reports_raise_nothing(data: bytes) -> None:
    assert all(0 <= ssrc < 2**32 and 0 <= stamp < 2**64 for ssrc, stamp in sender_reports(data))


@given(numbers=st.lists(st.integers(0, 65_535), max_size=40))
def test_any_numbers_make_a_report(numbers: list[int]) -> None:
    reception = Reception(5)
    for number in numbers:
        reception.count(number, 1)
    info = told(reception, 3)
    assert 0 <= info.fraction_lost <= 255
    assert info.dlsr == pytest.approx(0)
