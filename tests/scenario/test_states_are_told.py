"""Each state is told within 50 ms of what caused it (VIP7-SYNC), by the clock of a call in virtual time."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from antiphon.domain.events import StateChanged
from antiphon.domain.signals import Signal
from antiphon.testing import virtual_time
from antiphon.turns.core import Outcome
from antiphon.turns.policies import parse
from support.scene import NAVIGATE, Scene, Script, scene, timeless

pytestmark = [pytest.mark.requirement("VIP7-SYNC"), pytest.mark.requirement("ITE-REQ-001")]

WITHIN_S = 0.05
SCRIPT: Script = [
    {"match": "long", "do": [{"say": "This is a long answer, and it goes on and on, so that it can be interrupted."}]},
    {"match": "cart", "do": [{"call": {"name": "navigate", "arguments": {"page": "cart"}}}, {"say": "There it is."}]},
    {"match": "nothing", "do": [{"empty": True}]},
    {"match": "fail", "do": [{"fail": "brain.failed"}]},
    {"match": None, "do": [{"say": "Which page do you mean?"}]},
]


def now() -> float:
    return asyncio.get_running_loop().time()


async def spoken(caller: Scene) -> None:
    """Answered, and asked back: rows 3, 5, 7, 10, and 3 and 6 by a follow-up in which nothing is said."""
    caller.say(1.0)
    await caller.state("idle", "input.timeout")


async def interrupted(caller: Scene) -> None:
    """Rows 18, 7, 11, 5, 15."""
    caller.send("input.text", {"text": "a long answer"})
    await caller.state("ai_speaking")
    await virtual_time.advance(0.5)
    caller.say(1.2)
    await caller.state("ai_speaking", count=2)
    caller.send("response.cancel")
    await caller.state("idle", "response.cancel")


async def ordered(caller: Scene) -> None:
    """Rows 18, 8, 12, 7."""
    caller.send("input.text", {"text": "the cart"})
    asked = await caller.message("action.invoke")
    caller.send("action.result", {"invocation_id": asked["invocation_id"], "status": "success", "output": "Done."})
    await caller.state("idle", "audio.complete")


async def fruitless(caller: Scene) -> None:
    """Rows 17, 19."""
    caller.send("input.text", {"text": "nothing"})
    await caller.state("idle", "response.empty")
    caller.send("input.text", {"text": "fail"})
    await caller.state("idle", "response.failed")


async def by_hand(caller: Scene) -> None:
    """Rows 3, 6, 20, 9."""
    caller.send("input.start", {"trigger": "ptt"})
    await caller.state("user_speaking")
    caller.send("input.cancel")
    await caller.state("idle", "input.cancel")
    caller.send("assistant.grant", {})
    await caller.state("ai_thinking", "assistant.grant")
    caller.send("assistant.yield", {"reason": "because"})
    await caller.state("user_speaking", count=2)


CALLS = {"spoken": 6, "interrupted": 7, "ordered": 6, "fruitless": 4, "by_hand": 4}
"""What happens, and at least how many states are told of it."""


@pytest.mark.parametrize("name", CALLS)
@timeless
async def test_a_state_is_told_within_50_ms_of_the_signal_that_led_to_it(tmp_path: Path, name: str) -> None:
    does: Callable[[Scene], Awaitable[None]] = globals()[name]
    caused: list[tuple[float, str]] = []

    def step(session_id: str, at: float, signal: Signal | None, outcome: Outcome) -> None:
        caused.extend((at, event.state.value) for event in outcome.events if isinstance(event, StateChanged))

    parts: dict[str, Any] = {"steps": (step,)}
    more: dict[str, Any] = {"follow_up": True, "no_speech_s": 3.0} if name == "spoken" else {}
    actions = {"navigate": NAVIGATE}
    texts = ["hello", "hello"]
    async with scene(tmp_path, texts=texts, script=SCRIPT, actions=actions, parts=parts, **more) as caller:
        await does(caller)
        told = [(at, m["payload"]["state"]) for at, m in caller.line.received if m["type"] == "session.state"]
    # Whoever is connecting is told nothing yet.
    causes = [each for each in caused if each[1] != "connecting"][: len(told)]
    assert [state for _, state in told] == [state for _, state in causes]
    assert len(told) >= CALLS[name]
    late = [(state, there - at) for (at, state), (there, _) in zip(causes, told, strict=True) if there - at > WITHIN_S]
    assert late == []


def is_led_to_by(trigger: str, message: Mapping[str, Any]) -> bool:
    return bool(message["payload"].get("trigger") == trigger)


@timeless
async def test_what_a_client_does_is_told_within_50_ms_of_its_message(tmp_path: Path) -> None:
    async with scene(tmp_path, script=SCRIPT) as caller:
        for type_, payload, trigger in [
            ("input.start", {"trigger": "ptt"}, "input.start"),
            ("input.cancel", {}, "input.cancel"),
            ("input.text", {"text": "a long answer"}, "input.text"),
            ("response.cancel", {}, "response.cancel"),
            ("assistant.grant", {}, "assistant.grant"),
            ("input.barge_in", {"source": "manual"}, "input.barge_in"),
            ("session.close", {}, "session.close"),
        ]:
            sent = now()
            caller.send(type_, payload)
            await caller.until(partial(is_led_to_by, trigger))
            [arrived] = [at for at, m in caller.line.received if m["payload"].get("trigger") == trigger]
            assert arrived - sent < WITHIN_S, type_


@timeless
async def test_the_end_of_a_turn_is_told_within_50_ms_of_the_silence_that_ends_it(tmp_path: Path) -> None:
    """What the policy waits for is the cause; one frame of 20 ms may have been going by when it was full."""
    policy = parse({"endOfTurnMs": 700, "adaptiveEndOfTurn": False})
    async with scene(tmp_path, texts=["hello"], script=SCRIPT, policy=policy) as caller:
        began = now()
        caller.say(1.0)
        await caller.state("ai_thinking")
        waited = now() - began - 1.0
        assert waited + 0.02 >= 0.7
        assert waited <= 0.7 + 0.02 + WITHIN_S
