"""Measure frames for the detectors that have no model."""

from collections import deque
from math import log10

import numpy as np

from antiphon.domain.audio import FRAME_MS, HEARING_SAMPLES, Pcm

SILENCE_DBFS = -96.0
"""The level of digital silence: one step of 16 bits."""

_FULL_SCALE_DB = 20 * log10(32768)
_LEAST_POWER = 10 ** ((SILENCE_DBFS + _FULL_SCALE_DB) / 10)
_ONES = np.ones(HEARING_SAMPLES, np.float32)
_BLOCK_FRAMES = 500 // FRAME_MS
_BLOCKS = 4
_STEADY_FRAMES = 3
_LOWEST_FLOOR_DBFS = -60.0


def rms_dbfs(pcm: Pcm) -> float:
    """Return the level of int16 samples of shape (n,) without their DC offset, in dB relative to full scale (0)."""
    if not len(pcm):
        return SILENCE_DBFS
    samples, count = pcm.astype(np.float32), len(pcm)
    ones = _ONES if count == HEARING_SAMPLES else np.ones(count, np.float32)
    # A product with ones is a sum, in a third of the time.
    offset = float(samples.dot(ones)) / count
    power = float(samples.dot(samples)) / count - offset * offset
    return 10 * log10(power) - _FULL_SCALE_DB if power > _LEAST_POWER else SILENCE_DBFS


class NoiseFloor:
    """The background's level: the quietest that the last two seconds were for 60 ms on end."""

    def __init__(self) -> None:
        self._recent: deque[float] = deque(maxlen=_STEADY_FRAMES)
        self._minima: deque[float] = deque(maxlen=_BLOCKS)
        self._frames = 0

    def above(self, level: float) -> float:
        """Take the next 20 ms frame's level in dBFS, and say by how many dB it stands over the background."""
        self._recent.append(level)
        # The loudest of three frames: one lost or muted frame must not make the background look silent.
        steady = max(self._recent)
        if self._frames % _BLOCK_FRAMES == 0:
            self._minima.append(steady)
        else:
            self._minima[-1] = min(self._minima[-1], steady)
        self._frames += 1
        return level - max(min(self._minima), _LOWEST_FLOOR_DBFS)

    def reset(self) -> None:
        self._recent.clear()
        self._minima.clear()
        self._frames = 0
