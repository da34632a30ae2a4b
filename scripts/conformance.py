"""Makes docs/conformance.md of a run of the tests.

    scripts/test                                  # leaves what became of them in .conformance
    .venv/bin/python scripts/conformance.py       # writes the page of it
    .venv/bin/python scripts/conformance.py --check [FOLDER]    # exit 1 where the run says something else than the page

The page names the commit that was run. The check leaves that line out: a page cannot name the commit that it is in.
"""

import argparse
import ast
import csv
import json
import subprocess
import sys
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs/conformance.md"
LANES = ("pure", "browsers", "calls", "panel")
COMMIT = "Commit that was run: "
BAD = ("failed", "skipped", "not run")

Tests = dict[str, list[str]]


@dataclass
class Run:
    """What a run found: the ids of each test function, and how its cases ended."""

    ids: Tests = field(default_factory=dict)
    cases: dict[str, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))

    def result(self, test: str) -> str:
        """The worst of a test's cases."""
        ended = self.cases.get(test, Counter())
        return next(
            (each for each in ("failed", "skipped", "not run") if ended[each]), "passed" if ended else "not run"
        )


def read(folder: Path) -> Run:
    """The run whose lanes have left their files in `folder`."""
    run = Run()
    for lane in LANES:
        file = folder / f"{lane}.json"
        if file.is_file():
            for test, found in json.loads(file.read_text("utf-8")).items():
                run.ids[test] = found["ids"]
                run.cases[test].update(found["cases"])
    return run


def requirements() -> list[dict[str, str]]:
    """Every requirement: id, what it says in one line, and where it is open what of it is held and what is missing."""
    with (ROOT / "tests/data/requirements.tsv").open(newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file, delimiter="\t"))


def marked() -> Tests:
    """The ids that each test function's marks name, read from the sources: what a whole run has to have run."""
    found: dict[str, set[str]] = defaultdict(set)
    for path in sorted((ROOT / "tests").rglob("test_*.py")):
        _marked_below(ast.parse(path.read_text("utf-8")), path.relative_to(ROOT).as_posix(), set(), found)
    return {test: sorted(ids) for test, ids in found.items()}


def _marked_below(node: ast.Module | ast.ClassDef, name: str, outer: set[str], found: dict[str, set[str]]) -> None:
    assigned = [each for each in node.body if isinstance(each, ast.Assign)]
    ids = outer | _ids([each.value for each in assigned if ast.unparse(each.targets[0]) == "pytestmark"])
    for each in node.body:
        if isinstance(each, ast.ClassDef) and each.name.startswith("Test"):
            _marked_below(each, f"{name}::{each.name}", ids | _ids(each.decorator_list), found)
        elif isinstance(each, ast.FunctionDef | ast.AsyncFunctionDef) and each.name.startswith("test_"):
            own = ids | _ids(each.decorator_list)
            if own:
                found[f"{name}::{each.name}"] |= own


def _ids(expressions: list[ast.expr]) -> set[str]:
    calls = [node for each in expressions for node in ast.walk(each) if isinstance(node, ast.Call)]
    marks = [call for call in calls if ast.unparse(call.func) == "pytest.mark.requirement"]
    return {str(ast.literal_eval(mark.args[0])) for mark in marks}


def wrong(tests: Tests) -> list[str]:
    """What no page can say well: ids that nobody knows, ids without a test that are not said to be open."""
    rows = requirements()
    named = {one for ids in tests.values() for one in ids}
    unknown = sorted(named - {row["id"] for row in rows})
    return [
        *(f"{one} is no requirement, and a test names it" for one in unknown),
        *(f"{row['id']}: no test names it" for row in rows if row["id"] not in named and not row["missing"]),
    ]


def result(tests: list[str], run: Run, *, is_open: bool) -> str:
    """How the tests of one id ended, in words."""
    ended = Counter(run.result(test) for test in tests)
    bad = [f"{each} {ended[each]} of {len(tests)}" for each in BAD if ended[each]]
    told = ", ".join(bad) if bad else f"passed {len(tests)} of {len(tests)}" if tests else "no test"
    return f"open; {told}" if is_open else told


