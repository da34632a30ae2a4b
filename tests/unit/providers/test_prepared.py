"""Answers that are read, and opened by a prepared sound."""

import wave
from collections.abc import AsyncIterator
from pathlib import Path

import numpy as np
import pytest

from antiphon.domain.audio import AudioChunk
from antiphon.domain.errors import AntiphonError
from antiphon.providers.prepared import Prepared, Unspoken, read_sound


class Voice:
    """Says one sample for each character."""

    def __init__(self) -> None:
        self.replies = 0

    async def start(self) -> None: ...

    async def close(self) -> None: ...

    def for_session(self) -> "Voice":
        return self

    def new_reply(self) -> None:
        self.replies += 1

    async def speak(self, text: str, language: str) -> AsyncIterator[AudioChunk]:
        yield AudioChunk(np.ones(len(text), np.int16), 16_000)


SOUND = AudioChunk(np.full(8000, 7, np.int16), 16_000)


async def said(voice: Prepared | Unspoken, text: str) -> int:
    """How many samples."""
    return sum([len(chunk.pcm) async for chunk in voice.speak(text, "en")])


async def test_a_clause_that_is_read_takes_one_frame_and_one_without_words_none() -> None:
    assert await said(Unspoken(), "Hello there.") == 960
    assert await said(Unspoken(), "  ") == 0


async def test_the_prepared_text_is_the_sound_once_whatever_clauses_it_comes_in() -> None:
    voice = Voice()
    prepared = Prepared(voice, "Hello there. How can I help?", SOUND)
    prepared.new_reply()
    assert await said(prepared, "Hello there.") == 8000
    assert await said(prepared, "How can I  help?") == 0
    assert await said(prepared, "Hello there.") == len("Hello there.")
    assert voice.replies == 1


async def test_what_was_taken_back_is_played_from_its_beginning_again() -> None:
    prepared = Prepared(Voice(), "Hello there. How can I help?", SOUND)
    prepared.new_reply()
    assert await said(prepared, "Hello there.") == 8000
    prepared.new_reply()
    assert await said(prepared, "Something else.") == len("Something else.")
    prepared.new_reply()
    assert await said(prepared, "Hello there. How can I help?") == 8000


def record(path: Path, channels: int, width: int, samples: int) -> None:
    with wave.open(str(path), "wb") as file:
        file.setparams((channels, width, 22_050, samples, "NONE", ""))
        file.writeframes(bytes([1, 2, 3, 4] * (samples * channels * width // 4)))


def test_sounds_of_any_rate_and_channels_are_read_and_others_are_refused(tmp_path: Path) -> None:
    record(tmp_path / "stereo.wav", 2, 2, 1000)
    record(tmp_path / "bytes.wav", 1, 1, 1000)
    record(tmp_path / "empty.wav", 1, 2, 0)
    (tmp_path / "broken.wav").write_bytes(b"RIFF")
    (tmp_path / "stereo.txt").write_text(" The words. \n", "utf-8")
    words, sound = read_sound(tmp_path, "stereo")
    assert (words, sound.rate, len(sound.pcm)) == ("The words.", 22_050, 1000)
    for name in ("bytes", "empty", "broken", "nothing"):
        with pytest.raises(AntiphonError) as refused:
            read_sound(tmp_path, name)
        assert refused.value.code.code == "protocol.invalid_override"
