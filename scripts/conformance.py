"""Makes docs/conformance.md of a run of the tests.

    scripts/test                                  # leaves what became of them in .conformance
    .venv/bin/python scripts/conformance.py       # writes the page of it
    .venv/bin/python scripts/conformance.py --check [FOLDER]    # exit 1 where the page claims what the run did not find

The page names the commit that was run, which is older than the one that the page is in. It need not be made anew for
each commit: the check only looks whether what it claims still holds.
"""

import argparse
import ast
import csv
import json
import sys
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs/conformance.md"
LANES = ("turns", "pure", "real-time", "browsers", "calls", "guides")
COVERED = 0.95
"""The share of the branches of `antiphon.turns` that its own tests take at least (ITE-VAL)."""
BAD = ("failed", "skipped", "not run")

Tests = dict[str, list[str]]


@dataclass
class Run:
    """The findings of a run: the ids of each test function, and how its cases ended."""

    ids: Tests = field(default_factory=dict)
    cases: dict[str, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))
    commits: dict[str, str] = field(default_factory=dict)
    """Of which commit each test is."""

    def result(self, test: str) -> str:
        """The worst of a test's cases."""
        ended = self.cases.get(test, Counter())
        return next(
            (each for each in ("failed", "skipped", "not run") if ended[each]), "passed" if ended else "not run"
        )


def read(folder: Path) -> Run:
    """The run whose queues have left their files in `folder`."""
    run = Run()
    for queue in LANES:
        file = folder / f"{queue}.json"
        if file.is_file():
            lane_s = json.loads(file.read_text("utf-8"))
            for test, found in lane_s["tests"].items():
                run.ids[test] = found["ids"]
                run.commits[test] = lane_s["commit"]
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
    """Return what no page can say well: ids that nobody knows, ids without a test that are not said to be open."""
    rows = requirements()
    named = {one for ids in tests.values() for one in ids}
    unknown = sorted(named - {row["id"] for row in rows})
    return [
        *(f"{one} is no requirement, and a test names it" for one in unknown),
        *(f"{row['id']}: no test names it" for row in rows if row["id"] not in named and not row["missing"]),
    ]


def result(tests: list[str], run: Run) -> str:
    """Tell how the tests of one id ended, in words."""
    ended = Counter(run.result(test) for test in tests)
    bad = [f"{each} {ended[each]} of {len(tests)}" for each in BAD if ended[each]]
    return ", ".join(bad) if bad else f"passed {len(tests)} of {len(tests)}" if tests else "no test"


def lacks(row: dict[str, str], tests: list[str], run: Run) -> list[str]:
    """Say why a requirement is open: what is known to be missing, and what this run did not find."""
    found = result(tests, run)
    return [*filter(None, [row["missing"]]), *([] if found.startswith("passed") else [found])]


def page(run: Run) -> str:
    """The whole page."""
    rows = requirements()
    by_id: dict[str, list[str]] = defaultdict(list)
    for test in sorted(run.ids):
        for one in run.ids[test]:
            by_id[one].append(test)
    missing = {row["id"]: "; ".join(lacks(row, by_id[row["id"]], run)) for row in rows}
    lines = [
        "# Conformance",
        "",
        "Made by `scripts/conformance.py` from a run of `scripts/test`, which looks after each later run whether what",
        "stands here still holds. A test names the requirement that it holds; `passed 5 of 5` says that five do, and",
        "that all their cases passed in the run of this commit. An open requirement is not held whole, whatever its",
        "tests say. For many it was tried that a test fails where what it holds is taken out: `scripts/mutate`.",
        "",
        "## Open",
        "",
        "| id | says | what of it is held | what is missing |",
        "|---|---|---|---|",
        *(f"| {r['id']} | {r['says']} | {r['held'] or '-'} | {missing[r['id']]} |" for r in rows if missing[r["id"]]),
        "",
        "## All",
        "",
        "| id | says | result | commit | tests |",
        "|---|---|---|---|---|",
    ]
    for row in rows:
        tests = by_id[row["id"]]
        told = ("open; " if missing[row["id"]] else "") + result(tests, run)
        commits = ", ".join(sorted({run.commits[test] for test in tests if test in run.commits})) or "-"
        lines.append(f"| {row['id']} | {row['says']} | {told} | {commits} | {'<br>'.join(map(in_words, tests))} |")
    return "\n".join(lines) + "\n"


def in_words(test: str) -> str:
    """A test's file and what it says, for people."""
    file, _, name = test.partition("::")
    return f"`{file.removeprefix('tests/')}`: {name.removeprefix('test_').replace('_', ' ')}"


def told(text: str) -> dict[str, tuple[str, str]]:
    """Return what a page says of each id in its last table: the sentence, and the result."""
    cells = [line.removeprefix("| ").split(" | ") for line in text.partition("## All")[2].splitlines()]
    return {one[0]: (one[1], one[2]) for one in cells if len(one) == 5 and one[0] != "id"}


def stale(text: str, run: Run | None = None) -> list[str]:
    """Return where a page says more than holds: of the requirements as they stand, and of a run, if it is given."""
    on_page, rows = told(text), requirements()
    now = told(page(run)) if run is not None else {}
    found = [f"{one} is no requirement any more" for one in on_page.keys() - {row["id"] for row in rows}]
    for row in rows:
        says, held = on_page.get(row["id"], ("", ""))
        if says != row["says"]:
            found.append(f"{row['id']}: the page has another sentence, or none")
        elif row["missing"] and not held.startswith("open"):
            found.append(f"{row['id']} is open, and the page says that it is held")
        elif not held.startswith("open") and now.get(row["id"], ("", ""))[1].startswith("open"):
            found.append(f"{row['id']}: the page says that it is held, and this run: {now[row['id']][1]}")
    return sorted(found)


def uncovered(folder: Path) -> list[str]:
    """Say whether too few branches of the state machine are covered, by what pytest-cov has left of `turns`."""
    totals = json.loads((folder / "coverage.json").read_text("utf-8"))["totals"]
    share = totals["covered_branches"] / totals["num_branches"]
    asked = f"{COVERED:.0%} are asked for (ITE-VAL)"
    return [] if share >= COVERED else [f"{share:.1%} of the branches of antiphon.turns are covered, and {asked}."]


def main() -> int:
    parser = argparse.ArgumentParser(description="Make docs/conformance.md of a run of the tests.")
    parser.add_argument("folder", nargs="?", type=Path, default=ROOT / ".conformance", help="where the run's files are")
    parser.add_argument("--check", action="store_true", help="write nothing; exit 1 where the page is stale")
    arguments = parser.parse_args()
    lacking = [queue for queue in LANES if not (arguments.folder / f"{queue}.json").is_file()]
    if lacking == list(LANES) or (lacking and arguments.check):
        print(f"{arguments.folder} has nothing of {', '.join(lacking)}: run scripts/test, to its end.", file=sys.stderr)
        return 2
    run = read(arguments.folder)
    run.ids = marked() | run.ids  # what is marked and was not run is told so
    faults = wrong(run.ids)
    if arguments.check:
        faults += [*uncovered(arguments.folder), *stale(PAGE.read_text("utf-8"), run)]
        faults += ["Make the page anew: .venv/bin/python scripts/conformance.py"] if faults else []
    else:
        PAGE.write_text(page(run), "utf-8")
        without = f", in which the tests of {', '.join(lacking)} stand as not run" if lacking else ""
        print(f"wrote {PAGE.relative_to(ROOT)}{without}")
    for fault in faults:
        print(fault, file=sys.stderr)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
