"""A recogniser on this machine for the languages of Whisper: a model of your own, run by the package faster-whisper.

Neither the package nor a model comes with this product, and no model is loaded from the network. It runs in a worker
process. Whisper takes as long for a word as for half a minute, and cannot be stopped within: what nobody waits for any
more is let run out, so that no process has to load its model again.
"""

import asyncio
from collections.abc import Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from antiphon.domain.audio import Pcm
from antiphon.domain.conversation import Transcript
from antiphon.domain.errors import AntiphonError, ErrorCode
from antiphon.domain.load import InferenceLoad
from antiphon.domain.texts import shown
from antiphon.providers import faster_whisper_model, whisper_languages
from antiphon.providers.options import Options
from antiphon.providers.piecewise import PiecewiseStream, Work
from antiphon.providers.pool import WorkerPool

LANGUAGES = whisper_languages.TAGS
OPTIONS = {
    "model": "the folder of a model, or the name of one that is on this machine already",
    "language": "what is spoken (the session's language); auto: it is found out",
    "device": "cpu, cuda or auto",
    "compute_type": "as the package has it (int8)",
    "threads": "threads of each process (2)",
    "beam_size": "1 is quickest (1)",
    "workers": "processes that recognise, each with the model (1)",
}
DEVICES = ("cpu", "cuda", "auto")
MISSING = 'The package faster-whisper is not installed. Install it with: pip install "faster-whisper>=1.1,<2"'
FILE = "model.bin"
MEND = (
    "Nothing is loaded from the network: put the model on this machine and name its folder as 'model' "
    "(docs/how-to/use-speech-services.md)."
)

Pool = WorkerPool[[Pcm, str], Transcript]


def create(options: Mapping[str, Any], base: Path) -> "FasterWhisper":
    """Raises `AntiphonError` `config.invalid`, or `provider.unavailable` where the package or the folder is missing."""
    checked = Options(options, OPTIONS)
    settings = faster_whisper_model.Settings(
        checked.text("model"),
        checked.one_of("device", DEVICES),
        checked.text("compute_type", "int8"),
        checked.whole("threads", 2, 1, 64),
        checked.whole("beam_size", 1, 1, 10),
    )
    language = checked.optional_text("language")
    if language not in (None, "auto") and whisper_languages.known(language or "") is None:
        message = f"'language' is {shown(language)}; it must be auto, or a language that Whisper knows, such as en."
        raise AntiphonError(ErrorCode.CONFIG_INVALID, message, details={"key": "language"})
    workers = checked.whole("workers", 1, 1, 16)
    if find_spec("faster_whisper") is None:
        raise AntiphonError(ErrorCode.PROVIDER_UNAVAILABLE, MISSING)
    folder = base / settings.model
    if folder.is_dir():
        if not (folder / FILE).is_file():
            message = f"The folder {folder} has no {FILE}, so it is no model of faster-whisper."
            raise AntiphonError(ErrorCode.PROVIDER_UNAVAILABLE, message, details={"key": "model"})
        settings = faster_whisper_model.Settings(
            str(folder.resolve()), settings.device, settings.compute_type, settings.threads, settings.beam_size
        )
    pool = WorkerPool(
        "recogniser",
        faster_whisper_model.Model,
        (settings,),
        failed=ErrorCode.STT_FAILED,
        late=ErrorCode.STT_TIMEOUT,
        workers=workers,
    )
    return FasterWhisper(pool, language)


class FasterWhisper:
    """The pool is shared by all sessions; each has a queue of its own in it."""

    stops_tell = False
    """Whisper ends most of what it hears with a full stop."""

    def __init__(self, pool: Pool, language: str | None) -> None:
        self._pool = pool
        self._language = language
        self._queue = pool.session_queue()

    @property
    def inference(self) -> InferenceLoad:
        """The work of its processes, for admission and metrics."""
        return self._pool.load()

    async def start(self) -> None:
        """Load the model. Raises `AntiphonError` `provider.unavailable`, with what to do."""
        try:
            await self._pool.start()
        except AntiphonError as error:
            raise AntiphonError(ErrorCode.PROVIDER_UNAVAILABLE, f"{error.message} {MEND}") from error

    async def close(self) -> None:
        await self._pool.close()

    async def outage(self) -> None:
        """Return when all of its processes are lost."""
        await self._pool.outage()

    def for_session(self) -> "FasterWhisper":
        return FasterWhisper(self._pool, self._language)

    def open(self, language: str) -> PiecewiseStream:
        wanted = self._language or language
        told = "" if wanted == "auto" else whisper_languages.known(wanted)

        def run(pcm: Pcm, expected: Sequence[str]) -> "asyncio.Task[Transcript]":
            return _kept(self._queue.run(pcm, told or ""))

        def look(pcm: Pcm, expected: Sequence[str]) -> "asyncio.Task[Transcript]":
            return _kept(self._queue.prefetch(pcm, told or ""))

        return PiecewiseStream(Work(run, look), _refusal(language) if told is None else None)


def _refusal(language: str) -> AntiphonError:
    message = f"The recogniser faster_whisper does not know the language {shown(language)}. Name another one."
    return AntiphonError(ErrorCode.STT_FAILED, message)


def _kept(work: "asyncio.Task[Transcript]") -> "asyncio.Task[Transcript]":
    """Return a task that can be cancelled while the work goes on."""

    async def waited() -> Transcript:
        return await asyncio.shield(work)

    return asyncio.get_running_loop().create_task(waited(), name="transcription")
