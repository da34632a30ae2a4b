"""The recogniser `faster_whisper` around a package of that name which has no model."""

import asyncio
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from antiphon.domain.audio import Pcm
from antiphon.domain.conversation import Transcript
from antiphon.domain.errors import AntiphonError, ErrorCode
from antiphon.ports import TellsLanguage
from antiphon.providers.stt.faster_whisper import FasterWhisper, create
from support.voices_heard import CLICK, SILENCE, VOWEL
from support.wait import until
from support.whisper_package import calls, install, model

OPEN = (" Open the cart.", -0.1, 0.01)


@pytest.fixture(autouse=True)
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    install(tmp_path / "packages")
    monkeypatch.syspath_prepend(tmp_path / "packages")


@asynccontextmanager
async def started(folder: Path, **options: Any) -> AsyncIterator[FasterWhisper]:
    one = create({"model": folder.name, **options}, folder.parent)
    await one.start()
    try:
        yield one.for_session()
    finally:
        await one.close()


async def heard(one: FasterWhisper, pcm: Pcm = VOWEL, language: str = "en-GB") -> Transcript:
    stream = one.open(language)
    stream.feed(pcm)
    return await stream.finish()


async def test_words_come_with_how_sure_the_model_is_of_them(tmp_path: Path) -> None:
    folder = model(tmp_path / "tiny", OPEN, (" Thank you.", -1.6, 0.9))
    async with started(folder) as one:
        said = await heard(one)
    assert said.text == "Open the cart."
    assert said.confidence == pytest.approx(0.905, abs=0.001)
    [call] = calls(folder)
    assert (call["samples"], call["language"], call["beam_size"]) == (16_000, "en", 1)
    assert call["made_with"] == ["cpu", "int8", 2]


async def test_options_reach_the_model(tmp_path: Path) -> None:
    folder = model(tmp_path / "tiny", OPEN)
    async with started(folder, device="auto", compute_type="float32", threads=3, beam_size=5, language="nb") as one:
        await heard(one)
    [call] = calls(folder)
    assert call["made_with"] == ["auto", "float32", 3]
    assert (call["language"], call["beam_size"]) == ("no", 5)


async def test_it_finds_the_language_out_where_it_may(tmp_path: Path) -> None:
    folder = model(tmp_path / "tiny", (" Öffne den Korb.", -0.2, 0.0), language="jw")
    async with started(folder, language="auto") as one:
        stream = one.open("xx")
        stream.feed(VOWEL)
        assert await stream.partial() == "Öffne den Korb."
        assert isinstance(stream, TellsLanguage)
        assert stream.language == "jv"
        said = await stream.finish()
    assert (said.text, said.language) == ("Öffne den Korb.", "jv")
    assert calls(folder)[0]["language"] is None


async def test_a_language_that_whisper_does_not_know_is_told_and_costs_no_process(tmp_path: Path) -> None:
    folder = model(tmp_path / "tiny", OPEN)
    async with started(folder) as one:
        with pytest.raises(AntiphonError, match='does not know the language "tlh"') as refused:
            await heard(one, language="tlh")
        assert (await heard(one)).text == "Open the cart."
    assert refused.value.code is ErrorCode.STT_FAILED
    assert len(calls(folder)) == 1


async def test_silence_is_not_looked_at_and_noises_have_no_words(tmp_path: Path) -> None:
    folder = model(tmp_path / "tiny", (" Thank you.", -0.5, 0.2))
    async with started(folder) as one:
        assert await heard(one, SILENCE) == Transcript("")
        assert await heard(one, CLICK) == Transcript("")
    assert len(calls(folder)) == 1


async def test_who_gives_up_leaves_the_process_to_its_work(tmp_path: Path) -> None:
    folder = model(tmp_path / "tiny", OPEN)
    busy = folder / "busy"
    async with started(folder) as one:
        busy.touch()
        stream = one.open("en")
        stream.feed(VOWEL)
        looking = asyncio.create_task(stream.partial())
        await until(lambda: len(calls(folder)) == 1)
        looking.cancel()
        with pytest.raises(asyncio.CancelledError):
            await looking
        finishing = asyncio.create_task(stream.finish())
        busy.unlink()
        assert (await finishing).text == "Open the cart."
        stream.cancel()
    assert len({call["pid"] for call in calls(folder)}) == 1


async def test_a_model_that_is_not_there_is_told_before_anybody_calls(tmp_path: Path) -> None:
    one = create({"model": "large-v3"}, tmp_path)
    with pytest.raises(AntiphonError, match=r"'large-v3' cannot be loaded \(FileNotFoundError\)") as missing:
        await one.start()
    assert missing.value.code is ErrorCode.PROVIDER_UNAVAILABLE
    assert "Nothing is loaded from the network" in missing.value.message
    await one.close()


def test_a_folder_without_a_model_is_told(tmp_path: Path) -> None:
    with pytest.raises(AntiphonError, match=r"has no model\.bin") as missing:
        create({"model": "packages"}, tmp_path)
    assert missing.value.code is ErrorCode.PROVIDER_UNAVAILABLE


def test_a_package_that_is_missing_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "faster_whisper", None)
    with pytest.raises(AntiphonError, match=r"is not installed\. Install it with: pip install") as missing:
        create({"model": "tiny"}, tmp_path)
    assert missing.value.code is ErrorCode.PROVIDER_UNAVAILABLE


@pytest.mark.parametrize(
    ("options", "key"),
    [
        ({}, "model"),
        ({"model": "a", "device": "tpu"}, "device"),
        ({"model": "a", "language": "klingon"}, "language"),
        ({"model": "a", "threads": 0}, "threads"),
        ({"model": "a", "beam_size": 11}, "beam_size"),
        ({"model": "a", "base_url": "http://a"}, "base_url"),
    ],
)
def test_wrong_options_are_refused_by_their_key(options: dict[str, Any], key: str, tmp_path: Path) -> None:
    with pytest.raises(AntiphonError) as raised:
        create(options, tmp_path)
    assert raised.value.code is ErrorCode.CONFIG_INVALID
    assert raised.value.details == {"key": key}
