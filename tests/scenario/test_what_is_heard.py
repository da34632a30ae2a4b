"""Captions, acknowledgements, the earcon and the notices of a session's limits, in whole calls in virtual time."""

import asyncio
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from antiphon.audio.earcon import not_understood
from antiphon.testing import virtual_time
from antiphon.turns.notices import notices_for
from support.scene import Scene, Script, scene, voice

LONG = (
    "This is a long answer, and it goes on and on, so that there is time enough to interrupt it. "
    "It has a second sentence too. And this is the end."
)
SAY_LONG = [{"match": None, "do": [{"say": LONG}]}]
EARCON = np.concatenate(not_understood())


def now() -> float:
    return asyncio.get_running_loop().time()


def told_at(caller: Scene, type_: str, index: int = 0) -> float:
    return [at for at, message in caller.line.received if message["type"] == type_][index]


def caption_text(caller: Scene) -> str:
    return " ".join(caption["text"] for caption in caller.of("caption"))


def in_order(captions: list[dict[str, Any]]) -> bool:
    inside = all(0 <= caption["start_ms"] < caption["end_ms"] for caption in captions)
    return inside and all(one["end_ms"] <= other["start_ms"] for one, other in pairwise(captions))


def earcons(caller: Scene) -> list[float]:
    """When an earcon began: wherever its loudest frame was heard."""
    loudest = max(not_understood(), key=lambda frame: int(np.abs(frame).max()))
    return [at for at, pcm in caller.line.heard if np.array_equal(pcm, loudest)]


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
            await virtual_time.advance(1.5)
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
        script: Script = [{"match": "first", "do": [{"say": LONG}]}, {"match": None, "do": [{"say": "Of course."}]}]
        async with scene(tmp_path, script=script) as caller:
            caller.send("input.text", {"text": "first"})
            await caller.state("ai_speaking")
            await virtual_time.advance(2.0)
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


def test_a_greeting_is_captioned_and_an_earcon_is_not(tmp_path: Path) -> None:
    async def call() -> None:
        async with scene(tmp_path, texts=[""], greeting="Good morning to you.") as caller:
            await caller.state("idle", "audio.complete")
            assert caption_text(caller) == "Good morning to you."
            caller.say(0.6)
            await caller.state("idle", "error.recognition")
            await virtual_time.advance(1.0)
            assert len(caller.of("caption")) == 1

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
            await virtual_time.advance(3.0)
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
            await virtual_time.advance(0.5)
            caller.send("response.cancel", {"graceful": True})
            await caller.state("idle", "audio.complete")
            [turn] = [turn for turn in caller.session.turns() if turn["role"] == "assistant"]
            assert turn["text"] == LONG
            # Its whole sentence, not the clause that the voice was given first.
            assert turn["heard_text"] == caption_text(caller) == LONG.split(". ")[0] + "."

    virtual_time.run(call())


# Nothing was understood


@pytest.mark.requirement("V7-RECOGNITION")
def test_nothing_understood_is_an_earcon_in_idle_without_a_message_of_its_own(tmp_path: Path) -> None:
    async def call() -> None:
        async with scene(tmp_path, texts=["", "hello"]) as caller:
            caller.say(0.6)
            await caller.state("idle", "error.recognition")
            idle_at, told = now(), len(caller.messages)
            await virtual_time.advance(0.6)
            [earcon] = earcons(caller)
            assert 0 <= earcon - idle_at < 0.2
            heard = np.concatenate([pcm for at, pcm in caller.line.heard if at >= idle_at])
            assert np.array_equal(heard[heard.nonzero()[0][0] :][:9600], EARCON[EARCON.nonzero()[0][0] :][:9600])
            assert caller.loud(idle_at + 0.5) == 0
            assert len(caller.messages) == told
            caller.say(0.6)
            await caller.state("idle", "audio.complete")
            assert len(earcons(caller)) == 1

    virtual_time.run(call())


