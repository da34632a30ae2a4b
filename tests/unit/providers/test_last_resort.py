"""The voice of this machine that speaks where no service of a voice does."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import numpy as np
import pytest

from antiphon.domain.audio import AudioChunk
from antiphon.domain.errors import AntiphonError, ErrorCode
from antiphon.loading import wanted
from antiphon.providers.tts.last_resort import LastResort
from antiphon.settings.assistants import load_file

UNAVAILABLE = AntiphonError(ErrorCode.PROVIDER_UNAVAILABLE, "It is not installed.")


class Voice:
    """A voice whose samples tell whose they are; `starts` holds it up."""

    def __init__(self, sample: int, starts: asyncio.Event | None = None) -> None:
        self.sample = sample
        self.starts = starts
        self.started = self.closed = self.sessions = 0

    async def start(self) -> None:
        self.started += 1
        if self.starts is not None:
            await self.starts.wait()

    def for_session(self) -> "Voice":
        self.sessions += 1
        return self

    async def close(self) -> None:
        self.closed += 1

    async def speak(self, text: str, language: str) -> AsyncIterator[AudioChunk]:
        yield AudioChunk(np.full(2, self.sample, np.int16), 16_000)


def missing() -> Voice:
    raise UNAVAILABLE


async def heard(voice: LastResort, language: str) -> list[int]:
    return [int(chunk.pcm[0]) async for chunk in voice.for_session().speak("Hello.", language)]


async def test_english_is_spoken_by_the_embedded_voice_and_all_else_by_the_program_each_loaded_once() -> None:
    embedded, program = Voice(1), Voice(2)
    last = LastResort(lambda: embedded, lambda: program)
    await last.start()
    assert (embedded.started, program.started) == (0, 0)
    assert await heard(last, "en-GB") == [1]
    assert await heard(last, "en") == [1]
    assert program.started == 0
    assert await heard(last, "de") == [2]
    assert (embedded.started, program.started) == (1, 1)
    await last.close()
    assert (embedded.closed, program.closed) == (1, 1)


async def test_a_session_has_a_voice_of_its_own_and_keeps_it() -> None:
    embedded = Voice(1)
    session = LastResort(lambda: embedded, missing).for_session()
    for _ in range(3):
        assert [chunk async for chunk in session.speak("Hello.", "en")]
    assert embedded.sessions == 1


async def test_where_the_embedded_voice_is_not_installed_the_program_speaks_english_too() -> None:
    assert await heard(LastResort(missing, lambda: Voice(2)), "en") == [2]


async def test_where_nothing_is_installed_it_fails_in_a_sentence_and_is_tried_again() -> None:
    installed: list[Voice] = []
    last = LastResort(missing, lambda: installed[0] if installed else missing())
    for language in ("en", "de"):
        with pytest.raises(AntiphonError, match="no voice of this machine speaks the language") as failed:
            await heard(last, language)
        assert failed.value.code is ErrorCode.TTS_FAILED
    installed.append(Voice(3))
    assert await heard(last, "de") == [3]


async def test_whoever_gives_up_waiting_for_it_to_load_does_not_end_the_loading() -> None:
    starts = asyncio.Event()
    embedded = Voice(1, starts)
    last = LastResort(lambda: embedded, missing)
    with pytest.raises(TimeoutError):
        async with asyncio.timeout(0):
            await heard(last, "en")
    waiting = asyncio.create_task(heard(last, "en"))
    await asyncio.sleep(0)
    starts.set()
    assert await waiting == [1]
    assert embedded.started == 1


@pytest.mark.parametrize(
    ("tts", "voices"),
    [
        ("", ["piper"]),
        ('[tts]\nprovider = "openai"\nmodel = "m"', ["openai", "last_resort"]),
        ('[tts]\nprovider = "openai"\nmodel = "m"\nfallback = ["piper"]', ["openai", "piper"]),
        ('[tts]\nprovider = "piper"\n[[tts.fallback]]\nprovider = "wyoming"', ["piper", "wyoming", "last_resort"]),
    ],
)
def test_it_stands_behind_a_voice_that_is_a_services(tmp_path: Path, tts: str, voices: list[str]) -> None:
    (tmp_path / "ida.toml").write_text(tts, "utf-8")
    assistant = load_file(tmp_path / "ida.toml")
    assert [name for _, kind, name, _ in wanted(assistant) if kind == "tts"] == voices
    assert assistant.links("tts") == len(voices)
    assert assistant.links("stt") == 1
