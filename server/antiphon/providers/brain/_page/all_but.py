"""Read what is to be done to all but some: `select everything except the gloves`, and `except the bolts` behind it.

What is left of an order for all is done to the others. Behind such an order that was carried out, it is taken back for
those that are excepted; over the question whether to carry it out, only the others are left of it.
"""

from collections.abc import Iterator
from dataclasses import replace
from datetime import date

from antiphon.domain.actions import ActionCall
from antiphon.providers.brain._page.every import Every
from antiphon.providers.brain._page.item_names import ItemNames
from antiphon.providers.brain._page.memory import Memory, Plan
from antiphon.providers.brain._page.reading import Reader, Reading
from antiphon.providers.brain._page.subjects import Page, Subject
from antiphon.providers.brain._page.words import Said, content

SCORE = 0.9
MOST_WORDS = 20
MOST_BEFORE = 2
"""Words in front of an `except` that only lead to it: `all except`."""


class AllBut(Reader):
    """Reads orders for all but some."""

    def __init__(self, page: Page, memory: Memory, today: date | None) -> None:
        super().__init__(page, memory, today)

    def readings(self, text: Said) -> Iterator[Reading]:
        """At most one."""
        split = self._split(text)
        if split is None:
            return
        front, behind = split
        if len(front.text.split()) <= MOST_BEFORE and self._says_all(front.text):
            yield from self._of_last(behind)
            return
        every = Every(self.page, self.memory, self.today)
        for one in every.readings(front):
            plans = [rest for plan in one.plans if (rest := self._without(plan, behind))]
            if len(plans) == 1:
                yield replace(one, plans=(plans[0],), names=plans[0].of)
                return

    def over_question(self, asked: Plan, text: Said) -> Plan | None:
        """Return the rest of a plan that was asked about, where some are excepted from it."""
        split = self._split(text)
        if split is None or not self._says_all(split[0].text):
            return None
        return self._without(asked, split[1])

    def _split(self, text: Said) -> tuple[Said, list[str]] | None:
        """Return the words in front of an `except`, and the words behind it."""
        words = text.text.split()
        if len(words) > MOST_WORDS or text.raw.rstrip().endswith("?"):
            return None
        for phrase in self.page.language.ordered["excepting"]:
            own = phrase.split()
            for at in range(len(words) - len(own)):
                if words[at : at + len(own)] == own:
                    return text.before(len(" ".join(words[:at]))), words[at + len(own) :]
        return None

    def _says_all(self, text: str) -> bool:
        """Tell whether words say no more than a yes, or all of it."""
        lists, views = self.page.language.words, self.page.language.views
        plain = {*views["every"], *lists["little"], *lists["yes"], *lists["but"]}
        return all(word in plain for word in text.split())

    def _named(self, words: list[str]) -> list[Subject]:
        """The items that some words name, where they say nothing else."""
        found = []
        for block in {id(one.block): one.block for one in self.page.subjects() if one.uses}.values():
            named = ItemNames(self.page, words).of([one for one in self.page.subjects() if one.block is block])
            left = set(range(len(words))) - {at for one in named for at in one.places}
            plain = self.page.language.things | self.page.nouns
            lists = self.page.language.words
            spare = lists["soft"] | lists["little"]
            if named and all(words[at] in spare or set(content(words[at], self.page.language)) <= plain for at in left):
                found += [one for each in named for one in each.subjects]
        return found

    def _calls_of(self, subject: Subject, calls: tuple[ActionCall, ...]) -> set[int]:
        """Return the places of those of some calls that are made to an item."""
        found = {at: self.page.owner(call) for at, call in enumerate(calls)}
        return {at for at, owner in found.items() if owner and owner[0] is subject}

    def _without(self, plan: Plan, words: list[str]) -> Plan | None:
        """A plan for all without those that some words name."""
        excepted = self._named(words)
        gone = {at for one in excepted for at in self._calls_of(one, plan.calls)}
        if not gone or len(gone) == len(plan.calls) or plan.then:
            return None
        names = {one.name for one in excepted}
        calls = tuple(call for at, call in enumerate(plan.calls) if at not in gone)
        undone = {at for one in excepted for at in self._calls_of(one, plan.back)}
        back = tuple(call for at, call in enumerate(plan.back) if at not in undone)
        return replace(plan, calls=calls, back=back, of=tuple(one for one in plan.of if one not in names))

    def _of_last(self, words: list[str]) -> Iterator[Reading]:
        """Take the last deed back for what is excepted from it."""
        done = self.memory.done
        excepted = self._named(words)
        if done is None or not excepted:
            return
        back = [done.back[at] for one in excepted for at in sorted(self._calls_of(one, done.back))]
        if not back and self.page.is_of_all(done.calls[-1:]):
            to = self.page.other_state(done.calls[-1])
            uses = [next((use for use in one.uses if self.page.switches(use)), None) for one in excepted]
            made = [self.page.call(use, to=to) for use in uses]
            back = [call for call in made if call] if all(made) else []
        if back:
            yield Reading("except", SCORE, (Plan(tuple(back), excepted[-1]),))
