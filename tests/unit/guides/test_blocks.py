"""A page is read as its reader reads it."""

import json
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest

from guides.blocks import Command, blocks, commands, indented, unprinted

ROOT = Path(__file__).resolve().parents[3]
READ: dict[str, Callable[[str], object]] = {
    "toml": tomllib.loads,
    "python": lambda text: compile(text, "page", "exec"),
    "json": json.loads,
}

PAGE = """# A page

In `shop.toml`:

```toml title="shop.toml"
a = 1
```

1. Type:

   ```sh
   antiphon serve
   ```

```text prints
ready
```

Words of a list:

- one

    that goes on
"""


def test_a_block_is_what_its_first_line_says() -> None:
    file, typed, printed = blocks(PAGE)
    assert (file.title, file.text, file.line, file.is_named()) == ("shop.toml", "a = 1\n", 5, True)
    assert (typed.runs, typed.text) == (True, "antiphon serve\n")
    assert (printed.prints, printed.runs, printed.text) == (True, False, "ready\n")


def test_a_file_whose_name_the_reader_does_not_see_is_found() -> None:
    (unnamed,) = blocks('In a file:\n\n```toml title="shop.toml"\na = 1\n```\n')
    assert not unnamed.is_named()
    (remarked,) = blocks('So:\n\n```toml title="shop.toml"\n# shop.toml\na = 1\n```\n')
    assert remarked.is_named()


def test_a_block_without_a_fence_is_found_and_what_belongs_to_a_list_is_none() -> None:
    assert list(indented(PAGE)) == []
    assert list(indented("Type:\n\n    antiphon serve\n\nor\n\n    antiphon call\n")) == [3, 7]


def test_what_stays_has_a_terminal_for_itself() -> None:
    typed = ("# a remark", "export A=1", "antiphon serve", "cd there", "antiphon call \\", "  --text hello")
    script = "\n".join((*typed, "python3 -m http.server 9000", ""))
    assert commands(script) == [
        Command("export A=1", False),
        Command("antiphon serve", True),
        Command("cd there\nantiphon call   --text hello", False),
        Command("python3 -m http.server 9000", True),
    ]
    assert commands("antiphon serve >log &\nwait_for_it\n") == [Command("antiphon serve >log &\nwait_for_it", False)]
    assert commands("antiphon call # in another terminal\n")[0].stays is False
    assert commands("python3 a.py # in a terminal of its own\n")[0].stays


@pytest.mark.parametrize(
    ("shown", "lacking"),
    [
        ("1 b", ""),
        ("… b", ""),
        ("1 a\n2 …", ""),
        ("…\n2 b", ""),
        ("2 b\n1 a", "1 a"),  # the other way round
        ("1 a\n1 a", "1 a"),  # once only
        ("b", "b"),  # a part of a line
        ("… c", "… c"),
    ],
)
def test_what_is_shown_was_printed_line_by_line_in_order(shown: str, lacking: str) -> None:
    assert unprinted("  1 a\n1 b\n\n2 b\n", shown) == lacking


def every_block() -> list[tuple[str, str, str]]:
    pages = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
    found = ((page, block) for page in pages for block in blocks(page.read_text("utf-8")) if block.language in READ)
    return [(f"{page.relative_to(ROOT)}:{block.line}", block.language, block.text) for page, block in found]


def test_what_stands_on_the_pages_is_well_formed() -> None:
    for place, language, text in every_block():
        lines = text.splitlines() if language == "json" and text.startswith('{"match"') else [text]
        for line in lines:
            try:
                READ[language](line)
            except (ValueError, SyntaxError) as error:
                raise AssertionError(f"{place} is no {language}: {error}") from None
