"""Whole calls in rooms whose walls go on: the answer comes back, and does not become what the caller says."""

from collections.abc import AsyncIterator
from pathlib import Path

import numpy as np
import pytest

from antiphon.domain.audio import HEARING_RATE, HEARING_SAMPLES, AudioChunk, Pcm
from support.reflections import Walls
from support.scene import Scene, scene, timeless
from unit.audio.hearing import clips, detector

ROOMS = [Walls(0.1, -10, -6, 0.4), Walls(0.25, -10, -2.5, 0.6)]


def spoken(name: str) -> Pcm:
    return next(clip.pcm for clip in clips() if clip.file.startswith(name))


def in_frames(pcm: Pcm) -> list[Pcm]:
    return list(pcm[: len(pcm) // HEARING_SAMPLES * HEARING_SAMPLES].reshape(-1, HEARING_SAMPLES))


class Recorded:
    """A voice that is a recording, whatever it is to say."""

    def __init__(self, *names: str, seconds: float = 60.0) -> None:
        self._names = list(names)
        self._samples = round(seconds * HEARING_RATE)

    async def start(self) -> None: ...

    async def close(self) -> None: ...

    def for_session(self) -> "Recorded":
        return self

    async def speak(self, text: str, language: str) -> AsyncIterator[AudioChunk]:
        name = self._names[0] if len(self._names) == 1 else self._names.pop(0)
        yield AudioChunk(spoken(name)[: self._samples], HEARING_RATE)


async def ask(caller: Scene, count: int) -> None:
    caller.send("input.text", {"text": "go on"})
    await caller.state("idle", "audio.complete", count=count)


@pytest.mark.requirement("BARGE-CONFIRM")
@pytest.mark.parametrize(
    ("walls", "vad"),
    [(ROOMS[0], "energy"), (ROOMS[1], "silero")],
    ids=["a tail of -6 dB", "a tail of -2.5 dB"],
)
def test_the_answers_echo_begins_no_turn_and_interrupts_nothing(tmp_path: Path, walls: Walls, vad: str) -> None:
    names = ("jfk", "sr_english")

    @timeless
    async def call() -> None:
        parts = {"tts": Recorded(*names, seconds=1.8), "vad": detector(vad)}
        async with scene(tmp_path, texts=["All right."] * 9, parts=parts, walls=walls) as caller:
            for count in range(1, 1 + len(names)):
                await ask(caller, count)
                await caller.wait(1.2)
            assert caller.of("input.start") == []
            assert caller.of("response.interrupted") == []
            assert caller.of("playback.paused") == []

    call()


@pytest.mark.requirement("BARGE-CONFIRM")
def test_the_first_word_right_after_the_answer_is_heard_from_its_beginning(tmp_path: Path) -> None:
    @timeless
    async def call() -> None:
        parts = {"tts": Recorded("jfk", seconds=2.0), "vad": detector("silero")}
        async with scene(tmp_path, texts=["seven of clubs"], parts=parts, walls=ROOMS[0]) as caller:
            await ask(caller, 1)
            caller.line.say(in_frames(spoken("ps_cards_003")))
            begun = caller.line.received[-1][0]
            started = await caller.message("input.start")
            assert started["trigger"] == "vad"
            [at] = [at for at, message in caller.line.received if message["type"] == "input.start"]
            assert at - begun < 0.6
            ended = await caller.message("transcript.final", count=2)
            assert ended["text"] == "seven of clubs"

    call()


@pytest.mark.requirement("BARGE-CONFIRM")
def test_who_speaks_over_an_answer_that_comes_back_interrupts_it(tmp_path: Path) -> None:
    @timeless
    async def call() -> None:
        parts = {"tts": Recorded("jfk"), "vad": detector("silero")}
        async with scene(tmp_path, texts=["seven of clubs"], parts=parts, walls=ROOMS[0]) as caller:
            caller.send("input.text", {"text": "go on"})
            await caller.hear(2.0)
            caller.line.say(in_frames(spoken("ps_cards_003")))
            await caller.message("response.interrupted")
            final = await caller.message("transcript.final", count=2)
            assert final["text"] == "seven of clubs"

    call()


def at_level(name: str, dbfs: float) -> list[Pcm]:
    """Its loudest 100 ms at this level."""
    pcm = spoken(name).astype(float)
    power = np.convolve(pcm**2, np.ones(HEARING_RATE // 10) * 10 / HEARING_RATE, "valid").max()
    return in_frames(np.rint(pcm * 32768 * 10 ** (dbfs / 20) / np.sqrt(power)).astype(np.int16))


@pytest.mark.requirement("BARGE-CONFIRM")
@pytest.mark.parametrize(("name", "dbfs", "pauses"), [("sb_spk1_snt1", -50, False), ("ps_cards_003", -25, True)])
def test_who_is_far_softer_than_the_caller_does_not_pause_the_answer(
    tmp_path: Path, name: str, dbfs: float, pauses: bool
) -> None:
    @timeless
    async def call() -> None:
        parts = {"tts": Recorded("jfk", seconds=4.0), "vad": detector("silero")}
        async with scene(tmp_path, texts=["go on", "mm-hm"], parts=parts) as caller:
            caller.line.say(at_level("ps_goforward", -10))
            await caller.hear(1.2)
            assert len(caller.of("input.start")) == 1
            caller.line.say(at_level(name, dbfs))
            await caller.state("idle", "audio.complete")
            assert bool(caller.of("playback.paused")) is pauses

    call()


def test_a_room_is_as_loud_as_it_says() -> None:
    for walls in ROOMS:
        response = walls.response()
        late = round(walls.delay_s * HEARING_RATE)
        assert response[late] == pytest.approx(10 ** (walls.direct_db / 20))
        tail = 10 * np.log10((response[late + 1 :] ** 2).sum() / response[late] ** 2)
        assert tail == pytest.approx(walls.tail_db or 0.0, abs=0.01)
