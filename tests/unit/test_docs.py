"""Pages that are made from the code are what the code makes of them."""

import runpy
from pathlib import Path

DOCS = Path(__file__).resolve().parents[2] / "scripts" / "docs.py"


def test_no_generated_page_is_stale() -> None:
    stale = runpy.run_path(str(DOCS))["stale"]()
    assert stale == [], "Make them anew: python scripts/docs.py"
