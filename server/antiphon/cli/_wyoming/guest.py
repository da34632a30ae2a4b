"""One connection of somebody who wants something recognised or said, over Wyoming."""

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import aclosing
from typing import TYPE_CHECKING, Any

from antiphon.cli._wyoming.described import described
from antiphon.cli._wyoming.listener import Listener, form_of
from antiphon.cli._wyoming.speech import Speech
from antiphon.cli._wyoming.talker import MOST_CHARS, Talker
from antiphon.domain.errors import AntiphonError
from antiphon.providers import wyoming_events
from antiphon.providers.wyoming_events import Eventable, NotWyoming, text_of, whole_of

if TYPE_CHECKING:
    from wyoming.event import Event

DATA_BYTES = 256 * 1024
PAYLOAD_BYTES = 256 * 1024
WAITING = 8
"""Events that have been read while others are at work; a guest who sends more waits."""
IDLE_S = 120.0
"""A guest who wants nothing for so long has gone."""
WRITE_S = 30.0
CLOSE_S = 2.0
LANGUAGE_CHARS = 35
GARBLED = "protocol.invalid_message"


class Guest:
    """Takes events one after the other, for as long as the other side is there."""

    def __init__(self, speech: Speech, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._speech = speech
        self._stt = speech.stt.for_session()
        self._tts = speech.tts.for_session()
        self._reader = reader
        self._writer = writer
        self._events: asyncio.Queue[Event] = asyncio.Queue(WAITING)
        self._language = speech.language
        self._listener: Listener | None = None
        self._talker: Talker | None = None
        self._does: dict[str, Callable[[dict[str, Any], bytes], Awaitable[None]]] = {
            "describe": self._describe,
            "ping": self._ping,
            "transcribe": self._transcribe,
            "audio-start": self._audio_start,
            "audio-chunk": self._audio_chunk,
            "audio-stop": self._audio_stop,
            "synthesize": self._synthesize,
            "synthesize-start": self._synthesize_start,
            "synthesize-chunk": self._synthesize_chunk,
            "synthesize-stop": self._synthesize_stop,
        }
        self._leaves = asyncio.Event()
        self.busy = False
        """True while something is recognised or said."""

    async def serve(self) -> None:
        """Return when the other side has gone, is silent for too long, or has been told what is wrong."""
        reading = asyncio.create_task(self._read(), name="wyoming reader")
        working = asyncio.create_task(self._work(), name="wyoming worker")
        leaving = asyncio.create_task(self._left_idle(), name="wyoming end")
        try:
            done, _ = await asyncio.wait({reading, working, leaving}, return_when=asyncio.FIRST_COMPLETED)
            await _ended(reading, working)
            for task in done:
                if not task.cancelled() and (error := task.exception()) is not None:
                    await self._refuse(error)
            if reading not in done:  # then somebody is there to read what has been written
                await wyoming_events.close(self._writer, CLOSE_S)
        finally:
            await _ended(reading, working, leaving)
            if self._listener is not None:
                self._listener.cancel()
            await wyoming_events.close(self._writer)

    async def _left_idle(self) -> None:
        """Return where it is to go and is not busy; else the work ends it."""
        await self._leaves.wait()
        if self.busy:
            await asyncio.Event().wait()

    async def _read(self) -> None:
        while True:
            event = await wyoming_events.read_event(self._reader, data_bytes=DATA_BYTES, payload_bytes=PAYLOAD_BYTES)
            if event is None:
                return
            await self._events.put(event)

    def leave(self) -> None:
        """Go as soon as nothing is recognised or said any more."""
        self._leaves.set()

    async def _work(self) -> None:
        while self.busy or not self._leaves.is_set():
            async with asyncio.timeout(IDLE_S):
                event = await self._events.get()
            does = self._does.get(event.type)
            if does is not None:  # others are for those who know them
                self.busy = True
                await does(event.data, event.payload or b"")
                self.busy = self._listener is not None or self._talker is not None

    async def _refuse(self, error: BaseException) -> None:
        """Say what is wrong, if somebody is there; what was not foreseen is raised again."""
        from wyoming.error import Error

        if isinstance(error, AntiphonError):
            told = Error(error.message, error.code.code)
        elif isinstance(error, NotWyoming):
            told = Error(f"You sent {error}.", GARBLED)
        elif isinstance(error, asyncio.IncompleteReadError | OSError):  # TimeoutError is one of them
            return
        else:
            raise error
        try:
            await self._send(told)
            await wyoming_events.close(self._writer, CLOSE_S)
        except OSError:
            pass  # it has gone

    async def _send(self, message: Eventable) -> None:
        async with asyncio.timeout(WRITE_S):
            await wyoming_events.write_events(self._writer, message)

    async def _send_all(self, messages: AsyncGenerator[Eventable, None]) -> None:
        async with aclosing(messages):
            async for message in messages:
                await self._send(message)

    async def _describe(self, data: dict[str, Any], payload: bytes) -> None:
        await self._send(described(self._speech))

    async def _ping(self, data: dict[str, Any], payload: bytes) -> None:
        from wyoming.ping import Pong

        await self._send(Pong(text_of(data, "text", MOST_CHARS)))

    async def _transcribe(self, data: dict[str, Any], payload: bytes) -> None:
        self._language = text_of(data, "language", LANGUAGE_CHARS) or self._speech.language

    async def _audio_start(self, data: dict[str, Any], payload: bytes) -> None:
        if self._listener is not None:
            self._listener.cancel()
        form = form_of(*(whole_of(data, key) for key in ("rate", "width", "channels")))
        self._listener = Listener(self._stt, self._language.replace("_", "-"), form)

    async def _audio_chunk(self, data: dict[str, Any], payload: bytes) -> None:
        if self._listener is None:
            raise NotWyoming("audio before its start")
        self._listener.feed(payload)

    async def _audio_stop(self, data: dict[str, Any], payload: bytes) -> None:
        from wyoming.asr import Transcript

        if self._listener is None:
            raise NotWyoming("the end of audio before its start")
        heard = await self._listener.finish()
        self._listener = None
        await self._send(Transcript(heard.text, language=heard.language or self._language))

    async def _synthesize(self, data: dict[str, Any], payload: bytes) -> None:
        text = text_of(data, "text", MOST_CHARS)
        if text is None:
            raise NotWyoming("no text to say")
        if self._talker is None:  # else it is the text that comes in pieces, once more as a whole
            talker = Talker(self._tts, self._spoken(data))
            await self._send_all(talker.feed(text))
            await self._send_all(talker.end())

    async def _synthesize_start(self, data: dict[str, Any], payload: bytes) -> None:
        self._talker = Talker(self._tts, self._spoken(data))

    async def _synthesize_chunk(self, data: dict[str, Any], payload: bytes) -> None:
        if self._talker is None:
            raise NotWyoming("a piece of a text before its start")
        await self._send_all(self._talker.feed(text_of(data, "text", MOST_CHARS) or ""))

    async def _synthesize_stop(self, data: dict[str, Any], payload: bytes) -> None:
        from wyoming.tts import SynthesizeStopped

        if self._talker is None:
            raise NotWyoming("the end of a text before its start")
        await self._send_all(self._talker.end())
        self._talker = None
        await self._send(SynthesizeStopped())

    def _spoken(self, data: dict[str, Any]) -> str:
        """Return the language that a text is to be spoken in (BCP 47)."""
        voice = data.get("voice")
        named = text_of(voice, "language", LANGUAGE_CHARS) if isinstance(voice, dict) else None
        return (named or self._speech.language).replace("_", "-")


async def _ended(*tasks: "asyncio.Task[None]") -> None:
    for task in tasks:
        task.cancel()
    await asyncio.wait(tasks)
    for task in tasks:
        if not task.cancelled():
            task.exception()  # of both that have failed, one is told
