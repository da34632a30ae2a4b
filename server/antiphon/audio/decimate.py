"""Bring audio from the rate of answers to the rate of callers: 48 kHz to 16 kHz, frame by frame."""

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
from numpy.typing import NDArray

from antiphon.domain.audio import HEARING_RATE, HEARING_SAMPLES, SPEAKING_RATE, SPEAKING_SAMPLES, Pcm

FACTOR = SPEAKING_RATE // HEARING_RATE
TAPS = 96
CUTOFF_HZ = 7_400


def _low_pass() -> NDArray[np.float32]:
    """Return a windowed sinc (Kaiser, 60 dB): sound above 8 kHz would come back as another one."""
    at = np.arange(TAPS) - (TAPS - 1) / 2
    ideal = np.sinc(2 * CUTOFF_HZ / SPEAKING_RATE * at) * np.kaiser(TAPS, 5.65)
    taps: NDArray[np.float32] = (ideal / ideal.sum()).astype(np.float32)
    return taps


_FILTER = _low_pass()


class Decimator:
    """The filter of one stream. Every frame in is a frame out, 1 ms late; where frames meet cannot be heard."""

    def __init__(self) -> None:
        self._before = np.zeros(TAPS - 1, np.float32)

    def feed(self, frame: Pcm) -> Pcm:
        """Filter a frame: int16, shape (960,), at 48 kHz in; int16, shape (320,), at 16 kHz out."""
        samples = np.concatenate((self._before, frame.astype(np.float32)))
        self._before = samples[SPEAKING_SAMPLES:]
        windows = sliding_window_view(samples, TAPS)[::FACTOR][:HEARING_SAMPLES]
        heard: Pcm = np.rint(windows @ _FILTER).clip(-32768, 32767).astype(np.int16)
        return heard

    def reset(self) -> None:
        """Begin anew with another sound."""
        self._before = np.zeros(TAPS - 1, np.float32)
