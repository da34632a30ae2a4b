"""How often an utterance is looked at, in virtual time."""

import asyncio
from pathlib import Path

import numpy as np

from antiphon import plugins
from antiphon.domain.audio import FRAME_S, HEARING_SAMPLES, AudioFrame
from antiphon.domain.conversation import Transcript
from antiphon.domain.signals import Signal, TranscriptFinal, TranscriptPartial
from antiphon.ports import SttStream
from antiphon.session.clock import LoopClock
from antiphon.session.recogniser_stream import PARTIAL_COST, PARTIAL_GAP_S, GuardedStream, Recogniser, Utterance
from antiphon.testing import virtual_time
from antiphon.testing.virtual_time import run

HELD_BACK_S = 0.1


class Slow:
    """A recogniser that takes a while, and hears one word more each time."""

    def __init__(self, takes_s: float) -> None:
        self.takes_s = takes_s
        self.asked_at: list[float] = []

    def feed(self, pcm: object) -> None: ...

    async def partial(self) -> str:
        self.asked_at.append(asyncio.get_running_loop().time())
        await virtual_time.advance(self.takes_s)
        return "word " * (len(self.asked_at) - 1)

    async def finish(self) -> Transcript:
        return Transcript("")

    def cancel(self) -> None: ...


class Certain(Slow):
    """Understands the same each time."""

    async def partial(self) -> str:
        await super().partial()
        return "go to settings"


class Behind(Certain):
    """Tells what has come by then, which may be less than what was said."""

    lags = True

    async def finish(self) -> Transcript:
        return Transcript("go to settings please")


async def listen(
    stream: SttStream, seconds: float, *, voiced_s: float = 60.0, finished: bool = False
) -> tuple[float, list[Signal]]:
    """When the utterance began, and what was told of it in so many seconds; audio comes 100 ms late.

    Of its 200 ms the first `voiced_s` are voiced.
    """
    clock = LoopClock()
    told: list[Signal] = []
    async with asyncio.TaskGroup() as group:
        began = clock.now()
        recogniser = plugins.load("stt", "scripted").create({"texts": []}, Path())
        recognition = Recogniser(recogniser, 5.0, clock, lambda: began + voiced_s, told.append, group.create_task)
        utterance = Utterance("turn_1", "utt_1", stream, began, recognition)
        await virtual_time.advance(0.2 + HELD_BACK_S)
        for number in range(10):
            utterance.feed(AudioFrame(np.zeros(HEARING_SAMPLES, np.int16), began + number * FRAME_S))
        utterance.ask_partials(0.3)
        await virtual_time.advance(seconds)
        if finished:
            utterance.finish(lambda: None)
            await virtual_time.advance(0.1)
        utterance.cancel()
    return began, told


def test_the_first_look_waits_until_so_much_speech_has_been_heard() -> None:
    stream = Slow(0.05)
    began, _ = run(listen(stream, 2.0))
    assert round(stream.asked_at[0] - began, 3) == round(0.3 + HELD_BACK_S, 3)


def test_the_second_look_comes_soon_and_the_later_ones_by_their_cost() -> None:
    stream = Slow(0.3)
    run(listen(stream, 5.0))
    first, second, third = stream.asked_at[:3]
    assert round(second - first, 3) == round(0.3 + PARTIAL_GAP_S, 3)
    assert round(third - second, 3) == round(0.3 + PARTIAL_COST * 0.3, 3)


def test_that_there_are_no_words_yet_is_told_too() -> None:
    _, told = run(listen(Slow(0.05), 1.0))
    assert [signal.text for signal in told if isinstance(signal, TranscriptPartial)][:2] == ["", "word "]


def test_while_somebody_speaks_it_is_looked_at_again_and_again() -> None:
    stream = Certain(0.05)
    run(listen(stream, 2.0))
    assert len(stream.asked_at) >= 4


def test_what_has_been_understood_to_its_end_is_not_looked_at_again() -> None:
    stream = Certain(0.05)
    _, told = run(listen(stream, 2.0, voiced_s=0.08))
    assert len(stream.asked_at) == 1
    assert [signal.text for signal in told if isinstance(signal, TranscriptPartial)] == ["go to settings"]


def test_a_text_that_may_be_behind_is_looked_at_again_and_is_not_the_final_one() -> None:
    stream = Behind(0.05)
    _, told = run(listen(GuardedStream(lambda: stream), 2.0, voiced_s=0.08, finished=True))
    assert len(stream.asked_at) >= 4
    assert [signal.text for signal in told if isinstance(signal, TranscriptFinal)] == ["go to settings please"]


def test_a_text_that_has_heard_it_all_is_the_final_one() -> None:
    _, told = run(listen(GuardedStream(lambda: Certain(0.05)), 2.0, voiced_s=0.08, finished=True))
    assert [signal.text for signal in told if isinstance(signal, TranscriptFinal)] == ["go to settings"]
