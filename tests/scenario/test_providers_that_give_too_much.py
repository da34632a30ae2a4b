"""Whatever a provider gives too much of costs its turn: the link holds, and the call goes on."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from structlog.testing import capture_logs

from antiphon.audio.resample import Resampler
from antiphon.domain.actions import Action, ActionCall
from antiphon.domain.audio import AudioChunk
from antiphon.domain.conversation import BrainCall, BrainText
from antiphon.session import speaker
from antiphon.session.bounds import ANSWER_CHARS, CLAUSE_S, HEARD_CHARS, OUTPUT_BYTES
from antiphon.session.parts import ServerTool
from antiphon.testing import virtual_time
from antiphon.transports.websocket import MAX_WAITING_BYTES, MAX_WAITING_MESSAGES
from scenario.test_faulty_providers import Asks, Recogniser, Tool, Voice, asks_the_tool
from support.faulty_providers import FINE, SOON_S, Faulty, goes_on, is_heard_of
from support.scene import NAVIGATE, Scene, scene, timeless
from support.ws import house

SENTENCE = "All of these words are said one after the other. "
HUGE = SENTENCE * (460 * 1024 // len(SENTENCE))


async def one_text() -> AsyncIterator[Any]:
    yield BrainText(HUGE)


async def one_word() -> AsyncIterator[Any]:
    yield BrainText("x" * 300_000)


async def many_texts() -> AsyncIterator[Any]:
    while True:
        yield BrainText(SENTENCE * 80)


async def a_call_with_a_huge_parameter() -> AsyncIterator[Any]:
    yield BrainCall(ActionCall("navigate", {"page": HUGE}))


async def a_call_with_a_huge_name() -> AsyncIterator[Any]:
    yield BrainCall(ActionCall(HUGE, {}))


async def nothing_without_end() -> AsyncIterator[Any]:
    while True:
        yield BrainText("")


def told_too_much(logs: Sequence[Mapping[str, Any]]) -> Mapping[str, Any]:
    """The one warning of a provider that gave too much; nothing that it gave stands in it."""
    [told] = [entry for entry in logs if entry["event"] == "provider gives too much"]
    assert told["log_level"] == "warning"
    assert SENTENCE not in str(told)
    return told


def holds(caller: Scene) -> None:
    """A client that reads nothing for 20 ms is not given up."""
    count: Counter[float] = Counter()
    size: Counter[float] = Counter()
    for at, message in caller.line.received:
        count[round(at, 2)] += 1
        size[round(at, 2)] += len(str(message).encode())
    assert max(count.values()) < MAX_WAITING_MESSAGES // 2
    assert max(size.values()) < MAX_WAITING_BYTES // 2


@pytest.mark.parametrize("think_ahead", [False, True])
@pytest.mark.parametrize(
    "fault",
    [one_text, one_word, many_texts, nothing_without_end, a_call_with_a_huge_parameter, a_call_with_a_huge_name],
)
@timeless
async def test_a_brain_costs_its_turn(tmp_path: Path, fault: Callable[[], Any], think_ahead: bool) -> None:
    given: dict[str, Any] = {"texts": ["hello"], "think_ahead": think_ahead, "actions": {"navigate": NAVIGATE}}
    with capture_logs() as logs:
        async with scene(tmp_path, brain=Faulty(fault), **given) as caller:
            caller.say(1.0)
            await caller.until(lambda _: caller.of("error") != [], seconds=3600)
            await is_heard_of(caller, "brain.failed")
            await goes_on(caller)
            holds(caller)
    told = told_too_much(logs)
    assert (told["provider"], told["session_id"]) == ("brain", "sess_1")
    assert told["type"] == "support.faulty_providers.Faulty"


@pytest.mark.parametrize("fault", [one_text, one_word])
@timeless
async def test_a_brain_costs_its_turn_over_ws_v1(tmp_path: Path, fault: Callable[[], Any]) -> None:
    async with house(tmp_path, brain=Faulty(fault)) as home:
        client = home.connect()
        await client.started()
        client.send("input.text", text="hello")
        await client.event("error")
        await virtual_time.advance(SOON_S)
        client.send("input.text", text="again")
        await client.until(lambda: any(done["text"] == FINE for done in client.of("assistant.response.final")))
        assert client.codes == ["brain.failed"]


async def in_single_characters() -> AsyncIterator[Any]:
    for character in LONGEST:
        yield BrainText(character)


@timeless
async def test_others_have_their_turn_between_two_pieces_of_an_answer(tmp_path: Path) -> None:
    """Whoever only wants to go on, here a counter, does so as often as there are pieces."""
    turns = 0

    async def another() -> None:
        nonlocal turns
        while True:
            turns += 1
            await asyncio.sleep(0)

    async with scene(tmp_path, brain=Faulty(in_single_characters)) as caller:
        beside = asyncio.create_task(another())
        caller.send("input.text", {"text": "hello"})
        await caller.until(lambda _: caller.of("response.delta") != [], seconds=3600)
        before = turns
        await caller.until(lambda _: len(caller.of("response.delta")) > 1000, seconds=3600)
        beside.cancel()
        assert turns - before >= 1000 // 2


async def no_sound_without_end() -> AsyncIterator[Any]:
    while True:
        yield AudioChunk(np.zeros(0, np.int16), 8000)


@timeless
async def test_a_voice_that_gives_nothing_without_end_costs_the_sound_of_its_turn(tmp_path: Path) -> None:
    with capture_logs() as logs:
        given: dict[str, Any] = {"parts": {"tts": Voice(no_sound_without_end)}}
        async with scene(tmp_path, brain=Faulty(says_a_sentence), **given) as caller:
            caller.send("input.text", {"text": "hello"})
            await is_heard_of(caller, "tts.failed")
            await goes_on(caller)
    assert told_too_much(logs)["provider"] == "voice"


LONGEST = (SENTENCE * 500)[:ANSWER_CHARS]


async def as_much_as_is_taken() -> AsyncIterator[Any]:
    yield BrainText(LONGEST)


@timeless
async def test_the_longest_answer_leaves_in_pieces_that_a_link_holds(tmp_path: Path) -> None:
    async with scene(tmp_path, brain=Faulty(as_much_as_is_taken)) as caller:
        caller.send("input.text", {"text": "hello"})
        await caller.until(lambda _: caller.of("response.done") != [], seconds=3600)
        assert "".join(delta["text"] for delta in caller.of("response.delta")) == LONGEST
        holds(caller)
        assert caller.of("error") == []


@timeless
async def test_the_longest_answer_leaves_in_pieces_where_it_is_only_read(tmp_path: Path) -> None:
    async with house(tmp_path, brain=Faulty(as_much_as_is_taken)) as home:
        client = home.connect()
        await client.started(overrides={"output": {"mode": "text"}})
        client.send("input.text", text="hello")
        done = await client.event("assistant.response.final")
        assert done["text"] == LONGEST
        assert client.codes == []
        assert len(client.timed) < MAX_WAITING_MESSAGES // 2


async def speaks_for_longer_than_anybody() -> AsyncIterator[Any]:
    yield AudioChunk(np.full(round(CLAUSE_S * 8000) + 1, 8000, np.int16), 8000)


async def says_a_sentence() -> AsyncIterator[Any]:
    yield BrainText("A sentence.")


@timeless
async def test_a_voice_costs_the_sound_of_its_turn(tmp_path: Path) -> None:
    given: dict[str, Any] = {"parts": {"tts": Voice(speaks_for_longer_than_anybody)}}
    with capture_logs() as logs:
        async with scene(tmp_path, brain=Faulty(says_a_sentence), **given) as caller:
            caller.send("input.text", {"text": "hello"})
            await is_heard_of(caller, "tts.failed")
            await goes_on(caller)
    assert told_too_much(logs)["provider"] == "voice"


async def speaks_for_five_minutes() -> AsyncIterator[Any]:
    yield AudioChunk(np.full(300 * 8000, 8000, np.int16), 8000)


@timeless
async def test_minutes_of_audio_in_one_piece_are_made_ready_a_second_at_a_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fed: list[int] = []

    class Watched(Resampler):
        def feed(self, pcm: Any, rate: int, **more: Any) -> Any:
            fed.append(len(pcm) // rate)
            return super().feed(pcm, rate, **more)

    monkeypatch.setattr(speaker, "Resampler", Watched)
    given: dict[str, Any] = {"parts": {"tts": Voice(speaks_for_five_minutes)}}
    async with scene(tmp_path, brain=Faulty(says_a_sentence), **given) as caller:
        caller.send("input.text", {"text": "hello"})
        await caller.hear(3.0)
        assert set(fed) == {1}
        assert len(fed) < 10  # what is not wanted yet waits
        await goes_on(caller)


class Verbose(Recogniser):
    async def finish(self) -> Any:
        heard = await super().finish()
        return type(heard)("word " * (HEARD_CHARS // 5 + 1)) if self.breaks else heard

    async def partial(self) -> str:
        return "word " * (HEARD_CHARS // 5 + 1) if self.breaks else ""

    def cancel(self) -> None: ...


@pytest.mark.parametrize("think_ahead", [False, True])
@timeless
async def test_a_recogniser_costs_its_turn(tmp_path: Path, think_ahead: bool) -> None:
    recogniser = Verbose("length")
    with capture_logs() as logs:
        brain = Faulty(says_a_sentence)
        async with scene(tmp_path, brain=brain, recogniser=recogniser, think_ahead=think_ahead) as caller:
            caller.say(1.0)
            await is_heard_of(caller, "stt.failed", "error.recognition")
            recogniser.breaks = ""
            await goes_on(caller)
    told = [entry for entry in logs if entry["event"] == "provider gives too much"]
    assert {entry["provider"] for entry in told} == {"recogniser"}


@timeless
async def test_a_tool_fails_and_the_brain_is_told(tmp_path: Path) -> None:
    action = Action("weather", "Tell the weather", {"type": "object"})
    tool = ServerTool(action, Tool({"report": "x" * OUTPUT_BYTES}))
    brain = Asks(asks_the_tool)
    with capture_logs() as logs:
        async with scene(tmp_path, brain=brain, parts={"tools": {"weather": tool}}) as caller:
            caller.send("input.text", {"text": "hello"})
            await caller.state("idle", "audio.complete")
            await goes_on(caller)
            holds(caller)
    assert (brain.outcome.status, brain.outcome.error_code) == ("error", "action.failed")
    assert told_too_much(logs)["provider"] == "tool"
