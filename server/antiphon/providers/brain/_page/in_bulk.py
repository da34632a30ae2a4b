"""Read what is to be made of all rows that fit, where a table has boxes for them, and a field for the ticked ones.

`Mark all the packed ones as shipped`: their boxes are ticked, `shipped` is chosen, and the button beside it is pressed.
"""

from collections.abc import Iterator, Sequence

from antiphon.domain.actions import ActionCall
from antiphon.domain.outline import Use
from antiphon.providers.brain._page.conditions import Conditions
from antiphon.providers.brain._page.memory import Plan
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
        press = next(
            (one.id for one in self.page.actions.values() if one.description.lower() in views["applying"]), None
        )
        slots = [one for one in self.page.slots() if self._is_of_ticked(one)]
        if press is None or len(slots) != 1:
            return
        for option in slots[0].field.options:
            own = option.name.lower().split()
            at = len(words) - len(own)
            if at < 1 or words[at:] != own or words[at - 1] not in views["made"]:
                continue
            for plan in self._of_rows(words, at):
                chosen = self.calls(slots[0], option.name)
                calls = (*plan.calls, *chosen, ActionCall(press, {}))
                name = f"{slots[0].field.name}: {option.name}"
                whole = Plan(calls, None, gesture=name, of=plan.of)
                yield Reading("every", SCORE, (whole,), asks=True, names=plan.of)
                return

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
            wrong = [one for one in rows if id(one) in boxes and (one in fitting.subjects) is not bool(one.on)]
            made = [self.page.call(boxes[id(one)], to="on" if one in fitting.subjects else "off") for one in wrong]
            yield Plan(tuple(call for call in made if call), of=tuple(one.name for one in fitting.subjects))

    def _box(self, subject: Subject) -> Use | None:
        """The box that selects a row: its label says no more than that, and whose it is."""
        boxes = [use for use in subject.uses if self.page.switches(use)]
        told = set(content(" ".join(subject.cells), self.page.language))
        ticks = {each for one in self.page.language.views["selecting"] for each in content(one, self.page.language)}
        label = set(content(boxes[0].label, self.page.language)) if len(boxes) == 1 else set()
        return boxes[0] if label & ticks and label - ticks <= told else None
