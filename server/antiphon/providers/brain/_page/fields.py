"""Gestures on the fields of forms: set, choose, switch, a step more or less, search."""

import re
from collections.abc import Iterator
from dataclasses import replace

from antiphon.domain.actions import ActionCall
from antiphon.domain.outline import FormField
from antiphon.providers.brain._page.extremes import at_the_end
from antiphon.providers.brain._page.in_units import lengths_of
from antiphon.providers.brain._page.memory import Plan
from antiphon.providers.brain._page.names import Fit
from antiphon.providers.brain._page.narrowing import Filters
from antiphon.providers.brain._page.other_words import meaning_of
from antiphon.providers.brain._page.reading import Match, Reader, Reading, plain
from antiphon.providers.brain._page.scales import Scales
from antiphon.providers.brain._page.subjects import Slot
from antiphon.providers.brain._page.words import content

_WRITTEN = frozenset({"text", "long", "search", "colour"})
_TYPED = frozenset({"email", "tel", "url", "date", "time"})
"""What these take is not taken for anything else."""


class Fields(Reader):
    """Reads what is done to fields and options."""

    def set_field(self, said: Match) -> Iterator[Reading]:
        beside = said.text.text == f"{said.slots['field']} {said.slots['value']}"
        pointed = said.slots["field"] in self.page.language.words["subject"]
        first, _, more = said.slots["value"].partition(" ")
        if beside and more and first in self.page.language.words["subject"] - {*self.page.language.definite}:
            return  # `name it Cable ties` writes no `it`
        stating = self.page.language.words["stating"]
        for slot, fit in self.find.rated_fields(said.slots["field"]):
            if pointed and slot.field.kind in _WRITTEN:
                continue
            if slot.field.kind == "switch" and not stating.isdisjoint(said.text.text.split()):
                continue  # `the lamp is on` tells how it is
            if slot.field.kind in _WRITTEN and self._is_loose(said, slot):
                continue
            if slot.field.kind in _WRITTEN and said.slots["value"] in self.page.language.words["subject"]:
                continue  # `put it in the notes` does not say what
            sure = 0.6 if not beside or slot.field.kind in _TYPED else 0.99
            if fit.named >= sure and not (beside and slot.field.kind in _WRITTEN):
                yield from self.given(slot, said.verbatim["value"], 0.75)
        yield from self._set_in_row(said.slots["field"], said.verbatim["value"])

    def _is_loose(self, said: Match, slot: Slot) -> bool:
        """Tell whether a field that takes any text was called by its kind alone, right in front of what would be
        written: `text alerts`."""
        together = f" {said.slots['field']} {said.slots['value']} " in f" {said.text.text} "
        return together and self.page.fit(said.slots["field"], slot.field.name).said < 0.99

    def _set_in_row(self, phrase: str, value: str) -> Iterator[Reading]:
        """`the stock of the hex bolts`: a field in a row, by what it is called and whose it is."""
        pairs = [tuple(phrase.split(joint, 1)) for joint in self._joints() if joint in phrase]
        owner, mark, owned = phrase.partition(f"{self.page.language.owner} ")
        for own, whose in (*pairs, *([(owned, owner)] if mark else [])):
            for subject, fit in self.find.subjects(whose) if whose else []:
                for use in subject.uses:
                    if (
                        self.page.value_of(use) not in {"value", "text"}
                        or self.page.fit(own, self.page.label_of(use, subject.name)).said < 0.99
                    ):
                        continue
                    field = FormField(use.label, "number" if self.page.value_of(use) == "value" else "text", use=use)
                    field = replace(field, value=self.page.held(subject, field))
                    for one in self.given(Slot(subject.block, field), value, 0.76 * fit.score + 0.05):
                        plans = tuple(replace(plan, about=subject) for plan in one.plans)
                        yield Reading("", one.score, plans, one.text)

    def _joints(self) -> list[str]:
        """Words between what something is called and whose it is."""
        return [f" {one} " for one in self.page.language.ordered["belonging"]]

    def _is_polite(self, raw: str) -> bool:
        return any(one in raw.lower() for one in self.page.language.words["courtesy"])

    def amount(self, said: Match) -> Iterator[Reading]:
        """`they stay ten nights`: a number with what it counts."""
        words = self.page.language.hear(said.slots["amount"])
        found = self.page.language.numbers(words)
        if len(found) != 1 or found[0].start != 0:
            return
        counted = " ".join(word.text for word in words[found[0].end :])
        if not content(counted, self.page.language):
            return
        for slot in self.page.slots():
            field = slot.field
            if field.kind != "number":
                continue
            names = [field.name, field.unit or ""]
            if any(self.page.fit(counted, name).said > 0.99 for name in names if name):
                yield from self.given(slot, str(found[0].value), 0.72)

    def switch(self, said: Match) -> Iterator[Reading]:
        words = said.text.text.split()
        if said.slots["field"].split()[-1] in self.page.language.words["stating"]:
            return  # `the light is on` tells how it is
        own = said.slots["field"].split()  # `turn on away mode`
        on = self.page.language.words["negative"].isdisjoint(word for word in words if word not in own)
        switches = [one for one in self.page.slots() if one.field.kind == "switch"]
        for slot in self.find.fields(said.slots["field"], switches):
            calls = self.calls(slot, on)
            if calls:
                yield Reading("", 0.76, (Plan(calls, slot, self.calls(slot, not on)),))

    def choose(self, said: Match) -> Iterator[Reading]:
        if end := next(at_the_end(self.page, said.slots["option"]), None):
            yield from self.picked([(end, Fit(1.0, 1.0))], 0.76)
            return
        about = self.find.about
        if said.slots["option"] in self.page.language.words["subject"] and isinstance(about, Slot) and about.option:
            same = [
                one for one in self.find.options(about.option.name, bare=True) if one[0].field.name == about.field.name
            ]
            yield from self.picked(same, 0.76)  # `I will take that one`: what was asked about before
            return
        bare = said.text.text.startswith(said.slots["option"])
        if bare and not self.page.language.words["stating"].isdisjoint(said.slots["option"].split()):
            return  # `it is warm in here`
        if bare and any(said.slots["option"].endswith(f" {one}") for one in self.page.language.words["subject"]):
            return  # `stop that one` says of something what is to be done to it
        strong = self.page.language.views["strong"]
        if said.slots["option"].startswith(strong) and Filters(self.page, self).stands_there(said.slots["option"]):
            return  # `only the things of the market`
        yield from self.picked(
            self.find.options(said.slots["option"], bare=bare and not self._is_polite(said.text.raw)), 0.7
        )

    def filter(self, said: Match) -> Iterator[Reading]:
        """`only the finished ones`: an option of a filter, by its name or by what it means."""
        phrase = said.slots["option"]
        filters = Filters(self.page, self)
        named = self.find.options(phrase, bare=False)
        # `only the things of the market`: the shop that is chosen for a new thing is no filter.
        found = [one for one in named if not (filters.is_of_form(one[0].block) and filters.stands_there(phrase))]
        if not found:
            lists = self.page.language.words
            beside = lists["things"] | lists["not_an_option"]
            words = " ".join(word for word in phrase.split() if word not in beside)
            for state in ("done", "open", "everything"):
                if words in self.page.language.words[state]:
                    also = self.page.language.words[state]
                    found = [
                        (slot, Fit(1.0, 1.0))
                        for slot in self.page.options()
                        if slot.option and slot.option.name.lower() in also
                    ]
        if not found:
            switches = [one for one in self.page.slots() if one.field.kind == "switch"]
            for slot in self.find.fields(phrase, switches):
                if calls := self.calls(slot, True):
                    yield Reading("", 0.74, (Plan(calls, slot, self.calls(slot, False)),))
        yield from self.picked(found, 0.74)

    def relative(self, said: Match) -> Iterator[Reading]:
        """`a bit warmer`: a number of the field that it is said of, a step on."""
        way, names = self.page.language.comparatives[self.page.language.bare(said.slots["comparative"])]
        stems = set(map(self.page.language.stem, names))
        field = self.page.language.hear(said.slots.get("field", ""))
        counted = self.page.language.numbers(field)
        if len(counted) == 1 and counted[0].end - counted[0].start == len(field):
            return  # `two more`, be there `Two bicycles` on the page
        found = self.find.fields(said.slots["field"]) if said.slots.get("field") else []
        # `make the room warmer`: of what is called a room, the temperature.
        numbers = [one for one in found if one.field.kind == "number"]
        spoken = set(content(said.slots.get("field") or "", self.page.language))
        # `the light darker`: of its brightness; `the fan quieter` says nothing of a volume.
        unknown = bool(said.slots.get("field")) and not (
            found and (spoken & stems or spoken <= self.page.language.things)
        )
        scales = Scales(self.page, self.memory, self.today)
        scaled = [one for one in found or self._called(stems, "choice") if not numbers and scales.steps(one.field)]
        scaled = [one for one in scaled if self._is_so(one, stems)]
        if not found and spoken - stems:
            scaled = []
        # `dim the screen` is none of a `Screen timeout`: a part of a name is no name of a measure.
        rated = [(one, set(content(one.field.name, self.page.language))) for one in scaled]
        scaled = [one for one, own in rated if not stems or own & stems or own <= spoken]
        called = [
            one for one in self._fields_called(stems) if not unknown or (not scaled and self._is_around(one, spoken))
        ]
        for slot in numbers or called:
            yield from self.stepped(slot, way, None)
            scaled = []
        if len(scaled) == 1 and (step := scales.stepped(scaled[0], way)):
            yield step
        elif not scaled and not numbers:
            yield from self._pressed(way, spoken or stems)

    def _is_so(self, slot: Slot, stems: set[str]) -> bool:
        """Tell whether a choice may be a step that way: one of lengths of time is `longer`, and never `brighter`."""
        units = {word for name in lengths_of(self.page, slot.field) for word in re.findall(r"[^\W\d_]+", name.lower())}
        return not stems or not units or any(not stems.isdisjoint(content(one, self.page.language)) for one in units)

    def _is_around(self, slot: Slot, spoken: set[str]) -> bool:
        """Tell whether a field stands in a part that is called as was said: `the screen`, in that of the display."""
        around = set(content(f"{slot.block.name} {slot.field.group or ''}", self.page.language))
        return bool(spoken) and all(
            not ({one} | meaning_of(one, self.page.language) | self.page.language.asked.forms(one)).isdisjoint(around)
            for one in spoken
        )

    def clear(self, said: Match) -> Iterator[Reading]:
        """`clear the comments`: a text is emptied, which is named whole."""
        for slot, fit in self.find.rated_fields(said.slots["field"]):
            old, call = slot.field.value, self.page.call(slot.field.use, text="")
            is_text = slot.field.kind in _WRITTEN | {"email", "tel", "url"}
            if is_text and fit.whole and call and isinstance(old, str):
                yield Reading("", 0.78, (Plan((call,), slot, self.calls(slot, old)),))
            elif is_text and fit.whole and not self.page.language.by_rules:  # else `leeren` would be its value
                yield Reading("", 0.78, text=self.page.language.say("empty_field", name=slot.field.name))

    def _pressed(self, way: int, stems: set[str]) -> Iterator[Reading]:
        """`Larger text`: the one button of a thing that is called a step that way."""
        language = self.page.language
        found = []
        for press in self.page.presses:
            words = press.name.lower().split()
            ways = {language.comparatives[word][0] for word in words if word in language.comparatives}
            own = set(content(press.name, language))
            if ways == {way} and own & stems and not press.action.startswith("open_"):
                found.append(press)
        if len(found) == 1:
            yield Reading("", 0.76, (Plan((ActionCall(found[0].action, {}),)),))

    def _called(self, stems: set[str], kind: str) -> list[Slot]:
        """The fields of a kind whose names have one of these stems."""
        slots = [one for one in self.page.slots() if one.field.kind == kind]
        return [one for one in slots if stems & set(content(one.field.name, self.page.language))]

    def _fields_called(self, stems: set[str]) -> list[Slot]:
        numbers = [one for one in self.page.slots() if one.field.kind == "number"]
        named = [
            one
            for one in numbers
            if stems & set(content(f"{one.field.name} {one.field.unit or ''}", self.page.language))
        ]
        about = self.find.about
        if isinstance(about, Slot) and any(
            one.field.name == about.field.name for one in named or (numbers if not stems else [])
        ):
            return self.find.fields(self.page.language.it, numbers)
        return named

    def up(self, said: Match, way: int = 1) -> Iterator[Reading]:
        if any(f" {one} " in f" {said.text.text} " for one in self.page.language.words["all_the_way"]):
            return  # no step (`ends.py`)
        found = self.page.language.numbers_in(said.slots["amount"]) if said.slots.get("amount") else []
        for slot in self.find.fields(said.slots["field"]):
            yield from self.stepped(slot, way, found[0].value if found else None)

    def down(self, said: Match) -> Iterator[Reading]:
        yield from self.up(said, -1)

    def stepped(self, slot: Slot, way: int, by: float | None) -> Iterator[Reading]:
        field = slot.field
        if field.kind != "number" or not isinstance(field.value, (int, float)) or isinstance(field.value, bool):
            return
        low, high = field.minimum, field.maximum
        span = high - low if low is not None and high is not None else 0
        step = by if by is not None else max(field.step or 1, 10 if span >= 100 else 5 if span >= 50 else 1)
        value = field.value + way * step
        value = min(value, high) if high is not None else value
        value = max(value, low) if low is not None else value
        if value == field.value:
            yield Reading("", 0.76, text=self.page.language.say("field", name=field.name, value=plain(value)))
            return
        calls = self.calls(slot, value)
        if calls:
            yield Reading("", 0.76, (Plan(calls, slot, self.calls(slot, field.value)),))

    def search(self, said: Match) -> Iterator[Reading]:
        """`search for screw`, `clear the search`: the one field of a search, and its button where it has one."""
        fields = [
            one
            for one in self.page.slots()
            if one.field.kind == "search" or Filters(self.page, self).is_search(one.field)
        ]
        if len(fields) != 1:
            return
        [slot] = fields
        write = self.page.call(slot.field.use, text=said.verbatim.get("text", ""))
        submit = self.page.call(slot.block.submit) if len(slot.block.fields) == 1 else None
        if write:
            old = slot.field.value
            back = self.page.call(slot.field.use, text=old if isinstance(old, str) else "")
            yield Reading("", 0.8, (Plan(tuple(filter(None, (write, submit))), slot, (back,) if back else ()),))
