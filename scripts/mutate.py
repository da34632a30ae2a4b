"""Shows that tests fail where what they hold is taken out of the sources.

    scripts/mutate                       # every row of tests/data/mutations.tsv, one after the other
    scripts/mutate VIP7-SYNC V5-AUTH     # those of these requirements
    scripts/mutate --quick               # without what takes real calls

Each row is a requirement, a text that stands once in a file, what stands there instead, and a test that is to fail
then. It is changed in a copy of the sources, and nothing here is touched. First the tests have to pass in that copy.
"""

import argparse
import csv
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TABLE = ROOT / "tests/data/mutations.tsv"
LONGEST_S = 300
"""A test that does not end within so long has noticed too: it waits for what does not come."""
SLOW = ("tests/integration", "tests/e2e")
PASSED, FAILED = 0, 1
"""What pytest ends with, where it has run tests."""


@dataclass(frozen=True)
class Mutation:
    """A place in the sources, what stands there instead, and the test that is to notice."""

    id: str
    file: str
    text: str
    instead: str
    tests: str

    def apply(self, source: str) -> str:
        """The source with the change. Raises ValueError where the text does not stand in it exactly once."""
        if (count := source.count(self.text)) != 1:
            raise ValueError(f"{self.file} has {self.text.strip()!r} {count} times, and a mutation needs it once.")
        return source.replace(self.text, self.instead)


def mutations(table: Path = TABLE) -> list[Mutation]:
    """The rows of the table; `\\n` in a text is the end of a line."""
    with table.open(newline="", encoding="utf-8") as file:
        rows = csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)
        return [Mutation(**{name: value.replace("\\n", "\n") for name, value in row.items()}) for row in rows]


def copy_of(folder: Path) -> None:
    """Everything that git knows of here, as it lies here now."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    for name in filter(None, listed.split("\0")):
        if (ROOT / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, folder / name)


@contextmanager
def mutated(mutation: Mutation, folder: Path) -> Iterator[None]:
    """The change, in the copy, and its end."""
    file = folder / mutation.file
    source = file.read_text("utf-8")
    file.write_text(mutation.apply(source), "utf-8")
    try:
        yield
    finally:
        file.write_text(source, "utf-8")


def run(tests: Sequence[str], folder: Path) -> int | None:
    """Return what pytest ends with; None where it does not end."""
    command = [sys.executable, "-B", "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", *tests]
    environment = os.environ | {"PYTHONPATH": str(folder / "server")}
    try:
        done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, check=False, timeout=LONGEST_S)
    except subprocess.TimeoutExpired:
        return None
    return done.returncode


def verdict(code: int | None) -> str:
    """Say what a run of the tests of a mutation tells of them."""
    if code in (FAILED, None):
        return "noticed"
    return "NOT NOTICED" if code == PASSED else f"BROKEN (pytest ended with {code})"


def main() -> int:
    parser = argparse.ArgumentParser(description="Show that tests fail where what they hold is taken out.")
    parser.add_argument("ids", nargs="*", help="only the rows of these requirements")
    parser.add_argument("--quick", action="store_true", help="leave out what takes real calls")
    arguments = parser.parse_args()
    chosen = [
        each
        for each in mutations()
        if (not arguments.ids or each.id in arguments.ids) and not (arguments.quick and each.tests.startswith(SLOW))
    ]
    if not chosen:
        print(f"{TABLE.relative_to(ROOT)} has no row for {', '.join(arguments.ids)}.", file=sys.stderr)
        return 2
    with tempfile.TemporaryDirectory(prefix="antiphon-mutate-") as name:
        folder = Path(name)
        copy_of(folder)
        if run(sorted({each.tests for each in chosen}), folder) != PASSED:
            print("The tests do not pass as the sources stand; nothing was tried.", file=sys.stderr)
            return 2
        missed = 0
        for each in chosen:
            with mutated(each, folder):
                found = verdict(run([each.tests], folder))
            missed += found != "noticed"
            print(f"{found:12} {each.id:15} {each.file}: {each.text.strip().splitlines()[0]}", flush=True)
    print(f"{len(chosen)} places, {len(chosen) - missed} noticed.")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
