"""The turn-taking of whole calls in virtual time, with its numbers (ITE AC-001 to ITE AC-008)."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from antiphon.domain.events import TurnEnded
from antiphon.domain.signals import Signal, SpeechClear
from antiphon.testing import virtual_time
from antiphon.turns.core import Outcome
from antiphon.turns.policies import parse
from support.long_answer import ANSWER, at_of, audible_after, now, speaking
from support.scene import NAVIGATE, Scene, Script, scene


@pytest.mark.requirement("ITE-AC-001")
@pytest.mark.requirement("ITE-REQ-003")
@pytest.mark.requirement("ITE-GUD-001")
def test_speech_over_the_answer_is_silence_within_the_budget_and_then_listening(tmp_path: Path) -> None:
    async def call() -> None:
        async with scene(tmp_path, texts=["first question", "go to settings"], script=ANSWER) as caller:
            await speaking(caller)
            onset = now()
            caller.say(1.5)
            interrupted = await caller.message("response.interrupted")
            await caller.state("ai_speaking", count=2)
            heard = audible_after(caller, onset, at_of(caller, "audio.start", 1))
            assert max(heard) + 0.02 - onset <= 0.25
            assert interrupted["latency_ms"] <= 250
            assert interrupted["latency_ms"] == pytest.approx(1000 * (max(heard) + 0.02 - onset), abs=60)
            assert caller.of("session.state")[4]["trigger"] == "input.barge_in"

    virtual_time.run(call())


FADES: list[tuple[str, dict[str, Any], float, float]] = [
    ("key", {}, 150, 150),
    ("key", {"profile": "assertive"}, 173.5, 173.5),
    ("key", {"profile": "custom", "completionGraceMs": 0}, 13.5, 13.5),
    ("key", {"profile": "custom", "completionGraceMs": 1000, "interruptionBudgetMs": 110}, 90, 90),
    ("key", {"profile": "custom", "completionGraceMs": 300, "interruptionBudgetMs": 750}, 300, 300),
    ("voice", {}, 20, 60),
    ("voice", {"profile": "custom", "completionGraceMs": 10}, 13.5, 13.5),
    ("voice", {"profile": "custom", "completionGraceMs": 150, "interruptionBudgetMs": 750}, 150, 150),
]


@pytest.mark.requirement("ITE-GUD-001")
@pytest.mark.parametrize(("by", "fields", "least_ms", "most_ms"), FADES)
def test_the_answer_that_is_sent_fades_as_long_as_the_policy_says(
    tmp_path: Path, by: str, fields: dict[str, Any], least_ms: float, most_ms: float
) -> None:
    async def call() -> None:
        texts = ["first question", "go to settings"]
        async with scene(tmp_path, texts=texts, script=ANSWER, policy=parse(fields)) as caller:
            await speaking(caller)
            if by == "key":
                caller.send("input.barge_in", {"source": "manual"})
                await caller.state("user_speaking", count=2)
                cut = now()
            else:
                caller.say(1.5)
                await caller.message("playback.paused")
                cut = at_of(caller, "playback.paused")
            await virtual_time.advance(0.5)
            sent = np.abs(np.concatenate([pcm for at, pcm in caller.line.heard if at >= cut]).astype(int))
            lasted_ms = (np.flatnonzero(sent > 20)[-1] + 1) / 48
            # One packet may have left in the instant of the cut.
            assert 0.97 * least_ms - 2 <= lasted_ms <= most_ms + 22
            loudest = [part.max() for part in np.array_split(sent[: round(48 * lasted_ms)], 4)]
            assert loudest[3] < 0.7 * loudest[0]

    virtual_time.run(call())


@pytest.mark.requirement("BARGE-CONFIRM")
@pytest.mark.parametrize("said", ["mm-hm", "", "okay"])
def test_a_cough_or_a_back_channel_costs_nothing_of_the_answer(tmp_path: Path, said: str) -> None:
    async def heard_frames(texts: list[str], noise: float) -> tuple[int, Scene]:
        async with scene(tmp_path, texts=texts, script=ANSWER) as caller:
            await speaking(caller)
            if noise:
                caller.say(noise)
            await caller.state("idle", "audio.complete")
            return len(audible_after(caller, 0, now())), caller

    async def call() -> None:
        whole, _ = await heard_frames(["first question"], 0)
        paused, caller = await heard_frames(["first question", said], 0.4)
        assert caller.of("response.interrupted") == []
        assert len(caller.of("playback.paused")) == 1
        assert caller.of("playback.paused")[0]["played_ms"] == caller.of("playback.resumed")[0]["played_ms"]
        # The frames of the fade are heard twice: once fading, once again when it goes on.
        assert whole <= paused <= whole + 8
        assert caller.of("audio.complete")[0]["played_ms"] == caller.of("audio.end")[0]["duration_ms"]

    virtual_time.run(call())


@pytest.mark.requirement("BARGE-CONFIRM")
@pytest.mark.parametrize("word", ["Stop.", "Wait.", "No."])
def test_one_word_stops_the_answer(tmp_path: Path, word: str) -> None:
    async def call() -> None:
        async with scene(tmp_path, texts=["first question", word], script=ANSWER) as caller:
            await speaking(caller)
            onset = now()
            caller.say(0.4)
            await caller.message("response.interrupted")
            assert at_of(caller, "response.interrupted") - onset < 0.9
            await caller.state("idle")
            assert caller.session.state != "not_connected"

    virtual_time.run(call())


@pytest.mark.requirement("ITE-AC-002")
@pytest.mark.requirement("ITE-REQ-010")
def test_after_speech_comes_thinking_then_the_transcript_then_the_reply(tmp_path: Path) -> None:
    async def call() -> None:
        async with scene(tmp_path, texts=["first question"], script=ANSWER, stt={"delay_s": 0.2}) as caller:
            caller.say(1.0)
            await caller.state("ai_speaking")
            kinds = [m["type"] for m in caller.messages]
            thinking = next(i for i, m in enumerate(caller.messages) if m["payload"].get("state") == "ai_thinking")
            assert (
                thinking < kinds.index("transcript.final") < kinds.index("response.delta") < kinds.index("audio.start")
            )

    virtual_time.run(call())


@pytest.mark.requirement("ITE-AC-003")
def test_hands_free_answers_what_was_said_meanwhile_after_its_answer(tmp_path: Path) -> None:
    async def call() -> None:
        policy = parse({"profile": "hands-free"})
        async with scene(tmp_path, texts=["first question", "and the second"], script=ANSWER, policy=policy) as caller:
            await speaking(caller)
            caller.say(0.8)
            await caller.state("ai_speaking", count=2)
            triggers = [payload["trigger"] for payload in caller.of("session.state")]
            assert triggers[4:8] == ["audio.complete", "pending", "input.end", "response.audio"]
            assert caller.of("response.interrupted") == []
            assert [payload["text"] for payload in caller.of("transcript.final")][1] == "and the second"

    virtual_time.run(call())


@pytest.mark.requirement("ITE-AC-004")
@pytest.mark.requirement("ITE-AC-008")
def test_a_microphone_that_falls_silent_is_told_and_recovers_within_a_second(tmp_path: Path) -> None:
    async def call() -> None:
        async with scene(tmp_path) as caller:
            await virtual_time.advance(2.0)
            caller.line.deaf = True
            gone = now()
            health = await caller.message("session.health")
            assert now() - gone == pytest.approx(5.0, abs=0.3)
            assert (health["status"], health["conversation_state"]) == ("degraded", "recovering")
            assert health["guidance"]
            caller.line.deaf = False
            back = now()
            health = await caller.message("session.health", 2)
            assert health["status"] == "ok"
            assert now() - back <= 1.0

    virtual_time.run(call())


def test_a_turn_whose_audio_stops_in_mid_word_is_answered(tmp_path: Path) -> None:
    async def call() -> None:
        async with scene(tmp_path, texts=["first question"], script=ANSWER) as caller:
            caller.say(3.0)
            await caller.state("user_speaking")
            await virtual_time.advance(0.5)
            caller.line.deaf = True
            gone = now()
            ended = await caller.message("input.end")
            assert ended["reason"] == "audio_stopped"
            assert now() - gone <= 2.0
            await caller.state("ai_speaking")

    virtual_time.run(call())


@pytest.mark.requirement("ITE-AC-005")
@pytest.mark.requirement("ITE-REQ-008")
def test_a_yield_stops_the_answer_and_listens(tmp_path: Path) -> None:
    async def call() -> None:
        async with scene(tmp_path, texts=["first question"], script=ANSWER) as caller:
            await speaking(caller)
            caller.send("assistant.yield", {"reason": "the user opened the editor"})
            await caller.state("user_speaking", count=2)
            told = await caller.message("response.interrupted")
            assert told["type"] == "policy-yield"

    virtual_time.run(call())


@pytest.mark.requirement("ITE-AC-006")
@pytest.mark.requirement("ITE-REQ-005")
def test_a_policy_is_changed_without_a_restart(tmp_path: Path) -> None:
    async def call() -> None:
        async with scene(tmp_path, texts=["first question", "more"], script=ANSWER) as caller:
            caller.send("policy.update", {"profile": "assertive", "adaptiveEndOfTurn": False})
            told = await caller.message("policy.updated")
            assert (told["profile"], told["endOfTurnMs"], told["bargeIn"]) == ("assertive", 500, "immediate")
            caller.say(1.0)
            ended = await caller.message("input.end")
            assert ended["audio_ms"] < 1700
            caller.send("policy.update", {"interruptionBudgetMs": 9000}, id="p")
            error = await caller.message("error")
            assert error["code"] == "policy.unsafe"
            assert error["details"]["field"] == "interruptionBudgetMs"
            assert len(caller.of("policy.updated")) == 1

    virtual_time.run(call())


@pytest.mark.requirement("ITE-AC-007")
def test_after_three_interruptions_two_seconds_of_the_answer_are_safe(tmp_path: Path) -> None:
    async def call() -> None:
        texts = [f"first question {n}" for n in range(6)]
        async with scene(tmp_path, texts=texts, script=ANSWER) as caller:
            caller.say(1.0)
            for count in range(1, 4):
                await caller.state("ai_speaking", count=count)
                await virtual_time.advance(0.5)
                caller.say(1.0)
                await caller.message("response.interrupted", count)
            await caller.state("ai_speaking", count=4)
            began = now()
            await virtual_time.advance(0.3)
            caller.say(3.0)
            told = await caller.message("session.health")
            assert told["reason"] == "cooldown"
            await caller.message("response.interrupted", 4)
            assert now() - began == pytest.approx(2.0, abs=0.1)

    virtual_time.run(call())


@pytest.mark.requirement("ITE-VAL")
@pytest.mark.parametrize("profile", ["default", "assertive"])
def test_the_documents_latencies_hold_from_the_verdicts(tmp_path: Path, profile: str) -> None:
    """On average under 200 ms from speech start to interruption, and under 300 ms from speech stop to the answer.

    Both are heard where the caller hears them: the last sound of the old answer, the first of the new one. From the
    first sample of the speech, of which the verdict comes later, it is the budget of the policy.
    """
    verdicts: list[tuple[float, type]] = []

    def step(session_id: str, at: float, signal: Signal | None, outcome: Outcome) -> None:
        verdicts.append((at, type(signal)))
        verdicts.extend((at, type(event)) for event in outcome.events if isinstance(event, TurnEnded))

    def last(kind: type) -> float:
        return [at for at, each in verdicts if each is kind][-1]

    async def call() -> None:
        stops, starts, budgeted = [], [], []
        policy = parse({"profile": profile})
        for length in (0.7, 0.9, 1.0, 1.2, 1.5):
            verdicts.clear()
            parts = {"steps": (step,)}
            texts = ["first question", "second"]
            async with scene(tmp_path, texts=texts, script=ANSWER, policy=policy, parts=parts) as caller:
                await speaking(caller)
                first = audible_after(caller, last(TurnEnded), now())[0]
                starts.append(1000 * (first - last(TurnEnded)))
                caller.say(length)
                budgeted.append((await caller.message("response.interrupted"))["latency_ms"])
                suspected = last(SpeechClear)
                await caller.state("idle", "audio.complete")
                until = at_of(caller, "audio.start", 1)
                stops.append(1000 * (max(audible_after(caller, 0, until)) + 0.02 - suspected))
                starts.append(1000 * (audible_after(caller, until, now())[0] - last(TurnEnded)))
        assert sum(stops) / len(stops) < 200, stops
        assert sum(starts) / len(starts) < 300, starts
        assert max(budgeted) <= policy.interruption_budget_ms, budgeted

    virtual_time.run(call())


def test_speech_during_an_action_is_answered_after_it(tmp_path: Path) -> None:
    async def call() -> None:
        do: list[dict[str, Any]] = [{"call": {"name": "navigate", "arguments": {"page": "home"}}}, {"say": "Done."}]
        script: Script = [{"match": "go", "do": do}, {"match": None, "do": [{"say": "Of course."}]}]
        async with scene(
            tmp_path, texts=["go home", "and what else"], script=script, actions={"navigate": NAVIGATE}
        ) as caller:
            caller.say(1.0)
            order = await caller.message("action.invoke")
            caller.say(0.6)
            await virtual_time.advance(2.0)
            caller.send("action.result", {"invocation_id": order["invocation_id"], "status": "success"})
            await caller.state("idle", "audio.complete", count=2)
            assert [payload["text"] for payload in caller.of("response.done")] == ["Done.", "Of course."]
            assert caller.of("input.start")[1]["trigger"] == "pending"

    virtual_time.run(call())


def test_muting_is_no_fault(tmp_path: Path) -> None:
    async def call() -> None:
        async with scene(tmp_path) as caller:
            caller.send("input.mute", {"muted": True})
            caller.line.deaf = True
            await virtual_time.advance(60.0)
            assert caller.of("session.health") == []

    virtual_time.run(call())