def page(run: Run, commit: str) -> str:
    """The whole page."""
    rows = requirements()
    by_id: dict[str, list[str]] = defaultdict(list)
    for test in sorted(run.ids):
        for one in run.ids[test]:
            by_id[one].append(test)
    lines = [
        "# Conformance",
        "",
        "Made by `scripts/conformance.py` from a run of `scripts/test`, which compares each later run with it. A test",
        "names the requirement that it holds; `passed 5 of 5` says that five do, and that all their cases passed in",
        "this run. An open requirement is not held whole, whatever its tests say. For many it was tried that a test",
        "fails where what it holds is taken out of the sources: `scripts/mutate`.",
        "",
        f"{COMMIT}{commit}",
        "",
        "## Open",
        "",
        "| id | says | what of it is held | what is missing |",
        "|---|---|---|---|",
        *(f"| {r['id']} | {r['says']} | {r['held'] or 'nothing'} | {r['missing']} |" for r in rows if r["missing"]),
        "",
        "## All",
        "",
        "| id | says | result | tests |",
        "|---|---|---|---|",
    ]
    for row in rows:
        tests = by_id[row["id"]]
        told = result(tests, run, is_open=bool(row["missing"]))
        lines.append(f"| {row['id']} | {row['says']} | {told} | {'<br>'.join(map(in_words, tests))} |")
    return "\n".join(lines) + "\n"


def in_words(test: str) -> str:
    """A test's file and what it says, for people."""
    file, _, name = test.partition("::")
    return f"`{file.removeprefix('tests/')}`: {name.removeprefix('test_').replace('_', ' ')}"


def rows_of(text: str) -> dict[str, str]:
    """The lines of a page's tables by their ids, both tables' together."""
    rows: dict[str, str] = defaultdict(str)
    for line in text.splitlines():
        if line.startswith("| ") and not line.startswith("| id "):
            rows[line.split(" | ")[0].removeprefix("| ")] += f"{line}\n"
    return dict(rows)


def stale(text: str, run: Run) -> list[str]:
    """The ids of which a page says something else than a run, its commit aside."""
    on_page, now = rows_of(text), rows_of(page(run, ""))
    return sorted(one for one in on_page.keys() | now.keys() if on_page.get(one) != now.get(one))


def commit() -> str:
    """The commit that lies here, and whether that is all."""

    def git(*words: str) -> str:
        return subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=True).stdout.strip()

    try:
        told = git("show", "--no-patch", "--format=`%h` of %cs", "HEAD")
        return f"{told}, with changes" if git("status", "--porcelain") else told
    except (OSError, subprocess.CalledProcessError):
        return "unknown, since these sources are no repository"


def main() -> int:
    parser = argparse.ArgumentParser(description="Make docs/conformance.md of a run of the tests.")
    parser.add_argument("folder", nargs="?", type=Path, default=ROOT / ".conformance", help="where the run's files are")
    parser.add_argument("--check", action="store_true", help="write nothing; exit 1 where the page is stale")
    arguments = parser.parse_args()
    lacking = [lane for lane in LANES if not (arguments.folder / f"{lane}.json").is_file()]
    if lacking:
        print(f"{arguments.folder} has nothing of {', '.join(lacking)}: run scripts/test, to its end.", file=sys.stderr)
        return 2
    run = read(arguments.folder)
    run.ids = marked() | run.ids  # what is marked and was not run is told so
    faults = wrong(run.ids)
    if not arguments.check:
        PAGE.write_text(page(run, commit()), "utf-8")
        print(f"wrote {PAGE.relative_to(ROOT)}")
    elif found := stale(PAGE.read_text("utf-8"), run):
        faults += [f"{one}: this run says something else than docs/conformance.md" for one in found]
        faults.append("Make it anew: .venv/bin/python scripts/conformance.py")
    for fault in faults:
        print(fault, file=sys.stderr)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
