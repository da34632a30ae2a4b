"""Answer questions about items and rows by the words in them: who, which, how many, is there any, and with what.

Every word of a question must be one that only asks, a comparison (`less than six euros`), or stand in the items or rows
that answer it: in their text, the name of their list, or their state.
"""

from collections.abc import Iterator, Sequence

from antiphon.providers.brain._page.bounds import Bound, bound_in
from antiphon.providers.brain._page.figures import SYMBOLS, amount, figure
from antiphon.providers.brain._page.finding import Finder
from antiphon.providers.brain._page.inquiry import asks_whether
from antiphon.providers.brain._page.memory import Memory, Plan
from antiphon.providers.brain._page.questions import listed
from antiphon.providers.brain._page.reading import Reading
from antiphon.providers.brain._page.speech import EXACT
from antiphon.providers.brain._page.subjects import Page, Subject
from antiphon.providers.brain._page.words import Said, content

SCORE = 0.66


class Asking:
    """Answers from the words of items and rows."""

    def __init__(self, page: Page, memory: Memory) -> None:
        self.page = page
        self.find = Finder(page, memory.about)
        self.language = page.language

    def readings(self, text: Said) -> Iterator[Reading]:
        """At most one: what fits is told, or counted, or said to be there."""
        words = text.text.split()
        if len(words) < 2 or not asks_whether(words, text, self.language):
            return
        bound = bound_in(words, self.language)
        plain = self.language.words["plain"]
        rest = [
            (stems, word)
            for at, word in enumerate(words)
            if not (bound and bound.start <= at < bound.end)
            and word not in plain
            and (stems := content(word, self.language))
        ]
        things = self.language.things
        wanted = [one for stems, _ in rest for one in stems if one not in things and not self._measures(one, bound)]
        counted = [one for stems, _ in rest for one in stems if one in things]
        is_total = any(f" {one} " in f" {text.text} " for one in self.language.words["total"])
        if not wanted and not bound and not is_total:
            return
        if is_total and not wanted:
            yield from self._total()
            return
        here = [word for one in self.page.subjects() for word in self._words_of(one)]
        wanted = [one for one in wanted if one not in self.page.nouns or any(EXACT.alike(one, word) for word in here)]
        found = self._fitting((wanted, counted, words), bound, self.language.state_in(text.text))
        is_there = words[0] in self.language.words["whether"]
        if is_there and not wanted and not bound:
            return
        if not found:
            if is_there and wanted and not bound and self._asks_for_any(text.text):
                yield Reading("asking", SCORE, text=self.language.say("none_here", name=" ".join(w for _, w in rest)))
            return
        yield Reading("asking", SCORE, (Plan(about=found[0] if len(found) == 1 else None),), self._told(text, found))

    def _total(self) -> Iterator[Reading]:
        """Of what there is a total: the row or the item that is called so."""
        for one in self.page.subjects():
            if not set(content(one.name, self.language)).isdisjoint(
                map(self.language.stem, self.language.words["total_name"])
            ):
                yield Reading("asking", SCORE, (Plan(about=one),), f"{self._whole(one)}.")
                return

    def _measures(self, word: str, bound: Bound | None) -> bool:
        """Tell whether a word only says of what a comparison speaks: `pays`, `costs`."""
        return bound is not None and any(self.language.stem(one) == word for one in self.language.counted_in)

    def _asks_for_any(self, text: str) -> bool:
        return any(f" {one} " in f" {text} " for one in self.language.words["any"])

    def _told(self, text: Said, found: Sequence[Subject]) -> str:
        names = listed([one.name for one in found])
        if text.text.startswith(self.language.ordered["counting"]):
            return self.language.say("count_of", count=str(len(found)), names=names)
        if len(found) == 1:
            names = self._whole(found[0])
        if text.text.split()[0] in self.language.words["whether"]:
            return f"{self.language.say('yes')} {names}."
        return f"{names}."

    def _whole(self, subject: Subject) -> str:
        """All that stands of an item or a row, with the list that it is in where this says more than a kind."""
        where = f"{subject.block.name}: " if subject.block.name and not subject.block.columns else ""
        return where + ", ".join(subject.told())

    def _fitting(
        self, said: tuple[list[str], list[str], list[str]], bound: Bound | None, state: bool | None
    ) -> list[Subject]:
        """The items and rows of one list that have all of the first words, and hold to the comparison.

        The second are what is counted (`tasks`), the third all words of the question.
        """
        wanted, counted, asked = said
        by_block: dict[int, list[Subject]] = {}
        for one in self.page.subjects():
            if state is not None and one.on is not state:
                continue
            own = self._words_of(one)
            if not all(any(self.page.ear.alike(word, other) for other in own) for word in wanted):
                continue
            if bound and not any(bound.holds(value) for value in self._values(one, asked)):
                continue
            by_block.setdefault(id(one.block), []).append(one)
        if not by_block:
            return []
        if len(by_block) > 1:
            # A list of days or of groups is one list in several blocks; else the one that is called so.
            named = {
                key: ones
                for key, ones in by_block.items()
                if any(word in content(ones[0].block.name, self.language) for word in (*wanted, *counted))
            }
            by_block = named or by_block
        kinds = {ones[0].block.kind for ones in by_block.values()}
        return [one for ones in by_block.values() for one in ones] if len(kinds) == 1 else []

    def _words_of(self, subject: Subject) -> set[str]:
        texts = (subject.name, subject.block.name, *subject.cells)
        return {stem for text in texts for stem in content(text, self.language)}

    def _values(self, subject: Subject, asked: Sequence[str]) -> Iterator[float]:
        """The figures of an item that may be meant: its price, its rating, that of the column that was asked for."""
        if subject.block.columns:
            rated = [
                (column.name, value)
                for column, cell in zip(subject.block.columns, subject.cells, strict=False)
                if cell != subject.name and (value := amount(cell)) is not None
            ]
            also = {name for word in asked for name in self.language.counted_in.get(word, ())} | set(asked)
            named = [one for one in rated if self.language.stemmed(also) & set(content(one[0], self.language))]
            yield from (value for _, value in (named or rated)[: 1 if named or len(rated) == 1 else 0])
            return
        for symbol in SYMBOLS.values():
            if (value := figure(" ".join(subject.cells), symbol)) is not None:
                yield value
                return
