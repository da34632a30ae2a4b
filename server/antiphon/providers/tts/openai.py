"""A voice behind the OpenAI protocol: OpenAI, Azure OpenAI, or what answers at `base_url`, such as Kokoro-FastAPI.

A clause goes to `/audio/speech`, and its sound is heard as it comes. What comes is told by its first bytes and its type
and not by what was asked for: some services send WAV whatever they are told (`sounds.py`).
"""

from collections.abc import AsyncGenerator, AsyncIterator, Mapping
from contextlib import AsyncExitStack, aclosing
from pathlib import Path
from typing import TYPE_CHECKING, Any

from antiphon.audio.pcm_bytes import PcmFormat
from antiphon.domain.audio import AudioChunk
from antiphon.domain.errors import AntiphonError, ErrorCode
from antiphon.providers import openai_client, openai_errors, sounds
from antiphon.providers.chunks import short
from antiphon.providers.options import Options
from antiphon.providers.wording import plainly

if TYPE_CHECKING:
    from openai import AsyncOpenAI

OPTIONS = {
    **openai_client.OPTIONS,
    "voice": "the voice, as the service names it (alloy)",
    "format": "what is asked for: pcm, wav, mp3, opus, flac or aac",
    "rate": "samples a second of pcm whose type does not tell it (24000)",
    "speed": "0.25 to 4; the service's own unless set",
    "instructions": "how to speak, for models that take that",
    "language_key": "the name by which a service wants the language, such as language; it is told none unless set",
}
TYPES = {
    "pcm": "", "wav": "audio/wav", "mp3": "audio/mpeg", "opus": "audio/ogg", "flac": "audio/flac", "aac": "audio/aac",
}  # fmt: skip
"""What was asked for, for services that do not say what they send."""
UNTOLD = frozenset({"", "application/octet-stream", "binary/octet-stream"})
MOST_BYTES = 64 * 1024 * 1024
"""Of one clause: ten minutes of 48 kHz and a little."""
REFUSED = "perhaps it has no such voice, or does not make this format"
PATH = "/audio/speech"


def create(options: Mapping[str, Any], base: Path) -> "OpenAiVoice":
    """Raises `AntiphonError` `config.invalid` or `provider.unavailable`."""
    checked = Options(options, OPTIONS)
    form = checked.one_of("format", tuple(TYPES))
    settings: dict[str, Any] = {
        "model": checked.text("model"),
        "voice": checked.text("voice", "alloy"),
        "response_format": form,
    }
    if checked.has("speed"):
        settings["speed"] = checked.number("speed", 1.0, 0.25, 4.0)
    if checked.has("instructions"):
        settings["instructions"] = checked.text("instructions")
    plain = PcmFormat(checked.whole("rate", 24_000, 8_000, 48_000), 2, 1) if form == "pcm" else None
    return OpenAiVoice(openai_client.client(checked), settings, plain, checked.optional_text("language_key"))


class OpenAiVoice:
    """Shared by all sessions: each clause is a request of its own. `plain`: the samples of what tells no type."""

    def __init__(
        self, client: "AsyncOpenAI", settings: Mapping[str, Any], plain: PcmFormat | None, language_key: str | None
    ) -> None:
        self._client = client
        self._settings = settings
        self._plain = plain
        self._language_key = language_key
        model: str = settings["model"]
        self._request = openai_errors.Request(model, ErrorCode.TTS_FAILED, ErrorCode.TTS_TIMEOUT, REFUSED)

    async def start(self) -> None:
        """Nothing is loaded: a service that is down now may be there when somebody calls."""

    def for_session(self) -> "OpenAiVoice":
        return self

    async def close(self) -> None:
        await self._client.close()

    async def check(self) -> str | None:
        """Return what keeps the voice from speaking, in a sentence with its mend; None where nothing does."""
        return await openai_errors.objection(self._client, self._request.model, PATH)

    async def speak(self, text: str, language: str) -> AsyncIterator[AudioChunk]:
        """Pieces of 200 ms at most. Raises `AntiphonError` `tts.failed` or `tts.timeout`."""
        words = plainly(text, language)
        if not words:
            return
        said = False
        with openai_errors.told(self._request):
            async with AsyncExitStack() as closing:
                response = await openai_errors.asked(lambda: self._begun(words, language, closing))
                pieces = await closing.enter_async_context(aclosing(_bounded(response.iter_bytes())))
                sound = sounds.decode(pieces, self._type(response.headers.get("content-type", "")), self._plain)
                async for chunk in await closing.enter_async_context(aclosing(sound)):
                    said = True
                    for piece in short(chunk):
                        yield piece
        if not said:
            message = "The service of the voice sent no sound. Try again in a moment."
            raise AntiphonError(ErrorCode.TTS_FAILED, message)

    def _type(self, told: str) -> str:
        """Return the type of what comes: what was asked for, where the service does not tell."""
        untold = told.partition(";")[0].strip().lower() in UNTOLD
        return TYPES[self._settings["response_format"]] if untold else told

    async def _begun(self, words: str, language: str, closing: AsyncExitStack) -> Any:
        """Return the answer, of which nothing has been read. It is closed with `closing`."""
        more: dict[str, Any] = {}
        if self._language_key:
            more["extra_body"] = {self._language_key: language.partition("-")[0].lower()}
        speech = self._client.audio.speech.with_streaming_response
        return await closing.enter_async_context(speech.create(input=words, **self._settings, **more))


async def _bounded(pieces: AsyncIterator[bytes]) -> AsyncGenerator[bytes, None]:
    taken = 0
    async for piece in pieces:
        taken += len(piece)
        if taken > MOST_BYTES:
            message = f"The service of the voice sent more than {MOST_BYTES} bytes for one clause."
            raise AntiphonError(ErrorCode.TTS_FAILED, message)
        yield piece
