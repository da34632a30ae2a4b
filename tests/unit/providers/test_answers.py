"""What a worker may say of a result: data, and nothing that is run."""

import pickle
import struct
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from antiphon.domain.audio import AudioChunk
from antiphon.domain.conversation import Transcript
from antiphon.providers.answers import Garbled, decode, encode

PLAIN = st.recursive(st.none() | st.booleans() | st.integers() | st.text(), st.lists, max_leaves=20)


def message(text: str, samples: bytes = b"") -> bytes:
    return struct.pack("!I", len(text)) + text.encode() + samples


@settings(max_examples=50)
@given(PLAIN)
def test_plain_results_come_as_they_went(result: Any) -> None:
    assert decode(encode(result)) == result


def test_speech_words_and_samples_come_as_they_went() -> None:
    pcm = np.arange(-5, 5, dtype=np.int16)
    speech, words, samples = decode(
        encode([AudioChunk(pcm, 22_050), Transcript("Größe.", 0.5, ("a", "b"), "de"), pcm[::2]])
    )
    assert (speech.rate, speech.pcm.dtype, speech.pcm.tolist()) == (22_050, np.int16, pcm.tolist())
    assert words == Transcript("Größe.", 0.5, ("a", "b"), "de")
    assert samples.tolist() == pcm[::2].tolist()


@pytest.mark.parametrize("result", [object(), {"a": 1}, np.zeros(3), np.zeros(3, np.int64), b"bytes"])
def test_what_cannot_be_told_is_refused_where_it_is_made(result: object) -> None:
    with pytest.raises((TypeError, Garbled)):
        decode(encode(result))


class _Leaves:
    """Whoever unpickles it makes a file."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def __reduce__(self) -> tuple[Any, ...]:
        return Path.touch, (self._path,)


def test_a_pickle_is_not_run(tmp_path: Path) -> None:
    with pytest.raises(Garbled):
        decode(pickle.dumps(_Leaves(tmp_path / "trace")))
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "wrong",
    [
        b"",
        b"\0\0\0",
        message("["),
        message('{"speech": [{"array": 2}, 0]}', b"1234"),
        message('{"speech": [{"array": 3}, 8000]}', b"1234"),
        message('{"speech": [{"array": 1}, 8000]}', b"1234"),
        message('{"speech": [{"array": -1}, 8000]}'),
        message('{"speech": [{"array": 1e9}, 8000]}'),
        message('{"speech": [7, 8000]}'),
        message('{"words": [7, null, [], null]}'),
        message('{"words": ["yes", "very", [], null]}'),
        message('{"words": ["yes", NaN, [], null]}'),
        message('{"words": ["yes", 0.5, [7], null]}'),
        message('{"words": ["yes", 0.5, [], 7]}'),
        message('{"words": ["yes"]}'),
        message('{"a": 1, "b": 2}'),
        message('{"other": 1}'),
        message("[" * 100_000),
        struct.pack("!I", 1 << 31) + b"null",
    ],
)
def test_what_is_no_result_is_called_so(wrong: bytes) -> None:
    with pytest.raises(Garbled):
        decode(wrong)
