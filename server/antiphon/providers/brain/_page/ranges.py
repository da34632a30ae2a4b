"""Read ranges, and one end of one: `between the fifth and the twentieth`, `from the first on`, `up to 35 euros`.

A range is held by two fields of a form, of which one is called a start and the other an end, with what they share:
`Quiet from` and `Quiet until`. What else is said must be what they share, or what the page speaks of.
"""

import contextlib
from calendar import monthrange
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import date, timedelta

from antiphon.providers.brain._page.in_units import length_of
from antiphon.providers.brain._page.memory import Plan
from antiphon.providers.brain._page.narrowing import Filters
from antiphon.providers.brain._page.reading import Reader, Reading
from antiphon.providers.brain._page.subjects import Slot
from antiphon.providers.brain._page.templates import Template
from antiphon.providers.brain._page.words import Said, content

KINDS = frozenset({"date", "time", "number"})
SCORE = 0.73
A_DAY = 1440
"""Minutes."""


@dataclass(frozen=True, slots=True)
class Pair:
    """Two fields that hold a range, and the stems of what both are called."""

    start: Slot
    end: Slot
    topic: frozenset[str]


class Ranges(Reader):
    """Reads what two fields hold together."""

    def readings(self, text: Said) -> Iterator[Reading]:
        """At most one."""
        pairs = self._pairs()
        if not pairs:
            return
        found: list[tuple[bool, Plan]] = []
        for template in self.page.language.wished.ranges:
            match = template.pattern.fullmatch(text.text)
            if not match:
                continue
            slots = {name.split("__")[0]: value.strip() for name, value in match.groupdict().items() if value}
            for pair in pairs:
                plan = self._plan(pair, template, slots)
                around = f"{slots.get('head', '')} {slots.get('tail', '')}"
                if plan and self._is_about(pair, around):
                    found.append((not pair.topic.isdisjoint(content(around, self.page.language)), plan))
            if found:
                break
        named = [plan for is_named, plan in found if is_named] or [plan for _, plan in found]
        if len({str(plan.calls) for plan in named}) == 1:
            yield Reading("range", SCORE, (named[0],))

    def _pairs(self) -> list[Pair]:
        found = []
        starts, ends = (set(self.page.language.ordered[name]) for name in ("range_starts", "range_ends"))
        slots = list(self.page.slots())
        for at, one in enumerate(slots[:-1]):
            other = slots[at + 1]
            if one.field.kind != other.field.kind or one.field.kind not in KINDS:
                continue
            names = [set(slot.field.name.lower().strip(" :*").replace("-", " ").split()) for slot in (one, other)]
            if one.block is other.block and names[0] & starts and names[1] & ends:
                shared = " ".join((names[0] | names[1]) - starts - ends)
                around = f"{shared} {one.field.group or ''} {one.block.name} {one.field.unit or ''}"
                found.append(Pair(one, other, frozenset(content(around, self.page.language))))
        return found

    def _plan(self, pair: Pair, template: Template, slots: dict[str, str]) -> Plan | None:
        if template.gesture == "length":
            return self._lasting(pair, slots["a"])
        plans: list[Plan] = []
        start, end = slots.get("a"), slots.get("b")
        if template.gesture == "end":
            start, end = None, start
        values: list[str] = []
        for slot, said_, other in ((pair.start, start, end), (pair.end, end, start)):
            if said_ is None:
                continue
            plan = self._set(slot, said_, other)
            if plan is None:
                return None
            plans.append(plan)
            values += [str(value) for call in plan.calls for value in call.parameters.values()]
        if pair.start.field.kind == "date" and len(values) > 1 and values[0] > values[1]:
            return None
        calls = tuple(call for plan in plans for call in plan.calls)
        back = tuple(call for plan in reversed(plans) for call in plan.back) if all(one.back for one in plans) else ()
        return Plan(calls, plans[-1].about, back) if plans else None

    def _lasting(self, pair: Pair, said_: str) -> Plan | None:
        """The end that is so long behind the start which is set: `for a week`."""
        minutes = length_of(said_, self.page)
        before = pair.start.field.value
        if pair.start.field.kind != "date" or not isinstance(before, str) or not minutes or minutes % A_DAY:
            return None
        with contextlib.suppress(ValueError, OverflowError):
            end = date.fromisoformat(before) + timedelta(minutes=minutes)
            calls = self.calls(pair.end, end.isoformat())
            back = self.calls(pair.end, pair.end.field.value) if pair.end.field.value else ()
            return Plan(calls, pair.end, back) if calls else None
        return None

    def _set(self, slot: Slot, said_: str, other: str | None) -> Plan | None:
        """The plan for one end. What it does not say is as it is of the other: `the fifth` of `the 20th of March`."""
        words = (other or "").split()
        completed = [" ".join((said_, *words[at:])) for at in range(len(words) - 1, 0, -1)]
        bare = [] if slot.field.kind == "number" else completed
        if slot.field.kind == "date":
            bare = [one for one in completed if self.page.language.asked.calendar.weekday.search(one) is None]
        for value in (*bare, said_) if slot.field.kind == "date" else (said_, *bare):
            for reading in self.given(slot, value, SCORE):
                for plan in reading.plans:
                    return self._in_its_year(slot, plan, value)
        return None

    def _in_its_year(self, slot: Slot, plan: Plan, said_: str) -> Plan:
        """A plan with the day that is nearest to what is set, of those that leave the year or the month open; of what
        is listed, the last that was so."""
        [call] = plan.calls
        set_, before = call.parameters.get("date"), slot.field.value
        if not isinstance(set_, str) or set_[:4] in said_ or self.today is None:
            return plan
        calendar = self.page.language.asked.calendar
        words = set(said_.replace(",", " ").split())
        day = date.fromisoformat(set_)
        monthly = words.isdisjoint(calendar.months)
        if words & calendar.relative.keys() or calendar.weekday.search(said_):
            return plan
        if isinstance(before, str) and before:
            was = date.fromisoformat(before)
        elif Filters(self.page, self).is_beside(slot) and day > self.today and not monthly:
            return replace(plan, calls=self.calls(slot, _moved(day, day.year - 1, day.month).isoformat()))
        else:
            return plan
        days = [_moved(day, was.year + on, was.month if monthly else day.month) for on in (-1, 0, 1)]
        best = min(days, key=lambda one: abs((one - was).days))
        return replace(plan, calls=self.calls(slot, best.isoformat()))

    def _is_about(self, pair: Pair, around: str) -> bool:
        """Tell whether all that is said beside the values is what the range is called, or says nothing."""
        lists = self.page.language.words
        plain = lists["soft"] | lists["leading"] | lists["range_plain"]
        known = pair.topic | self.page.nouns | self.page.language.stems("measures")
        return all(word in plain or set(content(word, self.page.language)) <= known for word in around.split())


def _moved(day: date, year: int, month: int) -> date:
    """The same day of another month, or its last."""
    return date(year, month, min(day.day, monthrange(year, month)[1]))
