"""Standard streams that cannot be written from the start: a full disk, or a pipe whose reader has gone."""

import json
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from antiphon.cli.bench_server import write_assistants
from antiphon.observe.trace import header
from antiphon.turns.core import EngineConfig
from support.server import ANNOUNCEMENT, ENVIRONMENT

COMMAND = [sys.executable, "-m", "antiphon"]
unwritable = pytest.mark.parametrize("kind", ["a full disk", "a pipe that nobody reads"])
buffered = pytest.mark.parametrize("unbuffered", ["", "1"])


@contextmanager
def stream(kind: str) -> Iterator[int]:
    """The descriptor of a stream that cannot be written."""
    if kind == "a full disk":
        descriptor = os.open("/dev/full", os.O_WRONLY)
    else:
        reader, descriptor = os.pipe()
        os.close(reader)
    try:
        yield descriptor
    finally:
        os.close(descriptor)


def accepts_calls(url: str) -> bool:
    asked = urllib.request.Request(
        f"{url}/v1/sessions",
        data=json.dumps({"assistant_id": "talk"}).encode(),
        headers={"Content-Type": "application/json"},
    )
    with urllib.request.urlopen(asked, timeout=20) as answer:
        return bool(answer.status == 201)


@buffered
@unwritable
def test_a_server_accepts_calls_whose_standard_error_cannot_be_written(
    tmp_path: Path, kind: str, unbuffered: str
) -> None:
    write_assistants(tmp_path, ["talk"])
    command = [*COMMAND, "serve", "--port", "0", "--assistants", str(tmp_path)]
    environment = ENVIRONMENT | {"PYTHONUNBUFFERED": unbuffered}
    with (
        stream(kind) as error,
        subprocess.Popen(command, cwd=tmp_path, env=environment, stdout=subprocess.PIPE, stderr=error, text=True) as it,
    ):
        try:
            assert it.stdout is not None
            line = it.stdout.readline()
            assert line.startswith(ANNOUNCEMENT)
            assert accepts_calls(line.split()[-1].rstrip("/"))
            it.send_signal(signal.SIGTERM)
            assert it.wait(20) == 0
        finally:
            it.kill()


@unwritable
def test_a_server_accepts_calls_that_cannot_tell_its_address(tmp_path: Path, kind: str) -> None:
    write_assistants(tmp_path, ["talk"])
    with closing(socket.create_server(("127.0.0.1", 0))) as held:
        port = held.getsockname()[1]
    command = [*COMMAND, "serve", "--port", str(port), "--assistants", str(tmp_path)]
    with (
        stream(kind) as output,
        subprocess.Popen(command, cwd=tmp_path, env=ENVIRONMENT, stdout=output, stderr=output, text=True) as it,
    ):
        try:
            began = time.monotonic()
            while not ready(port):
                assert it.poll() is None
                assert time.monotonic() - began < 60
            assert accepts_calls(f"http://127.0.0.1:{port}")
            it.send_signal(signal.SIGTERM)
            assert it.wait(20) == 0
        finally:
            it.kill()


def ready(port: int) -> bool:
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/readyz", timeout=20) as answer:
            return bool(answer.status == 200)
    except urllib.error.URLError:
        return False


@unwritable
@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (("schema",), 0),
        (("--version",), 0),
        (("schema", "--nonsense"), 2),
        (("serve", "--assistants", "/nowhere"), 2),
        (("replay", "/nowhere"), 2),
        (("call", "--url", "http://127.0.0.1:9", "--text", "hello"), 1),
    ],
)
def test_a_command_has_its_exit_code_and_its_output_where_standard_error_cannot_be_written(
    tmp_path: Path, kind: str, arguments: tuple[str, ...], code: int
) -> None:
    told = subprocess.run(
        [*COMMAND, *arguments], cwd=tmp_path, env=ENVIRONMENT, capture_output=True, timeout=60, check=False
    )
    with stream(kind) as error:
        done = subprocess.run(
            [*COMMAND, *arguments],
            cwd=tmp_path,
            env=ENVIRONMENT,
            stdout=subprocess.PIPE,
            stderr=error,
            timeout=60,
            check=False,
        )
    assert (told.returncode, done.returncode) == (code, code)
    assert done.stdout == told.stdout


def test_a_command_whose_output_cannot_be_written_fails_where_nothing_can_be_told_either(tmp_path: Path) -> None:
    with stream("a full disk") as output:
        done = subprocess.run(
            [*COMMAND, "schema"], cwd=tmp_path, env=ENVIRONMENT, stdout=output, stderr=output, timeout=60, check=False
        )
    assert done.returncode == 1


def commands(folder: Path) -> list[tuple[str, ...]]:
    """Commands that print, at once, line by line, and before they write something else; each of them succeeds."""
    (folder / "assistants").mkdir()
    write_assistants(folder / "assistants", ["talk"])
    (folder / "page.json").write_text(json.dumps({"narration": "A page with one lamp.", "actions": {}}))
    recorded = [header(EngineConfig(), with_text=True), {"at": 1, "signal": "ClientConnected"}]
    (folder / "call.jsonl").write_text("".join(json.dumps(line) + "\n" for line in recorded))
    return [
        ("schema",),
        ("--version",),
        ("schema", "--help"),
        ("doctor", "--json", "--assistants", "assistants", "--port", "0"),
        ("explain", "switch the lamp on", "what is on", "--page", "page.json"),
        ("replay", "call.jsonl"),
    ]


def told(arguments: tuple[str, ...], kind: str, folder: Path, unbuffered: str) -> subprocess.CompletedProcess[str]:
    """A command whose standard output is of that kind, to its end."""
    with stream(kind) as output:
        return subprocess.run(
            [*COMMAND, *arguments],
            cwd=folder,
            env=ENVIRONMENT | {"PYTHONUNBUFFERED": unbuffered},
            stdout=output,
            stderr=subprocess.PIPE,
            timeout=60,
            check=False,
            text=True,
        )


@buffered
def test_a_command_whose_output_goes_to_a_full_disk_says_so(tmp_path: Path, unbuffered: str) -> None:
    for arguments in commands(tmp_path):
        done = told(arguments, "a full disk", tmp_path, unbuffered)
        assert done.returncode == 1
        assert done.stderr == (
            "antiphon: Standard output cannot be written: No space left on device. Some of what this command tells is "
            "lost; send it elsewhere.\n"
        )


@buffered
def test_a_command_whose_reader_has_gone_goes_on_without_a_word(tmp_path: Path, unbuffered: str) -> None:
    for arguments in commands(tmp_path):
        done = told(arguments, "a pipe that nobody reads", tmp_path, unbuffered)
        assert (done.returncode, done.stderr) == (0, "")
    assert (tmp_path / "call.html").exists()
