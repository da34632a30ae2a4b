"""The conformance page says what a run has found, and nothing that it has not."""

import json
import runpy
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from support.held import commit
from support.server import ROOT

SCRIPT = ROOT / "scripts/conformance.py"
made = runpy.run_path(str(SCRIPT))
SUITE = """
import pytest

@pytest.mark.requirement("A-1")
@pytest.mark.parametrize("n", [1, 2])
def test_two_cases(n):
    assert n != {bad}

@pytest.mark.requirement("A-1")
@pytest.mark.requirement("A-2")
def test_both():
    pass

@pytest.fixture
def breaks():
    yield
    raise RuntimeError

@pytest.mark.requirement("A-2")
def test_that_cannot_be_cleared_up({fixture}):
    pass

@pytest.mark.requirement("A-2")
def test_that_is_left_out():
    {skip}

def test_of_no_requirement():
    pass
"""


def run_of(folder: Path, *, bad: int = 0, fixture: str = "", skip: str = "pass") -> Any:
    """What a run of the suite above leaves, read back."""
    (folder / "test_suite.py").write_text(SUITE.format(bad=bad, fixture=fixture, skip=skip))
    (folder / "pytest.ini").write_text("[pytest]\nmarkers = requirement(id)\n")
    file = folder / "run/pure.json"
    subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "support.held", "--conformance", file, "-p", "no:cacheprovider", folder],
        cwd=folder,
        env={"PYTHONPATH": str(ROOT / "tests"), "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"},
        capture_output=True,
        check=False,
        timeout=60,
    )
    return made["read"](file.parent)


@pytest.fixture(scope="module")
def good(tmp_path_factory: pytest.TempPathFactory) -> Any:
    return run_of(tmp_path_factory.mktemp("good"))


@pytest.fixture(scope="module")
def bad(tmp_path_factory: pytest.TempPathFactory) -> Any:
    return run_of(tmp_path_factory.mktemp("bad"), bad=2, fixture="breaks", skip="pytest.skip('no')")


@pytest.fixture
def known(monkeypatch: pytest.MonkeyPatch) -> None:
    rows = [
        {"id": "A-1", "says": "one", "held": "", "missing": ""},
        {"id": "A-2", "says": "two", "held": "a part", "missing": "the rest"},
    ]
    monkeypatch.setitem(made["page"].__globals__, "requirements", lambda: rows)


def cell(page: str, one: str) -> str:
    """The result of an id in the page's last table."""
    result: str = made["told"](page)[one][1]
    return result


@pytest.mark.usefixtures("known")
def test_what_passed_is_counted_by_functions_and_what_is_open_is_open(good: Any) -> None:
    page = made["page"](good)
    assert cell(page, "A-1") == "passed 2 of 2"
    assert cell(page, "A-2") == "open; passed 3 of 3"
    assert "| A-2 | two | a part | the rest |" in page
    assert "of no requirement" not in page


@pytest.mark.usefixtures("known")
def test_a_case_that_fails_or_is_left_out_is_told(bad: Any) -> None:
    page = made["page"](bad)
    assert cell(page, "A-1") == "open; failed 1 of 2"
    assert cell(page, "A-2") == "open; failed 1 of 3, skipped 1 of 3"
    assert "| A-1 | one | - | failed 1 of 2 |" in page
    assert "| A-2 | two | a part | the rest; failed 1 of 3, skipped 1 of 3 |" in page


@pytest.mark.usefixtures("known")
def test_a_marked_test_that_was_not_run_is_told(good: Any) -> None:
    whole = made["Run"](good.ids | {"tests/e2e/test_x.py::test_y": ["A-1"]}, good.cases, good.commits)
    assert cell(made["page"](whole), "A-1") == "open; not run 1 of 3"


@pytest.mark.usefixtures("known")
def test_a_requirement_without_a_test_is_open(good: Any) -> None:
    alone = made["Run"]({test: ["A-2"] for test in good.ids}, good.cases, good.commits)
    assert cell(made["page"](alone), "A-1") == "open; no test"


@pytest.mark.usefixtures("known")
def test_the_commit_of_each_run_stands_with_its_ids(good: Any) -> None:
    assert set(good.commits.values()) == {commit()}
    one, *others = good.ids
    mixed = made["Run"](good.ids, good.cases, {one: "abc", **dict.fromkeys(others, "def")})
    [row] = [line for line in made["page"](mixed).splitlines() if line.startswith("| A-1 | one | passed")]
    assert row.split(" | ")[3] == "abc, def"


@pytest.mark.usefixtures("known")
def test_a_page_is_stale_where_it_claims_what_does_not_hold_and_not_because_time_goes_on(good: Any, bad: Any) -> None:
    page, stale = made["page"](good), made["stale"]
    cases = good.cases | {"test_new.py::test_new": Counter(passed=1)}
    later = made["Run"](good.ids | {"test_new.py::test_new": ["A-1"]}, cases)
    assert stale(page) == stale(page, good) == stale(page, later) == stale(made["page"](bad), good) == []
    assert stale(page, bad) == ["A-1: the page says that it is held, and this run: open; failed 1 of 2"]
    assert stale(page.replace("| one |", "| more |")) == ["A-1: the page has another sentence, or none"]
    assert stale(page.replace("| open; passed 3 of 3", "| passed 3 of 3")) == [
        "A-2 is open, and the page says that it is held"
    ]
    assert stale(page + "| A-3 | three | passed 1 of 1 | abc | x |\n") == ["A-3 is no requirement any more"]


def test_a_folder_without_a_run_makes_no_page_and_a_part_of_one_passes_no_check(tmp_path: Path) -> None:
    def run(*arguments: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, str(SCRIPT), *arguments]
        return subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)

    assert run(str(tmp_path)).returncode == 2
    (tmp_path / "pure.json").write_text(json.dumps({"commit": "abc", "tests": {}}))
    done = run("--check", str(tmp_path))
    assert done.returncode == 2
    assert "nothing of turns, real-time, browsers, calls, guides" in done.stderr


@pytest.mark.requirement("ITE-VAL")
@pytest.mark.parametrize(("covered", "faults"), [(950, 0), (949, 1)])
def test_a_run_fails_where_fewer_than_95_percent_of_the_state_machines_branches_are_taken(
    tmp_path: Path, covered: int, faults: int
) -> None:
    totals = {"covered_branches": covered, "num_branches": 1000, "percent_covered": 99.0}
    (tmp_path / "coverage.json").write_text(json.dumps({"totals": totals}))
    assert len(made["uncovered"](tmp_path)) == faults


def test_the_page_claims_nothing_that_is_known_to_be_open() -> None:
    assert made["stale"]((ROOT / "docs/conformance.md").read_text("utf-8")) == []


def test_every_requirement_has_a_test_or_is_said_to_be_open_and_no_test_names_another() -> None:
    assert made["wrong"](made["marked"]()) == []


def test_marks_are_found_on_functions_and_modules() -> None:
    marked = made["marked"]()
    assert marked[
        "tests/integration/test_lan_serving.py::test_a_paired_caller_calls_and_the_next_start_takes_the_same_token"
    ]
    assert "VIP7-MATRIX" in marked["tests/scenario/test_golden.py::test_the_states_go_by_the_table"]
