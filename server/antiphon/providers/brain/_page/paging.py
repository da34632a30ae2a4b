"""Turn the pages of a list, or go on to the next tab: `go to the last page`, `page two`, `one week further`."""

from collections.abc import Iterator, Sequence

from antiphon.domain.actions import ActionCall
from antiphon.domain.outline import Block
from antiphon.providers.brain._page.memory import Plan
from antiphon.providers.brain._page.names import Fit
from antiphon.providers.brain._page.reading import Reader, Reading
from antiphon.providers.brain._page.subjects import Slot
from antiphon.providers.brain._page.words import Said, content

SCORE = 0.85
MOST = 11
"""Presses after the first one, to come to an end."""
_ARROWS = " \u2039\u203a\u00ab\u00bb\u2190\u2192<>"


class Paging(Reader):
    """Reads which page of a list, or which tab, is wanted."""

    def readings(self, text: Said) -> Iterator[Reading]:
        """At most one."""
        words = text.text.split()
        views = self.page.language.views
        goes_on = self.memory.done is not None and self.memory.done.gesture == "paging"
        of_page = not set(views["page_said"]).isdisjoint(words)
        of_tab = not set(views["tab_said"]).isdisjoint(words)
        shown = {each for one in self._shown() for each in content(one, self.page.language)}
        of_shown = any(set(content(word, self.page.language)) & shown for word in words)
        if not (of_page or of_tab or of_shown or goes_on) or len(words) > MOST:
            return
        ways = [name for name in ("further", "back", "last", "first") if set(views[name]) & set(words)]
        little = {*views["page_little"], *views["page_said"], *views["tab_said"]}
        left = [word for word in words if word not in little and not set(content(word, self.page.language)) & shown]
        if (of_page or goes_on) and not self.page.language.words["every"].isdisjoint(words):
            yield from self._whole()
        elif goes_on and ways == ["back"] and (press := self._called([word for word in left if word != ways[0]])):
            yield Reading("", SCORE, (Plan((press,), gesture="paging"),))
        elif of_page and (place := self._number(words)) and len(left) <= 1:
            yield from self._to_page(place)
        elif (
            len(ways) == 1
            and (of_page or of_tab or ways[0] in {"further", "back"})
            and all(word in views[ways[0]] for word in left)
        ):
            on_tab = of_tab or (goes_on and isinstance(self.memory.about, Slot) and not of_page)
            made = self._tab(ways[0]) if on_tab else self._turned(ways[0])
            if made:
                yield Reading("", SCORE, (made,))

    def _whole(self) -> Iterator[Reading]:
        """`all of them on one page`: the option for all, of the one choice of how many rows there are on a page."""
        every = self.page.language.words["every"]
        found = [
            slot
            for slot in self.page.options()
            if slot.option
            and slot.option.name.lower() in every
            and all(one.name.isdigit() for one in slot.field.options if one is not slot.option)
        ]
        if len(found) == 1:
            yield from self.picked([(found[0], Fit(1.0, 1.0))], SCORE)

    def _shown(self) -> list[str]:
        """Return the names of what is chosen to be shown: `Week`."""
        return [
            one.name for block in self.page.outline.blocks if block.kind == "choice" for one in block.options if one.on
        ]

    def _number(self, words: Sequence[str]) -> int | None:
        """`page two`, `the third page`."""
        ordinals = self.page.language.ordered["ordinals"]
        at = next((at for at, word in enumerate(words) if word in self.page.language.views["page_said"]), 0)
        if at and words[at - 1] in ordinals[1:]:
            return ordinals.index(words[at - 1]) + 1
        found = self.page.language.numbers_in(" ".join(words[at + 1 :]))
        return int(found[0].value) if len(found) == 1 and found[0].value == int(found[0].value) else None

    def _button(self, meaning: str) -> ActionCall | None:
        labels = self.page.language.labels[meaning]
        found = [one for one in self.page.presses if one.name.strip(_ARROWS).lower() in labels or one.name in labels]
        return ActionCall(found[0].action, {}) if len(found) == 1 else None

    def _called(self, words: Sequence[str]) -> ActionCall | None:
        """The one button that is called so: `back to today`."""
        spoken = content(" ".join(words), self.page.language)
        found = [one for one in self.page.presses if spoken and content(one.name, self.page.language) == spoken]
        return ActionCall(found[0].action, {}) if len(found) == 1 else None

    def _to_page(self, place: int) -> Iterator[Reading]:
        """The button with that number; or, from the first page, so many on."""
        names = {str(place), *(f"{one} {place}" for one in self.page.language.views["page_said"])}
        named = [one for one in self.page.presses if one.name.strip().lower() in names]
        if len(named) == 1:
            yield Reading("", SCORE, (Plan((ActionCall(named[0].action, {}),), gesture="paging"),))
            return
        forward = self._button("next")
        if forward and self._button("previous") is None and 1 < place <= MOST:
            yield Reading("", SCORE, (Plan((forward,) * (place - 1), gesture="paging"),))

    def _turned(self, way: str) -> Plan | None:
        end = {"last": "last_page", "first": "first_page"}.get(way)
        if end and (press := self._button(end)):
            return Plan((press,), gesture="paging")
        press = self._button("next" if way in {"further", "last"} else "previous")
        return Plan((press,), gesture="paging", repeats=MOST if end else 0) if press else None

    def _tab(self, way: str) -> Plan | None:
        """The tab beside the one that is open."""
        for block in self.page.outline.blocks:
            at = next((at for at, one in enumerate(block.options) if one.on), None)
            if block.kind != "choice" or at is None or not self._leads(block):
                continue
            place = {"further": at + 1, "back": at - 1, "first": 0, "last": len(block.options) - 1}[way]
            option = block.options[place] if 0 <= place < len(block.options) else None
            call = self.page.call(option.use) if option else None
            slot = next((one for one in self.page.options() if option and one.option is option), None)
            return Plan((call,), slot, gesture="paging") if call else None
        return None

    def _leads(self, block: Block) -> bool:
        return all(one.use and one.use.action.startswith("open_") for one in block.options)
