"""Answers that cannot be spoken, whole or in part: what is heard of them, and what stands in writing."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from antiphon.audio.earcon import not_understood
from antiphon.domain.audio import AudioChunk
from antiphon.domain.conversation import AssistantSaid, BrainEvent, BrainRequest, BrainText
from antiphon.domain.errors import AntiphonError, ErrorCode
from antiphon.providers.brain.rules import RulesBrain
from antiphon.providers.wording import requests
from antiphon.testing import virtual_time
from support.scene import NAVIGATE, Scene, Script, scene, timeless

LONG = "The first sentence is here. The second one follows it, with more in it. And this is the third of them."


class Voice:
    """A tone of 60 ms a character of what it is given to say; it fails at the clause that has `fails` in it."""

    def __init__(self, fails: str = "\0", stalls: bool = False) -> None:
        self.said: list[str] = []
        self._fails = fails
        self._stalls = stalls

    async def start(self) -> None: ...

    async def close(self) -> None: ...

    def for_session(self) -> "Voice":
        return self

    async def speak(self, text: str, language: str) -> AsyncIterator[AudioChunk]:
        if self._fails in text:
            if self._stalls:
                await virtual_time.advance(60)
            raise AntiphonError(ErrorCode.TTS_FAILED, "It is hoarse.")
        for words in requests(text, language):
            self.said.append(words)
            yield AudioChunk(np.full(len(words) * 480, 8000, np.int16), 8000)


class Slow:
    """A brain that tells its pieces some time apart, and remembers what it was asked."""

    def __init__(self, *pieces: str, apart: float = 0.3, fails: bool = False) -> None:
        self._pieces = pieces
        self._apart = apart
        self._fails = fails
        self.asked: list[BrainRequest] = []

    async def start(self) -> None: ...

    async def close(self) -> None: ...

    def for_session(self) -> "Slow":
        return self

    async def reply(self, request: BrainRequest) -> AsyncIterator[BrainEvent]:
        self.asked.append(request)
        for piece in self._pieces:
            yield BrainText(piece)
            await virtual_time.advance(self._apart)
        if self._fails:
            raise AntiphonError(ErrorCode.BRAIN_FAILED, "It broke.")


def earcons(caller: Scene) -> list[float]:
    loudest = max(not_understood(), key=lambda frame: int(np.abs(frame).max()))
    return [at for at, pcm in caller.line.heard if np.array_equal(pcm, loudest)]


def told_at(caller: Scene, type_: str) -> float:
    return next(at for at, message in caller.line.received if message["type"] == type_)


async def asks(caller: Scene, text: str = "hello") -> None:
    caller.send("input.text", {"text": text})
    await caller.state("ai_thinking")
    await caller.state("idle", count=2)
    await caller.wait(1.0)


# The voice fails


@timeless
@pytest.mark.parametrize("fails", ["first", "second", "third"])
async def test_an_answer_whose_voice_fails_stands_whole_in_writing(tmp_path: Path, fails: str) -> None:
    brain = Slow(*(f"{word} " for word in LONG.split()), apart=0.05)
    async with scene(tmp_path, brain=brain, parts={"tts": Voice(fails)}) as caller:
        await asks(caller)
        assert [done["text"].strip() for done in caller.of("response.done")] == [LONG]
        assert "".join(delta["text"] for delta in caller.of("response.delta")).strip() == LONG
        assert [error["code"] for error in caller.of("error")] == ["tts.failed"]
        assert [health["reason"] for health in caller.of("session.health")] == ["tts"]
        assert caller.of("session.state")[-1]["trigger"] == "response.failed"
        [earcon] = earcons(caller)
        assert 0 <= earcon - told_at(caller, "error") < 1.0


@timeless
async def test_a_voice_that_never_answers_is_told_once_and_without_figures(tmp_path: Path) -> None:
    async with scene(tmp_path, brain=Slow(LONG), parts={"tts": Voice("first", stalls=True)}) as caller:
        await asks(caller)
        [error] = caller.of("error")
        assert error["code"] == "tts.timeout"
        assert not any(map(str.isdigit, error["message"]))
        assert caller.of("response.done")[0]["text"] == LONG
        assert len(earcons(caller)) == 1


@timeless
async def test_text_that_goes_on_for_long_does_not_delay_the_sound_that_says_so(tmp_path: Path) -> None:
    brain = Slow("The first. ", "And more. ", "And more. ", "And the end.", apart=1.5)
    async with scene(tmp_path, brain=brain, parts={"tts": Voice("first")}) as caller:
        await asks(caller)
        [earcon] = earcons(caller)
        assert earcon - told_at(caller, "error") < 1.0
        assert told_at(caller, "response.done") - earcon > 2.0
        assert caller.of("response.done")[0]["text"] == "The first. And more. And more. And the end."


@timeless
async def test_an_action_that_takes_long_does_not_delay_the_sound_either(tmp_path: Path) -> None:
    script = [{"match": None, "do": [{"say": "The first. "}, {"call": {"name": "leave"}}, {"say": "Done."}]}]
    actions = {"leave": {"description": "Leave", "parameters": {"type": "object"}}}
    async with scene(tmp_path, script=script, actions=actions, parts={"tts": Voice("first")}) as caller:
        caller.send("input.text", {"text": "leave"})
        order = await caller.message("action.invoke")
        await caller.wait(3.0)
        [earcon] = earcons(caller)
        assert earcon - told_at(caller, "error") < 1.0
        caller.send("action.result", {"invocation_id": order["invocation_id"], "status": "success"})
        await caller.state("idle", count=2)
        await caller.wait(1.0)
        assert earcons(caller) == [earcon]
        assert caller.of("response.done")[0]["text"] == "The first. Done."


@timeless
async def test_a_brain_that_fails_behind_its_voice_is_no_second_error(tmp_path: Path) -> None:
    async with scene(tmp_path, brain=Slow("The first. ", fails=True), parts={"tts": Voice("first")}) as caller:
        await asks(caller)
        assert [error["code"] for error in caller.of("error")] == ["tts.failed"]
        assert caller.of("response.done")[0]["text"].strip() == "The first."


@timeless
async def test_what_was_only_read_is_remembered_whole(tmp_path: Path) -> None:
    brain = Slow(LONG)
    async with scene(tmp_path, brain=brain, parts={"tts": Voice("second")}) as caller:
        await asks(caller)
        caller.send("input.text", {"text": "and now?"})
        await caller.state("ai_thinking", count=2)
        await caller.wait(0.1)
        assert [item.text for item in brain.asked[-1].items if isinstance(item, AssistantSaid)] == [LONG]


@timeless
async def test_an_action_is_carried_out_without_a_voice(tmp_path: Path) -> None:
    script = [
        {"match": None, "do": [{"say": "The first."}, {"stall_s": 0.2}, {"call": {"name": "leave"}}, {"say": "Done."}]}
    ]
    actions = {"leave": {"description": "Leave", "parameters": {"type": "object"}}}
    async with scene(tmp_path, script=script, actions=actions, parts={"tts": Voice("first")}) as caller:
        caller.send("input.text", {"text": "leave"})
        order = await caller.message("action.invoke")
        caller.send("action.result", {"invocation_id": order["invocation_id"], "status": "success"})
        await caller.state("idle", count=2)
        assert caller.of("response.done")[0]["text"] == "The first. Done."
        assert len(caller.of("error")) == 1


@timeless
@pytest.mark.parametrize("typed", [False, True])
async def test_a_question_that_was_only_read_is_answered_by_the_yes_after_it(tmp_path: Path, typed: bool) -> None:
    script: Script = [
        {"match": "delete", "do": [{"call": {"name": "delete", "arguments": {}}}, {"say": "That is that."}]},
        {"match": None, "do": [{"say": "As you like."}]},
    ]
    actions = {"delete": {"description": "Delete the account", "confirm": True}}
    voice = {"tts": Voice("Delete the account")}
    async with scene(tmp_path, texts=["Yes, please."], script=script, actions=actions, parts=voice) as caller:
        caller.send("input.text", {"text": "delete my account"})
        asked = await caller.message("action.invoke")
        await caller.state("idle", count=2)
        assert [error["code"] for error in caller.of("error")] == ["tts.failed"]
        if typed:
            caller.send("input.text", {"text": "Yes, please."})
        else:
            await caller.wait(1.0)
            caller.say(0.8)
        ordered = await caller.message("action.invoke", 2)
        assert (ordered["invocation_id"], ordered["confirm"]) == (asked["invocation_id"], False)


@timeless
async def test_a_question_of_the_rules_that_was_only_read_is_answered_by_what_is_said_next(tmp_path: Path) -> None:
    actions = {"navigate": NAVIGATE}
    voice = {"tts": Voice("Which")}
    async with scene(tmp_path, texts=["settings"], brain=RulesBrain(), actions=actions, parts=voice) as caller:
        await asks(caller, "open a page")
        assert caller.of("response.done")[0]["text"].startswith("Which page?")
        assert [error["code"] for error in caller.of("error")] == ["tts.failed"]
        caller.say(0.8)
        assert (await caller.message("action.invoke"))["parameters"] == {"page": "settings"}


@timeless
async def test_who_speaks_while_the_text_goes_on_is_heard(tmp_path: Path) -> None:
    brain = Slow(*["The first. "] * 20, apart=0.5)
    async with scene(tmp_path, texts=["stop"], brain=brain, parts={"tts": Voice("first")}) as caller:
        caller.send("input.text", {"text": "hello"})
        await caller.message("error")
        caller.say(1.0)
        await caller.state("user_speaking")
        await caller.wait(2.0)
        assert caller.of("response.done") == []


@timeless
async def test_a_greeting_that_the_voice_cannot_say_can_be_read(tmp_path: Path) -> None:
    async with scene(tmp_path, greeting="The first greeting.", parts={"tts": Voice("first")}) as caller:
        await caller.message("error")
        await caller.wait(1.0)
        assert caller.of("response.done")[0]["text"] == "The first greeting."
        assert caller.states == ["idle"]
        assert len(earcons(caller)) == 1


# What cannot be said


@timeless
async def test_what_is_left_out_is_said_to_be_shown_and_what_is_written_stays(tmp_path: Path) -> None:
    text = "Here it is:\n\n```python\nprint(1)\n```\n"
    voice = Voice()
    async with scene(tmp_path, brain=Slow(text), parts={"tts": voice}) as caller:
        await asks(caller)
        assert voice.said == ["Here it is:", "The rest is shown on the page."]
        assert caller.of("response.done")[0]["text"] == text
        assert " ".join(caption["text"] for caption in caller.of("caption")) == "Here it is:"
        assert caller.of("session.state")[-1]["trigger"] == "audio.complete"


@timeless
@pytest.mark.parametrize("text", ["\u4f60\u597d\uff0c\u4e16\u754c\u3002", "\U0001f44d", "```\nx = 1\n```"])
async def test_an_answer_that_nobody_can_say_is_said_to_be_shown(tmp_path: Path, text: str) -> None:
    voice = Voice()
    async with scene(tmp_path, brain=Slow(text), parts={"tts": voice}) as caller:
        await asks(caller)
        assert voice.said == ["The answer is shown on the page."]
        assert caller.of("response.done")[0]["text"] == text
        assert caller.of("error") == []


@timeless
async def test_a_picture_behind_words_is_nothing_that_is_left_out(tmp_path: Path) -> None:
    voice = Voice()
    async with scene(tmp_path, brain=Slow("It is done. \U0001f389"), parts={"tts": voice}) as caller:
        await asks(caller)
        assert voice.said == ["It is done."]


@timeless
async def test_captions_and_what_was_heard_are_as_it_was_written(tmp_path: Path) -> None:
    voice = Voice()
    async with scene(tmp_path, brain=Slow("It costs **$49.95**, Dr. Lee."), parts={"tts": voice}) as caller:
        await asks(caller)
        assert voice.said == ["It costs forty-nine dollars and ninety-five cents,", "Doctor Lee."]
        assert " ".join(caption["text"] for caption in caller.of("caption")) == "It costs **$49.95**, Dr. Lee."


# Nothing to say


@timeless
@pytest.mark.parametrize("pieces", [[], [""], [" ", "\n"], ["..."], ["**", "**"], ["---\n"]])
async def test_an_answer_without_a_word_is_told_and_heard(tmp_path: Path, pieces: list[str]) -> None:
    async with scene(tmp_path, brain=Slow(*pieces), parts={"tts": Voice()}) as caller:
        await asks(caller)
        assert [error["code"] for error in caller.of("error")] == ["brain.empty"]
        assert caller.of("session.state")[-1]["trigger"] == "response.empty"
        [earcon] = earcons(caller)
        assert 0 <= earcon - told_at(caller, "error") < 2.0


@timeless
@pytest.mark.parametrize("do", [[{"fail": "brain.failed"}], [{"stall_s": 60}], [{"say": "So,"}, {"stall_s": 60}]])
async def test_a_brain_that_fails_is_told_once_and_heard(tmp_path: Path, do: list[dict[str, Any]]) -> None:
    async with scene(tmp_path, script=[{"match": None, "do": do}]) as caller:
        await asks(caller)
        assert [error["code"].split(".")[0] for error in caller.of("error")] == ["brain"]
        [earcon] = earcons(caller)
        assert 0 <= earcon - told_at(caller, "error") < 2.0
