"""Tools over WS v1: those that the client carries out, and those of the server."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from antiphon.domain.conversation import ActionTaken
from antiphon.domain.errors import AntiphonError, ErrorCode
from antiphon.testing import virtual_time
from support.scene import timeless
from support.ws import house

SCHEMA = '{"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]}'
CLIENT = {
    "name": "weather",
    "description": "The weather",
    "parameters": SCHEMA,
    "timeout_ms": 5000,
    "executor": "client",
}
SERVER = {**CLIENT, "name": "news", "executor": "server", "entry_point": "some.module:function"}


def calling(name: str, arguments: Mapping[str, Any] | None = None) -> list[dict[str, Any]]:
    call = {"call": {"name": name, "arguments": {"city": "Oslo"} if arguments is None else arguments}}
    return [{"match": None, "do": [{"say": "One moment."}, call, {"say": "There it is."}]}]


class Service:
    """A tool of the server's: what it is asked, and what it does."""

    def __init__(self, answer: Any = None, seconds: float = 0.0) -> None:
        self.answer = answer
        self.seconds = seconds
        self.asked: list[Mapping[str, Any]] = []

    async def start(self) -> None: ...

    async def run(self, name: str, arguments: Mapping[str, Any], session_id: str) -> Any:
        self.asked.append(arguments)
        await virtual_time.advance(self.seconds)
        if isinstance(self.answer, AntiphonError):
            raise self.answer
        return self.answer

    async def close(self) -> None: ...


@pytest.mark.requirement("WS1-TOOLS")
@timeless
async def test_a_tool_of_the_client_is_called_and_its_result_is_answered(tmp_path: Path) -> None:
    async with house(tmp_path, tools=[CLIENT], lines=calling("weather")) as home:
        client = home.connect()
        await client.started()
        client.send("input.text", text="x")
        call = await client.event("assistant.tool_call")
        call_id = call["tool_call_id"]
        assert {
            key: call[key] for key in ("tool_name", "arguments", "executor", "timeout_ms", "trackId", "source")
        } == {
            "tool_name": "weather",
            "arguments": {"city": "Oslo"},
            "executor": "client",
            "timeout_ms": 5000,
            "trackId": "audio_out",
            "source": "tool",
        }
        assert call["tool_call"] == {"id": call_id, "name": "weather", "arguments": {"city": "Oslo"}}
        output = {"temp_c": 21, "condition": "sunny"}
        status = {"code": 200, "message": "ok"}
        client.send(
            "tool_call.results",
            results=[{"tool_call_id": call_id, "name": "weather", "output": output, "status": status}],
        )
        result = await client.event("assistant.tool_result")
        assert (result["source"], result["data"]["source"]) == ("client", "client")
        assert (result["ok"], result["result"], result["error"]) == (True, output, None)
        assert (result["tool_call_id"], result["tool_name"]) == (call_id, "weather")
        final = await client.event("assistant.response.final")
        assert final["text"] == "One moment. There it is."
        [taken] = [item for item in home.brain.requests[-1].items if isinstance(item, ActionTaken)]
        assert taken.outcome.output == output
        # Each call is answered once.
        again = await client.refused({"type": "tool_call.results", "results": [{"tool_call_id": call_id}]})
        assert again["code"] == "tool.unknown_call"


@pytest.mark.requirement("WS1-TOOLS")
@timeless
async def test_a_result_of_another_tool_is_none_of_this_call(tmp_path: Path) -> None:
    async with house(tmp_path, tools=[CLIENT], lines=calling("weather")) as home:
        client = home.connect()
        await client.started(overrides={"output": {"mode": "text"}})
        client.send("input.text", text="x")
        call_id = (await client.event("assistant.tool_call"))["tool_call_id"]
        mine = {"tool_call_id": call_id, "output": 21}
        for results in ([{**mine, "name": "news"}], [mine, {**mine, "name": "news"}]):
            refused = await client.refused({"type": "tool_call.results", "results": results})
            assert (refused["code"], refused["stage"]) == ("tool.unknown_call", "tool")
            assert "`weather`" in refused["message"]
        assert client.of("assistant.tool_result") == []
        client.send("tool_call.results", results=[{**mine, "name": "weather"}])
        assert (await client.event("assistant.tool_result"))["result"] == 21


@pytest.mark.requirement("WS1-TOOLS")
@timeless
async def test_a_tool_of_the_client_may_fail_or_not_answer(tmp_path: Path) -> None:
    async with house(tmp_path, tools=[CLIENT], lines=calling("weather")) as home:
        client = home.connect()
        await client.started(overrides={"output": {"mode": "text"}})
        client.send("input.text", text="x")
        call_id = (await client.event("assistant.tool_call"))["tool_call_id"]
        status = {"code": 503, "message": "No station."}
        client.send("tool_call.results", results=[{"tool_call_id": call_id, "status": status}])
        failed = await client.event("assistant.tool_result")
        error = {"code": "tool.failed", "message": "No station.", "retryable": True}
        assert (failed["ok"], failed["result"], failed["error"]) == (False, None, error)
        await client.event("assistant.response.final")
        client.send("input.text", text="y")
        late_id = (await client.event("assistant.tool_call", 2))["tool_call_id"]
        late = await client.event("assistant.tool_result", 2)
        assert (late["tool_call_id"], late["error"]["code"], late["source"]) == (late_id, "tool.timeout", "client")
        assert client.codes == ["tool.timeout"]
        assert client.of("error")[0]["data"]["tool_call_id"] == late_id
        kept = await client.refused({"type": "tool_call.results", "results": [{"tool_call_id": late_id}]})
        assert kept["code"] == "tool.late"


