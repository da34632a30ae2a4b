"""What `antiphon bench` makes of the packets that it received."""

import struct

import pytest

from antiphon.testing.bench_stats import Arrival, arrival, line_through, measure, percentiles


def stream(numbers: list[int], *, gap_ms: float = 20.0, first: int = 0) -> list[Arrival]:
    """Packets with these sequence numbers (from `first` on), one each `gap_ms`; the time stamps fit the numbers."""
    return [
        Arrival(100.0 + n * gap_ms / 1000, (first + number) % 2**16, (960 * number + 2**32 - 1920) % 2**32, 80)
        for n, number in enumerate(numbers)
    ]


def test_a_header_of_rtp_is_read_as_it_stands() -> None:
    packet = struct.pack("!BBHLL", 0x80, 111, 65_535, 4_294_967_295, 7) + b"opus"
    assert arrival(packet, 1.5) == Arrival(1.5, 65_535, 4_294_967_295, 16)


def test_a_steady_stream_has_no_deviation_and_nothing_wrong() -> None:
    found = measure(stream(list(range(50))), 100.0, 101.0)
    assert (found.packets, found.packets_per_s) == (50, 50.0)
    assert (found.faults.lost, found.faults.duplicated, found.faults.reordered, found.faults.wrong_steps) == (
        0,
        0,
        0,
        0,
    )
    assert found.deviations_ms == pytest.approx([0.0] * 49, abs=1e-6)
    assert found.kbit_per_s == pytest.approx(32.0)


def test_gaps_are_counted_from_20_ms_either_way() -> None:
    packets = [Arrival(at / 1000, n, 960 * n, 80) for n, at in enumerate((0, 20, 45, 60, 160, 160))]
    found = measure(packets, 0.0, 1.0)
    assert found.deviations_ms == pytest.approx([0.0, 5.0, 5.0, 80.0, 20.0])
    assert found.faults.long_gaps == 1


@pytest.mark.parametrize(
    ("numbers", "lost", "duplicated", "reordered"),
    [
        ([0, 1, 3, 4], 1, 0, 0),
        ([0, 1, 1, 2], 0, 1, 0),
        ([0, 2, 1, 3], 0, 0, 1),
        ([0, 2, 1, 1, 5], 2, 1, 1),
    ],
)
@pytest.mark.parametrize("first", [0, 65_534])
def test_loss_doubles_and_order_are_counted_across_the_end_of_the_numbers(
    numbers: list[int], lost: int, duplicated: int, reordered: int, first: int
) -> None:
    found = measure(stream(numbers, first=first), 0.0, 1000.0)
    assert (found.faults.lost, found.faults.duplicated, found.faults.reordered) == (lost, duplicated, reordered)
    assert found.faults.wrong_steps == 0


def test_a_time_stamp_that_stands_still_or_jumps_is_a_wrong_step() -> None:
    stamps = [0, 960, 960, 1920, 10_000]
    packets = [Arrival(n * 0.02, n, stamp, 80) for n, stamp in enumerate(stamps)]
    assert measure(packets, 0.0, 1.0).faults.wrong_steps == 2


def test_only_what_came_within_the_window_counts() -> None:
    found = measure(stream(list(range(100))), 100.5, 101.5)
    assert found.packets == 50
    assert found.faults.lost == 0


def test_nothing_received_is_no_packets_and_no_percentiles() -> None:
    found = measure([], 0.0, 2.0)
    assert (found.packets, found.faults.lost, found.packets_per_s) == (0, 0, 0.0)
    assert percentiles(found.deviations_ms) == {"p50": None, "p99": None, "max": None}


def test_percentiles_of_known_values() -> None:
    assert percentiles(list(range(101))) == {"p50": 50.0, "p99": 99.0, "max": 100.0}


def test_the_slope_is_what_each_call_adds() -> None:
    assert line_through([(1, 12.0), (2, 14.0), (4, 18.0)]) == pytest.approx((10.0, 2.0))
    assert line_through([(4, 18.0), (4, 19.0)]) is None
