"""WAV files of 16 bits, mono."""

import wave
from pathlib import Path

import numpy as np

from antiphon.domain.audio import Pcm


def read(path: Path) -> Pcm:
    with wave.open(str(path)) as file:
        assert (file.getnchannels(), file.getsampwidth()) == (1, 2)
        return np.frombuffer(file.readframes(file.getnframes()), np.int16)
