"""What every recogniser, brain and voice keeps, whichever file or package it comes from."""

import json
import shutil
from collections.abc import AsyncIterator
from contextlib import aclosing, asynccontextmanager
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import pytest_asyncio

from antiphon import plugins
from antiphon.domain.actions import Action
from antiphon.domain.audio import HEARING_RATE, AudioChunk
from antiphon.domain.context import PageContext
from antiphon.domain.conversation import BrainCall, BrainRequest, BrainText, Transcript, UserSaid
from antiphon.domain.errors import AntiphonError, ErrorCode
from support import espeak, whisper_package
from support.openai_stand_in import openai_stand_in, says
from support.speech_stand_in import pcm, sound, speech_stand_in, text
from support.wyoming_stand_in import wyoming_stand_in

KINDS = ("stt", "brain", "tts")
PROVIDERS = [(kind, name) for kind in KINDS for name in plugins.names(kind)]
NEEDED: dict[tuple[str, str], dict[str, Any]] = {
    ("brain", "scripted"): {"script": "script.jsonl"},
    ("brain", "hybrid"): {"model": {"provider": "scripted", "script": "script.jsonl"}},
}
"""Options without which a provider refuses to be made; all others are made without any, or with a `service`."""

SECOND = np.zeros(HEARING_RATE, np.int16)
PAGE = PageContext(actions={"open_cart": Action("open_cart", "Open the cart")})

recognisers = pytest.mark.parametrize("name", plugins.names("stt"))
brains = pytest.mark.parametrize("name", plugins.names("brain"))
voices = pytest.mark.parametrize("name", plugins.names("tts"))


