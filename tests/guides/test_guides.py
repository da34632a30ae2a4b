"""README, tutorial and how-tos can be followed: from top to bottom, in an empty folder, as they stand there.

Each page has a network of its own, so that servers have the ports that the page names.
"""

import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path

import pytest

from guides.blocks import blocks, indented
from guides.left_out import LEFT_OUT, left_out
from support.network import network
from support.server import ROOT

Results = dict[str, Future[str]]
ADDRESS = "192.168.77.7"
PAGE_S = 240.0
AT_ONCE = 2
"""Who follows a page waits most of the time."""

PAGES = ["README.md"]
for folder in ("docs/tutorial", "docs/how-to"):
    PAGES += sorted(str(path.relative_to(ROOT)) for path in (ROOT / folder).glob("*.md"))
COMMAND = "(../tutorial/first-call.md#5-the-command-in-every-folder)"


def follow(page: str, folder: Path) -> str:
    """What is wrong with the page, or nothing."""
    script = str(ROOT / "tests/guides/follow.py")
    with network(ADDRESS) as own:
        done = subprocess.run(
            [*own.enter, sys.executable, script, page, str(folder)],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=PAGE_S,
            check=False,
        )
    return done.stdout if done.returncode else ""


@pytest.fixture(scope="module")
def followed(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[dict[str, Future[str]]]:
    """What comes of the pages that are asked for, some at a time."""
    asked = [page for page in PAGES if any(f"[{page}]" in item.name for item in request.session.items)]
    with ThreadPoolExecutor(AT_ONCE) as pool:
        yield {page: pool.submit(follow, page, tmp_path_factory.mktemp("page")) for page in asked}


@pytest.mark.timeout(AT_ONCE * PAGE_S)
@pytest.mark.parametrize("page", PAGES)
def test_a_page_can_be_followed_as_it_stands(page: str, followed: Results) -> None:
    wrong = followed[page].result()
    assert not wrong, wrong


@pytest.mark.parametrize("page", PAGES)
def test_a_page_has_something_to_type_and_its_reader_sees_what_a_file_is_called(page: str) -> None:
    text = (ROOT / page).read_text("utf-8")
    found = blocks(text)
    typed = "\n".join(left_out(page, block.text)[0] for block in found if block.runs)
    assert typed.strip(), "nothing of it is tried"
    assert not list(indented(text)), "blocks without a fence, which do not say what they are"
    unnamed = [block.line for block in found if block.title and not block.is_named()]
    assert not unnamed, "files whose names the reader does not see"
    assert page.startswith("docs/how-to/") is (COMMAND in text), "where the command is from"


def test_nothing_is_left_out_that_no_page_has() -> None:
    used: set[tuple[str, str]] = set()
    for page in PAGES:
        for block in blocks((ROOT / page).read_text("utf-8")):
            if block.runs:
                used |= left_out(page, block.text)[1]
    assert set(LEFT_OUT) == used
    assert len(LEFT_OUT) <= 11, "what cannot be tried may become less"
