"""What is told of turns in whole calls: words, states, latencies, the history, and the events of turns."""

from pathlib import Path

import pytest

from antiphon.testing import virtual_time
from support.long_answer import ANSWER, LONG, audible_after, speaking
from support.scene import scene


@pytest.mark.requirement("ITE-REQ-004")
def test_words_belong_to_the_turn_in_which_they_were_said(tmp_path: Path) -> None:
    async def call() -> None:
        async with scene(tmp_path, texts=["first question", "go to settings"], script=ANSWER) as caller:
            await speaking(caller)
            caller.say(1.5)
            await caller.state("ai_speaking", count=2)
            turns = [payload["turn_id"] for payload in caller.of("input.start")]
            finals = {payload["turn_id"]: payload["text"] for payload in caller.of("transcript.final")}
            assert finals == {turns[0]: "first question", turns[1]: "go to settings"}

    virtual_time.run(call())


@pytest.mark.requirement("ITE-REQ-011")
def test_texts_stay_in_step_with_the_states_through_an_interruption(tmp_path: Path) -> None:
    async def call() -> None:
        async with scene(tmp_path, texts=["first question", "go to settings"], script=ANSWER) as caller:
            await speaking(caller)
            caller.say(1.5)
            await caller.state("idle", "audio.complete")
            state = "idle"
            for message in caller.messages:
                if message["type"] == "session.state":
                    state = message["payload"]["state"]
                if message["type"] in ("response.delta", "response.done"):
                    assert state in ("ai_thinking", "ai_speaking")
                if message["type"] in ("transcript.partial",):
                    assert state in ("user_speaking", "ai_thinking")

    virtual_time.run(call())


@pytest.mark.requirement("ITE-GUD-002")
def test_both_latencies_are_measured_for_each_turn(tmp_path: Path) -> None:
    async def call() -> None:
        async with scene(tmp_path, texts=["first question", "go to settings"], script=ANSWER) as caller:
            await speaking(caller)
            caller.say(1.5)
            await caller.message("metrics.turn", 2)
            first, second = caller.of("metrics.turn")
            assert first["speech_stop_to_audio_ms"] > first["end_of_turn_to_audio_ms"] >= 0
            assert "barge_in_ms" not in first
            assert second["barge_in_ms"] == caller.of("response.interrupted")[0]["latency_ms"]

    virtual_time.run(call())


@pytest.mark.requirement("ITE-REQ-006")
@pytest.mark.requirement("V5-FLOOR")
def test_the_floor_is_never_held_by_two(tmp_path: Path) -> None:
    async def call() -> None:
        async with scene(tmp_path, texts=["first question", "go to settings"], script=ANSWER) as caller:
            await speaking(caller)
            caller.say(1.5)
            await caller.state("idle", "audio.complete")
            listening: tuple[float, float] | None = None
            spans = []
            for at, message in caller.line.received:
                if message["type"] == "session.state":
                    if message["payload"]["state"] == "user_speaking":
                        listening = (at, at)
                    elif listening is not None:
                        spans.append((listening[0], at))
                        listening = None
            for begin, end in spans:
                # The fade is the recovery window; after it nothing of the system sounds while the user holds the floor.
                assert audible_after(caller, begin + 0.25, end) == []

    virtual_time.run(call())


def test_the_history_holds_what_was_heard(tmp_path: Path) -> None:
    async def call() -> None:
        async with scene(tmp_path, texts=["first question", "go to settings"], script=ANSWER) as caller:
            await speaking(caller)
            caller.say(1.5)
            await caller.state("idle", "audio.complete")
            turns = caller.session.turns()
            assert [(turn["role"], turn["status"]) for turn in turns] == [
                ("user", "complete"),
                ("assistant", "incomplete"),
                ("user", "complete"),
                ("assistant", "complete"),
            ]
            cut, whole = turns[1], turns[3]
            assert cut["text"] == LONG
            assert LONG.startswith(cut["heard_text"])
            assert cut["interruption"]["source"] == "vad"
            assert whole["heard_text"] == whole["text"] == "Of course."

    virtual_time.run(call())


@pytest.mark.requirement("ITE-REQ-012")
@pytest.mark.requirement("ITE-PAT-001")
def test_a_client_that_subscribes_is_told_the_turn_events_of_the_document(tmp_path: Path) -> None:
    async def call() -> None:
        async with scene(tmp_path, texts=["first question", "and"], script=ANSWER, ready=False) as caller:
            caller.initialise(subscribe=["turn.event"])
            await caller.state("idle")
            await speaking(caller)
            caller.say(1.5)
            await caller.state("idle", "audio.complete")
            told = caller.of("voicepilot.turn.event")
            states = [payload["state"] for payload in told if payload["type"] == "state-changed"]
            assert states[:5] == ["idle", "listening", "thinking", "speaking", "listening"]
            [cut] = [payload for payload in told if payload["type"] == "interruption"]
            assert cut["diagnostics"]["interruptionCount"] == 1
            assert cut["turn"]["interruption"]["source"] == "azure-vad"
            assert cut["turn"]["interruption"]["latencyMs"] <= 250
            assert set(cut) == {"type", "state", "timestamp", "turn", "diagnostics"}
            assert cut["timestamp"].endswith("Z")

    virtual_time.run(call())


@pytest.mark.requirement("ITE-SEC-001")
def test_nobody_is_told_turn_events_unasked_and_none_of_them_holds_what_was_said(tmp_path: Path) -> None:
    async def call() -> None:
        async with scene(tmp_path, texts=["zebra question"], script=ANSWER) as caller:
            caller.say(1.0)
            await caller.state("idle", "audio.complete")
            assert caller.of("voicepilot.turn.event") == []
        async with scene(tmp_path, texts=["zebra question"], script=ANSWER, ready=False) as caller:
            caller.initialise(subscribe=["turn.event"])
            await caller.state("idle")
            caller.say(1.0)
            await caller.state("idle", "audio.complete")
            assert caller.of("voicepilot.turn.event")
            assert "zebra" not in str(caller.of("voicepilot.turn.event"))

    virtual_time.run(call())
