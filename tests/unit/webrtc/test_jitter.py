"""The jitter buffer: loss, reordering, duplicates, wrap-around, clock jumps and pauses, by hand and by chance."""

from dataclasses import dataclass, field

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from antiphon.transports.webrtc.jitter import (
    LONGEST_WAIT_S,
    MAX_HELD,
    SHORTEST_WAIT_S,
    Anew,
    Arrived,
    Item,
    JitterBuffer,
    Missing,
)
from antiphon.transports.webrtc.rtp import RtpPacket

RATE = 48_000
STEP = 960
FRAME_S = 0.02


@dataclass
class Bench:
    """A buffer, and a sender whose counters are about to wrap. Packets are named by their place in the stream."""

    sequence: int = 65_530
    timestamp: int = 0xFFFFFFFF - 3 * STEP
    buffer: JitterBuffer = field(default_factory=lambda: JitterBuffer(RATE))
    out: list[tuple[float, Item]] = field(default_factory=list)
    sent: dict[tuple[int, int], int] = field(default_factory=dict)

    def packet(self, number: int, *, moved: int = 0, ssrc: int = 1) -> RtpPacket:
        sequence, timestamp = (self.sequence + number) % 65_536, (self.timestamp + number * STEP + moved) % 2**32
        self.sent[sequence, timestamp] = number
        return RtpPacket(111, sequence, timestamp, ssrc, b"audio")

    def push(
        self, number: int, now: float | None = None, *, duration: int = STEP, moved: int = 0, ssrc: int = 1
    ) -> None:
        at = number * FRAME_S if now is None else now
        self.receive(self.packet(number, moved=moved, ssrc=ssrc), duration, at)

    def receive(self, packet: RtpPacket, duration: int, now: float) -> None:
        self.run_until(now)
        self.out += [(now, item) for item in self.buffer.push(packet, duration, now)]

    def run_until(self, now: float) -> None:
        while (due := self.buffer.deadline()) is not None and due <= now:
            self.out += [(due, item) for item in self.buffer.release(due)]

    def told(self) -> list[int | str]:
        """What came out: a packet's number, `-ms` for what is missing, `+ms` where it may be repaired, "anew"."""
        told: list[int | str] = []
        for _, item in self.out:
            if isinstance(item, Arrived):
                told.append(self.sent[item.packet.sequence, item.packet.timestamp])
            elif isinstance(item, Missing):
                told.append(f"{'-' if item.following is None else '+'}{item.ticks * 1000 // RATE}")
            else:
                told.append("anew")
        return told

    def left_at(self, number: int) -> float:
        return next(
            at
            for at, item in self.out
            if isinstance(item, Arrived) and self.sent[item.packet.sequence, item.packet.timestamp] == number
        )


def steady(until: int) -> Bench:
    bench = Bench()
    for number in range(until):
        bench.push(number)
    return bench


def test_packets_in_order_pass_at_once_also_where_the_counters_wrap() -> None:
    bench = steady(20)
    assert bench.told() == ["anew", *range(20)]
    assert [bench.left_at(number) for number in range(20)] == [number * FRAME_S for number in range(20)]
    assert bench.buffer.deadline() is None


def test_a_lost_packet_is_waited_for_and_then_left_to_the_decoder_with_the_packet_after_it() -> None:
    bench = steady(100)
    for number in (101, 102, 103, 104):
        bench.push(number)
    assert bench.told()[101:] == ["+20", 101, 102, 103, 104]
    assert bench.left_at(101) - 101 * FRAME_S == pytest.approx(SHORTEST_WAIT_S)
    assert [bench.left_at(number) - number * FRAME_S for number in (103, 104)] == [0, 0]
    assert (bench.buffer.lost, bench.buffer.late) == (1, 0)


@pytest.mark.parametrize("lost", [2, 3, 10, 49])
def test_several_lost_packets_are_one_gap(lost: int) -> None:
    bench = steady(100)
    bench.push(100 + lost)
    bench.run_until(100)
    assert bench.told()[101:] == [f"+{20 * lost}", 100 + lost]
    assert bench.buffer.lost == lost


def test_packets_that_come_in_another_order_leave_in_theirs() -> None:
    bench = steady(100)
    for number, at in ((101, 2.02), (102, 2.025), (100, 2.03), (104, 2.08), (103, 2.081)):
        bench.push(number, at)
    assert bench.told()[101:] == [100, 101, 102, 103, 104]
    assert (bench.buffer.lost, bench.buffer.late) == (0, 0)


