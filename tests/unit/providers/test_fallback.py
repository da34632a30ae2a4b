"""Providers with others behind them: who answers where one fails, and when nobody may."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from typing import Any

import numpy as np
import pytest

from antiphon.domain.actions import ActionCall, ActionOutcome
from antiphon.domain.audio import AudioChunk, Pcm
from antiphon.domain.context import PageContext
from antiphon.domain.conversation import (
    ActionTaken,
    BrainCall,
    BrainEvent,
    BrainRequest,
    BrainText,
    Transcript,
    UserSaid,
)
from antiphon.domain.errors import AntiphonError, ErrorCode
from antiphon.domain.load import ProviderStanding
from antiphon.providers.fallback import FallbackBrain, FallbackRecogniser, FallbackVoice, chained
from antiphon.testing import virtual_time

FAILED = AntiphonError(ErrorCode.BRAIN_FAILED, "It is gone.")
CALL = BrainCall(ActionCall("go", {}))
FIRST_S = 4.0
Step = BrainEvent | AntiphonError | float | AudioChunk
"""What is yielded, raised, or waited for in seconds."""


class Provider:
    """A brain or a voice that does what it is told."""

    def __init__(self, *steps: Any) -> None:
        self.steps: Sequence[Any] = steps
        self.asked = 0
        self.closed = 0

    async def start(self) -> None: ...

    async def close(self) -> None: ...

    def for_session(self) -> "Provider":
        return self

    async def reply(self, request: BrainRequest) -> AsyncIterator[Any]:
        async for piece in self._pieces():
            yield piece

    async def speak(self, text: str, language: str) -> AsyncIterator[Any]:
        async for piece in self._pieces():
            yield piece

    async def _pieces(self) -> AsyncIterator[Any]:
        self.asked += 1
        try:
            for step in self.steps:
                if isinstance(step, AntiphonError):
                    raise step
                if isinstance(step, float):
                    await asyncio.sleep(step)
                else:
                    yield step
        finally:
            self.closed += 1


def brain(*providers: Provider) -> FallbackBrain:
    made = chained("brain", [(f"b{at}", one) for at, one in enumerate(providers)], FIRST_S)
    assert isinstance(made, FallbackBrain)
    return made.for_session()


async def heard(one: FallbackBrain, *more: Any, turn: str = "t1") -> list[BrainEvent]:
    return [event async for event in one.reply(BrainRequest(turn, (UserSaid(turn, "Hi"), *more), PageContext()))]


def test_where_one_fails_before_a_word_the_next_one_answers() -> None:
    async def talk() -> None:
        first, second = Provider(FAILED), Provider(BrainText("Here I am."))
        assert await heard(brain(first, second)) == [BrainText("Here I am.")]
        assert (first.asked, second.asked) == (1, 1)

    virtual_time.run(talk())


def test_one_that_is_silent_has_its_time_and_is_closed() -> None:
    async def talk() -> None:
        first, second = Provider(60.0, BrainText("Late.")), Provider(BrainText("Here I am."))
        began = asyncio.get_running_loop().time()
        assert await heard(brain(first, second)) == [BrainText("Here I am.")]
        assert asyncio.get_running_loop().time() - began == pytest.approx(FIRST_S)
        assert first.closed == 1

    virtual_time.run(talk())


def test_what_has_begun_is_not_begun_again() -> None:
    async def talk() -> None:
        second = Provider(BrainText("Here I am."))
        with pytest.raises(AntiphonError, match="It is gone"):
            await heard(brain(Provider(BrainText("Well, "), FAILED), second))
        assert second.asked == 0

    virtual_time.run(talk())


def test_the_last_ones_failure_is_told() -> None:
    async def talk() -> None:
        gone = AntiphonError(ErrorCode.BRAIN_FAILED, "The last one is gone.")
        with pytest.raises(AntiphonError, match="The last one"):
            await heard(brain(Provider(FAILED), Provider(gone)))

    virtual_time.run(talk())


def test_one_that_has_failed_three_times_is_passed_over_for_a_while_in_all_sessions() -> None:
    async def talk() -> None:
        first, second = Provider(FAILED), Provider(BrainText("Here I am."))
        chain = brain(first, second)
        for _ in range(5):
            await heard(chain.for_session())
        assert first.asked == 3
        first.steps = (BrainText("I am back."),)
        failed = {"brain.failed": 3}
        assert chain.standings() == [
            ProviderStanding("brain", "b0", "open", 0, failed),
            ProviderStanding("brain", "b1", "closed", 5, {}),
        ]
        await asyncio.sleep(1.1)
        assert chain.standings()[0].breaker == "half_open"
        assert await heard(chain) == [BrainText("I am back.")]
        assert await heard(chain) == [BrainText("I am back.")]
        assert chain.standings()[0] == ProviderStanding("brain", "b0", "closed", 2, failed)

    virtual_time.run(talk())


def test_who_has_begun_a_turn_goes_on_with_it() -> None:
    async def talk() -> None:
        first, second = Provider(FAILED), Provider(CALL)
        chain = brain(first, second)
        assert await heard(chain) == [CALL]
        first.steps, second.steps = (BrainText("I would."),), (BrainText("Done."),)
        taken = ActionTaken("t1", "inv_1", CALL.call, ActionOutcome("success"))
        assert await heard(chain, taken) == [BrainText("Done.")]
        assert await heard(chain, turn="t2") == [BrainText("I would.")]

    virtual_time.run(talk())


def test_a_voice_that_fails_before_it_was_heard_gives_way_clause_by_clause() -> None:
    async def talk() -> None:
        sound = AudioChunk(np.ones(160, np.int16), 16_000)
        first, second = Provider(FAILED), Provider(sound)
        voice = chained("tts", [("a", first), ("b", second)], FIRST_S)
        assert isinstance(voice, FallbackVoice)
        assert [chunk async for chunk in voice.for_session().speak("Hello.", "en")] == [sound]
        first.steps = (sound, FAILED)
        with pytest.raises(AntiphonError):
            [chunk async for chunk in voice.speak("Hello.", "en")]

    virtual_time.run(talk())


class Ear:
    """A recogniser that understands how much it has heard, or fails."""

    stops_tell = False
    lags = True

    def __init__(self, name: str, failure: AntiphonError | None = None, takes_s: float = 0.0) -> None:
        self.name = name
        self.failure = failure
        self.takes_s = takes_s
        self.samples = 0
        self.phrases: Sequence[str] = ()
        self.cancelled = False

    async def start(self) -> None: ...

    async def close(self) -> None: ...

    def for_session(self) -> "Ear":
        return self

    def open(self, language: str) -> "Ear":
        self.samples = 0
        return self

    def feed(self, pcm: Pcm) -> None:
        self.samples += len(pcm)

    def expect(self, phrases: Sequence[str]) -> None:
        self.phrases = phrases

    async def partial(self) -> str:
        return f"{self.name} {self.samples}"

    async def finish(self) -> Transcript:
        await asyncio.sleep(self.takes_s)
        if self.failure:
            raise self.failure
        return Transcript(f"{self.name} {self.samples}")

    def cancel(self) -> None:
        self.cancelled = True


@pytest.mark.parametrize("first", [Ear("first", FAILED), Ear("first", takes_s=60.0)])
def test_what_one_recogniser_does_not_understand_another_hears_from_the_beginning(first: Ear) -> None:
    async def talk() -> None:
        second = Ear("second")
        chain = chained("stt", [("a", first), ("b", second)], FIRST_S)
        assert isinstance(chain, FallbackRecogniser)
        assert chain.stops_tell is False
        stream = chain.for_session().open("en")
        stream.feed(np.zeros(1600, np.int16))
        stream.expect(["tick milk"])
        stream.feed(np.zeros(1600, np.int16))
        assert await stream.partial() == "first 3200"
        assert stream.lags
        assert (await stream.finish()).text == "second 3200"
        assert second.phrases == ["tick milk"]
        assert first.cancelled

    virtual_time.run(talk())


def test_of_one_alone_nothing_is_made() -> None:
    alone = Provider()
    assert chained("brain", [("a", alone)], FIRST_S) is alone
