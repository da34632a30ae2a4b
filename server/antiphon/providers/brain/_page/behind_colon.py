"""Read what is to be written behind a colon: `in the notes please write: we bring a dog`, `tell the shop: ring twice`.

What stands in front of it says which field is meant: all its words are of that one field, or such as only say that
something is written. Behind it, every letter is what is written.
"""

from collections.abc import Iterator

from antiphon.providers.brain._page.other_words import meaning_of
from antiphon.providers.brain._page.reading import Reader, Reading
from antiphon.providers.brain._page.subjects import Slot
from antiphon.providers.brain._page.words import Said, content, framed

SCORE = 0.9
MOST_WORDS = 12
_WRITTEN = frozenset({"text", "long", "email", "tel", "url"})


class BehindColon(Reader):
    """Reads dictation with a colon."""

    def readings(self, text: Said) -> Iterator[Reading]:
        """At most one."""
        ends = [at for at in range(1, len(text.places)) if text.raw[: text.places[at][1]].rstrip().endswith(":")]
        if len(ends) != 1 or ends[0] > MOST_WORDS or not self.page.language.by_rules:
            return
        lead = text.part(0, text.span(ends[0], ends[0] + 1)[0] - 1)
        value = text.raw[text.places[ends[0]][1] :].strip()
        slot = self._meant(framed(lead, self.page.language))
        if slot is None or not value:
            return
        once = value.count(".") == 1 and value.endswith(".")
        yield from self.given(slot, value[:-1] if once else value, SCORE)

    def is_led(self, text: Said) -> str:
        """Return what stands behind a colon that only says that something is written: `write: please knock`."""
        lead, colon, value = text.raw[text.places[0][1] :].partition(": ")
        words = lead.lower().strip(" ,").split()
        lists = self.page.language.words
        plain = lists["writing"] | lists["noting_that"] | lists["colon_led"] | lists["linked"] | lists["subject"]
        return value.strip() if colon and words and all(word in plain | lists["little"] for word in words) else ""

    def _meant(self, lead: Said) -> Slot | None:
        """The one field that all telling words of the lead are of."""
        language, lists = self.page.language, self.page.language.words
        writes = lists["writing"] | lists["noting_that"] | lists["colon_led"] | lists["linked"]
        plain = writes | lists["soft"] | lists["little"] | lists["leading_in"] | lists["courtesy"]
        words = lead.text.split()
        stems = [stem for word in words if word not in plain for stem in content(word, language)]
        slots = [one for one in self.page.slots() if one.field.kind in _WRITTEN and one.field.use]
        slots = [one for one in slots if not one.field.locked]
        if not stems:  # `note: …` is for a field that is called so, or for the only one of long texts
            named = {stem for word in words for stem in content(word, language)}
            found = [one for one in slots if named & self._own(one)]
            return found[0] if named and len(found) == 1 else None
        generic = language.stemmed(lists["field_said"])
        told = [one for one in stems if one not in generic] or stems
        fit = [one for one in slots if all(self._is_of(stem, one) for stem in told)]
        exact = [one for one in fit if set(content(one.field.name, language)) <= set(stems)]
        fit = exact if len(exact) == 1 else fit
        return fit[0] if len(fit) == 1 else None

    def _own(self, slot: Slot) -> set[str]:
        kinds = self.page.language.kinds.get(slot.field.kind, ())
        return {stem for name in (slot.field.name, *kinds) for stem in content(name, self.page.language)}

    def _is_of(self, stem: str, slot: Slot) -> bool:
        return not self._own(slot).isdisjoint({stem} | meaning_of(stem, self.page.language))


def writes_a_colon(reading: Reading) -> bool:
    """Tell whether a colon is in what would be written, which may be part of what leads to it: `put: vegetarian`."""
    return any(": " in str(call.parameters.get("text", "")) for plan in reading.plans for call in plan.calls)
