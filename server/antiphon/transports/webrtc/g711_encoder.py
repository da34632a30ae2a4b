"""Encode G.711 for peers without Opus: 20 ms of 48 kHz mono in, 160 bytes of mu-law or A-law out (ITU-T G.711)."""

from typing import Literal

import numpy as np
from numpy.typing import NDArray

from antiphon.domain.audio import SPEAKING_RATE, SPEAKING_SAMPLES, Pcm

Law = Literal["PCMU", "PCMA"]

TELEPHONE_RATE = 8_000
_RATIO = SPEAKING_RATE // TELEPHONE_RATE
_PASS_HZ = 3_700.0
_TAPS = 192
"""A Kaiser window of this length keeps what 8 kHz cannot hold 60 dB down from 4.4 kHz on."""
_KAISER_BETA = 5.7


class G711Speech:
    """The encoder of one stream, from frames to payloads. Its filter holds what was fed before."""

    step = SPEAKING_SAMPLES // _RATIO

    def __init__(self, law: Law) -> None:
        self._codes = _CODES[law]
        self._before: NDArray[np.float32] = np.zeros(_TAPS - _RATIO, np.float32)

    def encode(self, pcm: Pcm) -> bytes:
        """Encode the next 20 ms, int16, shape (960,), 48 kHz mono, to a payload."""
        samples = np.concatenate((self._before, pcm.astype(np.float32)))
        self._before = samples[SPEAKING_SAMPLES:]
        windows = np.lib.stride_tricks.sliding_window_view(samples, _TAPS)[::_RATIO]
        narrow = np.clip(np.rint(windows @ _LOW_PASS), -32768, 32767).astype(np.int16)
        payload: bytes = self._codes[narrow.view(np.uint16)].tobytes()
        return payload

    def lost(self, fraction: float) -> None:
        """Ignore the loss: G.711 has no means against it."""
        del fraction


def _low_pass() -> NDArray[np.float32]:
    cut = (_PASS_HZ + TELEPHONE_RATE / 2) / 2 / SPEAKING_RATE
    at = np.arange(_TAPS) - (_TAPS - 1) / 2
    taps = 2 * cut * np.sinc(2 * cut * at) * np.kaiser(_TAPS, _KAISER_BETA)
    return np.asarray(taps / taps.sum(), np.float32)


def _mu_law() -> NDArray[np.uint8]:
    """Return the mu-law code of every 16-bit sample, by its bits as an unsigned number (G.711, table 2)."""
    samples = np.arange(65536, dtype=np.uint16).view(np.int16).astype(np.int32)
    biased = np.minimum(np.abs(samples), 32635) + 132
    segment = np.floor(np.log2(biased)).astype(np.int32) - 7
    step = biased >> (segment + 3) & 0x0F
    return np.asarray(~(np.where(samples < 0, 0x80, 0) | segment << 4 | step) & 0xFF, np.uint8)


def _a_law() -> NDArray[np.uint8]:
    """Return the A-law code of every 16-bit sample (G.711, table 1)."""
    samples = np.arange(65536, dtype=np.uint16).view(np.int16).astype(np.int32)
    size = np.where(samples < 0, ~samples, samples) >> 3
    segment = np.maximum(np.floor(np.log2(np.maximum(size, 1))).astype(np.int32) - 4, 0)
    step = size >> np.maximum(segment, 1) & 0x0F
    return np.asarray((np.where(samples < 0, 0, 0x80) | segment << 4 | step) ^ 0x55, np.uint8)


_LOW_PASS = _low_pass()
_CODES = {"PCMU": _mu_law(), "PCMA": _a_law()}
