"""Guess what was probably meant, where nobody has understood it: it is asked about, and done after a yes."""

from collections.abc import Iterator, Sequence

from antiphon.providers.brain._page.arranging import order_of
from antiphon.providers.brain._page.clauses import Clauses
from antiphon.providers.brain._page.deeds import SCORE, Clause
from antiphon.providers.brain._page.memory import Plan
from antiphon.providers.brain._page.reading import Reading
from antiphon.providers.brain._page.words import Said, content

LEAST = 0.5
"""Such a share of the words must be explained by what is guessed."""


class Guesses(Clauses):
    """Reads the one deed that names in an utterance stand for, though not all of its words are explained."""

    def readings(self, text: Said) -> Iterator[Reading]:
        """At most one, of one deed. No guess where a word may turn it into its contrary, or asks."""
        words, lists = text.text.split(), self.page.language.words
        if not lists["if"].isdisjoint(words) or self._is_no_order(text, words):
            return
        if order_of(text.text, self.page.language).is_cued:
            return  # an order that nothing sorts by is none of another
        clauses = self._clauses(text, words, self._pointed(words, self._wanted(text, words)))
        made = [one for clause in clauses for one in self._of_each(clause, words, text)]
        deeds = {str(plan.calls): (plan, places) for plan, places in made if plan.calls}
        if len(deeds) != 1:
            return
        [(plan, places)] = deeds.values()
        soft = lists["soft"] | lists["on"] | lists["off"] | lists["subject"] | lists["leading"]
        counted = {at for at, word in enumerate(words) if content(word, self.page.language) and word not in soft}
        if counted and len(counted & places) / len(counted) >= LEAST:
            yield Reading("guess", SCORE, (plan,), asks=not self._is_plain(text, words, counted - places))

    def _is_plain(self, text: Said, words: Sequence[str], left: set[int]) -> bool:
        """Tell whether the words that nothing explains only measure or place what was named: `two packets of tea`, `the
        plus next to the hours`."""
        lists = self.page.language.words
        beside = lists.get("beside_it", frozenset()) | lists["packs"]
        if not lists["doubtful"].isdisjoint(text.raw.lower().split()) or not lists["off"].isdisjoint(words):
            return False
        return all(words[at] in beside for at in left)

    def _of_each(self, clause: Clause, words: Sequence[str], text: Said) -> Iterator[tuple[Plan, set[int]]]:
        """Yield what each name in a clause stands for, with the places of the words that say so."""
        lists = self.page.language.words
        negative = any(words[at] in lists["off"] for at in clause.free)
        verbs = self.page.language.labels["add"] | self.page.language.labels["remove"]
        for mention in clause.named:
            if words[mention.start] in verbs and mention.start == 0:
                continue  # `add` is what is to be done, and no option that is called `Added`
            if made := self._of_mention(mention, clause, words, text, negative=negative):
                plan, places = made
                yield plan, places | set(range(mention.start, mention.end))
