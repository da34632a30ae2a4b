"""Read in which order a list is wanted, in any words: `best grades first`, `names from Z to A`.

A sentence is taken apart into the words that say which way it goes, those that say what is looked at, and the rest,
which must name a column, an option of a field for the order, or a button. The names of such options are read alike.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache

from antiphon.providers.brain._page.language import Language
from antiphon.providers.brain._page.words import content

LOW, HIGH = "ascending", "descending"


@dataclass(frozen=True, slots=True)
class Order:
    """An order as it is told. `way` is None where nothing says it; `hints` are what its column may be called, with -1
    where that is ordered the other way."""

    way: str | None = None
    words: frozenset[str] = frozenset()
    hints: Mapping[str, int] = field(default_factory=dict)
    telling: frozenset[str] = frozenset()
    """The words that gave hints: they need not be in a name."""
    turned: bool = False
    by_letter: bool = False
    is_cued: bool = False
    """Whether it speaks of an order at all, and not only of a thing."""

    def other_way(self) -> "Order":
        way = LOW if self.way == HIGH else HIGH
        return replace(self, way=way, turned=False)


def order_of(text: str, language: Language) -> Order:
    """Take a sentence, or the name of an option, for an order."""
    return _order_of(" ".join(text.lower().split()), language.code, _Words(language))


class _Words:
    """A language, as the key of a cache: there is one of each code."""

    def __init__(self, language: Language) -> None:
        self.language = language

    def __hash__(self) -> int:
        return hash(self.language.code)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Words) and other.language is self.language


@lru_cache(2048)
def _order_of(text: str, code: str, words: _Words) -> Order:
    language = words.language
    views = language.views
    left, way, letter, turned = text, None, False, False
    hints: dict[str, int] = {}
    for name, is_low, by_letter in (
        ("from_z", False, True),
        ("from_a", True, True),
        ("falling", False, False),
        ("rising", True, False),
    ):
        left, found = _without(left, views[name])
        if found and way is None:
            way, letter = (LOW if is_low else HIGH), by_letter
    told = way is not None and any(text.startswith(one) for one in views["turned"])
    left, turned = _without(left, views["turned"])
    turned = turned and not told  # `the other way round, from Z to A` says which way that is
    top, has_top = _without(left, views["at_top"])
    top, is_last = _without(top, views.get("at_bottom", ()))
    has_top = has_top or is_last
    for phrase, (sense, columns) in language.tops.items():
        rest, found = _without(top, (phrase,))
        if found and (has_top or way is None) and way is None:
            way, hints, top = (LOW if sense == "min" else HIGH), dict(columns), rest
            has_top = has_top or not language.words["towards"].isdisjoint(phrase.split())  # `cheap to expensive`
            break
    if is_last and way:
        way = LOW if way == HIGH else HIGH  # `newest at the bottom`
    cued, has_hints = has_top and bool(hints or way), bool(hints)
    verb, is_sorting = _without(top, views["sorting"])
    is_by = any(f" {one} " in f" {verb} " or top.strip().startswith(f"{one} ") for one in views["by"])
    said = [word for each in verb.split() if (word := each.strip(",.;'")) in language.arranged_by]
    for word in sorted(said, key=lambda one: len(language.arranged_by[one])):  # the one that says most in front
        for one in language.arranged_by[word]:
            hints.setdefault(language.stem(one), 1)
    little = language.stemmed(views["order_little"]) | set(views["order_little"])
    rest_words = frozenset(word for word in content(verb, language) if word not in little)
    if has_hints and not has_top:  # `order the cheapest one` is no sorting
        _, is_sorting = _without(top, set(views["sorting"]) - {views["buying"][0]})
    is_cued = bool(cued or is_sorting or is_by or letter or turned or (way and not has_hints))
    return Order(way, rest_words, hints, language.stemmed(said), turned, letter, is_cued)


def _without(text: str, phrases: Iterable[str]) -> tuple[str, bool]:
    """A text without these phrases, and whether any of them stood in it."""
    found = False
    for phrase in sorted(phrases, key=len, reverse=True):
        cut = re.sub(rf"(?<!\w){re.escape(phrase)}(?!\w)", " ", text)
        if cut != text:
            text, found = cut, True
    return text, found


def hinted(order: Order, stems: Iterable[str]) -> int:
    """Return which way a column of these words goes by what was said of it: 1, -1, or 0 where nothing fits."""
    return next((order.hints[one] for one in stems if one in order.hints), 0)
