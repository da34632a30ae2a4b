"""Read by what a list is limited: `since the 20th of November`, `for at most twelve euros`."""

from collections.abc import Iterator, Sequence
from datetime import date

from antiphon.domain.outline import FormField
from antiphon.providers.brain._page.bounds import bound_in
from antiphon.providers.brain._page.memory import Plan
from antiphon.providers.brain._page.narrowing import Filters
from antiphon.providers.brain._page.reading import Reader
from antiphon.providers.brain._page.subjects import Slot
from antiphon.providers.brain._page.values import read
from antiphon.providers.brain._page.words import Said, content


class Limits(Reader):
    """Reads dates and numbers that filters take."""

    def readings(self, text: Said, filters: Filters) -> Iterator[tuple[Plan, str]]:
        """Each with the words of the sentence that are left."""
        words = text.text.split()
        slots = [one for one in self.page.slots() if filters.is_beside(one)]
        yield from self._dated(text, words, [one for one in slots if one.field.kind == "date"])
        yield from self._bounded(text, words, [one for one in slots if one.field.kind == "number"])

    def _dated(self, text: Said, words: Sequence[str], slots: Sequence[Slot]) -> Iterator[tuple[Plan, str]]:
        views = self.page.language.views
        for cues, names in (("since", "dated_from"), ("until", "dated_to")):
            at = next((at for at, word in enumerate(words) if word in views[cues]), None)
            if at is None or at + 1 >= len(words):
                continue
            value = text.verbatim(*text.span(at + 1, len(words)))
            for slot in slots:
                if not set(slot.field.name.lower().split()) & set(views[names]):
                    continue
                day = read(self.page, slot.field, value, self.today)
                if isinstance(day, str) and (calls := self.calls(slot, self._past(day, value))):
                    back = self.calls(slot, slot.field.value) if slot.field.value else ()
                    own = set(content(slot.field.name, self.page.language))
                    left = [word for word in words[:at] if not set(content(word, self.page.language)) & own]
                    yield Plan(calls, slot, back), " ".join(left)
                    return

    def _past(self, day: str, said: str) -> str:
        """Return the last day that was so, where no year was said: what is listed is past."""
        try:
            found = date.fromisoformat(day)
            if self.today and found > self.today and str(found.year) not in said:
                return found.replace(year=found.year - 1).isoformat()
        except ValueError:
            pass
        return day

    def _bounded(self, text: Said, words: Sequence[str], slots: Sequence[Slot]) -> Iterator[tuple[Plan, str]]:
        language = self.page.language
        bound = bound_in(words, language)
        if bound is None:
            return
        refuses = any(f" {one} " in f" {text.text} " for one in language.views["hiding"])
        refuses |= not set(language.views["none_such"]).isdisjoint(words)
        wants_most = bound.more is refuses  # `nothing over ten`, `at most ten`
        fitting = [one for one in slots if self._is_end(one.field, high=wants_most)]
        rest = [*words[: bound.start], *words[bound.end :]]
        measures = language.stemmed(language.counted_in) | language.stemmed(language.words["measures"])
        measures |= language.stemmed(language.views["none_such"])
        left = " ".join(word for word in rest if language.stem(word) not in measures)
        if refuses:
            for one in sorted(language.views["hiding"], key=len, reverse=True):
                left = f" {left} ".replace(f" {one} ", " ").strip()
        if len(fitting) == 1:
            for reading in self.given(fitting[0], str(bound.value), 1.0):
                for plan in reading.plans:
                    yield plan, left

    def _is_end(self, field: FormField, *, high: bool) -> bool:
        """Tell whether a number is the most, or the least, that is shown."""
        views = self.page.language.views
        name = f" {field.name.lower()} "
        most, least = (any(f" {one} " in name for one in views[key]) for key in ("limits_high", "limits_low"))
        if most or least:
            return most if high else least
        end = field.maximum if high else field.minimum
        return end is not None and field.value == end
