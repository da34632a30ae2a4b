"""Tools of servers that speak the Model Context Protocol, driven by the package's own server."""

import asyncio
import socket
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from mcp.types import CallToolResult, TextContent

from antiphon.domain.errors import AntiphonError, ErrorCode
from antiphon.ports import OffersTools, Tool
from antiphon.providers.tools.mcp import McpTools, _output, create
from support import mcp_notes
from support.wait import until

PROGRAM = {"name": "notes", "command": sys.executable, "args": [mcp_notes.__file__]}


@asynccontextmanager
async def tools(base: Path, **options: Any) -> AsyncIterator[McpTools]:
    made = create({**PROGRAM, **options}, base)
    try:
        await made.start()
        yield made
    finally:
        await made.close()


async def refusal(made: McpTools, name: str, arguments: dict[str, Any] | None = None) -> AntiphonError:
    with pytest.raises(AntiphonError) as raised:
        await made.run(name, arguments or {}, "sess_1")
    return raised.value


async def test_the_tools_of_a_program_stand_under_its_name_and_ask_unless_they_only_read(tmp_path: Path) -> None:
    async with tools(tmp_path) as made:
        offered = made.offered()
        assert isinstance(made, OffersTools)
        as_tool: Tool = made
        assert sorted(offered) == [
            "notes._ber_alles",
            "notes.count",
            "notes.leave",
            "notes.long",
            "notes.read",
            "notes.remove",
            "notes.wait",
        ]
        assert [name for name, action in offered.items() if action.confirm] == ["notes.remove"]
        assert offered["notes.read"].description == "Read a note aloud"
        assert offered["notes.read"].parameters["required"] == ["title"]
        assert await as_tool.run("notes.read", {"title": "Milk"}, "sess_1") == "two litres"
        assert await made.run("notes.count", {}, "sess_1") == {"notes": 1}


async def test_what_fails_is_told_in_a_sentence(tmp_path: Path) -> None:
    async with tools(tmp_path) as made:
        broken = await refusal(made, "notes.read", {"title": "Bread"})
        assert broken.code is ErrorCode.ACTION_FAILED
        assert "Bread" in broken.message
        assert (await refusal(made, "notes.long")).message == "The answer was too long."


async def test_the_assistants_file_says_which_are_used_and_which_need_no_yes(tmp_path: Path) -> None:
    async with tools(tmp_path, tools=["remove", "count"], without_asking=["remove"]) as made:
        assert {name: action.confirm for name, action in made.offered().items()} == {
            "notes.count": False,
            "notes.remove": False,
        }


@pytest.mark.parametrize("key", ["tools", "without_asking"])
async def test_a_tool_that_the_server_has_not_is_refused_with_those_that_it_has(tmp_path: Path, key: str) -> None:
    with pytest.raises(AntiphonError) as raised:
        async with tools(tmp_path, **{key: ["burn"]}):
            pass
    assert raised.value.code is ErrorCode.CONFIG_INVALID
    assert raised.value.details == {"key": key}
    assert "notes has no tool 'burn'. Its tools: count, " in raised.value.message


async def test_a_program_sees_what_the_file_gives_it_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NOTES_KEY", "kept to ourselves")
    async with tools(tmp_path) as made:
        assert await made.run("notes._ber_alles", {}, "sess_1") == "no key"
    monkeypatch.setenv("OURS", "for notes")
    async with tools(tmp_path, env={"NOTES_KEY": "env:OURS"}) as made:
        assert await made.run("notes._ber_alles", {}, "sess_1") == "for notes"
    monkeypatch.delenv("OURS")
    with pytest.raises(AntiphonError, match="OURS, which is not set"):
        async with tools(tmp_path, env={"NOTES_KEY": "env:OURS"}):
            pass


@pytest.mark.parametrize(
    ("command", "args", "why"),
    [
        ("/nowhere/at/all", [], "there is no such program"),
        (sys.executable, ["-c", "raise SystemExit(1)"], "it "),
        (sys.executable, ["-c", "print('hello'); raise SystemExit(1)"], "it "),
    ],
)
async def test_a_program_that_is_none_is_told_at_the_start(
    tmp_path: Path, command: str, args: list[str], why: str
) -> None:
    with pytest.raises(AntiphonError) as raised:
        async with tools(tmp_path, command=command, args=args):
            pass
    assert raised.value.code is ErrorCode.PROVIDER_UNAVAILABLE
    assert raised.value.message.startswith(f"The tools of notes cannot be reached: {why}")


async def test_a_program_that_ends_costs_one_call_and_is_begun_again(tmp_path: Path) -> None:
    async with tools(tmp_path) as made:
        assert (await refusal(made, "notes.leave")).message == "The tool's server cannot be reached."
        assert await made.run("notes.count", {}, "sess_1") == {"notes": 1}


async def test_a_call_that_is_cancelled_leaves_the_others_alone(tmp_path: Path) -> None:
    async with tools(tmp_path) as made:
        waiting = asyncio.create_task(made.run("notes.wait", {}, "sess_1"))
        await made.run("notes.count", {}, "sess_1")
        waiting.cancel()
        with pytest.raises(asyncio.CancelledError):
            await waiting
        assert await made.run("notes.count", {}, "sess_2") == {"notes": 1}


async def test_a_server_at_an_address_is_used_like_a_program(tmp_path: Path) -> None:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port = found.getsockname()[1]
    program = await asyncio.create_subprocess_exec(
        sys.executable, mcp_notes.__file__, "--port", str(port), stderr=asyncio.subprocess.DEVNULL
    )
    try:
        await until(lambda: _listens(port), 20.0)
        made = create({"name": "notes", "url": f"http://127.0.0.1:{port}/mcp"}, tmp_path)
        await made.start()
        assert await made.run("notes.count", {}, "sess_1") == {"notes": 1}
        program.kill()
        await program.wait()
        assert (await refusal(made, "notes.count")).message == "The tool's server cannot be reached."
        assert (await refusal(made, "notes.count")).message == "The tool's server cannot be reached."
        await made.close()
    finally:
        if program.returncode is None:
            program.kill()
            await program.wait()


def _listens(port: int) -> bool:
    with socket.socket() as asking:
        return asking.connect_ex(("127.0.0.1", port)) == 0


@pytest.mark.parametrize(
    ("structured", "output"),
    [
        ({"result": "There is one note."}, "There is one note."),
        ({"result": 3}, {"result": 3}),
        ({"result": "one", "of": 2}, {"result": "one", "of": 2}),
        (None, "As text."),
    ],
)
def test_a_sentence_that_the_package_wraps_is_said_as_one(structured: dict[str, Any] | None, output: Any) -> None:
    text = TextContent(type="text", text="As text.")
    assert _output(CallToolResult(content=[text], structuredContent=structured)) == output
