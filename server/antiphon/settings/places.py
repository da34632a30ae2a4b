"""Find where a key stands in a TOML text. `tomllib` does not tell, and whoever mends a file wants to know."""

import re
import tomllib
from bisect import bisect_right
from collections.abc import Sequence

Path = tuple[str | int, ...]

_BLANK = re.compile(r"(?:[ \t\r\n]|#[^\n]*)*")
_NAME = re.compile(r"[A-Za-z0-9_-]+|\"(?:[^\"\\\n]|\\.)*\"|'[^'\n]*'")
_TEXT = re.compile(r'"""(?:[^\\]|\\.)*?"{3,5}|\'\'\'.*?\'{3,5}|"(?:[^"\\\n]|\\.)*"|\'[^\'\n]*\'', re.DOTALL)
_PLAIN = re.compile(r"[^,\]}\n#]+")


class Places:
    """The lines of every key, table and element of a text that is valid TOML 1.0."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._at = 0
        self._breaks = [match.start() for match in re.finditer("\n", text)]
        self._lines: dict[Path, int] = {}
        self._elements: dict[Path, int] = {}
        """The index of the last element of each array of tables."""
        try:
            self._read()
        except ValueError:
            pass  # a later TOML than 1.0: what comes after has the line of what is around it

    def line(self, path: Sequence[str | int]) -> int:
        """The line of `path`, such as `("tools", 1, "url")`, counted from 1.

        What is not there has the line of the innermost table around it, and line 1 where there is none.
        """
        ends = range(len(path), 0, -1)
        return next((self._lines[found] for end in ends if (found := tuple(path[:end])) in self._lines), 1)

    def _read(self) -> None:
        table: Path = ()
        while self._sees() != "":
            table = self._header() if self._sees() == "[" else self._pair(table)

    def _header(self) -> Path:
        """`[a.b]`, or `[[a.b]]`, which begins another element."""
        at, brackets = self._at, 2 if self._text.startswith("[[", self._at) else 1
        self._at += brackets
        *around, last = self._names()
        self._skip()
        self._at += brackets
        path: Path = ()
        for name in around:
            path = self._newest((*path, name), at)
        path = (*path, last)
        if brackets == 2:
            self._note(path, at)
            self._elements[path] = self._elements.get(path, -1) + 1
            path = (*path, self._elements[path])
        self._note(path, at)
        return path

    def _newest(self, path: Path, at: int) -> Path:
        self._note(path, at)
        return (*path, self._elements[path]) if path in self._elements else path

    def _pair(self, table: Path) -> Path:
        """`a.b = value`. Returns the table that it stands in."""
        at, path = self._at, table
        for name in self._names():
            path = (*path, name)
            self._note(path, at)
        self._skip()
        self._at += len("=")
        self._value(path)
        return table

    def _value(self, path: Path) -> None:
        match self._sees():
            case "[":
                self._at += 1
                index = 0
                while self._sees() not in ("]", ""):
                    self._note((*path, index), self._at)
                    self._value((*path, index))
                    self._comma()
                    index += 1
                self._at += 1
            case "{":
                self._at += 1
                while self._sees() not in ("}", ""):
                    self._pair(path)
                    self._comma()
                self._at += 1
            case '"' | "'":
                self._consume(_TEXT)
            case _:
                self._consume(_PLAIN)

    def _names(self) -> list[str]:
        names: list[str] = []
        while True:
            self._skip()
            name = self._consume(_NAME)
            names.append(tomllib.loads(f"name = {name}")["name"] if name[0] in "\"'" else name)
            if self._sees() != ".":
                return names
            self._at += 1

    def _comma(self) -> None:
        if self._sees() == ",":
            self._at += 1

    def _sees(self) -> str:
        """The next character that is neither blank nor a comment; empty at the end."""
        self._skip()
        return self._text[self._at : self._at + 1]

    def _skip(self) -> None:
        self._consume(_BLANK)

    def _consume(self, pattern: re.Pattern[str]) -> str:
        found = pattern.match(self._text, self._at)
        if found is None:
            raise ValueError(f"no TOML 1.0 at character {self._at}")
        self._at = found.end()
        return found.group()

    def _note(self, path: Path, at: int) -> None:
        self._lines.setdefault(path, bisect_right(self._breaks, at) + 1)
