"""Read what is said of somebody on a list and means a switch beside the name: `she'd like to get our mails again`.

The switch is meant by the noun in its label, whatever verb is used of it (`Receives mail`, `no more mail for Ben`), or
by a verb of its own in the language's file (`unsubscribe Ben`). The rest of the sentence must say nothing else.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from antiphon.domain.outline import Block, Use
from antiphon.providers.brain._page.item_names import ItemNames, Named
from antiphon.providers.brain._page.memory import Plan
from antiphon.providers.brain._page.reading import Reader, Reading
from antiphon.providers.brain._page.subjects import Subject, renewed
from antiphon.providers.brain._page.words import Said, content, is_polite

SCORE = 0.8
MOST_WORDS = 18


@dataclass(frozen=True, slots=True)
class Sense:
    """The state that a sentence gives a switch, and the places of the words that say so."""

    on: bool
    places: frozenset[int]


class RowSwitches(Reader):
    """Reads switches of items by what is said of the items."""

    def readings(self, text: Said) -> Iterator[Reading]:
        """At most one."""
        words = text.text.split()
        lists, item = self.page.language.words, self.page.language.item
        asks = text.raw.rstrip().endswith("?") and not is_polite(text, self.page.language)
        unsure = not {*item["unsure"], *item["amounts_unsure"][:1]}.isdisjoint(words)
        if asks or unsure or not 1 < len(words) <= MOST_WORDS or words[0] in lists["interrogatives"]:
            return
        found = []
        for block in {id(one.block): one.block for one in self.page.subjects() if one.uses}.values():
            if not any(
                self.page.switches(use) for one in self.page.subjects() if one.block is block for use in one.uses
            ):
                continue
            found += self._of_block(words, block)
        calls = {str([plan.calls for plan in plans]) for plans in found}
        if len(calls) != 1:
            return
        plans = found[0]
        made = tuple(call for plan in plans for call in plan.calls)
        back = tuple(call for plan in plans for call in plan.back)
        if made:
            yield Reading("", SCORE, (Plan(made, plans[-1].about, back, plans[-1].gesture),))

    def _of_block(self, words: Sequence[str], block: Block) -> list[list[Plan]]:
        subjects = [one for one in self.page.subjects() if one.block is block]
        labels = {self.page.label_of(use, one.name) for one in subjects for use in one.uses if self.page.switches(use)}
        found = []
        for label in labels:
            bound = self._bound(words, label)
            named = self._named(words, subjects, bound)
            covered = {at for one in named for at in one.places}
            sense = self.sense(label, words, covered) if named else None
            if sense is None or not self._is_all(words, covered | sense.places, named[0].subjects[0]):
                continue
            plans = [self._plan(one.subjects[0], label, sense.on) for one in named]
            if all(plans):
                found.append([plan for plan in plans if plan])
        return found

    def _bound(self, words: Sequence[str], label: str) -> frozenset[int]:
        own, verbs = self._noun(label), self.page.language.switch_verbs
        return frozenset(
            at for at, word in enumerate(words) if word in verbs or own & set(content(word, self.page.language))
        )

    def _noun(self, label: str) -> set[str]:
        """The stems of a label without the verb that only says that somebody has it."""
        having = self.page.language.stemmed(self.page.language.item["having"])
        own = set(content(label, self.page.language))
        return own - having or own

    def _named(self, words: Sequence[str], subjects: list[Subject], bound: frozenset[int]) -> list[Named]:
        """The items that are named, or whose places are said, or that was spoken of."""
        named = ItemNames(self.page, words, bound).of(subjects)
        if any(len(one.subjects) > 1 for one in named):
            return []
        if named:
            return named
        for at in (at for at, word in enumerate(words) if self.find.is_place(word)):
            meant = self.find.pointed(words[at], [subjects[0].block])
            if len(meant) == 1 and meant[0] in subjects:
                return [Named((meant[0],), frozenset({at}), 1.0, True)]
        about = self.memory.about
        now = renewed(about, self.page) if isinstance(about, Subject) else None
        points = [at for at, word in enumerate(words) if word in self.page.language.item["pointing"]]
        return [Named((now,), frozenset(points), 1.0, True)] if now in subjects and now and points else []

    def sense(self, label: str, words: Sequence[str], covered: set[int]) -> Sense | None:
        """The state that is said of a switch of this label; None where none is."""
        language = self.page.language
        item = language.item
        free = [at for at in range(len(words)) if at not in covered]
        refuses = [at for at in free if words[at] in {*item["refuses"], *item["ending"]}]
        for at in free:
            on, nouns = language.switch_verbs.get(words[at], (True, frozenset()))
            if not nouns.isdisjoint(content(label, language)):
                return Sense(on is not bool(refuses), frozenset({at, *refuses}))
        noun = self._noun(label)
        spoken = {at for at in free if noun & set(content(words[at], language))}
        said = {each for at in spoken for each in content(words[at], language)}
        if not noun or not noun <= said:
            return None
        off = refuses or [at for at in free if words[at] in language.words["off"]]
        cues = [at for at in free if words[at] in {*item["wanting_it"], *language.words["on"]}]
        return Sense(not off, frozenset({*spoken, *off, *cues})) if off or cues else None

    def _is_all(self, words: Sequence[str], covered: set[int], subject: Subject) -> bool:
        language, lists, item = self.page.language, self.page.language.words, self.page.language.item
        plain = {
            *item["plain"],
            *item["assigns"],
            *item["having"],
            *item["wanting_it"],
            *lists["little"],
            *lists["soft"],
        }
        plain |= {*item["setting"], *item["vague"], *lists["counters"], *lists["would"], *lists["wishing"]}
        nouns = language.things | self.page.nouns | {one for cell in subject.cells for one in content(cell, language)}
        left = [word for at, word in enumerate(words) if at not in covered and word not in plain]
        return all(set(content(word, language)) <= nouns for word in left)

    def _plan(self, subject: Subject, label: str, on: bool) -> Plan | None:
        uses = [use for use in subject.uses if self._is_it(use, subject, label)]
        if subject.on is on:
            return None  # which others tell
        states = ("on", "off") if on else ("off", "on")
        call, back = (self.page.call(uses[0], to=state) for state in states) if len(uses) == 1 else (None, None)
        return Plan((call,), subject, (back,) if back else (), "tick" if on else "untick") if call else None

    def _is_it(self, use: Use, subject: Subject, label: str) -> bool:
        return self.page.switches(use) and self.page.label_of(use, subject.name) == label
