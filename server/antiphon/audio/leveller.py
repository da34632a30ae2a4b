"""Choose how much louder a detector may hear a caller: a soft first syllable is speech, a soft hiss is none."""

from collections import deque

MOST_DB = 14.0
SPEECH_DBFS = -26.0
"""No sound is made louder than this: who speaks at it, or above, is heard as he is."""
HISS_DBFS = -52.0
"""The background is made no louder than this."""
FADES_DB = 0.3
"""The speed, a window or frame, at which the caller's level is forgotten: a syllable's own course stays as it is."""
_STEADY = 3
_BLOCK, _BLOCKS = 16, 4
"""The background is the quietest of the last one or two seconds."""


class Leveller:
    """The gain for one caller. Told the level of each window or frame, it knows the gain; it touches no samples."""

    def __init__(self) -> None:
        self._loud = -120.0
        self._recent: deque[float] = deque(maxlen=_STEADY)
        self._quietest: deque[float] = deque(maxlen=_BLOCKS)
        self._windows = 0

    def gain_db(self, level: float) -> float:
        """Return the gain, 0 to `MOST_DB`, for the next window of 32 ms, or frame of 20 ms, of this level in dBFS."""
        self._recent.append(level)
        # The loudest of three windows: a lost or muted one must not make the background look silent.
        steady = max(self._recent)
        if self._windows % _BLOCK == 0:
            self._quietest.append(steady)
        elif steady < self._quietest[-1]:
            self._quietest[-1] = steady
        self._windows += 1
        self._loud = max(level, self._loud - FADES_DB)
        return max(0.0, min(MOST_DB, SPEECH_DBFS - self._loud, HISS_DBFS - min(self._quietest)))
