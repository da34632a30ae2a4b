"""Say what is usually done with a thing that was named: choose an option, tick a box, press a control of an item.

Each answer is a plan with the places of the other words that say so; None where nothing, or more than one thing, fits.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date

from antiphon.domain.outline import FormField, Use
from antiphon.providers.brain._page.ends import Ends
from antiphon.providers.brain._page.memory import Memory, Plan
from antiphon.providers.brain._page.mentions import Mention
from antiphon.providers.brain._page.predicates import takes_away
from antiphon.providers.brain._page.reading import Reader
from antiphon.providers.brain._page.steps import Made, Steps
from antiphon.providers.brain._page.subjects import Page, Slot, Subject
from antiphon.providers.brain._page.words import Said, content

SCORE = 0.7
MOST = 4
"""Clauses of an utterance, and deeds."""
MOST_PRESSES = 10
VALUED = frozenset({"number", "date", "time"})
"""Kinds of fields whose values cannot be taken for anything else."""


@dataclass(frozen=True, slots=True)
class Clause:
    """A part of an utterance: its words from `start` to `end`, and the names in them."""

    start: int
    end: int
    named: tuple[Mention, ...]
    topic: int = 0
    """Up to here it only says what an `it` behind that is: `the bill is important, put a star on it`."""

    @property
    def free(self) -> list[int]:
        """Return the places of the words that are in no name, and not in front of the order."""
        places = range(max(self.start, self.topic), self.end)
        return [at for at in places if not any(one.start <= at < one.end for one in self.named)]


class Deeds(Reader):
    """Reads what is to be done with what was named in a clause."""

    def __init__(self, page: Page, memory: Memory, today: date | None) -> None:
        super().__init__(page, memory, today)
        self.steps = Steps(page, memory, today)

    def all_of(self, clause: Clause, words: Sequence[str], *, negative: bool) -> list[Plan]:
        """`all the extras`: every box of a group, which is asked first."""
        stems = {stem for at in range(clause.start, clause.end) for stem in content(words[at], self.page.language)}
        lists = self.page.language.words
        plain = lists["soft"] | lists["on"] | lists["off"] | lists["every"]
        soft = {stem for word in plain for stem in content(word, self.page.language)}
        boxes = [one for one in self.page.slots() if one.field.kind == "switch"]
        groups: dict[str, list[Slot]] = {}
        for one in boxes:
            groups.setdefault(one.field.group or one.block.name or "", []).append(one)
        for name, slots in groups.items():
            own = set(content(name, self.page.language))
            if len(slots) < 2 or not own or not own & stems or stems - own - soft:
                continue
            wrong = [one for one in slots if one.field.value is negative]
            calls = tuple(call for one in wrong for call in self.calls(one, not negative))
            back = tuple(call for one in wrong for call in self.calls(one, negative))
            of = tuple(one.field.name for one in wrong) if len(wrong) > 1 else ()
            return [Plan(calls, slots[0], back, of=of)] if calls else []
        return []

    def of_subject(self, subject: Subject, clause: Clause, words: Sequence[str], text: Said) -> Made | None:
        """Count an item up or down, press a control of it, or set a field in it."""
        return (
            self.steps.of_subject(subject, words, clause.free)
            or self.steps.of_row(subject, words, clause.free)
            or self._labelled(subject, clause, words)
            or self._opened(subject, clause, words)
            or self._bought(subject, clause, words)
            or self._set_within(subject, clause, words, text)
        )

    def _set_within(self, subject: Subject, clause: Clause, words: Sequence[str], text: Said) -> Made | None:
        """`Carla gets an eighty`: the one field of a row that takes such a value, said behind its name.

        In front of it, a number counts: `three bolts`.
        """
        found: list[Made] = []
        ends = max(one.end for one in clause.named)
        behind = self._bare([at for at in clause.free if at >= ends], words)
        spans = [behind] if behind and behind == list(range(behind[0], behind[-1] + 1)) else []
        spans += [list(range(one.start, one.end)) for one in clause.named if subject not in one.meant]
        fields = [one for use in subject.uses if (one := self.page.field_of(use))]
        for places in spans:
            value = text.verbatim(*text.span(places[0], places[-1] + 1))
            for field in fields:
                if field.kind in {"number", "choice"}:
                    slot = Slot(subject.block, replace(field, value=self.page.held(subject, field)))
                    label = {at for at in clause.free if self._names(words[at], field, subject)}
                    for reading in self.given(slot, value, SCORE):
                        found += [(Plan(plan.calls, subject, plan.back), {*places, *label}) for plan in reading.plans]
        named = [one for one in found if len(one[1]) > max(map(len, spans), default=0)]
        found = named or found
        return found[0] if len(found) == 1 else None

    def _names(self, word: str, field: FormField, subject: Subject) -> bool:
        """Tell whether a word is one of those that a field of an item is called."""
        label = self.page.label_of(field.use, subject.name) if field.use else field.name
        own = content(word, self.page.language)
        return bool(own) and set(own) <= set(content(label, self.page.language))

    def _bought(self, subject: Subject, clause: Clause, words: Sequence[str]) -> Made | None:
        """`two packs of the Darjeeling`: so many of what can be put into a cart."""
        press = next((use for use in subject.uses if self.page.language.is_like(use.label, "cart")), None)
        before = [at for at in clause.free if at < min(one.start for one in clause.named)]
        counted = self.page.language.numbers_in(" ".join(words[at] for at in before))
        call = self.page.call(press)
        pointed = not {*clause.free}.isdisjoint(self.page.language.points(words))  # `make it three`
        packed = {at for at in before if words[at] in self.page.language.words["packs"]}
        values = [one.value for one in counted] or [1.0] * bool(packed)  # `a bag of the Assam`
        if call is None or pointed or len(values) != 1 or not 0 < values[0] == int(values[0]):
            return None
        many = next((use for use in subject.uses if self.page.value_of(use) == "value"), None)
        count = int(values[0])
        set_ = self.page.call(many, value=count) if many and count > 1 else None
        calls = (set_, call) if set_ else (call,) * count
        packs = packed | {at for at in before if self.page.language.numbers_in(words[at])}
        return (Plan(calls, subject), packs) if len(calls) <= MOST_PRESSES else None

    def _labelled(self, subject: Subject, clause: Clause, words: Sequence[str]) -> Made | None:
        """A control of an item, by its own name in the same clause: `archive the boat trip photos`."""
        lists = self.page.language.words
        wished = {at for at in clause.free if words[at] in lists["wishing"] and words[at - 1] in lists["would"]}
        stems = {at: content(words[at], self.page.language) for at in clause.free if at not in wished}
        spoken = {stem for own in stems.values() for stem in own}
        for use in subject.uses:
            label = self.page.label_of(use, subject.name)
            if self.page.value_of(use) or self._is_other_way(use, label, words):
                continue
            for name in (label, *self.page.language.called_like(label)):
                own = set(content(name, self.page.language))
                if own and own <= spoken and (call := self.page.call(use)):
                    places = {at for at, has in stems.items() if set(has) & own}
                    counted = [one for at in places if at for one in self.page.language.numbers_in(words[at - 1])]
                    if any(one.value > 1 for one in counted):
                        return None  # `three stars` are a mark, and no `Star`
                    return Plan((call,), subject, gesture=label), places
        return None

    def _is_other_way(self, use: Use, label: str, words: Sequence[str]) -> bool:
        """Tell whether it is to be taken away by what gives it: `take it out of the basket`, of `Add to cart`."""
        return self.page.language.is_like(use.label, "cart") and takes_away(self.page, label, words)

    def _opened(self, subject: Subject, clause: Clause, words: Sequence[str]) -> Made | None:
        """`open the mail with the bill`: the one link of an item that leads to it."""
        places = {at for at in clause.free if words[at] in self.page.language.alike["open"]}
        links = [use for use in subject.uses if use.action.startswith("open_")]
        call = self.page.call(links[0]) if places and len(links) == 1 else None
        return (Plan((call,), subject), places) if call else None

    def of_option(self, slot: Slot, *, negative: bool) -> Made | None:
        if slot.option is None:
            return None
        if slot.block.kind == "choice" and slot.option.on and not negative:
            return Plan(about=slot), set()  # `in the living room`, where one is there
        return self._none_of(slot) if negative else self._chosen(slot)

    def _none_of(self, slot: Slot) -> Made | None:
        """The option of a field that chooses none of the others."""
        none = self.page.language.words["none"]
        others = [one for one in self.page.options() if one.field.name == slot.field.name]
        empty = [one for one in others if one.option and set(one.option.name.lower().split()) & none]
        return self._chosen(empty[0]) if len(empty) == 1 else None

    def _chosen(self, slot: Slot) -> Made | None:
        made = next(self.picked([(slot, self.page.fit(slot.field.name, slot.field.name))], SCORE), None)
        return (made.plans[0], set()) if made else None

    def of_field(
        self, slot: Slot, mention: Mention, clause: Clause, words: Sequence[str], text: Said, *, negative: bool
    ) -> Made | None:
        field = slot.field
        if field.locked:
            return None
        if field.kind == "switch":
            calls = self.calls(slot, not negative)
            return (Plan(calls, slot, self.calls(slot, negative)), set()) if calls else None
        if field.kind == "choice" and negative:
            return self._none_of(slot)
        if field.kind == "number" and negative and field.minimum is not None and field.minimum <= 0:
            made = next(self.given(slot, "0", SCORE), None)  # `no children`
            return (made.plans[0], set()) if made and made.plans else None
        if stepped := self.steps.of_field(slot, words, clause.free):
            return stepped
        if field.kind in VALUED and not negative:
            return self._valued(slot, mention, clause, words, text) or self._as_called(slot, mention, clause, words)
        return None

    def _as_called(self, slot: Slot, mention: Mention, clause: Clause, words: Sequence[str]) -> Made | None:
        """`vents open`: no value, but what the field is called says to which end."""
        if any(content(words[at], self.page.language) for at in clause.free):
            return None
        span = {at: words[at] for at in range(mention.start, mention.end)}
        return Ends(self.page, self.memory, self.today).of_field(slot, span)

    def _valued(self, slot: Slot, mention: Mention, clause: Clause, words: Sequence[str], text: Said) -> Made | None:
        """The value beside a field's name, before it or behind it."""
        for places in self._beside(mention, clause, words):
            points = len(places) == 1 and words[places[0]] in self.page.language.item["ones"]
            if points and places[0] == mention.end and not text.pauses_before(mention.end):
                continue  # `an electric one` is no number
            value = text.verbatim(*text.span(places[0], places[-1] + 1))
            for reading in self.given(slot, value, SCORE):
                if reading.plans:
                    return reading.plans[0], set(places)
        # `two adults and a child`
        before = mention.start - 1
        if slot.field.kind == "number" and before in clause.free and words[before] in self.page.language.words["one"]:
            for reading in self.given(slot, "1", SCORE):
                if reading.plans:
                    return reading.plans[0], {before}
        return None

    def _beside(self, mention: Mention, clause: Clause, words: Sequence[str]) -> Iterator[list[int]]:
        """The stretches of free words next to a name, the nearest first, without what says nothing at their ends."""
        free = set(clause.free)
        before = list(_stretch(mention.start - 1, -1, free))[::-1]
        behind = list(_stretch(mention.end, 1, free))
        for places in (before, behind):
            kept = self._bare(places, words)
            if kept:
                yield kept

    def _bare(self, places: list[int], words: Sequence[str]) -> list[int]:
        soft = self.page.language.words["soft"] | self.page.language.words["little"]
        counts = self.page.language.asked.words["one"]
        figure = re.compile(r"\d")
        while (
            places
            and words[places[0]] in soft
            and not figure.search(words[places[0]])
            and words[places[0]] not in counts
        ):
            places = places[1:]
        while places and words[places[-1]] in soft and words[places[-1]] not in counts:
            places = places[:-1]
        return places


def _stretch(at: int, step: int, free: set[int]) -> Iterator[int]:
    while at in free:
        yield at
        at += step
