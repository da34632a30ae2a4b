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
from antiphon.providers.brain._page.mentions import names_item
from antiphon.providers.brain._page.one_of_several import OneOfSeveral
from antiphon.providers.brain._page.other_words import OtherWords, others_of
from antiphon.providers.brain._page.ranges import Ranges
from antiphon.providers.brain._page.reading import Reading, contradict
from antiphon.providers.brain._page.shifting import Shifts
from antiphon.providers.brain._page.subjects import VALUES, Page, Slot, Subject
from antiphon.providers.brain._page.words import Said, asks_first, content, framed, is_polite, said

MOST_PARTS = 5
MOST_REASONS = 1
Read = Callable[[Said], Awaitable[Reading | None]]


class InOtherWays:
    """Reads sentences about one page. `read` reads one as it was said; `is_unnamed` tells what is asked about first."""

    def __init__(
        self, page: Page, memory: Memory, today: date | None, read: Read, is_unnamed: Callable[[Plan, Said], bool]
    ) -> None:
        self.page = page
        self.memory = memory
        self.today = today
        self.read = read
        self.is_unnamed = is_unnamed
        self._known: dict[Said, Reading | None] = {}
        """The readings of what was looked at already: parts of an utterance come again in others."""

    async def reading(self, text: Said) -> Reading | None:
        """The reading of an utterance, wherever on the page it is for."""
        if not self.page.language.by_rules:
            return await self.read(text) or self._shown_elsewhere(text)
        if self._is_no_order(text):
            return await self._measured(text)
        placed = await self._elsewhere(text, led=True)
        return placed or await self._here(text) or await self._elsewhere(text, led=False)

    def _shown_elsewhere(self, text: Said) -> Reading | None:
        """The way to the part of the page that is named, where the file is all that is known of a language."""
        elsewhere = Elsewhere(self.page)
        if self._is_no_order(text) or not self.page.language.words["if"].isdisjoint(text.text.split()):
            return None
        return next((way for one in elsewhere.ways(text) if one.led and (way := elsewhere.reading(one))), None)

    def _is_no_order(self, text: Said) -> bool:
        """Tell whether something is asked, or no more than wondered about."""
        words, lists = text.text.split(), self.page.language.words
        thanks = text.raw.split(" ", 1)[0].lower() in lists["thanking"] and not any(
            map(text.pauses_before, range(len(words)))
        )
        asks = text.raw.rstrip().endswith("?") and not is_polite(text, self.page.language)
        return not words or thanks or asks_first(words, self.page.language) or asks

    async def _measured(self, text: Said) -> Reading | None:
        """The reading of a sentence with its lengths in the units of the page; what is written is as it was said."""
        measured = in_units(text, self.page)
        found = await self.read(measured) if measured.text != text.text else None
        return found if found and not _writes(found) else await self.read(text)

    async def _here(self, text: Said) -> Reading | None:
        """The reading of what is to be done on the part that is shown."""
        if found := self._by_kind(text):
            return found
        if joined := await self._by_parts(_cut(text)):
            return joined
        found = await self._one(text)
        if found is None or _writes(found):  # `Anna, and she stays three nights`
            found = await self._by_parts(text.parts(self.page.language)) or found
        found = found or await self._by_parts(self._pieces(text), of_fields=True)
        if found and self._runs_on(found):
            return None
        return found or await self._behind_a_reason(text)

    def _runs_on(self, reading: Reading) -> bool:
        """Tell whether another order is in what would be written: `L E A F, use it, and wrap it`."""
        slots = [one.about for one in reading.plans if isinstance(one.about, Slot) and not one.adds]
        if not slots or any(one.field.kind != "text" for one in slots):
            return False
        texts = [
            str(call.parameters["text"]) for plan in reading.plans for call in plan.calls if "text" in call.parameters
        ]
        points = self.page.language.words["subject"]
        return any(
            not points.isdisjoint(part.text.split()) and part.text.split()[0] in self.page.language.words["ordering"]
            for one in texts
            for part in _cut(said(one, self.page.language))[1:]
        )

    def _pieces(self, text: Said) -> list[Said]:
        """The parts of an utterance at which a form's next value may begin."""
        words, lists = text.text.split(), self.page.language.words
        cuts = [at for at in range(1, len(words)) if text.pauses_before(at) or words[at] in lists["cutting"]]
        return _parted(text, [at for at in cuts if words[at - 1] not in lists["cutting"]])

    def _is_of_page(self, part: Said) -> bool:
        """Tell whether a part of an utterance may be an order: it has a number, a name, or a word of the page."""
        language = self.page.language
        words = part.text.split()
        if language.numbers_in(part.text) or any(word[:1].isupper() for word in part.verbatim_all().split()):
            return True
        known = language.words["timed"] | language.words["weekdays"] | language.wished.too_much.keys()
        stems = set(content(part.text, language))
        return not known.isdisjoint(words) or not stems.isdisjoint(self.page.vocabulary | others_of(language))

    def _in_form(self, plans: Sequence[Plan], text: Said) -> Reading | None:
        """The reading of one more part for the form that the others are for, or for the only one that is filled in."""
        forms = [one.about.block for one in plans if isinstance(one.about, Slot)]
        forms = forms or [one for one in self.page.outline.blocks if len(one.fields) > 1 and one.submit]
        parts = OneOfSeveral(self.page, self.memory, self.today)
        found = [one for form in forms[-1:] or forms for one in parts.readings(form, text)]
        return found[0] if len({str([plan.calls for plan in one.plans]) for one in found}) == 1 else None

    async def _behind_a_reason(self, text: Said) -> Reading | None:
        """The reading of the last part of an utterance, where the others only say why: `my eyes hurt, make it dark`."""
        parts, lists = _cut(text), self.page.language.words
        if len(parts) != MOST_REASONS + 1 or not lists["if"].isdisjoint(parts[0].text.split()):
            return None
        ways = self.page.language.comparatives.keys() | self.page.language.ways.keys()
        if not any(not ways.isdisjoint(one.text.split()) for one in OtherWords(self.page).as_orders(parts[0])):
            return None  # it says nothing of what is too much
        found = await self._one(framed(parts[-1], self.page.language))
        plan = found.plans[0] if found and len(found.plans) == 1 and not found.asks else None
        is_set = plan is not None and isinstance(plan.about, Slot) and not plan.adds and not plan.rest
        return found if found and plan and is_set and not _writes(found) and not self.is_unnamed(plan, text) else None

    def _by_kind(self, text: Said) -> Reading | None:
        """The reading of a range, of whom a form is for, or of by how long something is moved."""
        parts = OneOfSeveral(self.page, self.memory, self.today)
        return (
            next(Ranges(self.page, self.memory, self.today).readings(text), None)
            or next(parts.addressed(text), None)
            or next(Shifts(self.page, self.memory, self.today).readings(text.text), None)
        )

    async def _one(self, text: Said) -> Reading | None:
        if text not in self._known:
            self._known[text] = await self._read_alone(text)
        return self._known[text]

    async def _read_alone(self, text: Said) -> Reading | None:
        found = self._by_kind(text) or await self._measured(text)
        found = found or await self._dated(text) or await self._reworded(text)
        return found if found is None or not any(_wavers(plan) for plan in found.plans) else None

    async def _by_parts(self, parts: Sequence[Said], *, of_fields: bool = False) -> Reading | None:
        """The reading of several orders in one utterance, each of which is understood by itself. `of_fields`: each
        sets a field."""
        plans: list[Plan] = []
        if not 1 < len(parts) <= MOST_PARTS or not all(map(self._is_of_page, parts)):
            return None
        for part in parts:
            said_ = framed(part, self.page.language)
            found = await self._one(said_) or self._in_form(plans, said_)
            plan = found.plans[0] if found and len(found.plans) == 1 and not found.asks else None
            if plan is None or not plan.calls or plan.rest or plan.adds or plan.sorts or self.is_unnamed(plan, part):
                return None
            if of_fields and not isinstance(plan.about, Slot):
                return None
            if part is not parts[-1] and isinstance(plan.about, Slot) and plan.about.field.kind == "long":
                return None  # what is written there goes on
            plans.append(plan)
        calls = [call for plan in plans for call in plan.calls]
        if (
            contradict(calls)
            or _wavers(Plan(tuple(calls)))
            or len({(call.action_id, *map(str, call.parameters.items())) for call in calls}) < len(calls)
        ):
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
        pointed = not self.page.language.words["subject"].isdisjoint(text.text.split())
        if (pointed and isinstance(self.memory.about, Subject)) or names_item(self.page, text):
            return None  # `move it to three o'clock` is of what was spoken of
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
        orders = others.as_orders(text)
        refuses = not self.page.language.words["none"].isdisjoint(text.text.split())
        renamed = others.renamed(text) if orders or not refuses else []
        for ways, may_write in ((orders, True), (renamed, bool(orders))):
            found = await self._agreeing(ways, text, may_write=may_write)
            found = [one for one in found if ways is orders or not _writes_at_length(one)]  # `writing` is no `Text`
            if found:
                return found[0] if len({str([plan.calls for plan in one.plans]) for one in found}) == 1 else None
        return None

    def _sets_more(self, reading: Reading, text: Said) -> bool:
        """Tell whether several fields are set by a sentence that says one thing: a word of it was taken for another."""
        fields = {str(call.action_id) for plan in reading.plans[:1] for call in plan.calls}
        several = set(text.text.split()) & self.page.language.words["every"]
        return len(fields) > 1 and len(text.parts(self.page.language)) < 2 and not several

    async def _agreeing(self, ways: Iterable[Said], text: Said, *, may_write: bool) -> list[Reading]:
        """The readings of other words. `may_write`: what is written in them is as it was said."""
        found = []
        for other in ways:
            one = await self._measured(other)
            if one and one.plans and (may_write or (not _writes(one) and not self._sets_more(one, text))):
                found.append(replace(one, spoken=one.spoken or other))
        return found


def _cut(text: Said) -> list[Said]:
    """The parts of an utterance between its commas and full stops."""
    return _parted(text, [at for at in range(1, len(text.places)) if text.pauses_before(at)])


def _parted(text: Said, cuts: Sequence[int]) -> list[Said]:
    spans = [text.span(first, last) for first, last in pairwise([0, *cuts, len(text.places)]) if last > first]
    return [text.part(begin, max(begin, end - 1)) for begin, end in spans]


def _wavers(plan: Plan) -> bool:
    """Tell whether a field is set twice: what is meant in the end is not said then."""
    set_ = [one.action_id for one in plan.calls if one.parameters and one.parameters.keys() <= set(VALUES)]
    if any(one.action_id.startswith("open_") for one in plan.calls):
        return False  # `twenty degrees in every room`
    return not plan.adds and plan.gesture != "add" and len(set(set_)) < len(set_)


def _writes_at_length(reading: Reading) -> bool:
    return any(isinstance(plan.about, Slot) and plan.about.field.kind == "long" for plan in reading.plans)


def _writes(reading: Reading) -> bool:
    """Tell whether a text is written, which is as it was said."""
    return any("text" in call.parameters for plan in reading.plans for call in plan.calls)
