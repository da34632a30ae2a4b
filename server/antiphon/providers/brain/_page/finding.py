"""Find the item, row, field, column or option of a page that a phrase means."""

import re
from collections.abc import Iterable, Sequence

from antiphon.domain.outline import Block, Column, FormField
from antiphon.providers.brain._page.names import Fit
from antiphon.providers.brain._page.subjects import Page, Slot, Subject, renewed
from antiphon.providers.brain._page.words import content

_KINDS = ("list", "table")
_NONE = Fit(0.0, 0.0)


class Finder:
    """Finds what phrases mean on a page, with what was spoken of last."""

    def __init__(self, page: Page, about: Subject | Slot | None, listed: Sequence[Subject] = ()) -> None:
        self.page = page
        self.about = about
        self.listed = [now for one in listed if (now := renewed(one, page))]
        self._words = page.language.words
        self._ordered = page.language.ordered

    def subjects(self, phrase: str, blocks: Sequence[Block] = ()) -> list[tuple[Subject, Fit]]:
        """The items and rows that a phrase means, the best first; several where they fit alike."""
        phrase = phrase.strip()
        if pointed := self.pointed(phrase, blocks):
            return [(one, Fit(1.0, 1.0)) for one in pointed]
        rated = []
        for subject in self.page.subjects() if self.page.may_have(phrase) else ():
            if blocks and subject.block not in blocks:
                continue
            fit = self.page.fit(phrase, subject.name, subject.block.name)
            if fit.said < 0.99 and subject.cells:
                whole = self.page.fit(phrase, " ".join(subject.cells), subject.block.name)
                fit = Fit(whole.said, min(whole.named, 0.5)) if whole.said > fit.said else fit
            if fit.said > 0.99:
                rated.append((subject, fit))
        rated.sort(key=lambda pair: pair[1], reverse=True)
        return [pair for pair in rated if pair[1] == rated[0][1]]

    def group(self, phrase: str, blocks: Sequence[Block]) -> list[Subject]:
        """All that a phrase means that speaks of several: `all the finished ones`, `everything`, `completed tasks`."""
        for template in self.page.language.groups:
            match = template.pattern.fullmatch(phrase)
            if not match:
                continue
            slots = {name.split("__")[0]: value.strip() for name, value in match.groupdict().items() if value}
            if slots.get("place"):
                blocks = self.blocks(slots["place"])
            found = self._of_group(slots.get("group", ""), slots.get("state", ""), blocks)
            if found:
                return found
        return []

    def _of_group(self, group: str, state: str, blocks: Sequence[Block]) -> list[Subject]:
        lists = self._entries(blocks)
        words = group
        for each in (*self._words["done"], *self._words["open"]):
            if f" {each} " in f" {group} ":
                state, words = each, f" {group} ".replace(f" {each} ", " ").strip()
                break
        wanted = None if not state else state in self._words["done"]
        things = self.page.language.things
        rest = [word for word in content(words, self.page.language) if word not in things]
        found = []
        for entries in lists:
            name = set(content(entries[0].block.name, self.page.language))
            of_list = all(word in name for word in rest)
            for one in entries:
                fits = of_list or self.page.fit(" ".join(rest), " ".join(one.cells) or one.name).said > 0.99
                if fits and (wanted is None or one.on is wanted):
                    found.append(one)
        if len({id(one.block) for one in found}) > 1 and not rest:
            # Of a list and a table, tasks are what can be ticked.
            found = [one for one in found if one.on is not None]
        if len({id(one.block) for one in found}) > 1 and (named := set(content(words, self.page.language))):
            found = [one for one in found if named <= set(content(one.block.name, self.page.language))]
        return found if len({id(one.block) for one in found}) == 1 else []

    def pointed(self, phrase: str, blocks: Sequence[Block] = ()) -> list[Subject]:
        """`it`, `the second one`, `the last task`, `number three`, `the other one`."""
        if phrase in self._words["subject"]:
            now = renewed(self.about, self.page) if isinstance(self.about, Subject) else None
            return [now] if now else []
        if step := -1 if phrase in self._words["above"] else 1 if phrase in self._words["below"] else 0:
            now = renewed(self.about, self.page) if isinstance(self.about, Subject) else None
            near = [one for one in self.page.subjects() if now and one.block is now.block and one.at == now.at + step]
            return near[:1]
        tail = next((one for one in self.page.language.asked.phrases["of_those"] if phrase.endswith(f" {one}")), "")
        those = phrase.removesuffix(tail).strip()
        if not blocks and len(self.listed) > 1 and (one := self._placed(those, self.listed, False)):
            return [one]  # of those that the last answer has named
        words = self.page.language.bare(phrase).split()
        for at in range(1, len(words) - 1):
            # `the last thing on the shopping list`
            if words[at] in self._words["placed"] and self.is_place(words[0]) and not blocks:
                within = self.blocks(" ".join(words[at + 1 :]))
                return self.pointed(" ".join(words[:at]), within) if len(within) == 1 else []
        lists = self._entries(blocks)
        # `the second chore` is one of the chores, where a list is called so.
        rest = content(" ".join(self.page.language.bare(phrase).split()[1:]), self.page.language)
        named = [one for one in lists if rest and set(rest) <= set(content(one[0].block.name, self.page.language))]
        if not named and rest and set(rest) <= self.page.language.stems("ticked"):
            named = [one for one in lists if all(each.on is not None for each in one)]
        found = list(filter(None, (self._placed(phrase, entries, bool(named)) for entries in named or lists)))
        if len(found) > 1 and len({self._controls(one) for one in found}) == 1 and not blocks:
            # The lists of a week's days are one after the other.
            ends = {True: found[-1:], False: found[:1]}
            first = self._place(words[0]) == 1 if words else False
            return (
                ends[words[0] in self._words["last"]] if words and (first or words[0] in self._words["last"]) else found
            )
        return found

    def _controls(self, subject: Subject) -> frozenset[str]:
        """Return the names of the controls of an item, whatever that is called."""
        return frozenset(self.page.label_of(use, subject.name).lower() for use in subject.uses)

    def is_place(self, word: str) -> bool:
        """Tell whether a word says which of several: `second`, `last`."""
        return self._place(word) is not None or word in self._words["last"]

    def _placed(self, phrase: str, entries: list[Subject], is_named: bool) -> Subject | None:
        is_row = not self._words["rows_said"].isdisjoint(phrase.split())
        if not entries or (is_row and entries[0].block.kind != "table"):
            return None
        if phrase in self._words["other"]:
            others = [one for one in entries if not (isinstance(self.about, Subject) and one.name == self.about.name)]
            return others[0] if len(others) == 1 and len(entries) == 2 else None
        words = self.page.language.bare(phrase).split()
        if not words or not entries:
            return None
        rest = " ".join(words[1:])
        is_thing = (
            is_named
            or not content(rest, self.page.language)
            or all(word in self.page.language.things for word in content(rest, self.page.language))
        )
        if is_thing and words[0] in self._words["last"]:
            return entries[-1]
        place = self._place(words[0]) if is_thing else None
        if place is None and words[0] in self._words["counters"] and len(words) == 2:
            found = self.page.language.numbers_in(words[1])
            place = int(found[0].value) if found else self._place(words[1])
        return entries[place - 1] if place and 0 < place <= len(entries) else None

    def _place(self, word: str) -> int | None:
        if word in self._words["first"]:
            return 1
        return self.page.language.place(word)

    def _entries(self, blocks: Sequence[Block]) -> list[list[Subject]]:
        """Return the lists whose places count: the one that is meant, or was spoken of, or each with controls."""
        lists: dict[int, list[Subject]] = {}
        for one in self.page.subjects():
            lists.setdefault(id(one.block), []).append(one)
        all_ = list(lists.values())
        if blocks:
            return [one for one in all_ if one[0].block in blocks]
        if isinstance(self.about, Subject):
            near = self.about.block
            same = [one for one in all_ if (one[0].block.name, one[0].block.kind) == (near.name, near.kind)]
            if same:
                return same
        return [one for one in all_ if any(each.uses for each in one)] or all_

    def blocks(self, phrase: str | None) -> list[Block]:
        """The lists and tables that a phrase names; all where it names none in particular."""
        all_ = [one for one in self.page.outline.blocks if one.kind in {"list", "table"}]
        if phrase is None or not phrase.strip():
            return all_
        bare, language = phrase.strip(), self.page.language
        name = language.without_kind(bare)
        if len(all_) == 1 and (bare in self._words["only_list"] or not content(name, language)):
            return all_
        rated = [(self.page.fit(name or bare, one.name), one) for one in all_]
        good = [(fit, one) for fit, one in rated if fit.said > 0.99]
        best = max((fit for fit, _ in good), default=_NONE)
        found = [one for fit, one in good if fit == best]
        if found:
            return found
        kind = next((one for one in _KINDS if not self._words[f"{one}_kind"].isdisjoint(bare.split())), "")
        alike = [one for one in all_ if one.kind == kind and not content(name, language)]
        return alike if len(alike) == 1 else []

    def fields(self, phrase: str, slots: Iterable[Slot] | None = None) -> list[Slot]:
        """The fields that a phrase names, the best only."""
        phrase = phrase.strip()
        if phrase in self._words["subject"]:
            name = self.about.field.name if isinstance(self.about, Slot) else None
            return [one for one in self.page.slots() if one.field.name == name][:1]
        rated = [(self._fits(phrase, one.field), one) for one in (self.page.slots() if slots is None else slots)]
        good = [(fit, one) for fit, one in rated if fit.said > 0.99]
        best = max((fit for fit, _ in good), default=_NONE)
        return [one for fit, one in good if fit == best]

    def rated_fields(self, phrase: str) -> list[tuple[Slot, Fit]]:
        """The fields that a phrase names, the best only, with how well."""
        return [(one, self._fits(phrase.strip(), one.field)) for one in self.fields(phrase)]

    def each(self, phrase: str, blocks: Sequence[Block]) -> list[Subject]:
        """The items of `milk, rice and bread`, where each part means one; nothing for any other phrase."""
        joins = "|".join(map(re.escape, self._ordered["joins"]))
        parts = [part for part in re.split(rf" (?:{joins}) ", phrase) if part.strip()]
        found = [self.subjects(part, blocks) for part in parts]
        return [one[0][0] for one in found] if len(parts) > 1 and all(len(one) == 1 for one in found) else []

    def _fits(self, phrase: str, field: FormField) -> Fit:
        if phrase in self._words["subject"]:
            return Fit(1.0, 1.0)
        own = self.page.fit(phrase, field.name)
        for also in self.page.language.kinds.get(field.kind, ()):
            if _without_owner(phrase, self._ordered["of_somebody"]) == also:
                own = max(own, Fit(1.0, 0.8))
        if field.group:
            with_group = self.page.fit(phrase, f"{field.group} {field.name}")
            own = max(own, Fit(with_group.said, with_group.named * 0.9))
        return own

    def options(self, phrase: str, *, bare: bool) -> list[tuple[Slot, Fit]]:
        """The options that a phrase names, the best only. `bare`: without a verb, so only by the whole name."""
        rated = []
        for slot in self.page.options():
            if slot.option is None:
                continue
            fit = self.page.fit(phrase, slot.option.name, slot.field.name)
            if fit.said > 0.99 and (fit.named > 0.99 or not bare):
                rated.append((slot, fit))
        rated.sort(key=lambda pair: pair[1], reverse=True)
        return [pair for pair in rated if pair[1] == rated[0][1]]

    def columns(self, phrase: str, blocks: Sequence[Block] = ()) -> list[tuple[Block, Column]]:
        rated = [
            (self.page.fit(phrase, column.name), block, column)
            for block in blocks or self.page.outline.blocks
            for column in block.columns
            if column.name
        ]
        good = [one for one in rated if one[0].said > 0.99]
        best = max((fit for fit, *_ in good), default=_NONE)
        return [(block, column) for fit, block, column in good if fit == best]


def _without_owner(phrase: str, owners: Sequence[str]) -> str:
    for one in owners:
        phrase = phrase.removeprefix(f"{one} ")
    return phrase
