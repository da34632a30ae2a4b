"""Read one value for all fields that are called alike: `all the volumes to zero`, `both prices ten percent up`."""

from collections.abc import Iterator

from antiphon.providers.brain._page.ends import Ends
from antiphon.providers.brain._page.memory import Plan
from antiphon.providers.brain._page.reading import Reader, Reading
from antiphon.providers.brain._page.steps import Steps
from antiphon.providers.brain._page.subjects import Slot
from antiphon.providers.brain._page.words import Said, content

SCORE = 0.75
LEAST = 2
MOST = 10
MOST_WORDS = 12


class SeveralFields(Reader):
    """Reads what all numbers of a kind are to be."""

    def readings(self, text: Said) -> Iterator[Reading]:
        """At most one."""
        words, lists = text.text.split(), self.page.language.words
        every = {at for at, word in enumerate(words) if word in lists["every"]}
        if not every or not 1 < len(words) <= MOST_WORDS or text.raw.rstrip().endswith("?"):
            return
        if words[0] in lists["asking"] or not (lists["doubtful"] | lists["but"]).isdisjoint(words):
            return
        stems = {at: set(content(word, self.page.language)) for at, word in enumerate(words) if at not in every}
        spoken = {stem for own in stems.values() for stem in own}
        slots = [one for one in self.page.slots() if one.field.kind == "number" and not one.field.locked]
        shared = [spoken & set(content(one.field.name, self.page.language)) for one in slots]
        alike = [one for one, own in zip(slots, shared, strict=True) if own]
        common = set.intersection(*(own for own in shared if own)) if alike else set()
        if not LEAST <= len(alike) <= MOST or not common or len({id(one.block) for one in alike}) > 1:
            return
        named = {at for at, own in stems.items() if own & common}
        free = [at for at in stems if at not in named]
        plans = [self._plan(one, words, free) for one in alike]
        if not all(plans):
            return
        made = [one for one in plans if one]
        back = tuple(call for one in reversed(made) for call in one.back) if all(one.back for one in made) else ()
        yield Reading("several", SCORE, (Plan(tuple(call for one in made for call in one.calls), alike[-1], back),))

    def _plan(self, slot: Slot, words: list[str], free: list[int]) -> Plan | None:
        """Return what is said of one of them; None where a word is left."""
        lists = self.page.language.words
        span = {at: words[at] for at in free}
        found = Ends(self.page, self.memory, self.today).of_field(slot, span)
        heard = " ".join(span.values())
        counted = self.page.language.numbers_in(heard)
        if found is None and len(counted) == 1 and lists["absolute"] & set(span.values()):
            reading = next(self.given(slot, str(counted[0].value), SCORE), None)
            places = {at for at in free if self.page.language.numbers_in(words[at])}
            found = (reading.plans[0], places) if reading and reading.plans else None
        found = found or Steps(self.page, self.memory, self.today).of_field(slot, words, free)
        if found is None:
            return None
        plan, places = found
        plain = lists["soft"] | lists["little"] | lists["absolute"] | lists["measures"] | self.page.language.ways.keys()
        left = [words[at] for at in free if at not in places and words[at] not in plain]
        return None if any(content(word, self.page.language) for word in left) else plan
