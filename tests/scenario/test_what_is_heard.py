"""Captions, and what the client says it has played, in whole calls in virtual time."""

import asyncio
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from antiphon.testing import virtual_time
from support.scene import Scene, scene

LONG = (
    "This is a long answer, and it goes on and on, so that there is time enough to interrupt it. "
    "It has a second sentence too. And this is the end."
)
SAY_LONG = [{"match": None, "do": [{"say": LONG}]}]


def now() -> float:
    return asyncio.get_running_loop().time()


def told_at(caller: Scene, type_: str, index: int = 0) -> float:
    return [at for at, message in caller.line.received if message["type"] == type_][index]


def caption_text(caller: Scene) -> str:
    return " ".join(caption["text"] for caption in caller.of("caption"))


def in_order(captions: list[dict[str, Any]]) -> bool:
    inside = all(0 <= caption["start_ms"] < caption["end_ms"] for caption in captions)
    return inside and all(one["end_ms"] <= other["start_ms"] for one, other in pairwise(captions))


# Captions


@pytest.mark.requirement("ITE-REQ-011")
def test_captions_come_in_step_with_what_is_played_and_cover_the_reply(tmp_path: Path) -> None:
    async def call() -> None:
        async with scene(tmp_path, script=SAY_LONG) as caller:
            caller.send("input.text", {"text": "go on"})
            await caller.state("idle", "audio.complete")
            captions = caller.of("caption")
            assert caption_text(caller) == LONG
            assert in_order(captions)
            assert len(captions) >= 5
            [started] = caller.of("audio.start")
            assert {caption["response_id"] for caption in captions} == {started["response_id"]}
            assert captions[-1]["end_ms"] <= caller.of("audio.end")[0]["duration_ms"]
            # Played at the same pace as they are told; the first frame is heard a tick after `audio.start`.
            began = next(at for at, pcm in caller.line.heard if pcm.any())
            for index, caption in enumerate(captions):
                assert told_at(caller, "caption", index) - began == pytest.approx(caption["start_ms"] / 1000, abs=0.04)
            roles = {message["role"] for message in caller.messages if message["type"] == "caption"}
            assert roles == {"assistant"}

    virtual_time.run(call())


@pytest.mark.requirement("BARGE-CONFIRM")
def test_captions_wait_while_the_answer_is_held_and_go_on_with_it(tmp_path: Path) -> None:
    async def call() -> None:
        async with scene(tmp_path, texts=["mm-hm"], script=SAY_LONG) as caller:
            caller.send("input.text", {"text": "go on"})
            await caller.state("ai_speaking")
            await asyncio.sleep(1.5)
            caller.say(0.5)
            await caller.message("playback.paused")
            before = len(caller.of("caption"))
            await caller.message("playback.resumed")
            assert len(caller.of("caption")) == before
            await caller.state("idle", "audio.complete")
            assert caption_text(caller) == LONG
            assert in_order(caller.of("caption"))

    virtual_time.run(call())


@pytest.mark.requirement("V7-BARGE")
@pytest.mark.requirement("ITE-REQ-011")
def test_no_caption_comes_after_an_interruption(tmp_path: Path) -> None:
    async def call() -> None:
        script = [{"match": "first", "do": [{"say": LONG}]}, {"match": None, "do": [{"say": "Of course."}]}]
        async with scene(tmp_path, script=script) as caller:
            caller.send("input.text", {"text": "first"})
            await caller.state("ai_speaking")
            await asyncio.sleep(2.0)
            caller.send("input.text", {"text": "second"})
            interrupted = await caller.message("response.interrupted")
            captioned = caption_text(caller)
            # A caption is told when its first word begins, so it may be ahead of what was heard, but never behind.
            assert captioned.startswith(interrupted["heard_text"])
            assert len(captioned) <= len(interrupted["heard_text"]) + 33
            await caller.state("idle", "audio.complete")
            assert [caption["text"] for caption in caller.of("caption")][-1] == "Of course."
            assert caption_text(caller) == f"{captioned} Of course."

    virtual_time.run(call())


def test_a_greeting_is_captioned_too(tmp_path: Path) -> None:
    async def call() -> None:
        async with scene(tmp_path, greeting="Good morning to you.") as caller:
            await caller.state("idle", "audio.complete")
            assert caption_text(caller) == "Good morning to you."

    virtual_time.run(call())


# audio.played


def test_the_client_that_acknowledges_the_whole_need_not_wait(tmp_path: Path) -> None:
    async def call() -> None:
        async with scene(tmp_path, script=SAY_LONG) as caller:
            caller.send("input.text", {"text": "go on"})
            end = await caller.message("audio.end")
            played = {"response_id": end["response_id"], "played_ms": end["duration_ms"]}
            caller.send("audio.played", {**played, "played_ms": 100})
            caller.send("audio.played", played)
            complete = await caller.message("audio.complete")
            assert complete["played_ms"] == end["duration_ms"]
            assert told_at(caller, "audio.complete") - told_at(caller, "audio.end") < 0.02
            caller.send("audio.played", played)
            caller.send("audio.played", {"response_id": "resp_77", "played_ms": 5})
            caller.send("ping")
            await caller.message("pong")
            assert caller.of("error") == []
            assert len(caller.of("audio.complete")) == 1

    virtual_time.run(call())


@pytest.mark.requirement("V7-BARGE")
def test_the_history_holds_what_the_client_says_it_has_played(tmp_path: Path) -> None:
    async def call() -> None:
        async with scene(tmp_path, script=SAY_LONG) as caller:
            caller.send("input.text", {"text": "go on"})
            await caller.state("ai_speaking")
            await asyncio.sleep(3.0)
            caller.send("response.cancel")
            interrupted = await caller.message("response.interrupted")
            assert interrupted["played_ms"] == pytest.approx(3000, abs=200)

            async def history(played_ms: int) -> tuple[str, int]:
                caller.send("audio.played", {"response_id": interrupted["response_id"], "played_ms": played_ms})
                pongs = len(caller.of("pong"))
                caller.send("ping")
                await caller.message("pong", pongs + 1)
                turn = next(turn for turn in caller.session.turns() if turn["role"] == "assistant")
                return turn["heard_text"], turn["interruption"]["played_ms"]

            assert await history(1450) == ("This is a long answer,", 1450)
            assert await history(0) == ("", 0)
            assert await history(60_000) == (interrupted["heard_text"], interrupted["played_ms"])
            assert len(caller.of("response.interrupted")) == 1

    virtual_time.run(call())


def test_an_answer_that_was_let_end_with_its_sentence_was_heard_so_far(tmp_path: Path) -> None:
    async def call() -> None:
        async with scene(tmp_path, script=SAY_LONG) as caller:
            caller.send("input.text", {"text": "go on"})
            await caller.state("ai_speaking")
            await asyncio.sleep(0.5)
            caller.send("response.cancel", {"graceful": True})
            await caller.state("idle", "audio.complete")
            [turn] = [turn for turn in caller.session.turns() if turn["role"] == "assistant"]
            assert turn["text"] == LONG
            assert turn["heard_text"] == caption_text(caller) == "This is a long answer,"

    virtual_time.run(call())
