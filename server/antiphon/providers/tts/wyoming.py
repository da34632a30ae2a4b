"""A voice that speaks Wyoming, such as Piper of home installations.

A connection for each clause; what is heard of it is handed on as it comes. A service that says that it takes text in
pieces is given it so: it may begin to speak sooner. https://github.com/OHF-Voice/wyoming
"""

from collections.abc import AsyncGenerator, Mapping
from contextlib import aclosing
from pathlib import Path
from typing import TYPE_CHECKING, Any

from antiphon.audio.pcm_bytes import PcmBytes
from antiphon.domain.audio import AudioChunk
from antiphon.domain.errors import AntiphonError, ErrorCode
from antiphon.providers import wyoming_client
from antiphon.providers.chunks import short
from antiphon.providers.options import Options
from antiphon.providers.sounds import LONGEST_S, pcm_decoder
from antiphon.providers.speakable import speakable
from antiphon.providers.wyoming_client import Connection, Service
from antiphon.providers.wyoming_events import Eventable, NotWyoming, whole_of

if TYPE_CHECKING:
    from wyoming.event import Event

OPTIONS = {
    **wyoming_client.OPTIONS,
    "voice": "one of the service's voices; else one of the language",
    "speaker": "one of the voice's speakers",
}


def create(options: Mapping[str, Any], base: Path) -> "WyomingVoice":
    """Raises `AntiphonError` `config.invalid` or `provider.unavailable`."""
    wanted = wyoming_client.wanted(Options(options, OPTIONS), "voice")
    if wanted.speaker and not wanted.name:
        message = "'speaker' goes with 'voice': it is one of that voice's."
        raise AntiphonError(ErrorCode.CONFIG_INVALID, message, details={"key": "speaker"})
    return WyomingVoice(Service("tts", wanted))


class WyomingVoice:
    """Shared by all sessions: nothing of a clause stays here."""

    def __init__(self, service: Service) -> None:
        self._service = service

    async def start(self) -> None:
        """Nothing is loaded: a service that is down now may be there when somebody calls."""

    def for_session(self) -> "WyomingVoice":
        return self

    async def close(self) -> None:
        """Nothing: a connection is closed with its clause."""

    async def check(self) -> str | None:
        """Return what keeps the service from working, in a sentence; None where nothing does."""
        return await self._service.check()

    async def speak(self, text: str, language: str) -> AsyncGenerator[AudioChunk, None]:
        """Pieces of at most 200 ms. Raises `AntiphonError` `tts.failed` or `tts.timeout`."""
        words = speakable(text)
        if not words:
            return
        async with self._service.connected() as connection:
            info = self._service.info
            streams = info is not None and info.streams
            await connection.send(*self._asked(words, language, streams))
            last = "synthesize-stopped" if streams else "audio-stop"
            async with aclosing(_sound(connection, last)) as chunks:
                async for chunk in chunks:
                    for piece in short(chunk):
                        yield piece

    def _asked(self, text: str, language: str, streams: bool) -> list[Eventable]:
        from wyoming.tts import Synthesize, SynthesizeChunk, SynthesizeStart, SynthesizeStop, SynthesizeVoice

        wanted, spoken = self._service.wanted, self._service.language(language)
        voice = SynthesizeVoice(name=wanted.name, language=spoken, speaker=wanted.speaker)
        of_voice = voice if voice.to_dict() else None
        whole = Synthesize(text=text, voice=of_voice)
        if not streams:
            return [whole]
        # The whole text is among it: a service that streams is to pass over it, and any other one to speak it.
        return [SynthesizeStart(voice=of_voice), SynthesizeChunk(text=text), whole, SynthesizeStop()]


async def _sound(connection: Connection, last: str) -> AsyncGenerator[AudioChunk, None]:
    """Yield what comes up to the event `last`. Raises `NotWyoming` for what makes no sense where it comes."""
    decoder: Decoder | None = None
    heard, seconds = False, 0.0
    while True:
        event = await connection.of("audio-start", "audio-chunk", "audio-stop", "synthesize-stopped")
        chunks: list[AudioChunk] = []
        if event.type == "audio-start":
            if decoder is not None:
                raise NotWyoming("the start of a sound within another one")
            decoder = Decoder(event)
            heard = True
        elif event.type == "audio-chunk":
            if decoder is None:
                raise NotWyoming("a piece of a sound before its start")
            chunks = decoder.feed(event)
        elif event.type == "audio-stop":
            if decoder is None:
                raise NotWyoming("the end of a sound before its start")
            chunks = decoder.end()
            decoder = None
        for chunk in chunks:
            seconds += len(chunk.pcm) / chunk.rate
            if seconds > LONGEST_S:
                raise NotWyoming(f"more than {LONGEST_S:.0f} s for one clause")
            yield chunk
        if event.type == last:
            break
    if not heard:
        raise NotWyoming("no sound")


class Decoder:
    """The samples of one sound, of the kind that its start says."""

    def __init__(self, start: "Event") -> None:
        self._kind = _kind(start)
        if None in self._kind.values():
            raise NotWyoming("a sound without its rate, width and channels")
        self._samples = self._made()

    def feed(self, event: "Event") -> list[AudioChunk]:
        told = {key: value for key, value in _kind(event).items() if value is not None}
        if told != {key: self._kind[key] for key in told}:
            raise NotWyoming("a piece of another kind of sound than it began with")
        return self._samples.feed(event.payload or b"")

    def end(self) -> list[AudioChunk]:
        return self._samples.end()

    def _made(self) -> PcmBytes:
        rate, width, channels = (value or 0 for value in self._kind.values())
        try:
            return pcm_decoder(rate, width, channels)
        except AntiphonError as error:
            raise AntiphonError(ErrorCode.TTS_FAILED, error.message) from error


def _kind(event: "Event") -> dict[str, int | None]:
    return {key: whole_of(event.data, key) for key in ("rate", "width", "channels")}
