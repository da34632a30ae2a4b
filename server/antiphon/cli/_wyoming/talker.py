"""A text that somebody wants to hear over Wyoming: clause by clause, as events of one sound."""

from collections.abc import AsyncGenerator
from contextlib import aclosing
from typing import TYPE_CHECKING

from antiphon.audio.resample import Resampler
from antiphon.domain.audio import AudioChunk
from antiphon.domain.errors import ErrorCode
from antiphon.ports import StartsReplies, TextToSpeech
from antiphon.providers.wyoming_events import Eventable, NotWyoming
from antiphon.session.bounds import Sound
from antiphon.session.deadlines import in_time
from antiphon.session.guards import VOICE, stream
from antiphon.session.sentences import Clauses

if TYPE_CHECKING:
    from wyoming.audio import AudioStart

MOST_CHARS = 20_000
"""Of a text."""
GAP_S = 30.0
"""Seconds for each piece of a clause."""
SILENT_RATE = 22_050
"""Of a sound in which there is nothing."""


class Talker:
    """One text, whole or in pieces: it is spoken as soon as there is a clause of it."""

    def __init__(self, voice: TextToSpeech, language: str) -> None:
        self._voice = voice
        self._language = language
        self._clauses = Clauses()
        self._chars = 0
        self._resampler: Resampler | None = None
        self._rate = 0
        if isinstance(voice, StartsReplies):
            voice.new_reply()

    async def feed(self, text: str) -> AsyncGenerator[Eventable, None]:
        """Yield the sound of what has become whole. Raises `NotWyoming` for too much, `AntiphonError` `tts.*`."""
        self._chars += len(text)
        if self._chars > MOST_CHARS:
            raise NotWyoming(f"a text of more than {MOST_CHARS} characters")
        for clause in self._clauses.feed(text):
            async with aclosing(self._sound(clause)) as events:
                async for event in events:
                    yield event

    async def end(self) -> AsyncGenerator[Eventable, None]:
        """Yield the rest, and the end of the sound."""
        from wyoming.audio import AudioStop

        for clause in self._clauses.flush():
            async with aclosing(self._sound(clause)) as events:
                async for event in events:
                    yield event
        if not self._rate:
            yield self._start(SILENT_RATE)
        yield AudioStop()

    async def _sound(self, clause: str) -> AsyncGenerator[Eventable, None]:
        from wyoming.audio import AudioChunk as ChunkEvent

        voice = self._voice
        async with aclosing(stream(VOICE, lambda: voice.speak(clause, self._language), Sound(voice).chunk)) as chunks:
            while chunk := await in_time(GAP_S, anext(chunks, None), ErrorCode.TTS_TIMEOUT, "The voice", voice):
                if not self._rate:
                    yield self._start(chunk.rate)
                yield ChunkEvent(self._rate, 2, 1, self._samples(chunk))

    def _start(self, rate: int) -> "AudioStart":
        from wyoming.audio import AudioStart

        self._rate = rate
        self._resampler = Resampler(rate)
        return AudioStart(rate, 2, 1)

    def _samples(self, chunk: AudioChunk) -> bytes:
        """Of one rate, whatever voice speaks: of two behind each other each may have its own."""
        assert self._resampler is not None
        return self._resampler.feed(chunk.pcm, chunk.rate).astype("<i2", copy=False).tobytes()
