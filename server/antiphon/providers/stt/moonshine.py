"""The embedded recogniser: Moonshine tiny (English), run with onnxruntime in a worker process.

The weights lie in the package `moonshine-voice==0.1.0`, the last one that carries them. A turn longer than the model
can take is cut at its quietest places, and the pieces are recognised while the turn goes on.
"""

import asyncio
import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from antiphon.domain.audio import HEARING_RATE, Pcm
from antiphon.domain.conversation import Transcript
from antiphon.domain.errors import AntiphonError, ErrorCode
from antiphon.domain.load import InferenceLoad
from antiphon.providers import moonshine_model, packages
from antiphon.providers.options import Options
from antiphon.providers.pieces import Pieces
from antiphon.providers.pool import SessionQueue, WorkerPool

LANGUAGES = frozenset({"en"})
OPTIONS = {"workers": "processes that recognise (one, and where 1 GiB of memory is left a spare one beside it)"}
WORKER_BYTES = 256 * 1024 * 1024
"""What a process of it takes at the most, and some to spare. A spare one has loaded the model, and does nothing until
the other one is lost."""
SHORTEST = HEARING_RATE // 10
"""The model fails on fewer samples, and no word is shorter."""

Pool = WorkerPool[[Pcm, Sequence[str]], Transcript]


SURE_SO_FAR = 0.5
"""What is looked at in between may end within a word: it has to be a little surer than a whole utterance."""


def create(options: Mapping[str, Any], base: Path) -> "Moonshine":
    """Raises `AntiphonError` `provider.unavailable` where a package is missing."""
    workers = Options(options, OPTIONS).whole("workers", 1, 1, 16)
    spares = 0 if "workers" in options else packages.workers_that_fit(WORKER_BYTES) - 1
    packages.folder("onnxruntime", "onnxruntime")
    folder = packages.folder("moonshine_voice", "moonshine-voice", "0.1.0") / "assets" / "tiny-en"
    for name in moonshine_model.FILES:
        packages.file(folder / name, "moonshine-voice")
    return Moonshine(
        WorkerPool(
            "recogniser",
            moonshine_model.Model,
            (folder,),
            failed=ErrorCode.STT_FAILED,
            late=ErrorCode.STT_TIMEOUT,
            workers=workers,
            spares=spares,
        )
    )


class Moonshine:
    """The pool is shared by all sessions; each has a queue of its own in it."""

    stops_tell = False
    """The model puts a full stop behind whatever it hears: "Set the volume." is how a longer sentence begins."""

    def __init__(self, pool: Pool) -> None:
        self._pool = pool
        self._queue = pool.session_queue()

    @property
    def inference(self) -> InferenceLoad:
        """The work of its processes, for admission and metrics."""
        return self._pool.load()

    async def start(self) -> None:
        await self._pool.start()

    async def close(self) -> None:
        await self._pool.close()

    async def outage(self) -> None:
        """Return when all of its processes are lost."""
        await self._pool.outage()

    def for_session(self) -> "Moonshine":
        return Moonshine(self._pool)

    def open(self, language: str) -> "MoonshineStream":
        return MoonshineStream(self._queue, language)


class MoonshineStream:
    """One utterance. Audio is kept here until it is recognised; nothing is sent before a piece is whole.

    A look in between comes after whatever any session waits for.
    """

    def __init__(self, queue: SessionQueue[[Pcm, Sequence[str]], Transcript], language: str) -> None:
        self._queue = queue
        self._language = language
        self._pieces = Pieces()
        self._expected: Sequence[str] = ()
        self._heard: list[asyncio.Task[Transcript]] = []
        self._over = False
        self._cancelled = False

    def expect(self, phrases: Sequence[str]) -> None:
        self._expected = phrases

    def feed(self, pcm: Pcm) -> None:
        if not self._over:
            self._heard += [self._queue.run(piece, ()) for piece in self._pieces.add(pcm)]

    async def partial(self) -> str:
        rest = self._rest(self._queue.prefetch)
        try:
            heard = await self._listen([*self._heard, *rest])
            return heard.text if (heard.confidence or 0.0) >= SURE_SO_FAR else ""
        finally:
            _drop(rest)

    async def finish(self) -> Transcript:
        self._heard += self._rest(self._queue.run)
        self._over = True
        try:
            return await self._listen(self._heard)
        finally:
            _drop(self._heard)

    def cancel(self) -> None:
        self._cancelled = self._over = True
        self._pieces.clear()
        _drop(self._heard)

    def _rest(
        self, run: Callable[[Pcm, Sequence[str]], "asyncio.Task[Transcript]"]
    ) -> list["asyncio.Task[Transcript]"]:
        rest = self._pieces.rest()
        expected = self._expected if not self._heard else ()  # a phrase is a whole utterance, not the end of one
        return [run(rest, expected)] if len(rest) >= SHORTEST and not self._over else []

    async def _listen(self, tasks: list["asyncio.Task[Transcript]"]) -> Transcript:
        """One transcript of consecutive pieces. Of a cancelled utterance nothing was heard."""
        if not re.match(r"en(?![^-_])", self._language, re.IGNORECASE):
            raise AntiphonError(
                ErrorCode.STT_FAILED,
                f"The recogniser moonshine understands English only, and the language is {self._language!r}. "
                'Set language = "en", or choose another [stt] provider.',
            )
        if tasks:
            await asyncio.wait(tasks)
        if self._cancelled:
            return Transcript("")
        return joined([task.result() for task in tasks])


def _drop(tasks: list["asyncio.Task[Transcript]"]) -> None:
    for task in tasks:
        task.cancel()


def joined(parts: list[Transcript]) -> Transcript:
    """One transcript of consecutive ones; the confidence is the mean, each word counting once."""
    words = [(part, len(part.text.split())) for part in parts if part.text]
    total = sum(count for _, count in words)
    if not total:
        return Transcript("")
    text = " ".join(part.text for part, _ in words)
    return Transcript(text, confidence=sum((part.confidence or 0.0) * count for part, count in words) / total)
