"""What the application has said, over whole calls in virtual time."""

import asyncio
from pathlib import Path

import pytest

from antiphon import plugins
from antiphon.domain.errors import AntiphonError, ErrorCode
from antiphon.domain.states import CloseReason
from antiphon.session.session import Session
from antiphon.testing import virtual_time
from support.scene import scene, scripted


def test_an_announcement_goes_from_idle_to_speaking_and_back(tmp_path: Path) -> None:
    async def call() -> None:
        async with scene(tmp_path) as caller:
            await caller.session.announce("Your parcel is here.")
            await caller.state("ai_speaking", "server.announce")
            await caller.state("idle", "audio.complete")
            assert caller.of("response.done")[0]["text"] == "Your parcel is here."
            assert caller.loud(0.0) > 1000

    virtual_time.run(call())


def test_an_announcement_waits_until_the_turn_that_is_on_has_been_answered(tmp_path: Path) -> None:
    async def call() -> None:
        async with scene(tmp_path, texts=["hello"]) as caller:
            caller.say(1.0)
            await caller.state("user_speaking")
            await caller.session.announce("Your parcel is here.")
            await caller.state("idle", "audio.complete", count=2)
            assert [done["text"] for done in caller.of("response.done")] == [
                "Here is your answer, at last.",
                "Your parcel is here.",
            ]

    virtual_time.run(call())


def test_before_the_client_is_ready_the_application_is_told_and_the_client_is_not(tmp_path: Path) -> None:
    async def call() -> None:
        async with scene(tmp_path, ready=False) as caller:
            with pytest.raises(AntiphonError) as refused:
                await caller.session.announce("Your parcel is here.")
            assert refused.value.code is ErrorCode.ORDER
            caller.initialise()
            await caller.state("idle")
            assert caller.of("error") == []

    virtual_time.run(call())


def test_eight_wait_and_the_ninth_is_refused_until_one_has_been_spoken(tmp_path: Path) -> None:
    async def call() -> None:
        async with scene(tmp_path) as caller:
            caller.send("input.start")
            await caller.state("user_speaking")
            for number in range(8):
                await caller.session.announce(f"Number {number}.")
            with pytest.raises(AntiphonError) as refused:
                await caller.session.announce("Number 8.")
            assert refused.value.code is ErrorCode.RATE_LIMITED
            assert "8" in refused.value.message
            caller.send("input.cancel")
            await caller.state("ai_speaking", "server.announce")
            await caller.session.announce("Number 8.")
            await caller.state("idle", "audio.complete", count=9)
            assert [done["text"] for done in caller.of("response.done")] == [f"Number {n}." for n in range(9)]

    virtual_time.run(call())


def test_who_announces_to_a_session_that_ends_is_told_so(tmp_path: Path) -> None:
    async def call() -> None:
        async with scene(tmp_path) as caller:
            caller.session.end(CloseReason.CLIENT)
            with pytest.raises(AntiphonError) as refused:
                await caller.session.announce("Too late.")
            assert refused.value.code is ErrorCode.NOT_FOUND
            await caller.session.ended.wait()
            with pytest.raises(AntiphonError) as refused:
                await caller.session.announce("Much too late.")
            assert refused.value.code is ErrorCode.NOT_FOUND

    virtual_time.run(call())


def test_a_session_that_nobody_came_to_ends_although_it_was_announced_to(tmp_path: Path) -> None:
    async def call() -> None:
        session = Session("sess_2", scripted(tmp_path))
        running = asyncio.create_task(session.run())
        announcing = asyncio.create_task(session.announce("Is anybody there?"))
        await asyncio.sleep(0)
        session.end(CloseReason.IDLE)
        with pytest.raises(AntiphonError) as refused:
            await announcing
        assert refused.value.code is ErrorCode.ORDER
        async with asyncio.timeout(5):
            await running

    virtual_time.run(call())


ASKED = "The page asks: Call Doctor Haas back? She has called twice. You can say yes for Call back, or no for Later."
ANSWERS = {
    "yes": {"description": "Yes. Presses “Call back”"},
    "no": {"description": "No. Presses “Later”"},
    "press_call_back": {"description": "Press Call back"},
    "press_later": {"description": "Press Later"},
}


@pytest.mark.parametrize("answer", ["yes", "no"])
@pytest.mark.parametrize("early", [False, True])
def test_what_a_dialog_asks_that_opens_by_itself_is_announced_and_answered(
    tmp_path: Path, answer: str, early: bool
) -> None:
    """`early`: the user answers before it was told, which he meant for something else; a no refuses all the same."""

    async def call() -> None:
        brain = plugins.load("brain", "rules").create({}, tmp_path).for_session()
        async with scene(tmp_path, texts=["hello", answer, answer], brain=brain) as caller:
            caller.say(1.0)
            await caller.state("idle", "audio.complete")
            caller.send("actions.update", {"actions": ANSWERS})
            caller.send("state.update", {"narration": f"The page is “Practice”.\n{ASKED}"})
            if not early:
                await caller.state("ai_speaking", "server.announce")
                await caller.state("idle", "audio.complete", count=2)
                assert caller.of("response.done")[-1]["text"] == ASKED
            caller.say(1.0)
            if early and answer == "yes":
                await caller.state("idle", "audio.complete", count=2)
                assert caller.of("response.done")[-1]["text"] == ASKED
                assert caller.of("action.invoke") == []
                caller.say(1.0)
            assert (await caller.message("action.invoke"))["action_id"] == answer
            assert [done["text"] for done in caller.of("response.done")].count(ASKED) == (not early or answer == "yes")

    virtual_time.run(call())
