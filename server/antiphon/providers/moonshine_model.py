"""The model loop of Moonshine tiny, as it runs in a worker process. Nothing here knows sessions or the network.

Shapes: audio float32 (1, samples) at 16 kHz; the decoder's cache is 4 tensors a layer of (1, 8, length, 36), where
those of the encoder are fixed after the first step.
"""

import re
from importlib.resources import files
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

RATE = 16_000
PADDING_S = 0.4
"""Silence on both sides: words at the very edge of the audio are heard better."""
BOS, EOS = 1, 2
TOKENS_A_SECOND = 6.5
HEADS, HEAD_SIZE = 8, 36
SPECIAL = 3
"""Tokens up to this one, but for the first, are marks and no text."""

_model: "_Model | None" = None


class _Model:
    def __init__(self, folder: Path) -> None:
        import onnxruntime

        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        # With them on, memory grows with each new length of audio.
        options.enable_cpu_mem_arena = options.enable_mem_pattern = False
        self._encoder = onnxruntime.InferenceSession(str(folder / "encoder_model.ort"), options)
        self._decoder = onnxruntime.InferenceSession(str(folder / "decoder_model_merged.ort"), options)
        self._tokens = _read_tokens((folder / "tokenizer.bin").read_bytes())
        self._cache = [item.name for item in self._decoder.get_inputs() if item.name.startswith("past")]
        # Numbers are wanted as they are spoken: "forty", not "40".
        digits = [i for i, t in enumerate(self._tokens) if re.search(rb"[0-9]", t) and not t.startswith(b"<")]
        self._never = np.array([*digits, self._tokens.index("▁".encode())])

    def text(self, audio: NDArray[np.float32]) -> str:
        samples = audio.astype(np.float32)[None]
        mask = np.ones(samples.shape, np.int64)
        encoded = self._encoder.run(None, {"input_values": samples, "attention_mask": mask})[0]
        cache: dict[str, Any] = {name: np.zeros((1, HEADS, 0, HEAD_SIZE), np.float32) for name in self._cache}
        tokens = [BOS]
        for step in range(max(1, int(samples.shape[1] / RATE * TOKENS_A_SECOND))):
            logits, *present = self._decoder.run(
                None,
                {
                    "input_ids": np.array([[tokens[-1]]]),
                    "encoder_hidden_states": encoded,
                    "encoder_attention_mask": mask,
                    "use_cache_branch": np.array([step > 0]),
                    **cache,
                },
            )
            scores = logits[0, -1]
            scores[self._never] = -np.inf
            tokens.append(int(scores.argmax()))
            if tokens[-1] == EOS:
                break
            fresh = zip(self._cache, present, strict=True)
            cache |= {name: value for name, value in fresh if step == 0 or ".decoder." in name}
        return self._words(tokens[1:])

    def _words(self, tokens: list[int]) -> str:
        text = b"".join(self._tokens[token] for token in tokens if token > SPECIAL or token == 0)
        return text.replace("▁".encode(), b" ").decode("utf-8", "replace").strip()


def _read_tokens(data: bytes) -> list[bytes]:
    """Byte strings, each behind its length: one byte, or two of which the first is 128 or more."""
    tokens, at = [], 0
    while at < len(data):
        length = data[at]
        at += 1
        if length >= 128:
            length = length - 128 + data[at] * 128
            at += 1
        tokens.append(data[at : at + length])
        at += length
    return tokens


def load() -> None:
    """Load the weights; called once in each worker."""
    global _model
    _model = _Model(Path(str(files("moonshine_voice"))) / "assets" / "tiny-en")


def recognise(pcm: bytes) -> str:
    """The words of int16 mono audio at 16 kHz; empty where there are none."""
    assert _model is not None
    padding = np.zeros(round(PADDING_S * RATE), np.float32)
    audio = np.frombuffer(pcm, np.int16).astype(np.float32) / 32768
    return _model.text(np.concatenate((padding, audio, padding)))
