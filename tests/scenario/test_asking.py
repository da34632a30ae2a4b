"""Actions that want a yes, in whole calls in virtual time."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from antiphon.testing import virtual_time
from antiphon.turns.policies import Policy
from support.scene import NAVIGATE, Scene, scene

pytestmark = pytest.mark.requirement("V5-CONFIRM")

DELETE = {"description": "Delete the account", "confirm": True}
QUESTION = "Delete the account: shall I do it?"
ACTIONS = {"delete": DELETE, "navigate": NAVIGATE}
SCRIPT: list[dict[str, Any]] = [
    {"match": "delete", "do": [{"call": {"name": "delete", "arguments": {}}}, {"say": "That is that."}]},
    {"match": None, "do": [{"say": "As you like."}]},
]


async def questioned(caller: Scene) -> str:
    """The user has asked for it and has heard the question. Gives the invocation's id."""
    caller.say(1.0)
    order = await caller.message("action.invoke")
    await caller.state("idle", "audio.complete")
    assert (order["action_id"], order["confirm"], order["parallel"]) == ("delete", True, False)
    assert caller.of("response.done")[-1]["text"] == QUESTION
    return str(order["invocation_id"])


@pytest.mark.parametrize("parallel_actions", [False, True])
def test_a_spoken_yes_runs_the_action(tmp_path: Path, parallel_actions: bool) -> None:
    async def call() -> None:
        texts = ["delete my account", "Yes, please."]
        async with scene(
            tmp_path, texts=texts, script=SCRIPT, actions=ACTIONS, parallel_actions=parallel_actions
        ) as caller:
            invocation_id = await questioned(caller)
            caller.say(0.8)
            order = await caller.message("action.invoke", 2)
            assert (order["invocation_id"], order["confirm"]) == (invocation_id, False)
            await caller.state("invoke_action", "response.tool")
            caller.send("action.result", {"invocation_id": invocation_id, "status": "success"})
            await caller.state("idle", "audio.complete", 2)
            assert caller.of("response.done")[-1]["text"] == "That is that."
            assert [(turn["role"], turn["text"]) for turn in caller.session.turns()] == [
                ("user", "delete my account"),
                ("assistant", QUESTION),
                ("user", "Yes, please."),
                ("assistant", "That is that."),
            ]
            assert caller.of("error") == []

    virtual_time.run(call())


def test_a_spoken_no_is_told_and_nothing_runs(tmp_path: Path) -> None:
    async def call() -> None:
        async with scene(tmp_path, texts=["delete it all", "No, leave it."], script=SCRIPT, actions=ACTIONS) as caller:
            invocation_id = await questioned(caller)
            caller.say(0.8)
            await caller.state("idle", "audio.complete", 2)
            assert caller.of("action.cancel") == [{"invocation_id": invocation_id, "reason": "declined"}]
            assert len(caller.of("action.invoke")) == 1
            caller.send("action.result", {"invocation_id": invocation_id, "status": "success"})
            assert (await caller.message("error"))["code"] == "action.unknown_invocation"

    virtual_time.run(call())


def test_another_request_takes_its_place(tmp_path: Path) -> None:
    async def call() -> None:
        async with scene(tmp_path, texts=["delete it all", "hello", "yes"], script=SCRIPT, actions=ACTIONS) as caller:
            await questioned(caller)
            for count in (2, 3):
                caller.say(0.8)
                await caller.state("idle", "audio.complete", count)
                assert caller.of("response.done")[-1]["text"] == "As you like."
            assert [told["reason"] for told in caller.of("action.cancel")] == ["superseded"]
            assert len(caller.of("action.invoke")) == 1

    virtual_time.run(call())


