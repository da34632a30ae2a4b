"""The port of decoders of received audio, and the concealment for decoders that have none of their own."""

from typing import NamedTuple, Protocol

import numpy as np

from antiphon.domain.audio import HEARING_RATE, Pcm

_HALVED_AFTER = HEARING_RATE // 50
"""Audio that is made up gets 6 dB softer every 20 ms."""
_SILENT_AFTER = 5


class Piece(NamedTuple):
    """A stretch of 16 kHz mono audio, of any length. `lost`: nothing of it came, and it was made up."""

    pcm: Pcm
    lost: bool


class Decoder(Protocol):
    """The decoder of one caller's codec. Nothing that comes over the network makes it raise."""

    @property
    def rate(self) -> int:
        """The ticks a second of the codec's RTP clock."""
        ...

    def ticks(self, payload: bytes) -> int:
        """Count the ticks of the RTP clock that the payload says it holds; 0 where it holds no audio."""
        ...

    def decode(self, payload: bytes) -> Pcm | None:
        """Decode the payload: int16, shape (n,), 16 kHz mono, memory of its own. None where it is garbage."""
        ...

    def recover(self, samples: int, following: bytes | None) -> list[Piece]:
        """Make up `samples` (at 16 kHz) that never came, repaired from the `following` payload as far as can be."""
        ...

    def reset(self) -> None:
        """Forget the past: what comes next is another stream."""
        ...


class Concealment:
    """Makes up lost audio from the last 20 ms, backwards each other time, so that nothing clicks, and ever softer."""

    def __init__(self) -> None:
        self._last: Pcm = np.zeros(_HALVED_AFTER, np.int16)
        self._times = 0

    def on_decoded(self, pcm: Pcm) -> None:
        """Note what a packet held: int16, shape (n,). What is made up goes on from there."""
        if len(pcm):
            self._last = pcm[-_HALVED_AFTER:].copy()
            self._times = 0

    def made_up(self, samples: int) -> Pcm:
        """Return so many samples to go on with: int16, shape (samples,)."""
        made: list[Pcm] = []
        while samples > 0:
            self._times += 1
            self._last = self._last[::-1] // 2 if self._times < _SILENT_AFTER else np.zeros(_HALVED_AFTER, np.int16)
            made.append(self._last[:samples])
            samples -= len(self._last)
        return np.concatenate(made) if made else np.empty(0, np.int16)
