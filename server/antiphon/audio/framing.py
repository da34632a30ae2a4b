"""Cut audio of any length into whole frames."""

import numpy as np
from numpy.typing import NDArray

from antiphon.domain.audio import Pcm
from antiphon.domain.errors import AntiphonError, ErrorCode

_INT16 = np.dtype(np.int16)
"""To compare with a type makes numpy look it up, which costs more than all the rest."""


class Framer:
    """Cuts a stream of int16 mono audio into frames of exactly `samples` samples; the rest waits for more."""

    def __init__(self, samples: int) -> None:
        if samples < 1:
            raise ValueError(f"A frame needs at least 1 sample, not {samples}.")
        self._samples = samples
        self._whole = (samples,)
        self._rest: Pcm = np.empty(0, np.int16)

    def feed(self, pcm: NDArray[np.generic]) -> list[Pcm]:
        """Return the frames that `pcm` completes, each of shape (samples,); none where it completes none.

        `pcm` is int16, of any length, of shape (n,), (1, n) or (n, 1). One whole frame comes out as it is; other frames
        share no memory with it.
        Raises `AntiphonError` `audio.unsupported_format` for anything that is not mono int16.
        """
        if pcm.shape == self._whole and pcm.dtype is _INT16 and not self._rest.size:
            return [pcm]  # type: ignore[list-item]
        if pcm.dtype != np.int16 or pcm.size > max(pcm.shape, default=0):
            raise AntiphonError(
                ErrorCode.AUDIO_UNSUPPORTED,
                f"Framing takes mono int16 samples, not {pcm.dtype} of shape {pcm.shape}; resample first.",
            )
        stream: Pcm = np.concatenate((self._rest, pcm.astype(np.int16, copy=False).ravel()))
        whole = len(stream) // self._samples * self._samples
        self._rest = stream[whole:].copy()
        return list(stream[:whole].reshape(-1, self._samples))

    def flush(self) -> Pcm | None:
        """Return the rest, made a whole frame with zeros; None where there is none."""
        if not len(self._rest):
            return None
        frame = np.zeros(self._samples, np.int16)
        frame[: len(self._rest)] = self._rest
        self.reset()
        return frame

    def reset(self) -> None:
        """Forget the rest."""
        self._rest = np.empty(0, np.int16)
