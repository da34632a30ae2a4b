"""Find the cheapest, the longest or the best of what stands on a page: of rows, of items with a price, of options."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeVar

from antiphon.domain.outline import Block
from antiphon.providers.brain._page.figures import SYMBOLS, amount, figure, in_words
from antiphon.providers.brain._page.language import Language
from antiphon.providers.brain._page.subjects import Page, Slot, Subject
from antiphon.providers.brain._page.words import content

_Thing = TypeVar("_Thing")


@dataclass(frozen=True, slots=True)
class Extreme:
    """One end of an order: the first of those that stand there, their names, and their figure in words."""

    about: Subject | Slot
    names: tuple[str, ...]
    value: str
    score: float


@dataclass(frozen=True, slots=True)
class Wanted:
    """A superlative: the least or the most, in columns that are called so, of what has these words."""

    least: bool
    columns: frozenset[str]
    words: tuple[str, ...]


class Extremes:
    """Looks through one page."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self._decimal = page.language.speech.decimal

    def of(self, phrase: str, text: str) -> Iterator[Extreme]:
        """Each answer to a phrase such as `cheapest herbal tea`; `text` is the question that it stands in."""
        wanted = self._wanted(phrase)
        if wanted is None:
            return
        asked = set(content(text, self.page.language))
        for block in self.page.outline.blocks:
            yield from self._of_rows(block, wanted, asked)
        yield from self._of_items(wanted)
        yield from self.of_options(phrase)

    def of_options(self, phrase: str) -> Iterator[Extreme]:
        """The option with the lowest or the highest price, of the field that the phrase names."""
        wanted = self._wanted(phrase)
        for slot in self.page.slots() if wanted else ():
            options = [one for one in self.page.options() if one.field is slot.field and one.option]
            own = content(slot.field.name, self.page.language)
            if wanted is None or not own or not set(own) <= set(content(phrase, self.page.language)):
                continue
            rated = [
                (value, one)
                for one in options
                if one.option and (value := _price(one.option.name, wanted, self.page.language))
            ]
            if len(rated) > 1:
                value, first = _end(rated, wanted)
                yield Extreme(first[0], tuple(_name(one) for one in first), in_words(value, self._decimal), 0.74)

    def _wanted(self, phrase: str) -> Wanted | None:
        language = self.page.language
        phrase = language.bare(phrase).strip()
        for name, (sense, columns) in language.superlatives.items():
            if phrase == name or phrase.startswith(f"{name} "):
                rest = content(phrase.removeprefix(name), language)
                return Wanted(sense == "min", self.page.language.stemmed(columns), rest)
        return None

    def _of_rows(self, block: Block, wanted: Wanted, asked: set[str]) -> Iterator[Extreme]:
        for at, column in enumerate(block.columns):
            words = set(content(column.name, self.page.language))
            named = bool(words) and words <= asked
            if not named and not words & wanted.columns:
                continue
            rated = [
                (value, row)
                for row in self._having(block, wanted, words)
                if (value := amount(row.cells[at] if at < len(row.cells) else "")) is not None
            ]
            if rated:
                _, rows = _end(rated, wanted)
                told = f"{column.name} {rows[0].cells[at]}"
                yield Extreme(rows[0], tuple(row.name for row in rows), told, 0.8 if named else 0.72)

    def _of_items(self, wanted: Wanted) -> Iterator[Extreme]:
        """Of lists whose items tell a price or a rating, the longest: a cart has some of the shop's things again."""
        found: list[tuple[int, Extreme]] = []
        for block in self.page.outline.blocks:
            for kind, symbol in SYMBOLS.items():
                if block.kind != "list" or self.page.language.symbols[kind] not in wanted.columns:
                    continue
                rated = [
                    (value, one)
                    for one in self._having(block, wanted, set())
                    if (value := figure(" ".join(one.cells), symbol)) is not None
                ]
                if rated:
                    value, ones = _end(rated, wanted)
                    found.append(
                        (
                            len(rated),
                            Extreme(ones[0], tuple(one.name for one in ones), in_words(value, self._decimal), 0.72),
                        )
                    )
        if found:
            yield max(found, key=lambda pair: pair[0])[1]

    def _having(self, block: Block, wanted: Wanted, column: set[str]) -> Iterator[Subject]:
        """The rows or items that have the words of the phrase that name no column and nothing of the page at large."""
        language = self.page.language
        plain_ = self.page.language.stemmed(language.words["plain"] | language.words["soft"])
        free = column | wanted.columns | language.things | self.page.nouns | plain_
        words = [word for word in wanted.words if word not in free]
        for one in self.page.subjects():
            if one.block is block:
                own = {each for text in (one.name, *one.cells) for each in content(text, language)}
                if all(any(self.page.ear.alike(word, other) for other in own) for word in words):
                    yield one


def _end(rated: Sequence[tuple[float, _Thing]], wanted: Wanted) -> tuple[float, list[_Thing]]:
    values: Iterable[float] = (value for value, _ in rated)
    best = min(values) if wanted.least else max(values)
    return best, [one for value, one in rated if value == best]


def _price(name: str, wanted: Wanted, language: Language) -> float | None:
    return figure(name, SYMBOLS["price"]) if language.symbols["price"] in wanted.columns else None


def _name(slot: Slot) -> str:
    return slot.option.name if slot.option else slot.field.name
