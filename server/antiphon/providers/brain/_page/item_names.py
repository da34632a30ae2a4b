"""Find which items of a list a sentence speaks of, be their words apart in it: `the bins are out`, `Jens has paid`.

An item is named by words of its name, or of what else stands in it (the holder of a plot, the number of an order), as
long as one of them stands in no other item.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from antiphon.providers.brain._page.language import Language
from antiphon.providers.brain._page.mentions import stems_of
from antiphon.providers.brain._page.subjects import Page, Subject
from antiphon.providers.brain._page.words import content

MOST_NAMED = 4
WHOLE = 0.99
_NUMBER = re.compile(r"^\D{0,3}(\d+)$")
"""A number, with a sign or a letter in front: `#1044`, `A-1017`, `7`."""


@dataclass(frozen=True, slots=True)
class Named:
    """An item that is spoken of, or several that fit alike; `share` is how much of the name was said."""

    subjects: tuple[Subject, ...]
    places: frozenset[int]
    share: float
    by_name: bool


class ItemNames:
    """The names in one sentence. `bound` are the places of words that name nothing here."""

    def __init__(self, page: Page, words: Sequence[str], bound: frozenset[int] = frozenset()) -> None:
        self.page = page
        self.words = words
        self._stems = [() if at in bound else self._stems_of_word(word) for at, word in enumerate(words)]
        self._numbers = _numbers(words, page.language)
        self._heard: list[frozenset[str]] = []

    def _stems_of_word(self, word: str) -> tuple[str, ...]:
        bare = word.removesuffix(self.page.language.owner)
        return tuple(self.page.language.spelt(one) for one in self.page.language.forms_of(bare))

    def of(self, subjects: Sequence[Subject]) -> list[Named]:
        """The items of one list that are named, in the order of the sentence; empty where none is."""
        self._heard = self._hear(subjects)
        by_name = {at: self._places(self._name(one)) for at, one in enumerate(subjects)}
        by_number = {at: self._numbered(one) for at, one in enumerate(subjects)}
        beside = {at: self._places(self._beside(one)) - by_name[at] for at, one in enumerate(subjects)}
        named = {at: by_name[at] | by_number[at] for at in by_name}
        found = self._telling(self._chosen(subjects, named, beside, by_name=True))
        if not found:
            found = self._telling(self._chosen(subjects, beside, {}, by_name=False))
        if len(found) > 1:
            found = [one for one in found if len(one.subjects) == 1 and not all(map(self._is_little, one.places))]
        return sorted(found, key=lambda one: min(one.places)) if len(found) <= MOST_NAMED else []

    def _telling(self, found: list[Named]) -> list[Named]:
        """Those that were not only named by words that name nothing by themselves."""
        return [one for one in found if one.share > WHOLE or not all(self._is_little(at) for at in one.places)]

    def _is_little(self, at: int) -> bool:
        """Tell whether a word is none that names a thing beside others: the `out` of `throw the kettle out`."""
        lists = self.page.language.words
        item, word = self.page.language.item, self.words[at]
        return any(word in each for each in (lists["particles"], lists["soft"], lists["done"], item["assigns"]))

    def _chosen(
        self,
        subjects: Sequence[Subject],
        places: Mapping[int, frozenset[int]],
        beside: Mapping[int, frozenset[int]],
        *,
        by_name: bool,
    ) -> list[Named]:
        """Take the item with most words, then the next of those that are left; `beside` chooses between equals."""
        taken: set[int] = set()
        found: list[Named] = []
        while len(found) <= MOST_NAMED:
            rated = [(self._rated(subjects[at], own - taken, by_name=by_name), at) for at, own in places.items()]
            best = max((one for one, _ in rated), default=(0, 0.0))
            if best[0] == 0:
                break
            equal = [at for one, at in rated if one == best]
            equal = [at for at in equal if places[at] - taken == places[equal[0]] - taken]
            most = max(len(beside.get(at, frozenset()) - taken) for at in equal)
            equal = [at for at in equal if len(beside.get(at, frozenset()) - taken) == most]
            own = frozenset(places[equal[0]] - taken)
            holders = [{at for at in places if place in places[at]} for place in own]
            if not any(one <= set(equal) for one in holders):
                break
            if by_name and all(self._is_mere_verb(subjects[at], own) for at in equal):
                break
            extra = beside.get(equal[0], frozenset()) - taken if len(equal) == 1 else frozenset()
            chosen = tuple(subjects[at] for at in equal)
            found.append(Named(chosen, own | extra, best[1], by_name))
            taken |= own | extra
        return found

    def _is_mere_verb(self, subject: Subject, own: frozenset[int]) -> bool:
        """Tell whether only another form of a task's first word was said: `Tess cleans well` is about no bathroom."""
        words = subject.name.lower().split()
        spoken = [self.words[at].removesuffix(self.page.language.owner) for at in own]
        is_task = subject.block.kind == "list" and subject.on is not None and len(words) > 1
        return is_task and len(spoken) == 1 and spoken[0] not in words and words[0][:3] == spoken[0][:3]

    def _rated(self, subject: Subject, own: frozenset[int], *, by_name: bool) -> tuple[int, float]:
        whole = self._name(subject) if by_name else self._beside(subject)
        spoken = frozenset().union(*(self._heard[at] for at in own))
        covered = len(whole & spoken)
        return len(own), covered / len(whole) if whole else 0.0

    def _name(self, subject: Subject) -> frozenset[str]:
        return self._stems_of(subject)[0]

    def _beside(self, subject: Subject) -> frozenset[str]:
        return self._stems_of(subject)[1]

    def _stems_of(self, subject: Subject) -> tuple[frozenset[str], frozenset[str]]:
        known = self.page.stems.get(id(subject))
        if known is None:
            name = stems_of(self.page, subject.name) | self._title(subject)
            known = self.page.stems[id(subject)] = (name, self._written(subject) - name)
        return known

    def _title(self, subject: Subject) -> frozenset[str]:
        """The stems of a row's title, where that is a control; two short words of it may be said as one: `login`."""
        use = self.page.titles.get(id(subject))
        if use is None:
            return frozenset()
        words = use.label.lower().split()
        particles = self.page.language.words["particles"]
        joined = {self.page.language.stem(one + other) for one, other in pairwise(words) if other in particles}
        return stems_of(self.page, use.label) | joined

    def _written(self, subject: Subject) -> frozenset[str]:
        """The stems of what stands in an item, but for what its own fields hold, and what boxes of all are called."""
        fields = [one for use in subject.uses if (one := self.page.field_of(use))]
        held = {str(value) for one in fields if (value := self.page.held(subject, one))}
        shared = [use.label for use in subject.uses if self.page.labels[id(subject.block), use.label] > 1]
        labels = {one for label in shared for one in content(label, self.page.language)}
        cells = [cell for cell in subject.cells if cell != subject.name and cell not in held]
        stems = {one for cell in cells for one in content(cell, self.page.language)}
        return frozenset(one for one in stems if one.isalpha() and len(one) > 1) - labels

    def _places(self, stems: frozenset[str]) -> frozenset[int]:
        return frozenset(at for at, own in enumerate(self._heard) if not own.isdisjoint(stems))

    def _hear(self, subjects: Sequence[Subject]) -> list[frozenset[str]]:
        """Of each word, the stems in some items that it may be."""
        block = id(subjects[0].block) if subjects else 0
        known = frozenset().union(*(stems for one in subjects for stems in self._stems_of(one)))
        heard = []
        for own in self._stems:
            key = (block, len(subjects), own)
            if key not in self.page.heard:
                found = {other for other in known for one in own if self.page.ear.alike(one, other)}
                self.page.heard[key] = frozenset(found)
            heard.append(self.page.heard[key])
        return heard

    def _numbered(self, subject: Subject) -> frozenset[int]:
        """Return where the number is said that an item is called by: `order ten forty-four`."""
        first = next((cell for cell in subject.cells if cell.strip()), "")
        cells = [
            one for one in (subject.name, first, *subject.cells) if one == first or not one.isdigit() or len(one) > 2
        ]
        match = next((found for cell in cells if (found := _NUMBER.match(cell))), None)
        return self._numbers.get(match[1], frozenset()) if match else frozenset()


