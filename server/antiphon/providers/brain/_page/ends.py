"""Read ends of what a number may be: close the blinds all the way, halfway, mute the speakers."""

from collections.abc import Mapping

from antiphon.providers.brain._page.memory import Plan
from antiphon.providers.brain._page.reading import Reader, plain
from antiphon.providers.brain._page.subjects import Slot
from antiphon.providers.brain._page.words import content

SHARES = {"all_the_way": 1.0, "halfway": 0.5, "least": 0.0}
Span = Mapping[int, str]
"""Words by their places in an utterance."""


class Ends(Reader):
    """Reads that a number is to go to an end of its range, or to the middle."""

    def of_field(self, slot: Slot, span: Span) -> tuple[Plan, set[int]] | None:
        """Return what is to be done, and the places of the words that say so."""
        field, lists = slot.field, self.page.language.words
        if field.kind != "number" or field.minimum is None or field.maximum is None:
            return None
        said = {name: places for name in SHARES if (places := phrase(lists[name], span))}
        if not said and (all_the_way := self._as_it_is_called(slot, span)):
            said = {"all_the_way": all_the_way}
        if len(said) != 1 or ("halfway" in said and self.page.language.numbers_in(" ".join(span.values()))):
            return None  # `twenty and a half` is not half of all
        [(name, places)] = said.items()
        more, turns = self._way(slot, span)
        share = SHARES[name] if more or name != "all_the_way" else 0.0
        value = field.minimum + share * (field.maximum - field.minimum)
        for reading in self.given(slot, str(plain(value)), 1.0):
            for plan in reading.plans:
                return plan, {*places, *turns}
        return None

    def _as_it_is_called(self, slot: Slot, span: Span) -> set[int]:
        """The places of words that something is to be open, or closed, for a field that tells how far it is that:
        `blinds closed`. None where an amount is said as well."""
        lists = self.page.language.words
        own = set(content(slot.field.name, self.page.language))
        turns = lists["opened"] | lists["closed"]
        if not own & (self.page.language.stems("opened") | self.page.language.stems("closed")):
            return set()
        heard = " ".join(span.values())
        if self.page.language.numbers_in(heard) or phrase(lists["a_little"], span):
            return set()
        return {at for at, word in span.items() if word in turns}

    def _way(self, slot: Slot, span: Span) -> tuple[bool, set[int]]:
        """Return whether it is to become more, and where that is said: `open` is less of `Blinds closed`."""
        own = set(content(slot.field.name, self.page.language))
        for name, other in (("opened", "closed"), ("closed", "opened")):
            if own & self.page.language.stems(name):
                same, against = self._said(name, span), self._said(other, span)
                return not against, same | against
        ways = {at: way for at, word in span.items() if (way := self.page.language.ways.get(word))}
        return -1 not in ways.values(), set(ways)

    def _said(self, name: str, span: Span) -> set[int]:
        stems = self.page.language.stems(name)
        return {at for at, word in span.items() if not stems.isdisjoint(content(word, self.page.language))}


def phrase(phrases: frozenset[str], span: Span) -> set[int]:
    """Return the places of the longest of some phrases that stands in a row of words."""
    for phrase in sorted(phrases, key=len, reverse=True):
        parts = phrase.split()
        for at in span:
            if all(span.get(at + on) == part for on, part in enumerate(parts)):
                return set(range(at, at + len(parts)))
    return set()
