"""Every reading of an utterance, and the one that fits best. Over 300 lines: the order in which readers are asked."""

import asyncio
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from antiphon.domain.conversation import ActionTaken, ConversationItem, UserSaid
from antiphon.providers.brain._page.all_but import AllBut
from antiphon.providers.brain._page.all_of_it import AllOfIt
from antiphon.providers.brain._page.behind_colon import BehindColon, writes_a_colon
from antiphon.providers.brain._page.caution import Caution
from antiphon.providers.brain._page.clauses import Clauses
from antiphon.providers.brain._page.described import Described
from antiphon.providers.brain._page.every import Every
from antiphon.providers.brain._page.everywhere import Everywhere
from antiphon.providers.brain._page.filling import Filling
from antiphon.providers.brain._page.gestures import Gestures
from antiphon.providers.brain._page.in_bulk import InBulk
from antiphon.providers.brain._page.in_days import in_days
from antiphon.providers.brain._page.in_other_ways import InOtherWays
from antiphon.providers.brain._page.inquiring import Inquiring
from antiphon.providers.brain._page.item_orders import ItemOrders
from antiphon.providers.brain._page.memory import Memory, Plan
from antiphon.providers.brain._page.mentions import mentions
from antiphon.providers.brain._page.notices import Notices
from antiphon.providers.brain._page.noting import Noting
from antiphon.providers.brain._page.offered import Offered
from antiphon.providers.brain._page.once_more import continued, corrected, taken_back, undone
from antiphon.providers.brain._page.only_that import OnlyThat
from antiphon.providers.brain._page.over_question import can_be_offered
from antiphon.providers.brain._page.page_size import PageSize
from antiphon.providers.brain._page.paging import Paging
from antiphon.providers.brain._page.permitting import Permitting
from antiphon.providers.brain._page.placing import Placing
from antiphon.providers.brain._page.pressing import Pressing
from antiphon.providers.brain._page.putting_right import PuttingRight
from antiphon.providers.brain._page.questions import Questions
from antiphon.providers.brain._page.reading import Match, Reading, best_of, contradict
from antiphon.providers.brain._page.reasons import before_a_reason, behind_a_reason
from antiphon.providers.brain._page.retelling import Retelling
from antiphon.providers.brain._page.row_menus import RowMenus
from antiphon.providers.brain._page.row_switches import RowSwitches
from antiphon.providers.brain._page.several_fields import SeveralFields
from antiphon.providers.brain._page.subjects import Page, Slot
from antiphon.providers.brain._page.taking import Taking
from antiphon.providers.brain._page.templates import Template
from antiphon.providers.brain._page.topic import Topic
from antiphon.providers.brain._page.views import Views
from antiphon.providers.brain._page.wishes import Wishes
from antiphon.providers.brain._page.words import Said, asks_by_mark, framed, said
from antiphon.providers.brain._rules.came_of import came_of
from antiphon.providers.brain._rules.catalogue import Catalogue

MOST_PARTS = 4
NAMED = frozenset({"undo", "answer", "close"})
"""Gestures that are read only where the control that they press was named, or takes back what was just done."""


