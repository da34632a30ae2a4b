"""Sounds at 16 kHz that recognisers are given: a voice, a noise, and nothing."""

import numpy as np

from antiphon.domain.audio import HEARING_RATE, Pcm


def _vowel() -> Pcm:
    """A voice of 120 Hz with pauses, as syllables have them."""
    at = np.arange(HEARING_RATE) / HEARING_RATE
    voice = np.sum([np.sin(2 * np.pi * 120 * n * at) / n for n in range(1, 12)], axis=0)
    syllables = np.sin(2 * np.pi * 2 * at) > -0.5
    return np.asarray(6_000 * voice * syllables).astype(np.int16)


VOWEL = _vowel()
CLICK = np.pad(np.random.default_rng(1).integers(-9_000, 9_000, 3_200).astype(np.int16), (3_200, 0))
SILENCE = np.zeros(HEARING_RATE, np.int16)
