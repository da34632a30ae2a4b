"""Cut a long turn at its quietest places, because the recogniser hears about 20 s at most."""

import numpy as np

from antiphon.domain.audio import HEARING_RATE, HEARING_SAMPLES, Pcm
from antiphon.providers.speech import frame_levels

LONGEST_S = 16.0
SHORTEST_S = 8.0
PAUSE_FRAMES = 15
"""A place is as quiet as the 300 ms around it: shorter ones are the closures inside words."""


class Pieces:
    """Audio goes in as it comes; pieces of 8 to 16 s come out as soon as they are complete."""

    def __init__(self) -> None:
        self._parts: list[Pcm] = []
        self._length = 0

    def add(self, pcm: Pcm) -> list[Pcm]:
        """Take int16 mono 16 kHz of any length (it is copied), and return the pieces that it completes."""
        self._parts.append(np.array(pcm, dtype=np.int16).reshape(-1))
        self._length += len(self._parts[-1])
        complete = []
        while self._length >= LONGEST_S * HEARING_RATE:
            audio = self.rest()
            cut = quietest(audio[: int(LONGEST_S * HEARING_RATE)])
            complete.append(audio[:cut])
            self._parts, self._length = [audio[cut:]], len(audio) - cut
        return complete

    def rest(self) -> Pcm:
        """Return the audio that is in no piece yet."""
        return np.concatenate(self._parts) if self._parts else np.zeros(0, np.int16)

    def clear(self) -> None:
        self._parts, self._length = [], 0


def quietest(audio: Pcm) -> int:
    """Return the sample in the middle of the quietest 300 ms after the first 8 s; of equally quiet ones the last."""
    first = int(SHORTEST_S * HEARING_RATE)
    power = 10 ** (frame_levels(audio[first:].astype(np.float32) / 32768) / 10)
    around = np.convolve(power, np.ones(PAUSE_FRAMES), mode="valid")
    place = len(around) - 1 - int(np.argmin(np.round(around[::-1], 12)))
    return first + (place + PAUSE_FRAMES // 2) * HEARING_SAMPLES + HEARING_SAMPLES // 2
