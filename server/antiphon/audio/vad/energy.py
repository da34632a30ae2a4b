"""Detect voice activity by level alone: what stands well over the background is taken for speech.

It needs nothing but numpy, and takes every sound for speech that is loud and lasts.
"""

from math import exp

from antiphon.audio.features import NoiseFloor, rms_dbfs
from antiphon.domain.audio import Pcm
from antiphon.ports import VoiceActivity

MODEL: tuple[str, str] | None = None

_ON_DB = 12.0
_SLOPE_DB = 6.5
"""With this slope the segmenter's off threshold of 0.35 lies at 8 dB, and its 0.6 at 15 dB."""


class EnergyVad:
    """A `VoiceActivity`: 0.5 at 12 dB over the background."""

    def __init__(self) -> None:
        self._floor = NoiseFloor()

    def probability(self, pcm: Pcm) -> float:
        return 1 / (1 + exp((_ON_DB - self._floor.above(rms_dbfs(pcm))) / _SLOPE_DB))

    def reset(self) -> None:
        self._floor.reset()


def create(model: bytes | None) -> VoiceActivity:
    return EnergyVad()
