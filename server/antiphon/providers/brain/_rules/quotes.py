"""Quotation marks: the words between them are one text, whatever they are."""

import re
from collections.abc import Sequence

from antiphon.providers.brain._rules.words import Word

_PAIRS = re.compile(
    '"([^"]+)"|\u201c([^\u201d"]+)[\u201d"]|\u201e([^\u201c\u201d]+)[\u201c\u201d]|\u00ab([^\u00bb]+)\u00bb'
    "|(?<!\\w)'([^']+(?:'\\w[^']*)*)'(?!\\w)|(?<!\\w)\u2018([^\u2019]+(?:\u2019\\w[^\u2019]*)*)\u2019(?!\\w)"
)
_MARKS = frozenset("\"'\u2018\u201c\u201e\u00ab")
_LONGEST = 2000


def quoted(text: str) -> Sequence[tuple[int, int]]:
    """Return where each quoted text begins and ends, without its marks."""
    found = _PAIRS.finditer(text[:_LONGEST])
    return [next(match.span(number) for number in range(1, 7) if match.group(number)) for match in found]


def words_in_quotes(text: str, words: Sequence[Word]) -> Sequence[range]:
    """The places of the words of each quoted text."""
    spans = quoted(text) if words and not _MARKS.isdisjoint(text) else ()
    found = ([at for at, word in enumerate(words) if start <= word.start and word.end <= end] for start, end in spans)
    return [range(places[0], places[-1] + 1) for places in found if places]


def is_within_quotes(text: str, start: int, end: int) -> bool:
    """Tell whether a part of a text is all that stands between two marks, or is among it."""
    return any(begin <= start and end <= close for begin, close in quoted(text))
