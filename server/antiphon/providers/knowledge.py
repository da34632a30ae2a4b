"""Search an assistant's knowledge: Markdown and plain text, found by words with SQLite's FTS5.

A folder is a knowledge base; what stands in it is data to the brain, never an instruction (S17).
"""

import os
import re
import sqlite3
from collections.abc import Iterator, Sequence
from itertools import chain, zip_longest
from pathlib import Path

from antiphon.domain.conversation import Passage
from antiphon.domain.errors import AntiphonError, ErrorCode
from antiphon.domain.texts import readable
from antiphon.ports import Knowledge

SUFFIXES = (".md", ".markdown", ".txt")
BASE_BYTES = 8 * 1024 * 1024
"""As much as one knowledge base holds."""
PASSAGE_CHARS = 400
"""The most that can be said aloud in half a minute."""
BEST = 4
QUERY_WORDS = 12
EVERYWHERE = 300
"""A word that is in so many passages is not looked for, where another one is not."""

_WORD = re.compile(r"\w+")
_HEADING = re.compile(r"^#{1,6}\s+(.*?)\s*#*$")
_SENTENCE_END = re.compile(r"(?<=[.!?])\s+")
_COMMON_WORDS = """
a about all am an and any are as at be been but by can could did do does for from get give had has have he her
him his how i if in into is it its just like me more my no not of on one or our out please say she should so
some tell than that the their them then there these they this to up us want was we were what when where which
who whose why will with would you your
"""
_COMMON = frozenset(_COMMON_WORDS.split())


class Index:
    """Passages that can be searched. Built in any one thread, searched in any one other."""

    def __init__(self, documents: Sequence[tuple[str, str]]) -> None:
        """Build the index of `documents`, which are names and texts."""
        self._database = sqlite3.connect(":memory:", check_same_thread=False)
        if not self._database.execute("select sqlite_compileoption_used('ENABLE_FTS5')").fetchone()[0]:
            message = "Knowledge needs SQLite with FTS5, which this Python does not have."
            raise AntiphonError(ErrorCode.PROVIDER_UNAVAILABLE, message)
        self._database.execute(
            "create virtual table passages using fts5(source, heading, text, tokenize='porter unicode61')"
        )
        rows = [(source, *piece) for source, text in documents for piece in _pieces(text)]
        self._database.executemany("insert into passages values (?, ?, ?)", rows)

    def search(self, text: str) -> Sequence[Passage]:
        """Return the best few, those with the rarest of the words first; none without a word that tells anything."""
        words = [word for word in _WORD.findall(text.lower()) if word not in _COMMON]
        words = list(dict.fromkeys(words))[:QUERY_WORDS]
        # A word that stands everywhere tells nothing, and ranking all that it is in takes long.
        telling = [word for word in words if self._count(word) < EVERYWHERE] or words[:1]
        if not telling:
            return ()
        found = self._database.execute(
            "select source, text from passages where passages match ? order by bm25(passages, 0.5, 2.0, 1.0) limit ?",
            (" OR ".join(map(_quoted, telling)), BEST),
        )
        return tuple(Passage(source, passage) for source, passage in found)

    def _count(self, word: str) -> int:
        """Count the passages that a word is in, no further than `EVERYWHERE`."""
        some = "select count(*) from (select 1 from passages where passages match ? limit ?)"
        [count] = self._database.execute(some, (_quoted(word), EVERYWHERE)).fetchone()
        return int(count)


def _quoted(word: str) -> str:
    return f'"{word}"'


class Several:
    """Several knowledge bases together: the best of each, in turn."""

    def __init__(self, parts: Sequence[Knowledge]) -> None:
        self._parts = parts

    def search(self, text: str) -> Sequence[Passage]:
        ranked = zip_longest(*(part.search(text) for part in self._parts))
        return tuple(passage for passage in chain.from_iterable(ranked) if passage is not None)[:BEST]


class Library:
    """The knowledge bases of one folder, each a folder of its own; one that has changed is read again when named."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._known: dict[str, tuple[tuple[tuple[str, int, int], ...], Index]] = {}

    def load(self, name: str) -> Index:
        """Return the base of this name; reads files. Raises `AntiphonError` `protocol.invalid_override`."""
        files = _files(self._folder / name)
        if not files:
            raise AntiphonError(ErrorCode.INVALID_OVERRIDE, f"`knowledgeBaseId`: there is no knowledge base {name!r}.")
        stamp = tuple((path.name, path.stat().st_mtime_ns, path.stat().st_size) for path in files)
        known = self._known.get(name)
        if known is not None and known[0] == stamp:
            return known[1]
        if sum(size for _, _, size in stamp) > BASE_BYTES:
            message = f"`knowledgeBaseId`: {name!r} is larger than {BASE_BYTES // 1024**2} MiB."
            raise AntiphonError(ErrorCode.INVALID_OVERRIDE, message)
        index = Index([(path.stem, path.read_text("utf-8", "replace")) for path in files])
        self._known[name] = (stamp, index)
        return index


def _files(folder: Path) -> list[Path]:
    found = (Path(where) / name for where, _, names in os.walk(folder) for name in names)
    return sorted(path for path in found if path.suffix.lower() in SUFFIXES and path.is_file())


def _pieces(text: str) -> Iterator[tuple[str, str]]:
    """Split a text into pairs of heading and passage: paragraphs, the longest ones cut between sentences."""
    heading = ""
    for block in re.split(r"\n\s*\n|\n(?=#{1,6}\s)|(?<=\n)(?=#{1,6}\s)", readable(text)):
        lines = block.strip().splitlines()
        if lines and (found := _HEADING.match(lines[0])):
            heading, lines = found[1], lines[1:]
        passage = ""
        for sentence in _SENTENCE_END.split(" ".join(" ".join(lines).split())):
            for part in _cut(sentence):
                if passage and len(passage) + len(part) >= PASSAGE_CHARS:
                    yield heading, passage
                    passage = ""
                passage = f"{passage} {part}".strip()
        if passage:
            yield heading, passage


def _cut(sentence: str) -> Iterator[str]:
    for start in range(0, len(sentence), PASSAGE_CHARS):
        yield sentence[start : start + PASSAGE_CHARS]
