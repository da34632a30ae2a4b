"""Make short sounds of the system's own, which no ear and no detector takes for speech (V7-RECOGNITION)."""

from collections import deque
from collections.abc import Sequence
from functools import cache

import numpy as np
from numpy.typing import NDArray

from antiphon.audio.fades import fade_over
from antiphon.domain.audio import FRAME_MS, SPEAKING_RATE, SPEAKING_SAMPLES, Pcm

NOTES = ((587.3, 0.0), (440.0, 0.12))
"""Hertz, and when each begins, in seconds: a fourth down, as of somebody who did not quite get it."""
NOTE_S = 0.2
ATTACK_S = 0.02
LEVEL_DBFS = -24.0
"""Of the loudest 100 ms: 6 dB below a voice."""


class Earcon:
    """A short sound on its way out, a frame at a time. `after` so many frames of silence it begins."""

    def __init__(self, frames: Sequence[Pcm], after: int = 0) -> None:
        silence = np.zeros(SPEAKING_SAMPLES, np.int16)
        self._frames = deque([*[silence] * after, *frames])
        self._sounds = False
        self.played_ms = 0

    @property
    def over(self) -> bool:
        """True once the last of it has been taken."""
        return not self._frames

    def next_frame(self) -> Pcm:
        """Return its next 20 ms."""
        self._sounds = True
        self.played_ms += FRAME_MS
        return self._frames.popleft()

    def stop(self) -> None:
        """Silence it within a frame, or at once where nothing of it has been taken. May be called twice."""
        if not self._sounds:
            self._frames.clear()
        elif len(self._frames) > 1:
            self._frames = deque(fade_over([self._frames[0]], SPEAKING_SAMPLES))


@cache
def not_understood() -> tuple[Pcm, ...]:
    """Return the sound for what was not understood, or could not be spoken: two soft notes.

    Frames of 20 ms: int16, 48 kHz mono, shape (960,) each; not to be changed.
    """
    length = round((NOTES[-1][1] + NOTE_S) * SPEAKING_RATE)
    length += -length % SPEAKING_SAMPLES
    sound = np.zeros(length)
    for hertz, begin in NOTES:
        note = _note(hertz)
        start = round(begin * SPEAKING_RATE)
        sound[start : start + len(note)] += note
    sound *= 32768 * 10 ** (LEVEL_DBFS / 20) / _loudest(sound)
    pcm = np.rint(sound).astype(np.int16)
    pcm.setflags(write=False)
    return tuple(pcm.reshape(-1, SPEAKING_SAMPLES))


def _note(hertz: float) -> NDArray[np.float64]:
    """Return a sine with a soft attack that dies away to nothing: no click at either end, and no constant part."""
    t = np.arange(round(NOTE_S * SPEAKING_RATE)) / SPEAKING_RATE
    attack = 0.5 - 0.5 * np.cos(np.pi * np.minimum(1.0, t / ATTACK_S))
    decay = 0.5 + 0.5 * np.cos(np.pi * np.clip((t - ATTACK_S) / (NOTE_S - ATTACK_S), 0.0, 1.0))
    envelope = attack * decay
    note: NDArray[np.float64] = envelope * np.sin(2 * np.pi * hertz * t)
    note -= envelope * (note.mean() / envelope.mean())
    return note


def _loudest(sound: NDArray[np.float64]) -> float:
    """Return the root mean square of the loudest 100 ms."""
    window = SPEAKING_RATE // 10
    sums = np.cumsum(np.concatenate(([0.0], sound**2)))
    return float(np.sqrt((sums[window:] - sums[:-window]).max() / window))
