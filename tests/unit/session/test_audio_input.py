"""Which audio a recogniser is given: all of it, and none of it twice."""

import asyncio
import math

import numpy as np
import pytest

from antiphon import plugins
from antiphon.domain.audio import FRAME_MS, FRAME_S, HEARING_SAMPLES, SPEAKING_SAMPLES, AudioFrame, Pcm
from antiphon.domain.commands import CloseUtterance, OpenUtterance, UsePolicy
from antiphon.domain.conversation import Transcript
from antiphon.domain.signals import Signal, SpeechClear, SpeechStarted, SpeechStopped, VadHeartbeat
from antiphon.session.audio_input import AudioInput, Recognition
from antiphon.session.clock import LoopClock
from antiphon.testing import virtual_time


class Stream:
    """Knows its frames by the value that each one holds."""

    def __init__(self) -> None:
        self.frames: list[int] = []

    def feed(self, pcm: Pcm) -> None:
        self.frames.append(int(pcm[0]))

    async def partial(self) -> str:
        return ""

    async def finish(self) -> Transcript:
        return Transcript("")

    def cancel(self) -> None: ...


class Verdicts:
    """A detector that gives these verdicts, a frame each."""

    def __init__(self, verdicts: list[float]) -> None:
        self._verdicts = iter(verdicts)

    def probability(self, pcm: Pcm) -> float:
        return next(self._verdicts)

    def reset(self) -> None: ...


class Recogniser:
    def __init__(self) -> None:
        self.streams: list[Stream] = []

    async def start(self) -> None: ...

    def for_session(self) -> "Recogniser":
        return self

    def open(self, language: str) -> Stream:
        self.streams.append(Stream())
        return self.streams[-1]

    async def close(self) -> None: ...


@pytest.mark.parametrize(("after", "first"), [("utt_1", 60), (None, 44)])
def test_what_follows_an_utterance_begins_where_its_audio_ended(after: str | None, first: int) -> None:
    """Without `after`, the lead-in before the onset is heard again, as before every other utterance."""

    async def call() -> None:
        recogniser = Recogniser()
        async with asyncio.TaskGroup() as group:
            audio_input = AudioInput(
                vad=plugins.load("vad", "energy").create(None),
                recognition=Recognition(recogniser, lambda: "en", 5.0),
                clock=LoopClock(),
                post=lambda _: None,
                spawn=group.create_task,
            )

            def hear(start: int, end: int) -> None:
                for number in range(start, end):
                    pcm = np.full(HEARING_SAMPLES, number, np.int16)
                    pcm[1::2] *= -1  # else it would be an offset, and be taken away
                    audio_input.on_audio(AudioFrame(pcm, number * FRAME_S))

            hear(0, 40)
            audio_input.handlers[OpenUtterance](OpenUtterance("turn_1", "utt_1", since=30 * FRAME_S))
            hear(40, 60)
            audio_input.handlers[CloseUtterance](CloseUtterance("turn_1", "utt_1"))
            hear(60, 70)
            audio_input.handlers[OpenUtterance](OpenUtterance("turn_2", "utt_2", since=60 * FRAME_S, after=after))
            hear(70, 72)
        before, follows = recogniser.streams
        assert before.frames[-1] == 59
        assert follows.frames == list(range(first, 72))

    virtual_time.run(call())


class Certain:
    """A detector that hears speech in whatever comes."""

    def probability(self, pcm: Pcm) -> float:
        return 1.0

    def reset(self) -> None: ...


@pytest.mark.requirement("BARGE-CONFIRM")
@pytest.mark.parametrize(
    ("pauses_first", "echo_before_s", "budget_ms", "ms"),
    [
        *[(True, None, 250, 120), (False, None, 250, 160), (True, 5.0, 250, 160), (True, 31.0, 250, 120)],
        *[(False, None, 200, 140), (True, 5.0, 200, 140), (True, None, 1, 100)],
    ],
)
def test_what_only_pauses_the_answer_is_suspected_sooner_unless_the_answer_comes_back_and_within_the_budget(
    pauses_first: bool, echo_before_s: float | None, budget_ms: int, ms: int
) -> None:
    async def call() -> None:
        signals: list[Signal] = []
        async with asyncio.TaskGroup() as group:
            audio_input = AudioInput(
                vad=Certain(),
                recognition=Recognition(Recogniser(), lambda: "en", 5.0),
                clock=LoopClock(),
                post=signals.append,
                spawn=group.create_task,
            )
            audio_input.use_policy(UsePolicy(200, not pauses_first, 250))
            audio_input.use_policy(UsePolicy(200, pauses_first, budget_ms))
            if echo_before_s is not None:
                noise = np.random.default_rng(1).normal(0, 3000, (20, HEARING_SAMPLES))
                for number, pcm in enumerate(noise):
                    audio_input.on_sent(np.repeat(pcm, 3).astype(np.int16))
                    audio_input.on_audio(AudioFrame((pcm / 10).astype(np.int16), number * FRAME_S - echo_before_s))
                for _ in range(100):
                    audio_input.on_sent(np.zeros(SPEAKING_SAMPLES, np.int16))
                assert not any(isinstance(signal, SpeechClear) for signal in signals)
            frames = 0
            while not any(isinstance(signal, SpeechClear) for signal in signals):
                audio_input.on_audio(AudioFrame(np.ones(HEARING_SAMPLES, np.int16), frames * FRAME_S))
                frames += 1
        assert frames * FRAME_MS == ms

    virtual_time.run(call())


@pytest.mark.requirement("ITE-AC-004")
@pytest.mark.parametrize(("verdict", "heartbeats"), [(0.0, 6), (math.nan, 0), (math.inf, 0), (-1.0, 0)])
def test_a_frame_without_a_verdict_is_no_sign_of_life(verdict: float, heartbeats: int) -> None:
    async def call() -> list[Signal]:
        told: list[Signal] = []
        async with asyncio.TaskGroup() as group:
            audio_input = AudioInput(
                vad=Verdicts([verdict] * 300),
                recognition=Recognition(Recogniser(), lambda: "en", 5.0),
                clock=LoopClock(),
                post=told.append,
                spawn=group.create_task,
            )
            for number in range(300):
                audio_input.on_audio(AudioFrame(np.ones(HEARING_SAMPLES, np.int16), number * FRAME_S))
        return told

    assert virtual_time.run(call()) == [VadHeartbeat()] * heartbeats


def test_the_first_sound_that_may_become_speech_is_told_before_the_speech_is_certain() -> None:
    async def call() -> list[Signal]:
        told: list[Signal] = []
        async with asyncio.TaskGroup() as group:
            audio_input = AudioInput(
                vad=Verdicts([0.0] * 5 + [0.4, 0.9, 0.9] + [0.0] * 15 + [0.9] * 10 + [0.0] * 15),
                recognition=Recognition(Recogniser(), lambda: "en", 5.0),
                clock=LoopClock(),
                post=told.append,
                spawn=group.create_task,
            )
            for number in range(48):
                audio_input.on_audio(AudioFrame(np.zeros(HEARING_SAMPLES, np.int16), number * FRAME_S))
        return told

    told = [signal for signal in virtual_time.run(call()) if signal != VadHeartbeat()]
    assert [type(signal) for signal in told] == [
        VadHeartbeat,
        VadHeartbeat,
        SpeechStarted,
        SpeechClear,
        SpeechStopped,
    ]
