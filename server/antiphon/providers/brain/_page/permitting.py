"""Read who may do something, where each row of a list has one switch for that: `podcasts may notify me, the news not`.

The list is known by what it is called (`Notifications`), or by the head of the switches' column (`Allowed`). Each part
of a sentence says of some rows, of all, or of all but some, that they may or that they may not.
"""

from collections.abc import Iterator, Sequence

from antiphon.domain.outline import Block
from antiphon.providers.brain._page.memory import Plan
from antiphon.providers.brain._page.reading import Reader, Reading, contradict
from antiphon.providers.brain._page.subjects import Subject
from antiphon.providers.brain._page.words import Said, content

SCORE = 0.75
LEAST = 2
"""Rows that have such a switch."""
MOST_WORDS = 16
Told = tuple[list[Subject], bool]
"""Rows, and whether they may."""


class Permitting(Reader):
    """Reads which rows of a list may do what its switches are for."""

    def readings(self, text: Said) -> Iterator[Reading]:
        """At most one."""
        words, lists = text.text.split(), self.page.language.words
        if not self.page.language.by_rules or not 1 < len(words) <= MOST_WORDS or text.raw.rstrip().endswith("?"):
            return
        if words[0] in lists["interrogatives"] or not lists["doubtful"].isdisjoint(set(words) - lists["forbidding"]):
            return
        found = [plans for block in self.page.outline.blocks if (plans := self._of_block(block, text, words))]
        if len(found) != 1:
            return
        calls = tuple(call for plan in found[0] for call in plan.calls)
        back = tuple(call for plan in reversed(found[0]) for call in plan.back)
        if not contradict(calls):
            yield Reading("permit", SCORE, (Plan(calls, found[0][-1].about, back),))

    def _of_block(self, block: Block, text: Said, words: Sequence[str]) -> list[Plan]:
        rows = [one for one in self.page.subjects() if one.block is block and self._switches(one) == 1]
        if len(rows) < LEAST:
            return []
        told: list[Told] = []
        may: bool | None = None
        led = text.raw.split(" ", 1)[0].lower() in self.page.language.views["strong"]  # a courtesy had it
        for start, end in self._parts(text, words):
            part = [*text.raw.lower().split()[:1], *words[start:end]] if led and not start else words[start:end]
            said = self._says(part)
            may = said if said is not None else may
            own = self._rows(rows, part, told, may)
            if own is None or may is None or not self._is_all(block, rows, part):
                return []
            told += own
        spoken = {stem for word in words for stem in content(word, self.page.language)}
        is_of_list = not spoken.isdisjoint(self._called(block)) or "may" in words
        if not told or not is_of_list:
            return []
        last = {id(row): (row, may) for own, may in told for row in own}
        return [plan for row, may in last.values() if (plan := self._plan(row, may))]

    def _parts(self, text: Said, words: Sequence[str]) -> list[tuple[int, int]]:
        """The parts between joining words and pauses, by the places of their words."""
        lists = self.page.language.words
        joins = {*self.page.language.ordered["joins"], *lists["but"]}
        cuts = [at for at in range(1, len(words)) if words[at] in joins or text.pauses_before(at)]
        cuts = [at for at in cuts if at - 1 not in cuts]
        return list(zip([0, *cuts], [*cuts, len(words)], strict=True))

    def _says(self, part: Sequence[str]) -> bool | None:
        """Tell whether a part says that somebody may, or may not; None where it says neither."""
        lists = self.page.language.words
        if not lists["forbidding"].isdisjoint(part):
            return False
        return True if not lists["permitting"].isdisjoint(part) else None

    def _rows(
        self, rows: Sequence[Subject], part: Sequence[str], told: Sequence[Told], may: bool | None
    ) -> list[Told] | None:
        """The rows that a part is of: those that it names, or all. Behind an `except`, they are the contrary."""
        lists = self.page.language.words
        named = [one for one in rows if self._is_named(one, part)]
        excepts = next((at for at, word in enumerate(part) if word in lists["but"]), None)
        if excepts is not None and excepts == 0 and told and self._says(part) is None and may is not None:
            return [(named, not may)] if named and len(told[-1][0]) == len(rows) else None
        every = lists["every"] | set(self.page.language.views["every"])
        if not every.isdisjoint(part):
            return [([*rows], bool(may))] if not named else None
        if named and may and not set(self.page.language.views["strong"]).isdisjoint(part):
            return [([*rows], False), (named, True)]  # `only the mail may`
        if named:
            return [(named, bool(may))]
        return [([*rows], False)] if may is False and part[0] in lists["none"] else None

    def _is_named(self, row: Subject, part: Sequence[str]) -> bool:
        own = set(content(row.name, self.page.language))
        return bool(own) and own <= {stem for word in part for stem in content(word, self.page.language)}

    def _is_all(self, block: Block, rows: Sequence[Subject], part: Sequence[str]) -> bool:
        """Tell whether nothing else is said."""
        lists = self.page.language.words
        plain = lists["permitting"] | lists["forbidding"] | lists["permit_plain"] | lists["soft"] | lists["little"]
        plain |= (
            lists["notice_words"]
            | lists["but"]
            | lists["every"]
            | set(self.page.language.views["every"])
            | set(self.page.language.ordered["joins"])
        )
        known = self._called(block) | {stem for one in rows for stem in content(one.name, self.page.language)}
        return all(word in plain or set(content(word, self.page.language)) <= known for word in part)

    def _called(self, block: Block) -> set[str]:
        """The stems of what the list and its columns are called."""
        names = [block.name, *(one.name for one in block.columns)]
        stems = {stem for name in names for stem in content(name, self.page.language)}
        is_told = not self.page.language.stems("notice_words").isdisjoint(stems)
        return stems | (self.page.language.stems("notice_words") if is_told else set())

    def _switches(self, row: Subject) -> int:
        return sum(self.page.switches(use) for use in row.uses)

    def _plan(self, row: Subject, may: bool) -> Plan | None:
        use = next(use for use in row.uses if self.page.switches(use))
        if row.on is may:
            return None
        states = ("on", "off") if may else ("off", "on")
        call, back = (self.page.call(use, to=state) for state in states)
        return Plan((call,), row, (back,) if back else ()) if call else None
