"""Find the names of a page's things in an utterance, wherever they stand in it."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from antiphon.providers.brain._page.subjects import Page, Slot, Subject
from antiphon.providers.brain._page.words import Said, content

_TAIL = re.compile(r"\s*(?:[(\u2013\u2014|]|[€$£¥]\s?\d|: ).*$")
"""Behind a name, what is none of it: `(£10 a night)`, or the same behind a dash."""
_DECIMAL = re.compile(r"(\d)\.(\d)")
"""`1.5` is neither a one nor a five."""
Thing = Subject | Slot
Named = tuple[Thing, frozenset[str], frozenset[str]]
"""A thing, the stems of its name, and of what may be said beside it."""
LEAST = 0.5
"""Such a share of a name one word must be, unless it is rare."""
RARE = 2
"""In so many names a word may be: that of a product, and of the same in the cart."""


@dataclass(frozen=True, slots=True)
class Mention:
    """A name in an utterance. `start` and `end` are places of words; `named` is the share of the name that was said."""

    start: int
    end: int
    count: int
    """How many of the words between them mean something by themselves."""
    named: float
    meant: tuple[Thing, ...]
    """What it may be the name of, where several are named so alike."""


def mentions(page: Page, text: Said) -> list[Mention]:
    """Every name that is said, each word in the longest of those that it is part of."""
    chosen = _found(page, text, _all_named(page))
    if not any(isinstance(one.meant[0], Subject) for one in chosen):
        beside = [one for one in _found(page, text, list(_written_beside(page))) if _is_apart(one, chosen)]
        chosen += beside
    return sorted(chosen, key=lambda one: one.start)


def names_item(page: Page, text: Said) -> bool:
    """Tell whether an item or a row that is shown was named, by more than one common word of its name, or figures."""
    words = text.text.split()
    return any(
        isinstance(one.meant[0], Subject)
        and (one.count > 1 or one.named >= LEAST)
        and any(
            content(word, page.language) and not page.language.numbers_in(word) for word in words[one.start : one.end]
        )
        for one in mentions(page, text)
    )


def _all_named(page: Page) -> list[Named]:
    """All that can be named, gathered once a page."""
    if not page.named:
        page.named.extend(_named(page))
    return page.named


def _is_apart(one: Mention, chosen: Sequence[Mention]) -> bool:
    return all(one.end <= other.start or one.start >= other.end for other in chosen)


def _found(page: Page, text: Said, named: Sequence[Named]) -> list[Mention]:
    words = text.text.split()
    stems = [content(word, page.language) for word in words]
    known = {stem for _, names, beside in named for stem in names | beside}
    heard = [{one for own in each for one in known if page.ear.alike(page.language.spelt(own), one)} for each in stems]
    common = Counter(stem for _, names, _ in named for stem in names)
    anything = frozenset[str]().union(*heard)
    found: dict[tuple[int, int], list[tuple[float, int, Thing]]] = {}
    for thing, names, beside in named:
        if anything.isdisjoint(names):
            continue
        for start, end, covered, count in _runs(stems, heard, names | beside):
            own = covered & names
            if not own or not _is_name(page, own, names, words[start:end]):
                continue
            if len(own) > 1 or common[next(iter(own))] <= RARE or len(own) / len(names) >= LEAST:
                found.setdefault((start, end), []).append((len(own) / len(names), count, thing))
    rated = []
    for (start, end), things in found.items():
        best = max(share for share, _, _ in things)
        # Of names that were said in part none is meant more than another, however long they are.
        meant = tuple(thing for share, _, thing in things if share == best or best < 1)
        rated.append(Mention(start, end, things[0][1], best, meant))
    rated.sort(key=lambda one: (one.count, one.named, -one.start), reverse=True)
    chosen: list[Mention] = []
    for one in rated:
        if _is_apart(one, chosen):
            chosen.append(one)
    return chosen


def _is_name(page: Page, own: set[str], names: frozenset[str], said: Sequence[str]) -> bool:
    """Tell whether words that are part of a name may stand for it: not only a verb, and no mere `mail` or `task`."""
    lists = page.language.words
    turns = lists["on"] | lists["off"] | lists["none"]
    orders = lists["soft"] | lists["leading"] | lists["opened"] | lists["closed"]
    said = [word for word in said if word not in turns]
    whole = len(own) == len(names)
    return bool(said) and (whole or (any(word not in orders for word in said) and not own <= page.language.things))


def _named(page: Page) -> Iterator[Named]:
    """All that can be named, each with the stems of its name, and of what may be said beside it."""
    for slot in page.slots():
        for name in (slot.field.name, slot.field.unit or "", *page.language.units_of(slot.field.name)):
            if stems := stems_of(page, name):
                yield slot, stems, frozenset()
    for slot in page.options():
        for name in (slot.option.name, *page.language.also_called(slot.option.name)) if slot.option else ():
            if stems := stems_of(page, name):
                yield slot, stems, stems_of(page, slot.field.name)
        if slot.option and (head := head_of(slot)):
            yield slot, stems_of(page, head), stems_of(page, f"{slot.field.name} {slot.option.name}")
    for subject in page.subjects():
        own = stems_of(page, subject.name)
        if own:
            yield subject, own, frozenset()


def head_of(slot: Slot) -> str:
    """Return what stands in front of a comma in an option's name, where no other option of its field begins so:
    `Express`, of `Express, next day`."""
    head, comma, _ = slot.option.name.partition(", ") if slot.option else ("", "", "")
    others = [one.name.partition(", ")[0] for one in slot.field.options if one is not slot.option]
    return head if comma and head not in others and not head[:1].isdigit() else ""


def _written_beside(page: Page) -> Iterator[Named]:
    """Yield what stands beside the names of items: who it is from, what kind it is."""
    for subject in page.subjects():
        if subject.block.kind == "list" and subject.cells:
            own = stems_of(page, subject.name)
            words = {one for one in content(subject.cells[0], page.language) if one.isalpha()}
            if about := words - own - page.language.stems("packs"):
                yield subject, frozenset(about), own


def stems_of(page: Page, name: str) -> frozenset[str]:
    """Return the stems of a name, without what stands behind it."""
    bare = _DECIMAL.sub(r"\1point\2", _TAIL.sub("", name) or name)
    return frozenset(map(page.language.spelt, content(bare, page.language)))


def _runs(
    stems: Sequence[tuple[str, ...]], heard: Sequence[set[str]], names: frozenset[str]
) -> Iterator[tuple[int, int, set[str], int]]:
    """Stretches of words of one name: which of its words they are, and how many. Little ones may stand between."""
    start, end, covered, count = -1, -1, set[str](), 0
    for at, own in enumerate(stems):
        if not own:
            continue
        hit = heard[at] & names
        if hit and not hit <= covered:
            start = at if start < 0 else start
            end, covered, count = at + 1, covered | hit, count + 1
        elif start >= 0:
            yield start, end, covered, count
            start, end, covered, count = (at, at + 1, set(hit), 1) if hit else (-1, -1, set(), 0)
    if start >= 0:
        yield start, end, covered, count
