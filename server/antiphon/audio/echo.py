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
STILL_ALIKE = 0.42
"""It is enough where an echo has been heard lately, at about its delay: each 100 ms of a voice are unlike, and some are
hardly louder than the room. Who speaks over an echo is 10 dB louder than it, and comes to 0.3 with it."""
REMEMBERED = 500
"""Frames in which the delay of an echo is remembered: 10 s."""
NEAR = _FRAME + RATE // 200
"""How far it may lie from there: frames go out and come in 20 ms apart."""
SOFTER = 0.4
"""An echo is at least 8 dB softer than what it echoes; who speaks into the microphone is not."""
QUIET = 30.0
"""Below this level (RMS of int16) nothing was sent that could come back, and nobody speaks."""
SETTLED = WINDOW // _FRAME
"""After so many frames that were no echo the caller speaks over the answer, and few more are compared until a pause."""
_EACH = 2
"""Two frames in a row share four fifths of what is compared: the second is what the first was."""
_EACH_SETTLED = 32
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
        self._both: NDArray[np.float32] = np.zeros((2, _KEPT), np.float32)
        self._sounding = 0
        self._asked = 0
        """Frames that were asked about since the last echo or pause."""
        self._unasked = 0
        self._echoes = False
        self._delay: int | None = None
        self._delay_for = 0

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
            self._delay_for -= 1

    def is_echo(self) -> bool:
        """Whether the last 100 ms that came in are what went out up to half a second before."""
        if not self._sounding:
            self._asked, self._echoes = -1, False
            return False
        self._asked = 0 if self._unasked > _PAUSE else self._asked + 1
        self._unasked = 0
        # Of what has only begun to sound there is too little to compare.
        if self._asked and self._asked % (_EACH_SETTLED if self._asked > SETTLED else _EACH) == 0:
            self._echoes = self._compare()
            if self._echoes:
                self._asked = 0
        return self._echoes

    def _compare(self) -> bool:
        self._sent = _followed(self._sent, self._newly_sent, _OF_SENT)
        self._heard = _followed(self._heard, self._newly_heard, _OF_HEARD)
        heard = self._heard - self._heard.dot(_MEAN)
        energy = float(heard.dot(heard))
        known = self._delay if self._delay_for > 0 else None
        if energy < WINDOW * QUIET**2 and (known is not None or not energy):
            return self._echoes
        sums = np.zeros(_KEPT + 1)
        squares = self._sent.astype(np.float64)
        squares *= squares
        np.add.accumulate(squares, out=sums[1:])
        energies = (sums[WINDOW:] - sums[:-WINDOW]).astype(np.float32)
        if energy > SOFTER**2 * energies.max():
            return False  # Louder than an echo of anything that was sent.
        # Circular, and of the length of what was sent: no delay that is looked at reaches around.
        self._both[0] = self._sent
        self._both[1, :WINDOW] = heard
        sent, said = np.fft.rfft(self._both)  # Both at once, which costs a third less.
        likeness = np.fft.irfft(sent * np.conj(said), _KEPT)[: LONGEST_DELAY + 1]
        likeness *= likeness
        likeness /= np.where(energies > WINDOW * QUIET**2, energies, np.inf)
        best, alike = int(likeness.argmax()), ALIKE
        if known is not None and likeness[best] < ALIKE**2 * energy:
            begin, alike = max(0, known - NEAR), STILL_ALIKE
            best = begin + int(likeness[begin : known + NEAR + 1].argmax())
        if likeness[best] < alike**2 * energy or energy > SOFTER**2 * energies[best]:
            return False
        self._delay, self._delay_for = best, REMEMBERED
        return True


def _followed(signal: _Signal, frames: deque[Pcm], weights: _Signal) -> _Signal:
    """The signal with the frames behind it, as long as before. Each so many samples of a frame become their mean."""
    if frames:
        slower = np.concatenate(frames).astype(np.float32).reshape(-1, len(weights)) @ weights
        signal = np.concatenate((signal[len(slower) :], slower))
        frames.clear()
    return signal
