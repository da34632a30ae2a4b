"""The voice `espeak`: the program itself where this machine has it, else the one of the tests; and its faults."""

import asyncio
import os
import shutil
from contextlib import aclosing
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from antiphon.domain.audio import AudioChunk
from antiphon.domain.errors import AntiphonError, ErrorCode
from antiphon.providers.tts.espeak import Espeak, create, voices
from support import espeak
from support.wait import sooner_than, until


@pytest.fixture
def program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The program of the tests, whatever the machine has. The file has what it was called with, a call a line."""
    ran = espeak.install(tmp_path / "bin")
    monkeypatch.setenv("PATH", espeak.path_with(tmp_path / "bin"))
    return ran


@pytest.fixture
def any_program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The program that the machine has; where it has none, that of the tests, which speaks the same languages."""
    if shutil.which("espeak-ng") is None:
        espeak.install(tmp_path / "bin")
        monkeypatch.setenv("PATH", espeak.path_with(tmp_path / "bin"))


async def started(**options: Any) -> Espeak:
    one = create(options, Path())
    await one.start()
    return one


async def spoken(one: Espeak, text: str, language: str = "en") -> list[AudioChunk]:
    return [piece async for piece in one.for_session().speak(text, language)]


async def failure(one: Espeak, text: str, language: str = "en") -> AntiphonError:
    with pytest.raises(AntiphonError) as raised:
        await spoken(one, text, language)
    assert raised.value.code is ErrorCode.TTS_FAILED
    return raised.value


def calls(ran: Path) -> list[list[str]]:
    """The arguments of each call that has spoken."""
    return [line.split()[1:] for line in ran.read_text().splitlines() if "--stdin" in line]


@pytest.mark.usefixtures("any_program")
@pytest.mark.parametrize(
    ("text", "language"),
    [("Good morning, how are you?", "en-US"), ("Guten Morgen, wie geht's?", "de-AT"), ("早上好, 你好吗?", "zh-CN")],
)
async def test_it_speaks_the_languages_of_its_users(text: str, language: str) -> None:
    chunks = await spoken(await started(), text, language)
    assert {piece.rate for piece in chunks} == {22_050}
    assert all(0 < len(piece.pcm) <= 0.2 * 22_050 for piece in chunks)
    samples = np.concatenate([piece.pcm for piece in chunks])
    assert 0.5 < len(samples) / 22_050 < 5
    assert np.abs(samples.astype(int)).max() > 5_000


@pytest.mark.usefixtures("any_program")
async def test_a_voice_and_a_variant_that_are_there_can_be_had_and_others_are_told() -> None:
    assert await spoken(await started(voice="de"), "Ja.", "en")
    assert await spoken(await started(variant="f3", speed=300, pitch=80), "Yes.")
    with pytest.raises(AntiphonError, match="has no voice 'nobody'") as unknown:
        await started(voice="nobody")
    assert unknown.value.code is ErrorCode.PROVIDER_UNAVAILABLE
    with pytest.raises(AntiphonError, match=r"has no variant 'zz9'\. It has: .*f3"):
        await started(variant="zz9")


@pytest.mark.usefixtures("any_program")
async def test_a_language_that_it_does_not_have_is_told_with_those_that_it_has() -> None:
    error = await failure(await started(), "Sawubona.", "zu-ZA")
    assert "has no language 'zu-ZA'. It has: " in error.message
    assert ", en, " in error.message


@pytest.mark.parametrize(
    ("language", "voice"),
    [
        ("en-US", "en-us"),
        ("en", "en-gb"),
        ("en-AU", "en-gb"),
        ("EN_us", "en-us"),
        ("de-CH", "de"),
        ("zh-Hans-CN", "cmn"),
        ("no", "nb"),
        ("mi", "mi"),
    ],
)
async def test_the_voice_is_the_nearest_to_the_language(program: Path, language: str, voice: str) -> None:
    await spoken(await started(), "Hello.", language)
    [call] = calls(program)
    assert call[call.index("-v") + 1] == voice


