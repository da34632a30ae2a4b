"""Does the caller speak, or does the microphone hear the answer? (B53)

The server knows what it has sent. What comes in is the answer's echo if it looks like a stretch of that, somewhat
later and softer: a normalised cross-correlation over the delays that a room, a jitter buffer and a codec make. It
removes nothing; it only tells whose sound it is. A caller who speaks over the echo no longer looks like it.

Both are compared at 8 kHz: a voice is known by its lowest 4 kHz, and the whole comparison costs a third.
"""

from collections import deque

import numpy as np
from numpy.typing import NDArray

from antiphon.domain.audio import HEARING_RATE, HEARING_SAMPLES, SPEAKING_RATE, SPEAKING_SAMPLES, Pcm

RATE = 8_000
_FRAME = RATE * HEARING_SAMPLES // HEARING_RATE
WINDOW = 5 * _FRAME
"""100 ms are compared."""
LONGEST_DELAY = round(0.5 * RATE)
ALIKE = 0.5
"""From this correlation on it is an echo. Speech of two people seldom comes to 0.3 in 100 ms."""
SOFTER = 0.4
"""An echo is at least 8 dB softer than what it echoes; who speaks into the microphone is not."""
QUIET = 30.0
"""Below this level (RMS of int16) nothing was sent that could come back."""
SETTLED = WINDOW // _FRAME
"""After so many frames that were no echo the caller speaks over the answer, and few more are compared until a pause."""
_EACH = 16
_PAUSE = WINDOW // _FRAME
"""Frames that nobody asked about: what sounds after them may be somebody else."""

_Signal = NDArray[np.float32]
_KEPT = WINDOW + LONGEST_DELAY
_OF_SENT = np.full(SPEAKING_RATE // RATE, RATE / SPEAKING_RATE, np.float32)
_OF_HEARD = np.full(HEARING_RATE // RATE, RATE / HEARING_RATE, np.float32)
_MEAN = np.full(WINDOW, 1 / WINDOW, np.float32)
_SILENCE = bytes(2 * SPEAKING_SAMPLES)


class EchoJudge:
    """One caller's. Tell it each frame that goes out and comes in, and ask it about those that sound like speech."""

    def __init__(self) -> None:
        self._sent: _Signal = np.zeros(_KEPT, np.float32)
        self._heard: _Signal = np.zeros(WINDOW, np.float32)
        self._newly_sent: deque[Pcm] = deque(maxlen=_KEPT // _FRAME)
        self._newly_heard: deque[Pcm] = deque(maxlen=WINDOW // _FRAME)
        self._sounding = 0
        self._alien = 0
        """Judgements since the last echo or pause."""
        self._unasked = 0

    @property
    def sounding(self) -> bool:
        """Whether something was sent lately that could still come back."""
        return self._sounding > 0

    def sent(self, pcm: Pcm) -> None:
        """20 ms that go out now: int16, shape (960,), 48 kHz."""
        if pcm.tobytes() != _SILENCE:
            self._sounding = _KEPT // _FRAME
        elif self._sounding:
            self._sounding -= 1
        else:
            return
        self._newly_sent.append(pcm)

    def heard(self, pcm: Pcm) -> None:
        """20 ms that came in: int16, shape (320,), 16 kHz. To be told of each frame while something was sent."""
        if self._sounding:
            self._newly_heard.append(pcm)
            self._unasked += 1

    def is_echo(self) -> bool:
        """Whether the last 100 ms that came in are what went out up to half a second before."""
        if not self._sounding:
            self._alien = 0
            return False
        self._alien = 1 if self._unasked > _PAUSE else self._alien + 1
        self._unasked = 0
        if self._alien > SETTLED and self._alien % _EACH:
            return False
        if self._compare():
            self._alien = 0
        return not self._alien

    def _compare(self) -> bool:
        self._sent = _followed(self._sent, self._newly_sent, _OF_SENT)
        self._heard = _followed(self._heard, self._newly_heard, _OF_HEARD)
        heard = self._heard - self._heard.dot(_MEAN)
        energy = float(heard.dot(heard))
        if energy == 0.0:
            return False
        sums = np.zeros(_KEPT + 1)
        np.cumsum(self._sent * self._sent, dtype=np.float64, out=sums[1:])
        energies = sums[WINDOW:] - sums[:-WINDOW]
        if energy > SOFTER**2 * energies.max():
            return False  # Louder than an echo of anything that was sent.
        # Circular, and of the length of what was sent: no delay that is looked at reaches around.
        spectrum = np.fft.rfft(self._sent) * np.conj(np.fft.rfft(heard, _KEPT))
        products = np.fft.irfft(spectrum, _KEPT)[: LONGEST_DELAY + 1]
        loud = energies > WINDOW * QUIET**2
        likeness = np.where(loud, products**2 / np.maximum(energies * energy, 1.0), 0.0)
        best = int(likeness.argmax())
        return bool(likeness[best] >= ALIKE**2 and energy <= SOFTER**2 * energies[best])


def _followed(signal: _Signal, frames: deque[Pcm], weights: _Signal) -> _Signal:
    """The signal with the frames behind it, as long as before. Each so many samples of a frame become their mean."""
    if frames:
        slower = np.concatenate(frames).astype(np.float32).reshape(-1, len(weights)) @ weights
        signal = np.concatenate((signal[len(slower) :], slower))
        frames.clear()
    return signal
