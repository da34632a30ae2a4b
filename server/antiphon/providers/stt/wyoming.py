"""A recogniser that speaks Wyoming, such as those of home installations (faster-whisper, whisper.cpp, Vosk).

A connection for each utterance, and its audio goes there while it is spoken. Where the service streams its transcript
while it listens, that is what a look in between finds; any other one is asked about the audio so far, over a connection
of its own. Many of them run Whisper, which writes words behind a cough too: of what has no speech in it nothing is
believed. https://github.com/OHF-Voice/wyoming
"""

import asyncio
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from antiphon.domain.audio import HEARING_RATE, Pcm
from antiphon.domain.conversation import Transcript
from antiphon.domain.errors import AntiphonError, ErrorCode
from antiphon.providers import whisper, wyoming_client
from antiphon.providers.options import Options
from antiphon.providers.stt._wyoming_transcript import WyomingTranscript
from antiphon.providers.threads import run_in_daemon_thread
from antiphon.providers.wyoming_client import Connection, Service

if TYPE_CHECKING:
    from wyoming.audio import AudioChunk
    from wyoming.event import Event

OPTIONS = {
    **wyoming_client.OPTIONS,
    "model": "one of the service's models; else its first one",
    "partials": "whether a service that streams no text is asked about an utterance before its end, too (true)",
}
LONGEST = 120 * HEARING_RATE
"""Samples of an utterance: a turn is over long before."""
PIECE = HEARING_RATE // 10
"""Samples of an event at the most."""
MORE_S = 1.0
"""Who has given a transcript before it was asked has so long to give another one."""


def create(options: Mapping[str, Any], base: Path) -> "WyomingRecogniser":
    """Raises `AntiphonError` `config.invalid` or `provider.unavailable`."""
    checked = Options(options, OPTIONS)
    return WyomingRecogniser(Service("asr", wyoming_client.wanted(checked, "model")), checked.flag("partials", True))


class WyomingRecogniser:
    """Shared by all sessions: nothing of an utterance stays here."""

    stops_tell = False
    """It is not known of a service, and many put a full stop behind whatever they hear."""

    def __init__(self, service: Service, partials: bool) -> None:
        self._service = service
        self._partials = partials
        self._open: set[WyomingStream] = set()

    async def start(self) -> None:
        """Nothing is loaded: a service that is down now may be there when somebody calls."""

    def for_session(self) -> "WyomingRecogniser":
        return self

    async def close(self) -> None:
        """Close what is still open."""
        tasks = [stream.task for stream in self._open if stream.task is not None]
        for stream in list(self._open):
            stream.cancel()
        if tasks:
            await asyncio.wait(tasks)

    async def check(self) -> str | None:
        """Return what keeps the service from working, in a sentence; None where nothing does."""
        return await self._service.check()

    def open(self, language: str) -> "WyomingStream":
        return WyomingStream(Exchange(self._service, language), self._partials, self._open)


class Exchange:
    """Sends audio of one language to a service and reads its transcript."""

    def __init__(self, service: Service, language: str) -> None:
        self._service = service
        self._language = language

    @property
    def streams(self) -> bool:
        """True where the service is known to send its text while it listens."""
        return self._service.info is not None and self._service.info.streams

    async def run(self, audio: "asyncio.Queue[Pcm | None]", heard: WyomingTranscript) -> Transcript:
        """Return the transcript of all audio up to None. Raises `AntiphonError` `stt.*`."""
        from wyoming.asr import Transcribe
        from wyoming.audio import AudioStart, AudioStop

        async with self._service.connected() as connection:
            heard.begins(self.streams)
            name, language = self._service.wanted.name, self._service.language(self._language)
            await connection.send(Transcribe(name=name, language=language), AudioStart(HEARING_RATE, 2, 1))
            reading = asyncio.create_task(_read(connection, heard), name="transcript")
            try:
                while (pcm := await _next(audio, reading)) is not None:
                    for start in range(0, len(pcm), PIECE):
                        await connection.send(_chunk(pcm[start : start + PIECE]))
                if not reading.done():
                    await connection.send(AudioStop())
                    heard.is_wanted()
                    patience = MORE_S if heard.has_some else self._service.wanted.answer_s
                    await asyncio.wait({reading}, timeout=patience)
                if not reading.done() and not heard.has_some:
                    raise TimeoutError
                if reading.done():
                    reading.result()
                return heard.transcript()
            finally:
                await _ended(reading)