@pytest.fixture(autouse=True)
def program(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """A program for the voice that needs one, where the machine has none."""
    if shutil.which("espeak-ng") is None:
        folder = tmp_path_factory.mktemp("bin")
        espeak.install(folder)
        monkeypatch.setenv("PATH", espeak.path_with(folder))


@pytest.fixture(autouse=True)
def package(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """A package for the recogniser whose own is not among ours, and a model for it."""
    folder = tmp_path_factory.mktemp("packages")
    whisper_package.install(folder)
    model = whisper_package.model(folder / "model", (" Open the cart.", -0.1, 0.0), language="en")
    monkeypatch.syspath_prepend(folder)
    monkeypatch.setitem(NEEDED, ("stt", "faster_whisper"), {"model": str(model)})


@pytest_asyncio.fixture(autouse=True)
async def service(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[None]:
    """A service for those that answer with one."""
    async with openai_stand_in() as running, speech_stand_in() as speech, wyoming_stand_in() as at_home:
        running.always = says("So ", "be it.")
        speech.always = {"speech": sound(pcm()), "transcriptions": text("Open the cart.")}
        for kind, url in (("brain", f"{running.url}/v1"), ("stt", speech.base_url), ("tts", speech.base_url)):
            monkeypatch.setitem(NEEDED, (kind, "openai"), {"model": "small", "base_url": url})
        for kind in ("stt", "tts"):
            monkeypatch.setitem(NEEDED, (kind, "wyoming"), {"uri": at_home.uri})
        yield


@pytest.fixture
def base(tmp_path: Path) -> Path:
    line = {"match": None, "do": [{"say": "So be it."}, {"call": {"name": "open_cart"}}, {"say": "Done."}]}
    (tmp_path / "script.jsonl").write_text(json.dumps(line), "utf-8")
    return tmp_path


def create(kind: str, name: str, base: Path, **options: Any) -> Any:
    return plugins.load(kind, name).create({**NEEDED.get((kind, name), {}), **options}, base)


@asynccontextmanager
async def started(kind: str, name: str, base: Path) -> AsyncIterator[Any]:
    provider = create(kind, name, base)
    await provider.start()
    try:
        yield provider
    finally:
        await provider.close()


def children() -> set[str]:
    tasks = Path("/proc/self/task").glob("*/children")
    return {pid for task in tasks for pid in task.read_text().split()}


async def spoken(voice: Any, text: str) -> list[AudioChunk]:
    return [chunk async for chunk in voice.speak(text, "en")]


def request(text: str) -> BrainRequest:
    return BrainRequest("turn", [UserSaid("turn", text)], PAGE)


@pytest.mark.parametrize(("kind", "name"), PROVIDERS)
def test_an_unknown_option_is_refused_by_its_name(kind: str, name: str, base: Path) -> None:
    with pytest.raises(AntiphonError) as refused:
        create(kind, name, base, volcano=1)
    assert refused.value.code is ErrorCode.CONFIG_INVALID
    assert "volcano" in refused.value.message


@pytest.mark.parametrize(("kind", "name"), PROVIDERS)
async def test_closing_leaves_no_process_and_may_be_done_twice(kind: str, name: str, base: Path) -> None:
    before = children()
    provider = create(kind, name, base)
    await provider.start()
    await provider.close()
    await provider.close()
    assert children() <= before


@pytest.mark.parametrize(("kind", "name"), PROVIDERS)
async def test_closing_what_was_never_started_does_no_harm(kind: str, name: str, base: Path) -> None:
    await create(kind, name, base).close()


@recognisers
async def test_silence_and_no_audio_at_all_have_no_words(name: str, base: Path) -> None:
    async with started("stt", name, base) as recogniser:
        for parts in ([], [SECOND[:1]], [SECOND[:320]] * 50, [SECOND] * 20):
            stream = recogniser.for_session().open("en")
            for pcm in parts:
                stream.feed(pcm)
            assert await stream.finish() == Transcript("")


@recognisers
async def test_an_utterance_may_be_cancelled_at_any_time_and_twice(name: str, base: Path) -> None:
    async with started("stt", name, base) as recogniser:
        session = recogniser.for_session()
        for seconds in (0, 1, 20):
            stream = session.open("en")
            for _ in range(seconds):
                stream.feed(SECOND)
            stream.cancel()
            stream.feed(SECOND)
            stream.cancel()
        finished = session.open("en")
        await finished.finish()
        finished.cancel()
        assert isinstance(await session.open("en").finish(), Transcript)


@brains
async def test_a_reply_is_text_and_at_most_one_call(name: str, base: Path) -> None:
    async with started("brain", name, base) as brain:
        for text in ("open the cart", "what can I do here?", "florp", "🙂", "a" * 5000):
            events = [event async for event in brain.for_session().reply(request(text))]
            assert all(isinstance(event, BrainText | BrainCall) for event in events)
            assert sum(isinstance(event, BrainCall) for event in events) <= 1


@brains
async def test_a_reply_that_is_left_early_does_not_spoil_the_next(name: str, base: Path) -> None:
    async with started("brain", name, base) as brain:
        session = brain.for_session()
        async with aclosing(session.reply(request("open the cart"))) as reply:
            first = await anext(reply, None)
        assert first is not None
        again = [event async for event in session.reply(request("open the cart"))]
        assert again[0] == first


@voices
async def test_what_can_be_spoken_is_spoken_in_short_pieces_of_one_rate(name: str, base: Path) -> None:
    async with started("tts", name, base) as voice:
        for text in ("Hello there, how are you?", "42", "No."):
            chunks = await spoken(voice.for_session(), text)
            assert len({chunk.rate for chunk in chunks}) == 1
            for chunk in chunks:
                assert chunk.pcm.dtype == np.int16
                assert chunk.pcm.ndim == 1
                assert 0 < len(chunk.pcm) / chunk.rate <= 0.25
            assert max(int(np.abs(chunk.pcm.astype(int)).max()) for chunk in chunks) > 1000


@voices
async def test_nothing_is_said_of_what_cannot_be_spoken(name: str, base: Path) -> None:
    async with started("tts", name, base) as voice:
        for text in ("", "  ", "...", "?!", "🙂", "👍🏽 👩\u200d🚀 ❤️", "—", "_", "\u200b"):
            assert await spoken(voice, text) == [], text


@voices
async def test_a_clause_that_is_left_early_does_not_spoil_the_next(name: str, base: Path) -> None:
    async with started("tts", name, base) as voice:
        session = voice.for_session()
        async with aclosing(session.speak("This is never heard to its end.", "en")) as chunks:
            await anext(chunks)
        assert await spoken(session, "But this is.")
