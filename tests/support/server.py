"""The real server as a process of its own, for tests that stand outside of it."""

import os
import re
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
ANNOUNCEMENT = "Antiphon accepts calls at "
START_S = 90.0  # models are loaded before calls are accepted, on whatever machine runs the tests
STOP_S = 20.0
_SETTINGS = {"ANTIPHON_SERVER__DRAIN_S": "0"}
"""What a test has left on is not waited for at the end."""
ENVIRONMENT = os.environ | {"PYTHONPATH": str(ROOT / "server"), "PYTHONUNBUFFERED": "1"} | _SETTINGS


@dataclass
class RunningServer:
    """`url` without a slash at its end. `output` is what the server has printed so far, line by line."""

    url: str
    process: subprocess.Popen[str]
    output: list[str] = field(default_factory=list)


def antiphon(*arguments: str, timeout: float = 60.0) -> subprocess.CompletedProcess[str]:
    """The command `antiphon`, to its end."""
    return subprocess.run(
        [sys.executable, "-m", "antiphon", *arguments],
        env=ENVIRONMENT,
        capture_output=True,
        text=True,
        timeout=timeout,
        check=False,
    )


def of_tones(folder: Path) -> Path:
    """Writes the assistant that ships into `folder`, with tones for its voice and no ear: no model is to be loaded."""
    folder.mkdir()
    shipped = (ROOT / "assistants/demo.toml").read_text("utf-8")
    (folder / "demo.toml").write_text(re.sub('"(moonshine|piper)"', '"scripted"', shipped), "utf-8")
    return folder


@contextmanager
def serve(*arguments: str, cwd: Path | None = None, within: Sequence[str] = ()) -> Iterator[RunningServer]:
    """`antiphon serve --port 0` with further `arguments`, until the block ends.

    `within` is a command that runs it, such as one that enters a namespace.

    Raises `RuntimeError` with the server's own words where it does not start within 90 s. At the end the server gets
    SIGTERM, and is killed where it has not gone 20 s later.
    """
    process = subprocess.Popen(
        [*within, sys.executable, "-m", "antiphon", "serve", "--port", "0", *arguments],
        cwd=cwd or ROOT,
        env=ENVIRONMENT,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    server = RunningServer("", process)
    settled = threading.Event()
    reader = threading.Thread(target=_read, args=(server, settled), daemon=True)
    reader.start()
    try:
        settled.wait(START_S)
        if not server.url:
            raise RuntimeError(f"antiphon serve did not start within {START_S} s:\n" + "".join(server.output))
        yield server
    finally:
        _stop(process)
        reader.join(STOP_S)


def _read(server: RunningServer, settled: threading.Event) -> None:
    assert server.process.stdout is not None
    for line in server.process.stdout:
        server.output.append(line)
        if ANNOUNCEMENT in line and not server.url:
            server.url = line.split(ANNOUNCEMENT)[1].split()[0].rstrip("/")
            settled.set()
    settled.set()


def _stop(process: subprocess.Popen[str]) -> None:
    process.send_signal(signal.SIGTERM)
    try:
        process.wait(STOP_S)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
