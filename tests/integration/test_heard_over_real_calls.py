"""What is told to have been heard, beside what the caller's recording holds: real calls, interrupted at several points.

The bounds are the product's: one word and 300 ms. The scripted voice says a character in 60 ms, so its words can be
counted by the length of the recording; what the embedded voice said is counted by the embedded recogniser.
"""

import re
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from itertools import accumulate, pairwise
from pathlib import Path
from statistics import median_low
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from rapidfuzz.distance import Levenshtein

from antiphon import plugins
from antiphon.domain.audio import FRAME_MS, HEARING_SAMPLES, SPEAKING_RATE, SPEAKING_SAMPLES, Pcm
from antiphon.ports import SpeechToText
from antiphon.testing.caller import Caller
from antiphon.testing.caller_audio import AUDIBLE
from antiphon.testing.caller_events import Received
from support.barge_in import ANSWER, READER, WHISTLER, Listener
from support.guest import Visits, of
from support.server import RunningServer
from support.spoken import recorded

WITHIN_MS = 300
CHARACTER_MS = 60
POINTS_S = (0.4, 2.9, 5.2)
PIPER_POINTS_S = (1.6, 4.4)
BY_HAND: tuple[tuple[str, dict[str, Any]], ...] = (("input.barge_in", {"source": "manual"}), ("response.cancel", {}))
EAR_S = 0.5
"""What was sent has arrived by then, and has been played."""


@dataclass(frozen=True)
class Interruption:
    """What the server told of one, and what the recording holds of the answer, its fade included."""

    told: Mapping[str, Any]
    recorded: Pcm
    paused: bool

    @property
    def words(self) -> list[str]:
        return str(self.told["heard_text"]).split()

    @property
    def audible(self) -> NDArray[np.bool_]:
        """Whether each 20 ms of the recording can be heard."""
        whole = len(self.recorded) // SPEAKING_SAMPLES * SPEAKING_SAMPLES
        frames = self.recorded[:whole].reshape(-1, SPEAKING_SAMPLES).astype(np.int32)
        audible: NDArray[np.bool_] = np.abs(frames).max(axis=1) >= AUDIBLE
        return audible

    @property
    def late_frames(self) -> NDArray[np.bool_]:
        """Which 20 ms are silent because the voice was late with its next clause: they are no part of the answer."""
        late = np.zeros(len(self.audible), np.bool_)
        sounding = np.flatnonzero(self.audible)
        for before, after in pairwise(sounding):
            if (after - before) * FRAME_MS > WITHIN_MS:
                late[before + 1 : after] = True
        return late

    @property
    def said(self) -> Pcm:
        """The recording without what was late."""
        return self.recorded[: len(self.late_frames) * SPEAKING_SAMPLES][~self.late_frames.repeat(SPEAKING_SAMPLES)]


def words_within(milliseconds: float) -> int:
    """How many words of the answer the scripted voice has said whole by then: no blank between two sentences."""
    at = words = 0
    for sentence in re.split(r"(?<=\.) ", ANSWER):
        for word in sentence.split():
            at += len(word) * CHARACTER_MS
            words += at <= milliseconds
            at += CHARACTER_MS
        at -= CHARACTER_MS
    return words


def letters(text: str) -> str:
    return re.sub(r"[^a-z]", "", text.lower())


def words_reached(transcript: str) -> int:
    """How many words of the answer a transcript reaches, by its letters: `light house` is one of them, not two."""
    heard = letters(transcript)
    until = accumulate((letters(word) for word in ANSWER.split()), initial="")
    return int(np.argmin([Levenshtein.distance(heard, said) for said in until]))