def test_a_packet_that_comes_twice_is_heard_once() -> None:
    bench = steady(100)
    for number, at in ((99, 1.99), (101, 2.0), (101, 2.001), (100, 2.01), (101, 2.012), (100, 2.013)):
        bench.push(number, at)
    assert bench.told()[101:] == [100, 101]
    assert bench.buffer.repeated == 1


def test_a_packet_that_comes_after_it_was_given_up_is_left_out_and_the_next_gap_is_waited_for_longer() -> None:
    bench = steady(100)
    bench.push(101)
    bench.push(102)
    bench.push(100, 2.065)  # 45 ms after the packet that showed the gap
    bench.push(103, 2.07)
    assert bench.told()[101:] == ["+20", 101, 102, 103]
    assert bench.buffer.late == 1
    assert bench.buffer.wait_s == pytest.approx(0.045, abs=0.002)
    bench.push(105, 2.10)
    bench.push(104, 2.14)
    assert bench.told()[105:] == [104, 105]


def test_the_wait_follows_the_jitter_that_is_measured() -> None:
    calm, rough = steady(200), Bench()
    for number in range(200):
        rough.push(number, number * FRAME_S + 0.015 * (number % 2))
    assert calm.buffer.wait_s == SHORTEST_WAIT_S
    assert calm.buffer.jitter == pytest.approx(0, abs=1)
    assert rough.buffer.jitter == pytest.approx(0.015 * RATE, rel=0.01)
    assert rough.buffer.wait_s == pytest.approx(0.045, abs=0.001)


def test_when_packets_stop_what_is_held_is_let_go_by_the_clock() -> None:
    bench = steady(100)
    bench.push(101)
    assert bench.buffer.deadline() == pytest.approx(2.02 + SHORTEST_WAIT_S)
    bench.run_until(10)
    assert bench.told()[101:] == ["+20", 101]
    assert bench.buffer.deadline() is None


def test_a_second_gap_is_not_waited_for_from_the_end_of_the_first() -> None:
    bench = steady(100)
    for number in (101, 103, 105):
        bench.push(number)
    bench.run_until(10)
    assert bench.told()[101:] == ["+20", 101, "+20", 103, "+20", 105]
    assert all(bench.left_at(number) - number * FRAME_S <= SHORTEST_WAIT_S + 1e-9 for number in (101, 103, 105))


def test_a_pause_of_the_sender_is_missing_audio_and_nothing_that_could_be_repaired() -> None:
    bench = steady(100)
    bench.push(100, 2.4, moved=20 * STEP)
    assert bench.told()[101:] == ["-400", 100]
    assert bench.buffer.lost == 0


@pytest.mark.parametrize("seconds", [1.1, 60, 40_000, -1.1, -60])
def test_for_a_jump_of_the_rtp_clock_nothing_is_made_up(seconds: float) -> None:
    bench = steady(100)
    bench.push(100, moved=int(seconds * RATE))
    assert bench.told()[101:] == ["anew", 100]
    bench.push(101, moved=int(seconds * RATE))
    assert bench.told()[103:] == [101]


def test_after_a_tunnel_of_minutes_the_first_two_packets_are_heard() -> None:
    bench = steady(100)
    bench.push(9_000)
    bench.push(9_001)
    bench.push(9_002)
    assert bench.told()[101:] == ["anew", 9_000, 9_001, 9_002]


def test_one_packet_from_nowhere_changes_nothing() -> None:
    bench = steady(100)
    bench.push(30_000, 2.0)
    bench.push(100)
    bench.push(20_000, 2.0)
    bench.push(101)
    assert bench.told()[101:] == [100, 101]


def test_a_sender_that_counts_anew_near_its_old_numbers_is_heard_from_its_second_packet_on() -> None:
    bench = steady(100)
    for number in (60, 61, 62):
        bench.push(number, 2 + number / 50, moved=1_000_000)
    assert bench.told()[101:] == ["anew", 60, 61, 62]


def test_another_source_begins_anew_after_what_was_held_of_the_first() -> None:
    bench = steady(100)
    bench.push(101)
    for number in (500, 501, 502):
        bench.push(number, 2.03 + (number - 500) / 100, ssrc=2)
    bench.push(503, 2.07, ssrc=2)
    assert bench.told()[101:] == ["+20", 101, "anew", 500, 501, 502, 503]


def test_another_source_after_a_silence_is_heard_at_once() -> None:
    bench = steady(100)
    bench.push(500, 3.0, ssrc=2)
    assert bench.told()[101:] == ["anew", 500]


