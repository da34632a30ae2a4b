"""The voice of a reply that is cut: from then on no work is done for it, so that the fade leaves in time."""

import asyncio
from collections.abc import AsyncIterator

import numpy as np

from antiphon.domain.audio import SPEAKING_RATE, AudioChunk
from antiphon.ports import TextToSpeech
from antiphon.session.clock import LoopClock
from antiphon.session.deadlines import Deadlines
from antiphon.session.playout import Playout
from antiphon.session.speaker import CHUNKS_AHEAD, Speaker
from antiphon.testing import virtual_time

CHUNK = AudioChunk(np.full(SPEAKING_RATE // 5, 5_000, np.int16), SPEAKING_RATE)


class Endless(TextToSpeech):
    """Talks on for as long as somebody listens, and counts what it was asked for."""

    def __init__(self) -> None:
        self.made = 0

    async def start(self) -> None: ...

    async def close(self) -> None: ...

    def for_session(self) -> "Endless":
        return self

    async def speak(self, text: str, language: str) -> AsyncIterator[AudioChunk]:
        while True:
            self.made += 1
            yield CHUNK


async def settled() -> None:
    for _ in range(2 * CHUNKS_AHEAD):
        await asyncio.sleep(0)


def test_a_reply_that_is_cut_asks_its_voice_for_nothing_more_and_ends() -> None:
    async def scenario() -> None:
        voice, playout = Endless(), Playout(LoopClock(), lambda _: None)
        speaker = Speaker("turn", voice, "en", playout, Deadlines())
        running = asyncio.ensure_future(speaker.run())
        await speaker.say("A long story.")
        await speaker.say("And another one.")
        await speaker.end()
        await settled()
        made = voice.made
        assert made > CHUNKS_AHEAD
        playout.next_frame()
        playout.flush("turn", 150)
        await settled()
        assert voice.made <= made + 1
        assert running.done()

    virtual_time.run(scenario())
