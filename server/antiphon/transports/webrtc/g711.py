"""Decode received PCMU and PCMA (ITU-T G.711, 8 kHz; RFC 3551, 4.5.14) to 16 kHz mono."""

import numpy as np
from numpy.typing import NDArray

from antiphon.domain.audio import HEARING_RATE, Pcm
from antiphon.transports.webrtc.decoding import Concealment, Piece

RATE = 8_000

_REACH = 8
"""Samples on each side that a sample between two is made of."""


def _mu_law() -> Pcm:
    code = ~np.arange(256) & 0xFF
    size = (((code & 0x0F) << 3) + 0x84) << (code >> 4 & 7)
    return np.where(code & 0x80, 0x84 - size, size - 0x84).astype(np.int16)


def _a_law() -> Pcm:
    code = np.arange(256) ^ 0x55
    segment = code >> 4 & 7
    size = ((code & 0x0F) << 4) + np.where(segment, 0x108, 8)
    size <<= np.maximum(segment - 1, 0)
    return np.where(code & 0x80, size, -size).astype(np.int16)


def _between() -> NDArray[np.float32]:
    """Return a half-band filter's taps for the sample in the middle between two: a sinc under a Hann window."""
    at = np.arange(-_REACH, _REACH) + 0.5
    taps = np.sinc(at) * np.cos(np.pi * at / (2 * _REACH + 1)) ** 2
    normalised: NDArray[np.float32] = (taps / taps.sum()).astype(np.float32)
    return normalised


MU_LAW = _mu_law()
A_LAW = _a_law()
_BETWEEN = _between()


class G711Decoder:
    """The decoder of one stream, 1 ms late. `table` is `MU_LAW` or `A_LAW`: the sample of each octet."""

    rate = RATE

    def __init__(self, table: Pcm) -> None:
        self._table = table
        self._concealment = Concealment()
        self._before: Pcm = np.zeros(2 * _REACH - 1, np.int16)

    def ticks(self, payload: bytes) -> int:
        return len(payload)

    def decode(self, payload: bytes) -> Pcm | None:
        if not payload:
            return None
        samples = np.concatenate((self._before, self._table[np.frombuffer(payload, np.uint8)]))
        self._before = samples[1 - 2 * _REACH :]
        pcm = np.empty(2 * len(payload), np.int16)
        pcm[0::2] = samples[_REACH - 1 : _REACH - 1 + len(payload)]
        between = np.convolve(samples.astype(np.float32), _BETWEEN, "valid")
        pcm[1::2] = np.rint(between).clip(-32_768, 32_767)
        self._concealment.on_decoded(pcm)
        return pcm

    def recover(self, samples: int, following: bytes | None) -> list[Piece]:
        del following
        return [Piece(self._concealment.made_up(samples), lost=True)]

    def reset(self) -> None:
        self._before = np.zeros(2 * _REACH - 1, np.int16)
        self._concealment = Concealment()


assert HEARING_RATE == 2 * RATE
