"""Find all items or rows that fit what a sentence says of them: `everyone below sixty per cent`, `from Anna Keller`.

Each word must say something: the name of the list, a text that stands in some of its items, a comparison of a column's
figures, or a state. A word that says nothing, and nothing fits.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from antiphon.domain.outline import Block
from antiphon.providers.brain._page.bounds import Bound, bound_in
from antiphon.providers.brain._page.figures import SYMBOLS, amount, figure
from antiphon.providers.brain._page.subjects import Page, Subject
from antiphon.providers.brain._page.words import content


@dataclass(frozen=True, slots=True)
class Fitting:
    """The items that fit; `named` tells whether their list was named, or anything that holds for some of them only."""

    subjects: tuple[Subject, ...]
    named: bool


class Conditions:
    """Conditions that a sentence sets for the items of one list. `free` are the places of words that may say them."""

    def __init__(self, page: Page, words: Sequence[str], free: Sequence[int]) -> None:
        self.page = page
        self.words = words
        self.free = list(free)
        self._views = page.language.views

    def of(self, block: Block, subjects: Sequence[Subject]) -> Fitting | None:
        """Those of a list's items that fit; None where a word says nothing of them, or what it says is not clear."""
        left, found = list(self.free), list(subjects)
        named = False
        bound = bound_in(self.words, self.page.language)
        if bound and set(range(bound.start, bound.end)) & set(left):
            left = [at for at in left if not bound.start <= at < bound.end]
            fitting = self._bounded(block, found, bound)
            if fitting is None:
                return None
            found, named = fitting, True
        for at in list(left):
            if self._in_column(block, at) and at in left:
                found = [one for one in found if self._has_cell(block, one, at)]
                left = [one for one in left if one not in {at, at + 1}]
                named = True
            elif at - 1 in left and at in left and (having := self._of_kind(block, found, at)):  # `the wood category`
                found, named = having, True
                left = [one for one in left if one not in {at - 1, at}]
        found, left, by_state = self._in_state(found, left)
        named = named or by_state
        little = self.page.language.stemmed(self._views["every_little"]) | {
            self.page.language.stem(one) for one in self._views["every"]
        }
        nouns = self._nouns(block)
        heads = {each for column in block.columns for each in content(column.name, self.page.language)}
        measures = self.page.language.stemmed(self.page.language.words["measures"]) if bound else set()
        plain = (little | self.page.language.things) - self._others(nouns)
        for word in (each for at in left for each in content(self.words[at], self.page.language)):
            if self._is_in(word, nouns):
                named = named or word not in plain
            elif word in plain:
                continue
            elif having := [one for one in found if self._is_in(word, self.texts(one))]:
                named = named or len(having) < len(found)
                found = having
            elif word not in heads | measures:
                return None
        return Fitting(tuple(found), named) if found else None

    def _of_kind(self, block: Block, found: Sequence[Subject], at: int) -> list[Subject]:
        """Those that have, in the column whose name stands here, the word in front of it."""
        own = content(self.words[at], self.page.language)
        heads = [
            place for place, one in enumerate(block.columns) if own and own == content(one.name, self.page.language)
        ]
        value = self.words[at - 1]
        return [one for one in found for place in heads if one.cells[place].strip().lower() == value]

    def _nouns(self, block: Block) -> set[str]:
        """Return the words for the list itself: its name, that of its search, what is chosen to be shown."""
        shown = [one.name for each in self.page.outline.blocks for one in each.options if one.on]
        names = {each for name in (block.name, *shown) for each in content(name, self.page.language)}
        carts = self.page.language.stemmed(self.page.language.item["carts"])
        return names | (set(self.page.nouns) - self._others(names)) | (carts if names & carts else set())

    def _others(self, nouns: set[str]) -> set[str]:
        names = [one.name for one in self.page.outline.blocks if one.kind in {"list", "table"}]
        return {each for name in names for each in content(name, self.page.language)} - nouns

    def _is_in(self, word: str, others: set[str]) -> bool:
        return any(self.page.ear.alike(word, one) for one in others)

    def texts(self, subject: Subject) -> set[str]:
        """The stems of what stands in an item, and of what its fields hold as far as the page tells it."""
        held = [self.page.told_of(use) or "" for use in subject.uses if self.page.value_of(use) == "option"]
        return {each for text in (subject.name, *subject.cells, *held) for each in content(text, self.page.language)}

    def _bounded(self, block: Block, found: Sequence[Subject], bound: Bound) -> list[Subject] | None:
        """Those whose figure holds to a comparison, where only one column can be meant; else None."""
        spoken = {each for at in self.free for each in content(self.words[at], self.page.language)}
        by_column = list(self._figures(block, found))
        named = [one for one in by_column if spoken & one[0]]
        kept = []
        for _, values in named or by_column:
            fitting = [
                one for one, value in zip(found, values, strict=True) if value is not None and bound.holds(value)
            ]
            if fitting and len(fitting) < len(found):
                kept.append(fitting)
        return kept[0] if len(kept) == 1 else None

    def _figures(self, block: Block, found: Sequence[Subject]) -> Iterator[tuple[set[str], list[float | None]]]:
        for at, column in enumerate(block.columns):
            values = [amount(one.cells[at]) if at < len(one.cells) else None for one in found]
            if any(value is not None for value in values) and not any(_is_day(one, at) for one in found):
                yield set(content(column.name, self.page.language)), values
        if not block.columns:
            for kind, symbol in SYMBOLS.items():
                prices = [figure(" ".join(one.cells), symbol) for one in found]
                if any(value is not None for value in prices):
                    yield {self.page.language.symbols[kind]}, prices

    def _in_column(self, block: Block, at: int) -> bool:
        """Tell whether a column's name stands here, and the whole text of one of its cells behind it: `group A`."""
        return any(self._has_cell(block, one, at) for one in self.page.subjects() if one.block is block)

    def _has_cell(self, block: Block, subject: Subject, at: int) -> bool:
        if at + 1 >= len(self.words):
            return False
        own = content(self.words[at], self.page.language)
        return any(
            own and own == content(column.name, self.page.language) and cell.strip().lower() == self.words[at + 1]
            for column, cell in zip(block.columns, subject.cells, strict=False)
        )

    def _in_state(self, found: Sequence[Subject], left: list[int]) -> tuple[list[Subject], list[int], bool]:
        """Those that are unread or read, done or open, where the words say so and the list has such."""
        marked = [one for one in found if self._is_marked(one)]
        said = [self.words[at] for at in left]
        for name, is_unread in (("unread", True), ("read", False)):
            for phrase in sorted(self._views[name], key=len, reverse=True):
                at = _place(said, phrase.split())
                if at is not None and marked and not any(phrase in self.texts(one) for one in found):
                    kept = [one for one in found if (one in marked) is is_unread]
                    return kept, left[:at] + left[at + len(phrase.split()) :], True
        for name, is_on in (("open", False), ("done", True)):
            for phrase in sorted(self.page.language.words[name], key=len, reverse=True):
                at = _place(said, phrase.split())
                if at is not None and any(one.on is not None for one in found):
                    kept = [one for one in found if one.on is is_on]
                    return kept, left[:at] + left[at + len(phrase.split()) :], True
        return list(found), left, False

    def _is_marked(self, subject: Subject) -> bool:
        return any(text.startswith(tuple(self._views["unread_marks"])) for text in (subject.name, *subject.cells))


def _place(words: Sequence[str], phrase: Sequence[str]) -> int | None:
    size = len(phrase)
    return next((at for at in range(len(words) - size + 1) if list(words[at : at + size]) == list(phrase)), None)


def _is_day(subject: Subject, at: int) -> bool:
    """Tell whether a cell is more than a figure with a sign or a unit: `26 Nov`."""
    cell = subject.cells[at] if at < len(subject.cells) else ""
    return amount(cell) is not None and sum(one.isalpha() for one in cell) > 2
