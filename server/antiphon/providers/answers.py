"""Encode a worker's results as bytes that cannot be anything but data.

A pickle may run whatever its writer wants, and a worker reads text and sound of strangers with code of strangers. So
its results are a JSON text, in which arrays and the two kinds of results that there are stand under their names, and
the arrays' raw bytes behind it, in order. The other way, from the server to a worker, goes what the server made itself.
"""

import json
import math
import struct
from typing import Any

import numpy as np

from antiphon.domain.audio import AudioChunk, Pcm
from antiphon.domain.conversation import Transcript

_LENGTH = struct.Struct("!I")
_ARRAY, _SPEECH, _WORDS = "array", "speech", "words"
_SAMPLES = np.dtype("<i2")
_HIGHEST_RATE = 384_000


class Garbled(Exception):
    """The bytes are no result."""


def encode(result: object) -> bytes:
    """Encode a result: nothing, a number, a text, a list of such, samples, an `AudioChunk`, a `Transcript`."""
    arrays: list[bytes] = []
    text = json.dumps(_plain(result, arrays)).encode()
    return b"".join([_LENGTH.pack(len(text)), text, *arrays])


def decode(message: bytes) -> Any:
    """Decode a result. Raises `Garbled`."""
    try:
        (length,) = _LENGTH.unpack_from(message)
        start = _LENGTH.size + length
        arrays = _Arrays(message, start)
        value = _valued(json.loads(message[_LENGTH.size : start]), arrays)
        if arrays.at != len(message):
            raise Garbled
    except (ValueError, TypeError, KeyError, struct.error, RecursionError):
        raise Garbled from None
    return value


class _Arrays:
    """The samples behind the text, taken one after another."""

    def __init__(self, message: bytes, at: int) -> None:
        self._data = message
        self.at = at

    def read(self, count: Any) -> Pcm:
        if type(count) is not int or not 0 <= count <= (len(self._data) - self.at) // _SAMPLES.itemsize:
            raise Garbled
        samples = np.frombuffer(self._data, _SAMPLES, count, self.at)
        self.at += samples.nbytes
        return samples


def _plain(result: object, arrays: list[bytes]) -> object:
    if isinstance(result, np.ndarray):
        arrays.append(result.astype(_SAMPLES, casting="safe", copy=False).tobytes())
        return {_ARRAY: result.size}
    if isinstance(result, AudioChunk):
        return {_SPEECH: [_plain(result.pcm, arrays), result.rate]}
    if isinstance(result, Transcript):
        return {_WORDS: [result.text, result.confidence, list(result.alternatives), result.language]}
    if isinstance(result, list | tuple):
        return [_plain(item, arrays) for item in result]
    return result


def _valued(plain: Any, arrays: _Arrays) -> Any:
    if isinstance(plain, list):
        return [_valued(item, arrays) for item in plain]
    if not isinstance(plain, dict):
        return plain
    ((kind, value),) = plain.items()
    match kind:
        case "array":
            return arrays.read(value)
        case "speech":
            pcm, rate = value[0], value[1]
            if type(rate) is not int or not 0 < rate <= _HIGHEST_RATE:
                raise Garbled
            return AudioChunk(arrays.read(pcm[_ARRAY]), rate)
        case "words":
            return _words(*value)
    raise Garbled


def _words(text: Any, confidence: Any, alternatives: Any, language: Any) -> Transcript:
    sure = confidence is None or (isinstance(confidence, int | float) and math.isfinite(confidence))
    texts = isinstance(text, str) and isinstance(language, str | None)
    if not (texts and sure and all(isinstance(other, str) for other in alternatives)):
        raise Garbled
    return Transcript(text, confidence, tuple(alternatives), language)
