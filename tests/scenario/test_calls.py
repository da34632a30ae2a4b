"""Whole calls in virtual time."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from antiphon.domain.signals import Signal, TextEntered
from antiphon.testing import virtual_time
from support.scene import NAVIGATE, Script, scene

LONG = "This is a long answer, and it goes on and on, so that there is time enough to interrupt it before it ends."


def now() -> float:
    return asyncio.get_running_loop().time()


def test_a_call_from_the_first_word_to_the_hang_up(tmp_path: Path) -> None:
    async def call() -> None:
        async with scene(tmp_path, texts=["what time is it", "goodbye"]) as caller:
            caller.say(1.0)
            await caller.state("idle", "audio.complete")
            caller.say(0.8)
            closed = await caller.message("session.closed")
            assert closed == {"reason": "hang_up"}
            assert [m["payload"]["text"] for m in caller.messages if m["type"] == "transcript.final"] == [
                "what time is it",
                "goodbye",
            ]
            assert caller.states == [
                "idle",
                "user_speaking",
                "ai_thinking",
                "ai_speaking",
                "idle",
                "user_speaking",
                "ai_thinking",
                "not_connected",
            ]
            await caller.session.ended.wait()

    virtual_time.run(call())


def test_every_message_is_numbered_without_gaps_and_names_its_session(tmp_path: Path) -> None:
    async def call() -> None:
        async with scene(tmp_path, texts=["hello"]) as caller:
            caller.say(1.0)
            await caller.state("idle", "audio.complete")
            assert [message["seq"] for message in caller.messages] == list(range(1, len(caller.messages) + 1))
            assert {message["session_id"] for message in caller.messages} == {"sess_1"}
            assert {message["role"] for message in caller.messages} == {"system", "user", "assistant"}

    virtual_time.run(call())


@pytest.mark.requirement("V7-BARGE")
def test_speech_over_the_answer_silences_it_and_is_answered(tmp_path: Path) -> None:
    async def call() -> None:
        script: Script = [{"match": "first", "do": [{"say": LONG}]}, {"match": None, "do": [{"say": "Of course."}]}]
        async with scene(tmp_path, texts=["first question", "second question"], script=script) as caller:
            caller.say(1.0)
            await caller.state("ai_speaking")
            old = caller.of("audio.start")[0]["response_id"]
            await virtual_time.advance(1.0)
            onset = now()
            caller.say(1.0)
            interrupted = await caller.message("response.interrupted")
            assert interrupted["response_id"] == old
            assert interrupted["source"] == "vad"
            assert 0 < interrupted["latency_ms"] <= 250
            assert 0 < len(interrupted["heard_text"]) < len(LONG)
            assert LONG.startswith(interrupted["heard_text"])
            assert abs(interrupted["played_ms"] - 1000) < 500
            told = len(caller.messages)
            await caller.state("ai_speaking", count=2)
            assert caller.loud(onset + 0.3, now()) == 0
            for message in caller.messages[told:]:
                assert message["payload"].get("response_id") != old
            await caller.state("idle", "audio.complete")
            assert caller.of("audio.complete")[0]["response_id"] != old

    virtual_time.run(call())


def test_a_barge_in_is_silent_within_the_budget_of_its_first_sample(tmp_path: Path) -> None:
    async def call() -> None:
        script = [{"match": None, "do": [{"say": LONG}]}]
        async with scene(tmp_path, texts=["one", "two"], script=script) as caller:
            caller.say(1.0)
            await caller.state("ai_speaking")
            await virtual_time.advance(1.0)
            onset = now()
            caller.say(1.5)
            await caller.message("response.interrupted")
            await caller.state("ai_thinking", count=2)
            audible = [at for at, pcm in caller.line.heard if at >= onset and abs(pcm.astype(int)).max() > 200]
            assert max(audible) + 0.02 - onset <= 0.25

    virtual_time.run(call())


def test_an_action_is_ordered_carried_out_and_told(tmp_path: Path) -> None:
    async def call() -> None:
        do: list[dict[str, Any]] = [{"call": {"name": "navigate", "arguments": {"page": "settings"}}}, {"say": "Done."}]
        async with scene(
            tmp_path, texts=["go to settings"], script=[{"match": None, "do": do}], actions={"navigate": NAVIGATE}
        ) as caller:
            caller.say(1.0)
            order = await caller.message("action.invoke")
            assert (order["action_id"], order["parameters"]) == ("navigate", {"page": "settings"})
            await caller.state("invoke_action")
            caller.send("action.result", {"invocation_id": order["invocation_id"], "status": "success"})
            await caller.state("idle", "audio.complete")
            assert caller.of("response.done")[0]["text"] == "Done."

    virtual_time.run(call())


@pytest.mark.requirement("V5-REGISTRY")
@pytest.mark.parametrize(
    "invented",
    [
        {"name": "delete_everything", "arguments": {}},
        {"name": "navigate", "arguments": {"page": "the moon"}},
        {"name": "navigate", "arguments": {}},
    ],
)
def test_what_the_brain_invents_never_reaches_the_client(tmp_path: Path, invented: dict[str, Any]) -> None:
    async def call() -> None:
        script = [{"match": None, "do": [{"call": invented}, {"call": invented}, {"call": invented}]}]
        async with scene(tmp_path, texts=["go"], script=script, actions={"navigate": NAVIGATE}) as caller:
            caller.say(1.0)
            await caller.state("idle", "audio.complete")
            assert caller.of("action.invoke") == []
            assert "cannot" in caller.of("response.done")[0]["text"]

    virtual_time.run(call())


def test_an_action_that_never_answers_is_told_aloud(tmp_path: Path) -> None:
    async def call() -> None:
        do = [{"call": {"name": "navigate", "arguments": {"page": "home"}}}, {"say": "That did not work."}]
        async with scene(
            tmp_path,
            texts=["go home"],
            script=[{"match": None, "do": do}],
            actions={"navigate": NAVIGATE | {"timeout_ms": 2000}},
        ) as caller:
            caller.say(1.0)
            await caller.state("idle", "audio.complete")
            assert caller.of("error")[0]["code"] == "action.timeout"
            assert caller.of("response.done")[0]["text"] == "That did not work."

    virtual_time.run(call())


def test_a_typed_turn_is_answered_by_voice(tmp_path: Path) -> None:
    async def call() -> None:
        async with scene(tmp_path) as caller:
            caller.send("input.text", {"text": "hello"})
            await caller.state("ai_speaking")
            since = now()
            await caller.state("idle", "audio.complete")
            assert caller.loud(since) > 1000

    virtual_time.run(call())


def test_a_held_key_makes_the_turn(tmp_path: Path) -> None:
    async def call() -> None:
        async with scene(tmp_path, texts=["hello"]) as caller:
            caller.send("input.start")
            await caller.state("user_speaking")
            caller.say(1.0)
            await virtual_time.advance(4.0)
            assert caller.session.state == "user_speaking"
            caller.send("input.end")
            await caller.state("idle", "audio.complete")
            assert caller.of("input.start")[0]["trigger"] == "ptt"

    virtual_time.run(call())


def test_a_turn_in_which_nothing_was_understood_is_told_and_the_call_goes_on(tmp_path: Path) -> None:
    async def call() -> None:
        async with scene(tmp_path, texts=["", "hello"]) as caller:
            caller.say(0.6)
            error = await caller.message("error.recognition")
            assert error["code"] == "stt.no_match"
            await caller.state("idle", "error.recognition")
            caller.say(0.6)
            await caller.state("idle", "audio.complete")

    virtual_time.run(call())


@pytest.mark.parametrize(
    ("script", "tts", "code"),
    [
        ([{"match": None, "do": [{"fail": "brain.failed"}]}], {}, "brain.failed"),
        ([{"match": None, "do": [{"stall_s": 60}]}], {}, "brain.timeout"),
        ([{"match": None, "do": [{"say": "Well then."}]}], {"fail": True}, "tts.failed"),
        ([{"match": None, "do": [{"say": "Well then."}]}], {"stall_s": 60}, "tts.timeout"),
    ],
)
def test_a_provider_that_fails_or_stalls_ends_the_turn_and_not_the_call(
    tmp_path: Path, script: list[dict[str, Any]], tts: dict[str, Any], code: str
) -> None:
    async def call() -> None:
        async with scene(tmp_path, texts=["hello", "hello"], script=script, tts=tts) as caller:
            caller.say(0.6)
            await caller.state("idle", "response.failed")
            assert caller.of("error")[0]["code"] == code
            caller.say(0.6)
            await caller.state("idle", "response.failed", count=2)

    virtual_time.run(call())


def test_a_recogniser_that_stalls_is_given_up(tmp_path: Path) -> None:
    async def call() -> None:
        async with scene(tmp_path, texts=["hello"], stt={"delay_s": 60}) as caller:
            caller.say(0.6)
            error = await caller.message("error.recognition")
            assert error["code"] == "stt.timeout"
            await caller.state("idle", "error.recognition")

    virtual_time.run(call())


def test_an_empty_answer_ends_the_turn(tmp_path: Path) -> None:
    async def call() -> None:
        async with scene(tmp_path, texts=["hm"], script=[{"match": None, "do": [{"empty": True}]}]) as caller:
            caller.say(0.6)
            await caller.state("idle", "response.empty")

    virtual_time.run(call())


def test_a_cancel_stops_the_voice_at_once(tmp_path: Path) -> None:
    async def call() -> None:
        async with scene(tmp_path, texts=["hello"], script=[{"match": None, "do": [{"say": LONG}]}]) as caller:
            caller.say(0.6)
            await caller.state("ai_speaking")
            await virtual_time.advance(0.7)
            cancelled = now()
            caller.send("response.cancel")
            await caller.state("idle", "response.cancel")
            await virtual_time.advance(1.0)
            assert caller.loud(cancelled + 0.3) == 0
            assert caller.of("response.interrupted")[0]["type"] == "manual-stop"
            assert caller.of("audio.end") == []

    virtual_time.run(call())


def test_a_graceful_cancel_lets_the_sentence_end(tmp_path: Path) -> None:
    async def call() -> None:
        text = "First comes this sentence. Then comes another one. And then a third."
        async with scene(tmp_path, texts=["hello"], script=[{"match": None, "do": [{"say": text}]}]) as caller:
            caller.say(0.6)
            await caller.state("ai_speaking")
            await virtual_time.advance(0.3)
            caller.send("response.cancel", {"graceful": True})
            await caller.state("idle", "audio.complete")
            duration = caller.of("audio.end")[0]["duration_ms"]
            assert duration == pytest.approx(60 * len("First comes this sentence."), abs=40)

    virtual_time.run(call())


def test_the_greeting_is_spoken_first(tmp_path: Path) -> None:
    async def call() -> None:
        async with scene(tmp_path, greeting="Welcome to the shop.") as caller:
            await caller.state("ai_speaking", "server.announce")
            await caller.state("idle", "audio.complete")
            assert caller.of("response.done")[0]["text"] == "Welcome to the shop."

    virtual_time.run(call())


@pytest.mark.requirement("V7-FATAL")
def test_a_session_that_breaks_says_so_and_ends_as_any_other(tmp_path: Path) -> None:
    def broken(session_id: str, at: float, signal: Signal | None) -> None:
        if isinstance(signal, TextEntered):
            raise ValueError("a fault of ours")

    async def call() -> None:
        async with scene(tmp_path, parts={"signals": (broken,)}) as caller:
            caller.send("input.text", {"text": "hello"})
            await caller.session.ended.wait()
            fatal, state, closed = caller.messages[-3:]
            assert (fatal["type"], fatal["payload"]["code"]) == ("error.fatal", "internal")
            assert "fault" not in fatal["payload"]["message"]
            assert state["payload"] == {"state": "not_connected", "previous": "idle", "trigger": "session.close"}
            assert (closed["type"], closed["payload"]) == ("session.closed", {"reason": "error"})
            assert caller.line.closed

    virtual_time.run(call())


def test_a_ping_is_answered(tmp_path: Path) -> None:
    async def call() -> None:
        async with scene(tmp_path) as caller:
            caller.send("ping", {"t": 7}, id="p")
            assert await caller.message("pong") == {"t": 7}
            assert next(m for m in caller.messages if m["type"] == "pong")["reply_to"] == "p"

    virtual_time.run(call())


def test_the_same_call_twice_is_the_same_call(tmp_path: Path) -> None:
    async def call() -> list[Any]:
        async with scene(tmp_path, texts=["one", "two"]) as caller:
            caller.say(1.0)
            await caller.state("ai_speaking")
            await virtual_time.advance(0.5)
            caller.say(1.0)
            await caller.state("idle", "audio.complete")
            return [(at, m["type"], m["payload"]) for at, m in caller.line.received if m["type"] != "session.connected"]

    assert virtual_time.run(call()) == virtual_time.run(call())


def test_an_hour_of_silence_costs_nothing_and_ends_by_itself(tmp_path: Path) -> None:
    async def call() -> float:
        async with scene(tmp_path, idle_s=600.0) as caller:
            began = now()
            await caller.until(lambda m: m["type"] == "session.closed", seconds=3600)
            return now() - began

    assert virtual_time.run(call()) == pytest.approx(600, abs=1)
