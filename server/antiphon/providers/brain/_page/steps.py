"""Read steps: one more night, two degrees less, a week later, up by one."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import date, timedelta

from antiphon.providers.brain._page.ends import Ends
from antiphon.providers.brain._page.fields import Fields
from antiphon.providers.brain._page.memory import Plan
from antiphon.providers.brain._page.reading import Reader, plain
from antiphon.providers.brain._page.subjects import Slot, Subject

MOST = 4
"""Presses of a button that counts."""
Made = tuple[Plan, set[int]]
"""What is done, and the places of the words that say so."""


class Steps(Reader):
    """Reads by how much something is to be changed, and which way."""

    def of_field(self, slot: Slot, words: Sequence[str], free: Sequence[int]) -> Made | None:
        """A number or a date of a form, a step on."""
        if ended := Ends(self.page, self.memory, self.today).of_field(slot, {at: words[at] for at in free}):
            return ended
        way, places = self._way(words, free)
        if not way or slot.field.kind not in {"number", "date"}:
            return None
        by, counted = self._amount(words, [at for at in free if at not in places])
        first = min(counted, default=0)
        if first and words[first - 1] in self.page.language.words["absolute"]:
            return None  # `put me down for five nights`
        if slot.field.kind == "date":
            return self._days_on(slot, way, by or 1, words, free, {*places, *counted})
        fields = Fields(self.page, self.memory, self.today)
        for reading in fields.stepped(slot, way, by):
            for plan in reading.plans:
                return plan, {*places, *counted}
        return None

    def _days_on(
        self, slot: Slot, way: int, by: float, words: Sequence[str], free: Sequence[int], places: set[int]
    ) -> Made | None:
        spans = self.page.language.spans
        at = next((one for one in free if words[one] in spans), None)
        if at is None or not isinstance(slot.field.value, str):
            return None
        try:
            day = date.fromisoformat(slot.field.value) + timedelta(days=way * int(by) * spans[words[at]])
        except (ValueError, OverflowError):
            return None
        calls = self.calls(slot, day.isoformat())
        return (Plan(calls, slot, self.calls(slot, slot.field.value)), places | {at}) if calls else None

    def of_subject(self, subject: Subject, words: Sequence[str], free: Sequence[int]) -> Made | None:
        """The button of an item that counts it up or down, so many times."""
        way, places = self._way(words, free)
        uses = {1: "more", -1: "less"}
        use = self.page.use_for(subject.uses, uses[way], subject.name, whole=True) if way else None
        call = self.page.call(use)
        if call is None:
            return None
        by, counted = self._amount(words, [at for at in free if at not in places])
        count = int(by or 1)
        other = self.page.call(self.page.use_for(subject.uses, uses[-way], subject.name, whole=True))
        if not 0 < count <= MOST:
            return None
        return Plan((call,) * count, subject, (other,) * count if other else ()), {*places, *counted}

    def of_row(self, subject: Subject, words: Sequence[str], free: Sequence[int]) -> Made | None:
        """The one number in a row, so much more or less: `give Ole five points more`."""
        way, places = self._way(words, free)
        fields = [one for use in subject.uses if (one := self.page.field_of(use)) and one.kind == "number"]
        before = self.page.held(subject, fields[0]) if len(fields) == 1 else None
        if not way or not isinstance(before, float):
            return None
        by, counted = self._amount(words, [at for at in free if at not in places])
        if by is None:
            return None  # `more epoxy` says of how much, and not by how much
        slot = Slot(subject.block, replace(fields[0], value=before))
        measured = {at for at in free if words[at] in self.page.language.words["measures"]}
        for reading in self.given(slot, str(plain(before + way * by)), 1.0):
            for plan in reading.plans:
                return Plan(plan.calls, subject, plan.back), {*places, *counted, *measured}
        return None

    def _way(self, words: Sequence[str], free: Sequence[int]) -> tuple[int, set[int]]:
        """The direction that the words say, and where they stand; 0 where nothing says it, or both are said."""
        ways = {at: way for at in free if (way := self.page.language.ways.get(words[at]))}
        return (next(iter(ways.values())), set(ways)) if len(set(ways.values())) == 1 else (0, set())

    def _amount(self, words: Sequence[str], free: Sequence[int]) -> tuple[float | None, set[int]]:
        """The one number in some words, and where it stands."""
        heard = [(at, word) for at in free for word in self.page.language.hear(words[at])]
        found = self.page.language.numbers(tuple(word for _, word in heard))
        if len(found) != 1:
            return None, set()
        return float(found[0].value), {at for at, _ in heard[found[0].start : found[0].end]}
