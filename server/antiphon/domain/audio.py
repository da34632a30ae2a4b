"""Audio as the rooms hand it to each other.

Inbound, everything is 16 kHz mono int16 in frames of 20 ms (320 samples), whatever the sender sends
(MEDIA-OPUS). Outbound, everything is 48 kHz mono int16 in frames of 20 ms (960 samples): the RTP clock of Opus
(RFC 7587, 4.1), so that a time stamp is a count of samples.
"""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

FRAME_MS = 20
FRAME_S = FRAME_MS / 1000

HEARING_RATE = 16_000
HEARING_SAMPLES = HEARING_RATE * FRAME_MS // 1000

SPEAKING_RATE = 48_000
SPEAKING_SAMPLES = SPEAKING_RATE * FRAME_MS // 1000

Pcm = NDArray[np.int16]


class AudioFrame(NamedTuple):
    """20 ms of what the caller said. One is made for each packet, and a tuple is made quicker than a data class.

    `pcm` is int16, shape (320,), 16 kHz mono. `at` is the clock's time of its first sample, in seconds. `lost`
    marks audio that never arrived and was made up.
    """

    pcm: Pcm
    at: float
    lost: bool = False

    @property
    def ends_at(self) -> float:
        return self.at + FRAME_S


@dataclass(frozen=True, slots=True)
class AudioChunk:
    """Synthesised speech: int16, shape (n,), mono, at `rate` samples a second."""

    pcm: Pcm
    rate: int
