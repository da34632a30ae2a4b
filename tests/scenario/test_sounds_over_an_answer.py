"""Recorded and synthetic sounds over an answer, through the real speech detector, in virtual time.

What the recogniser writes of each is given: that it writes no words of noises is held by
`tests/unit/providers/test_moonshine_on_noises.py`. A sample of the sounds is played over real calls too.
"""

import asyncio
from collections.abc import Mapping
from pathlib import Path

import numpy as np
import pytest

from antiphon.audio.resample import Resampler
from antiphon.domain.audio import HEARING_RATE, HEARING_SAMPLES, SPEAKING_RATE, Pcm
from antiphon.testing import virtual_time
from support.barge_in import ANSWER as WHOLE
from support.barge_in import LEAD_S
from support.calls import clips
from support.scene import Scene, Script, scene
from support.sounds import noises, room_tone
from support.spoken import HUM, LISTENING, RECORDED, STOP_WORDS, interjections
from unit.audio.hearing import detector

QUIET_S = 2.0
"""After the sound: the verdict has been given, and the answer goes on or not."""
ANSWER = WHOLE[: WHOLE.index(" Every lighthouse")]
"""It takes some 17 s to say."""
WRITTEN = {clip.path.stem: clip.transcript for clip in clips()}


@pytest.fixture(scope="module")
def spoken() -> Mapping[str, Pcm]:
    listening, meant = asyncio.run(interjections())
    return listening | meant


def frames(pcm: Pcm) -> list[Pcm]:
    """What a microphone in a quiet room hears of it at 16 kHz, in frames of 20 ms, with quiet after it."""
    quiet = np.zeros(round(QUIET_S * SPEAKING_RATE), np.int16)
    sounding = np.concatenate([pcm, quiet])
    room = np.resize(room_tone(2.0), len(sounding)).astype(int)
    resampler = Resampler(HEARING_RATE)
    mixed = np.clip(sounding + room, -32768, 32767).astype(np.int16)
    heard = np.concatenate([resampler.feed(mixed, SPEAKING_RATE), resampler.flush()])
    return list(heard[: len(heard) // HEARING_SAMPLES * HEARING_SAMPLES].reshape(-1, HEARING_SAMPLES))


def over_the_answer(folder: Path, pcm: Pcm, written: str) -> Scene:
    """The session after the sound was played over its answer, and the recogniser had written so of it."""

    async def call() -> Scene:
        parts = {"vad": detector("silero")}
        script: Script = [
            {"match": "lighthouse", "do": [{"say": ANSWER}]},
            {"match": None, "do": [{"say": "Very well."}]},
        ]
        async with scene(folder, texts=[written] * 9, script=script, parts=parts) as caller:
            caller.send("input.text", {"text": "tell me about lighthouses"})
            await caller.state("ai_speaking")
            await virtual_time.advance(LEAD_S)
            for frame in frames(pcm):
                caller.line.say([frame])
                await virtual_time.advance(HEARING_SAMPLES / HEARING_RATE)
            return caller

    return virtual_time.run(call())


def goes_on(caller: Scene) -> bool:
    return not caller.of("response.interrupted") and caller.states[-1] == "ai_speaking"


@pytest.mark.requirement("BARGE-CONFIRM")
@pytest.mark.parametrize("name", noises())
def test_a_noise_does_not_cost_the_answer(tmp_path: Path, name: str) -> None:
    caller = over_the_answer(tmp_path, noises()[name], "")
    assert goes_on(caller)
    assert len(caller.of("playback.paused")) == len(caller.of("playback.resumed"))


@pytest.mark.requirement("BARGE-CONFIRM")
@pytest.mark.parametrize("name", [HUM, *LISTENING])
def test_who_only_shows_that_he_listens_does_not_cost_the_answer(
    tmp_path: Path, spoken: Mapping[str, Pcm], name: str
) -> None:
    caller = over_the_answer(tmp_path, spoken[name], name)
    assert goes_on(caller)
    assert len(caller.of("playback.paused")) == len(caller.of("playback.resumed"))


@pytest.mark.requirement("ITE-REQ-003")
@pytest.mark.requirement("ITE-AC-001")
@pytest.mark.parametrize("name", [*STOP_WORDS, *RECORDED])
def test_who_means_to_interrupt_does(tmp_path: Path, spoken: Mapping[str, Pcm], name: str) -> None:
    caller = over_the_answer(tmp_path, spoken[name], WRITTEN.get(name, name))
    told = caller.of("response.interrupted")[0]
    assert (told["type"], told["source"]) == ("barge-in", "vad")
    assert ANSWER.startswith(told["heard_text"])
