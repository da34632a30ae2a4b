"""The caller's own frames back, for measuring the media path (brain `echo`). No turns are taken."""

import numpy as np

from antiphon.audio.framing import Framer
from antiphon.audio.resample import Resampler
from antiphon.domain.audio import HEARING_RATE, SPEAKING_RATE, SPEAKING_SAMPLES, AudioFrame, Pcm
from antiphon.ports import Brain, SendsFramesBack
from antiphon.session.playout import SILENCE

BOUND = 5


def sends_frames_back(brain: Brain) -> bool:
    """Whether a session with this brain is an echo."""
    return isinstance(brain, SendsFramesBack) and brain.frames_back


class Echoing:
    """Frames of 20 ms in at 16 kHz, the same out at 48 kHz; at most `BOUND` wait, the oldest out first."""

    def __init__(self) -> None:
        self._resampler = Resampler(SPEAKING_RATE)
        self._framer = Framer(SPEAKING_SAMPLES)
        self._frames: list[Pcm] = []
        self._fresh = True

    def heard(self, frame: AudioFrame) -> None:
        pcm = self._resampler.feed(frame.pcm, HEARING_RATE)
        if self._fresh:
            # The resampler keeps its filter's length back: without it each frame would wait for the one after it.
            pcm = np.concatenate((np.zeros(max(0, SPEAKING_SAMPLES - len(pcm)), np.int16), pcm))
            self._fresh = False
        self._frames.extend(self._framer.feed(pcm))
        del self._frames[:-BOUND]

    def frame(self) -> Pcm:
        return self._frames.pop(0) if self._frames else SILENCE

    def sound(self) -> Pcm | None:
        return self._frames.pop(0) if self._frames else None
