"""Voice activity by WebRTC's classifier, with what it takes for speech in noise taken away.

The classifier at its strictest (mode 3) still starts 11 to 26 times a minute in noise alone
(design/speech.md, "Voice activity"), so its votes count only as far as the frame stands over the background.
"""

from collections import deque

import webrtcvad

from antiphon.audio.features import NoiseFloor, rms_dbfs
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
        self._votes.append(self._classifier.is_speech(pcm.tobytes(), HEARING_RATE))
        over = self._floor.above(rms_dbfs(pcm))
        gate = (over - _GATE_SHUT_DB) / (_GATE_OPEN_DB - _GATE_SHUT_DB)
        return sum(self._votes) / _VOTES * min(1.0, max(0.0, gate))

    def reset(self) -> None:
        # The classifier has adapted to the caller and cannot be told to forget.
        self._classifier = webrtcvad.Vad(_MODE)
        self._votes: deque[bool] = deque(maxlen=_VOTES)
        self._floor = NoiseFloor()


def create(model: bytes | None) -> VoiceActivity:
    return WebRtcVad()