@pytest.mark.requirement("V7-RECOGNITION")
def test_a_user_who_speaks_silences_the_earcon(tmp_path: Path) -> None:
    async def call() -> None:
        async with scene(tmp_path, texts=["", "hello"]) as caller:
            caller.say(0.6)
            await caller.state("idle", "error.recognition")
            await virtual_time.advance(0.06)
            assert caller.loud(now() - 0.04) > 0
            caller.send("input.start", {"trigger": "ptt"})
            await caller.state("user_speaking", count=2)
            silenced = now()
            await virtual_time.advance(0.3)
            assert caller.loud(silenced + 0.03) == 0

    virtual_time.run(call())


@pytest.mark.requirement("V7-RECOGNITION")
def test_the_earcon_through_the_callers_own_microphone_begins_no_turn(tmp_path: Path) -> None:
    """The loudspeaker is heard 20 dB softer and 80 ms later, as in a room without echo cancellation."""

    async def call() -> None:
        async with scene(tmp_path, texts=["", "hello"]) as caller:
            caller.say(0.6)
            await caller.state("idle", "error.recognition")
            since = len(caller.line.heard)
            for frame in range(40):
                await virtual_time.advance(0.02)
                if frame >= 4:
                    sent = caller.line.heard[since + frame - 4][1]
                    caller.line.say([(sent.reshape(-1, 3).mean(axis=1) / 10).astype(np.int16)])
            assert len(earcons(caller)) == 1
            await virtual_time.advance(1.0)
            assert len(caller.of("input.start")) == 1
            assert caller.session.state == "idle"

    virtual_time.run(call())


@pytest.mark.requirement("V7-RECOGNITION")
def test_the_third_time_it_is_said_in_words(tmp_path: Path) -> None:
    async def call() -> None:
        async with scene(tmp_path, texts=["", "", "", "hello"], notices=notices_for("de")) as caller:
            for count in range(1, 4):
                caller.say(0.6)
                await caller.state("idle", "error.recognition", count=count)
                await virtual_time.advance(0.5)
            assert len(earcons(caller)) == 2
            await caller.state("idle", "audio.complete")
            assert caller.of("response.done")[0]["text"] == notices_for("de").not_understood
            assert "server.announce" in [payload["trigger"] for payload in caller.of("session.state")]
            caller.say(0.6)
            await caller.state("idle", "audio.complete", count=2)

    virtual_time.run(call())


# Limits


def test_a_session_that_nobody_uses_is_told_so_aloud_and_ends(tmp_path: Path) -> None:
    async def call() -> None:
        async with scene(tmp_path, idle_s=60.0) as caller:
            began = now()
            said = await caller.message("response.done")
            assert said["text"] == notices_for("en").idle
            assert now() - began == pytest.approx(50, abs=0.5)
            await caller.state("idle", "audio.complete")
            assert caller.loud(began) > 1000
            closed = await caller.message("session.closed")
            assert closed == {"reason": "idle"}
            assert now() - began == pytest.approx(60, abs=0.5)
            assert caller.states[-1] == "not_connected"

    virtual_time.run(call())


def test_who_answers_the_notice_is_heard_and_the_session_goes_on(tmp_path: Path) -> None:
    async def call() -> None:
        async with scene(tmp_path, texts=["wait i am still here"], idle_s=60.0) as caller:
            await caller.message("response.done")
            await virtual_time.advance(1.0)
            caller.line.say(voice(1.2))
            await caller.message("response.interrupted")
            await caller.state("idle", "audio.complete")
            answered = now()
            await virtual_time.advance(45.0)
            assert caller.of("session.closed") == []
            await caller.message("session.closed")
            assert now() - answered == pytest.approx(60, abs=1)

    virtual_time.run(call())


@pytest.mark.parametrize("session_s", [5.0, 60.0])
def test_a_session_that_reaches_its_limit_is_told_so_aloud_and_ends(tmp_path: Path, session_s: float) -> None:
    async def call() -> None:
        async with scene(tmp_path, session_s=session_s) as caller:
            began = now()
            await caller.state("idle", "audio.complete")
            [said] = caller.of("response.done")
            assert said["text"] == caption_text(caller) == notices_for("en").limit
            closed = await caller.message("session.closed")
            assert closed == {"reason": "limit"}
            # A short session may finish its sentence.
            assert session_s - 0.5 <= now() - began <= max(session_s + 0.5, session_s + 5.0 if session_s < 10 else 0)

    virtual_time.run(call())
