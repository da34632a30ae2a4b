"""Remove a constant offset, as cheap microphones and some gateways add it: no sound, but it hides speech."""

import numpy as np

from antiphon.domain.audio import Pcm

TOLERATED = 16.0
"""Of 32768: below it a frame stays as it is, to the sample."""
SHARE = 0.05
"""Of each frame's own mean in the estimate: it follows within half a second, and no vowel moves it far."""


class OffsetRemover:
    """The offset of one caller: the mean of 20 ms, which hold whole periods of nearly all that is said."""

    def __init__(self) -> None:
        self._offset: float | None = None

    def feed(self, pcm: Pcm) -> Pcm:
        """Return the frame without the offset: int16 of the same shape; the very frame where there is none."""
        mean = float(pcm.mean())
        self._offset = mean if self._offset is None else self._offset + SHARE * (mean - self._offset)
        if abs(self._offset) < TOLERATED:
            return pcm
        shifted = pcm.astype(np.int32) - round(self._offset)
        moved: Pcm = np.clip(shifted, -32768, 32767).astype(np.int16)
        return moved
