"""Move an item of a list that has buttons for it up and down: `put Ben at the top`, `two places down`, `before Ana`.

The button is pressed as often as there are places between.
"""

from collections.abc import Iterator, Sequence

from antiphon.domain.actions import ActionCall
from antiphon.domain.outline import Block
from antiphon.providers.brain._page.item_names import ItemNames, Named
from antiphon.providers.brain._page.memory import Plan
from antiphon.providers.brain._page.reading import Reader, Reading
from antiphon.providers.brain._page.subjects import Subject, renewed
from antiphon.providers.brain._page.words import Said, content

SCORE = 0.85
MOST_WORDS = 16
MOST_STEPS = 12


class Moving(Reader):
    """Reads where in its list an item is to stand."""

    def readings(self, text: Said) -> Iterator[Reading]:
        """At most one."""
        words = text.text.split()
        lists, item = self.page.language.words, self.page.language.item
        asks = not words or words[0] in lists["interrogatives"] or text.raw.rstrip().endswith("?")
        refuses = not set(item["refuses"]).isdisjoint(words) or not set(item["unsure"]).isdisjoint(words)
        if asks or refuses or not 1 < len(words) <= MOST_WORDS:
            return
        blocks = {id(one.block): one.block for one in self.page.subjects() if self._way(one, -1) or self._way(one, 1)}
        plans = [plan for block in blocks.values() for plan in self._of_block(words, block)]
        if len(plans) == 1:
            yield Reading("", SCORE, (plans[0],))

    def _way(self, subject: Subject, step: int) -> ActionCall | None:
        """The button of an item that moves it a place: up for -1, down for 1."""
        labels = self.page.language.item["up_labels" if step < 0 else "down_labels"]
        for use in subject.uses:
            if self.page.value_of(use) is None and self.page.label_of(use, subject.name).strip().lower() in labels:
                return self.page.call(use)
        return None

    def _of_block(self, words: Sequence[str], block: Block) -> Iterator[Plan]:
        subjects = [one for one in self.page.subjects() if one.block is block]
        for bound, target in self._targets(words, subjects):
            named = self._named(words, subjects, bound)
            if named is None or not self._is_all(words, bound | named.places, block):
                continue
            [subject] = named.subjects
            places = [at for at, one in enumerate(subjects) if one is subject]
            steps = target(places[0])
            calls = self._calls(subjects[places[0]], steps, subjects)
            if calls:
                yield calls
                return

    def _calls(self, subject: Subject, steps: int, subjects: Sequence[Subject]) -> Plan | None:
        at = subjects.index(subject)
        if not steps or not 0 <= at + steps < len(subjects) or abs(steps) > MOST_STEPS:
            return None
        way = 1 if steps > 0 else -1
        call, back = self._way(subject, way), self._way(subject, -way)
        # The one at an end has no button for the way that it cannot go: another item tells what it is.
        back = back or next((self._moved(one, subject, -way) for one in subjects if self._way(one, -way)), None)
        if call is None:
            return None
        label = next(use.label for use in subject.uses if self.page.call(use) == call)
        return Plan((call,) * abs(steps), subject, (back,) * abs(steps) if back else (), label)

    def _moved(self, other: Subject, subject: Subject, way: int) -> ActionCall | None:
        """The button of one item, as that of another will be."""
        call, own = self._way(other, way), self._way(subject, -way)
        if call is None or own is None or not own.parameters:
            return None
        return ActionCall(call.action_id, own.parameters) if call.parameters.keys() == own.parameters.keys() else None

    def _targets(self, words: Sequence[str], subjects: Sequence[Subject]) -> Iterator[tuple[frozenset[int], "_Target"]]:
        """Yield where it is to go, with the places of the words that say so, the clearest first."""
        yield from self._beside_another(words, subjects)
        yield from self._to_an_end(words, len(subjects) - 1)
        if placed := self._placed(words):
            yield placed[0], _Target(placed[1])
        item = self.page.language.item
        for name, way in (("upward", -1), ("downward", 1)):
            for at, word in enumerate(words):
                if word in item[name]:
                    count, counted = self._count(words, at)
                    yield frozenset({at}) | counted, _Target(steps=way * count)

    def _beside_another(
        self, words: Sequence[str], subjects: Sequence[Subject]
    ) -> Iterator[tuple[frozenset[int], "_Target"]]:
        """`in front of the rent`, `below Ana`."""
        item = self.page.language.item
        for beyond, phrases in enumerate((item["in_front"], item["behind"])):
            for own in (phrase.split() for phrase in phrases):
                for at in range(1, len(words) - len(own)):
                    if list(words[at : at + len(own)]) != own:
                        continue
                    if other := self._named(words, subjects, frozenset(range(at + len(own)))):
                        place = subjects.index(other.subjects[0])
                        yield frozenset(range(at, len(words))), _Target(place, beyond=beyond)

    def _to_an_end(self, words: Sequence[str], last: int) -> Iterator[tuple[frozenset[int], "_Target"]]:
        """`to the top`, `at the very end`, `he should be first`."""
        item = self.page.language.item
        for end, name in ((0, "topmost"), (last, "bottommost")):
            for at in range(len(words) - 1, 0, -1):
                lead = next(one for one in range(at - 1, -1, -1) if not one or words[one] not in item["very"])
                led = words[lead] in item["leading"] and " ".join(words[at + 1 : at + 2]) not in item["ones"]
                bare = at == len(words) - 1 and words[at] in item["at_last"]
                if words[at] in item[name] and (led or bare):
                    yield frozenset(range(lead if led else at, at + 1)), _Target(end)

    def _placed(self, words: Sequence[str]) -> tuple[frozenset[int], int] | None:
        """`to the second place`, `to number three`."""
        ordinals, towards = self.page.language.ordered["ordinals"], self.page.language.words["towards"]
        for at in range(1, len(words)):
            led = words[at - 1] in towards or (words[at - 1] == "the" and at > 1 and words[at - 2] in towards)
            if led and words[at] in ordinals:
                return frozenset({at}), ordinals.index(words[at])
            if at > 1 and words[at - 1] in self.page.language.item["numbered"] and words[at - 2] in towards:
                found = self.page.language.numbers_in(words[at])
                if len(found) == 1 and found[0].value >= 1:
                    return frozenset({at, at - 1}), int(found[0].value) - 1
        return None

    def _count(self, words: Sequence[str], at: int) -> tuple[int, frozenset[int]]:
        """By how many places, said next to the way."""
        twice = {word: count for count, word in enumerate(self.page.language.item["times"], 1)}
        for near in (at + 1, at - 1, at + 2, at - 2):
            if 0 <= near < len(words):
                if words[near] in twice:
                    return twice[words[near]], frozenset({near})
                found = self.page.language.numbers_in(words[near])
                if len(found) == 1 and 0 < found[0].value <= MOST_STEPS:
                    return int(found[0].value), frozenset({near})
        return 1, frozenset()

    def _named(self, words: Sequence[str], subjects: Sequence[Subject], bound: frozenset[int]) -> Named | None:
        """The one item that is named, or pointed at, outside some words."""
        found = ItemNames(self.page, words, bound).of(subjects)
        if found:
            return found[0] if len(found) == 1 and len(found[0].subjects) == 1 else None
        for at, word in enumerate(words):
            for end in range(min(at + 2, len(words)), at, -1):
                if at in bound or not self.find.is_place(word):
                    continue
                meant = [
                    one for one in self.find.pointed(" ".join(words[at:end]), [subjects[0].block]) if one in subjects
                ]
                if len(meant) == 1:
                    return Named((meant[0],), frozenset(range(at, end)), 1.0, True)
        pointing = [
            at for at, word in enumerate(words) if word in self.page.language.item["pronouns"] and at not in bound
        ]
        about = renewed(self.memory.about, self.page) if isinstance(self.memory.about, Subject) else None
        return Named((about,), frozenset(pointing), 1.0, True) if pointing and about in subjects and about else None

    def _is_all(self, words: Sequence[str], places: frozenset[int], block: Block) -> bool:
        plain = {*self.page.language.item["moving"], *self.page.language.words["little"]}
        nouns = set(content(block.name, self.page.language)) | self.page.language.things
        left = [word for at, word in enumerate(words) if at not in places and word not in plain]
        return all(set(content(word, self.page.language)) <= nouns for word in left)


class _Target:
    """From the place where an item stands, how many places on it is to go."""

    def __init__(self, place: int | None = None, steps: int = 0, beyond: int | None = None) -> None:
        self.place, self.steps, self.beyond = place, steps, beyond

    def __call__(self, at: int) -> int:
        if self.place is None:
            return self.steps
        if self.beyond is None:
            return self.place - at
        to = self.place + self.beyond
        return to - at - (1 if at < to else 0)
