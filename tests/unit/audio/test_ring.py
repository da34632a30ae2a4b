import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from antiphon.audio.ring import PreRoll
from antiphon.domain.audio import FRAME_S, AudioFrame


def frame(at: float) -> AudioFrame:
    return AudioFrame(np.zeros(320, np.int16), at)


def filled(ring: PreRoll, count: int, start: float = 0.0) -> list[AudioFrame]:
    pushed = [frame(start + i * FRAME_S) for i in range(count)]
    for one in pushed:
        ring.push(one)
    return pushed


@pytest.mark.requirement("MEDIA-VAD")
def test_it_holds_the_newest_half_second_in_order() -> None:
    ring = PreRoll()
    pushed = filled(ring, 200)
    assert ring.since(None) == pushed[-25:]


def test_since_a_time_begins_with_the_frame_that_sounds_then() -> None:
    ring = PreRoll()
    pushed = filled(ring, 25)
    assert ring.since(0.2) == pushed[10:]
    assert ring.since(0.21) == pushed[10:]
    assert ring.since(-5.0) == pushed
    assert ring.since(9.0) == []


def test_what_lies_before_a_pause_of_the_sender_is_dropped() -> None:
    ring = PreRoll()
    filled(ring, 25)
    after = filled(ring, 3, start=10.0)
    assert ring.since(None) == after


def test_an_empty_ring_gives_nothing() -> None:
    assert PreRoll().since(None) == []
    assert PreRoll().since(1.0) == []


@given(st.lists(st.floats(-10, 1000), max_size=80), st.floats(0.02, 2.0))
def test_it_is_bounded_whatever_the_times_are(times: list[float], seconds: float) -> None:
    ring = PreRoll(seconds)
    for at in times:
        ring.push(frame(at))
        assert ring.since(None)[-1].at == at
    assert len(ring.since(None)) <= seconds / FRAME_S + 1


def test_a_ring_of_no_length_is_refused() -> None:
    with pytest.raises(ValueError, match="more than 0"):
        PreRoll(0)
