"""Read what is to be made of all rows that fit, where a table has boxes for them, and a field for the ticked ones.

`Mark all the packed ones as shipped`: their boxes are ticked, `shipped` is chosen, and the button beside it is pressed.
"""

from collections.abc import Iterator, Sequence

from antiphon.domain.actions import ActionCall
from antiphon.domain.outline import Block, Use
from antiphon.providers.brain._page.conditions import Conditions
from antiphon.providers.brain._page.item_names import ItemNames
from antiphon.providers.brain._page.memory import Plan
from antiphon.providers.brain._page.predicates import placed_in_order
from antiphon.providers.brain._page.reading import Reader, Reading
from antiphon.providers.brain._page.subjects import Slot, Subject
from antiphon.providers.brain._page.words import Said, content

SCORE = 0.9
MOST_WORDS = 16


class InBulk(Reader):
    """Reads what is to be made of all rows that fit."""

    def readings(self, text: Said) -> Iterator[Reading]:
        """At most one, which is asked about."""
        words = text.text.split()
        views = self.page.language.views
        refuses = not set(views["refusing"]).isdisjoint(words) or text.raw.rstrip().endswith("?")
        if len(words) > MOST_WORDS or refuses or set(words).isdisjoint(views["every"]):
            return
        controls = self._controls()
        if controls is None:
            return
        slot, press = controls
        for option in slot.field.options:
            own = option.name.lower().split()
            at = len(words) - len(own)
            if at < 1 or words[at:] != own or words[at - 1] not in views["made"]:
                continue
            for plan in self._of_rows(words, at):
                chosen = self.calls(slot, option.name)
                calls = (*plan.calls, *chosen, ActionCall(press, {}))
                name = f"{slot.field.name}: {option.name}"
                whole = Plan(calls, None, gesture=name, of=plan.of)
                yield Reading("every", SCORE, (whole,), asks=True, names=plan.of)
                return

    def _controls(self) -> tuple[Slot, str] | None:
        """The field that is set for all that is ticked, and the button that does it."""
        views = self.page.language.views
        press = next(
            (one.id for one in self.page.actions.values() if one.description.lower() in views["applying"]), None
        )
        slots = [one for one in self.page.slots() if self._is_of_ticked(one)]
        return (slots[0], press) if press is not None and len(slots) == 1 else None

    def of_named(self, text: Said) -> Iterator[Reading]:
        """`mark 1045 and 1046 as packed`, `Yusuf has paid`: what rows are made that were named one by one."""
        controls, words = self._controls(), text.text.split()
        item = self.page.language.item
        tells = words and (words[0] in item["setting"] or not set(item["reports"]).isdisjoint(words))
        past = any(word.endswith(item["past"]) or word in self.page.language.forms for word in words)
        refuses = not {*item["refuses"], *item["unsure"], *item["wishes"]}.isdisjoint(words)
        if controls is None or refuses or not (tells or past) or text.raw.rstrip().endswith("?"):
            return
        slot, press = controls
        found = []
        for block in (one for one in self.page.outline.blocks if one.rows):
            rows = [one for one in self.page.subjects() if one.block is block and self._box(one)]
            named = ItemNames(self.page, words).of(rows)
            chosen = [one.subjects[0] for one in named if len(one.subjects) == 1]
            option = self._option(slot, block, words, {at for one in named for at in one.places})
            if named and len(chosen) == len(named) and option is not None:
                plan = self._ticked(rows, chosen)
                calls = (*plan.calls, *self.calls(slot, option), ActionCall(press, {}))
                found.append(Plan(calls, chosen[-1], gesture=f"{slot.field.name}: {option}"))
        if len(found) == 1:
            yield Reading("", SCORE, (found[0],))

    def _option(self, slot: Slot, block: Block, words: Sequence[str], covered: set[int]) -> str | None:
        """The one state that is said of the rows, where all other words say nothing."""
        language, lists = self.page.language, self.page.language.words
        item = language.item
        plain = {*item["plain"], *item["assigns"], *item["vague"], *item["setting"]}
        plain |= lists["little"] | lists["counters"]
        heads = {each for column in block.columns for each in content(column.name, language)} | language.things
        stems = {at: set(language.forms_of(word)) for at, word in enumerate(words) if at not in covered}
        for phrase, states in language.stands_for.items():
            for at in placed_in_order(phrase.split(), words) & stems.keys():
                stems[at] |= {one for state in states for one in language.forms_of(state)}
        found = []
        for option in slot.field.options:
            own = set(language.forms_of(option.name.lower()))
            places = {at for at, each in stems.items() if each & own}
            left = [words[at] for at in stems if at not in places and words[at] not in plain]
            if own and places and all(set(content(word, language)) <= heads for word in left):
                found.append(option.name)
        return found[0] if len(found) == 1 else None

    def _ticked(self, rows: Sequence[Subject], chosen: Sequence[Subject]) -> Plan:
        """The boxes of some rows are ticked, and those of all others are not."""
        wrong = [(one, box) for one in rows if (box := self._box(one)) and (one in chosen) is not bool(one.on)]
        made = [self.page.call(box, to="on" if one in chosen else "off") for one, box in wrong]
        return Plan(tuple(call for call in made if call), of=tuple(one.name for one in chosen))

    def _is_of_ticked(self, slot: Slot) -> bool:
        words = slot.field.name.lower().split()
        return slot.field.kind == "choice" and not set(words).isdisjoint(self.page.language.views["of_ticked"])

    def _of_rows(self, words: Sequence[str], end: int) -> Iterator[Plan]:
        """The boxes of the rows that fit are ticked, and those of all others are not."""
        for block in self.page.outline.blocks:
            rows = [one for one in self.page.subjects() if one.block is block and block.rows]
            boxes = {id(one): box for one in rows if (box := self._box(one)) is not None}
            fitting = Conditions(self.page, words, range(end)).of(block, rows) if boxes else None
            if fitting is None or not fitting.named or len(fitting.subjects) == len(rows):
                continue
            yield self._ticked(rows, fitting.subjects)

    def _box(self, subject: Subject) -> Use | None:
        """The box that selects a row: its label says no more than that, and whose it is."""
        boxes = [use for use in subject.uses if self.page.switches(use)]
        told = set(content(" ".join(subject.cells), self.page.language))
        ticks = {each for one in self.page.language.views["selecting"] for each in content(one, self.page.language)}
        label = set(content(boxes[0].label, self.page.language)) if len(boxes) == 1 else set()
        return boxes[0] if label & ticks and label - ticks <= told else None
