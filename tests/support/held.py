"""What became of the tests that name a requirement, for `scripts/conformance.py`: `pytest --conformance FILE`."""

import json
import subprocess
from collections.abc import Iterable
from pathlib import Path

import pytest

Cases = dict[str, int]
ROOT = Path(__file__).resolve().parents[2]


class Held:
    """A pytest plugin that counts, for each test function with a requirement's mark, how its cases ended.

    The file is written when the session ends, with the commit that was run. Of a session that is killed there is none,
    so that nothing stands as passed which was not.
    """

    def __init__(self, file: Path) -> None:
        self.file = file
        self.commit = commit()
        self.ids: dict[str, list[str]] = {}
        self.worst: dict[str, str] = {}
        """How each case ended: what is worst of its set-up, itself and what is cleared up after it."""

    def pytest_collection_modifyitems(self, items: Iterable[pytest.Item]) -> None:
        for item in items:
            if ids := {mark.args[0] for mark in item.iter_markers("requirement")}:
                self.ids[item.nodeid] = sorted(ids)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.nodeid not in self.ids:
            return
        order = ["passed", "skipped", "failed"]
        before = self.worst.get(report.nodeid, "passed")
        self.worst[report.nodeid] = max(before, report.outcome, key=order.index)

    def pytest_sessionfinish(self) -> None:
        tests: dict[str, dict[str, list[str] | Cases]] = {}
        for case, ids in self.ids.items():
            test = tests.setdefault(case.partition("[")[0], {"ids": ids, "cases": {}})
            cases = test["cases"]
            assert isinstance(cases, dict)
            ended = self.worst.get(case, "not run")
            cases[ended] = cases.get(ended, 0) + 1
        self.file.parent.mkdir(parents=True, exist_ok=True)
        self.file.write_text(json.dumps({"commit": self.commit, "tests": tests}, indent=1), "utf-8")


def commit() -> str:
    """The commit that lies here, and whether that is all."""

    def git(*words: str) -> str:
        return subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=True).stdout.strip()

    try:
        told = git("show", "--no-patch", "--format=%h", "HEAD")
        return f"{told}, changed" if git("status", "--porcelain", "--untracked-files=no") else told
    except (OSError, subprocess.CalledProcessError):
        return "unknown"  # these sources are no repository


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--conformance", type=Path, metavar="FILE", help="write how the tests of each requirement ended")


def pytest_configure(config: pytest.Config) -> None:
    if file := config.getoption("--conformance"):
        config.pluginmanager.register(Held(file))
