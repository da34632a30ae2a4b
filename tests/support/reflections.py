"""Rooms as a microphone hears a loudspeaker in them: late, softer, and with walls that go on."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from antiphon.audio.decimate import Decimator
from antiphon.domain.audio import HEARING_RATE, HEARING_SAMPLES, SPEAKING_SAMPLES, AudioFrame, Pcm


@dataclass(frozen=True)
class Walls:
    """The direct sound comes `delay_s` late and at `direct_db`; what the walls add has `tail_db` of its energy.

    It dies away by 60 dB in `rt60_s`. None for `tail_db`: no walls. `seed` chooses the reflections.
    """

    delay_s: float
    direct_db: float
    tail_db: float | None = None
    rt60_s: float = 0.4
    seed: int = 1

    def response(self) -> NDArray[np.float64]:
        """What comes of a single sample, at 16 kHz."""
        late = round(self.delay_s * HEARING_RATE)
        walls = np.zeros(1 if self.tail_db is None else round(self.rt60_s * HEARING_RATE))
        if self.tail_db is not None:
            at = np.arange(len(walls))
            walls = np.random.default_rng(self.seed).normal(0, 1, len(walls)) * 10 ** (-3 * at / len(walls))
            walls[:32] = 0  # no wall is nearer than 30 cm
            walls *= 10 ** (self.tail_db / 20) / np.sqrt((walls**2).sum())
        walls[0] = 1
        return np.concatenate((np.zeros(late), walls)) * 10 ** (self.direct_db / 20)

    def back(self, sound: Pcm, noise: float = 5.0) -> NDArray[np.float64]:
        """What a microphone hears of `sound`, as long as that, over its own hiss."""
        response = self.response()
        size = 1 << (len(sound) + len(response)).bit_length()
        echo = np.fft.irfft(np.fft.rfft(sound, size) * np.fft.rfft(response, size), size)[: len(sound)]
        return np.asarray(echo + np.random.default_rng(self.seed).normal(0, noise, len(sound)))


class InRoom:
    """A call whose caller sits in such a room, with a loudspeaker: what the server says comes back to it."""

    def __init__(self, call: Any, walls: Walls) -> None:
        self._call = call
        response = walls.response()
        self._size = 1 << (len(response) + HEARING_SAMPLES).bit_length()
        self._response = np.fft.rfft(response, self._size)
        self._coming = np.zeros(self._size)
        self._decimator = Decimator()
        self._hiss = np.random.default_rng(walls.seed)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._call, name)

    def next_frame(self) -> Pcm:
        pcm: Pcm = self._call.next_frame()
        assert len(pcm) == SPEAKING_SAMPLES
        self._coming += np.fft.irfft(np.fft.rfft(self._decimator.feed(pcm), self._size) * self._response, self._size)
        return pcm

    def on_audio(self, frame: AudioFrame) -> None:
        mixed = frame.pcm + self._coming[:HEARING_SAMPLES] + self._hiss.normal(0, 5, HEARING_SAMPLES)
        self._coming = np.concatenate((self._coming[HEARING_SAMPLES:], np.zeros(HEARING_SAMPLES)))
        self._call.on_audio(frame._replace(pcm=mixed.clip(-32768, 32767).astype(np.int16)))
