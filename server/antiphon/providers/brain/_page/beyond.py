"""Read what is not said in the page's own words: for another part of it, by mere days and times, as a wish.

A sentence that names a part of the page is read there. Else it is read as it was said; then its days and times are
taken by the fields that can hold them, and the rest is read; then it is read in other words.
"""

from collections.abc import Awaitable, Callable, Iterable
from dataclasses import replace
from datetime import date

from antiphon.providers.brain._page.dated import Dates
from antiphon.providers.brain._page.elsewhere import Elsewhere
from antiphon.providers.brain._page.in_units import in_units
from antiphon.providers.brain._page.memory import Memory
from antiphon.providers.brain._page.other_words import OtherWords
from antiphon.providers.brain._page.ranges import Ranges
from antiphon.providers.brain._page.reading import Reading
from antiphon.providers.brain._page.subjects import Page, Slot
from antiphon.providers.brain._page.words import Said

Read = Callable[[Said], Awaitable[Reading | None]]


class Beyond:
    """Reads sentences about one page. `read` reads one as it was said."""

    def __init__(self, page: Page, memory: Memory, today: date | None, read: Read) -> None:
        self.page = page
        self.memory = memory
        self.today = today
        self.read = read

    async def reading(self, text: Said) -> Reading | None:
        """The reading of an utterance, wherever on the page it is for."""
        if self._is_no_order(text):
            return await self._measured(text)
        placed = await self._elsewhere(text, led=True)
        return placed or await self._here(text) or await self._elsewhere(text, led=False)

    def _is_no_order(self, text: Said) -> bool:
        """Tell whether something is asked, or no more than wondered about."""
        words, lists = text.text.split(), self.page.language.words
        return not words or words[0] in lists["asking"] or text.raw.rstrip().endswith("?")

    async def _measured(self, text: Said) -> Reading | None:
        """The reading of a sentence with its lengths in the units of the page; what is written is as it was said."""
        measured = in_units(text, self.page)
        found = await self.read(measured) if measured.text != text.text else None
        return found if found and not _writes(found) else await self.read(text)

    async def _here(self, text: Said) -> Reading | None:
        """The reading of what is to be done on the part that is shown."""
        ranges = Ranges(self.page, self.memory, self.today)
        if found := next(ranges.readings(text), None):
            return found
        return await self._measured(text) or await self._dated(text) or await self._reworded(text)

    async def _elsewhere(self, text: Said, *, led: bool) -> Reading | None:
        """The reading of an order for the part of the page that is named. `led`: only where it is clear that it is a
        place."""
        elsewhere = Elsewhere(self.page)
        for way in elsewhere.ways(text):
            if led and not way.led:
                continue
            found = elsewhere.reading(way) or await self._here(way.rest)
            if found:
                return found
        return None

    async def _dated(self, text: Said) -> Reading | None:
        """The reading of a sentence with days and times in it, and little else, or what is an order of its own."""
        dates = Dates(self.page, self.memory, self.today)
        for one in dates.readings(text):
            if not isinstance(one.plan.about, Slot):
                continue
            if dates.is_plain(one.plan.about, one.rest):
                return Reading("dated", 1.0, (one.plan,))
            rest = await self._measured(one.rest) or await self._reworded(one.rest)
            plan = rest.plans[0] if rest and len(rest.plans) == 1 and not rest.asks else None
            if rest and plan and plan.calls and not plan.rest and not plan.adds and not _writes(rest):
                return Reading("dated", 1.0, (replace(plan, calls=(*one.plan.calls, *plan.calls), back=()),))
        return None

    async def _reworded(self, text: Said) -> Reading | None:
        """The reading of a sentence in other words; what is written is taken as it was said, or not at all."""
        others = OtherWords(self.page)
        for ways in (others.as_orders(text), others.renamed(text)):
            found = await self._agreeing(ways)
            if found:
                return found[0] if len({str([plan.calls for plan in one.plans]) for one in found}) == 1 else None
        return None

    async def _agreeing(self, ways: Iterable[Said]) -> list[Reading]:
        """The readings of other words, in which nothing is written."""
        found = []
        for other in ways:
            one = await self._measured(other)
            if one and one.plans and not _writes(one):
                found.append(replace(one, spoken=one.spoken or other))
        return found


def _writes(reading: Reading) -> bool:
    """Tell whether a text is written, which is as it was said."""
    return any("text" in call.parameters for plan in reading.plans for call in plan.calls)
