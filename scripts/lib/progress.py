"""Runs pip for a lock file, and tells how far it is: which package of how many, how large, after what time.

Lines and no bar, so that it can be read in a log too; while a large file is loaded, one every few seconds. What pip
says besides is left out, but for its errors.

    python progress.py requirements/run.txt python -m pip install -r requirements/run.txt
"""

import os
import re
import signal
import subprocess
import sys
import sysconfig
import tempfile
import threading
import time
from collections.abc import Iterable, Iterator
from pathlib import Path
from types import FrameType

from pip._vendor.packaging.requirements import Requirement

EVERY_S = 5.0
MB = 1_000_000

_PINNED = re.compile(r"[A-Za-z0-9][\w.-]*(\[[^\]]*\])?==[^\\#]+")
_FILE = re.compile(
    r"\s*(?:Downloading|Using cached)\s+(?:\S*/)?([\w.]+)-(\S+?)(?:-[\w.]+)*\.(?:whl|tar\.gz)(?:\s+\((.+)\))?$"
)


def pinned(lock: Iterable[str]) -> list[str]:
    """The names of a lock file that this Python and this machine need."""
    found = (Requirement(line.rstrip(" \\\n")) for line in lock if _PINNED.match(line))
    return [one.name for one in found if one.marker is None or one.marker.evaluate()]


class Told:
    """The progress that pip has told so far, in sentences."""

    def __init__(self, count: int) -> None:
        self._count = count
        self._number = 0
        self.file = ""
        """What is being loaded, with its size."""
        self.unpacking = False
        self._lay = 0
        """So many bytes when somebody last looked."""

    def line(self, line: str) -> str | None:
        """Return what a line of pip's means to whoever waits; None: nothing."""
        if (found := _FILE.match(line)) is not None:
            name, version, size = found.groups()
            self._number += 1
            self.file = f"{name.replace('_', '-')} {version}"
            return f"{self._where()} {self.file}" + (f" ({size})" if size else "")
        if line.startswith("Requirement already satisfied: "):
            self._number += 1
        if line.startswith("Installing collected packages"):
            self.file, self.unpacking, self._lay = "unpacking", True, 0
            return f"unpacking {line.count(',') + 1} packages"
        return None

    def waiting(self, lies: int, since_s: float) -> str:
        """Say what goes on while pip says nothing: so many bytes lie there now, and it has told nothing for so long."""
        grows, self._lay = lies > self._lay, lies
        if grows:
            return f"{self.file}: {lies / MB:.0f} MB so far"
        return f"still {'unpacking' if self.unpacking else 'sorting out what is needed'}, {since_s:.0f} s"

    def _where(self) -> str:
        return f"{self._number:3} of {self._count}"


def lies_in(folder: Path) -> int:
    """Bytes of all that is in it."""
    sizes = 0
    for path in folder.rglob("*"):
        try:
            sizes += path.stat().st_size if path.is_file() else 0
        except OSError:
            pass  # pip has moved it away
    return sizes


def lines(command: list[str], folder: Path, site: Path, told: Told) -> Iterator[str]:
    """Yield what is to be told while the command runs, which loads into `folder` and unpacks into `site`.

    Raises `SystemExit` with its code where it fails.
    """
    environment = {**os.environ, "TMPDIR": str(folder), "PIP_PROGRESS_BAR": "off", "PYTHONUNBUFFERED": "1"}
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, errors="replace", env=environment) as pip:
        heard: list[str] = []
        news = threading.Condition()

        def listen() -> None:
            assert pip.stdout is not None
            for line in pip.stdout:
                with news:
                    heard.append(line.rstrip())
                    news.notify()

        listening = threading.Thread(target=listen, daemon=True)
        listening.start()
        heard_at = time.monotonic()
        try:
            while listening.is_alive() or heard:
                with news:
                    news.wait_for(lambda: bool(heard), EVERY_S if told.file else 0.2)
                    new, heard[:] = heard[:], []
                if not new and told.file and listening.is_alive():
                    lies = lies_in(site if told.unpacking else folder)
                    yield f"           {told.waiting(lies, time.monotonic() - heard_at)}"
                if new:
                    heard_at = time.monotonic()
                yield from filter(None, map(told.line, new))
        except BaseException:
            pip.terminate()
            raise
    if pip.returncode:
        raise SystemExit(pip.returncode)


def ended(number: int, _frame: FrameType | None) -> None:
    """Ctrl-C, or the script that runs this, ends it without a word; what was loaded is cleared away."""
    raise SystemExit(128 + number)


def main(lock: str, *command: str) -> None:
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, ended)
    began = time.monotonic()
    with open(lock, encoding="utf-8") as text:
        told = Told(len(pinned(text)))
    with tempfile.TemporaryDirectory() as folder:
        site = Path(sysconfig.get_paths()["purelib"])
        for line in lines(list(command), Path(folder), site, told):
            print(f"{time.monotonic() - began:6.0f} s  {line}", flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
