"""Gestures on a list or a table as a whole: sort it, turn it round, go to its next page."""

from collections.abc import Iterator, Mapping
from typing import Any

from antiphon.domain.actions import ActionCall
from antiphon.domain.outline import Block, FormField
from antiphon.providers.brain._page.memory import Plan
from antiphon.providers.brain._page.names import Fit
from antiphon.providers.brain._page.reading import Match, Reader, Reading
from antiphon.providers.brain._page.subjects import Slot
from antiphon.providers.brain._page.words import content

_ARROWS = " \u2039\u203a\u00ab\u00bb\u2190\u2192"


class Ordering(Reader):
    """Reads what is done to a list as a whole."""

    def sort(self, said: Match) -> Iterator[Reading]:
        blocks = self.find.blocks(said.slots["place"]) if said.slots.get("place") else []
        high = any(one in said.text.text for one in self.page.language.words["high_first"])
        way = "descending" if high else "ascending"
        found = (
            self.find.columns(said.slots.get("column", "").replace("descending", "").replace("ascending", ""), blocks)
            if said.slots.get("column")
            else []
        )
        if said.slots.get("superlative"):
            found, way = self._by_superlative(said.slots["superlative"])
        if not found:
            yield from self._sorted_by_option(said.slots, way)
        for block, column in found[:1]:
            call = self.page.call(column.use)
            if call:
                subject = Slot(block, FormField(column.name, "choice"))
                yield Reading("", 0.78, (Plan((call,), subject, sorts=(column.name, way)),))

    def _sorted_by_option(self, slots: Mapping[str, str], way: str) -> Iterator[Reading]:
        """`cheapest first` where a list has a choice of orders: `Price: low to high`."""
        language = self.page.language
        ways = language.words["low_to_high" if way == "ascending" else "high_to_low"]
        wanted: frozenset[str] = frozenset()
        if slots.get("superlative"):
            sense, wanted = language.superlatives[language.bare(slots["superlative"]).strip()]
            ways = language.words["low_to_high" if sense == "min" else "high_to_low"]
        found = []
        sorting = language.stems("sort_said")
        for slot in self.page.options():
            if slot.option is None or not sorting & set(content(slot.field.name, language)):
                continue
            name = slot.option.name.lower()
            words = set(content(name, language))
            named = bool(slots.get("column")) and self.page.fit(slots["column"], name).said > 0.99
            asked = bool(wanted) and bool(language.stemmed(wanted) & words)
            if (named or asked) and (any(one in name for one in ways) or (named and len(words) <= 1)):
                found.append((slot, Fit(1.0, 1.0)))
        if not found and slots.get("column"):
            options = self.find.options(slots["column"], bare=False)
            found = [one for one in options if sorting & set(content(one[0].field.name, language))]
        yield from self.picked(found[:1], 0.78)

    def _by_superlative(self, phrase: str) -> tuple[list[tuple[Block, Any]], str]:
        language = self.page.language
        words = language.bare(phrase).strip()
        for name, (sense, columns) in language.superlatives.items():
            if not words.startswith(name):
                continue
            rest = words.removeprefix(name).strip()
            all_ = [(block, column) for block in self.page.outline.blocks for column in block.columns]
            fitting = self.find.columns(rest) if content(rest, language) else []
            fitting = fitting or [
                (block, one) for block, one in all_ if language.stemmed(columns) & set(content(one.name, language))
            ]
            return fitting, "ascending" if sense == "min" else "descending"
        return [], ""

    def reverse(self, said: Match) -> Iterator[Reading]:
        for block in self.page.outline.blocks:
            for column in block.columns:
                call = self.page.call(column.use)
                if call and column.sorted in {"ascending", "descending"}:
                    way = "descending" if column.sorted == "ascending" else "ascending"
                    yield Reading(
                        "",
                        0.78,
                        (Plan((call,), Slot(block, FormField(column.name, "choice")), sorts=(column.name, way)),),
                    )

    def back(self, done: Plan | None) -> Iterator[Reading]:
        """`and back again`, after the next page: the previous one, and the other way round."""
        pressed = done.calls[-1].action_id if done and len(done.calls) == 1 else ""
        ways = {"next": "previous", "previous": "next", "first_page": "last_page", "last_page": "first_page"}
        for meaning, other in ways.items():
            if pressed in self._turning(meaning):
                back = next(iter(self._turning(other)), None)
                yield from [Reading("", 0.85, (Plan((ActionCall(back, {}),)),))] if back else []

    def _turning(self, meaning: str) -> list[str]:
        """The controls that turn the page so."""
        labels = self.page.language.labels[meaning]
        names = {
            action.id: " ".join(action.description.split(".")[0].lower().split())
            .removeprefix("press ")
            .removeprefix("open ")
            for action in self.page.actions.values()
            if not action.parameters.get("required")
        }
        return [id_ for id_, name in names.items() if name.strip(_ARROWS) in labels]

    def next_tab(self, said: Match) -> Iterator[Reading]:
        """`next tab`: the option behind the one that is chosen, of the one row of tabs."""
        step = -1 if not self.page.language.words["backward"].isdisjoint(said.text.text.split()) else 1
        rows = [one for one in self.page.outline.blocks if one.kind == "choice" and any(o.on for o in one.options)]
        tabs = [one for one in rows if all(o.use and o.use.action.startswith("open_") for o in one.options)]
        for block in (tabs or rows) if len(tabs or rows) == 1 else ():
            at = next(at for at, one in enumerate(block.options) if one.on) + step
            call = self.page.call(block.options[at].use) if 0 <= at < len(block.options) else None
            if call:
                yield Reading(
                    "", 0.8, (Plan((call,), Slot(block, FormField(block.name, "choice"), block.options[at])),)
                )

    def navigate(self, said: Match) -> Iterator[Reading]:
        """`next page`, `go back`: the control that is called so."""
        for meaning in ("next", "previous", "first_page", "last_page"):
            if said.slots["where"] not in self.page.language.ordered[f"{meaning}_said"]:
                continue
            labels = self.page.language.labels[meaning]
            for action in self.page.actions.values():
                name = (
                    " ".join(action.description.split(".")[0].lower().split())
                    .removeprefix("press ")
                    .removeprefix("open ")
                    .strip(_ARROWS)
                )
                if name in labels and not action.parameters.get("required"):
                    yield Reading("", 0.85, (Plan((ActionCall(action.id, {}),)),))
                    return
