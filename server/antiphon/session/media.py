"""The sound of a session, as a connection brings and fetches it: 20 ms of the caller in, 20 ms for the caller out."""

from typing import Protocol

import numpy as np

from antiphon.audio.framing import Framer
from antiphon.audio.resample import Resampler
from antiphon.domain.audio import HEARING_RATE, SPEAKING_RATE, SPEAKING_SAMPLES, AudioFrame, Pcm
from antiphon.domain.states import State
from antiphon.ports import Brain, SendsFramesBack
from antiphon.session.audio_input import AudioInput
from antiphon.session.playout import SILENCE, Playout
from antiphon.turns.engine import TurnEngine

ECHO_BOUND = 5
"""Frames of an echo that may wait, the oldest out first."""


class Media(Protocol):
    """Takes the caller's frames and gives those for the caller."""

    def on_audio(self, frame: AudioFrame) -> None: ...

    def next_frame(self) -> Pcm:
        """See `ports.Call.next_frame`."""
        ...

    def next_sound(self) -> Pcm | None:
        """See `ports.Call.next_sound`."""
        ...


class CallMedia:
    """The sound of a session that takes turns: audio input and playout, which hears what may come back as an echo."""

    def __init__(self, engine: TurnEngine, audio_input: AudioInput, playout: Playout) -> None:
        self._engine = engine
        self._input = audio_input
        self._playout = playout

    def on_audio(self, frame: AudioFrame) -> None:
        if self._engine.state not in (State.NOT_CONNECTED, State.CONNECTING):
            self._input.on_audio(frame)

    def next_frame(self) -> Pcm:
        frame = self._playout.next_frame()
        self._input.on_sent(frame)
        return frame

    def next_sound(self) -> Pcm | None:
        frame = self._playout.next_sound(self._engine.state is State.AI_SPEAKING)
        self._input.on_sent(frame)
        return frame


class EchoMedia:
    """The caller's own frames back, for measuring the media path (brain `echo`). No turns are taken.

    Frames of 20 ms in at 16 kHz, the same out at 48 kHz.
    """

    def __init__(self) -> None:
        self._resampler = Resampler(SPEAKING_RATE)
        self._framer = Framer(SPEAKING_SAMPLES)
        self._frames: list[Pcm] = []
        self._fresh = True

    def on_audio(self, frame: AudioFrame) -> None:
        pcm = self._resampler.feed(frame.pcm, HEARING_RATE)
        if self._fresh:
            # The resampler keeps its filter's length back: without it each frame would wait for the one after it.
            pcm = np.concatenate((np.zeros(max(0, SPEAKING_SAMPLES - len(pcm)), np.int16), pcm))
            self._fresh = False
        self._frames.extend(self._framer.feed(pcm))
        del self._frames[:-ECHO_BOUND]

    def next_frame(self) -> Pcm:
        return self._frames.pop(0) if self._frames else SILENCE

    def next_sound(self) -> Pcm | None:
        return self._frames.pop(0) if self._frames else None


def sends_frames_back(brain: Brain) -> bool:
    """Return whether a session with this brain is an echo."""
    return isinstance(brain, SendsFramesBack) and brain.frames_back