def test_a_yes_over_the_end_of_the_question_interrupts_it_and_runs_the_action(tmp_path: Path) -> None:
    async def call() -> None:
        async with scene(tmp_path, texts=["delete it all", "Yes."], script=SCRIPT, actions=ACTIONS) as caller:
            caller.say(1.0)
            await caller.state("ai_speaking")
            await virtual_time.advance(1.5)  # of the two seconds that the scripted voice takes
            caller.say(0.5)
            await caller.state("invoke_action", "response.tool")
            [cut] = caller.of("response.interrupted")
            assert cut["heard_text"].startswith("Delete the account: shall")
            assert caller.of("audio.complete") == []

    virtual_time.run(call())


def test_a_yes_over_its_beginning_is_only_listening(tmp_path: Path) -> None:
    async def call() -> None:
        async with scene(tmp_path, texts=["delete it all", "Yes.", "Yes."], script=SCRIPT, actions=ACTIONS) as caller:
            caller.say(1.0)
            await caller.state("ai_speaking")
            caller.say(0.5)
            await caller.message("playback.resumed")
            await caller.state("idle", "audio.complete")
            assert caller.of("response.interrupted") == []
            assert len(caller.of("action.invoke")) == 1
            caller.say(0.5)
            await caller.state("invoke_action", "response.tool")

    virtual_time.run(call())


def test_a_no_over_its_beginning_ends_it(tmp_path: Path) -> None:
    async def call() -> None:
        async with scene(tmp_path, texts=["delete it all", "No."], script=SCRIPT, actions=ACTIONS) as caller:
            caller.say(1.0)
            order = await caller.message("action.invoke")
            await caller.state("ai_speaking")
            caller.say(0.5)
            assert await caller.message("action.cancel") == {
                "invocation_id": order["invocation_id"],
                "reason": "declined",
            }
            await caller.state("idle", "audio.complete")
            assert caller.of("response.done")[-1]["text"] == "That is that."
            assert len(caller.of("action.invoke")) == 1

    virtual_time.run(call())


def test_after_a_yes_that_was_too_early_it_is_asked_again(tmp_path: Path) -> None:
    async def call() -> None:
        async with scene(tmp_path, texts=["delete it all", "Yes.", "Yes."], script=SCRIPT, actions=ACTIONS) as caller:
            caller.say(1.0)
            await caller.state("ai_speaking")
            caller.say(0.5)
            await caller.state("idle", "audio.complete")
            since = asyncio.get_running_loop().time()
            await caller.state("ai_speaking", "server.announce")
            assert asyncio.get_running_loop().time() - since < 5.0
            assert [told["text"] for told in caller.of("response.done")] == [QUESTION, QUESTION]
            await caller.state("idle", "audio.complete", 2)
            assert len(caller.of("action.invoke")) == 1
            caller.say(0.5)
            await caller.state("invoke_action", "response.tool")

    virtual_time.run(call())


def test_a_yes_that_takes_the_floor_too_early_is_answered_by_the_question(tmp_path: Path) -> None:
    async def call() -> None:
        texts = ["delete it all", "Yes.", "Yes."]
        policy = Policy(barge_in="immediate")
        async with scene(tmp_path, texts=texts, script=SCRIPT, actions=ACTIONS, policy=policy) as caller:
            caller.say(1.0)
            await caller.state("ai_speaking")
            caller.say(0.5)
            await caller.state("idle", "audio.complete")
            assert [told["text"] for told in caller.of("response.done")] == [QUESTION, QUESTION]
            assert len(caller.of("action.invoke")) == 1
            caller.say(0.5)
            await caller.state("invoke_action", "response.tool")
            assert [(turn["role"], turn["text"]) for turn in caller.session.turns()][-3:] == [
                ("user", "Yes."),
                ("assistant", QUESTION),
                ("user", "Yes."),
            ]

    virtual_time.run(call())


