"""Gather the boxes of a page, and the options of its choices, with the words that they are called by."""

from collections import Counter
from dataclasses import dataclass
from functools import cached_property

from antiphon.providers.brain._page.arranging import order_of
from antiphon.providers.brain._page.mentions import head_of, stems_of
from antiphon.providers.brain._page.narrowing import Filter, Filters
from antiphon.providers.brain._page.reading import Reader
from antiphon.providers.brain._page.subjects import Slot
from antiphon.providers.brain._page.words import content


@dataclass(frozen=True, slots=True)
class Setting:
    """A box, or an option of a choice: the stems of its own name, and of what is around it."""

    slot: Slot
    own: frozenset[str]
    around: frozenset[str]


class Settings(Reader):
    """Knows what can be set on one page."""

    @cached_property
    def _settings(self) -> tuple[Setting, ...]:
        """Every box and every option that can be chosen, but for those that sort."""
        found = []
        for slot in self.page.slots():
            if slot.field.kind == "switch" and slot.field.use and not slot.field.locked:
                around = frozenset(content(f"{slot.field.group or ''} {slot.block.name}", self.page.language))
                found.append(Setting(slot, stems_of(self.page, slot.field.name), around))
        for slot in self.page.options():
            if slot.option is None or slot.field.locked or self._leads(slot) or self._sorts(slot):
                continue
            around = stems_of(self.page, f"{slot.field.name} {slot.field.group or ''}")
            if head := head_of(slot):
                around |= stems_of(self.page, slot.option.name)
            found.append(Setting(slot, stems_of(self.page, head or slot.option.name), around))
        return tuple(found)

    def _leads(self, slot: Slot) -> bool:
        """Tell whether an option is another part of the page."""
        use = slot.option.use if slot.option else None
        return use is not None and use.action.startswith("open_")

    def _sorts(self, slot: Slot) -> bool:
        sorting = self.page.language.stemmed(self.page.language.views["sorting"])
        named = sorting & set(content(slot.field.name, self.page.language))
        return bool(named) or any(order_of(one.name, self.page.language).way for one in slot.field.options)

    def _narrows(self, one: Setting) -> bool:
        """Tell whether it shows a part of a list, which nobody wishes for who does not speak of seeing."""
        return one.slot.block.kind == "form" and any(one.slot.field == each.slot.field for each in self._filters)

    @cached_property
    def _filters(self) -> tuple[Filter, ...]:
        return Filters(self.page, self).all

    @cached_property
    def _holders(self) -> Counter[str]:
        """In the names of how many fields each stem is."""
        fields: dict[tuple[str, str], set[str]] = {}
        for one in self._settings:
            key = (one.slot.block.name, one.slot.field.name)
            fields.setdefault(key, set()).update(one.own | one.around)
        return Counter(stem for own in fields.values() for stem in own)
