"""Run Piper; lives in a worker process, and nothing else of the product imports `piper` (GPL)."""

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from antiphon.audio import onnx
from antiphon.domain.audio import AudioChunk, Pcm

AUDIBLE_DB = -50.0
"""Relative to the clause's own peak: the softest consonants stay above it."""

LEAD_S = 0.03
TAIL_S = 0.15

_STEP_S = 0.005
_DIFFERENT, _HURRIED = 16, 0.05


class Voice:
    """A clause of text to its audio, as one chunk. `variation`: 1 as the voice was made, 0 each time the same."""

    def __init__(self, model: Path, variation: float = 1.0) -> None:
        import piper

        config = piper.PiperConfig.from_dict(json.loads(model.with_name(model.name + ".json").read_text("utf-8")))
        self._session = onnx.Model(model)
        self._voice = piper.PiperVoice(session=self._session, config=config)  # which only calls `run`
        # Scaled to its own peak, a short word would be louder than a sentence; the voice's level is even as it is.
        self._how = piper.SynthesisConfig(
            normalize_audio=False,
            noise_scale=variation * config.noise_scale,
            noise_w_scale=variation * config.noise_w_scale,
        )
        self("Ready.")  # the first synthesis takes longer: nobody shall wait for it

    def forked(self, number: int) -> None:
        """Vary texts differently from the others that were forked in the same state."""
        if self._how.noise_scale or self._how.noise_w_scale:
            # Chance is a part of the model, and goes on with what is said: here with something of a length of its own.
            self._how, usual = replace(self._how, length_scale=_HURRIED), self._how
            self("la " * (1 + number % _DIFFERENT))
            self._how = usual

    def stop(self) -> None:
        """End the call that is on, from another thread: it raises `onnx.Stopped`."""
        self._session.stop()

    def resume(self) -> None:
        """Take calls again."""
        self._session.resume()

    def __call__(self, text: str) -> AudioChunk:
        # Between double brackets Piper expects phonemes; a reply holds words.
        words = text.replace("[[", "[ [")
        parts = [chunk.audio_int16_array for chunk in self._voice.synthesize(words, self._how)]
        rate = self._voice.config.sample_rate
        return AudioChunk(trim(np.concatenate([np.zeros(0, np.int16), *parts]), rate), rate)


def trim(pcm: Pcm, rate: int) -> Pcm:
    """Remove the silence before the first 30 ms and after the last 150 ms around what is audible."""
    step = int(_STEP_S * rate)
    frames: NDArray[np.float64] = pcm[: len(pcm) // step * step].reshape(-1, step).astype(np.float64)
    peaks = np.abs(frames).max(axis=1, initial=0)
    audible = np.flatnonzero(peaks > peaks.max(initial=0) * 10 ** (AUDIBLE_DB / 20))
    if len(audible) == 0:
        return pcm[:0]
    start = int(audible[0]) * step - int(LEAD_S * rate)
    end = (int(audible[-1]) + 1) * step + int(TAIL_S * rate)
    return pcm[max(start, 0) : end]
