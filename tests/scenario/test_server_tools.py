"""Tools that the server carries out, over whole calls in virtual time."""

import asyncio
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from antiphon.contracts.vip.dialect import VipDialect
from antiphon.domain.actions import Action
from antiphon.domain.context import PageContext
from antiphon.domain.conversation import ActionTaken, BrainRequest
from antiphon.domain.errors import AntiphonError, ErrorCode
from antiphon.providers.brain.rules import RulesBrain
from antiphon.session.parts import ServerTool
from antiphon.testing import virtual_time
from support.scene import NAVIGATE, Scene, Script, scene

SCHEMA = {"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]}
WEATHER = {"call": {"name": "weather", "arguments": {"city": "Graz"}}}
GO = {"call": {"name": "navigate", "arguments": {"page": "cart"}}}


class Weather:
    """`ports.Tool`."""

    def __init__(self, takes_s: float = 0.0, error: AntiphonError | None = None) -> None:
        self.asked: list[tuple[str, Mapping[str, Any], str]] = []
        self.cancelled = asyncio.Event()
        self._takes_s = takes_s
        self._error = error

    async def start(self) -> None: ...

    async def close(self) -> None: ...

    async def run(self, name: str, arguments: Mapping[str, Any], session_id: str) -> Any:
        self.asked.append((name, arguments, session_id))
        try:
            await virtual_time.advance(self._takes_s)
        except asyncio.CancelledError:
            self.cancelled.set()
            raise
        if self._error is not None:
            raise self._error
        return "It is 21 degrees."

    def parts(self, timeout_ms: int | None = None, **more: Any) -> dict[str, Any]:
        action = Action("weather", "Tell the weather of a city", SCHEMA, timeout_ms=timeout_ms)
        return {"tools": {"weather": ServerTool(action, self)}, **more}


def remembered(caller: Scene) -> list[ActionTaken]:
    return [item for item in caller.session.memory.request("turn_1").items if isinstance(item, ActionTaken)]


def test_a_tool_of_the_server_stays_in_thinking_and_its_outcome_goes_to_the_brain(tmp_path: Path) -> None:
    async def call() -> None:
        tool = Weather(takes_s=2.0)
        script = [{"match": None, "do": [WEATHER, {"say": "There it is."}]}]
        async with scene(tmp_path, texts=["weather"], script=script, parts=tool.parts()) as caller:
            caller.say(1.0)
            await caller.state("idle", "audio.complete")
            assert tool.asked == [("weather", {"city": "Graz"}, "sess_1")]
            assert caller.states == ["idle", "user_speaking", "ai_thinking", "ai_speaking", "idle"]
            assert caller.of("action.invoke") == []
            assert caller.of("response.done")[0]["text"] == "There it is."
            [taken] = remembered(caller)
            assert (taken.outcome.status, taken.outcome.output) == ("success", "It is 21 degrees.")
            assert taken.invocation_id

    virtual_time.run(call())


def test_what_is_said_before_a_tool_is_heard_after_it(tmp_path: Path) -> None:
    async def call() -> None:
        tool = Weather(takes_s=2.0)
        script = [{"match": None, "do": [{"say": "Let me look."}, WEATHER, {"say": "There it is."}]}]
        async with scene(tmp_path, texts=["weather"], script=script, parts=tool.parts()) as caller:
            caller.send("input.text", {"text": "weather"})
            began = asyncio.get_running_loop().time()
            await caller.state("ai_speaking")
            assert asyncio.get_running_loop().time() - began > 1.99
            await caller.state("idle", "audio.complete")
            assert caller.of("response.done")[0]["text"] == "Let me look. There it is."

    virtual_time.run(call())


def test_a_tool_that_is_called_while_the_assistant_speaks_leaves_it_speaking(tmp_path: Path) -> None:
    async def call() -> None:
        tool = Weather(takes_s=5.0)
        steps = [{"say": "Let me look."}, {"stall_s": 0.3}, WEATHER, {"say": "There it is."}]
        async with scene(tmp_path, script=[{"match": None, "do": steps}], parts=tool.parts()) as caller:
            caller.send("input.text", {"text": "weather"})
            await caller.state("idle", "audio.complete")
            assert caller.states == ["idle", "ai_thinking", "ai_speaking", "idle"]
            assert caller.of("response.done")[0]["text"] == "Let me look. There it is."
            assert len(caller.of("audio.end")) == 1

    virtual_time.run(call())


def test_a_tool_and_an_action_of_the_page_in_one_turn(tmp_path: Path) -> None:
    async def call() -> None:
        tool = Weather()
        script = [{"match": None, "do": [WEATHER, GO, {"say": "Done."}]}]
        actions = {"navigate": NAVIGATE}
        async with scene(tmp_path, script=script, actions=actions, parts=tool.parts()) as caller:
            caller.send("input.text", {"text": "go"})
            order = await caller.message("action.invoke")
            assert len(tool.asked) == 1
            caller.send("action.result", {"invocation_id": order["invocation_id"], "status": "success"})
            await caller.state("idle", "audio.complete")
            assert [taken.call.action_id for taken in remembered(caller)] == ["weather", "navigate"]

    virtual_time.run(call())


BOTH = [WEATHER, WEATHER, GO, GO]


@pytest.mark.parametrize("do", [[WEATHER] * 13, [*BOTH * 3, WEATHER], [*BOTH * 3, GO]])
def test_tools_and_actions_count_together_to_twelve_a_turn(tmp_path: Path, do: list[Any]) -> None:
    async def call() -> None:
        tool = Weather()
        async with scene(
            tmp_path, script=[{"match": None, "do": do}], actions={"navigate": NAVIGATE}, parts=tool.parts()
        ) as caller:
            caller.send("input.text", {"text": "go"})
            for number in range(1, 1 + sum(step is GO for step in do[:12])):
                order = await caller.message("action.invoke", number)
                caller.send("action.result", {"invocation_id": order["invocation_id"], "status": "success"})
            error = await caller.message("error")
            assert error["code"] == "brain.failed"
            assert "more than 12" in error["message"]
            await caller.state("idle", "response.failed")
            assert len(tool.asked) + len(caller.of("action.invoke")) == 12

    virtual_time.run(call())


@pytest.mark.requirement("V7-ACTIONFAIL")
@pytest.mark.parametrize(
    ("tool", "code"),
    [
        (Weather(error=AntiphonError(ErrorCode.ACTION_FAILED, "There is no such city.")), "action.failed"),
        (Weather(takes_s=60.0), "action.timeout"),
    ],
)
def test_a_tool_that_fails_is_told_to_the_brain_and_aloud(tmp_path: Path, tool: Weather, code: str) -> None:
    async def call() -> None:
        script = [{"match": None, "do": [WEATHER]}]
        async with scene(tmp_path, script=script, parts=tool.parts(timeout_ms=3000)) as caller:
            caller.send("input.text", {"text": "weather"})
            began = asyncio.get_running_loop().time()
            await caller.state("idle", "audio.complete")
            assert asyncio.get_running_loop().time() - began < 10
            [taken] = remembered(caller)
            assert taken.outcome.error_code == code
            told = "Sorry, I got no answer in time." if code == "action.timeout" else "Sorry, that did not work."
            assert caller.of("response.done")[0]["text"] == told

    virtual_time.run(call())


def test_a_brain_that_tells_of_the_failure_itself_is_not_doubled(tmp_path: Path) -> None:
    async def call() -> None:
        tool = Weather(error=AntiphonError(ErrorCode.ACTION_FAILED, "There is no such city."))
        script = [{"match": None, "do": [WEATHER, {"say": "I could not find it."}]}]
        async with scene(tmp_path, script=script, parts=tool.parts()) as caller:
            caller.send("input.text", {"text": "weather"})
            await caller.state("idle", "audio.complete")
            assert caller.of("response.done")[0]["text"] == "I could not find it."

    virtual_time.run(call())


def test_a_tool_may_take_longer_than_a_turn_without_progress(tmp_path: Path) -> None:
    async def call() -> None:
        tool = Weather(takes_s=50.0)
        script = [{"match": None, "do": [WEATHER, WEATHER, {"say": "There it is."}]}]
        async with scene(tmp_path, script=script, parts=tool.parts(timeout_ms=55_000)) as caller:
            caller.send("input.text", {"text": "weather"})
            await caller.until(lambda message: message["type"] == "response.done", 150.0)
            assert caller.of("response.done")[0]["text"] == "There it is."
            assert caller.of("error") == []

    virtual_time.run(call())


@pytest.mark.parametrize("arguments", [{}, {"city": 7}])
def test_parameters_that_do_not_fit_reach_no_tool(tmp_path: Path, arguments: dict[str, Any]) -> None:
    async def call() -> None:
        tool = Weather()
        wrong = {"call": {"name": "weather", "arguments": arguments}}
        script = [{"match": None, "do": [wrong, WEATHER, {"say": "There it is."}]}]
        async with scene(tmp_path, script=script, parts=tool.parts()) as caller:
            caller.send("input.text", {"text": "weather"})
            await caller.state("idle", "audio.complete")
            assert [taken.outcome.error_code for taken in remembered(caller)] == ["action.invalid_parameters", None]
            assert len(tool.asked) == 1

    virtual_time.run(call())


@pytest.mark.requirement("V7-BARGE")
@pytest.mark.parametrize("how", ["speech", "text", "cancel", "close"])
def test_whoever_takes_the_floor_ends_the_tool_and_the_brain_knows(tmp_path: Path, how: str) -> None:
    async def call() -> None:
        tool = Weather(takes_s=10.0)
        script: Script = [
            {"match": "else|stop", "do": [{"say": "Yes."}]},
            {"match": None, "do": [WEATHER, {"say": "Late."}]},
        ]
        async with scene(tmp_path, texts=["stop that"], script=script, parts=tool.parts()) as caller:
            caller.send("input.text", {"text": "weather"})
            await caller.state("ai_thinking")
            await virtual_time.advance(1.0)
            match how:
                case "speech":
                    caller.say(1.0)
                    await caller.state("user_speaking", "input.barge_in")
                case "text":
                    caller.send("input.text", {"text": "something else"})
                    await caller.state("user_speaking", "input.barge_in")
                case "cancel":
                    caller.send("response.cancel")
                    await caller.state("idle", "response.cancel")
                case "close":
                    caller.send("session.close")
                    await caller.session.ended.wait()
            await asyncio.wait_for(tool.cancelled.wait(), 1.0)
            [taken] = remembered(caller)
            assert taken.outcome.error_code == "action.cancelled"
            if how == "text":
                items = caller.session.memory.request("turn_1").items
                assert [type(item).__name__ for item in items[:3]] == ["UserSaid", "ActionTaken", "UserSaid"]
                await caller.state("idle", "audio.complete")
                assert [done["text"] for done in caller.of("response.done")] == ["Yes."]

    virtual_time.run(call())


def test_the_rules_brain_uses_a_tool_and_says_what_it_gave(tmp_path: Path) -> None:
    async def call() -> None:
        tool = Weather()
        schema = {"type": "object", "properties": {"city": {"enum": ["graz", "linz"]}}, "required": ["city"]}
        parts = {
            "tools": {"show_weather": ServerTool(Action("show_weather", "Show the weather of a city", schema), tool)}
        }
        async with scene(tmp_path, parts=parts, brain=RulesBrain()) as caller:
            caller.send("input.text", {"text": "show the weather of graz"})
            await caller.state("idle", "audio.complete")
            assert tool.asked == [("show_weather", {"city": "graz"}, "sess_1")]
            assert caller.of("response.done")[0]["text"] == "It is 21 degrees."

    virtual_time.run(call())


def test_a_brain_sees_the_tools_beside_the_actions_and_a_tool_keeps_its_name() -> None:
    tool, action = Action("weather", "Tell the weather"), Action("cart", "Open the cart")
    request = BrainRequest(
        "turn_1", (), page=PageContext(actions={"cart": action, "weather": Action("weather", "Fake")})
    )
    assert request.actions is request.page.actions
    request = BrainRequest("turn_1", (), page=request.page, tools={"weather": tool})
    assert request.actions == {"cart": action, "weather": tool}


@pytest.mark.parametrize("type_", ["session.initialize", "actions.update", "action.result"])
def test_a_page_cannot_register_an_action_by_the_name_of_a_tool(type_: str) -> None:
    taken = {"weather": {"description": "Another weather"}, "cart": {"description": "Open the cart"}}
    payload = {
        "session.initialize": {"protocol": "vip/1", "narration": "A shop.", "actions": taken},
        "actions.update": {"actions": taken},
        "action.result": {"invocation_id": "inv_1", "status": "success", "actions": taken},
    }[type_]
    message = json.dumps({"type": type_, "payload": payload, "id": "m1"})
    decoded = VipDialect("sess_1", reserved=["weather"]).decode(message)
    assert decoded.signals == ()
    assert decoded.failure is not None
    assert (decoded.failure.code, decoded.message_id) == (ErrorCode.INVALID_MESSAGE, "m1")
    assert "`weather`" in decoded.failure.message
    assert VipDialect("sess_1", reserved=["stock"]).decode(message).failure is None
