"""The embedded recogniser: Moonshine tiny (English), run with onnxruntime in a worker process.

The weights lie in the package `moonshine-voice==0.1.0`, the last one that carries them. A turn longer than the model
can take is cut at its quietest places, and the pieces are recognised while the turn goes on (`piecewise.py`).
"""

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from antiphon.domain.audio import Pcm
from antiphon.domain.conversation import Transcript
from antiphon.domain.errors import AntiphonError, ErrorCode
from antiphon.domain.load import InferenceLoad
from antiphon.providers import moonshine_model, packages
from antiphon.providers.options import Options
from antiphon.providers.piecewise import PiecewiseStream, Work
from antiphon.providers.pool import WorkerPool

LANGUAGES = frozenset({"en"})
OPTIONS = {"workers": "processes that recognise (one, and where 1 GiB of memory is left a spare one beside it)"}
WORKER_BYTES = 256 * 1024 * 1024
"""What a process of it takes at the most, and some to spare. A spare one has loaded the model, and does nothing until
the other one is lost."""
SURE_SO_FAR = 0.5
"""What is looked at in between may end within a word: it has to be a little surer than a whole utterance."""

Pool = WorkerPool[[Pcm, Sequence[str]], Transcript]


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

    def open(self, language: str) -> PiecewiseStream:
        """Begin an utterance. A look in between comes after whatever any session waits for."""
        return PiecewiseStream(Work(self._queue.run, self._queue.prefetch, SURE_SO_FAR), _refusal(language))


def _refusal(language: str) -> AntiphonError | None:
    if re.match(r"en(?![^-_])", language, re.IGNORECASE):
        return None
    return AntiphonError(
        ErrorCode.STT_FAILED,
        f"The recogniser moonshine understands English only, and the language is {language!r}. "
        'Set language = "en", or choose another [stt] provider.',
    )
