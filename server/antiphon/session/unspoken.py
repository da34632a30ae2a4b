"""The voice of a session that is read and not heard (WS v1, text-only mode)."""

from collections.abc import AsyncIterator

import numpy as np

from antiphon.domain.audio import FRAME_MS, SPEAKING_RATE, AudioChunk, Pcm

LEVEL = 1000
_TOKEN: Pcm = np.full(SPEAKING_RATE * FRAME_MS // 1000, LEVEL, np.int16)


class Unspoken:
    """One frame for each clause, which nobody is sent: a clause is "heard" when it has been told.

    So states, history, cancelling and latencies are those of a spoken answer, whose speech takes no time.
    """

    async def start(self) -> None:
        """Nothing to load."""

    def for_session(self) -> "Unspoken":
        return self

    async def speak(self, text: str, language: str) -> AsyncIterator[AudioChunk]:
        del language
        if text.strip():
            yield AudioChunk(_TOKEN, SPEAKING_RATE)

    async def close(self) -> None:
        """Nothing to end."""
