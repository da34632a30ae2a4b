"""Each turn of WS v1 has its end, in virtual time: also where the brain stalls or fails, several times in a row."""

from pathlib import Path
from typing import Any

import pytest

from support.scene import timeless
from support.ws import Client, house

TOOL = {"name": "lamp", "description": "The lamp", "executor": "client", "parameters": '{"type": "object"}'}
CALL = {"call": {"name": "lamp", "arguments": {}}}
LINES: list[dict[str, Any]] = [
    {"match": "stall", "do": [{"stall_s": 600}]},
    {"match": "begin", "do": [{"say": "To begin with, "}, {"stall_s": 600}]},
    {"match": "fail", "do": [{"fail": "brain.failed"}]},
    {"match": "lamp", "do": [CALL, {"stall_s": 600}]},
    {"match": None, "do": [{"say": "Here it is."}]},
]
MODES = pytest.mark.parametrize("mode", ["audio", "text"])


async def ends(client: Client, text: str, count: int) -> dict[str, Any]:
    """The end of the turn that is typed now, the `count`-th of this call."""
    client.send("input.text", text=text)
    return await client.event("assistant.response.final", count)


@pytest.mark.requirement("WS1-CANCEL")
@MODES
@timeless
async def test_a_turn_whose_brain_stalls_has_an_end_and_the_next_is_answered(tmp_path: Path, mode: str) -> None:
    async with house(tmp_path, lines=LINES) as home:
        client = home.connect()
        await client.started(overrides={"output": {"mode": mode}})
        for count in range(1, 4):
            end = await ends(client, "stall", count)
            assert end["data"]["text"] == ""
            assert client.codes == ["brain.timeout"] * count
        assert (await ends(client, "x", 4))["data"]["text"] == "Here it is."
        assert len({end["data"]["turn_id"] for end in client.of("assistant.response.final")}) == 4


@MODES
@timeless
async def test_what_was_told_before_it_failed_is_in_its_end(tmp_path: Path, mode: str) -> None:
    async with house(tmp_path, lines=LINES) as home:
        client = home.connect()
        await client.started(overrides={"output": {"mode": mode}})
        told = (await ends(client, "begin", 1))["data"]["text"]
        assert told == "".join(one["data"]["text"] for one in client.of("assistant.response.delta"))
        assert told.startswith("To begin with,")
        assert (await ends(client, "fail", 2))["data"]["text"] == ""
        assert (await ends(client, "x", 3))["data"]["text"] == "Here it is."
        assert client.codes == ["brain.timeout", "brain.failed"]


@MODES
@timeless
async def test_a_turn_with_a_tool_has_an_end_where_neither_it_nor_the_brain_answers(tmp_path: Path, mode: str) -> None:
    async with house(tmp_path, tools=[TOOL], lines=LINES) as home:
        client = home.connect()
        await client.started(overrides={"output": {"mode": mode}})
        client.send("input.text", text="lamp")
        call = await client.event("assistant.tool_call")
        client.send("tool_call.results", results=[{"tool_call_id": call["tool_call_id"], "output": "On."}])
        await client.event("assistant.response.final", 1)
        client.send("input.text", text="lamp")  # and this time nobody answers
        await client.event("assistant.tool_result", 2)
        await client.event("assistant.response.final", 2)
        assert client.codes == ["brain.timeout", "tool.timeout", "brain.timeout"]
        assert (await ends(client, "x", 3))["data"]["text"] == "Here it is."


@timeless
async def test_the_session_goes_on_where_much_is_typed_over_a_brain_that_stalls(tmp_path: Path) -> None:
    async with house(tmp_path, lines=LINES) as home:
        client = home.connect()
        await client.started(overrides={"output": {"mode": "text"}})
        for _ in range(4):
            client.send("input.text", text="stall")
        await client.event("error")
        ended = len(await client.until(lambda: client.of("assistant.response.final")))
        assert client.codes == ["brain.timeout"]
        assert (await ends(client, "x", ended + 1))["data"]["text"] == "Here it is."
