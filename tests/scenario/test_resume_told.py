"""What a client that comes back is told of what it has missed: in order, once, and no faster than it leaves."""

import asyncio
import json
from pathlib import Path
from typing import Any

from antiphon.testing import virtual_time
from antiphon.transports.memory import MemoryTransport
from antiphon.turns.core import LOST_S
from support.returning import line, resume, returned
from support.scene import Scene, timeless


@timeless
async def test_what_was_missed_comes_in_order_and_once_and_then_what_holds(tmp_path: Path) -> None:
    async with line(tmp_path) as caller:
        caller.send("input.text", {"text": "long"})
        await caller.message("audio.start")
        caller.line.leave()
        await virtual_time.advance(LOST_S + 1.0)
        async with returned(caller) as back:
            await back.message("session.connected")
            assert back.messages[0]["seq"] is None
            resume(caller, back)
            present = await back.until(lambda m: m["payload"].get("trigger") == "session.resume")
            assert present["payload"] == {"state": "idle", "previous": "idle", "trigger": "session.resume"}
            numbers = [m["seq"] for m in [*caller.messages, *back.messages[1:]]]
            assert numbers == list(range(1, len(numbers) + 1))
            assert back.of("response.interrupted")[0]["source"] == "system"
            assert back.states == ["idle", "idle"]
            back.send("input.text", {"text": "and?"})
            await back.message("response.done")
            assert back.of("response.done")[0]["text"] == "That is all."


@timeless
async def test_more_than_a_link_takes_at_once_still_comes_whole(tmp_path: Path) -> None:
    async with line(tmp_path) as caller:
        for number in range(20):
            caller.send("ping", {"n": number, "text": "x" * 9000})
            await virtual_time.advance(0.1)
        first = caller.messages[1]["seq"]
        caller.line.leave()
        async with returned(caller) as back:
            resume(caller, back, first)
            await back.state("idle", "session.resume")
            assert [pong["n"] for pong in back.of("pong")] == list(range(20))


@timeless
async def test_what_is_no_longer_kept_is_told_with_what_is(tmp_path: Path) -> None:
    async with line(tmp_path) as caller:
        for number in range(20):
            caller.send("ping", {"n": number, "text": "x" * 40_000})
            await virtual_time.advance(0.1)
        caller.line.leave()
        async with returned(caller) as back:
            resume(caller, back, 2)
            error = await back.message("error")
            assert error["code"] == "session.expired"
            resume(caller, back, error["details"]["first_seq"] - 1)
            await back.state("idle", "session.resume")
            assert 5 < len(back.of("pong")) < 20


@timeless
async def test_a_client_that_was_only_silent_is_told_nothing_twice(tmp_path: Path) -> None:
    """The connection was never gone, so what was sent has arrived."""
    async with line(tmp_path) as caller:
        caller.send("input.text", {"text": "long"})
        await caller.message("audio.start")
        caller.line.fall_silent(True)
        await caller.state("idle", "response.cancel")
        caller.line.fall_silent(False)
        caller.send("input.text", {"text": "and?"})
        await caller.message("response.done", 2)
        assert caller.of("response.done")[-1]["text"] == "That is all."
        numbers = [m["seq"] for m in caller.messages]
        assert numbers == list(range(1, len(numbers) + 1))


@timeless
async def test_secrets_of_a_session_are_not_in_its_messages_but_for_the_greeting(tmp_path: Path) -> None:
    async with line(tmp_path) as caller:
        caller.send("input.text", {"text": "long"})
        await caller.message("audio.complete")
        assert "rt_secret" not in json.dumps(caller.messages[1:])


class Slow(MemoryTransport):
    """A link on which little leaves at a time."""

    def __init__(self, call: Any, most: int) -> None:
        super().__init__(call)
        self._most = most
        self._waiting = 0
        self.overrun = False

    def send(self, message: str) -> None:
        self._waiting += 1
        self.overrun = self.overrun or self._waiting > 2 * self._most
        super().send(message)

    @property
    def free(self) -> bool:
        return self._waiting < self._most

    def leave_room(self) -> None:
        self._waiting = 0


@timeless
async def test_what_was_missed_goes_out_no_faster_than_it_leaves(tmp_path: Path) -> None:
    async with line(tmp_path) as caller:
        for number in range(200):
            caller.send("ping", {"n": number})
            await virtual_time.advance(0.03)
        caller.line.leave()
        slow = Slow(caller.session.new_call(), most=8)
        running = asyncio.create_task(slow.run())
        slow.connect()
        back = Scene(caller.session, slow)
        resume(caller, back, 2)
        for _ in range(40):
            await virtual_time.advance(0.1)
            slow.leave_room()
        assert [pong["n"] for pong in back.of("pong")] == list(range(200))
        assert not slow.overrun
        slow.close()
        await running


@timeless
async def test_the_first_seq_that_is_advised_is_good(tmp_path: Path) -> None:
    """Also where the log is full to its last message, and every new one pushes an old one out."""
    async with line(tmp_path) as caller:
        for number in range(1100):
            caller.send("ping", {"n": number})
            await virtual_time.advance(0.03)
        caller.line.leave()
        async with returned(caller) as back:
            resume(caller, back, 2)
            error = await back.message("error")
            resume(caller, back, error["details"]["first_seq"] - 1)
            await back.state("idle", "session.resume")
            numbers = [m["seq"] for m in back.messages if m["seq"] is not None]
            assert numbers == list(range(error["details"]["first_seq"], numbers[-1] + 1))
