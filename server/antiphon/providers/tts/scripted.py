"""A voice that is a tone: 60 ms a character, its pitch changing from reply to reply. For tests of assistants.

`fail` (true, or an error code) fails; `stall_s` waits before the first audio; `rate` is the sample rate; `chunk_bytes`
is how much comes at a time; `apart` gives each session's speech a first sample of its own, so that none of it is
encoded once for several.
"""

import asyncio
from collections.abc import AsyncIterator, Mapping
from functools import lru_cache
from itertools import count
from pathlib import Path
from typing import Any

import numpy as np

from antiphon.domain.audio import AudioChunk, Pcm
from antiphon.domain.errors import AntiphonError, ErrorCode
from antiphon.providers.options import Options, code_named
from antiphon.providers.speakable import speakable

OPTIONS = {
    "fail": "true, or an error code",
    "stall_s": "seconds before the first audio",
    "rate": "samples a second",
    "chunk_bytes": "bytes of PCM16 at a time",
    "apart": "whether no two sessions hear the same",
}
CHARACTER_S = 0.06
PITCHES = (440.0, 554.4, 659.3, 880.0)
LEVEL = 8000
RAMP_S = 0.005
"""Each tone begins and ends softly, so that no click is taken for speech."""


def create(options: Mapping[str, Any], base: Path) -> "ScriptedTextToSpeech":
    checked = Options(options, OPTIONS)
    return ScriptedTextToSpeech(
        fail=checked.flag_or_text("fail"),
        stall_s=checked.number("stall_s", 0.0, 0.0, 3600.0),
        rate=checked.whole("rate", 24_000, 8_000, 48_000),
        chunk_bytes=checked.whole("chunk_bytes", 9_600, 2, 1_000_000),
        apart=checked.flag("apart"),
    )


class ScriptedTextToSpeech:
    def __init__(
        self, *, fail: bool | str, stall_s: float, rate: int, chunk_bytes: int, apart: bool = False, first: int = 0
    ) -> None:
        self._fail = fail
        self._stall_s = stall_s
        self._rate = rate
        self._chunk_bytes = chunk_bytes
        self._apart = apart
        self._sessions = count(1)
        self._first = first
        """The first sample, where it is of this session alone."""
        self._replies = 0

    async def start(self) -> None: ...

    async def close(self) -> None: ...

    def for_session(self) -> "ScriptedTextToSpeech":
        """Each session begins with the first pitch."""
        return ScriptedTextToSpeech(
            fail=self._fail,
            stall_s=self._stall_s,
            rate=self._rate,
            chunk_bytes=self._chunk_bytes,
            first=next(self._sessions) % LEVEL if self._apart else 0,
        )

    def new_reply(self) -> None:
        """Change the pitch: another reply begins."""
        self._replies += 1

    async def speak(self, text: str, language: str) -> AsyncIterator[AudioChunk]:
        if not speakable(text):
            return
        pitch = PITCHES[(self._replies - 1) % len(PITCHES)]
        await asyncio.sleep(self._stall_s)
        if self._fail:
            raise AntiphonError(
                code_named(self._fail, ErrorCode.TTS_FAILED), "The scripted voice fails, as it was told."
            )
        samples = round(len(text) * CHARACTER_S * self._rate)
        step = max(1, self._chunk_bytes // 2)
        # Piece by piece: the tone of a long text at once would keep every call waiting.
        for start in range(0, samples, step):
            pcm = _tone(start, min(start + step, samples), samples, self._rate, pitch)
            if not start and self._first:
                pcm = pcm.copy()
                pcm[0] = self._first
            yield AudioChunk(pcm, self._rate)


@lru_cache(maxsize=256)
def _tone(start: int, end: int, samples: int, rate: int, pitch: float) -> Pcm:
    """Of a tone of so many samples, those from `start` to `end`. Remembered: what a call costs is not its tone."""
    at = np.arange(start, end)
    edge = np.minimum(1.0, np.minimum(at, samples - 1 - at) / rate / RAMP_S)
    tone: Pcm = (LEVEL * edge * np.sin(2 * np.pi * pitch * (at / rate))).astype(np.int16)
    tone.setflags(write=False)
    return tone
