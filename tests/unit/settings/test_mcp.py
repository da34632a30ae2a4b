"""`[[mcp]]` of an assistant's file: what is taken, and what is refused by its line."""

from pathlib import Path

import pytest

from antiphon.domain.errors import AntiphonError
from antiphon.settings.assistants import Assistant, load_file

NOTES = 'name = "notes"\n'


def load(tmp_path: Path, text: str) -> Assistant:
    path = tmp_path / "shop.toml"
    path.write_text(text, "utf-8")
    return load_file(path)


def test_servers_of_tools_are_programs_or_addresses(tmp_path: Path) -> None:
    text = """
[[mcp]]
name = "notes"
command = "notes-server"
args = ["--folder", "notes"]
env = { NOTES_KEY = "env:NOTES_KEY" }
without_asking = ["remove"]

[[mcp]]
name = "weather"
url = "https://example.org/mcp"
headers = { Authorization = "env:WEATHER_AUTHORIZATION" }
tools = ["today"]
timeout_ms = 5000
"""
    notes, weather = load(tmp_path, text).mcp
    assert notes.options() == {
        "name": "notes",
        "command": "notes-server",
        "args": ["--folder", "notes"],
        "env": {"NOTES_KEY": "env:NOTES_KEY"},
        "without_asking": ["remove"],
    }
    assert weather.options() == {
        "name": "weather",
        "url": "https://example.org/mcp",
        "headers": {"Authorization": "env:WEATHER_AUTHORIZATION"},
        "tools": ["today"],
        "timeout_ms": 5000,
    }


@pytest.mark.parametrize(
    ("keys", "told"),
    [
        (NOTES, "needs either command, a program, or url, an address"),
        (NOTES + 'command = "a"\nurl = "https://a.example"\n', "needs either command"),
        (NOTES + 'url = "https://a.example"\nargs = ["b"]\n', "has args or env, which go with a command"),
        (NOTES + 'command = "a"\nheaders = { A = "b" }\n', "has headers, which go with a url"),
        (NOTES + 'url = "http://example.org"\n', "must be https"),
        (NOTES + 'url = "https://a.example"\nheaders = { Authorization = "Bearer abc" }\n', "may be a secret"),
        ('name = "My notes"\ncommand = "a"\n', "name"),
        (NOTES + 'command = "a"\ntimeout_ms = 0\n', "timeout_ms"),
        (NOTES + 'command = "a"\nshell = true\n', "shell"),
    ],
)
def test_what_is_wrong_is_refused_by_its_line(tmp_path: Path, keys: str, told: str) -> None:
    with pytest.raises(AntiphonError) as raised:
        load(tmp_path, f"[[mcp]]\n{keys}")
    assert told in raised.value.message
    assert "shop.toml, line " in raised.value.message
    assert "Bearer" not in raised.value.message


def test_two_servers_of_one_name_are_refused(tmp_path: Path) -> None:
    with pytest.raises(AntiphonError, match="there are two servers of tools named 'notes'"):
        load(tmp_path, 2 * '[[mcp]]\nname = "notes"\ncommand = "a"\n')


def test_what_is_no_table_is_told_so(tmp_path: Path) -> None:
    with pytest.raises(AntiphonError, match=r"each of them begun with \[\[mcp\]\]"):
        load(tmp_path, 'mcp = "notes"\n')