def test_of_two_sources_that_send_at_once_one_is_heard() -> None:
    bench = steady(100)
    for number in range(100, 200):
        bench.push(number)
        bench.push(1_000 + number, number / 50 + 0.01, ssrc=2)
        if number % 10 == 0:  # as after a short congestion
            bench.push(2_000 + number, number / 50 + 0.01, ssrc=2)
    assert bench.told()[1:] == list(range(200))
    assert bench.buffer.ssrc == 1


def test_a_packet_without_audio_has_its_place_and_what_it_leaves_out_may_be_repaired() -> None:
    bench = steady(100)
    bench.push(100, duration=0)
    bench.push(101)
    assert bench.told()[101:] == ["+20", 101]
    bench.push(102, duration=0, moved=-STEP)  # padding: no time passes with it
    bench.push(103, moved=-STEP)
    assert bench.told()[103:] == [103]
    assert bench.buffer.lost == 0


def test_no_more_than_a_few_packets_are_held() -> None:
    bench = steady(100)
    for number in range(101, 101 + 2 * MAX_HELD):
        bench.push(number, 2.0)
        assert bench.buffer.held <= MAX_HELD
    assert bench.told()[101:] == ["+20", *range(101, 101 + 2 * MAX_HELD)]


FATES = st.sampled_from(["once", "once", "once", "once", "lost", "twice"])
PACKETS = st.lists(st.tuples(FATES, st.floats(0, 0.25)), min_size=1, max_size=60)


@settings(max_examples=100, deadline=None)
@given(fates=PACKETS, sequence=st.integers(0, 65_535), timestamp=st.integers(0, 2**32 - 1))
def test_whatever_a_network_does_slots_come_in_order_none_twice_and_none_late(
    fates: list[tuple[str, float]], sequence: int, timestamp: int
) -> None:
    bench = Bench(sequence, timestamp)
    arrivals = [(0.0, -1)]  # a first packet, which says where the stream begins
    for number, (fate, delay) in enumerate(fates):
        if fate != "lost":
            arrivals.append((number * FRAME_S + delay, number))
        if fate == "twice":
            arrivals.append((number * FRAME_S + 2 * delay, number))
    for at, number in sorted(arrivals):
        bench.push(number, at)
        assert bench.buffer.held <= MAX_HELD
    bench.run_until(100)
    assert bench.buffer.deadline() is None

    played = [item for item in bench.told() if isinstance(item, int)]
    assert played == sorted(set(played))
    came = {number: min(at for at, other in arrivals if other == number) for _, number in arrivals}
    assert all(bench.left_at(number) <= came[number] + LONGEST_WAIT_S + 1e-9 for number in played)
    # Every 20 ms from the first packet to the last that was heard are there once: as audio, or as missing.
    slots = sum(1 if isinstance(item, int) else int(item[1:]) // 20 for item in bench.told()[1:])
    assert slots == played[-1] - played[0] + 1


WILD = st.lists(
    st.tuples(
        st.integers(0, 65_535) | st.integers(0, 40),
        st.integers(0, 2**32 - 1) | st.integers(0, 40).map(lambda n: n * STEP),
        st.sampled_from([1, 1, 1, 1, 2]),
        st.sampled_from([0, 120, 960, 960, 5_760]),
        st.floats(0, 0.1),
    ),
    max_size=120,
)


@settings(max_examples=100, deadline=None)
@given(wild=WILD)
def test_no_packets_at_all_raise_or_pile_up_or_are_heard_twice(wild: list[tuple[int, int, int, int, float]]) -> None:
    bench, now = Bench(), 0.0
    sent: dict[int, float] = {}
    for number, (sequence, timestamp, ssrc, duration, gap) in enumerate(wild):
        now += gap
        sent[number] = now
        bench.receive(RtpPacket(111, sequence, timestamp, ssrc, number.to_bytes(2)), duration, now)
        assert bench.buffer.held <= MAX_HELD
        assert 0 <= bench.buffer.jitter < RATE
    bench.run_until(now + LONGEST_WAIT_S)
    assert bench.buffer.deadline() is None
    heard = [int.from_bytes(item.packet.payload) for _, item in bench.out if isinstance(item, Arrived)]
    assert len(heard) == len(set(heard))
    assert all(at - item.at <= 1.0 for at, item in bench.out if isinstance(item, Arrived))
    assert all(0 < item.ticks <= RATE for _, item in bench.out if isinstance(item, Missing))
    assert sum(isinstance(item, Anew) for _, item in bench.out) <= len(wild)
    assert len(bench.out) <= 3 * len(wild)
