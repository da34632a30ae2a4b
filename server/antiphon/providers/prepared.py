"""A voice that says one text with a prepared sound, and everything else with another voice."""

import asyncio
import re
import wave
from collections.abc import AsyncIterator
from pathlib import Path

import numpy as np

from antiphon.domain.audio import FRAME_MS, SPEAKING_RATE, AudioChunk, Pcm
from antiphon.domain.errors import AntiphonError, ErrorCode
from antiphon.ports import KnowsOutage, StartsReplies, TextToSpeech

SOUND_S = 60.0
CHUNK_S = 0.2
WORDS_BYTES = 2_000

_BLANK = re.compile(r"\s+")


class Prepared:
    """A voice in which `sound` is played once, in the place of `text`, whatever clauses it is asked for in."""

    def __init__(self, voice: TextToSpeech, text: str, sound: AudioChunk) -> None:
        self._voice = voice
        self._text = _plain(text)
        self._sound = sound
        self._left = self._text

    async def start(self) -> None:
        """Do nothing: the voice has been started already."""

    def for_session(self) -> "Prepared":
        return self

    def new_reply(self) -> None:
        """Say what was begun and taken back from its beginning again."""
        if self._left:
            self._left = self._text
        if isinstance(self._voice, StartsReplies):
            self._voice.new_reply()

    async def speak(self, text: str, language: str) -> AsyncIterator[AudioChunk]:
        clause = _plain(text)
        if not self._left.startswith(clause) or not clause:
            async for chunk in self._voice.speak(text, language):
                yield chunk
            return
        first = self._left == self._text
        self._left = self._left.removeprefix(clause)
        if not first:
            yield AudioChunk(self._sound.pcm[:0], self._sound.rate)  # it has been said, with the first clause
            return
        step = round(CHUNK_S * self._sound.rate)
        for at in range(0, len(self._sound.pcm), step):
            yield AudioChunk(self._sound.pcm[at : at + step], self._sound.rate)

    async def outage(self) -> None:
        """Return when the voice has an outage; the prepared sound needs nobody."""
        await (self._voice.outage() if isinstance(self._voice, KnowsOutage) else asyncio.Future())

    async def close(self) -> None:
        """Do nothing: the voice is closed by whoever started it."""


def _plain(text: str) -> str:
    return _BLANK.sub("", text)


def read_sound(folder: Path, name: str) -> tuple[str, AudioChunk]:
    """Read the words (`<name>.txt`, where there is one) and the sound (`<name>.wav`) of a prepared text.

    Raises `AntiphonError` `protocol.invalid_override` where there is no sound of that name that can be played.
    """
    path = folder / f"{name}.wav"
    try:
        with wave.open(str(path), "rb") as file:
            rate, channels, width = file.getframerate(), file.getnchannels(), file.getsampwidth()
            raw = file.readframes(round(SOUND_S * rate))
    except (OSError, wave.Error, EOFError):
        raise AntiphonError(ErrorCode.INVALID_OVERRIDE, f"`openerAudio`: there is no sound {name!r}.") from None
    if width != 2 or not raw:
        raise AntiphonError(ErrorCode.INVALID_OVERRIDE, f"`openerAudio`: {name!r} is no 16-bit sound.")
    samples = np.frombuffer(raw, "<i2").reshape(-1, channels)
    pcm: Pcm = np.rint(samples.mean(axis=1)).astype(np.int16)
    text = path.with_suffix(".txt")
    words = text.read_text("utf-8", "replace")[:WORDS_BYTES].strip() if text.is_file() else ""
    return words, AudioChunk(pcm, rate)


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
