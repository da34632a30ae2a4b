"""Does what a page says, from top to bottom, in an empty folder.

    python tests/guides/follow.py docs/how-to/look-at-a-call.md FOLDER

in a network of its own, so that ports are as they stand on the page.
"""

import asyncio
import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
if __name__ == "__main__":
    sys.path[:0] = [str(ROOT / "server"), str(ROOT / "tests")]

from guides.blocks import blocks, commands, unprinted  # noqa: E402
from guides.left_out import left_out  # noqa: E402
from guides.terminal import Terminal  # noqa: E402
from guides.visits import VISITS, Guide  # noqa: E402
from support.server import of_tones  # noqa: E402

IN_THE_CHECKOUT = {"README.md", "docs/tutorial/first-call.md"}
CHANGING_IT = {
    f"docs/how-to/{name}.md" for name in ("add-a-language", "change-a-threshold", "find-your-way-in-the-code")
}
"""Pages that are followed in a checkout, and change its sources."""
SPOKEN = IN_THE_CHECKOUT | {"docs/how-to/voice-on-your-own-page.md"}
"""Pages on which somebody speaks, or is heard. On the others the assistant that ships has a voice without a model."""

COPIED = ("scripts", "requirements")
LINKED = ("assistants", "certs", "client_web", "docs", "pyproject.toml", "server", "tests")
SOURCES = ("server", "tests")


def environment(page: str, kept: Path, folder: Path) -> dict[str, str]:
    """What somebody has who has installed Antiphon, and the command `antiphon` at hand."""
    site = kept / "site"
    given = {
        "PATH": f"{Path(sys.prefix) / 'bin'}:{os.environ['PATH']}",
        "HOME": str(kept),
        "LANG": "C.UTF-8",
        "COLUMNS": "120",
        "PYTHONUNBUFFERED": "1",
        "PYTHONDONTWRITEBYTECODE": "1",
        "ANTIPHON_SERVER__DRAIN_S": "0",
        # What a page installs goes to a folder of its own, from what is there.
        "PYTHONPATH": str(site),
        "PIP_TARGET": str(site),
        "PIP_RETRIES": "0",
        "PIP_NO_DEPS": "1",
        "PIP_NO_BUILD_ISOLATION": "0",
        "PIP_DISABLE_PIP_VERSION_CHECK": "1",
    }
    if page in CHANGING_IT:
        given["PYTHONPATH"] = f"{folder / 'server'}:{site}"  # of a checkout, that is what is installed
    if page not in SPOKEN:
        given["ANTIPHON_ASSISTANTS"] = str(of_tones(kept / "assistants"))
    return given


def check_out(folder: Path, *, to_change: bool = False) -> None:
    """Makes `folder` a checkout that has been installed, with this environment for its own."""
    copied = {*COPIED, *SOURCES} if to_change else {*COPIED}
    for name in copied:
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in {*LINKED} - copied:
        (folder / name).symlink_to(ROOT / name)
    own = folder / ".venv"
    own.mkdir()
    for path in Path(sys.prefix).iterdir():
        if not path.name.endswith(".stamp"):
            (own / path.name).symlink_to(path)
    stamp = 'source scripts/lib/common.sh; fingerprint "$ROOT/requirements/run.txt" >.venv/antiphon-run.stamp'
    without = {name: value for name, value in os.environ.items() if not name.startswith("ANTIPHON_")}
    subprocess.run(["bash", "-ec", stamp], cwd=folder, env=without, check=True)


def read(page: str, folder: Path, terminal: Terminal) -> None:
    """Writes, types and compares what the page says. Raises `AssertionError` where it is not so."""
    printed: list[Path | str] = []
    for block in blocks((ROOT / page).read_text("utf-8")):
        if block.title:
            file = folder / block.title
            file.parent.mkdir(parents=True, exist_ok=True)
            with file.open("a", encoding="utf-8") as text:
                text.write(block.text)
        elif block.prints:
            told = "".join(one if isinstance(one, str) else one.read_text("utf-8") for one in printed)
            lacking = unprinted(told, block.text)
            assert not lacking, f"{page}:{block.line}: not printed: {lacking}\nbut:\n{told}"
        elif block.runs:
            printed = []
            for command in commands(left_out(page, block.text)[0]):
                print(f"{page}:{block.line}: {command.text}", flush=True)
                printed.append(terminal.stay(command.text) if command.stays else terminal.run(command.text))


def follow(page: str, folder: Path) -> None:
    kept = folder / "kept"
    kept.mkdir()
    empty = folder / "empty"
    empty.mkdir()
    if page in IN_THE_CHECKOUT | CHANGING_IT:
        check_out(empty, to_change=page in CHANGING_IT)
    terminal = Terminal(empty, kept, environment(page, kept, empty))
    try:
        read(page, empty, terminal)
        if page in VISITS:
            asyncio.run(VISITS[page](Guide((ROOT / page).read_text("utf-8"), empty, kept)))
    finally:
        terminal.close()


if __name__ == "__main__":
    follow(sys.argv[1], Path(sys.argv[2]))
