"""The fake server, and WAV files to say."""

import wave
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import numpy as np
import pytest
import pytest_asyncio

from unit.caller.fake_server import FakeServer, fake_server, tone

WriteWav = Callable[..., Path]


@pytest_asyncio.fixture
async def server() -> AsyncIterator[FakeServer]:
    async with fake_server() as running:
        yield running


@pytest.fixture
def write_wav(tmp_path: Path) -> WriteWav:
    def write(name: str = "hello.wav", *, hz: float = 300, seconds: float = 0.5, rate: int = 16_000) -> Path:
        path = tmp_path / name
        with wave.open(str(path), "wb") as file:
            file.setparams((1, 2, rate, 0, "NONE", ""))
            file.writeframes(tone(hz, seconds, rate).astype("<i2").tobytes())
        return path

    return write


def main_frequency(pcm: np.ndarray, rate: int = 48_000) -> float:
    """The strongest frequency in Hz."""
    spectrum = np.abs(np.fft.rfft(pcm.astype(float) * np.hanning(len(pcm))))
    return float(np.argmax(spectrum)) * rate / len(pcm)
