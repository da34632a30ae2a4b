"""Read orders by the names that stand in them, in any words around: `a cot and the bicycles, please`.

An utterance is cut into clauses at `and`, `but` and commas. Each name in a clause stands for what is usually done with
such a thing: an option is chosen, a box is ticked (or unticked, behind a `no`), a field takes the value beside it, a
control of an item is pressed where its label is said as well. All words must be explained, by a name, by a value, or as
such as order nothing by themselves (`soft` of the language's file): one that is not, and nothing is read.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date

from antiphon.providers.brain._page.memory import Memory, Plan
from antiphon.providers.brain._page.mentions import Mention, mentions
from antiphon.providers.brain._page.reading import Reader, Reading
from antiphon.providers.brain._page.steps import Steps
from antiphon.providers.brain._page.subjects import Page, Slot, Subject
from antiphon.providers.brain._page.words import Said, content

SCORE = 0.7
MOST = 4
"""Clauses of an utterance, and deeds."""
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


class Clauses(Reader):
    """Reads what is ordered by names alone."""

    def __init__(self, page: Page, memory: Memory, today: date | None) -> None:
        super().__init__(page, memory, today)
        self.steps = Steps(page, memory, today)

    def readings(self, text: Said) -> Iterator[Reading]:
        """At most one: all clauses are understood, or nothing is."""
        words = text.text.split()
        asks = not words or words[0] in self.page.language.words["asking"] or text.raw.rstrip().endswith("?")
        if asks:
            return
        yield from self._noted(text, words)
        named = self._pointed(words, mentions(self.page, text))
        clauses = self._clauses(text, words, named)
        if not named or len(clauses) > MOST:
            return
        plans: list[Plan] = []
        for clause in clauses:
            made = self._of_clause(clause, words, text)
            if not made:
                return
            plans += made
        calls = tuple(call for plan in plans for call in plan.calls)
        leads = any(call.action_id.startswith("open_") for call in calls)
        if not calls or (leads and len(calls) > 1):
            return
        if len({(call.action_id, str(call.parameters)) for call in calls}) == len(calls):
            back = tuple(call for plan in reversed(plans) for call in plan.back)
            whole = back if all(one.back for one in plans) else ()
            of = next((one.of for one in plans if one.of), ())
            plan = Plan(calls, plans[-1].about, whole, plans[-1].gesture, of)
            yield Reading("clauses", SCORE, (plan,), asks=bool(of), names=of)

    def _noted(self, text: Said, words: Sequence[str]) -> Iterator[Reading]:
        """`comment: we arrive by train`: the name of a field, a colon, and what is to be written there."""
        for at in range(1, min(len(words), 6)):
            if not text.raw[: text.places[at][1]].rstrip().endswith(":"):
                continue
            for slot in self.find.fields(" ".join(words[:at])):
                if slot.field.kind not in VALUED and slot.field.kind != "switch":
                    value = text.raw[text.places[at][1] :].strip()
                    one = value.count(".") == 1 and value.endswith(".")
                    yield from self.given(slot, value[:-1] if one else value, SCORE)
            return

    def _pointed(self, words: Sequence[str], named: list[Mention]) -> list[Mention]:
        """The names, and what is pointed at beside them: `the second one`, `him`, `two more` of what was set last."""
        taken = {at for one in named for at in range(one.start, one.end)}
        found = list(named)
        for start in range(len(words)):
            for end in range(min(start + 3, len(words)), start, -1):
                if taken.isdisjoint(range(start, end)) and self.find.is_place(words[start]):
                    meant = self.find.pointed(" ".join(words[start:end]))
                    if len(meant) == 1:
                        found.append(Mention(start, end, 1, 1.0, tuple(meant)))
                        taken |= set(range(start, end))
        if not found:
            at = next((at for at, word in enumerate(words) if word in self.page.language.words["subject"]), None)
            meant = self.find.pointed(words[at]) if at is not None else []
            if at is not None and len(meant) == 1:
                found.append(Mention(at, at + 1, 1, 1.0, tuple(meant)))
            about = self.find.about
            if at is None and isinstance(about, Slot) and any(word in self.page.language.ways for word in words):
                found += [Mention(0, 0, 0, 1.0, (one,)) for one in self.find.fields("it")]
        return sorted(found, key=lambda one: one.start)

    def _clauses(self, text: Said, words: Sequence[str], named: Sequence[Mention]) -> list[Clause]:
        """Cut between names, at joining words and commas; a part without a name belongs to its neighbour."""
        joins = {word for join in self.page.language.ordered["joins"] for word in join.split()} | {"but"}
        cuts = [0]
        for at, word in enumerate(words):
            inside = any(one.start < at < one.end for one in named)
            if not inside and at and (word in joins or text.pauses_before(at)):
                cuts.append(at)
        parts = [(start, end) for start, end in zip(cuts, [*cuts[1:], len(words)], strict=True) if end > start]
        clauses: list[Clause] = []
        for start, end in parts:
            own = tuple(one for one in named if start <= one.start < end)
            if clauses and (not own or not clauses[-1].named):
                before = clauses.pop()
                points = not own and any(word in self.page.language.words["subject"] for word in words[start:end])
                clauses.append(Clause(before.start, end, (*before.named, *own), start if points else 0))
            else:
                clauses.append(Clause(start, end, own))
        return clauses

    def _of_clause(self, clause: Clause, words: Sequence[str], text: Said) -> list[Plan]:
        """The deeds of a clause; none where any of its words is not explained."""
        lists = self.page.language.words
        negative = any(words[at] in lists["none"] or words[at] in lists["off"] for at in clause.free)
        if any(words[at] in lists["every"] for at in clause.free):
            return self._all(clause, words, negative=negative)
        plans, explained = [], set[int]()
        of_items = [one for one in clause.named if isinstance(one.meant[0], Subject)]
        for mention in (*of_items, *(one for one in clause.named if one not in of_items)):
            if explained.issuperset(range(mention.start, mention.end)) and mention.end > mention.start:
                continue
            made = self._of_mention(mention, clause, words, text, negative=negative)
            if made is None and self._is_place(mention, words) and len(clause.named) > 1:
                continue
            if made is None:
                return []
            plan, places = made
            plans += [plan] if plan.calls else []
            explained |= places
        soft = lists["soft"] | lists["on"] | lists["off"] | lists["subject"]
        open_ = [at for at in clause.free if at not in explained and words[at] not in soft]
        nouns = self.page.nouns | {stem for one in clause.named for stem in self._around(one)}
        return [] if any(set(content(words[at], self.page.language)) - nouns for at in open_) else plans

    def _around(self, mention: Mention) -> Iterator[str]:
        """The words of what is around a thing: its group, its form, the field of an option."""
        for thing in mention.meant:
            if isinstance(thing, Slot):
                for name in (thing.block.name, thing.field.group, thing.field.name):
                    yield from content(name or "", self.page.language)

    def _of_mention(
        self, mention: Mention, clause: Clause, words: Sequence[str], text: Said, *, negative: bool
    ) -> tuple[Plan, set[int]] | None:
        """The one thing that can be done with what was named; None where there is none, or several."""
        found: list[tuple[Plan, set[int]]] = []
        for thing in mention.meant:
            if isinstance(thing, Subject):
                made = None if negative else self._of_subject(thing, clause, words, text)
            elif thing.option:
                made = self._option(thing, negative=negative)
            else:
                made = self._field(thing, mention, clause, words, text, negative=negative)
            found += [made] if made else []
        return found[0] if len({str(plan.calls) for plan, _ in found}) == 1 else None

    def _all(self, clause: Clause, words: Sequence[str], *, negative: bool) -> list[Plan]:
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

    def _of_subject(
        self, subject: Subject, clause: Clause, words: Sequence[str], text: Said
    ) -> tuple[Plan, set[int]] | None:
        """Count an item up or down, press a control of it, or set a field in it."""
        return (
            self.steps.of_subject(subject, words, clause.free)
            or self._labelled(subject, clause, words)
            or self._set_within(subject, clause, words, text)
        )

    def _set_within(
        self, subject: Subject, clause: Clause, words: Sequence[str], text: Said
    ) -> tuple[Plan, set[int]] | None:
        """`Carla gets an eighty`: the one field of a row that takes such a value, said behind its name.

        In front of it, a number counts: `three bolts`.
        """
        found: list[tuple[Plan, set[int]]] = []
        ends = max(one.end for one in clause.named)
        behind = self._bare([at for at in clause.free if at >= ends], words)
        spans = [behind] if behind and behind == list(range(behind[0], behind[-1] + 1)) else []
        spans += [list(range(one.start, one.end)) for one in clause.named if subject not in one.meant]
        fields = [one for use in subject.uses if (one := self.page.field_of(use))]
        for places in spans:
            value = text.verbatim(*text.span(places[0], places[-1] + 1))
            for field in fields:
                if field.kind in {"number", "choice"}:
                    for reading in self.given(Slot(subject.block, field), value, SCORE):
                        found += [(Plan(plan.calls, subject, plan.back), set(places)) for plan in reading.plans]
        return found[0] if len(found) == 1 else None

    def _labelled(self, subject: Subject, clause: Clause, words: Sequence[str]) -> tuple[Plan, set[int]] | None:
        """A control of an item, by its own name in the same clause: `archive the boat trip photos`."""
        stems = {at: content(words[at], self.page.language) for at in clause.free}
        spoken = {stem for own in stems.values() for stem in own}
        for use in subject.uses:
            if self.page.value_of(use):
                continue
            label = self.page.label_of(use, subject.name)
            for name in (label, *self.page.language.called_like(label)):
                own = set(content(name, self.page.language))
                if own and own <= spoken and (call := self.page.call(use)):
                    places = {at for at, has in stems.items() if set(has) & own}
                    return Plan((call,), subject, gesture=label), places
        return None

    def _is_place(self, mention: Mention, words: Sequence[str]) -> bool:
        """`in the room` beside `22 degrees`: it only says where."""
        before = [words[at] for at in range(max(0, mention.start - 2), mention.start)]
        return mention.named > 0.99 and any(word in self.page.language.words["placed"] for word in before)

    def _option(self, slot: Slot, *, negative: bool) -> tuple[Plan, set[int]] | None:
        if slot.option is None:
            return None
        if slot.block.kind == "choice" and slot.option.on and not negative:
            return Plan(about=slot), set()  # `in the living room`, where one is there
        return self._none_of(slot) if negative else self._chosen(slot)

    def _none_of(self, slot: Slot) -> tuple[Plan, set[int]] | None:
        """The option of a field that chooses none of the others."""
        none = self.page.language.words["none"]
        others = [one for one in self.page.options() if one.field.name == slot.field.name]
        empty = [one for one in others if one.option and set(one.option.name.lower().split()) & none]
        return self._chosen(empty[0]) if len(empty) == 1 else None

    def _chosen(self, slot: Slot) -> tuple[Plan, set[int]] | None:
        made = next(self.picked([(slot, self.page.fit(slot.field.name, slot.field.name))], SCORE), None)
        return (made.plans[0], set()) if made else None

    def _field(
        self, slot: Slot, mention: Mention, clause: Clause, words: Sequence[str], text: Said, *, negative: bool
    ) -> tuple[Plan, set[int]] | None:
        field = slot.field
        if field.locked:
            return None
        if field.kind == "switch":
            calls = self.calls(slot, not negative)
            return (Plan(calls, slot, self.calls(slot, negative)), set()) if calls else None
        if field.kind == "choice" and negative:
            return self._none_of(slot)
        if stepped := self.steps.of_field(slot, words, clause.free):
            return stepped
        if field.kind in VALUED and not negative:
            return self._valued(slot, mention, clause, words, text)
        return None

    def _valued(
        self, slot: Slot, mention: Mention, clause: Clause, words: Sequence[str], text: Said
    ) -> tuple[Plan, set[int]] | None:
        """The value beside a field's name, before it or behind it."""
        for places in self._beside(mention, clause, words):
            value = text.verbatim(*text.span(places[0], places[-1] + 1))
            for reading in self.given(slot, value, SCORE):
                if reading.plans:
                    return reading.plans[0], set(places)
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
        figure = re.compile(r"\d")
        while places and words[places[0]] in soft and not figure.search(words[places[0]]) and words[places[0]] != "one":
            places = places[1:]
        while places and words[places[-1]] in soft and words[places[-1]] != "one":
            places = places[:-1]
        return places


def _stretch(at: int, step: int, free: set[int]) -> Iterator[int]:
    while at in free:
        yield at
        at += step
