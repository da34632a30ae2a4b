"""What was said is not in memory any more once its session has ended, whoever calls then or does not."""

import gc
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from antiphon.cli.sweeping import EVERY_S, Sweeper
from antiphon.domain.conversation import BrainEvent, BrainRequest, BrainText, UserSaid
from antiphon.testing import virtual_time
from support.scene import timeless
from support.ws import house


class Repeating:
    """A brain that says again what it was told, in words that stand in no file."""

    async def start(self) -> None: ...

    async def close(self) -> None: ...

    def for_session(self) -> "Repeating":
        return self

    async def reply(self, request: BrainRequest) -> AsyncIterator[BrainEvent]:
        said = request.items[-1]
        assert isinstance(said, UserSaid)
        yield BrainText(f"You said: {said.text}.")


@pytest.fixture
def only_what_is_new() -> Iterator[None]:
    """As on a server that has started, what was there before is not looked at. And nothing is collected by chance."""
    gc.collect()
    gc.freeze()
    gc.disable()
    yield
    gc.enable()


def holders(mark: str) -> list[str]:
    """Who has a text with these words in it."""
    return [
        repr(one)[:200]
        for one in gc.get_objects()
        for held in gc.get_referents(one)
        if isinstance(held, str) and mark in held and held is not mark
    ]


@timeless
async def test_nobody_has_what_was_said_in_a_session_that_has_ended(tmp_path: Path, only_what_is_new: None) -> None:
    mark = "-".join(["white", "elephant"])
    async with house(tmp_path, brain=Repeating()) as home:
        home.server.when_ended(Sweeper(lambda: home.server.manager.calls).ended)
        other = home.connect()
        await other.started()  # and stays on
        client = home.connect()
        await client.started()
        client.send("input.text", text=f"a {mark} there")
        assert mark in (await client.event("assistant.response.final"))["text"]
        await client.event("output.audio.end")
        assert holders(mark)
        client.send("session.stop")
        await client.event("session.stopped")
        await client.serving
        # The client and the brain have it too, as they should.
        home.clients.remove(client)
        home.brain.requests.clear()
        del client
        await virtual_time.advance(EVERY_S + 0.1)
        assert holders(mark) == []
