"""The terminals of somebody who follows a page."""

import os
import re
import signal
import subprocess
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

ACCEPTS = ("Antiphon accepts calls at ", "Antiphon speaks Wyoming at ")
COMMAND_S = 90.0
START_S = 90.0  # models are loaded before calls are accepted, on whatever machine runs the tests
STOP_S = 5.0

# The folder and the variables of one command are those of the next, as in a terminal.
_SHELL = """
set -eo pipefail
. "$KEPT/variables"
cd "$(cat "$KEPT/folder")"
"""
_KEEP = """trap 'pwd >"$KEPT/folder"; export -p >"$KEPT/variables"' EXIT
"""


class Terminal:
    """A shell in `folder`; what stays gets another one. `kept` is a folder of its own, which nobody looks into."""

    def __init__(self, folder: Path, kept: Path, environment: dict[str, str]) -> None:
        self._environment = environment | {"KEPT": str(kept)}
        self._kept = kept
        self._started: list[subprocess.Popen[bytes]] = []
        (kept / "folder").write_text(str(folder))
        (kept / "variables").touch()

    def run(self, script: str) -> str:
        """What it prints. Raises `AssertionError` with that where it fails, or does not end."""
        shell, output = self._start(_SHELL + _KEEP + script)
        with suppress(subprocess.TimeoutExpired):
            shell.wait(COMMAND_S)
        printed = output.read_text("utf-8")
        assert shell.returncode == 0, f"{script}\nended with {shell.returncode}:\n{printed}"
        return printed

    def stay(self, script: str) -> Path:
        """The file into which goes what it prints, as soon as it serves."""
        before = _listening()
        shell, output = self._start(_SHELL + script)
        is_ours = re.search(r"antiphon (?:serve|wyoming)|scripts/run", script) is not None
        serves: Callable[[], bool] = (
            (lambda: any(line in output.read_text("utf-8") for line in ACCEPTS))
            if is_ours
            else (lambda: _listening() > before)
        )
        end = time.monotonic() + START_S
        while not serves():
            well = shell.poll() is None and time.monotonic() < end
            assert well, f"{script}\ndoes not serve ({shell.returncode}):\n{output.read_text('utf-8')}"
            time.sleep(0.05)
        return output

    def close(self) -> None:
        """Ends all that was started, and what that has started."""
        for one in self._started:
            _signal(one, signal.SIGTERM)
        end = time.monotonic() + STOP_S
        for one in self._started:
            with suppress(subprocess.TimeoutExpired):
                one.wait(max(0.0, end - time.monotonic()))
            _signal(one, signal.SIGKILL)
            one.wait()

    def _start(self, script: str) -> tuple[subprocess.Popen[bytes], Path]:
        output = self._kept / f"{len(self._started)}.txt"
        with output.open("wb") as sink:
            shell = subprocess.Popen(
                ["bash", "-c", script],
                env=self._environment,
                stdin=subprocess.DEVNULL,
                stdout=sink,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
        self._started.append(shell)
        return shell, output


def _signal(process: subprocess.Popen[bytes], number: int) -> None:
    with suppress(ProcessLookupError):
        os.killpg(process.pid, number)


def _listening() -> set[str]:
    """The addresses at which somebody waits for connections in this network."""
    lines = Path("/proc/net/tcp").read_text().splitlines()[1:]
    return {line.split()[1] for line in lines if line.split()[3] == "0A"}
