"""What `tests/bench/wire.py` finds in packets whose sound is known."""

import numpy as np
import pytest

from antiphon.domain.audio import SPEAKING_RATE, SPEAKING_SAMPLES
from antiphon.testing.bench_speech import opus_packets
from antiphon.testing.bench_stats import Arrival
from bench.wire import fade, levels, peak

FADED_AT, FADE_FRAMES = 100, 3


def tone(frames: int) -> np.ndarray:
    return 8000 * np.sin(2 * np.pi * 440 * np.arange(frames * SPEAKING_SAMPLES) / SPEAKING_RATE)


def packets(gain: np.ndarray) -> tuple[list[Arrival], list[bytes]]:
    """A tone of that gain, one packet each 20 ms from 1000 s on."""
    payloads = opus_packets((tone(len(gain) // SPEAKING_SAMPLES) * gain).astype(np.int16))
    return [Arrival(1000 + n * 0.02, n, 960 * n, len(each)) for n, each in enumerate(payloads)], payloads


def fading() -> np.ndarray:
    gain = np.zeros(150 * SPEAKING_SAMPLES)
    gain[: FADED_AT * SPEAKING_SAMPLES] = 1
    faded = slice(FADED_AT * SPEAKING_SAMPLES, (FADED_AT + FADE_FRAMES) * SPEAKING_SAMPLES)
    gain[faded] = np.linspace(1, 0, FADE_FRAMES * SPEAKING_SAMPLES)
    return gain


@pytest.mark.parametrize("cancelled_at", [1001.955, 1001.99])
def test_the_first_faded_packet_and_the_first_silent_one_are_found(cancelled_at: float) -> None:
    found = fade(*packets(fading()), cancelled_at)
    assert found is not None
    assert found.faded_ms == pytest.approx(1000 * (1000 + FADED_AT * 0.02 - cancelled_at), abs=0.1)
    # Opus looks ahead by a few milliseconds: the last of the fade may come a packet later.
    assert FADE_FRAMES * 20 <= round(found.silent_ms - found.faded_ms) <= (FADE_FRAMES + 1) * 20


def test_a_softer_word_before_the_fade_is_not_taken_for_it() -> None:
    gain = fading()
    gain[(FADED_AT - 5) * SPEAKING_SAMPLES : (FADED_AT - 4) * SPEAKING_SAMPLES] = 0.3
    found = fade(*packets(gain), 1001.8)
    assert found is not None
    assert found.faded_ms == pytest.approx(200, abs=0.1)


def test_an_answer_that_goes_on_has_no_fade() -> None:
    assert fade(*packets(np.ones(150 * SPEAKING_SAMPLES)), 1002.0) is None


def test_levels_are_those_of_each_packet_and_an_empty_one_has_none() -> None:
    _, payloads = packets(np.ones(50 * SPEAKING_SAMPLES))
    found = levels([*payloads[:30], b"", *payloads[30:]], peak)
    assert found[10:30] == pytest.approx([8000] * 20, rel=0.15)
    assert found[30] == 0.0
