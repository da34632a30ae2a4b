"""What `antiphon serve` says before it takes calls, and where."""

import json
import re
import signal
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest

from support.server import ANNOUNCEMENT, ENVIRONMENT, RunningServer, antiphon

SCRIPTED = '[vad]\nprovider = "energy"\n[stt]\nprovider = "scripted"\n[brain]\nprovider = "rules"\n'
VOICE = '[tts]\nprovider = "scripted"\n'
CLOSED = ("sh", "-c", 'exec "$@" 2>&-', "sh")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "demo.toml").write_text(SCRIPTED + VOICE, "utf-8")
    (tmp_path / "shop.toml").write_text(f"{SCRIPTED}{VOICE}rate = 16000\n", "utf-8")
    return tmp_path


def serve(folder: Path, *arguments: str, within: tuple[str, ...] = ()) -> tuple[str, list[str]]:
    """What a server has printed on each of its outputs, which has started and ended."""
    command = [*within, sys.executable, "-m", "antiphon", "serve", "--port", "0", "--assistants", str(folder)]
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True, "env": ENVIRONMENT}
    with subprocess.Popen([*command, *arguments], cwd=folder, **pipes) as server:  # type: ignore[call-overload]
        try:
            line = server.stdout.readline()
            if ANNOUNCEMENT in line:
                with urllib.request.urlopen(f"{line.split()[-1]}healthz", timeout=20) as answer:
                    assert answer.status == 200
            server.send_signal(signal.SIGTERM)
            rest, told = server.communicate(timeout=20)
        finally:
            server.kill()
    assert server.returncode == 0, told
    return line + rest, told.splitlines()


def test_the_address_is_the_one_line_of_its_output_and_what_is_loaded_is_told_beside_it(folder: Path) -> None:
    said, told = serve(folder)
    assert re.fullmatch(rf"{ANNOUNCEMENT}http://127\.0\.0\.1:\d+/\n", said)
    assert [re.sub(r"^ *\d+\.\d s  ", "", line) for line in told] == [
        "Loading the recogniser scripted (1 of 4)",
        "Loading the brain rules (2 of 4)",
        "Loading the voice scripted (3 of 4)",
        "Loading the voice scripted (4 of 4)",
        "All is loaded",
    ]


def test_who_wants_it_quiet_gets_the_address_alone(folder: Path) -> None:
    said, told = serve(folder, "--quiet")
    assert said.startswith(ANNOUNCEMENT)
    assert told == []


def test_a_log_that_is_json_is_json_from_its_first_line(folder: Path) -> None:
    _, told = serve(folder, "--log-format", "json")
    assert [json.loads(line)["event"] for line in told] == [*["loading"] * 4, "loaded"]


def test_a_server_whose_standard_error_is_closed_takes_calls(folder: Path) -> None:
    said, told = serve(folder, within=CLOSED)
    assert said.startswith(ANNOUNCEMENT)
    assert told == []


def test_beside_a_server_that_runs_doctor_finds_it(server: RunningServer) -> None:
    done = antiphon("doctor", "--json", "--port", server.url.rpartition(":")[2])
    [found] = [check for check in json.loads(done.stdout)["checks"] if check["name"] == "port"]
    assert found["status"] == "ok"
    assert f"a server runs at {server.url}/ and takes calls" in found["message"]
