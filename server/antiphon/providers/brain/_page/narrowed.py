"""Read what part of a list is wanted to be seen: `only the unread ones`, `hide what is bought`, `look for bearing`."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from antiphon.domain.actions import ActionCall
from antiphon.providers.brain._page.limits import Limits
from antiphon.providers.brain._page.memory import Memory, Plan
from antiphon.providers.brain._page.narrowing import Filter, Filters, instead
from antiphon.providers.brain._page.reading import Reader
from antiphon.providers.brain._page.subjects import Page, Slot
from antiphon.providers.brain._page.surroundings import around_block, of_others
from antiphon.providers.brain._page.words import QUOTES, Said, content

MOST = 4
"""Filters in one sentence."""


@dataclass(frozen=True, slots=True)
class Narrowed:
    """The filters that a part of a sentence sets; `cued` tells whether it said that a part is wanted."""

    plans: tuple[Plan, ...]
    cued: bool
    several: bool = False
    """Whether the plans are all of them meant, and not one of them."""


class Narrows(Reader):
    """Reads which part of a list is wanted."""

    def __init__(self, page: Page, memory: Memory, today: date | None) -> None:
        super().__init__(page, memory, today)
        self.filters = Filters(page, self)
        self._views = page.language.views

    def part(self, text: Said, *, cued: bool = False) -> Narrowed | None:
        """Read what a sentence, or a part of one, narrows the list down to."""
        first = text.raw.split(" ", 1)[0].lower()
        is_cued = self._says(text.text, "narrowing") or first in self._views["narrowing"]  # `Just the …` is courtesy
        words = set(text.text.split())
        tells = not self.page.language.words["stating"].isdisjoint(words) and words.isdisjoint(self._views["relating"])
        leads = text.text.split(" ", 1)[0] in self._views["all_options"] and not tells  # `all orders are shipped`
        is_cued |= leads
        if not self._can() or (not cued and self._only_tells(text)):
            return None
        if limits := self._limited(text):
            return Narrowed(limits, True, several=True)
        low = text.text
        if self._says(low, "hiding"):
            others = [one for one in instead(low, _pairs(self.page.language.left_where_hidden)) if one != low]
            others += self._unhidden(low)
            found = next((plans for one in others if (plans := self._covered(one))), ())
            return Narrowed(found, True, several=True) if found else self._other_of_two(low)
        for one in instead(low, _pairs(self.page.language.same_as)):
            if found := self._covered(one, exact=not (is_cued or cued)):
                return Narrowed(found, is_cued, several=True)
        relates = first in self._views["seeing"] and not set(self._views["relating"]).isdisjoint(text.text.split()[:3])
        if self._refuses(text.text):
            return None
        is_strong = self._says(text.text, "strong") or first in self._views["strong"] or leads or relates
        return self._found_in_rows(text) if is_strong or cued else None

    def _unhidden(self, text: str) -> list[str]:
        """`leave out what is not for guests`: what is left is that."""
        words = text.split()
        refusing = self._views["refusing"]
        behind = next((at for at, one in enumerate(words) if one in refusing and at > 1), None)
        if behind is None or not self._says(" ".join(words[:behind]), "hiding"):
            return []
        left = f" {' '.join([*words[:behind], *words[behind + 1 :]])} "
        for one in sorted(self._views["hiding"], key=len, reverse=True):
            left = left.replace(f" {one} ", " ")
        return [left.strip()]

    def _can(self) -> bool:
        return bool(self.filters.all) or self.filters.search is not None

    def _other_of_two(self, text: str) -> Narrowed | None:
        """`hide the returned loans`, where a filter has those, the others and all."""
        plans = self._covered(text)
        slot = plans[0].about if len(plans) == 1 else None
        if not isinstance(slot, Slot) or slot.option is None:
            return None
        chosen = slot.option
        others = [one for one in self.filters.all if one.exact and one.slot.option and one.slot.field == slot.field]
        left = [one for one in others if one.value != chosen.name]
        return Narrowed((self._chosen(left[0]),), True) if len(others) == len(left) + 1 == 2 else None

    def _only_tells(self, text: Said) -> bool:
        """Tell whether somebody says what was done, and not what is to be seen: `I have just bought it`."""
        words = set(text.text.split())
        first = text.raw.split(" ", 1)[0].lower().split("'")[0]
        return first in self._views["pronouns"] and words.isdisjoint(self._views["seeing"])

    def _says(self, text: str, name: str) -> bool:
        return any(f" {one} " in f" {text} " for one in self._views[name])

    def _covered(self, text: str, *, exact: bool = False) -> tuple[Plan, ...]:
        """The filters that the words call for, where all words are explained. `exact`: by their own names only."""
        little = self.page.language.stemmed(self._views["little"]) | self.page.language.things
        said = [one for word in text.split() for one in (content(word, self.page.language) or (word,))]
        chosen: list[Filter] = []
        left = list(dict.fromkeys(said))
        called = [one for one in self._called(left) if one.exact or not exact]
        rated = sorted(called, key=lambda one: (len(one.words), one.exact), reverse=True)
        while rated:
            first = rated[0]
            same = [one for one in rated if (len(one.words), one.exact) == (len(first.words), first.exact)]
            same = [one for one in same if one.words == first.words]
            if len({(one.slot.block.name, one.slot.field.name, one.value) for one in same}) > 1:
                same = self._nearer(same, said)
                if len(same) != 1:
                    return ()
            chosen.append(same[0])
            left = [one for one in left if not self._is_in(one, same[0].words)]
            rated = [
                one
                for one in rated
                if one.slot.field != same[0].slot.field and all(self._is_in(word, left) for word in one.words)
            ]
        beside = {word for one in chosen for word in one.beside} | self._searched()
        little -= of_others(self.page, beside)
        rest = [
            word
            for word in left
            if word not in little
            and word not in self._views["little"]
            and not self._is_in(word, beside)
            and word not in self.page.language.words["little"]
        ]
        if not chosen or rest or len(chosen) > MOST:
            return ()
        if self._refuses(text):
            chosen = [one for each in chosen for one in self._contrary(each)]
        plans = tuple(self._chosen(one) for one in chosen)
        return plans if all(one.calls for one in plans) else ()

    def _refuses(self, text: str) -> bool:
        """Tell whether a `not` stands in a sentence that hides nothing: `those who have not paid`."""
        left = f" {text} "
        for one in (*self._views["hiding"], *self._views["strong"]):
            left = left.replace(f" {one} ", " ")
        return not set(self._views["refusing"]).isdisjoint(left.split())

    def _contrary(self, one: Filter) -> list[Filter]:
        """The filter for what another one is not for: the one that says `not` itself, or the other of two; none where
        there is none."""
        refusing = set(self._views["refusing"]) | self.page.language.words["off"]
        if not refusing.isdisjoint(str(one.value).lower().split()) or one.slot.option is None:
            return [one] if one.slot.option else []
        others = [
            each
            for each in self.filters.all
            if each.exact and each.slot.option and each.slot.field == one.slot.field and each.value != one.value
        ]
        names = {str(each.value): each for each in others}
        said = [
            each
            for name, each in names.items()
            if not refusing.isdisjoint(name.lower().split()) and one.words <= set(content(name, self.page.language))
        ]
        found = said or ([*names.values()] if len(names) == 1 else [])
        return found[:1] if len(found) == 1 else []

    def _called(self, said: Sequence[str]) -> list[Filter]:
        return [one for one in self.filters.all if one.words and all(self._is_in(word, said) for word in one.words)]

    def _is_in(self, word: str, others: Sequence[str] | frozenset[str] | set[str]) -> bool:
        return any(self.page.ear.alike(word, one) for one in others)

    def _nearer(self, same: list[Filter], said: Sequence[str]) -> list[Filter]:
        """Of filters that are called alike, the one whose list was named, or that was spoken of last."""
        named = [one for one in same if any(self._is_in(word, one.beside - one.words) for word in said)]
        about = self.memory.about
        names = {about.block.name} | around_block(self.page, about.block) if about else set()
        near = [one for one in same if names & ({one.slot.block.name} | one.beside)]
        return named if len(named) == 1 else near if len(near) == 1 and not named else (named or same)

    def _chosen(self, one: Filter) -> Plan:
        slot = one.slot
        value: str | bool = one.value if slot.option else one.value is True
        calls = self.calls(slot, value)
        if slot.option and slot.option.use:
            made = self.page.call(slot.option.use)
            calls = (made,) if made else ()
        now = next((each.name for each in slot.field.options if each.on), slot.field.value)
        back: tuple[ActionCall, ...] = ()
        if slot.option and now is not None:
            before = next((each for each in slot.field.options if each.name == now and each.use), None)
            undo = self.page.call(before.use) if before else None
            back = (undo,) if undo else self.calls(slot, now) if slot.field.use else ()
        elif not slot.option:
            back = self.calls(slot, not value)
        return Plan(calls, slot, back)

    def _searched(self) -> set[str]:
        search = self.filters.search
        return set(content(search.field.name, self.page.language)) if search else set()

    def _limited(self, text: Said) -> tuple[Plan, ...]:
        """A date or a number that the list is limited by, and the filters that are named beside it."""
        limits = Limits(self.page, self.memory, self.today)
        for plan, rest in limits.readings(text, self.filters):
            if self._plain(rest.split()):
                return (plan,)
            if others := self._covered(rest):
                return (*others, plan)
        return ()

    def _plain(self, words: Sequence[str]) -> bool:
        """Tell whether words say nothing but that a part of what is there is wanted."""
        nouns = self.page.nouns | self.page.language.things | self.page.language.stemmed(self._views["little"])
        return all(self._is_in(one, nouns) for word in words for one in content(word, self.page.language))

    def _found_in_rows(self, text: Said) -> Narrowed | None:
        """`everything from Emma`: no filter is called so, but it stands in the list, which has a search."""
        if self.filters.search is None or self._says(text.text, "hiding"):
            return None
        words = text.text.split()
        little = self._views["little"]
        free = [
            at
            for at, word in enumerate(words)
            if word not in little
            and not set(content(word, self.page.language)) <= self.page.nouns | self.page.language.things
        ]
        if not free or free != list(range(free[0], free[-1] + 1)):
            return None
        phrase = text.verbatim(*text.span(free[0], free[-1] + 1)).translate(QUOTES)
        phrase = phrase.removesuffix(self.page.language.owner)
        return self.sought(phrase) if self.filters.stands_there(phrase) else None

    def sought(self, phrase: str) -> Narrowed | None:
        """A search for what was said."""
        search = self.filters.search
        calls = self.filters.searched(phrase)
        if search is None or not calls:
            return None
        old = search.field.value
        back = self.page.call(search.field.use, text=old if isinstance(old, str) else "")
        return Narrowed((Plan(calls, search, (back,) if back else ()),), True)

    def _bare(self, text: Said, begin: int, end: int) -> str:
        """Return what is searched for, without the words that only lead to it: `the mail about the boat trip`."""
        words = text.text[begin:end].split()
        leads = set(self._views["leads_to_name"])
        plain = [at for at in range(len(words)) if self._plain([word for word in words[:at] if word not in leads])]
        last = max((at for at in plain if at < len(words) - 1 and words[at] in leads), default=-1)
        cut = len(" ".join(words[: last + 1])) + (1 if last >= 0 else 0)
        return text.verbatim(begin + cut, end)

    def search(self, text: Said) -> Narrowed | None:
        """`look for bearing`, `search my mail for bill`, `filter by name Ole`."""
        if self.filters.search is None:
            return None
        for template in self.page.language.finds:
            match = template.pattern.fullmatch(text.text)
            if not match:
                continue
            slots = {key.split("__")[0]: key for key, value in match.groupdict().items() if value is not None}
            place = match.groupdict().get(slots.get("place", "")) or ""
            if not self._plain(place.split()):
                continue
            return self.sought(self._bare(text, *match.span(slots["text"])))
        name = self.filters.search.field.name.lower().rstrip(". \u2026")
        resets = any(one.pattern.fullmatch(text.text) for one in self.page.language.resets)  # `Suche leeren`
        if name and text.text.startswith(f"{name} ") and not resets:
            return self.sought(text.after(len(name)).verbatim_all())
        return None

    def whole(self, text: Said) -> Narrowed | None:
        """`show me everything again`, `clear the search`: what narrows the list down is ended."""
        again = next((one for one in self._views["again"] if one in re.findall(r"\w+", text.raw.lower())), "")
        whole = text.text if not again or again in text.text.split() else f"{text.text} {again}"  # a courtesy had it
        for template in self.page.language.resets:
            match = template.pattern.fullmatch(whole)
            if not match:
                continue
            active = self.filters.active()
            if not active:
                return None
            if any(f" {one} " in f" {text.text} " for one in self._views["of_search"]):
                active = [one for one in active if one[0] == self.filters.search]
            place = next((value for key, value in match.groupdict().items() if key.startswith("place") and value), "")
            active = self._of_place(active, place)
            plans = tuple(Plan(calls, slot) for slot, calls in active)
            return Narrowed(plans, True, several=True) if plans else None
        return None

    def _of_place(
        self, active: list[tuple[Slot, tuple[ActionCall, ...]]], place: str
    ) -> list[tuple[Slot, tuple[ActionCall, ...]]]:
        words = set(content(place, self.page.language))
        named = [one for one in active if words and words <= around_block(self.page, one[0].block)]
        if words and not named and not words <= self.page.language.things:
            return []
        if not named and self.memory.about and len({one[0].block.name for one in active}) > 1:
            near = around_block(self.page, self.memory.about.block)
            named = [one for one in active if near & around_block(self.page, one[0].block)]
        return named or active


def _pairs(others: Mapping[str, str]) -> tuple[tuple[str, str], ...]:
    """Return what is said, and each that a page may call it instead: those are parted by strokes."""
    return tuple((said, one) for said, names in others.items() for one in names.split(" | "))