async def _next(audio: "asyncio.Queue[Pcm | None]", reading: "asyncio.Task[None]") -> Pcm | None:
    """Return the next audio; None at its end, or where the service has ended before."""
    if reading.done():
        return None
    getting = asyncio.create_task(audio.get())
    try:
        await asyncio.wait({getting, reading}, return_when=asyncio.FIRST_COMPLETED)
        return getting.result() if getting.done() else None
    finally:
        getting.cancel()


async def _read(connection: Connection, heard: WyomingTranscript) -> None:
    """Read until the transcript is whole."""
    while not heard.is_whole:
        event: Event | None = await connection.receive_any()
        if event is None:
            heard.end()
            return
        heard.take(event)


async def _ended(reading: "asyncio.Task[None]") -> None:
    reading.cancel()
    await asyncio.wait({reading})
    if not reading.cancelled():
        reading.exception()  # where sending has failed first, nobody has looked at it


def _chunk(pcm: Pcm) -> "AudioChunk":
    from wyoming.audio import AudioChunk

    return AudioChunk(HEARING_RATE, 2, 1, pcm.astype("<i2", copy=False).tobytes())


class WyomingStream:
    """One utterance. It connects with the first audio: of none there is nothing to ask."""

    def __init__(self, exchange: Exchange, partials: bool, open_: "set[WyomingStream]") -> None:
        self._exchange = exchange
        self._partials = partials
        self._all = open_
        self._audio: asyncio.Queue[Pcm | None] = asyncio.Queue()
        self._kept: list[Pcm] = []
        self._samples = 0
        self._heard = WyomingTranscript()
        self._over = False
        self._cancelled = False
        self.task: asyncio.Task[Transcript | AntiphonError] | None = None
        self.language: str | None = None
        """The language of the last look, where the service tells it."""

    @property
    def lags(self) -> bool:
        """True where the text of a look is what has come by then, of audio that may go further."""
        return self._exchange.streams

    def feed(self, pcm: Pcm) -> None:
        self._samples += len(pcm)
        if self._over or self._samples > LONGEST or not len(pcm):
            return
        self._audio.put_nowait(pcm)
        self._kept.append(pcm)
        if self.task is None:
            self._all.add(self)
            self.task = asyncio.create_task(self._run(), name="wyoming utterance")
            self.task.add_done_callback(lambda _: self._all.discard(self))

    async def partial(self) -> str:
        """Return the words so far, once there are any. Raises `AntiphonError` where they are not to be had."""
        if self.task is None or self._cancelled:
            return ""
        await self._heard.connected(self.task)
        if self.task.done():
            return _text(self.task)
        if self._heard.streams:
            return await self._heard.words(self.task) or _text(self.task)
        if not self._partials:
            # No words would be a verdict on what was said: that nothing was.
            raise AntiphonError(ErrorCode.STT_FAILED, "The recogniser tells its words at the end alone.")
        pcm = np.concatenate(self._kept)
        speech = await run_in_daemon_thread(whisper.audible, pcm)
        if speech is None:
            return ""
        audio: asyncio.Queue[Pcm | None] = asyncio.Queue()
        audio.put_nowait(pcm)
        audio.put_nowait(None)
        heard = whisper.believed(await self._exchange.run(audio, WyomingTranscript()), speech)
        self.language = heard.language
        return heard.text

    async def finish(self) -> Transcript:
        self._over = True
        self._audio.put_nowait(None)
        if self.task is None:
            return Transcript("")
        try:
            # While the service is at work.
            speech = await run_in_daemon_thread(whisper.audible, np.concatenate(self._kept)) if self._kept else None
            if speech is None:
                self.cancel()
                return Transcript("")
            await asyncio.wait({self.task})
        except asyncio.CancelledError:
            self.cancel()
            raise
        if self._cancelled or self.task.cancelled():
            return Transcript("")
        heard = self.task.result()
        if isinstance(heard, AntiphonError):
            raise heard
        return whisper.believed(heard, speech)

    def cancel(self) -> None:
        self._cancelled = self._over = True
        self._kept.clear()
        if self.task is not None:
            self.task.cancel()

    async def _run(self) -> Transcript | AntiphonError:
        """The transcript, or the failure: it is told to whoever asks, and nobody may."""
        try:
            return await self._exchange.run(self._audio, self._heard)
        except AntiphonError as error:
            return error


def _text(task: "asyncio.Task[Transcript | AntiphonError]") -> str:
    """The text of an utterance that has ended. Raises `AntiphonError` where it has failed."""
    heard = Transcript("") if task.cancelled() else task.result()
    if isinstance(heard, AntiphonError):
        raise heard
    return heard.text
