"""Does the caller speak, or does the microphone hear the answer? (B53)

The server knows what it has sent. What comes in is the answer's echo if it looks like a stretch of that, somewhat
later and softer: a normalised cross-correlation over the delays that a room, a jitter buffer and a codec make. It
removes nothing; it only tells whose sound it is. A caller who speaks over the echo no longer looks like it.
"""

import numpy as np
from numpy.typing import NDArray

from antiphon.domain.audio import HEARING_RATE, HEARING_SAMPLES, SPEAKING_RATE, Pcm

WINDOW = 5 * HEARING_SAMPLES
"""100 ms are compared."""
LONGEST_DELAY = round(0.5 * HEARING_RATE)
ALIKE = 0.5
"""From this correlation on it is an echo. Speech of two people seldom comes to 0.3 in 100 ms."""
SOFTER = 0.4
"""An echo is at least 8 dB softer than what it echoes; who speaks into the microphone is not."""
QUIET = 30.0
"""Below this level (RMS of int16) nothing was sent that could come back."""
_DOWN = SPEAKING_RATE // HEARING_RATE
_Signal = NDArray[np.float32]


class EchoJudge:
    """One caller's. Tell it each frame that goes out and comes in, and ask it about those that sound like speech."""

    def __init__(self) -> None:
        self._sent: _Signal = np.zeros(WINDOW + LONGEST_DELAY, np.float32)
        self._heard: _Signal = np.zeros(WINDOW, np.float32)
        self._sounding = 0

    @property
    def sounding(self) -> bool:
        """Whether something was sent lately that could still come back."""
        return self._sounding > 0

    def sent(self, pcm: Pcm) -> None:
        """20 ms that go out now: int16, shape (960,), 48 kHz."""
        frame = pcm.reshape(-1, _DOWN).mean(axis=1, dtype=np.float32)
        if frame.any():
            self._sounding = len(self._sent) // HEARING_SAMPLES
        elif self._sounding:
            self._sounding -= 1
        else:
            return
        self._sent = np.concatenate((self._sent[HEARING_SAMPLES:], frame))

    def heard(self, pcm: Pcm) -> None:
        """20 ms that came in: int16, shape (320,), 16 kHz. To be told of each frame while something was sent."""
        if self._sounding:
            self._heard = np.concatenate((self._heard[HEARING_SAMPLES:], pcm.astype(np.float32)))

    def is_echo(self) -> bool:
        """Whether the last 100 ms that came in are what went out up to half a second before."""
        if not self._sounding:
            return False
        heard = self._heard - self._heard.mean()
        energy = float(heard @ heard)
        if energy == 0.0:
            return False
        size = 1 << (len(self._sent) + WINDOW - 1).bit_length()
        spectrum = np.fft.rfft(self._sent, size) * np.conj(np.fft.rfft(heard, size))
        products = np.fft.irfft(spectrum, size)[: LONGEST_DELAY + 1]
        sums = np.concatenate(([0.0], np.cumsum(self._sent.astype(np.float64) ** 2)))
        energies = sums[WINDOW:] - sums[:-WINDOW]
        loud = energies > WINDOW * QUIET**2
        likeness = np.where(loud, products**2 / np.maximum(energies * energy, 1.0), 0.0)
        best = int(likeness.argmax())
        return bool(likeness[best] >= ALIKE**2 and energy <= SOFTER**2 * energies[best])
