"""Read how a list is wanted to be shown: sorted, narrowed down to a part, searched, or whole again; also both at once.

A sentence is read as a whole, else cut at commas and joining words: `fasteners only, with the most expensive on top`.
"""

from collections.abc import Iterator
from datetime import date

from antiphon.providers.brain._page.memory import Memory, Plan
from antiphon.providers.brain._page.narrowed import Narrows
from antiphon.providers.brain._page.reading import Reader, Reading
from antiphon.providers.brain._page.sorts import SCORE, Sorts
from antiphon.providers.brain._page.subjects import Page
from antiphon.providers.brain._page.words import Said

MOST_WORDS = 30
FEW_WORDS = 2
"""Nothing but the name of a part of the list: `free plots`."""


class Views(Reader):
    """Reads what is to be seen of a list, and in which order."""

    def __init__(self, page: Page, memory: Memory, today: date | None) -> None:
        super().__init__(page, memory, today)
        self.sorts = Sorts(page, memory, today)
        self.narrows = Narrows(page, memory, today)

    def arranged(self, text: Said) -> Iterator[Reading]:
        """At most one: an order that begins as a question does, `what costs least at the top`."""
        views = self.page.language.views
        tops = tuple(f" {one}" for one in views["at_top"] if one not in views["first"])
        asks = text.text.split(" ", 1)[0] in self.page.language.words["interrogatives"]
        is_by = text.text.startswith(tuple(f"{one} " for one in views["by"]))  # `by when they were last changed`
        if led := self._asked_for(text):
            yield from self.sorts.readings(led)
        elif (is_by or (asks and text.text.endswith(tops))) and not text.raw.rstrip().endswith("?"):
            yield from self.sorts.readings(text.text)

    def _asked_for(self, text: Said) -> str:
        """Return a question with its end as an order: `which work hardest? put them at the top`."""
        head, _, tail = text.raw.partition("? ")
        at = len([one for one in text.places if one[1] < len(head)]) if tail else 0
        if not 0 < at < len(text.places):
            return ""
        words, views = text.text.split(), self.page.language.views
        rest = " ".join(words[at:])
        top = next((one for one in sorted(views["at_top"], key=len, reverse=True) if rest.endswith(f" {one}")), "")
        plain = {*views["order_little"], *views["pointed"]}
        is_plain = all(word in plain for word in rest.removesuffix(top).split())
        return f"{' '.join(words[:at])} {top}" if top and is_plain else ""

    def narrowed(self, text: Said) -> Reading | None:
        """The part of the list that is told, where it is known that one is wanted."""
        found = self.narrows.part(text, cued=True)
        return self._together(found.plans) if found else None

    def readings(self, text: Said) -> Iterator[Reading]:
        """At most one."""
        text = self._behind_refusal(self._behind_question(text))
        words = text.text.split()
        if not words or len(words) > MOST_WORDS or self._asks(text, words) or self._is_of_an_item(words):
            return
        is_lettered = self.narrows.filters.by_letter(text.text)
        if not is_lettered and (sort := next(self.sorts.readings(text.text), None)):
            yield sort
            return
        for read in (self.narrows.whole, self.narrows.part):
            found = read(text)
            polite = not self.page.language.words["courtesy"].isdisjoint(text.raw.lower().strip(" .!").split())
            if found and (found.cued or polite or len(found.plans) > 1 or len(words) <= FEW_WORDS):
                yield self._together(found.plans)
                return
        if both := self._both(text, words):
            yield both
            return
        if sought := self.narrows.search(text):
            yield self._together(sought.plans)

    def _asks(self, text: Said, words: list[str]) -> bool:
        polite = text.raw.split(" ", 1)[0].lower() in self.page.language.words["polite"]
        first = words[0] in self.page.language.words["interrogatives"]
        return first or (text.raw.rstrip().endswith("?") and not polite)

    def _is_of_an_item(self, words: list[str]) -> bool:
        """`stop it`, where items have a button `Stop`, wants none of those that are stopped."""
        if " ".join(words[1:]) not in self.page.language.words["subject"]:
            return False
        return any(use.label.lower().split()[:1] == words[:1] for one in self.page.subjects() for use in one.uses)

    def _behind_question(self, text: Said) -> Said:
        """Return the order behind a question that was asked of oneself: `what is urgent? show only that`."""
        at = text.raw.find("? ")
        place = next((one[0] for one in text.places if at >= 0 and one[1] > at), None)
        return text.part(place, len(text.text)) if place else text

    def _behind_refusal(self, text: Said) -> Said:
        """Return the order behind a `no`: `no, the other way round`; that is no word for a column `No.`."""
        refuses = len(text.places) > 1 and text.text.split()[0] in self.page.language.words["no"]
        return text.part(text.places[1][0], len(text.text)) if refuses and text.pauses_before(1) else text

    def _both(self, text: Said, words: list[str]) -> Reading | None:
        """A part of the list, in an order: the sentence is cut once or twice."""
        joins = {
            *self.page.language.ordered["joins"],
            *self.page.language.words["with"],
            *self.page.language.words["but"],
        }
        cuts = [at for at in range(1, len(words)) if words[at] in joins or text.pauses_before(at)]
        for cut in cuts:
            begin = text.span(cut, cut + 1)[0]
            first, second = text.part(0, begin - 1), text.part(begin, len(text.text))
            for one, other in ((first, second), (second, first)):
                sort = next(self.sorts.readings(self._bare(other, joins)), None)
                if sort is None or not sort.plans or len(sort.plans) > 1 or not sort.plans[0].calls:
                    continue
                part = self.narrows.part(one, cued=True)
                if part:
                    return self._together((*part.plans, *sort.plans))
        return None

    def _bare(self, part: Said, joins: set[str]) -> str:
        first, _, rest = part.text.partition(" ")
        return rest if first in joins else part.text

    def _together(self, plans: tuple[Plan, ...]) -> Reading:
        calls = tuple(call for plan in plans for call in plan.calls)
        back = tuple(call for plan in reversed(plans) for call in plan.back) if all(one.back for one in plans) else ()
        return Reading("", SCORE, (Plan(calls, plans[-1].about, back, sorts=plans[-1].sorts),))
