"""Measure how loud a sound is at each pitch, frame by frame: that part of a voice lasts in a room.

Taken at 8 kHz: a voice is known by its lowest 3.5 kHz, and it costs a third. No product of matrices stands here: a
library may do a long one on several threads, which wait for each other where the cores are busy.
"""

from collections import deque

import numpy as np
from numpy.typing import NDArray

from antiphon.domain.audio import FRAME_MS, Pcm

RATE = 8_000
FRAME = RATE * FRAME_MS // 1000
WINDOW = 256
"""32 ms, the newest of them the frame: its bins are 31 Hz apart."""
LOWEST, HIGHEST, WIDTH = 3, 111, 3
"""The bins that count, and how many make a band: 94 Hz to 3.5 kHz in steps of 94 Hz."""
BANDS = (HIGHEST - LOWEST) // WIDTH

Powers = NDArray[np.float32]
"""Mean squares of int16 samples, shape (n, BANDS)."""

_AT = np.arange(WINDOW)
_STARTS = np.arange(0, 2 * (HIGHEST - LOWEST), 2 * WIDTH)
"""The place where each band begins among the real and the imaginary parts of the bins."""
_TAPER = np.hanning(WINDOW).astype(np.float32)
_TO_POWER = np.float32(2 / (WINDOW * float(np.square(_TAPER).sum())))


class Bands:
    """The loudness by pitch of one signal. It keeps the newest `kept` frames; `catch_up` looks at what was added."""

    def __init__(self, rate: int, kept: int) -> None:
        self.rows: Powers = np.zeros((kept, BANDS), np.float32)
        self.count = 0
        """Frames that were added in all; the newest of them is the last row, once they are looked at."""
        self._to_mean = np.full(rate // RATE, RATE / rate, np.float32)
        self._waiting: deque[Pcm] = deque(maxlen=kept)
        self._before = np.zeros(WINDOW - FRAME, np.float32)

    def add(self, pcm: Pcm) -> None:
        """Add 20 ms, int16."""
        self._waiting.append(pcm)
        self.count += 1

    def drain(self) -> NDArray[np.float32]:
        """Return the windows of what was added, shape (n, WINDOW)."""
        if not self._waiting:
            return np.empty((0, WINDOW), np.float32)
        samples = np.concatenate(self._waiting).astype(np.float32).reshape(-1, len(self._to_mean))
        self._waiting.clear()
        slower = np.concatenate((self._before, np.einsum("ij,j->i", samples, self._to_mean)))
        self._before = slower[FRAME - WINDOW :]
        starts = FRAME * np.arange(len(slower) // FRAME)
        windows: NDArray[np.float32] = slower[starts[:, None] + _AT]
        return windows

    def put(self, powers: Powers) -> None:
        """Add the loudness of those windows."""
        self.rows = np.concatenate((self.rows[len(powers) :], powers))


def catch_up(one: Bands, other: Bands) -> None:
    """Look at what was added to each: at both at once, which costs a third less."""
    first, second = one.drain(), other.drain()
    windows = np.concatenate((first, second)) * _TAPER
    if not len(windows):
        return
    parts = np.fft.rfft(windows).astype(np.complex64, copy=False).view(np.float32)[:, 2 * LOWEST : 2 * HIGHEST]
    powers: Powers = np.add.reduceat(parts * parts, _STARTS, axis=1) * _TO_POWER
    one.put(powers[: len(first)])
    other.put(powers[len(first) :])
