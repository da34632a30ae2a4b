"""Tones that no voice has, and vowels, which are tones as well."""

import numpy as np
import pytest

from antiphon.domain.audio import HEARING_RATE
from antiphon.providers import tones

SIZE = 2048
FRAME = 640


def spectrum(*parts: tuple[float, float]) -> tones.Power:
    """Of one frame of 40 ms: tones by frequency and strength."""
    time = np.arange(FRAME) / HEARING_RATE
    sound = sum(strength * np.sin(2 * np.pi * hertz * time + hertz) for hertz, strength in parts)
    return np.asarray(np.abs(np.fft.rfft(sound * np.hanning(FRAME), SIZE)) ** 2)[None]


def series(first: float, *resonances: float) -> tuple[tuple[float, float], ...]:
    """A voice: multiples of its first tone, strong where the mouth resounds and soft high up."""
    multiples = np.arange(first, 3500, first)
    return tuple((hertz, sum(1 / (1 + ((hertz - at) / 80) ** 2) for at in resonances) / hertz) for hertz in multiples)


@pytest.mark.parametrize("first", [90, 110, 150, 190, 230, 280, 330])
@pytest.mark.parametrize("resonances", [(320, 850), (300, 2300), (750, 1200), (450, 900)], ids=["oo", "ee", "ah", "oh"])
def test_a_vowel_is_a_voice_s_however_high(first: float, resonances: tuple[float, float]) -> None:
    assert not tones.of_no_voice(spectrum(*series(first, *resonances)), SIZE)[0]


@pytest.mark.parametrize(
    "frequencies",
    [(440, 480), (425,), (480, 620), (950,), (1400,), (1000,), (2000,), (523, 1046, 1569)]
    + [(low, high) for low in (697, 770, 852, 941) for high in (1209, 1336, 1477)],
)
def test_tones_of_a_telephone_are_no_voice_s(frequencies: tuple[float, ...]) -> None:
    assert tones.of_no_voice(spectrum(*((hertz, 1.0) for hertz in frequencies)), SIZE)[0]


@pytest.mark.parametrize("level", [0.0, 1.0])
def test_noise_and_silence_are_no_tones(level: float) -> None:
    sound = level * np.random.default_rng(1).normal(0, 1, FRAME)
    assert not tones.of_no_voice(np.abs(np.fft.rfft(sound, SIZE))[None] ** 2, SIZE)[0]


def test_no_frame_is_nothing() -> None:
    assert len(tones.of_no_voice(np.zeros((0, SIZE // 2 + 1)), SIZE)) == 0
