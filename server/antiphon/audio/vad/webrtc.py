"""Detect voice activity by WebRTC's classifier, without what it takes for speech in noise.

The classifier at its strictest (mode 3) still starts 11 to 26 times a minute in noise alone, so its
votes count only as far as the frame stands over the background.
"""

from collections import deque

import numpy as np
import webrtcvad

from antiphon.audio.features import NoiseFloor, rms_dbfs
from antiphon.audio.leveller import Leveller
from antiphon.domain.audio import HEARING_RATE, Pcm
from antiphon.ports import VoiceActivity

MODEL: tuple[str, str] | None = None

_MODE = 3
_VOTES = 3
_GATE_SHUT_DB = 3.0
_GATE_OPEN_DB = 9.0


class WebRtcVad:
    """A `VoiceActivity`: the share of the last three frames' votes, times how far the gate is open."""

    def __init__(self) -> None:
        self.reset()

    def probability(self, pcm: Pcm) -> float:
        level = rms_dbfs(pcm)
        gain_db = self._leveller.gain_db(level)
        heard = np.clip(pcm * np.float32(10 ** (gain_db / 20)), -32768, 32767).astype(np.int16) if gain_db else pcm
        self._votes.append(self._classifier.is_speech(heard.tobytes(), HEARING_RATE))
        over = self._floor.above(level)
        gate = (over - _GATE_SHUT_DB) / (_GATE_OPEN_DB - _GATE_SHUT_DB)
        return sum(self._votes) / _VOTES * min(1.0, max(0.0, gate))

    def reset(self) -> None:
        # The classifier has adapted to the caller and cannot be told to forget.
        self._classifier = webrtcvad.Vad(_MODE)
        self._votes: deque[bool] = deque(maxlen=_VOTES)
        self._floor = NoiseFloor()
        self._leveller = Leveller()


def create(model: bytes | None) -> VoiceActivity:
    return WebRtcVad()