async def test_options_are_arguments_and_the_text_never_is(program: Path) -> None:
    await spoken(await started(variant="f3", speed=200, pitch=20), "--version [[h@l'oU]] -v de")
    assert calls(program) == [
        ["--stdin", "--stdout", "-b", "1", "-s", "200", "-p", "20", "-v", "en-gb+f3"],
    ]


async def test_the_program_finds_no_secret_in_its_environment(program: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-never-shown")
    assert await spoken(await started(), "It looks for secrets.")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("It fails: fail.", "exit status 3"),
        ("It is silent.", "made no sound of it (exit status 0)"),
        ("It answers with a page.", "answered with text"),
    ],
)
async def test_a_program_that_fails_is_told_in_a_sentence(program: Path, text: str, told: str) -> None:
    assert told in (await failure(await started(), text)).message


def last_pid(ran: Path) -> int:
    return int(ran.read_text().splitlines()[-1].split()[0])


def is_running(pid: int) -> bool:
    return Path(f"/proc/{pid}").exists()


def descriptors() -> int:
    return len(os.listdir("/proc/self/fd"))


@pytest.mark.parametrize("text", ["It will hang.", "It will halt.", "It is long."])
async def test_who_gives_up_a_clause_ends_its_process(program: Path, text: str) -> None:
    one = await started()
    await spoken(one, "Hello.")
    before, tasks = descriptors(), asyncio.all_tasks()
    listening = asyncio.create_task(spoken(one, text))
    await until(lambda: len(calls(program)) == 2)
    listening.cancel()
    async with sooner_than(0.3):
        with pytest.raises(asyncio.CancelledError):
            await listening
    assert not is_running(last_pid(program))
    await until(lambda: descriptors() == before)
    assert asyncio.all_tasks() == tasks


async def test_a_clause_that_is_left_early_leaves_nothing(program: Path) -> None:
    one = await started()
    await spoken(one, "Hello.")
    before = descriptors()
    for _ in range(3):
        async with aclosing(one.speak("It is long.", "en")) as pieces:  # type: ignore[type-var]
            await anext(pieces)
    await until(lambda: descriptors() == before)


async def test_a_machine_without_the_program_is_told_how_to_get_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(AntiphonError, match="Install it with: apt-get install espeak-ng") as missing:
        create({}, Path())
    assert missing.value.code is ErrorCode.PROVIDER_UNAVAILABLE


async def test_a_program_that_goes_away_or_lists_nothing_is_told(
    program: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    one = await started()
    monkeypatch.setenv("PATH", str(program.parent))
    program.with_name("espeak-ng").write_text("#!/bin/sh\n")
    assert await one.check() == "The program espeak-ng lists no voices. Install it again: apt-get install espeak-ng"
    espeak.install(program.parent)
    await one.start()
    program.with_name("espeak-ng").write_text("#!/not/there\n")
    assert "cannot be run" in (await failure(one, "Hello.")).message
    assert "cannot be run" in (await one.check() or "")
    with pytest.raises(AntiphonError, match="cannot be run"):
        await one.start()


def test_a_list_of_another_kind_has_no_voices() -> None:
    assert voices("Pty Language\n 5 x\n\n\0\n 5  de  --/M  German  gmw/de  (de 5\n") == {}


@pytest.mark.parametrize(
    ("options", "key"),
    [
        ({"voice": "--version"}, "voice"),
        ({"variant": "../f3"}, "variant"),
        ({"speed": 20}, "speed"),
        ({"pitch": 1.5}, "pitch"),
        ({"rate": 1}, "rate"),
    ],
)
def test_wrong_options_are_refused_by_their_key(program: Path, options: dict[str, Any], key: str) -> None:
    with pytest.raises(AntiphonError) as raised:
        create(options, Path())
    assert raised.value.code is ErrorCode.CONFIG_INVALID
    assert raised.value.details == {"key": key}
