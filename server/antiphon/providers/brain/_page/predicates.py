"""The words of a sentence about items, beside their names, and what may be done to one item by them."""

from collections.abc import Sequence
from dataclasses import dataclass

from antiphon.providers.brain._page.memory import Plan
from antiphon.providers.brain._page.subjects import Page

MOST_BETWEEN = 2
"""Words within a phrase: those between a verb and its particle."""


@dataclass(frozen=True, slots=True)
class Predicate:
    """The words of a sentence, and where those stand that are not in the names of the items."""

    words: tuple[str, ...]
    rest: frozenset[int]
    refusing: frozenset[int]
    """The places of a `not` and its like."""

    def has(self, phrases: Sequence[str]) -> bool:
        """Tell whether one of these words stands in the sentence."""
        return not set(phrases).isdisjoint(self.words)


@dataclass(frozen=True, slots=True)
class Deed:
    """A deed that is done to one item. `label` is the same for the same deed to another item."""

    plan: Plan
    label: str
    places: frozenset[int]
    asks: bool = False
    already: str = ""
    """What the item is already, where nothing is to be done."""


def counted(page: Page, said: Predicate, places: frozenset[int]) -> bool:
    """Tell whether more than one is said of what a button is called: `three stars` are a mark, and no `Star`."""
    before = [said.words[at - 1] for at in places if at and at - 1 in said.rest]
    return any(one.value > 1 for word in before for one in page.language.numbers_in(word))


def undoing_of(page: Page, said: Predicate, label: set[str]) -> frozenset[int]:
    """Return where the opposite of what a button does is said: `unfavourite`. `label`: the stems of its label."""
    language, words = page.language, said.words
    return frozenset(
        at
        for at in said.rest
        for front in language.item["undoing"]
        if words[at].startswith(front) and label & set(language.forms_of(words[at].removeprefix(front)))
    )


def takes_away(page: Page, label: str, words: Sequence[str]) -> bool:
    """Tell whether a sentence takes something out or off, of which a label says nothing."""
    ways = [one.split() for one in page.language.item["away_from"]]
    return any(is_in_order(one, words) and set(one).isdisjoint(label.lower().split()) for one in ways)


def is_in_order(phrase: Sequence[str], words: Sequence[str]) -> bool:
    """Tell whether these words stand one behind the other, with two more within at most: `is giving his plot back`."""
    return bool(placed_in_order(phrase, words))


def placed_in_order(phrase: Sequence[str], words: Sequence[str]) -> frozenset[int]:
    """Return where they stand so; nowhere where they do not."""
    for first in range(len(words)):
        at, gaps = first, 0
        places = set[int]()
        for word in phrase:
            while at < len(words) and words[at] != word and at > first and gaps < MOST_BETWEEN:
                at, gaps = at + 1, gaps + 1
            if at >= len(words) or words[at] != word:
                break
            places.add(at)
            at += 1
        else:
            return frozenset(places)
    return frozenset()
