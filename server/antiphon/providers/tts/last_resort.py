"""The voice of this machine behind those of services: the embedded one for English, else `espeak-ng`.

It stands by itself behind the last voice that is a service's, and costs nothing before it is needed: what it speaks
with is loaded when a clause is asked of it for the first time, and stays.
"""

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import aclosing
from pathlib import Path
from typing import Any

import structlog

from antiphon.domain.audio import AudioChunk
from antiphon.domain.errors import AntiphonError, ErrorCode
from antiphon.ports import TextToSpeech
from antiphon.providers.options import Options
from antiphon.providers.tts import espeak, piper

Makes = Callable[[], TextToSpeech]
ENGLISH = "en"

log = structlog.get_logger()


def create(options: Mapping[str, Any], base: Path) -> "LastResort":
    """Raises `AntiphonError` `config.invalid` for any option. A voice that is missing is told of when it is asked."""
    Options(options, {})
    return LastResort(lambda: piper.create({"workers": 1}, base), lambda: espeak.create({}, base))


class LastResort:
    """Shared by all sessions."""

    def __init__(self, embedded: Makes, program: Makes) -> None:
        self._makes = {True: (embedded, program), False: (program,)}
        self._loading: dict[bool, asyncio.Task[TextToSpeech]] = {}
        """By whether it is English."""

    async def start(self) -> None:
        """Load nothing yet."""

    async def close(self) -> None:
        for task in self._loading.values():
            task.cancel()
        ended = await asyncio.gather(*self._loading.values(), return_exceptions=True)
        for voice in ended:
            if not isinstance(voice, BaseException):
                await voice.close()
        self._loading.clear()

    def for_session(self) -> "OfSession":
        return OfSession(self)

    async def speak(self, text: str, language: str) -> AsyncIterator[AudioChunk]:
        """Raises `AntiphonError` `tts.failed` where no voice of this machine speaks the language."""
        async with aclosing(self.for_session().speak(text, language)) as chunks:  # type: ignore[type-var]
            async for chunk in chunks:
                yield chunk

    async def voice_of(self, language: str) -> TextToSpeech:
        """Return the voice for a language, which is loaded once. Whoever waits for that may give up: it goes on."""
        is_english = language.split("-")[0].lower() == ENGLISH
        loading = self._loading.get(is_english)
        if loading is None or (loading.done() and (loading.cancelled() or loading.exception())):
            loading = asyncio.create_task(self._load(self._makes[is_english]), name="last resort")
            # Whoever asked may be gone by then; what went wrong is told to the next one.
            loading.add_done_callback(lambda task: task.cancelled() or task.exception())
            self._loading[is_english] = loading
        return await asyncio.shield(loading)

    async def _load(self, makes: tuple[Makes, ...]) -> TextToSpeech:
        for make in makes:
            try:
                voice = make()
                await voice.start()
            except AntiphonError as error:
                log.warning("provider not ready", provider="[tts] last_resort", problem=error.message)
            else:
                return voice
        message = "No service of a voice answers, and no voice of this machine speaks the language."
        raise AntiphonError(ErrorCode.TTS_FAILED, message)


class OfSession:
    """One session's (`ports.TextToSpeech`)."""

    def __init__(self, shared: LastResort) -> None:
        self._shared = shared
        self._known: dict[int, TextToSpeech] = {}
        """Its own of each voice, by the `id` of the shared one, which lives as long."""

    async def start(self) -> None: ...

    async def close(self) -> None: ...

    def for_session(self) -> "OfSession":
        return self

    async def speak(self, text: str, language: str) -> AsyncIterator[AudioChunk]:
        shared = await self._shared.voice_of(language)
        if id(shared) not in self._known:
            self._known[id(shared)] = shared.for_session()
        own = self._known[id(shared)]
        async with aclosing(own.speak(text, language)) as chunks:  # type: ignore[type-var]
            async for chunk in chunks:
                yield chunk
