"""The table of mutations fits the sources and the tests, and what tries it tells the truth."""

import runpy
import sys
from pathlib import Path
from typing import Any

import pytest

from support.server import ROOT

sys.path.insert(0, str(ROOT / "scripts"))
import mutate

conformance = runpy.run_path(str(ROOT / "scripts/conformance.py"))
ROWS = mutate.mutations()


def test_each_text_stands_in_its_file_once_and_what_comes_instead_is_another() -> None:
    sources = {each.file: (ROOT / each.file).read_text("utf-8") for each in ROWS}
    for each in ROWS:
        source = sources[each.file]
        changed = each.apply(source)
        assert changed != source
        compile(changed, each.file, "exec")


def test_each_test_is_one_that_names_the_requirement() -> None:
    marked = conformance["marked"]()
    assert [each.tests for each in ROWS if each.id not in marked.get(each.tests, ())] == []


def test_the_table_is_long_enough_to_say_something() -> None:
    assert len({each.id for each in ROWS}) >= 25


@pytest.mark.parametrize(("source", "count"), [("x = 1\n", 0), ("f(a)\nf(a)\n", 2)])
def test_a_text_that_does_not_stand_there_once_is_refused(source: str, count: int) -> None:
    with pytest.raises(ValueError, match=f"{count} times"):
        mutate.Mutation("A-1", "a.py", "f(a)", "pass", "test_a.py").apply(source)


def test_a_change_is_undone_also_where_something_goes_wrong(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("f(a)\n")
    row = mutate.Mutation("A-1", "a.py", "f(a)", "pass", "test_a.py")

    def fail() -> None:
        with mutate.mutated(row, tmp_path):
            assert (tmp_path / "a.py").read_text() == "pass\n"
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        fail()
    assert (tmp_path / "a.py").read_text() == "f(a)\n"


@pytest.mark.parametrize(
    ("code", "says"), [(1, "noticed"), (None, "noticed"), (0, "NOT"), (2, "BROKEN"), (4, "BROKEN"), (5, "BROKEN")]
)
def test_only_a_test_that_ran_and_failed_has_noticed(code: Any, says: str) -> None:
    assert mutate.verdict(code).startswith(says)
