"""Speculation, in whole sessions: an answer that is ready when its turn ends, and that nobody saw before."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from antiphon import plugins
from antiphon.domain.actions import ActionCall
from antiphon.domain.audio import AudioChunk
from antiphon.domain.conversation import BrainCall, BrainEvent, BrainRequest, BrainText, UserSaid
from antiphon.domain.errors import AntiphonError, ErrorCode
from antiphon.testing import virtual_time
from antiphon.turns.policies import Policy
from support.scene import NAVIGATE, Scene, scene, timeless

SLOW_S = 0.3


class Thinker:
    """Takes its time for each answer, and remembers what it was asked and which answers were broken off."""

    def __init__(self, *events: BrainEvent, fails: bool = False) -> None:
        self._events = events or (BrainText("Here is your answer, "), BrainText("at last, and it is a good one."))
        self._fails = fails
        self.asked: list[str] = []
        self.broken_off = 0

    async def start(self) -> None: ...

    def for_session(self) -> "Thinker":
        return self

    async def reply(self, request: BrainRequest) -> AsyncIterator[BrainEvent]:
        self.asked.append(next(item.text for item in reversed(request.items) if isinstance(item, UserSaid)))
        done = False
        try:
            await virtual_time.advance(SLOW_S)
            if self._fails:
                raise AntiphonError(ErrorCode.BRAIN_FAILED, "It broke.")
            taken = any(not isinstance(item, UserSaid) for item in request.items)
            for event in self._events:
                if not (taken and isinstance(event, BrainCall)):
                    yield event
            done = True
        finally:
            self.broken_off += not done and not self._fails

    async def close(self) -> None: ...


class Voice:
    """The scripted voice, which may have somebody else's work to do, and remembers when it was asked."""

    def __init__(self, tmp_path: Path, *, idle: bool) -> None:
        self._voice = plugins.load("tts", "scripted").create({}, tmp_path)
        self.idle = idle
        self.asked_at: list[float] = []

    async def start(self) -> None: ...

    def for_session(self) -> "Voice":
        return self

    def speak(self, text: str, language: str) -> AsyncIterator[AudioChunk]:
        self.asked_at.append(asyncio.get_running_loop().time())
        spoken: AsyncIterator[AudioChunk] = self._voice.speak(text, language)
        return spoken

    async def close(self) -> None: ...


def talk(tmp_path: Path, brain: Thinker, *, preemptive: bool = True, **options: Any) -> Any:
    options = {"texts": ["go to settings"], "tts": {"stall_s": SLOW_S}} | options
    return scene(tmp_path, brain=brain, think_ahead=preemptive, **options)


def order(caller: Scene) -> list[str]:
    return [m["payload"]["state"] if m["type"] == "session.state" else m["type"] for m in caller.messages]


async def waited_ms(tmp_path: Path, *, preemptive: bool) -> int:
    async with talk(tmp_path, Thinker(), preemptive=preemptive) as caller:
        caller.say(1.0)
        waited: int = (await caller.message("metrics.turn"))["end_of_turn_to_audio_ms"]
        await caller.state("idle", "audio.complete")
        assert caller.of("response.done")[0]["text"] == "Here is your answer, at last, and it is a good one."
        return waited


@timeless
async def test_the_answer_is_there_when_the_turn_ends(tmp_path: Path) -> None:
    assert await waited_ms(tmp_path, preemptive=False) > 1000 * 2 * SLOW_S
    assert await waited_ms(tmp_path, preemptive=True) < 1000 * 2 * SLOW_S - 200


@timeless
async def test_nothing_of_it_is_seen_or_heard_before(tmp_path: Path) -> None:
    async with talk(tmp_path, Thinker()) as caller:
        caller.say(1.0)
        await caller.state("idle", "audio.complete")
        told = order(caller)
        assert told.index("ai_thinking") < min(told.index("response.delta"), told.index("audio.start"))
        ended = next(at for at, m in caller.line.received if m["type"] == "input.end")
        assert caller.loud(0.0, ended) == 0


