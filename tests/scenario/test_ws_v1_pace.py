"""How often a WS v1 client is told of words: while they are heard, and while they are thought of."""

import asyncio
from collections.abc import AsyncIterator
from itertools import pairwise
from pathlib import Path

import pytest

from antiphon.domain.audio import Pcm
from antiphon.domain.conversation import BrainEvent, BrainRequest, BrainText, Transcript
from support.scene import timeless
from support.ws import Client, house, put


class Typing:
    """A brain that says `count` words, one every `gap_s`."""

    def __init__(self, count: int, gap_s: float) -> None:
        self._count = count
        self._gap_s = gap_s

    async def start(self) -> None: ...

    async def close(self) -> None: ...

    def for_session(self) -> "Typing":
        return self

    async def reply(self, request: BrainRequest) -> AsyncIterator[BrainEvent]:
        for number in range(self._count):
            yield BrainText(f"word{number} ")
            await asyncio.sleep(self._gap_s)


class Restless:
    """A recogniser whose words change with every look, however often it is looked."""

    def __init__(self) -> None:
        self.looks = 0

    async def start(self) -> None: ...

    async def close(self) -> None: ...

    def for_session(self) -> "Restless":
        return self

    def open(self, language: str) -> "Restless":
        return self

    def feed(self, pcm: object) -> None: ...

    async def partial(self) -> str:
        self.looks += 1
        return " ".join(["word"] * self.looks)

    async def finish(self) -> Transcript:
        return Transcript("all of it")

    def cancel(self) -> None: ...


class Loud:
    """A detector that takes whatever is loud for speech, for however long it lasts."""

    def probability(self, pcm: Pcm) -> float:
        return 0.9 if int(abs(pcm.astype(int)).max()) > 500 else 0.1

    def reset(self) -> None: ...

    def create(self, model: bytes | None) -> "Loud":
        del model
        return self


def gaps(client: Client, type_: str) -> list[float]:
    times = [at for at, event in client.timed if event["type"] == type_]
    return [after - before for before, after in pairwise(times)]


@pytest.mark.requirement("WS1-THROTTLE")
@timeless
async def test_a_fast_brain_is_merged_to_80_ms(tmp_path: Path) -> None:
    async with house(tmp_path, brain=Typing(200, 0.01)) as home:
        client = home.connect()
        await client.started(overrides={"output": {"mode": "text"}})
        client.send("input.text", text="x")
        final = await client.event("assistant.response.final")
        told = client.of("assistant.response.delta")
        between = gaps(client, "assistant.response.delta")
        assert min(between) >= 0.08 - 1e-9
        assert max(between) <= 0.1
        assert 20 <= len(told) <= 28
        assert "".join(event["text"] for event in told) == final["text"]
        assert len(final["text"].split()) == 200


@pytest.mark.requirement("WS1-THROTTLE")
@timeless
async def test_a_slow_brain_is_not_delayed(tmp_path: Path) -> None:
    async with house(tmp_path, brain=Typing(10, 0.2)) as home:
        client = home.connect()
        await client.started(overrides={"output": {"mode": "text"}})
        begun = client.line.now()
        client.send("input.text", text="x")
        await client.event("assistant.response.final")
        times = [at - begun for at, event in client.timed if event["type"] == "assistant.response.delta"]
        assert times == pytest.approx([0.2 * number for number in range(10)], abs=0.005)


@pytest.mark.requirement("WS1-THROTTLE")
@timeless
async def test_what_is_said_at_once_is_merged_too_and_the_whole_comes_last(tmp_path: Path) -> None:
    lines = [{"match": None, "do": [{"say": "One."}, {"say": "Two."}, {"say": "Three."}]}]
    async with house(tmp_path, lines=lines) as home:
        client = home.connect()
        await client.started()
        client.send("input.text", text="x")
        final = await client.event("assistant.response.final")
        assert [event["text"] for event in client.of("assistant.response.delta")] == ["One.", " Two. Three."]
        assert gaps(client, "assistant.response.delta") == [pytest.approx(0.08)]
        assert client.events.index(final) == client.events.index(client.of("assistant.response.delta")[1]) + 1


@pytest.mark.requirement("WS1-THROTTLE")
@timeless
async def test_words_that_change_are_told_every_third_of_a_second_or_so(tmp_path: Path) -> None:
    """Never closer than 200 ms, and never more than a second apart."""
    async with house(tmp_path) as home:
        put(home.server, stt=Restless(), vad=Loud())
        client = home.connect()
        await client.started()
        await client.speak(8.0)
        final = await client.event("transcript.final")
        between = gaps(client, "transcript.delta")
        assert len(between) >= 15
        assert min(between) >= 0.2
        assert max(between) <= 1.0
        texts = [event["text"] for event in client.of("transcript.delta")]
        assert all(after.startswith(before) for before, after in pairwise(texts))
        assert final["text"]


async def test_the_pace_holds_in_real_time(tmp_path: Path) -> None:
    brain = Typing(60, 0.01)
    async with house(tmp_path, brain=brain) as home:
        client = home.connect()
        await client.started(overrides={"output": {"mode": "text"}})
        client.send("input.text", text="x")
        await client.event("assistant.response.final")
        found = gaps(client, "assistant.response.delta")
        # One that a busy machine has brought late is followed sooner; but there are no more of them for it.
        assert len(found) - 1 <= sum(found) / 0.079
