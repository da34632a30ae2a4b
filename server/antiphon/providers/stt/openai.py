"""A recogniser behind the OpenAI protocol: OpenAI, Azure OpenAI, or what answers at `base_url`, such as Speaches.

An utterance goes as one WAV to `/audio/transcriptions`, a longer turn in pieces while it goes on. Silence is not sent:
nothing is asked of the service before something can have been said. Looks in between are requests of their own, and
what nobody waits for any more is closed.
"""

import asyncio
import io
import wave
from collections.abc import Coroutine, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from antiphon.domain.audio import HEARING_RATE, Pcm
from antiphon.domain.conversation import Transcript
from antiphon.domain.errors import AntiphonError, ErrorCode
from antiphon.providers import openai_client, openai_errors, whisper
from antiphon.providers.options import Options
from antiphon.providers.piecewise import PiecewiseStream, Work
from antiphon.providers.stt._transcripts import reader
from antiphon.providers.threads import run_in_daemon_thread

if TYPE_CHECKING:
    from openai import AsyncOpenAI

OPTIONS = {
    **openai_client.OPTIONS,
    "language": "what the service is told of the language (the session's); auto: nothing, it tells it by itself",
    "response_format": "json, or verbose_json from services that say how sure they are",
    "streams": "whether the text is asked for in pieces (false)",
    "partials": "whether an utterance is looked at before its end, each time by another request (true)",
}
FORMATS = ("json", "verbose_json")
REFUSED = "perhaps it cannot transcribe, or not in this language or format"
PATH = "/audio/transcriptions"


def create(options: Mapping[str, Any], base: Path) -> "OpenAiRecogniser":
    """Raises `AntiphonError` `config.invalid` or `provider.unavailable`."""
    checked = Options(options, OPTIONS)
    settings: dict[str, Any] = {
        "model": checked.text("model"),
        "response_format": checked.one_of("response_format", FORMATS),
    }
    if checked.flag("streams"):
        settings["stream"] = True
    language, partials = checked.optional_text("language"), checked.flag("partials", True)
    return OpenAiRecogniser(openai_client.client(checked), settings, language, partials)


class OpenAiRecogniser:
    """Shared by all sessions: nothing of an utterance stays here."""

    stops_tell = False
    """Such models end most of what they hear with a full stop."""

    def __init__(
        self, client: "AsyncOpenAI", settings: Mapping[str, Any], language: str | None, partials: bool
    ) -> None:
        self._client = client
        self._settings = settings
        self._language = language
        self._partials = partials
        model: str = settings["model"]
        self._request = openai_errors.Request(model, ErrorCode.STT_FAILED, ErrorCode.STT_TIMEOUT, REFUSED)
        self._tasks: set[asyncio.Task[Transcript]] = set()

    async def start(self) -> None:
        """Nothing is loaded: a service that is down now may be there when somebody calls."""

    def for_session(self) -> "OpenAiRecogniser":
        return self

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        await self._client.close()

    async def check(self) -> str | None:
        """Return what keeps the model from transcribing, in a sentence with its mend; None where nothing does."""
        return await openai_errors.objection(self._client, self._request.model, PATH)

    def open(self, language: str) -> PiecewiseStream:
        told = self._language or language.partition("-")[0].lower()

        def run(pcm: Pcm, expected: Sequence[str]) -> "asyncio.Task[Transcript]":
            return self._spawn(self._recognised(pcm, told))

        def look(pcm: Pcm, expected: Sequence[str]) -> "asyncio.Task[Transcript]":
            return run(pcm, expected) if self._partials else self._spawn(_untold())

        return PiecewiseStream(Work(run, look))

    def _spawn(self, work: Coroutine[Any, Any, Transcript]) -> "asyncio.Task[Transcript]":
        task = asyncio.get_running_loop().create_task(work, name="transcription")
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def _recognised(self, pcm: Pcm, language: str) -> Transcript:
        speech = await run_in_daemon_thread(whisper.audible, pcm)
        if speech is None:
            return Transcript("")
        more = {} if language in ("", "auto") else {"language": language}
        with openai_errors.told(self._request):
            heard = await openai_errors.asked(lambda: self._transcribed(recording(pcm), more))
        return whisper.believed(heard, speech)

    async def _transcribed(self, wav: bytes, more: Mapping[str, Any]) -> Transcript:
        """Ask the service. The answer is read here and not by the package, which knows no bound."""
        asked = self._client.audio.transcriptions.with_streaming_response.create(
            file=("utterance.wav", wav, "audio/wav"), **self._settings, **more
        )
        async with asked as response:
            answer = reader(response.headers.get("content-type", ""))
            async for data in response.iter_bytes():
                answer.feed(data)
                if answer.complete:
                    break
            return answer.end()


async def _untold() -> Transcript:
    """No words would say that it was a noise."""
    raise AntiphonError(ErrorCode.STT_FAILED, "The recogniser tells its words at the end alone.")


def recording(pcm: Pcm) -> bytes:
    """Return int16 mono 16 kHz as the bytes of a WAV file."""
    file = io.BytesIO()
    with wave.open(file, "wb") as wav:
        wav.setnchannels(1)
        wav.setsampwidth(2)
        wav.setframerate(HEARING_RATE)
        wav.writeframes(pcm.astype("<i2").tobytes())
    return file.getvalue()
