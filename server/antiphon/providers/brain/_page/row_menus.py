"""Read a state that a row is given by a button which opens a menu: `the invoice is solved`, for `Status: Open`.

The button is called by a column and what the row has in it. What else can be in it is known from the other rows, and
from the fields that are called so. The menu's entry is pressed once it is there.
"""

import re
from collections.abc import Iterator, Sequence

from antiphon.domain.outline import Block, Use
from antiphon.providers.brain._page.item_names import ItemNames, Named
from antiphon.providers.brain._page.memory import Plan
from antiphon.providers.brain._page.reading import Reader, Reading
from antiphon.providers.brain._page.subjects import Subject, renewed
from antiphon.providers.brain._page.words import Said, content, is_polite

SCORE = 0.8
MOST_WORDS = 16
_LABEL = re.compile(r"^([^:]{2,30}): (.{1,30})$")


class RowMenus(Reader):
    """Reads states of rows."""

    def readings(self, text: Said) -> Iterator[Reading]:
        """At most one: one row, and one state that it is not in yet."""
        words = text.text.split()
        lists, item = self.page.language.words, self.page.language.item
        asks = text.raw.rstrip().endswith("?") and not is_polite(text, self.page.language)
        refuses = not {*item["refuses"], *item["unsure"], *item["wishes"]}.isdisjoint(words)
        joins = {word for join in self.page.language.ordered["joins"] for word in join.split()}
        refuses = refuses or not joins.isdisjoint(words)
        if asks or refuses or not 1 < len(words) <= MOST_WORDS or words[0] in lists["interrogatives"]:
            return
        plans = [plan for block in self.page.outline.blocks if block.rows for plan in self._of_block(words, block)]
        if len({str(plan.calls) + plan.then for plan in plans}) == 1:
            yield Reading("", SCORE, (plans[0],))

    def undone(self, done: Plan) -> Plan | None:
        """Return the plan that gives a row back the state that the label of its button told; None for other deeds."""
        before = _LABEL.match(done.gesture)
        row = renewed(done.about, self.page) if before and isinstance(done.about, Subject) else None
        for use in row.uses if row and before else ():
            now, call = _LABEL.match(use.label), self.page.call(use)
            if before and now and call and now[1] == before[1] and now[2] != before[2]:
                return Plan((call,), row, gesture=use.label, then=before[2].lower())
        return None

    def _of_block(self, words: Sequence[str], block: Block) -> Iterator[Plan]:
        subjects = [one for one in self.page.subjects() if one.block is block]
        heads = {head for one in subjects for use in one.uses if (head := self._parts(use, block)[0])}
        for head in heads:
            values = self._values(head, subjects, block)
            said = [(value, places) for value in values if (places := self._places(value, words, values))]
            if len(said) != 1:
                continue
            value, places = said[0]
            named = self._named(words, subjects, places)
            if len(named) != 1 or len(named[0].subjects) != 1:
                continue
            subject = named[0].subjects[0]
            use = next((one for one in subject.uses if self._parts(one, block)[0] == head), None)
            call = self.page.call(use)
            covered = places | named[0].places
            if use and call and self._parts(use, block)[1] != value and self._is_all(words, covered, block):
                yield Plan((call,), subject, gesture=use.label, then=value)

    def _parts(self, use: Use, block: Block) -> tuple[str, str]:
        """The column that a button's label begins with, and what the row has in it; empty where it is no such."""
        found = _LABEL.match(use.label) if self.page.value_of(use) is None else None
        heads = [one.name.lower() for one in block.columns]
        return (found[1].lower(), found[2].lower()) if found and found[1].lower() in heads else ("", "")

    def _values(self, head: str, subjects: Sequence[Subject], block: Block) -> list[str]:
        """Return the states that can be in a column, as far as the page tells."""
        own = {self._parts(use, block)[1] for one in subjects for use in one.uses if self._parts(use, block)[0] == head}
        stems = set(content(head, self.page.language))
        for one in self.page.options():
            if one.option and stems <= set(content(one.field.name, self.page.language)):
                own.add(one.option.name.lower())
        every = self.page.language.views["all_options"]
        return sorted(one for one in own if not {*one.split()} & {*every})

    def _places(self, value: str, words: Sequence[str], values: Sequence[str]) -> frozenset[int]:
        """Return where a state is said, or another word for it that is none of the other states."""
        language = self.page.language
        own = set(content(value, language))
        places = {at for at, word in enumerate(words) if own & set(content(word, language))}
        done = language.words["done"]
        others = [one for one in values if one != value and one in language.item["done_values"]]
        if not places and value in language.item["done_values"] and not others:
            places = {at for at, word in enumerate(words) if word in done}
        return frozenset(places)

    def _named(self, words: Sequence[str], subjects: list[Subject], bound: frozenset[int]) -> list[Named]:
        """The rows that are named, or whose places are said, or that was spoken of."""
        if named := ItemNames(self.page, words, bound).of(subjects):
            return named
        for at in (at for at, word in enumerate(words) if self.find.is_place(word)):
            meant = [one for one in self.find.pointed(words[at], [subjects[0].block]) if one in subjects]
            if len(meant) == 1:
                return [Named((meant[0],), frozenset({at}), 1.0, True)]
        about = self.memory.about
        now = renewed(about, self.page) if isinstance(about, Subject) else None
        points = [at for at, word in enumerate(words) if word in self.page.language.item["pointing"]]
        return [Named((now,), frozenset(points), 1.0, True)] if now in subjects and now and points else []

    def _is_all(self, words: Sequence[str], covered: frozenset[int], block: Block) -> bool:
        language, item = self.page.language, self.page.language.item
        plain = {*item["plain"], *item["assigns"], *item["setting"], *item["vague"], *language.words["little"]}
        heads = " ".join(column.name for column in block.columns)
        nouns = language.things | set(content(f"{heads} {block.name}", language))
        left = [word for at, word in enumerate(words) if at not in covered and word not in plain]
        return all(set(content(word, language)) <= nouns for word in left)
