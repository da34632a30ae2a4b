"""Runs pip for a lock file, and tells how far it is: which package of how many, how large, after what time.

Lines and no bar, so that it can be read in a log too; while a large file is loaded, one every few seconds. What pip
says besides is left out, but for its errors.

    python progress.py requirements/run.txt python -m pip install -r requirements/run.txt

What tells nothing by itself is told of in words, as often:

    python progress.py --doing "loading the packages" python -m pip install -e .
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
        """What is being loaded, with its size where pip tells it."""
        self.unpacking = False
        self._lay = 0
        """So many bytes when somebody last looked."""

    def line(self, line: str) -> str | None:
        """Return what a line of pip's means to whoever waits; None: nothing."""
        if (found := _FILE.match(line)) is not None:
            name, version, size = found.groups()
            self._number += 1
            self.file = f"{name.replace('_', '-')} {version}" + (f" ({size})" if size else "")
            return f"{self._where()} {self.file}"
        if line.startswith("Requirement already satisfied: "):
            self._number += 1
        if line.startswith("Installing collected packages"):
            self.file, self.unpacking, self._lay = "unpacking", True, 0
            count = line.count(",") + 1
            return f"unpacking {count} package{'s' * (count > 1)}"
        return None

    def waiting(self, lies: int, since_s: float) -> str:
        """Say what goes on while pip says nothing: so many bytes lie there now, and it has told nothing for so long.

        The bytes are those of all packages; which of them belong to the one that is on its way, nobody knows.
        """
        grows, self._lay = lies > self._lay, lies
        if grows and self.unpacking:
            return f"unpacking: {lies / MB:.0f} MB so far"
        if grows and self._count == 1:
            return f"{self.file}: {lies / MB:.0f} MB so far"
        if grows:
            return f"{self.file} is on its way; {lies / MB:.0f} MB of all {self._count} packages so far"
        return f"still {'unpacking' if self.unpacking else 'sorting out what is needed'}, {since_s:.0f} s"

    def _where(self) -> str:
        return f"{self._number:3} of {self._count}"


class Doing(Told):
    """The progress of a command that tells nothing: that it is still at it."""

    def __init__(self, what: str) -> None:
        super().__init__(0)
        self.file = what

    def line(self, line: str) -> str | None:
        return None

    def waiting(self, lies: int, since_s: float) -> str:
        return f"still {self.file}"


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
    """Yield what is to be told while the command runs, which loads into `folder` and unpacks into `site`, which may be
    the same.

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
        heard_at, loaded = time.monotonic(), 0
        try:
            while listening.is_alive() or heard:
                with news:
                    news.wait_for(lambda: bool(heard), EVERY_S if told.file else 0.2)
                    new, heard[:] = heard[:], []
                if not new and told.file and listening.is_alive():
                    lies = lies_in(site if told.unpacking else folder) - loaded
                    yield f"           {told.waiting(lies, time.monotonic() - heard_at)}"
                if new:
                    heard_at = time.monotonic()
                yield from filter(None, map(told.line, new))
                if told.unpacking and not loaded and site == folder:
                    loaded = lies_in(folder)
        except BaseException:
            pip.terminate()
            raise
    if pip.returncode:
        raise SystemExit(pip.returncode)


def ended(number: int, _frame: FrameType | None) -> None:
    """Ctrl-C, or the script that runs this, ends it without a word; what was loaded is cleared away."""
    raise SystemExit(128 + number)


def main(lock: str, *command: str) -> None:
    """Run the command, which installs from `lock`; or that is `--doing`, and what is done stands before the command."""
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, ended)
    began = time.monotonic()
    if lock == "--doing":
        what, *command = command  # type: ignore[assignment]
        told: Told = Doing(what)
    else:
        with open(lock, encoding="utf-8") as text:
            told = Told(len(pinned(text)))
    with tempfile.TemporaryDirectory() as folder:
        # What has a target of its own is unpacked beside what was loaded, and moved there at the end.
        site = Path(folder if "--target" in command else sysconfig.get_paths()["purelib"])
        for line in lines(list(command), Path(folder), site, told):
            print(f"{time.monotonic() - began:6.0f} s  {line}", flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
