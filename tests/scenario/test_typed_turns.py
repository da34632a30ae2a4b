"""Turns that are typed faster than anybody types: so many are taken, by any contract, and what is overtaken stops."""

from collections import Counter
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest

from antiphon.domain.conversation import BrainEvent, BrainRequest, BrainText
from antiphon.domain.signals import MuteChanged, TextEntered, TurnGranted
from antiphon.session.mailbox import REFUSED_LIMIT, TURNS_AT_ONCE, TURNS_PER_SECOND, RateLimiter
from antiphon.testing import virtual_time
from support.scene import scene, timeless
from support.vela import vela
from support.ws import house

APART_S = 0.02
"""As many as messages may come."""
FEW = 5


async def flood(send: Callable[[str], None], texts: int) -> None:
    for number in range(texts):
        send(f"text {number}")
        await virtual_time.advance(APART_S)


TAKEN = TURNS_AT_ONCE + round(TURNS_PER_SECOND * APART_S * (TURNS_AT_ONCE + FEW) - 0.5)
"""Of so many and a few more, at that pace."""


@timeless
async def test_over_the_data_channel_a_burst_is_taken_and_no_more(tmp_path: Path) -> None:
    async with scene(tmp_path) as caller:
        await flood(lambda text: caller.send("input.text", {"text": text}, id=text.replace(" ", "_")), TAKEN + FEW)
        errors = [message for message in caller.messages if message["type"] == "error"]
        assert [error["payload"]["code"] for error in errors] == ["rate.limited"] * FEW
        refused = {error["reply_to"].replace("_", " ") for error in errors}
        assert errors[0]["payload"]["retryable"]
        assert "20 at once, then 4 a second" in errors[0]["payload"]["message"]
        said = {transcript["text"] for transcript in caller.of("transcript.final")}
        assert len(said) == TAKEN
        assert said | refused == {f"text {number}" for number in range(TAKEN + FEW)}
        await virtual_time.advance(1.0)
        await flood(lambda text: caller.send("input.text", {"text": text}), TURNS_PER_SECOND)
        assert len(caller.of("error")) == FEW
        assert len(caller.of("transcript.final")) == TAKEN + TURNS_PER_SECOND


@timeless
async def test_ws_v1_takes_as_many(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        client = home.connect()
        await client.started()
        await flood(lambda text: client.send("input.text", text=text), TAKEN + FEW)
        assert client.codes == ["rate.limited"] * FEW
        assert len(home.brain.requests) == TAKEN


@timeless
async def test_vela_takes_as_many(tmp_path: Path) -> None:
    async with vela(tmp_path) as home:
        client = home.connect()
        await client.event("session.ready")
        await flood(lambda text: client.send("input.text", text=text), TAKEN + FEW)
        assert client.codes == ["rate.limited"] * FEW
        assert len(home.brain.requests) == TAKEN


@timeless
async def test_a_session_whose_client_goes_on_is_ended(tmp_path: Path) -> None:
    async with scene(tmp_path) as caller:
        await flood(lambda text: caller.send("input.text", {"text": text}), 2 * TURNS_AT_ONCE + REFUSED_LIMIT)
        assert (await caller.message("error.fatal"))["code"] == "rate.limited"
        await caller.session.ended.wait()


def test_grants_count_too_and_what_is_no_turn_does_not() -> None:
    limiter = RateLimiter()
    assert all(limiter.admits_turn(TurnGranted(), 100.0) for _ in range(TURNS_AT_ONCE))
    assert not limiter.admits_turn(TextEntered("x"), 100.0)
    assert not limiter.admits_turn(TurnGranted(), 100.2)
    assert limiter.admits_turn(MuteChanged(True), 100.2)
    assert limiter.admits_turn(TurnGranted(), 100.3)
    assert [limiter.admits_turn(TextEntered("x"), 200.0) for _ in range(TURNS_AT_ONCE + 1)].count(True) == TURNS_AT_ONCE


class Thinker:
    """A brain that never comes to an end, and counts what it does for each turn."""

    def __init__(self) -> None:
        self.steps: Counter[str] = Counter()
        self.thinking: set[str] = set()
        self.most = 0

    async def start(self) -> None: ...

    async def close(self) -> None: ...

    def for_session(self) -> "Thinker":
        return self

    async def reply(self, request: BrainRequest) -> AsyncIterator[BrainEvent]:
        self.thinking.add(request.turn_id)
        self.most = max(self.most, len(self.thinking))
        try:
            yield BrainText("To begin with. ")
            while True:
                self.steps[request.turn_id] += 1
                await virtual_time.advance(0.001)
        finally:
            self.thinking.discard(request.turn_id)


@pytest.mark.parametrize("apart_s", [0.0, 0.0005, 0.05, 0.3])
@timeless
async def test_nothing_goes_on_for_a_turn_that_was_overtaken(tmp_path: Path, apart_s: float) -> None:
    brain = Thinker()
    async with scene(tmp_path, brain=brain) as caller:
        for number in range(10):
            caller.send("input.text", {"text": f"text {number}"})
            await virtual_time.advance(apart_s)
        await virtual_time.advance(0.01)
        [last] = brain.thinking
        before = Counter(brain.steps)
        await virtual_time.advance(0.1)
        assert brain.thinking == {last}
        assert {turn for turn in brain.steps if brain.steps[turn] > before[turn]} == {last}
        assert brain.most == 1
        caller.send("response.cancel", {})
        await virtual_time.advance(0.01)
        assert brain.thinking == set()
