"""`antiphon bench`: what it does with options that cannot be used, and where there is no server."""

import json
import os
import socket
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner, Result

from antiphon.cli.bench import bench as bench_command
from antiphon.cli.bench_server import ASSISTANTS, write_assistants
from antiphon.settings.assistants import load_file

app = typer.Typer()
app.command()(bench_command)


def run(*arguments: object) -> Result:
    return CliRunner().invoke(app, [str(argument) for argument in arguments])


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        (["--calls", "1,x"], "--calls '1,x' must be numbers from 1 to 1000"),
        (["--calls", "0"], "--calls '0'"),
        (["--calls", "5000"], "--calls '5000'"),
        (["--calls", ""], "--calls ''"),
        (["--seconds", "0"], "--seconds 0 must be from 1 to 3600"),
        (["--seconds", "nan"], "--seconds nan"),
        (["--share", "1.5"], "--share 1.5 must be from 0 to 1"),
        (["--assistant", "nobody"], "without --url it is one of: webrtc, silero, talk, apart, echo"),
        (["--assistant", ""], "--assistant is empty"),
        (["--url", "somewhere"], "somewhere"),
        (["--speech", "nowhere.wav"], "nowhere.wav"),
        (["--pid", os.getpid()], "it goes with --url alone"),
        (["--url", "http://127.0.0.1:1", "--pid", 2**22 + 1], "no such process"),
        (["--url", "http://127.0.0.1:1", "--pin"], "the server at --url runs where it runs"),
        (["--json", "no/such/folder/figures.json"], "no/such/folder/figures.json"),
        (["--plot", "{folder}"], "cannot be written"),
    ],
)
def test_an_option_that_cannot_be_used_is_named_and_nothing_is_started(
    arguments: list[object], named: str, tmp_path: Path
) -> None:
    result = run(*(str(argument).format(folder=tmp_path) for argument in arguments))
    assert result.exit_code == 2
    assert result.stderr.startswith("antiphon bench: ")
    assert named in result.stderr


def test_a_server_that_is_not_there_is_told_and_the_json_has_no_rows(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        free = taken.getsockname()[1]
    figures = tmp_path / "figures.json"
    result = run("--url", f"http://127.0.0.1:{free}", "--calls", 1, "--json", figures)
    assert result.exit_code == 1
    assert "No server could be reached" in result.stderr
    assert "(call.unreachable)" in result.stderr
    assert json.loads(figures.read_text())["rows"] == []


def test_the_assistants_of_its_own_server_are_right(tmp_path: Path) -> None:
    write_assistants(tmp_path, ASSISTANTS)
    loaded = {name: load_file(tmp_path / f"{name}.toml") for name in ASSISTANTS}
    assert loaded["silero"].vad is not None
    assert loaded["silero"].vad.provider == "silero"
    assert loaded["echo"].brain.provider == "echo"
    assert loaded["talk"].triggers == ("ptt",)
