"""What stands in the blocks of a page, in the order in which somebody reads it.

A page says by the first line of a block, of which a reader sees nothing, what the block is:

    ```sh                         to be typed into a terminal
    ```text prints                what the commands before it print; `…` stands for what is never the same
    ```toml title="shop.toml"     to be saved in that file, after what the page has put there already

Anything else is there to be looked at.
"""

import re
import textwrap
from collections.abc import Iterator
from dataclasses import dataclass

_FENCE = re.compile(r"^(?P<indent> *)```(?P<language>\w*)(?P<rest>[^`]*)$")
_TITLE = re.compile(r'title="([^"]+)"')
_ITEM = re.compile(r"^(\d+\.|[-*]) ")
_SERVER = re.compile(r"\bantiphon (?:serve|wyoming)\b|scripts/run\b|\bhttp\.server\b|# .*\bterminal of its own")
_INTO_A_FILE = re.compile(r"&\s*(#.*)?$")


@dataclass(frozen=True)
class Block:
    """One block, and what stands between it and the one before it."""

    line: int
    language: str
    title: str
    prints: bool
    text: str
    before: str

    @property
    def runs(self) -> bool:
        return self.language == "sh" and not self.title

    def is_named(self) -> bool:
        """Whether the reader sees the name of the file: before the block, or in a remark that it begins with."""
        return f"`{self.title}`" in self.before or self.title in self.text.split("\n", 1)[0]


@dataclass(frozen=True)
class Command:
    """What is typed at once. `stays`: it runs until it is stopped, and has its terminal for itself."""

    text: str
    stays: bool


def blocks(page: str) -> list[Block]:
    found: list[Block] = []
    opened: re.Match[str] | None = None
    began, inside, before = 0, list[str](), list[str]()
    for number, line in enumerate(page.split("\n"), 1):
        fence = _FENCE.match(line)
        if opened is None and fence is None:
            before.append(line)
        elif opened is None:
            opened, began, inside = fence, number, []
        elif fence is not None and not fence["language"]:
            title = _TITLE.search(opened["rest"])
            text = textwrap.dedent("\n".join(inside)) + "\n"
            prints = "prints" in opened["rest"].split()
            named = title[1] if title else ""
            found.append(Block(began, opened["language"], named, prints, text, "\n".join(before)))
            opened, before = None, []
        else:
            inside.append(line)
    return found


def indented(page: str) -> Iterator[int]:
    """The lines at which a block begins that has no fence, and therefore does not say what it is."""
    fenced = listed = False
    above = ""
    for number, line in enumerate(page.split("\n"), 1):
        if _FENCE.match(line):
            fenced = not fenced
        elif not fenced and line.strip():
            if line.startswith("    ") and not above.strip() and not listed:
                yield number
            if not line.startswith(" "):
                listed = _ITEM.match(line) is not None
        above = line
    return


def commands(script: str) -> list[Command]:
    """What is typed, one after the other. Lines in a row that end by themselves are one command."""
    found: list[Command] = []
    for line in script.replace("\\\n", "").splitlines():
        if not line.strip() or line.startswith("#"):
            continue
        stays = bool(_SERVER.search(line)) and not _INTO_A_FILE.search(line)
        if found and not stays and not found[-1].stays:
            found[-1] = Command(f"{found[-1].text}\n{line}", False)
        else:
            found.append(Command(line, stays))
    return found


def unprinted(printed: str, shown: str) -> str:
    """The first line of `shown` that was not printed after those before it, or nothing."""
    lines = iter([line.strip() for line in printed.splitlines()])
    for wanted in filter(None, map(str.strip, shown.splitlines())):
        pattern = re.compile(".*".join(map(re.escape, wanted.split("…"))))
        if wanted != "…" and not any(pattern.fullmatch(line) for line in lines):
            return wanted
    return ""
