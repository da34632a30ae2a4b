"""Read what is said of items of a list by their names and what became of them: `Jens has paid`, `Jo does the bathroom`.

A sentence is read as a whole: the items that are named, and one deed that all its other words speak of. Several items
may be named for one deed; several deeds stand in parts of their own.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import date
from functools import cached_property
from itertools import pairwise

from antiphon.domain.outline import Block
from antiphon.providers.brain._page.amounts import Amounts
from antiphon.providers.brain._page.clearing import Clearing
from antiphon.providers.brain._page.counting import Counting
from antiphon.providers.brain._page.in_bulk import InBulk
from antiphon.providers.brain._page.item_deeds import ItemDeeds
from antiphon.providers.brain._page.item_names import ItemNames, Named
from antiphon.providers.brain._page.memory import Memory, Plan
from antiphon.providers.brain._page.moving import Moving
from antiphon.providers.brain._page.only_control import OnlyControl
from antiphon.providers.brain._page.other_words import OtherWords
from antiphon.providers.brain._page.predicates import Deed, Predicate
from antiphon.providers.brain._page.reading import Reader, Reading
from antiphon.providers.brain._page.row_menus import RowMenus
from antiphon.providers.brain._page.row_switches import RowSwitches
from antiphon.providers.brain._page.so_many import of_several
from antiphon.providers.brain._page.subjects import Page, Slot, Subject, renewed
from antiphon.providers.brain._page.ticked_first import TickedFirst
from antiphon.providers.brain._page.words import Said, content, framed, is_polite, said

SCORE = 0.8
MOST_WORDS = 20
MOST_PARTS = 4
MOST_IN_A_ROW = 10
_CLOCK = re.compile(r"\b([01]?\d|2[0-3])[:.][0-5]\d\b")
_TITLE = re.compile("\u201c(.+?)\u201d")
Found = tuple[tuple[Named, ...], tuple[Deed, ...]]


class ItemOrders(Reader):
    """Reads orders about items, most of them statements. `before` is what was said last."""

    def __init__(self, page: Page, memory: Memory, today: date | None, before: str = "") -> None:
        super().__init__(page, memory, today)
        self._before = before

    def readings(self, text: Said) -> Iterator[Reading]:
        """At most one."""
        words = text.text.split()
        if self._is_no_order(text, words):
            return
        for reader in (Moving, Amounts, Counting, Clearing, RowSwitches):
            if reading := next(reader(self.page, self.memory, self.today).readings(text), None):
                yield reading
                return
        for parts in self._cut(text):
            read = [self._of_part(part) for part in parts]
            if read and all(read):
                found = [one for one in read if one]
                yield from self._joined(self._so_many(parts, found) if len(found) > 1 else found)
                return
        if order := self._of_pronoun(parts):
            yield from self._joined([order])
            return
        made = next(InBulk(self.page, self.memory, self.today).of_named(text), None)
        made = made or next(RowMenus(self.page, self.memory, self.today).readings(text), None)
        made = made or next(OnlyControl(self.page, self.memory, self.today).readings(text), None)
        made = made or next(TickedFirst(self.page, self.memory, self.today).readings(text), None)
        yield from [made] if made else []

    def _so_many(self, parts: Sequence[Said], found: Sequence[Found]) -> list[Found]:
        """Return what each of several parts orders, as often as it says."""
        return [
            (subjects, tuple(replace(deed, plan=of_several(self.page, part.text, deed.plan)) for deed in deeds))
            for part, (subjects, deeds) in zip(parts, found, strict=True)
        ]

    def _of_pronoun(self, parts: Sequence[Said]) -> Found | None:
        """`Jonas can't do the bathroom, Priya takes it`: what is named first is what the order behind speaks of, be
        there more between them that names nothing."""
        if not 1 < len(parts) <= MOST_PARTS:
            return None
        words = parts[0].text.split()
        last = framed(parts[-1], self.page.language)
        ways = [last, *OtherWords(self.page).as_orders(last)]
        found = []
        for block in self._blocks():
            subjects = [one for one in self.page.subjects() if one.block is block]
            named = self._names_in(words, subjects)
            between = [one for part in parts[1:-1] for one in ItemNames(self.page, part.text.split()).of(subjects)]
            if len(named) == 1 and len(named[0].subjects) == 1 and not between:
                read = (self._of_block(one.text.split(), block, named[0].subjects[0]) for one in ways)
                order = next(filter(None, read), None)
                found += [(named[0], order)] if order else []
        most = max(((one.by_name, one.share) for one, _ in found), default=(False, 0.0))
        orders = [order for one, order in found if (one.by_name, one.share) == most]
        return orders[0] if len(orders) == 1 else None

    def _names_in(self, words: Sequence[str], subjects: Sequence[Subject]) -> list[Named]:
        """The items of a list that some words name, or the one whose place they say."""
        named = ItemNames(self.page, words).of(subjects)
        return named if any(one.by_name for one in named) else self._placed(words, subjects) or named

    def _blocks(self) -> list[Block]:
        """The lists and tables whose items have controls."""
        return list({id(one.block): one.block for one in self.page.subjects() if one.uses}.values())

    def _is_no_order(self, text: Said, words: Sequence[str]) -> bool:
        lists = self.page.language.words
        asks = text.raw.rstrip().endswith("?") and not is_polite(text, self.page.language)
        asks = asks or not words or words[0] in lists["interrogatives"]
        unsure = not set(self.page.language.item["unsure"]).isdisjoint(words)
        return asks or unsure or not 1 < len(words) <= MOST_WORDS

    def _cut(self, text: Said) -> Iterator[list[Said]]:
        """The sentence as a whole, what stands behind its colon, and in parts between `and` and commas."""
        yield [text]
        words = text.text.split()
        colon = next((at for at in range(1, len(words)) if text.raw[: text.places[at][1]].rstrip().endswith(":")), 0)
        behind = text.after(len(" ".join(words[:colon]))) if colon else text
        spoken = behind.text.split()
        lists = self.page.language
        joins = {word for join in lists.ordered["joins"] for word in join.split()} | lists.words["but"]
        cuts = [
            0,
            *(at for at in range(1, len(spoken)) if self._cuts(spoken, at, joins) or behind.pauses_before(at)),
            len(spoken),
        ]
        parts = [behind.part(*_span(behind, first, last)) for first, last in pairwise(cuts)]
        parts = [one for one in map(self._bare, parts) if one.text]
        if colon:
            yield [behind]
        if 1 < len(parts) <= MOST_PARTS:
            yield parts

    def _cuts(self, words: Sequence[str], at: int, joins: set[str] | frozenset[str]) -> bool:
        """Tell whether a word joins two parts, and is none within the name of an item: `Stretch and Relax`."""
        if words[at] not in joins:
            return False
        within = " ".join(words[at - 1 : at + 2])
        return not any(within in said(one.name.replace("&", words[at]), self.page.language).text for one in self._items)

    @cached_property
    def _items(self) -> list[Subject]:
        """The items whose names have a word or a sign that joins."""
        joins = {word for join in self.page.language.ordered["joins"] for word in join.split()} | {"&"}
        return [one for one in self.page.subjects() if not joins.isdisjoint(one.name.lower().split())]

    def _bare(self, part: Said) -> Said:
        """Return a part without the words that join it."""
        lists = self.page.language
        joins = {word for join in lists.ordered["joins"] for word in join.split()} | lists.words["but"]
        words = part.text.split()
        first = next((at for at, word in enumerate(words) if word not in joins), len(words))
        return part.part(*_span(part, first, len(words))) if first < len(words) else part.part(0, 0)

    def _joined(self, found: Sequence[Found]) -> Iterator[Reading]:
        deeds = [deed for _, each in found for deed in each]
        plans = [deed.plan for deed in deeds if deed.plan.calls]
        if not plans:
            already = deeds[0]
            name, state = f"“{already.plan.name}”", self.page.language.say(already.already)
            if len(deeds) == 1:
                yield Reading(
                    "", SCORE, (already.plan,), text=self.page.language.say("already", name=name, state=state)
                )
            return
        calls = tuple(call for plan in plans for call in plan.calls)
        back = tuple(call for plan in reversed(plans) for call in plan.back)
        asks = any(deed.asks for deed in deeds)
        names = tuple(f"{plan.count} \u00d7 {plan.name}" if plan.count > 1 else plan.name for plan in plans)
        whole = back if all(plan.back for plan in plans) else ()
        gesture = plans[-1].gesture if len({plan.gesture for plan in plans}) == 1 else ""
        several = len({plan.gesture for plan in plans}) > 1
        told = tuple(
            f"{plan.gesture}: {name}" if several and plan.gesture else name
            for plan, name in zip(plans, names, strict=True)
        )
        of = told if (asks or several) and len(names) > 1 else ()
        yield Reading(gesture, SCORE, (Plan(calls, plans[-1].about, whole, gesture, of),), asks=asks, names=names)

    def _of_part(self, text: Said) -> Found | None:
        """The items and the deeds of a part; None where a word of it is left, or two readings fit alike."""
        words = text.text.split()
        found = [one for block in self._blocks() if (one := self._of_block(words, block))]
        if len(found) > 1:
            most = max(self._share(one) for one in found)
            found = [one for one in found if self._share(one) == most]
        return found[0] if len(found) == 1 else None

    def _share(self, found: Found) -> tuple[bool, float, bool, int]:
        named, deeds = found
        by_name, share = all(one.by_name for one in named), min(one.share for one in named)
        return by_name, share, not any(one.asks for one in deeds), max(len(one.places) for one in deeds)

    def _of_block(self, words: Sequence[str], block: Block, about: Subject | None = None) -> Found | None:
        subjects = [one for one in self.page.subjects() if one.block is block]
        if about is not None:
            names = self._by_pronoun(words, about)
        else:
            names = self._in_a_row(words, subjects) or ItemNames(self.page, words).of(subjects)
            if not any(one.by_name for one in names):
                names = self._pointed(words, subjects) or names
        if not names or any(len(one.subjects) > 1 for one in names):
            return None
        covered = frozenset(at for one in names for at in one.places)
        refusing = frozenset(at for at, word in enumerate(words) if word in self.page.language.item["refuses"])
        spelt = [word for one in names for word in one.subjects[0].name.lower().split()]
        in_names = sum(word in self.page.language.item["refuses"] for word in spelt)
        refusing = refusing if len(refusing) > in_names else refusing - covered
        predicate = Predicate(tuple(words), frozenset(range(len(words))) - (covered - refusing), refusing)
        deeds: list[Deed] = []
        for one in names:
            each = ItemDeeds(self.page, predicate).of(one.subjects[0], one.places)
            own = [deed for deed in each if self._is_all(deed, predicate, one.subjects[0])]
            if not own or any(deed.plan.calls != own[0].plan.calls for deed in own):
                return None
            deeds.append(min(own, key=lambda deed: deed.asks))
        return (tuple(names), tuple(deeds)) if len({deed.label for deed in deeds}) == 1 else None

    def _is_all(self, deed: Deed, said: Predicate, subject: Subject) -> bool:
        """Tell whether all words are in the names, in the deed, or say nothing beside these, or no more than what
        stands in the item as well."""
        block = subject.block
        item, lists = self.page.language.item, self.page.language.words
        plain = {*item["plain"], *item["assigns"], *item["refuses"], *lists["little"]}
        chooses = any("option" in call.parameters for call in deed.plan.calls)
        plain |= {*item["setting"]} if any("to" in call.parameters for call in deed.plan.calls) else set()
        plain |= {*item["vague"], *lists["counters"]} | ({*item["answers"]} if chooses else set())
        title = _TITLE.search(self.page.narration)
        nouns = set(self.page.nouns) if deed.asks else set[str]()
        nouns |= {
            each for name in (block.name, title[1] if title else "") for each in content(name, self.page.language)
        }
        nouns |= {each for column in block.columns for each in content(column.name, self.page.language)}
        nouns |= {each for name in ("list", "table") for each in content(name, self.page.language)}
        left = [said.words[at] for at in said.rest - deed.places if said.words[at] not in plain]
        nouns |= written_in(self.page, subject)
        return all(set(content(word, self.page.language)) <= nouns | self.page.language.things for word in left)

    def _pointed(self, words: Sequence[str], subjects: Sequence[Subject]) -> list[Named]:
        """`he has paid`, `the second one is done`: by its place, or as what was spoken of last."""
        found = self._placed(words, subjects)
        places = [at for at, word in enumerate(words) if self.find.is_place(word)]
        if found or places:
            return found
        about = spoken_of(self.page, self.memory)
        if about is None and self._before:
            named = ItemNames(self.page, said(self._before, self.page.language).text.split()).of(subjects)
            about = named[0].subjects[0] if len(named) == 1 and len(named[0].subjects) == 1 else None
        return self._by_pronoun(words, about) if about in subjects and about else []

    def _placed(self, words: Sequence[str], subjects: Sequence[Subject]) -> list[Named]:
        """`the second one`, `the last two`: by its place."""
        found: list[Named] = []
        places = [at for at, word in enumerate(words) if self.find.is_place(word)]
        if several := self._in_a_row(words, subjects):
            return several
        for at in places:
            for end in range(min(at + 3, len(words)), at, -1):
                meant = [
                    one for one in self.find.pointed(" ".join(words[at:end]), [subjects[0].block]) if one in subjects
                ]
                if len(meant) == 1:
                    found.append(Named((meant[0],), frozenset(range(at, end)), 1.0, True))
                    break
        return found

    def _by_pronoun(self, words: Sequence[str], about: Subject) -> list[Named]:
        pronouns = [at for at, word in enumerate(words) if word in self.page.language.item["pronouns"]]
        return [Named((about,), frozenset(pronouns[:1]), 1.0, True)] if pronouns else []

    def _in_a_row(self, words: Sequence[str], subjects: Sequence[Subject]) -> list[Named]:
        """`the first three`, `the last two`: so many from one end."""
        lists = self.page.language.words
        for at, word in enumerate(words[:-1]):
            counted = self.page.language.numbers_in(words[at + 1])
            count = int(counted[0].value) if len(counted) == 1 else 0
            if word not in lists["first"] | lists["last"] or not 1 < count <= min(MOST_IN_A_ROW, len(subjects)):
                continue
            chosen = subjects[:count] if word in lists["first"] else subjects[-count:]
            return [Named((one,), frozenset({at, at + 1}), 1.0, True) for one in chosen]
        return []


def written_in(page: Page, subject: Subject) -> set[str]:
    """Return the stems of what stands in an item, and of the parts of the day that its times are in."""
    stems = {one for cell in subject.cells for one in content(cell, page.language)}
    hours = {int(one) for cell in subject.cells for one in _CLOCK.findall(cell)}
    parts = page.language.day_parts
    return stems | {page.language.stem(one) for one, (first, end) in parts.items() if hours & set(range(first, end))}


def _span(text: Said, first: int, last: int) -> tuple[int, int]:
    begin = text.places[first][0]
    end = text.places[last][0] - 1 if last < len(text.places) else len(text.text)
    return begin, end


def spoken_of(page: Page, memory: Memory) -> Subject | None:
    """Return what was spoken of last: an item, or what was just added to a list."""
    about, done = memory.about, memory.done
    if isinstance(about, Subject):
        return renewed(about, page)
    adds = done.adds if done and isinstance(about, Slot) else ""
    added = [one for one in page.subjects() if adds and page.fit(adds, one.name).whole]
    return added[-1] if added else None
