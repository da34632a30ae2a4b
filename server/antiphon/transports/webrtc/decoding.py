"""What a decoder of received audio is, and how a decoder without one of its own makes up what never came."""

from typing import NamedTuple, Protocol

import numpy as np

from antiphon.domain.audio import HEARING_RATE, Pcm

_HALVED_AFTER = HEARING_RATE // 50
"""What is made up gets 6 dB softer every 20 ms."""
_SILENT_AFTER = 5


class Piece(NamedTuple):
    """Audio of 16 kHz mono, of any length. `lost`: nothing of it came, and it was made up."""

    pcm: Pcm
    lost: bool


class Decoder(Protocol):
    """One codec of one caller. Nothing that comes over the network makes it raise."""

    @property
    def rate(self) -> int:
        """Ticks a second of the codec's RTP clock."""
        ...

    def ticks(self, payload: bytes) -> int:
        """How many ticks of the RTP clock the payload says that it holds; 0 where it holds no audio."""
        ...

    def decode(self, payload: bytes) -> Pcm | None:
        """The payload's audio: int16, shape (n,), 16 kHz mono, memory of its own. None where it is garbage."""
        ...

    def recover(self, samples: int, following: bytes | None) -> list[Piece]:
        """`samples` (at 16 kHz) of which nothing came, as far as they can be repaired from the `following` payload."""
        ...

    def reset(self) -> None:
        """Forget the past: what comes next is another stream."""
        ...


class Concealment:
    """The last 20 ms again and again, each time the other way round, so that nothing clicks, and half as loud."""

    def __init__(self) -> None:
        self._last: Pcm = np.zeros(_HALVED_AFTER, np.int16)
        self._times = 0

    def heard(self, pcm: Pcm) -> None:
        if len(pcm):
            self._last = pcm[-_HALVED_AFTER:].copy()
            self._times = 0

    def made_up(self, samples: int) -> Pcm:
        """So many samples to go on with: int16, shape (samples,)."""
        made: list[Pcm] = []
        while samples > 0:
            self._times += 1
            self._last = self._last[::-1] // 2 if self._times < _SILENT_AFTER else np.zeros(_HALVED_AFTER, np.int16)
            made.append(self._last[:samples])
            samples -= len(self._last)
        return np.concatenate(made) if made else np.empty(0, np.int16)
