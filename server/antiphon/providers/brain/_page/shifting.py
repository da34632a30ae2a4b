"""Read that a time or a day is to be later or earlier: `half an hour later`, `the arrival a day earlier`."""

import contextlib
from collections.abc import Iterator
from datetime import date, timedelta

from antiphon.domain.outline import FormField
from antiphon.providers.brain._page.clock_options import option_at, times_of
from antiphon.providers.brain._page.in_units import length_of, lengths_of
from antiphon.providers.brain._page.memory import Plan
from antiphon.providers.brain._page.reading import Reader, Reading
from antiphon.providers.brain._page.subjects import Slot
from antiphon.providers.brain._page.words import content

SCORE = 0.75
A_DAY = 1440
"""Minutes."""


class Shifts(Reader):
    """Reads by how long the value of a field is to be moved."""

    def readings(self, text: str) -> Iterator[Reading]:
        """At most one."""
        for template in self.page.language.wished.shifts:
            match = template.pattern.fullmatch(text)
            if not match:
                continue
            slots = {name.split("__")[0]: value.strip() for name, value in match.groupdict().items() if value}
            minutes = length_of(slots["a"], self.page)
            is_length = template.gesture in {"longer", "shorter"}
            found = self._moved_by(slots.get("head", ""), minutes, is_length=is_length) if minutes else []
            if minutes and len(found) == 1:
                way = 1 if template.gesture in {"later", "longer"} else -1
                if plan := self._plan(found[0], way * minutes):
                    yield Reading("shift", SCORE, (plan,))
                    return

    def _moved_by(self, head: str, minutes: float, *, is_length: bool) -> list[Slot]:
        """The fields that can be moved by so much: those named, or the one spoken of last, or the only one."""
        kind = "length" if is_length else "time" if minutes % A_DAY else "date"
        fitting = [one for one in self.page.slots() if self._is_of(one.field, kind) and one.field.value]
        about = self.find.about
        lists = self.page.language.words
        plain = lists["soft"] | lists["dated_plain"]
        stems = [one for word in head.split() if word not in plain for one in content(word, self.page.language)]
        if not set(stems) <= self.page.nouns:
            forms = [self.page.language.asked.forms(one) for one in stems]
            return [
                one for one in fitting if all(each & set(content(one.field.name, self.page.language)) for each in forms)
            ]
        near = [one for one in fitting if isinstance(about, Slot) and one.field.name == about.field.name]
        return near or fitting

    def _is_of(self, field: FormField, kind: str) -> bool:
        if kind == "length":
            return not field.locked and len(lengths_of(self.page, field)) > 1
        return not field.locked and (field.kind == kind or (kind == "time" and times_of(self.page, field)))

    def _plan(self, slot: Slot, minutes: float) -> Plan | None:
        field, before = slot.field, str(slot.field.value)
        lengths = lengths_of(self.page, field)
        value = ""
        with contextlib.suppress(ValueError, OverflowError):
            if before in lengths:
                value = next((name for name, long in lengths.items() if long == lengths[before] + minutes), "")
            elif field.kind == "date":
                value = (date.fromisoformat(before) + timedelta(minutes=minutes)).isoformat()
            else:
                hour, minute = map(int, before.split(":"))
                at = round(hour * 60 + minute + minutes)
                value = f"{at // 60:02d}:{at % 60:02d}" if 0 <= at < A_DAY else ""
        if value and field.kind == "choice" and value not in lengths:
            value = option_at(self.page, field, value)
        calls = self.calls(slot, value) if value else ()
        return Plan(calls, slot, self.calls(slot, slot.field.value)) if calls else None