class Understanding:
    """Reads utterances about one page. `items` is the conversation up to now."""

    def __init__(self, page: Page, memory: Memory, catalogue: Catalogue, items: Sequence[ConversationItem]) -> None:
        self._page = page
        self._memory = memory
        self._catalogue = catalogue
        self._items = items
        self.caution = Caution(page, catalogue)
        self._wishes: Wishes | None = None

    async def best(self, text: Said, gestures: frozenset[str] | None = None) -> Reading | None:
        """The reading that fits best: by a template, part by part, or by the names in it. `gestures`: only by a
        template, and of one of these."""
        if gestures is None and (came := came_of(text.raw, self._items, self._page.actions)):
            return Reading("came_of", 1.0, text=came)
        narrows = text.text.split(" ", 1)[0] in self._page.language.views["hiding"]
        if gestures is None and (again := next(Retelling(self._page, self._items).readings(text), None)):
            return again
        if gestures is None and (offered := next(Offered(self._page).readings(text), None)):
            return offered
        if gestures is None and (wished := self._of_notices(text)):
            return wished
        if gestures is None and (seen := self._seen(text)):
            return seen
        inquiring = Inquiring(self._page, self._memory, self._catalogue.today)
        if gestures is None and not narrows and (asked := next(inquiring.readings(text), None)):
            return asked
        if gestures is None and (goes_on := await self._goes_on_from(text)):
            return goes_on
        return await self.alone(text, gestures)

    def _seen(self, text: Said) -> Reading | None:
        """The reading of how a list is to be shown, where a question would be read else."""
        views = Views(self._page, self._memory, self._catalogue.today)
        only = OnlyThat(self._page, self._memory, self._catalogue.today, views)
        return next(views.arranged(text), None) or next(only.readings(text), None)

    def asked(self, text: Said) -> Reading | None:
        """The reading of a question about what stands on the page."""
        return next(Inquiring(self._page, self._memory, self._catalogue.today).readings(text), None)

    async def _goes_on_from(self, text: Said) -> Reading | None:
        """The reading of what puts the last deed right, or goes on with it."""
        made = Gestures(self._page, self._memory, self._catalogue.today)
        return await PuttingRight(made, lambda: self._last_done(made), self._items, self.alone).reading(text)

    async def alone(self, text: Said, gestures: frozenset[str] | None = None) -> Reading | None:
        """The reading of a sentence that stands for itself."""
        if gestures is not None:
            return await self._as_said(text, gestures)
        if asks_by_mark(text, self._page.language):
            return best_of(await self.by_templates(text))
        ways = InOtherWays(self._page, self._memory, self._catalogue.today, self._as_said, self.caution.is_unnamed)
        found = await ways.reading(text)
        if found is None or writes_a_colon(found):
            colon = BehindColon(self._page, self._memory, self._catalogue.today)
            found = next(colon.readings(text), None) or found
        if found:
            return found
        for reader in (Placing, SeveralFields, Permitting):
            if found := next(reader(self._page, self._memory, self._catalogue.today).readings(text), None):
                return found
        return self._wished(text)

    def _wished(self, text: Said) -> Reading | None:
        """The reading of a wish for settings in other words than the page's."""
        self._wishes = self._wishes or Wishes(self._page, self._memory, self._catalogue.today)
        return next(self._wishes.readings(text), None)

    async def _as_said(self, text: Said, gestures: frozenset[str] | None = None) -> Reading | None:
        for reader in (Noting, Taking, Described) if gestures is None else ():
            if first := next(reader(self._page, self._memory, self._catalogue.today).readings(text), None):
                return first
        switches = gestures is None and text.text.split(" ", 1)[0] in self._page.language.switch_verbs
        own_verb = RowSwitches(self._page, self._memory, self._catalogue.today).readings(text) if switches else ()
        if led := next(iter(own_verb), None):
            return led
        text = in_days(text, self._page)
        readings = await self.by_templates(text)
        if gestures is not None:
            return best_of([one for one in readings if one.gesture in gestures])
        if of_list := self._of_lists(text):
            return of_list
        best = best_of(readings)
        if best is not None and self._takes_an_order(best):
            best = await self._several(text) or best
        of_items = ItemOrders(self._page, self._memory, self._catalogue.today, self._said_before())
        own = best if best and can_be_offered(best) else next(of_items.readings(text), None) or best
        own = own or await self._several(text)
        own = own or (await self._several(text, by_names=True) if self._ends_in_an_order(text) else None)
        own = own or self._by_names(text) or await self._led(text)
        whole = own or await self._several(text, by_names=True)
        whole = whole or await self._behind_a_reason(text)
        whole = whole or await Topic(self._page, self._memory, self._catalogue.today).reading(text, self._with)
        order = None if whole else before_a_reason(self._page, text)
        return whole or (await self.alone(order) if order else None)

    async def _with(self, text: Said, memory: Memory) -> Reading | None:
        """The reading of a sentence by itself, with something else in mind."""
        return await Understanding(self._page, memory, self._catalogue, self._items).alone(text)

    def _of_lists(self, text: Said) -> Reading | None:
        """Read how a list is to be shown, which page of it, or what is to be done to all of it that fits."""
        for reader in (AllOfIt, AllBut, PageSize, Paging, Views, Everywhere, InBulk, Every):
            if found := next(reader(self._page, self._memory, self._catalogue.today).readings(text), None):
                return found if found.gesture else replace(found, gesture="view")
        return None

    def _ends_in_an_order(self, text: Said) -> bool:
        """Tell whether a button is pressed by the last part of what was said: `… and save the settings`."""
        parts = text.parts(self._page.language)
        return len(parts) > 1 and self._pressed(framed(parts[-1], self._page.language)) is not None

    def _pressed(self, text: Said) -> Reading | None:
        return next(Pressing(self._page, self._memory, self._catalogue.today).readings(text), None)

    def _takes_an_order(self, reading: Reading) -> bool:
        """Tell whether a text to be written names another field behind an `and`: `Anna and the nights to four`."""
        calls = [call for plan in reading.plans for call in plan.calls]
        written = [str(call.parameters["text"]) for call in calls if "text" in call.parameters]
        for value in written:
            for part in said(value, self._page.language).parts(self._page.language)[1:]:
                fields = {id(one.meant[0]) for one in mentions(self._page, part) if isinstance(one.meant[0], Slot)}
                if fields:
                    return True
        return False

    def asks_first(self, reading: Reading, text: Said) -> bool:
        """Tell whether a reading is asked about before it is carried out."""
        plan = reading.plans[0] if reading.plans else None
        return plan is not None and (
            reading.asks or (reading.gesture not in NAMED and self.caution.is_unnamed(plan, text, reading.spoken))
        )

    async def by_templates(self, text: Said) -> list[Reading]:
        """Every reading of an utterance. Lets others run in between: no stretch is longer than a few ms."""
        found: list[Reading] = []
        for reading in self._readings(text):
            if reading is None:
                await asyncio.sleep(0)
            else:
                found.append(reading)
        return found

    def _goes_on(self, text: Said) -> bool:
        """Tell whether it began with a word that joins it to what was said before."""
        first = text.raw.split(" ", 1)[0].lower()
        return first in self._page.language.ordered["joins"]

    async def _led(self, text: Said) -> Reading | None:
        """`go to the settings and show letters`: the first order leads to another page, where the rest is read."""
        parts = text.parts(self._page.language)
        if len(parts) < 2:
            return None
        first = parts[0]
        best = best_of(await self.by_templates(framed(first, self._page.language)))
        plan = best.plans[0] if best and len(best.plans) == 1 and not best.asks else None
        if plan is None or len(plan.calls) != 1 or not plan.calls[0].action_id.startswith("open_"):
            return None
        return Reading("led", 1.0, (replace(plan, rest=framed(text.after(len(first.text)), self._page.language)),))

    async def _behind_a_reason(self, text: Said) -> Reading | None:
        """`we are leaving for the weekend, put the house in away mode`: what is said first only says why."""
        several = any(map(text.pauses_before, range(1, len(text.places)))) or len(text.parts(self._page.language)) > 1
        if several and (wish := self._wished(text)) and len(wish.plans[0].calls) > 1:
            return wish  # `it is for two, and the tea is green` gives no reason
        found = behind_a_reason(self._page, text)
        best = (best_of(await self.by_templates(found.order)) or self._by_names(found.order)) if found else None
        if found and found.tells and best and best.gesture != "set_field":
            return None
        plan = best.plans[0] if best and len(best.plans) == 1 and not best.asks else None
        return best if plan and not self.caution.is_unnamed(plan, text) else None

    def _by_names(self, text: Said) -> Reading | None:
        if self._goes_on(text):
            gestures = Gestures(self._page, self._memory, self._catalogue.today)
            if more := next(continued(self._memory.done, gestures, text), None):
                return more
        if wished := self._of_notices(text):
            return wished
        if written := next(self._written(text), None):
            return written
        return next(Clauses(self._page, self._memory, self._catalogue.today).readings(text), None)

    def _of_notices(self, text: Said) -> Reading | None:
        return next(Notices(self._page, self._memory, self._catalogue.today).readings(text), None)

    def _written(self, text: Said) -> Iterator[Reading]:
        """Yield what is added to lists, filled into forms, or begun."""
        gestures = Gestures(self._page, self._memory, self._catalogue.today)
        yield from Noting(self._page, self._memory, self._catalogue.today).appended(self._last_done(gestures), text)
        yield from gestures.opening.readings(text)
        yield from Filling(self._page, self._memory, self._catalogue.today).readings(text)
        yield from gestures.entering.with_values(text)

    async def _several(self, text: Said, *, by_names: bool = False) -> Reading | None:
        """Several orders in a sentence: each is sure by itself, or with the verb of the one before it.

        `by_names`: some of them may be read by the names in them alone.
        """
        parts = text.parts(self._page.language)
        if not 1 < len(parts) <= MOST_PARTS:
            return None
        plans: list[Plan] = []
        before = parts[0]
        for part in parts:
            spoken = framed(part, self._page.language)
            best = next(AllOfIt(self._page, self._memory, self._catalogue.today).readings(spoken), None)
            best = best or best_of(await self.by_templates(spoken))
            if by_names:
                best = best or self._pressed(framed(part, self._page.language)) if plans else best
                best = best or self._by_names(framed(part, self._page.language))
            if best is None and plans:
                words = before.text.split()
                lead = words[:3]
                counts = next((at for at, word in enumerate(lead) if self._page.language.numbers_in(word)), len(lead))
                for length in range(1, min(counts + 1, len(words))):  # `two adults and a child` are no two children
                    best = best or best_of(await self.by_templates(before.led(length, part)))
            if best is None or len(best.plans) != 1 or not best.plans[0].calls:
                return None
            if best.asks or best.plans[0].rest or self.caution.is_unnamed(best.plans[0], text):
                return None
            plans.append(best.plans[0])
            before = part if len(part.text.split()) > 2 else before
        calls = tuple(call for plan in plans for call in plan.calls)
        if contradict(calls):
            return None
        back = tuple(call for plan in reversed(plans) for call in plan.back)
        whole = all(plan.back for plan in plans)
        return Reading("several", 1.0, (Plan(calls, plans[-1].about, back if whole else ()),))

    def _readings(self, text: Said) -> Iterator[Reading | None]:
        """The readings of all templates that fit; None is a pause."""
        gestures = Gestures(self._page, self._memory, self._catalogue.today)
        questions = Questions(self._page, self._memory)
        asks = text.text.split(" ", 1)[0] in self._page.language.words["interrogatives"] or asks_by_mark(
            text, self._page.language
        )
        for template in self._page.language.gestures:
            if asks and template.gesture != "filter":  # `what about the open ones`
                continue
            if match := template.pattern.fullmatch(text.text):
                yield from self._of_gesture(gestures, template, match, text)
                yield None
        for template in self._page.language.questions:
            if match := template.pattern.fullmatch(text.text):
                yield from questions.readings(template.gesture, _slots(match.groupdict()), template.weight, text)
                yield None
        yield from gestures.items.by_label(text)

    def _said_before(self) -> str:
        """Return what was said in the turn before this one."""
        spoken = [one.text for one in self._items if isinstance(one, UserSaid)]
        return spoken[-2] if len(spoken) > 1 else ""

    def _last_done(self, gestures: Gestures) -> Plan | None:
        """The last deed, whoever carried it out."""
        taken = next((one for one in reversed(self._items) if isinstance(one, ActionTaken)), None)
        is_own = taken is None or taken.turn_id == self._memory.done_in
        return self._memory.done if is_own else self._done_behind(gestures) or self._memory.done

    def _done_behind(self, gestures: Gestures) -> Plan | None:
        """The last action that others have carried out, with what takes it back."""
        taken = next((one for one in reversed(self._items) if isinstance(one, ActionTaken)), None)
        before = self._memory.outlines.get(taken.turn_id) if taken and taken.outcome.ok else None
        return taken_back(taken.call, before, gestures) if taken and before else None

    def _counts_behind(self, words: Sequence[str]) -> bool:
        """Tell whether something else is said in front of an amount: `gift wrap and two` more of it."""
        joins = self._page.language.ordered["joins"]
        at = next((at for at, word in enumerate(words) if word in joins), 0)
        return bool(at) and not self._page.language.numbers_in(" ".join(words[:at]))

    def _of_gesture(
        self, gestures: Gestures, template: Template, match: re.Match[str], text: Said
    ) -> Iterator[Reading]:
        groups = match.groupdict()
        slots = _slots(groups)
        if self._counts_behind(slots.get("amount", "").split()):
            return
        verbatim = {
            name.split("__")[0]: text.verbatim(*match.span(name)) for name, value in groups.items() if value is not None
        }
        if template.gesture == "undo":
            done = self._last_done(gestures)
            menu = RowMenus(self._page, self._memory, self._catalogue.today).undone(done) if done else None
            yield from (Reading("undo", 1.0, (menu,)),) if menu else undone(done, gestures)
            return
        if template.gesture == "take_away":
            # `remove it again` is no removal of what was there before.
            done = self._last_done(gestures)
            deed = slots.get("deed", "")
            ticks = done is not None and done.gesture == "tick" and deed in self._page.language.item["ticks"]
            yield from undone(done, gestures) if done and (done.adds or done.back == done.calls or ticks) else ()
            return
        if template.gesture == "go_back":
            yield from gestures.ordering.back(self._last_done(gestures))
            return
        if template.gesture == "correct":
            yield from corrected(self._memory.done, gestures, slots["rest"], verbatim["rest"])
            return
        yield from gestures.readings(template.gesture, Match(slots, verbatim, text), template.weight)


def _slots(groups: dict[str, str | None]) -> dict[str, str]:
    return {name.split("__")[0]: value.strip() for name, value in groups.items() if value is not None}
