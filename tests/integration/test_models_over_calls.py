"""A chat model with a server of tools, over whole calls to a real server."""

import asyncio
import json
import sys
from pathlib import Path

from support import mcp_notes
from support.openai_stand_in import Behaviour, OpenAiStandIn, call, calls, openai_stand_in, says
from support.server import antiphon, serve

ASSISTANT = """
prompt = "You are Ida."
[stt]
provider = "scripted"
[tts]
provider = "scripted"
[brain]
provider = "openai"
model = "small"
base_url = "{url}/v1"
[[mcp]]
name = "notes"
command = {python}
args = [{program}]
"""


def assistant(folder: Path, service: OpenAiStandIn) -> None:
    text = ASSISTANT.format(url=service.url, python=json.dumps(sys.executable), program=json.dumps(mcp_notes.__file__))
    (folder / "ida.toml").write_text(text, "utf-8")


async def told(folder: Path, *texts: str) -> list[str]:
    """What is answered to each, typed."""

    def talk() -> str:
        with serve("--assistants", str(folder)) as server:
            said = [part for text in texts for part in ("--text", text)]
            return antiphon("call", "--url", server.url, "--assistant", "ida", *said).stdout

    lines = (await asyncio.to_thread(talk)).splitlines()
    return [line.partition('"')[2].removesuffix('"') for line in lines if "  response.done  " in line]


async def test_a_model_uses_a_tool_and_is_told_what_came_of_it(tmp_path: Path) -> None:
    async with openai_stand_in() as service:
        assistant(tmp_path, service)
        service.will(calls(call("notes_count", "{}")), says("There is one note."))
        assert await told(tmp_path, "How many notes are there?") == ["There is one note."]
        first, second = service.requests
        assert first["messages"][0]["content"].startswith("You are Ida.")
        assert {tool["function"]["name"] for tool in first["tools"]} >= {"notes_count", "notes_remove"}
        assert json.loads(second["messages"][-1]["content"]) == {"status": "success", "output": {"notes": 1}}


async def test_what_a_model_wants_to_remove_is_asked_about_and_done_after_the_yes(tmp_path: Path) -> None:
    async with openai_stand_in() as service:
        assistant(tmp_path, service)
        service.will(calls(call("notes_remove", '{"title": "Milk"}')), says("The note is gone."))
        asked, done = await told(tmp_path, "I have bought the milk.", "yes")
        assert "Remove a note" in asked
        assert "Milk" in asked
        assert done == "The note is gone."
        assert len(service.requests) == 2
        assert "two litres" in service.requests[1]["messages"][-1]["content"]


async def test_a_service_that_refuses_the_key_costs_the_turn_and_not_the_call(tmp_path: Path) -> None:
    async with openai_stand_in() as service:
        assistant(tmp_path, service)
        service.will(Behaviour(status=401), says("Now I am here."))
        assert (await told(tmp_path, "Hello?", "Hello?"))[-1] == "Now I am here."


async def test_where_the_model_is_gone_another_brain_answers(tmp_path: Path) -> None:
    async with openai_stand_in() as service:
        assistant(tmp_path, service)
    path = tmp_path / "ida.toml"
    path.write_text(
        path.read_text("utf-8").replace('model = "small"', 'model = "small"\nfallback = ["rules"]'), "utf-8"
    )
    [answer] = await told(tmp_path, "What can I do here?")
    assert "note" in answer
