"""Read what is not said in the page's own words: for another part of it, by mere days and times, as a wish.

A sentence that names a part of the page is read there. Else it is read as it was said; then its days and times are
taken by the fields that can hold them, and the rest is read; then it is read in other words.
"""

from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import replace
from datetime import date
from itertools import pairwise

from antiphon.providers.brain._page.dated import Dates
from antiphon.providers.brain._page.elsewhere import Elsewhere
from antiphon.providers.brain._page.in_units import in_units
from antiphon.providers.brain._page.memory import Memory, Plan
from antiphon.providers.brain._page.other_words import OtherWords
from antiphon.providers.brain._page.ranges import Ranges
from antiphon.providers.brain._page.reading import Reading
from antiphon.providers.brain._page.shifting import Shifts
from antiphon.providers.brain._page.subjects import Page, Slot, Subject
from antiphon.providers.brain._page.words import Said, framed

MOST_PARTS = 5
Read = Callable[[Said], Awaitable[Reading | None]]


class Beyond:
    """Reads sentences about one page. `read` reads one as it was said; `is_unnamed` tells what is asked about first."""

    def __init__(
        self, page: Page, memory: Memory, today: date | None, read: Read, is_unnamed: Callable[[Plan, Said], bool]
    ) -> None:
        self.page = page
        self.memory = memory
        self.today = today
        self.read = read
        self.is_unnamed = is_unnamed

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
        shifts = Shifts(self.page, self.memory, self.today)
        if found := next(shifts.readings(text.text), None):
            return found
        if joined := await self._by_parts(_cut(text)):
            return joined
        found = await self._one(text)
        if found is None or _writes(found):  # `Anna, and she stays three nights`
            found = await self._by_parts(text.parts(self.page.language)) or found
        return found or await self._behind_a_reason(text)

    async def _behind_a_reason(self, text: Said) -> Reading | None:
        """The reading of the last part of an utterance, where the others only say why: `my eyes hurt, make it dark`."""
        parts, lists = _cut(text), self.page.language.words
        words = text.text.split()
        if len(parts) < 2 or not lists["if"].isdisjoint(words) or lists["states"].isdisjoint(parts[0].text.split()):
            return None
        found = await self._one(framed(parts[-1], self.page.language))
        plan = found.plans[0] if found and len(found.plans) == 1 and not found.asks else None
        is_set = plan is not None and isinstance(plan.about, Slot) and not plan.adds and not plan.rest
        return found if found and plan and is_set and not _writes(found) and not self.is_unnamed(plan, text) else None

    async def _one(self, text: Said) -> Reading | None:
        return await self._measured(text) or await self._dated(text) or await self._reworded(text)

    async def _by_parts(self, parts: Sequence[Said]) -> Reading | None:
        """The reading of several orders in one utterance, each of which is understood by itself."""
        plans: list[Plan] = []
        if not 1 < len(parts) <= MOST_PARTS:
            return None
        for part in parts:
            found = await self._one(framed(part, self.page.language))
            plan = found.plans[0] if found and len(found.plans) == 1 and not found.asks else None
            if plan is None or not plan.calls or plan.rest or plan.adds or self.is_unnamed(plan, part):
                return None
            if part is not parts[-1] and isinstance(plan.about, Slot) and plan.about.field.kind == "long":
                return None  # what is written there goes on
            plans.append(plan)
        calls = [call for plan in plans for call in plan.calls]
        if len({(call.action_id, *map(str, call.parameters.items())) for call in calls}) < len(calls):
            return None
        back = tuple(call for plan in reversed(plans) for call in plan.back) if all(one.back for one in plans) else ()
        return Reading("several", 1.0, (Plan(tuple(calls), plans[-1].about, back),))

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
            if (
                rest
                and plan
                and plan.calls
                and not isinstance(plan.about, Subject)
                and not plan.rest
                and not plan.adds
                and not _writes(rest)
            ):
                return Reading("dated", 1.0, (replace(plan, calls=(*one.plan.calls, *plan.calls), back=()),))
        return None

    async def _reworded(self, text: Said) -> Reading | None:
        """The reading of a sentence in other words; what is written is taken as it was said, or not at all."""
        others = OtherWords(self.page)
        for ways, may_write in ((others.as_orders(text), True), (others.renamed(text), False)):
            found = await self._agreeing(ways, text, may_write=may_write)
            if found:
                return found[0] if len({str([plan.calls for plan in one.plans]) for one in found}) == 1 else None
        return None

    async def _agreeing(self, ways: Iterable[Said], text: Said, *, may_write: bool) -> list[Reading]:
        """The readings of other words. `may_write`: what is written in them is as it was said."""
        found = []
        for other in ways:
            one = await self._measured(other)
            if one and one.plans and (may_write or all(value in text.raw for value in _written(one))):
                found.append(replace(one, spoken=one.spoken or other))
        return found


def _cut(text: Said) -> list[Said]:
    """The parts of an utterance between its commas and full stops."""
    words = text.text.split()
    cuts = [0, *(at for at in range(1, len(words)) if text.pauses_before(at)), len(words)]
    spans = [text.span(first, last) for first, last in pairwise(cuts) if last > first]
    return [text.part(begin, max(begin, end - 1)) for begin, end in spans]


def _writes(reading: Reading) -> bool:
    """Tell whether a text is written, which is as it was said."""
    return bool(_written(reading))


def _written(reading: Reading) -> list[str]:
    calls = [call for plan in reading.plans for call in plan.calls]
    return [str(call.parameters["text"]) for call in calls if "text" in call.parameters]
