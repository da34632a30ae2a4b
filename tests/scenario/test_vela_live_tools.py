"""Vela's live mode in virtual time: tools of the client's and of the server's."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from antiphon.testing import virtual_time
from support.vela import VelaClient, VelaHouse
from support.vela_live import played, short

WEATHER = {
    "name": "weather",
    "description": "The weather",
    "executor": "client",
    "parameters": '{"type": "object", "properties": {"city": {"type": ["string", "null"]}}}',
    "timeout_ms": 5000,
}
CALLING = [{"match": None, "do": [{"call": {"name": "weather", "arguments": {"city": None}}}, {"say": "Sunny."}]}]


@pytest.mark.requirement("VELA-LIVE")
def test_a_tool_of_the_clients_is_called_and_its_result_is_told(tmp_path: Path) -> None:
    async def play(home: VelaHouse, client: VelaClient) -> None:
        client.send("input.text", text="How is the weather?")
        call = (await client.event("tool.call"))["payload"]
        for _ in range(30):  # more than a session's worth of refusals
            await virtual_time.advance(0.05)
            client.append(bytes(640))
        client.send("tool.result", callId=call["callId"], output={"temp_c": 21, "wind": None})
        await client.idle(1)
        client.send("tool.result", callId=call["callId"], output={})

    client = played(tmp_path, play, tools=[WEATHER], lines=CALLING)
    [call], [result] = client.of("tool.call"), client.of("tool.result")
    assert {**call["payload"], "callId": ""} == {
        "callId": "",
        "name": "weather",
        "arguments": {"city": None},
        "executor": "client",
        "timeoutMs": 5000,
    }
    assert result["payload"] == {
        "callId": call["payload"]["callId"],
        "name": "weather",
        "ok": True,
        "output": {"temp_c": 21, "wind": None},
    }
    # Who speaks while the page is at work is told so once; an answer that nobody waits for, each time.
    assert client.codes == ["protocol.invalid_transition", "action.unknown_invocation"]
    assert ("response.text.delta", "Sunny.") in client.told


@pytest.mark.requirement("VELA-LIVE")
def test_a_tool_that_fails_or_does_not_answer_is_told_so(tmp_path: Path) -> None:
    async def play(home: VelaHouse, client: VelaClient) -> None:
        client.send("input.text", text="How is the weather?")
        call = (await client.event("tool.call"))["payload"]
        client.send("tool.result", callId=call["callId"], error={"code": "tool.offline", "message": "No network."})
        await client.idle(1)
        client.send("input.text", text="How is the weather?")
        await client.event("tool.call", 2)
        await client.idle(2)

    client = played(tmp_path, play, tools=[WEATHER], lines=CALLING)
    failed, late = (event["payload"] for event in client.of("tool.result"))
    assert (failed["ok"], failed["error"]) == (False, {"code": "tool.offline", "message": "No network."})
    assert (late["ok"], late["error"]["code"]) == (False, "action.timeout")


class Sunny:
    async def start(self) -> None: ...

    async def close(self) -> None: ...

    async def run(self, name: str, arguments: Mapping[str, Any], session_id: str) -> Any:
        return {"temp_c": 21}


@pytest.mark.requirement("VELA-LIVE")
def test_a_tool_of_the_servers_is_told_of_alike(tmp_path: Path) -> None:
    async def play(home: VelaHouse, client: VelaClient) -> None:
        client.send("input.text", text="How is the weather?")

    tool = {**WEATHER, "executor": "server", "entry_point": "some.module:function"}
    client = played(tmp_path, play, tools=[tool], lines=CALLING, carried_out={"weather": Sunny()})
    [call], [result] = client.of("tool.call"), client.of("tool.result")
    assert call["payload"]["executor"] == "server"
    assert (result["payload"]["ok"], result["payload"]["output"]) == (True, {"temp_c": 21})
    assert result["payload"]["callId"] == call["payload"]["callId"]


@pytest.mark.requirement("VELA-LIVE")
def test_what_is_said_before_a_tool_is_held_until_it_is_spoken(tmp_path: Path) -> None:
    async def play(home: VelaHouse, client: VelaClient) -> None:
        client.send("input.text", text="How is the weather?")
        call = (await client.event("tool.call"))["payload"]
        await virtual_time.advance(1)
        assert not client.of("response.text.delta")
        client.send("tool.result", callId=call["callId"], output={})

    steps = [{"say": "One moment. "}, {"call": {"name": "weather", "arguments": {}}}, {"say": "Sunny."}]
    told = short(played(tmp_path, play, tools=[WEATHER], lines=[{"match": None, "do": steps}]))
    texts = [text for kind, text in told if kind == "response.text.delta"]
    assert "".join(texts).split() == ["One", "moment.", "Sunny."]
    assert told.index(("session.state", "speaking")) < told.index(("response.text.delta", texts[0]))
    assert told[:3] == [("session.state", "thinking"), ("tool.call", ""), ("tool.result", "")]
