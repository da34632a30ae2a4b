"""The Python of the pages does what the pages say: each page's blocks run in order, as one program."""

import re
from pathlib import Path

import pytest

PAGES = Path(__file__).resolve().parents[2] / "docs"
EXECUTED = ["how-to/use-the-engine-as-a-library.md"]
BLOCK = re.compile(r"^```python[^\n]*\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("page", EXECUTED)
def test_the_examples_of_a_page_run_as_one_program(page: str) -> None:
    text = (PAGES / page).read_text(encoding="utf-8")
    blocks = list(BLOCK.finditer(text))
    assert blocks, f"{page} has no Python in it"
    names: dict[str, object] = {}
    for block in blocks:
        # The lines before it are kept empty, so that a failure names the line of the page.
        source = "\n" * text[: block.start(1)].count("\n") + block.group(1)
        exec(compile(source, page, "exec"), names)
