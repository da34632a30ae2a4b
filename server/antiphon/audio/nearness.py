"""Tell the caller from somebody far behind: a television, a colleague at the next desk.

A caller's own level, once it is known, decides: speech much softer than his is not his. As long as it is not known,
only what is hardly to be heard is somebody else's.
"""

from math import inf

FAR_DB = 25.0
"""So much under the caller's own level it is somebody else. Who turns away from the microphone loses 15."""
FAINT_DBFS = -54.0
"""The same where the caller's level is not known."""
KNOWN_AFTER = 15
"""Voiced frames: 0.3 s of a voice."""
RISES, FALLS = 0.1, 0.006
"""Of the distance to a louder, and to a softer, frame: it comes near a voice's louder parts within a word, and follows
who moves away within some seconds of speech."""
FADES_DB_PER_S = 50.0
"""A syllable is as loud as its loudest moment of late: its soft sounds belong to the same voice."""


class Nearness:
    """The level of one caller, and its judgement of sounds."""

    def __init__(self) -> None:
        self._level = -inf
        self._voiced = 0
        self._recent = -inf
        self._recent_at = -inf

    def learn(self, level: float) -> None:
        """Take a frame of the caller's clear speech, at this level in dBFS, with nothing else sounding."""
        if self._voiced == 0:
            self._level = level
        self._voiced += 1
        self._level += (RISES if level > self._level else FALLS) * (level - self._level)

    def far(self, level: float, at: float) -> bool:
        """Tell whether a frame at this level, heard at `at` (seconds, rising), is too soft to be the caller."""
        self._recent = max(level, self._recent - FADES_DB_PER_S * (at - self._recent_at))
        self._recent_at = at
        return self._recent < (self._level - FAR_DB if self._voiced >= KNOWN_AFTER else FAINT_DBFS)
