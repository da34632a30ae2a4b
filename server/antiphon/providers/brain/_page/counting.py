"""Read how many of an item there are to be: `make it six onions`, `make that two`, `a single peppermint is enough`.

A number field of the item takes it; else its buttons for more and less are pressed as often as that needs, where the
page tells how many there are now.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from antiphon.domain.actions import ActionCall
from antiphon.providers.brain._page.item_names import ItemNames
from antiphon.providers.brain._page.memory import Plan
from antiphon.providers.brain._page.predicates import placed_in_order
from antiphon.providers.brain._page.reading import Reader, Reading
from antiphon.providers.brain._page.subjects import Slot, Subject, renewed
from antiphon.providers.brain._page.words import Said, content

SCORE = 0.85
MOST_WORDS = 12
MOST_STEPS = 12
_COUNT = re.compile(r"(?<![€$£★#]\s)(?<![\d.,:/€$£★#%-])\b(\d{1,3})\b(?![\d.,:/%]|\s*[€$£★%]|\s*[a-z]{1,3}\b)")
"""A number that stands by itself, with no unit and no sign."""


class Counting(Reader):
    """Reads numbers of items."""

    def readings(self, text: Said) -> Iterator[Reading]:
        """At most one: a verb for setting, a number, and the name of one item."""
        words = text.text.split()
        item = self.page.language.item
        asks = not words or words[0] in self.page.language.words["interrogatives"] or text.raw.rstrip().endswith("?")
        refuses = not {*item["refuses"], *item["unsure"], *item["wishes"]}.isdisjoint(words)
        if asks or refuses or not 2 <= len(words) <= MOST_WORDS:
            return
        way, said_so = self._moved(words)
        bare = [at for at, word in enumerate(words) if word in item["enough"]]
        if not way and not (words[0] in item["counts"] or bare or said_so):
            return
        one = way and not self.page.language.words["one"].isdisjoint(words)  # `took a gear motor`
        counted = self._number(words) or ((1, frozenset[int]()) if one else None)
        if counted is None:
            return
        number, places = counted
        places |= said_so
        plans = []
        for block in {id(one.block): one.block for one in self.page.subjects() if one.uses}.values():
            subjects = [one for one in self.page.subjects() if one.block is block]
            found = ItemNames(self.page, words, places).of(subjects)
            if len(found) != 1 or len(found[0].subjects) != 1 or not found[0].by_name:
                continue
            [subject] = found[0].subjects
            now = self.held(subject) if way else 0
            if now is None or not self._is_all(words, places | found[0].places):
                continue
            if plan := self.to(subject, int(now) + way * number if way else number):
                plans.append(plan)
        if len(plans) == 1:
            yield Reading("", SCORE, (plans[0],))

    def _moved(self, words: Sequence[str]) -> tuple[int, frozenset[int]]:
        """Return whether some came in (1) or went out (-1), or how many there are was only told (0); and the words
        for it.
        """
        item = self.page.language.item
        for way, phrases in ((1, item["gains"]), (-1, item["losses"]), (0, item["tells_count"])):
            for phrase in sorted(phrases, key=len, reverse=True):
                if places := placed_in_order(phrase.split(), words):
                    return way, places
        return 0, frozenset()

    def held(self, subject: Subject) -> float | None:
        """Return how many of an item there are, as far as the page tells."""
        fields = [one for use in subject.uses if (one := self.page.field_of(use)) and one.kind == "number"]
        held = self.page.held(subject, fields[0]) if len(fields) == 1 else None
        return held if isinstance(held, float) else self._now(subject)

    def of_last(self, subject: Subject | None, phrase: str) -> Reading | None:
        """`two`, of what was done last; None where it says more than a number."""
        words = phrase.split()
        now = renewed(subject, self.page) if subject else None
        counted = self._number(words)
        if now is None or counted is None or not self._is_all(words, counted[1]):
            return None
        plan = self.to(now, counted[0])
        return Reading("", SCORE, (plan,)) if plan else None

    def is_number(self, phrase: str) -> bool:
        """Tell whether a phrase says nothing but a number."""
        words = phrase.split()
        counted = self._number(words)
        return counted is not None and self._is_all(words, counted[1])

    def to(self, subject: Subject, number: int) -> Plan | None:
        """Return what makes it so many of an item; None where its controls do not, or it is so many already."""
        if any(self.page.language.is_like(use.label, "cart") for use in subject.uses):
            return None  # how many are to be bought of it is another matter
        fields = [one for use in subject.uses if (one := self.page.field_of(use)) and one.kind == "number"]
        if len(fields) == 1:
            slot = Slot(subject.block, replace(fields[0], value=self.page.held(subject, fields[0])))
            for reading in self.given(slot, str(number), SCORE):
                return next((replace(plan, about=subject) for plan in reading.plans), None)
        now = self._now(subject)
        if now is None or now == number or abs(number - now) > MOST_STEPS or number < 0:
            return None
        ways = [self._way(subject, one) for one in ("more", "less")]
        call, back = ways if number > now else reversed(ways)
        count = abs(number - now)
        return Plan((call,) * count, subject, (back,) * count if back else ()) if call else None

    def _way(self, subject: Subject, meaning: str) -> ActionCall | None:
        return self.page.call(self.page.use_for(subject.uses, meaning, subject.name, whole=True))

    def _now(self, subject: Subject) -> int | None:
        """Return how many the page tells: the one number beside the name, or in a column that is called so."""
        heads = self.page.language.words["amounts"]
        for column, cell in zip(subject.block.columns, subject.cells, strict=False):
            if column.name.lower() in heads and cell.strip().isdigit():
                return int(cell)
        whole = subject.cells[0] if subject.cells and not subject.block.columns else ""
        beside = whole.replace(subject.name, " ", 1)
        found = _COUNT.findall(beside)
        return int(found[0]) if len(found) == 1 else None

    def _number(self, words: Sequence[str]) -> tuple[int, frozenset[int]] | None:
        heard = [(at, word) for at, one in enumerate(words) for word in self.page.language.hear(one)]
        found = [
            one for one in self.page.language.numbers(tuple(word for _, word in heard)) if one.value == int(one.value)
        ]
        if len(found) == 1:
            return int(found[0].value), frozenset(at for at, _ in heard[found[0].start : found[0].end])
        single = [at for at, word in enumerate(words) if word in self.page.language.item["single"]]
        return (1, frozenset(single)) if len(single) == 1 and not found else None

    def _is_all(self, words: Sequence[str], places: frozenset[int]) -> bool:
        item = self.page.language.item
        lists = self.page.language.words
        plain = {
            *item["counts"],
            *item["enough"],
            *item["counted_so"],
            *item["stock"],
            *lists["little"],
            *lists["packs"],
        }
        nouns = self.page.language.things
        left = [word for at, word in enumerate(words) if at not in places and word not in plain]
        return all(set(content(word, self.page.language)) <= nouns for word in left)