async def transcribed(recogniser: SpeechToText, pcm: Pcm) -> str:
    """The words of 48 kHz audio."""
    quiet = np.zeros(SPEAKING_RATE // 5, np.int16)
    padded = np.concatenate((quiet, pcm, quiet))
    heard = padded[: len(padded) // 3 * 3].reshape(-1, 3).mean(axis=1).astype(np.int16)
    stream = recogniser.open("en")
    for start in range(0, len(heard) - HEARING_SAMPLES + 1, HEARING_SAMPLES):
        stream.feed(heard[start : start + HEARING_SAMPLES])
    return (await stream.finish()).text


@asynccontextmanager
async def moonshine() -> AsyncIterator[SpeechToText]:
    provider: SpeechToText = plugins.load("stt", "moonshine").create({}, Path())
    await provider.start()
    try:
        yield provider.for_session()
    finally:
        await provider.close()


class Interrupter:
    """Has the answer begun, and interrupts it so long after its first sound."""

    def __init__(self, call: Caller) -> None:
        self.call = call

    async def by_hand(self, seconds: float, number: int) -> Interruption:
        since, first = await self._ask(seconds)
        await self.call.send(*BY_HAND[number % len(BY_HAND)])
        return await self._over(since, first)

    async def by_voice(self, seconds: float, sound: Pcm) -> Interruption:
        room = Listener(self.call, WHISTLER).room
        since, first = await self._ask(seconds)
        room.play(sound)
        return await self._over(since, first)

    async def _ask(self, seconds: float) -> tuple[int, float]:
        since = len(self.call.events)
        first = await self.call.first_audio(await self.call.type("tell me about lighthouses"))
        await self.call.wait_until(lambda: self.call.now() >= first + seconds, 20.0, "the point")
        return since, first

    async def _over(self, since: int, first: float) -> Interruption:
        told = await self.call.wait_for(lambda event: event.type == "response.interrupted", since=since)
        until = self.call.now() + EAR_S
        await self.call.wait_until(lambda: self.call.now() >= until, 5.0, "the rest")
        recorded = self.call.heard[max(0, round((first - 0.1) * SPEAKING_RATE)) :]
        paused = any(event.type == "playback.paused" for event in self.call.events[since:])
        if self.call.state != "idle":
            await self.call.send("response.cancel")
        return Interruption(told.payload, recorded, paused)


async def by_hand(url: str, voice: Mapping[str, Pcm]) -> list[Interruption]:
    async with Caller(url, assistant=WHISTLER) as call:
        hands = Interrupter(call)
        return [await hands.by_hand(seconds, number) for number, seconds in enumerate(POINTS_S)]


async def by_voice(url: str, voice: Mapping[str, Pcm]) -> Interruption:
    async with Caller(url, assistant=WHISTLER) as call:
        return await Interrupter(call).by_voice(3.1, recorded("ps_cards_003"))


async def by_hand_over_the_embedded_voice(url: str, voice: Mapping[str, Pcm]) -> list[Interruption]:
    async with Caller(url, assistant=READER) as call:
        hands = Interrupter(call)
        return [await hands.by_hand(seconds, number) for number, seconds in enumerate(PIPER_POINTS_S)]


async def to_the_end_of_a_sentence(url: str, voice: Mapping[str, Pcm]) -> tuple[float, list[Received]]:
    """An answer that is cancelled after four seconds, and acknowledged: when its sound began, and all messages."""
    async with Caller(url, assistant=WHISTLER) as call:
        first = await call.first_audio(await call.type("tell me about lighthouses"))
        await call.wait_until(lambda: call.now() >= first + 4.0, 10.0, "four seconds of the answer")
        await call.send("response.cancel", {"graceful": True})
        end = await call.wait_for(lambda event: event.type == "audio.end", timeout=30.0)
        played = {"response_id": end.payload["response_id"], "played_ms": end.payload["duration_ms"]}
        await call.send("audio.played", played)
        await call.wait_for(lambda event: event.type == "audio.complete")
        return first, list(call.events)


@pytest.fixture(scope="module")
def visits(server: RunningServer) -> Visits:
    return Visits(server.url, {}, by_hand_over_the_embedded_voice, by_hand, by_voice, to_the_end_of_a_sentence)


def begins_the_answer(words: list[str]) -> bool:
    return ANSWER.split()[: len(words)] == words


def agrees(outcome: Interruption) -> None:
    recorded_ms = int(outcome.audible.sum()) * FRAME_MS
    assert begins_the_answer(outcome.words)
    assert abs(outcome.told["played_ms"] - recorded_ms) <= WITHIN_MS
    assert abs(len(outcome.words) - words_within(recorded_ms)) <= 1


@pytest.mark.requirement("V7-BARGE")
def test_wherever_an_answer_is_interrupted_it_was_heard_as_far_as_it_is_told(visits: Visits) -> None:
    outcomes = visits[by_hand]
    assert [len(outcome.words) for outcome in outcomes] == sorted(len(outcome.words) for outcome in outcomes)
    for outcome in outcomes:
        agrees(outcome)


@pytest.mark.requirement("V7-BARGE")
@pytest.mark.requirement("BARGE-CONFIRM")
def test_where_a_voice_interrupts_the_fade_before_the_verdict_counts_too(visits: Visits) -> None:
    """The answer is paused first, and flushed when the words are known."""
    assert visits[by_voice].paused
    agrees(visits[by_voice])


@pytest.mark.requirement("V7-BARGE")
async def test_the_embedded_voice_was_heard_as_far_as_it_is_told(visits: Visits) -> None:
    """A recogniser makes a whole word of half a one, or none: each may be off by that, and most are not.

    It is started when the calls are over: to import and load it would hold the callers of all the others up.
    """
    differences = {}
    outcomes = visits[by_hand_over_the_embedded_voice]
    async with moonshine() as recogniser:
        transcripts = [await transcribed(recogniser, outcome.said) for outcome in outcomes]
    for outcome, transcript in zip(outcomes, transcripts, strict=True):
        assert begins_the_answer(outcome.words)
        sounding = np.flatnonzero(outcome.audible)
        span_ms = (sounding[-1] - sounding[0] + 1) * FRAME_MS
        late_ms = int(outcome.late_frames.sum()) * FRAME_MS
        played_ms = outcome.told["played_ms"]
        assert min(abs(played_ms - span_ms), abs(played_ms - span_ms + late_ms)) <= WITHIN_MS
        differences[transcript] = abs(len(outcome.words) - words_reached(transcript))
    assert median_low(differences.values()) <= 1, differences
    assert max(differences.values()) <= 2, differences


def test_captions_come_with_their_words_and_an_acknowledged_reply_need_not_wait(visits: Visits) -> None:
    first, events = visits[to_the_end_of_a_sentence]
    captions = [event for event in events if event.type == "caption"]
    assert ANSWER.startswith(" ".join(event.payload["text"] for event in captions))
    assert captions[-1].payload["end_ms"] >= 3500
    # The message is not slower than the sound; how much faster is the receiver's jitter buffer. A caller who is held up
    # for a moment takes a message late: most are not.
    late_s = [event.at - (first + event.payload["start_ms"] / 1000) for event in captions]
    assert min(late_s) >= -0.3
    assert np.median(late_s) <= 0.3
    [end], [complete] = of(events, "audio.end"), of(events, "audio.complete")
    assert complete["played_ms"] == end["duration_ms"]
    assert of(events, "error") == []
