"""One way to take an utterance, and what the readers of gestures have in common."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from antiphon.domain.actions import ActionCall
from antiphon.domain.outline import FormField
from antiphon.providers.brain._page.finding import Finder
from antiphon.providers.brain._page.memory import Memory, Plan
from antiphon.providers.brain._page.names import Fit
from antiphon.providers.brain._page.subjects import VALUES, Page, Slot
from antiphon.providers.brain._page.values import read
from antiphon.providers.brain._page.words import Said

SURE = 0.6
AHEAD = 0.02
"""So much better than the next reading, which would do something else."""


@dataclass(frozen=True, slots=True)
class Match:
    """A template that an utterance fits: its slots, in small words and as they were said."""

    slots: Mapping[str, str]
    verbatim: Mapping[str, str]
    text: Said


@dataclass(frozen=True, slots=True)
class Reading:
    """One way to take an utterance. `plans` has several where it is not clear which is meant; `text` is an answer."""

    gesture: str
    score: float
    plans: tuple[Plan, ...] = ()
    text: str = ""
    asks: bool = False
    """Whether it is asked first: what it removes was not named word for word."""
    names: tuple[str, ...] = ()
    spoken: Said | None = None
    """The sentence that it stands for, where that was not said so: what is put right next is put right in it."""


class Reader:
    """Reads gestures of one kind: but for the helpers here, each public method is a gesture of the language's file."""

    def __init__(self, page: Page, memory: Memory, today: date | None) -> None:
        self.page = page
        self.memory = memory
        self.find = Finder(page, memory.about, memory.listed)
        self.today = today

    def one_of(self, plans: list[Plan], score: float) -> Reading:
        return Reading("", score, tuple(plans), names=tuple(plan.name for plan in plans))

    def given(self, slot: Slot, value: str, score: float) -> Iterator[Reading]:
        field = slot.field
        if field.kind == "text" and self._is_clause(value):
            return
        given = read(self.page, field, value, self.today)
        if given is None or field.locked:
            return
        if isinstance(given, (int, float)) and not isinstance(given, bool):
            low, high = field.minimum, field.maximum
            if (low is not None and given < low) or (high is not None and given > high):
                yield Reading("", score, text=self._out_of_bounds(field, given))
                return
        calls = self.calls(slot, given)
        if calls:
            back = self.calls(slot, field.value) if field.value is not None and field.value != "" else ()
            yield Reading("", score, (Plan(calls, slot, back),))

    def _is_clause(self, value: str) -> bool:
        """Tell whether a text only goes on with what was said, and is not to be written: `should go out`, `it Nut`."""
        first, lists = value.split()[0] if value.split() else "", self.page.language.words
        leads = first in (lists["subject"] - {*self.page.language.definite}) | lists["titled"] and " " in value.strip()
        return first in lists["obliging"] or leads

    def _out_of_bounds(self, field: FormField, value: float) -> str:
        say, low, high = self.page.language.say, field.minimum, field.maximum
        if low is None or high is None:
            return say("out_of_bounds", name=field.name, value=plain(value))
        return say("bounds", name=field.name, low=plain(low), high=plain(high))

    def calls(self, slot: Slot, given: Any) -> tuple[ActionCall, ...]:
        field = slot.field
        if field.kind == "choice":
            option = next((one for one in field.options if one.name == given), None)
            if option and option.use:
                call = self.page.call(option.use)
                return (call,) if call else ()
        name = self.page.value_of(field.use)
        if name is None or (name == "option" and not isinstance(given, str)):
            return ()
        if name == "to":
            given = "on" if given in {True, "on"} else "off"
        elif name == "value" and isinstance(given, float) and given == int(given):
            given = int(given)
        call = self.page.call(field.use, **{name: given})
        return (call,) if call else ()

    def picked(self, found: list[tuple[Slot, Fit]], score: float) -> Iterator[Reading]:
        plans = []
        for slot, fit in found:
            option = slot.option
            calls = self.calls(slot, option.name) if option and slot.field.use else ()
            if option and option.use:
                call = self.page.call(option.use)
                calls = (call,) if call else ()
            if calls:
                before = next((one for one in slot.field.options if one.on), None)
                back: tuple[ActionCall, ...] = ()
                if before and before.use and (call := self.page.call(before.use)):
                    back = (call,)
                elif slot.field.use and (before or slot.field.value):
                    back = self.calls(slot, before.name if before else slot.field.value)
                plans.append(Plan(calls, slot, back))
                score = max(score, score * 0.9 + fit.score * 0.1)
        if plans:
            yield self.one_of(plans, score)


def plain(value: float) -> str:
    return str(int(value)) if value == int(value) else str(value)


@dataclass(frozen=True, slots=True)
class Answer:
    """The words or the call that a turn is answered by."""

    text: str = ""
    call: ActionCall | None = None
    rest: str = ""
    """What is said where nobody behind understands the rest of the utterance either."""
    is_aside: bool = False
    """True if it answers what was asked over a question of the rules', which is still open."""


def contradict(calls: Sequence[ActionCall]) -> bool:
    """Tell whether one control is given two values: `Ana and Tess swap` chooses neither."""
    set_ = [one for one in calls if not one.parameters.keys().isdisjoint(VALUES)]
    places = {
        (one.action_id, str({name: value for name, value in one.parameters.items() if name not in VALUES}))
        for one in set_
    }
    return len(places) < len({(one.action_id, str(one.parameters)) for one in set_})


def best_of(readings: Sequence[Reading]) -> Reading | None:
    """The reading that fits best, where no other that would do something else fits as well."""
    good = sorted((one for one in readings if one.score >= SURE), key=lambda one: one.score, reverse=True)
    if not good:
        return None
    first = good[0]
    for other in good[1:]:
        if first.score - other.score >= AHEAD:
            break
        if [plan.calls for plan in other.plans] != [plan.calls for plan in first.plans] or other.text != first.text:
            return None
    return first
