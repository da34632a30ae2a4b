"""Read days, times and addresses that are said without the name of their fields: `Thursday at eleven, for six people`.

What no other field of the page can take is taken by the one that can; what else is said is read by itself.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from antiphon.domain.outline import Block, FormField
from antiphon.providers.brain._page.beside import Beside
from antiphon.providers.brain._page.clock_options import option_at, times_of
from antiphon.providers.brain._page.memory import Plan
from antiphon.providers.brain._page.reading import Reader
from antiphon.providers.brain._page.subjects import Slot
from antiphon.providers.brain._page.words import Said, content, framed, said

KINDS = frozenset({"date", "time"})
SCORE = 0.7


@dataclass(frozen=True, slots=True)
class Dated:
    """A plan that sets the fields whose values stood in a sentence, and the rest of that."""

    plan: Plan
    rest: Said


class Dates(Reader):
    """Reads the values of a page's only fields of their kinds."""

    def readings(self, text: Said) -> Iterator[Dated]:
        """At most one."""
        found = [one for form in self.page.outline.blocks if (one := self._of(form, text))]
        if len(found) == 1:
            yield found[0]

    def _of(self, form: Block, text: Said) -> Dated | None:
        fields = self._single(form, text)
        clocks = [one for one in form.fields if times_of(self.page, one)]
        if len(clocks) == 1 and not any(one.kind == "time" for one in fields):
            fields = [*fields, replace(clocks[0], kind="time", options=(), value=None)]
        entry = Beside(self.page, fields, self.today).entry(text.verbatim_all()) if fields else None
        if entry is None or not entry.values:
            return None
        plans = []
        for field, value in entry.values:
            if field.kind == "time" and field not in form.fields:
                field, value = clocks[0], option_at(self.page, clocks[0], str(value))
            slot = Slot(form, field)
            calls = self.calls(slot, value) if value else ()
            if not calls:
                return None
            back = self.calls(slot, field.value) if field.value else ()
            plans.append(Plan(calls, slot, back))
        back = tuple(call for one in reversed(plans) for call in one.back) if all(one.back for one in plans) else ()
        calls = tuple(call for one in plans for call in one.calls)
        rest = framed(said(entry.text, self.page.language), self.page.language)
        return Dated(Plan(calls, plans[-1].about, back), rest)

    def _single(self, form: Block, text: Said) -> list[FormField]:
        """The fields of a form that are its only ones of their kinds, or are named, be it by a verb."""
        fields = [one for one in form.fields if one.kind in KINDS and one.use and not one.locked]
        days = [one for one in form.fields if one.kind == "choice" and self._has_days(one) and not one.locked]
        spoken = set(content(text.text, self.page.language))
        forms = self.page.language.asked.forms
        fields = [
            one for one in fields if not self._is_named_only(one) or spoken & set(content(one.name, self.page.language))
        ]
        spoken |= {other for word in spoken for other in forms(word)}
        single = []
        for kind in KINDS:
            same = [one for one in fields if one.kind == kind]
            named = [one for one in same if spoken & set(content(one.name, self.page.language))]
            single += same if len(same) == 1 else named if len(named) == 1 else []
        return single + (days if len(days) == 1 and not any(one.kind == "date" for one in single) else [])

    def _is_named_only(self, field: FormField) -> bool:
        """Tell whether a day is taken for this field only where that was said: no birthday is next Wednesday."""
        return not self.page.language.stems("named_only").isdisjoint(content(field.name, self.page.language))

    def _has_days(self, field: FormField) -> bool:
        """Tell whether days of the week are what is chosen."""
        weekdays = self.page.language.words["weekdays"]
        return sum(any(day.startswith(one.name.lower().strip(". ")) for day in weekdays) for one in field.options) > 1

    def is_plain(self, form: Slot, rest: Said) -> bool:
        """Tell whether what is left says nothing but that something is to be, or of which form it is."""
        language = self.page.language
        lists = language.words
        known = {*self.page.nouns, *content(form.block.submit.label if form.block.submit else "", language)}
        known |= {stem for field in form.block.fields if field.kind in KINDS for stem in content(field.name, language)}
        known |= language.things
        plain = lists["soft"] | lists["linking"] | lists["range_plain"] | lists["dated_plain"] | lists["stating"]
        words = rest.text.split()
        if not lists["weekdays"].isdisjoint(words):
            return False
        return all(word in plain or all(self._is_of(stem, known) for stem in content(word, language)) for word in words)

    def _is_of(self, stem: str, known: set[str]) -> bool:
        return not known.isdisjoint(self.page.language.asked.forms(stem))
