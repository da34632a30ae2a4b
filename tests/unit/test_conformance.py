"""The conformance page says what a run has found, and nothing that it has not."""

import json
import runpy
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

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
    rows: dict[str, str] = made["rows_of"](page)
    return rows[one].splitlines()[-1].split(" | ")[2]


@pytest.mark.usefixtures("known")
def test_what_passed_is_counted_by_functions_and_what_is_open_is_open(good: Any) -> None:
    page = made["page"](good, "`abc`")
    assert cell(page, "A-1") == "passed 2 of 2"
    assert cell(page, "A-2") == "open; passed 3 of 3"
    assert "| A-2 | two | a part | the rest |" in page
    assert "of no requirement" not in page


@pytest.mark.usefixtures("known")
def test_a_case_that_fails_or_is_left_out_is_told(bad: Any) -> None:
    page = made["page"](bad, "`abc`")
    assert cell(page, "A-1") == "failed 1 of 2"
    assert cell(page, "A-2") == "open; failed 1 of 3, skipped 1 of 3"


@pytest.mark.usefixtures("known")
def test_a_marked_test_that_was_not_run_is_told(good: Any) -> None:
    whole = made["Run"](good.ids | {"tests/e2e/test_x.py::test_y": ["A-1"]}, good.cases)
    assert cell(made["page"](whole, "`abc`"), "A-1") == "not run 1 of 3"


@pytest.mark.usefixtures("known")
def test_a_page_is_stale_by_what_it_says_and_not_by_its_commit(good: Any, bad: Any) -> None:
    page = made["page"](good, "`abc`")
    assert made["stale"](page, good) == []
    assert made["stale"](page, bad) == ["A-1", "A-2"]
    assert made["stale"](page.replace("the rest", "little"), good) == ["A-2"]


def test_a_run_that_lacks_a_lane_makes_no_page(tmp_path: Path) -> None:
    (tmp_path / "pure.json").write_text(json.dumps({}))
    done = subprocess.run([sys.executable, SCRIPT, tmp_path], capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == 2
    assert "nothing of browsers, calls, panel" in done.stderr


def test_every_requirement_has_a_test_or_is_said_to_be_open_and_no_test_names_another() -> None:
    assert made["wrong"](made["marked"]()) == []


def test_marks_are_found_on_functions_and_modules() -> None:
    marked = made["marked"]()
    assert marked[
        "tests/integration/test_lan_serving.py::test_a_paired_caller_calls_and_the_next_start_takes_the_same_token"
    ]
    assert "VIP7-MATRIX" in marked["tests/scenario/test_golden.py::test_the_states_go_by_the_table"]