@pytest.mark.parametrize("approved", [True, False])
def test_the_page_may_answer_itself(tmp_path: Path, approved: bool) -> None:
    async def call() -> None:
        async with scene(tmp_path, texts=["delete it all"], script=SCRIPT, actions=ACTIONS) as caller:
            invocation_id = await questioned(caller)
            caller.send("action.confirm", {"invocation_id": invocation_id, "approved": approved})
            if approved:
                await caller.state("invoke_action", "response.tool")
                caller.send("action.result", {"invocation_id": invocation_id, "status": "success"})
            await caller.state("idle", "audio.complete", 2)
            assert caller.of("response.done")[-1]["text"] == "That is that."
            assert len(caller.of("action.invoke")) == 1 + approved
            assert len(caller.of("action.cancel")) == 1 - approved
            caller.send("action.confirm", {"invocation_id": invocation_id, "approved": not approved})
            assert (await caller.message("error"))["code"] == "action.unknown_invocation"

    virtual_time.run(call())


def test_without_an_answer_it_is_given_up(tmp_path: Path) -> None:
    async def call() -> None:
        async with scene(tmp_path, texts=["delete it all"], script=SCRIPT, actions=ACTIONS) as caller:
            invocation_id = await questioned(caller)
            since = asyncio.get_running_loop().time()
            assert (await caller.message("action.cancel")) == {"invocation_id": invocation_id, "reason": "timeout"}
            assert asyncio.get_running_loop().time() - since == pytest.approx(30.0, abs=0.5)

    virtual_time.run(call())


@pytest.mark.requirement("V5-REGISTRY")
@pytest.mark.parametrize("now", [{}, {"delete": DELETE | {"description": "Delete all accounts"}}])
def test_what_the_page_no_longer_offers_as_it_was_does_not_run(tmp_path: Path, now: dict[str, Any]) -> None:
    async def call() -> None:
        async with scene(tmp_path, texts=["delete it all", "yes"], script=SCRIPT, actions=ACTIONS) as caller:
            await questioned(caller)
            caller.send("state.update", {"narration": "Still the same page."})
            caller.send("actions.update", {"actions": ACTIONS})
            caller.send("ping")
            await caller.message("pong")
            assert caller.of("action.cancel") == []
            caller.send("actions.update", {"actions": now})
            assert (await caller.message("action.cancel"))["reason"] == "superseded"
            caller.say(0.8)
            await caller.state("idle", "audio.complete", 2)
            assert len(caller.of("action.invoke")) == 1

    virtual_time.run(call())


def test_what_was_said_before_it_is_heard_before_the_question(tmp_path: Path) -> None:
    async def call() -> None:
        script = [{"match": None, "do": [{"say": "I can do that."}, {"call": {"name": "delete", "arguments": {}}}]}]
        async with scene(tmp_path, texts=["delete it all"], script=script, actions=ACTIONS) as caller:
            caller.say(1.0)
            await caller.state("idle", "audio.complete")
            assert [told["text"] for told in caller.of("response.done")] == [f"I can do that. {QUESTION}"]
            deltas = [told["text"] for told in caller.of("response.delta")]
            assert "".join(deltas) == f"I can do that. {QUESTION}"

    virtual_time.run(call())


def test_an_order_after_another_in_the_same_turn_is_asked_for_as_well(tmp_path: Path) -> None:
    async def call() -> None:
        go = {"call": {"name": "navigate", "arguments": {"page": "home"}}}
        do = [go, {"call": {"name": "delete", "arguments": {}}}, {"call": go["call"]}, {"say": "All done."}]
        async with scene(
            tmp_path, texts=["go home and delete it", "yes"], script=[{"match": "delete", "do": do}], actions=ACTIONS
        ) as caller:
            caller.say(1.0)
            first = await caller.message("action.invoke")
            caller.send("action.result", {"invocation_id": first["invocation_id"], "status": "success"})
            asked = await caller.message("action.invoke", 2)
            assert asked["confirm"] is True
            await caller.state("idle", "audio.complete")
            caller.say(0.8)
            for count in (3, 4):
                order = await caller.message("action.invoke", count)
                assert order["confirm"] is False
                caller.send("action.result", {"invocation_id": order["invocation_id"], "status": "success"})
            await caller.state("idle", "audio.complete", 2)
            assert caller.of("response.done")[-1]["text"] == "All done."

    virtual_time.run(call())