def _numbers(words: Sequence[str], language: Language) -> dict[str, frozenset[int]]:
    """The numbers in some words, as figures, with the places of their words: `ten forty-four` is 1044 as well."""
    heard = [(at, word) for at, one in enumerate(words) for word in language.hear(one)]
    found = language.numbers(tuple(word for _, word in heard))
    spans = [
        (one.start, one.end, f"{one.value:g}" if one.value < 1_000_000 else str(int(one.value)), one.value)
        for one in found
        if one.value == int(one.value) and one.value >= 0
    ]
    numbers = {text: frozenset(at for at, _ in heard[start:end]) for start, end, text, _ in spans}
    for (start, end, text, value), (next_start, next_end, other, behind) in pairwise(spans):
        if end == next_start and value >= 10 and 10 <= behind < 100:
            numbers[text + other] = frozenset(at for at, _ in heard[start:next_end])
    return numbers


def only_named(page: Page, words: Sequence[str]) -> Subject | None:
    """Return the one item of the page that some words name, of which all others say no more than what sort it is."""
    lists, language = page.language.words, page.language
    plain = (
        lists["soft"]
        | lists["placed"]
        | lists["linking"]
        | lists["little"]
        | lists["counters"]
        | {*language.item["vague"]}
    )
    found: list[Named] = []
    for block in {id(one.block): one.block for one in page.subjects() if one.uses}.values():
        named = ItemNames(page, words).of([one for one in page.subjects() if one.block is block])
        if len(named) != 1 or len(named[0].subjects) != 1:
            continue
        left = [word for at, word in enumerate(words) if at not in named[0].places and word not in plain]
        nouns = language.things | page.nouns | set(content(block.name, language))
        found += named if all(set(content(word, language)) <= nouns for word in left) else []
    best = max(((one.by_name, one.share) for one in found), default=None)
    found = [one for one in found if (one.by_name, one.share) == best]
    return found[0].subjects[0] if len(found) == 1 else None