@pytest.mark.requirement("WS1-TOOLS")
@pytest.mark.requirement("WS1-CANCEL")
@timeless
async def test_a_cancel_ends_a_call_of_the_clients(tmp_path: Path) -> None:
    async with house(tmp_path, tools=[CLIENT], lines=calling("weather")) as home:
        client = home.connect()
        await client.started()
        client.send("input.text", text="x")
        await client.event("assistant.tool_call")
        client.send("response.cancel")
        result = await client.event("assistant.tool_result")
        assert (result["ok"], result["error"]["code"]) == (False, "tool.cancelled")


@pytest.mark.requirement("WS1-TOOLS")
@timeless
async def test_a_tool_of_the_server_is_told_of_and_carried_out(tmp_path: Path) -> None:
    service = Service({"headline": "Rain"}, seconds=0.5)
    async with house(tmp_path, tools=[SERVER], carried_out={"news": service}, lines=calling("news")) as home:
        client = home.connect()
        await client.started()
        client.send("input.text", text="x")
        call = await client.event("assistant.tool_call")
        result = await client.event("assistant.tool_result")
        assert (call["executor"], call["source"], call["timeout_ms"]) == ("server", "tool", 5000)
        assert (result["source"], result["data"]["source"]) == ("server", "server")
        assert (result["ok"], result["result"]) == (True, {"headline": "Rain"})
        assert result["tool_call_id"] == call["tool_call_id"]
        assert result["data"]["response_id"] == call["data"]["response_id"]
        assert service.asked == [{"city": "Oslo"}]
        assert (await client.event("assistant.response.final"))["text"] == "One moment. There it is."
        # It is not the client's to answer.
        foreign = {"type": "tool_call.results", "results": [{"tool_call_id": call["tool_call_id"]}]}
        assert (await client.refused(foreign))["code"] == "tool.unknown_call"


@pytest.mark.requirement("WS1-TOOLS")
@timeless
async def test_a_tool_of_the_server_may_fail_or_take_too_long_or_be_cancelled(tmp_path: Path) -> None:
    service = Service(AntiphonError(ErrorCode.ACTION_FAILED, "The service answered with 500."))
    async with house(tmp_path, tools=[SERVER], carried_out={"news": service}, lines=calling("news")) as home:
        client = home.connect()
        await client.started(overrides={"output": {"mode": "text"}})
        client.send("input.text", text="x")
        failed = await client.event("assistant.tool_result")
        assert failed["error"] == {
            "code": "tool.failed",
            "message": "The service answered with 500.",
            "retryable": True,
        }
        await client.event("assistant.response.final")
        service.answer, service.seconds = None, 60.0
        client.send("input.text", text="y")
        slow = await client.event("assistant.tool_result", 2)
        assert (slow["ok"], slow["error"]["code"]) == (False, "tool.timeout")
        await client.event("assistant.response.final", 2)
        client.send("input.text", text="z")
        await client.event("assistant.tool_call", 3)
        client.send("response.cancel")
        gone = await client.event("assistant.tool_result", 3)
        assert (gone["ok"], gone["error"]["code"]) == (False, "tool.cancelled")
        calls = [event["tool_call_id"] for event in client.of("assistant.tool_call")]
        assert [event["tool_call_id"] for event in client.of("assistant.tool_result")] == calls


@pytest.mark.requirement("WS1-TOOLS")
@timeless
async def test_what_the_brain_invents_is_never_called(tmp_path: Path) -> None:
    for lines in (calling("invented"), calling("weather", {"city": 7}), calling("weather", {"city": "x" * 13_000})):
        async with house(tmp_path, tools=[CLIENT], lines=lines) as home:
            client = home.connect()
            await client.started(overrides={"output": {"mode": "text"}})
            client.send("input.text", text="x")
            await client.event("assistant.response.final")
            assert client.of("assistant.tool_call") == []


@pytest.mark.requirement("WS1-TOOLS")
@timeless
async def test_several_results_may_come_in_one_message(tmp_path: Path) -> None:
    lines = [
        {
            "match": None,
            "do": [
                {"call": {"name": "weather", "arguments": {"city": "Oslo"}}},
                {"call": {"name": "weather", "arguments": {"city": "Rome"}}},
                {"say": "Done."},
            ],
        }
    ]
    async with house(tmp_path, tools=[CLIENT], lines=lines) as home:
        client = home.connect()
        await client.started()
        client.send("input.text", text="x")
        first = (await client.event("assistant.tool_call"))["tool_call_id"]
        client.send("tool_call.results", results=[{"tool_call_id": first}, {"tool_call_id": "call_unknown"}])
        assert (await client.event("error"))["code"] == "tool.unknown_call"
        second = (await client.event("assistant.tool_call", 2))["tool_call_id"]
        client.send("tool_call.results", results=[{"tool_call_id": second}])
        assert (await client.event("assistant.response.final"))["text"] == "Done."
