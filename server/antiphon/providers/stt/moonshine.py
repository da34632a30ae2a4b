"""The embedded recogniser: Moonshine tiny (English), run with onnxruntime in a worker process.

The weights lie in the package `moonshine-voice==0.1.0`, the last one that carries them. A turn longer than the model
can take is cut at its quietest places, and the pieces are recognised while the turn goes on.
"""

import asyncio
from collections.abc import Mapping
from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np

from antiphon.audio.features import rms_dbfs
from antiphon.domain.audio import HEARING_RATE, HEARING_SAMPLES, Pcm
from antiphon.domain.conversation import Transcript
from antiphon.domain.errors import AntiphonError, ErrorCode
from antiphon.providers import moonshine_model
from antiphon.providers.options import Options
from antiphon.providers.workers import WorkerPool

OPTIONS = {"workers": "processes that recognise"}
PIECE_S = 15.0
"""A turn is cut into pieces of at most this length; the model is capped near 20 s."""
SEARCH_S = 4.0
"""The cut is made at the quietest place of the last seconds of a piece."""
SHORTEST_S = 0.1
AUDIBLE_DBFS = -60.0
AUDIBLE_S = 0.1
"""The model answers "You" to silence: an utterance with less than this that can be heard has no words."""


def create(options: Mapping[str, Any], base: Path) -> "Moonshine":
    """Raises `AntiphonError` `provider.unavailable` where a package is missing."""
    checked = Options(options, OPTIONS)
    for package in ("moonshine_voice", "onnxruntime"):
        if find_spec(package) is None:
            message = f"The package {package!r} is not installed. Install it with: pip install 'antiphon[local]'"
            raise AntiphonError(ErrorCode.PROVIDER_UNAVAILABLE, message)
    folder = Path(str(files("moonshine_voice"))) / "assets" / "tiny-en"
    if not folder.is_dir():
        message = "The package moonshine-voice has no tiny-en model. Install it with: pip install 'antiphon[local]'"
        raise AntiphonError(ErrorCode.PROVIDER_UNAVAILABLE, message)
    return Moonshine(checked.whole("workers", 1, 1, 16))


class Moonshine:
    def __init__(self, workers: int) -> None:
        self._pool = WorkerPool(moonshine_model.load, ErrorCode.STT_FAILED, workers=workers)

    async def start(self) -> None:
        await self._pool.start()

    async def close(self) -> None:
        await self._pool.close()

    def for_session(self) -> "Moonshine":
        return self

    def open(self, language: str) -> "MoonshineStream":
        return MoonshineStream(self._pool)


class MoonshineStream:
    """One utterance. Audio is kept here until it is recognised; nothing is sent before a piece is whole."""

    def __init__(self, pool: WorkerPool) -> None:
        self._pool = pool
        self._audio: list[Pcm] = []
        self._samples = 0
        self._done: list[asyncio.Task[str]] = []

    def feed(self, pcm: Pcm) -> None:
        self._audio.append(pcm)
        self._samples += len(pcm)
        if self._samples >= PIECE_S * HEARING_RATE:
            piece, rest = _cut(np.concatenate(self._audio))
            self._audio, self._samples = [rest], len(rest)
            self._done.append(asyncio.create_task(self._recognise(piece), name="stt-piece"))

    async def partial(self) -> str:
        last = await self._recognise(self._rest())
        return _joined([*(task.result() for task in self._done if task.done() and not task.cancelled()), last])

    async def finish(self) -> Transcript:
        rest = asyncio.create_task(self._recognise(self._rest()), name="stt-rest")
        self._done.append(rest)
        return Transcript(_joined([await task for task in self._done]))

    def cancel(self) -> None:
        for task in self._done:
            task.cancel()
        self._audio.clear()

    def _rest(self) -> Pcm:
        return np.concatenate(self._audio) if self._audio else np.empty(0, np.int16)

    async def _recognise(self, pcm: Pcm) -> str:
        if len(pcm) < SHORTEST_S * HEARING_RATE or not _audible(pcm):
            return ""
        return await self._pool.run(moonshine_model.recognise, pcm.tobytes())


def _joined(texts: list[str]) -> str:
    return " ".join(text for text in texts if text)


def _levels(pcm: Pcm) -> list[float]:
    return [rms_dbfs(pcm[start : start + HEARING_SAMPLES]) for start in range(0, len(pcm), HEARING_SAMPLES)]


def _audible(pcm: Pcm) -> bool:
    loud = sum(level > AUDIBLE_DBFS for level in _levels(pcm))
    return loud * HEARING_SAMPLES >= AUDIBLE_S * HEARING_RATE


def _cut(pcm: Pcm) -> tuple[Pcm, Pcm]:
    """Both sides of the quietest 100 ms in the last seconds."""
    first = max(0, len(pcm) - round(SEARCH_S * HEARING_RATE)) // HEARING_SAMPLES
    levels = np.convolve(_levels(pcm)[first:], np.ones(5) / 5, mode="valid")
    at = (first + int(np.argmin(levels)) + 2) * HEARING_SAMPLES
    return pcm[:at], pcm[at:]
