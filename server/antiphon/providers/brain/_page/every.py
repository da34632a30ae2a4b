"""Read orders about all that fit a condition: `put a flag on everyone who is below sixty per cent`.

What is done, and what it is done to, is found together: all words must be explained. It is always asked about, with the
names and their number.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date

from antiphon.domain.outline import Block, Use
from antiphon.providers.brain._page.conditions import Conditions, Fitting
from antiphon.providers.brain._page.memory import Memory, Plan
from antiphon.providers.brain._page.reading import Reader, Reading
from antiphon.providers.brain._page.subjects import Page, Slot, Subject
from antiphon.providers.brain._page.words import Said, content, is_polite

SCORE = 0.9
MOST_WORDS = 24
MANY = 2
LEAST = 5
"""Letters that forms of one word share."""


@dataclass(frozen=True, slots=True)
class Deed:
    """A deed that is done to each: the control of an item, with its value, and that which takes it back."""

    name: str
    uses: tuple[Use | None, ...]
    value: dict[str, str]
    places: frozenset[int]
    """The words that say it."""
    back: dict[str, str]


class Every(Reader):
    """Reads what is to be done to all that fit."""

    def __init__(self, page: Page, memory: Memory, today: date | None) -> None:
        super().__init__(page, memory, today)
        self._block = Block("list")

    def readings(self, text: Said) -> Iterator[Reading]:
        """At most one."""
        words = text.text.split()
        views = self.page.language.views
        asks = words and words[0] in self.page.language.words["interrogatives"]
        polite = (words and words[0] in self.page.language.words["polite"]) or is_polite(text, self.page.language)
        if not words or len(words) > MOST_WORDS or asks or (text.raw.rstrip().endswith("?") and not polite):
            return
        if not set(words) & set(views["every"]) or not self.page.language.words["but"].isdisjoint(words):
            return
        if boxes := self._boxes(words):
            yield Reading("every", SCORE, (boxes,), asks=len(boxes.of) > 1, names=boxes.of)
            return
        if _said(words, views["refusing"]) and not _said(words, views["unread"]):
            return
        found = list(self._found(words))
        found = [one for one in found if one[2].named] or found
        calls = {str(plan.calls) for _, plan, _ in found}
        if len(calls) == 1:
            _, plan, _ = found[0]
            harmless = all(map(self.page.selects, plan.calls))
            yield Reading("every", SCORE, (plan,), asks=not harmless, names=plan.of)
        elif found and (merged := self._merged(found)):
            yield Reading("every", SCORE, (merged,), asks=True, names=merged.of)
        elif (
            len(found) > 1
            and len({block.name for block, _, _ in found}) == len(found)
            and all(plan.back for _, plan, _ in found)
        ):
            plans = [replace(plan, about=Subject(block, 0, block.name, ())) for block, plan, _ in found]
            yield Reading("every", SCORE, tuple(plans), names=tuple(block.name for block, _, _ in found))

    def _boxes(self, words: Sequence[str]) -> Plan | None:
        """`notify me about everything`: every box of a group that is called so."""
        views = self.page.language.views
        refusing = self.page.language.stemmed(views["refusing"])
        little = {self.page.language.stem(one) for name in ("every", "every_little") for one in views[name]} | refusing
        spoken = {each for word in words for each in content(word, self.page.language)}
        on = not _said(words, views["refusing"])
        groups: dict[str, list[Slot]] = {}
        for one in self.page.slots():
            alone = all(each.kind == "switch" for each in one.block.fields)
            if one.field.kind == "switch" and not one.field.locked and (one.field.group or alone):
                groups.setdefault(one.field.group or one.block.name, []).append(one)
        for name, slots in groups.items():
            own = set(content(name, self.page.language))
            left = {each for each in spoken - little if not any(_of_one(each, other) for other in own)}
            named = {each for each in spoken - little if any(_of_one(each, other) for other in own)}
            if len(slots) < MANY or not named or left - self.page.nouns:
                continue
            wrong = [one for one in slots if one.field.value is not on]
            calls = tuple(call for one in wrong for call in self.calls(one, on))
            back = tuple(call for one in wrong for call in self.calls(one, not on))
            if calls:
                return Plan(calls, None, back, name, tuple(one.field.name for one in wrong))
        return None

    def _found(self, words: Sequence[str]) -> Iterator[tuple[Block, Plan, Fitting]]:
        """Each list that has such a control, what is done, and to which of its items."""
        by_block: dict[int, list[Subject]] = {}
        for one in self.page.subjects():
            by_block.setdefault(id(one.block), []).append(one)
        for subjects in by_block.values():
            self._block = block = subjects[0].block
            for deed in self._deeds(subjects, words):
                free = [at for at in range(len(words)) if at not in deed.places]
                usable = [(one, use) for one, use in zip(subjects, deed.uses, strict=True) if use is not None]
                fitting = Conditions(self.page, words, free).of(block, subjects)
                if fitting is None and len(usable) < len(subjects):
                    fitting = self._that_can(words, free, block, [one for one, _ in usable])
                if fitting is None:
                    continue
                plan = self._plan(deed, [pair for pair in usable if pair[0] in fitting.subjects])
                if plan.calls:
                    yield block, plan, fitting

    def _that_can(
        self, words: Sequence[str], free: Sequence[int], block: Block, usable: Sequence[Subject]
    ) -> Fitting | None:
        """`pay all the bills that are open`: those are open that have the control for it."""
        said = _said([word if at in free else "" for at, word in enumerate(words)], self.page.language.ordered["open"])
        left = [at for at in free if at not in said]
        return Conditions(self.page, words, left).of(block, usable) if said else None

    def _plan(self, deed: Deed, pairs: Sequence[tuple[Subject, Use]]) -> Plan:
        made = [(one, self.page.call(use, **deed.value), self.page.call(use, **deed.back)) for one, use in pairs]
        calls = tuple(call for _, call, _ in made if call)
        ordinals = self.page.language.words["first"] | set(self.page.language.ordered["ordinals"])
        if any(str(value) in ordinals for call in calls for value in call.parameters.values()):
            calls = calls[::-1]  # a control that is told by its place keeps it, where those behind it are gone
        back = tuple(undo for _, _, undo in made if undo) if deed.back else ()
        names = tuple(one.name for one, call, _ in made if call)
        about = made[0][0] if len(made) == 1 else None
        return Plan(calls, about, back, deed.name, names)

    def _merged(self, found: Sequence[tuple[Block, Plan, Fitting]]) -> Plan | None:
        """The same in several lists whose items have the same controls, as the days of a week."""
        names = {plan.gesture for _, plan, _ in found}
        kinds = {frozenset(map(self._generic, self._uses(block))) for block, _, _ in found}
        if len(names) > 1 or len(kinds) > 1 or len({id(block) for block, _, _ in found}) < len(found):
            return None
        calls = tuple(call for _, plan, _ in found for call in plan.calls)
        back = tuple(call for _, plan, _ in found for call in plan.back)
        return Plan(calls, None, back, found[0][1].gesture, tuple(name for _, plan, _ in found for name in plan.of))

    def _uses(self, block: Block) -> list[tuple[Subject, Use]]:
        return [(one, use) for one in self.page.subjects() if one.block is block for use in one.uses]

    def _generic(self, pair: tuple[Subject, Use]) -> str:
        return self._label(pair[1], pair[0])

    def _label(self, use: Use, subject: Subject) -> str:
        words = self.page.label_of(use, subject.name).split()
        return " ".join(word for word in words if not any(one.isdigit() for one in word)).lower()

    def _deeds(self, subjects: Sequence[Subject], words: Sequence[str]) -> Iterator[Deed]:
        """Find what can be done to the items, and was said: by a label, by ticking, by a choice, by removing."""
        labels = dict.fromkeys(self._label(use, one) for one in subjects for use in one.uses)
        for label in labels:
            uses = tuple(next((use for use in one.uses if self._label(use, one) == label), None) for one in subjects)
            kind = next((self.page.value_of(use) for use in uses if use), None)
            if kind is None:
                yield from self._pressed(label, uses, words)
            elif kind == "option":
                yield from self._chosen(label, uses, words)
            elif kind == "to" and self._is_said(label, words):
                yield from self._switched(subjects, uses, True, self._places_of(label, words))
            elif kind == "to" and (verb := self._verb_of(label, words)):
                yield from self._switched(subjects, uses, *verb)
        if not any(kind == "to" and self._is_said(label, words) for label, kind in self._kinds(subjects, labels)):
            yield from self._ticked(subjects, words)

    def _verb_of(self, label: str, words: Sequence[str]) -> tuple[bool, frozenset[int]] | None:
        """The state of a switch that a verb of its own says: `unsubscribe`, of `Receives mail`."""
        own = set(content(label, self.page.language))
        for at, word in enumerate(words[:1]):
            on, names = self.page.language.switch_verbs.get(word, (True, frozenset()))
            if not names.isdisjoint(own):
                return on, frozenset({at})
        return None

    def _kinds(self, subjects: Sequence[Subject], labels: dict[str, None]) -> Iterator[tuple[str, str | None]]:
        for label in labels:
            use = next((use for one in subjects for use in one.uses if self._label(use, one) == label), None)
            yield label, self.page.value_of(use)

    def _pressed(self, label: str, uses: tuple[Use | None, ...], words: Sequence[str]) -> Iterator[Deed]:
        goes = label.split(" ", 1)[0] in self.page.language.item["parts"]
        removes = goes or any(use and self.page.use_for((use,), "remove") for use in uses)
        names = (label, *self.page.language.called_like(label))
        places = next((self._places_of(name, words) for name in names if self._is_said(name, words)), frozenset())
        if self.page.language.is_like(label, "open") and all(words[at] in self._seen for at in places):
            places = frozenset()  # who wants to see all of a list does not open each of it
        if not places and removes:
            places = _said(words, self.page.language.views["removing"])
        if not places and any(use and self.page.language.is_like(use.label, "cart") for use in uses):
            packs = self.page.language.words["packs"]
            places = frozenset(at for at, word in enumerate(words) if word in packs)
        if not places and any(use and self.page.use_for((use,), "more", label) for use in uses):
            places = _said(words, self.page.language.views["one_more"])
        if places:
            off = tuple(use if use and self.page.told_of(use) != "on" else None for use in uses)
            yield Deed(label[:1].upper() + label[1:], off, {}, places, {})

    @property
    def _seen(self) -> frozenset[str]:
        return self.page.language.words["looking"]

    def _chosen(self, label: str, uses: tuple[Use | None, ...], words: Sequence[str]) -> Iterator[Deed]:
        """`all of Mara's chores go to Jonas`: an option behind a little word that leads to it."""
        field = next((self.page.field_of(use) for use in uses if use), None)
        for option in field.options if field else ():
            own = option.name.lower().split()
            for at in range(1, len(words) - len(own) + 1):
                leads = words[at - 1] in self.page.language.views["placed_at"]
                if leads and list(words[at : at + len(own)]) == own:
                    places = frozenset(range(at, at + len(own))) | self._places_of(label, words)
                    others = tuple(use if use and self.page.told_of(use) != option.name else None for use in uses)
                    yield Deed(
                        f"{label[:1].upper()}{label[1:]} {option.name}", others, {"option": option.name}, places, {}
                    )

    def _ticked(self, subjects: Sequence[Subject], words: Sequence[str]) -> Iterator[Deed]:
        views = self.page.language.views
        off, on = _said(words, views["unticking"]), _said(words, views["ticking"])
        uses = tuple(next((use for use in one.uses if self.page.switches(use)), None) for one in subjects)
        pairs = [(one, use) for one, use in zip(subjects, uses, strict=True) if use]
        bare = all(not self._label(use, one) or one.name in use.label for one, use in pairs)
        if not bare and all(self.page.selects(call) for _, use in pairs if (call := self.page.call(use, to="on"))):
            bare, off, on = True, _said(words, views["unselecting"]) or off, _said(words, views["selecting"]) or on
        if any(uses) and bare and (off or on):
            yield from self._switched(subjects, uses, not off, off or on)

    def _switched(
        self, subjects: Sequence[Subject], uses: tuple[Use | None, ...], on: bool, places: frozenset[int]
    ) -> Iterator[Deed]:
        wrong = tuple(None if one.on is on else use for one, use in zip(subjects, uses, strict=True))
        if any(wrong):
            yield Deed("", wrong, {"to": "on" if on else "off"}, places, {"to": "off" if on else "on"})

    def _is_said(self, label: str, words: Sequence[str]) -> bool:
        own = set(content(label, self.page.language))
        own = own - set(content(self._block.name, self.page.language)) or own
        return bool(own) and own <= {each for word in words for each in content(word, self.page.language)}

    def _places_of(self, label: str, words: Sequence[str]) -> frozenset[int]:
        own = set(content(label, self.page.language))
        return frozenset(at for at, word in enumerate(words) if set(content(word, self.page.language)) & own)


def _of_one(word: str, other: str) -> bool:
    """Tell whether two stems are forms of one word: `notify` and `notifications`."""
    return word == other or (len(word) >= LEAST and len(other) >= LEAST and word[:LEAST] == other[:LEAST])


def _said(words: Sequence[str], phrases: Sequence[str]) -> frozenset[int]:
    """The places of the longest of these phrases that was said."""
    for phrase in sorted(phrases, key=len, reverse=True):
        parts = phrase.split()
        for at in range(len(words) - len(parts) + 1):
            if list(words[at : at + len(parts)]) == parts:
                return frozenset(range(at, at + len(parts)))
    return frozenset()
