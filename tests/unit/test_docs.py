"""Pages that are made from the code are what the code makes of them."""

import runpy
from pathlib import Path

DOCS = Path(__file__).resolve().parents[2] / "scripts" / "docs.py"


def test_no_generated_page_is_stale() -> None:
    stale = runpy.run_path(str(DOCS))["stale"]()
    assert stale == [], "Make them anew: python scripts/docs.py"


def test_every_requirement_that_is_due_is_held_by_a_test() -> None:
    assert runpy.run_path(str(DOCS))["missing"]() == []
