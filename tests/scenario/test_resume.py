"""A session outlives its connection: what a client finds that comes back."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from antiphon.domain.audio import FRAME_S
from antiphon.testing import virtual_time
from antiphon.transports.memory import MemoryTransport
from antiphon.turns.core import LOST_S
from support.returning import line, resume, returned
from support.scene import NAVIGATE, Scene, timeless


@timeless
async def test_who_is_back_within_six_seconds_hears_the_answer_go_on(tmp_path: Path) -> None:
    async with line(tmp_path) as caller:
        caller.send("input.text", {"text": "long"})
        await caller.message("audio.start")
        await caller.hear(1.0)
        caller.line.leave()
        await virtual_time.advance(3.0)
        async with returned(caller) as back:
            resume(caller, back)
            done = await back.message("audio.complete")
            assert back.of("response.interrupted") == []
            heard = caller.audible() + back.audible()
            assert heard * FRAME_S == pytest.approx(done["played_ms"] / 1000, abs=0.15)


@timeless
async def test_an_old_connection_gives_way_to_the_new_one(tmp_path: Path) -> None:
    async with line(tmp_path) as caller:
        caller.send("input.text", {"text": "long"})
        await caller.message("audio.start")
        async with returned(caller) as back:
            closed = await caller.until(lambda m: m["type"] == "session.closed")
            assert (closed["payload"], closed["seq"]) == ({"reason": "replaced"}, None)
            assert caller.line.closed
            caller.send("session.close")  # nobody listens to it any more
            last = max(m["seq"] for m in caller.messages if m["seq"] is not None)
            resume(caller, back, last)
            await back.message("audio.complete")
            assert back.of("session.closed") == []


@timeless
async def test_the_page_may_have_changed_meanwhile_and_holds_if_it_says_nothing(tmp_path: Path) -> None:
    async with line(tmp_path, actions={"go": NAVIGATE}) as caller:
        caller.line.leave()
        async with returned(caller) as back:
            resume(caller, back)
            back.send("input.text", {"text": "act"})
            assert (await back.message("action.invoke"))["action_id"] == "go"
        back.line.leave()
        async with returned(caller) as third:
            resume(caller, third, 0, actions={})
            third.send("response.cancel")
            third.send("input.text", {"text": "act"})
            await third.message("response.done")
            assert len(third.of("action.invoke")) == 1  # the one that was missed


@timeless
@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"resume_token": "guessed"}, "auth.invalid"),
        ({"session_id": "sess_2"}, "auth.invalid"),
        ({"last_seq": 10_000}, "protocol.invalid_message"),
        ({"last_seq": -1}, "protocol.invalid_message"),
        ({"more": 1}, "protocol.invalid_message"),
    ],
)
async def test_a_claim_that_does_not_hold_is_refused_and_may_be_made_again(
    tmp_path: Path, changes: dict[str, Any], code: str
) -> None:
    async with line(tmp_path) as caller:
        caller.line.leave()
        async with returned(caller) as back:
            resume(caller, back, **changes)
            error = await back.until(lambda m: m["type"] == "error")
            assert (error["payload"]["code"], error["reply_to"], error["seq"]) == (code, "m1", None)
            resume(caller, back)
            await back.state("idle", "session.resume")


@timeless
async def test_nothing_else_is_taken_before_it_has_resumed(tmp_path: Path) -> None:
    async with line(tmp_path) as caller:
        caller.line.leave()
        async with returned(caller) as back:
            back.send("input.text", {"text": "long"}, id="m7")
            back.initialise()
            await back.until(lambda _: len(back.of("error")) == 2)
            assert {error["code"] for error in back.of("error")} == {"protocol.order"}
            assert back.states == []


@timeless
async def test_who_comes_and_does_not_resume_is_hung_up_on_and_the_session_waits_on(tmp_path: Path) -> None:
    async with line(tmp_path) as caller:
        caller.line.leave()
        async with returned(caller) as idler:
            fatal = await idler.message("error.fatal")
            assert fatal["code"] == "protocol.order"
            assert idler.line.closed
        async with returned(caller) as back:
            resume(caller, back)
            await back.state("idle", "session.resume")


@timeless
async def test_a_channel_that_is_initialised_has_nothing_to_resume(tmp_path: Path) -> None:
    async with line(tmp_path) as caller:
        resume(caller, caller)
        assert (await caller.message("error"))["code"] == "protocol.order"


@timeless
async def test_a_claim_to_a_session_that_has_ended_is_told_so(tmp_path: Path) -> None:
    async with line(tmp_path, ready=False) as caller:
        await caller.message("session.connected")
        resume(caller, caller, session_id="sess_of_yesterday")
        assert (await caller.message("error"))["code"] == "session.expired"
        caller.initialise()
        await caller.state("idle")


@timeless
async def test_the_session_ends_when_nobody_comes_back(tmp_path: Path) -> None:
    async with line(tmp_path) as caller:
        loop = asyncio.get_running_loop()
        gone_at = loop.time()
        caller.line.leave()
        await caller.session.ended.wait()
        assert loop.time() - gone_at == pytest.approx(LOST_S + 120.0, abs=0.1)
        async with returned(caller) as late:
            assert late.line.closed
            assert late.of("session.closed") == [{"reason": "lost"}]


@timeless
async def test_a_page_that_is_loaded_again_before_it_was_ready_gets_its_session(tmp_path: Path) -> None:
    async with line(tmp_path, ready=False) as caller:
        await caller.message("session.connected")
        second = MemoryTransport(caller.session.new_call())
        await virtual_time.advance(8.0)
        caller.line.leave()
        await virtual_time.advance(1.0)
        running = asyncio.create_task(second.run())
        second.connect()
        back = Scene(caller.session, second)
        await back.message("session.connected")
        await virtual_time.advance(5.0)
        back.initialise()
        await back.state("idle")
        second.close()
        await running


@timeless
async def test_a_connection_that_never_comes_holds_no_session(tmp_path: Path) -> None:
    async with line(tmp_path, opened=False) as caller:
        first, second = caller.session.new_call(), caller.session.new_call()
        second.lost("refused")
        assert not caller.session.over
        first.lost("half_open")
        caller.line.leave("half_open")
        await caller.session.ended.wait()


@timeless
async def test_who_comes_too_late_is_told_why(tmp_path: Path) -> None:
    async with line(tmp_path) as caller:
        late = MemoryTransport(caller.session.new_call())
        caller.send("session.close")
        await caller.session.ended.wait()
        late.connect()
        assert [message["payload"] for _, message in late.received] == [{"reason": "client"}]
        assert late.closed


@timeless
async def test_nothing_is_heard_of_or_said_to_who_has_not_resumed(tmp_path: Path) -> None:
    async with line(tmp_path, texts=["who is there"]) as caller:
        caller.send("input.text", {"text": "long"})
        await caller.message("audio.start")
        await caller.hear(0.5)
        caller.line.leave()
        async with returned(caller) as stranger:
            stranger.say(1.0)
            await virtual_time.advance(3.0)
            assert not stranger.audible()
            resume(caller, stranger)
            await stranger.message("audio.complete")
            assert stranger.of("input.start") == []


@timeless
async def test_a_session_whose_client_is_on_its_way_back_gives_no_place_away(tmp_path: Path) -> None:
    async with line(tmp_path) as caller:
        caller.line.leave()
        assert caller.session.absent_since is not None
        coming = caller.session.new_call()
        assert caller.session.absent_since is None
        coming.lost("half_open")
        assert caller.session.absent_since is not None


@timeless
async def test_nothing_is_said_to_nobody(tmp_path: Path) -> None:
    """What is heard of a client that has fallen silent is what it had heard before."""
    async with line(tmp_path) as caller:
        caller.send("input.text", {"text": "long"})
        await caller.message("audio.start")
        await caller.hear(1.0)
        caller.line.falter(True)
        heard = caller.audible()
        await virtual_time.advance(4.0)
        assert caller.audible() == heard
        caller.line.falter(False)
        await caller.hear(2.0)
        caller.line.falter(True)
        await virtual_time.advance(5.0)
        caller.line.fall_silent(True)
        cut = await caller.message("response.interrupted")
        assert cut["played_ms"] == pytest.approx(1000 * caller.audible() * FRAME_S + 150, abs=60)
