"""Tools that a server of tools offers, among those of an assistant."""

import sys
from pathlib import Path

import pytest

from antiphon.assistant_registry import AssistantRegistry
from antiphon.domain.errors import AntiphonError
from support import mcp_notes
from unit.assistant_registry.conftest import write

NOTES = f"""
[[mcp]]
name = "notes"
command = {sys.executable!r}
args = [{mcp_notes.__file__!r}]
tools = ["count", "remove"]
"""


async def test_they_stand_beside_the_files_own(tmp_path: Path) -> None:
    write(tmp_path, "demo", more=NOTES)
    registry = AssistantRegistry(tmp_path)
    await registry.start()
    try:
        loaded = registry.find("demo")
        assert loaded is not None
        assert sorted(loaded.tools) == ["notes.count", "notes.remove"]
        assert await loaded.tools["notes.count"].tool.run("notes.count", {}, "sess_1") == {"notes": 1}
    finally:
        await registry.close()


async def test_a_server_that_cannot_be_reached_is_told_by_its_line(tmp_path: Path) -> None:
    write(tmp_path, "demo", more=NOTES.replace(repr(sys.executable), "'/nowhere'"))
    registry = AssistantRegistry(tmp_path)
    with pytest.raises(AntiphonError, match=r"demo\.toml, line \d+: .*cannot be reached: there is no such program"):
        await registry.start()
    await registry.close()


async def test_a_tool_of_the_files_own_by_such_a_name_is_refused(tmp_path: Path) -> None:
    own = """
[[tools]]
name = "notes.count"
description = "Count"
entry_point = "json:dumps"
"""
    write(tmp_path, "demo", more=own + NOTES)
    registry = AssistantRegistry(tmp_path)
    with pytest.raises(AntiphonError, match=r"there is another tool named 'notes\.count'"):
        await registry.start()
    await registry.close()