@timeless
@pytest.mark.parametrize("idle", [True, False])
async def test_a_voice_that_others_wait_for_is_not_asked_before_the_turn_has_ended(tmp_path: Path, idle: bool) -> None:
    voice = Voice(tmp_path, idle=idle)
    async with talk(tmp_path, Thinker(), parts={"tts": voice}, policy=Policy(end_of_turn_ms=1500)) as caller:
        caller.say(1.0)
        await caller.state("idle", "audio.complete")
        ended = next(at for at, m in caller.line.received if m["type"] == "input.end")
    assert (voice.asked_at[0] < ended) is idle


@timeless
async def test_the_words_are_recognised_and_thought_of_once_it_has_been_silent_for_200_ms(tmp_path: Path) -> None:
    brain, asked_at = Thinker(), []
    reply = brain.reply

    def noted(request: BrainRequest) -> AsyncIterator[BrainEvent]:
        asked_at.append(asyncio.get_running_loop().time())
        return reply(request)

    brain.reply = noted  # type: ignore[method-assign]
    async with talk(tmp_path, brain, policy=Policy(end_of_turn_ms=1500)) as caller:
        began = asyncio.get_running_loop().time()
        caller.say(1.0)
        await caller.state("idle", "audio.complete")
    assert len(asked_at) == 1
    assert 1.2 <= round(asked_at[0] - began, 3) < 1.35


@timeless
async def test_who_goes_on_is_answered_once_and_for_all_of_it(tmp_path: Path) -> None:
    brain = Thinker()
    async with talk(tmp_path, brain, policy=Policy(end_of_turn_ms=1500)) as caller:
        caller.say(1.0)
        caller.line.say_silence(0.5)
        caller.say(1.0)
        await caller.state("idle", "audio.complete")
        assert len(caller.of("response.done")) == 1
        assert len(brain.asked) == 2
        assert brain.broken_off == 1


@timeless
async def test_an_action_is_not_ordered_before_the_turn_has_ended(tmp_path: Path) -> None:
    brain = Thinker(BrainCall(ActionCall("navigate", {"page": "cart"})), BrainText("There it is."))
    async with talk(tmp_path, brain, actions={"navigate": NAVIGATE}) as caller:
        caller.say(1.0)
        order_ = await caller.message("action.invoke")
        caller.send("action.result", {"invocation_id": order_["invocation_id"], "status": "success"})
        await caller.state("idle", "audio.complete")
        told = order(caller)
        assert told.index("ai_thinking") < told.index("action.invoke")
        assert len(caller.of("action.invoke")) == 1
        assert brain.asked == ["go to settings"] * 2  # ahead of the end, and after the action


@timeless
async def test_a_brain_that_fails_preemptively_fails_when_it_is_asked(tmp_path: Path) -> None:
    async with talk(tmp_path, Thinker(fails=True)) as caller:
        caller.say(1.0)
        error = await caller.message("error")
        assert error["code"] == "brain.failed"
        told = order(caller)
        assert told.index("ai_thinking") < told.index("error")
        await caller.state("idle", "response.failed")


@timeless
async def test_a_session_that_ends_meanwhile_stops_it(tmp_path: Path) -> None:
    brain = Thinker()
    async with talk(tmp_path, brain) as caller:
        caller.say(0.6)
        await caller.until(lambda _: bool(brain.asked))
        caller.send("session.close")
        await caller.session.ended.wait()
    assert brain.broken_off == 1


@timeless
@pytest.mark.parametrize("moment", [0.05, SLOW_S + 0.05])
async def test_a_turn_that_is_cancelled_takes_it_along(tmp_path: Path, moment: float) -> None:
    """While it is thought of, and while its sound is made."""
    brain = Thinker()
    async with talk(tmp_path, brain, policy=Policy(end_of_turn_ms=3000)) as caller:
        caller.say(0.6)
        await caller.until(lambda _: bool(brain.asked))
        await virtual_time.advance(moment)
        assert caller.states[-1] == "user_speaking"
        caller.send("input.cancel")
        await caller.state("idle", "input.cancel")
        await virtual_time.advance(2.0)
        assert caller.of("response.delta") == []
        assert not caller.audible()
