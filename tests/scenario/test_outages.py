"""A voice or a recogniser all of whose processes are lost: a tone, and what was asked of it when it is back."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import numpy as np
import pytest

from antiphon.domain.audio import FRAME_S, AudioChunk
from antiphon.providers.prepared import Prepared
from antiphon.providers.stt.scripted import ScriptedSpeechToText
from antiphon.testing import virtual_time
from scenario.test_failures_are_heard import SOON_S, loud, playbacks, spoken_by
from scenario.test_what_is_said import LONG, Slow, Voice, asks, earcons
from support.scene import Scene, scene, timeless
from support.vela import vela
from support.ws import house
from support.ws_checks import fits

LOST_S = 7.0
"""Longer than a session waits for a voice that is only slow."""
NOTICED_S = 0.2


class Lost(Voice):
    """A voice that loses all of its processes at the clause with these words in it, for so many seconds."""

    def __init__(self, at: str, seconds: float = LOST_S) -> None:
        super().__init__()
        self._at = at
        self._seconds = seconds
        self._gone = asyncio.Event()

    def for_session(self) -> "Lost":
        return self

    async def outage(self) -> None:
        await self._gone.wait()
        await virtual_time.advance(NOTICED_S)

    async def speak(self, text: str, language: str) -> AsyncIterator[AudioChunk]:
        if self._at in text:
            self._gone.set()
            await virtual_time.advance(self._seconds)
            self._gone.clear()
        async for chunk in super().speak(text, language):
            yield chunk


def spoken_at(caller: Scene) -> list[float]:
    """When a frame of the voice was heard; the tone is softer."""
    return [at for at, pcm in caller.line.heard if int(np.abs(pcm.astype(int)).max()) > 6000]


def gaps(caller: Scene) -> list[float]:
    """Where nothing was said in the middle of the answer, and for how long."""
    apart = np.diff(spoken_at(caller)) - FRAME_S
    return [float(gap) for gap in apart if gap > FRAME_S]


@timeless
async def test_who_waits_for_a_voice_that_is_lost_hears_a_tone_and_then_the_answer(tmp_path: Path) -> None:
    async with scene(tmp_path, brain=Slow(LONG), parts={"tts": Lost("first")}) as caller:
        began = asyncio.get_running_loop().time()
        await asks(caller)
        [tone] = earcons(caller)
        assert tone - began < SOON_S
        assert spoken_at(caller)[0] - began == pytest.approx(LOST_S, abs=0.1)
        assert len(spoken_at(caller)) * FRAME_S == pytest.approx(0.06 * len(LONG), abs=0.3)
        assert caller.of("response.done")[0]["text"] == LONG
        assert caller.of("error") == caller.of("session.health") == []


@timeless
async def test_a_voice_that_is_back_before_anybody_could_notice_is_nothing_to_tell(tmp_path: Path) -> None:
    async with scene(tmp_path, brain=Slow(LONG), parts={"tts": Lost("third", 3.0)}) as caller:
        await asks(caller)
        assert earcons(caller) == gaps(caller) == []
        assert caller.of("error") == []


@timeless
async def test_the_tone_comes_when_what_was_made_has_been_heard(tmp_path: Path) -> None:
    parts = {"tts": Lost("third")}
    async with scene(tmp_path, brain=Slow("Yes, of course. ", "And the third.", apart=0.0), parts=parts) as caller:
        await asks(caller)
        [tone] = earcons(caller)
        [gap] = gaps(caller)
        silent_from = max(at for at in spoken_at(caller) if at < tone)
        assert tone - silent_from < SOON_S
        assert gap < LOST_S
        assert caller.of("response.done")[0]["text"] == "Yes, of course. And the third."
        assert caller.of("error") == []


@timeless
async def test_a_voice_that_does_not_come_back_is_told_of_and_the_answer_can_be_read(tmp_path: Path) -> None:
    async with scene(tmp_path, brain=Slow(LONG), parts={"tts": Lost("first", 60.0)}) as caller:
        began = asyncio.get_running_loop().time()
        await asks(caller)
        late, failed = (tone - began for tone in earcons(caller))
        assert late < SOON_S
        assert failed == pytest.approx(10.0, abs=SOON_S)
        assert [error["code"] for error in caller.of("error")] == ["tts.timeout"]
        assert caller.of("response.done")[0]["text"] == LONG


@timeless
async def test_who_speaks_over_the_tone_is_heard_and_the_lost_answer_is_not_waited_for(tmp_path: Path) -> None:
    async with scene(tmp_path, brain=Slow(LONG), parts={"tts": Lost("first")}) as caller:
        caller.send("input.text", {"text": "hello"})
        await caller.wait(NOTICED_S + 0.1)
        caller.send("input.start", {"trigger": "ptt"})
        await caller.state("user_speaking")
        now = asyncio.get_running_loop().time()
        await caller.wait(1.0)
        assert not caller.loud(now + 0.05)


@timeless
async def test_a_greeting_that_nobody_can_say_yet_is_said_when_somebody_can(tmp_path: Path) -> None:
    async with scene(tmp_path, parts={"tts": Lost("Welcome")}, greeting="Welcome to this shop.") as caller:
        await caller.message("audio.complete")
        assert len(earcons(caller)) == 1
        assert caller.of("error") == []


@timeless
async def test_over_ws_v1_the_tone_and_the_answer_are_two_pieces_of_audio(tmp_path: Path) -> None:
    async with house(tmp_path, lines=[{"match": None, "do": [{"say": LONG}]}]) as home:
        spoken_by(home, Lost("first"))
        client = home.connect()
        await client.started()
        client.send("input.text", text="x")
        began = asyncio.get_running_loop().time()
        client.played(await client.event("output.audio.end"))
        assert loud(client.audio, began)[0] - began < SOON_S
        client.played(await client.event("output.audio.end", 2))
        tone, answer = playbacks(client).values()
        assert tone[0] < 400
        assert answer[0] == pytest.approx(60 * len(LONG), abs=300)
        assert client.codes == []
        fits(client)


@timeless
async def test_over_vela_too_the_answer_is_told_and_spoken_behind_the_tone(tmp_path: Path) -> None:
    async with vela(tmp_path, lines=[{"match": None, "do": [{"say": LONG}]}]) as home:
        spoken_by(home, Lost("first"))
        client = home.connect()
        client.send("input.text", text="x")
        began = asyncio.get_running_loop().time()
        await client.idle(1)
        deltas = [at - began for at, event in client.timed if event["type"] == "output_audio.delta"]
        assert deltas[0] < SOON_S
        assert len(client.spoken) / 32 == pytest.approx(60 * len(LONG) + 320, abs=300)
        assert client.codes == []


class Deaf(ScriptedSpeechToText):
    """A recogniser that has lost all of its processes from the beginning, and is as slow as their replacement."""

    def for_session(self) -> "Deaf":
        return self

    async def outage(self) -> None:
        await virtual_time.advance(NOTICED_S)


@timeless
async def test_who_waits_for_a_recogniser_that_is_lost_hears_a_tone_and_then_the_answer(tmp_path: Path) -> None:
    async with scene(tmp_path, recogniser=Deaf(("hello there",), LOST_S)) as caller:
        caller.say(1.0)
        await caller.state("ai_thinking")
        ended = asyncio.get_running_loop().time()
        await caller.message("transcript.final")
        [tone] = earcons(caller)
        assert tone - ended < SOON_S
        assert caller.of("transcript.final")[0]["text"] == "hello there"
        await caller.message("audio.complete")
        assert caller.of("error") == caller.of("error.recognition") == []


@timeless
async def test_what_is_prepared_needs_nobody_and_what_is_not_is_told_of(tmp_path: Path) -> None:
    sound = AudioChunk(np.full(8000, 8000, np.int16), 8000)
    voice = Prepared(Lost("first"), "Welcome.", sound)
    async with scene(tmp_path, brain=Slow(LONG), parts={"tts": voice}, greeting="Welcome.") as caller:
        await caller.message("audio.complete")
        assert earcons(caller) == []
        caller.send("input.text", {"text": "hello"})
        await caller.message("audio.complete", 2)
        assert len(earcons(caller)) == 1
