"""Put the last deed right, or do it once more: `no wait, to Jonas`, `sorry, the tomatoes I mean`, `the same for Carla`.

What is said stands for what it replaces in the sentence before: the name of an item for that of another, an option for
one of the same field. A sentence of its own that does the same to something else is one as well. What was done by
mistake is taken back where the page can.
"""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from functools import cached_property

from antiphon.domain.conversation import ActionTaken, ConversationItem, UserSaid
from antiphon.providers.brain._page.behind_colon import BehindColon
from antiphon.providers.brain._page.clauses import Clauses
from antiphon.providers.brain._page.counting import Counting
from antiphon.providers.brain._page.gestures import Gestures
from antiphon.providers.brain._page.item_orders import spoken_of
from antiphon.providers.brain._page.memory import Memory, Plan
from antiphon.providers.brain._page.mentions import Mention, Thing
from antiphon.providers.brain._page.once_more import back_of, corrected
from antiphon.providers.brain._page.partly import changed_in_part
from antiphon.providers.brain._page.reading import Reading
from antiphon.providers.brain._page.subjects import VALUES, Page, Slot, Subject
from antiphon.providers.brain._page.words import Said, content, framed, said

Read = Callable[[Said], Awaitable[Reading | None]]


class PuttingRight:
    """Reads what goes on from the last deed, which `last` tells. `read` reads a sentence as if it stood alone."""

    def __init__(
        self, gestures: Gestures, last: Callable[[], Plan | None], items: Sequence[ConversationItem], read: Read
    ) -> None:
        self.gestures = gestures
        self.page: Page = gestures.page
        self.memory: Memory = gestures.entering.memory
        self._last = last
        self.items = items
        self.read = read

    @cached_property
    def done(self) -> Plan | None:
        """The last deed; what takes it back is looked up only where something goes on from it."""
        return self._last()

    async def reading(self, text: Said) -> Reading | None:
        """The reading of an utterance that begins or ends with words that put something right, or go on with it."""
        whole = said(text.raw, self.page.language)
        lists = self.page.language.ordered
        if whole.text in lists["once_more"] or text.text in lists["once_more"]:
            return await self._again()
        for lead in lists["likewise"]:
            if text.text.startswith(f"{lead} "):
                return await self._substituted(text.after(len(lead)))
        for end in (*lists["adding_on"], *(f"{one} {two}" for one in lists["adding_on"] for two in lists["courtesy"])):
            if self.memory.spoken is not None and whole.text.endswith(f" {end}"):
                more = framed(whole.before(len(whole.text) - len(end) - 1), self.page.language)
                if found := await self._substituted(more):
                    return found
        rest, is_sure = self._rest(whole)
        if rest is None:
            rest, is_sure = self._rest(text)
        if rest is not None and is_sure and self.memory.withdrawn is not None:
            return await self._substituted(framed(rest, self.page.language))
        if rest is None or self.done is None:
            return None
        return await self._put_right(framed(rest, self.page.language), self._written(rest), is_sure=is_sure)

    def _written(self, rest: Said) -> str:
        """Return what is written instead, word for word: `no, I meant can I bring two dogs?` orders nothing."""
        done = self.done
        is_long = done is not None and isinstance(done.about, Slot) and done.about.field.kind == "long"
        if led := BehindColon(self.page, self.memory, None).is_led(rest):
            return led.rstrip(".")
        mark = rest.raw[-1:] if is_long and rest.raw.endswith(("?", "!")) else ""
        return rest.verbatim(0, len(rest.text) + 1).rstrip("?!") + mark

    def _rest(self, text: Said) -> tuple[Said | None, bool]:
        """Return what stands behind the words that put right; and whether these can mean nothing else."""
        lists = self.page.language.ordered
        rest, found, is_sure = text, False, False
        again = True
        while again:
            again = False
            for lead in (*lists["correcting"], *lists["musing"]):
                at = len(lead.split())
                if not rest.text.startswith(f"{lead} ") or (at == 1 and not rest.pauses_before(at)):
                    continue
                rest, found, again = rest.after(len(lead)), True, True
                is_sure = is_sure or lead in lists["correcting"]
        for end in lists["correcting_behind"]:
            if rest.text.endswith(f" {end}"):
                rest, found, is_sure = rest.before(len(rest.text) - len(end) - 1), True, True
        return (rest if found and rest.text else None), is_sure

    async def _put_right(self, rest: Said, raw: str, *, is_sure: bool) -> Reading | None:
        done = self.done
        if done is None:
            return None
        if (instead := self._called_off(rest)) is not None:
            own = await self.read(instead) if instead.text else None
            return self._taken_back(own, done) if own and len(own.plans) == 1 and own.plans[0].calls else None
        if reading := await self._substituted(rest, done):
            return reading
        counting = Counting(self.page, self.memory, self.gestures.fields.today)
        if counting.is_number(rest.text) and (many := counting.of_last(spoken_of(self.page, self.memory), rest.text)):
            return many
        if changed := changed_in_part(self.gestures, done, rest.text):
            return changed
        if not is_sure:
            return None
        if done.adds and (order := await self._of_its_own(rest, done)):
            return order
        for one in corrected(done, self.gestures, rest.text, raw):
            if len(one.plans) == 1 or one.text:
                return one
        own = await self.read(rest)
        if own is None or len(own.plans) != 1 or not own.plans[0].calls:
            return own
        return self._taken_back(own, done) if self._is_alike(own.plans[0], done) else own

    def _called_off(self, rest: Said) -> Said | None:
        """Return the order behind `cancel that`; None where the last deed is not called off so."""
        for lead in self.page.language.ordered["calling_off"]:
            if not rest.text.startswith(f"{lead} "):
                continue
            words = rest.text.split()
            cut = next((at for at in range(len(lead.split()), len(words)) if rest.pauses_before(at)), 0)
            joins = self.page.language.ordered["joins"]
            cut = cut or next((at for at in range(len(lead.split()), len(words)) if words[at] in joins), 0)
            behind = rest.after(len(" ".join(words[:cut]))) if cut else None
            return framed(behind, self.page.language) if behind else None
        return None

    async def _of_its_own(self, rest: Said, done: Plan) -> Reading | None:
        """An order that has nothing to do with what was added: `no, tick the salt`."""
        own = await self.read(rest)
        if own is None or not any(plan.calls for plan in own.plans):
            return None
        about = own.plans[0].about
        same = isinstance(about, Slot) and isinstance(done.about, Slot) and about.block.name == done.about.block.name
        return None if same else own

    async def _substituted(self, rest: Said, done: Plan | None = None) -> Reading | None:
        """The sentence before with another name in it. `done`: what that did is taken back."""
        before = self._before()
        new = self._replaced(before, rest) if before else None
        own = await self.read(new) if new else None
        if own is None or len(own.plans) != 1 or not own.plans[0].calls:
            return None
        own = replace(own, spoken=new)
        return self._taken_back(own, done) if done else own

    def _replaced(self, before: Said, rest: Said) -> Said | None:
        """The earlier sentence with the one name that was said now in the place of the one of its kind."""
        language = self.page.language
        pointing = language.words["subject"]
        named = self._named(rest)
        if any(word in pointing for one in named for word in rest.text.split()[one.start : one.end]):
            return None  # `oh no, put it back` says nothing of another
        free = {at for at in range(len(rest.text.split())) if not any(one.start <= at < one.end for one in named)}
        words = rest.text.split()
        soft = language.words["soft"] | language.words["linking"]
        if len(named) != 1 or any(content(words[at], language) and words[at] not in soft for at in free):
            return None
        alike = [one for one in self._named(before) if self._are_of_a_kind(one, named[0])]
        if len(alike) != 1:
            return None
        old, new = before.text.split(), words[named[0].start : named[0].end]
        owner = language.owner
        last = old[alike[0].end - 1]
        new[-1] = new[-1].removesuffix(owner) + (owner if last.endswith(owner) else "")
        if old[alike[0].start : alike[0].end] == new:
            return None
        return said(" ".join([*old[: alike[0].start], *new, *old[alike[0].end :]]), language)

    def _named(self, text: Said) -> list[Mention]:
        return Clauses(self.page, self.memory, self.gestures.fields.today).names_in(text)

    def _are_of_a_kind(self, one: Mention, other: Mention) -> bool:
        return not {kind for thing in one.meant for kind in _kinds(thing)}.isdisjoint(
            kind for thing in other.meant for kind in _kinds(thing)
        )

    def _taken_back(self, reading: Reading, done: Plan) -> Reading:
        """A reading with what was done by mistake taken back before, unless it only sets the same thing otherwise."""
        [plan] = reading.plans
        same = bool(done.calls) and _place(plan) == _place(done)
        back = () if same else back_of(done, self.gestures)
        return replace(reading, plans=(replace(plan, calls=(*back, *plan.calls)),))

    def _is_alike(self, plan: Plan, done: Plan) -> bool:
        """Tell whether two deeds are the same, done to different things."""
        gesture = plan.gesture == done.gesture
        values = [
            {str(call.parameters[name]) for call in one.calls for name in VALUES if name in call.parameters}
            for one in (plan, done)
        ]
        return not values[0].isdisjoint(values[1]) or (bool(plan.gesture) and gesture and not any(values))

    async def _again(self) -> Reading | None:
        """The sentence before once more: a step further, the next page."""
        before = self._before()
        done = self.done
        own = await self.read(before) if before and done and not done.adds else None
        if own is None or done is None or len(own.plans) != 1 or not own.plans[0].calls:
            return None
        [plan] = own.plans
        pressed = all(not call.parameters for call in plan.calls) and not plan.gesture and not done.back
        return replace(own, spoken=before) if plan.calls != done.calls or pressed else None

    def _before(self) -> Said | None:
        """The sentence that the last deed was ordered by."""
        if self.memory.withdrawn is not None:
            return self.memory.withdrawn
        if self.memory.spoken is not None and self.done is self.memory.done:
            return self.memory.spoken
        taken = next((one for one in reversed(self.items) if isinstance(one, ActionTaken)), None)
        spoken = next(
            (one for one in self.items if isinstance(one, UserSaid) and taken and one.turn_id == taken.turn_id), None
        )
        return framed(said(spoken.text, self.page.language), self.page.language) if spoken else None


def _kinds(thing: Thing) -> list[tuple[str, str, str]]:
    if isinstance(thing, Subject):
        return [("item", thing.block.kind, thing.block.name)]
    return [("option" if thing.option else "field", thing.field.kind, thing.field.name if thing.option else "")]


def _place(plan: Plan) -> tuple[str, tuple[tuple[str, str], ...]]:
    """Return what a plan's last call sets or presses, without the value."""
    call = plan.calls[-1]
    fixed = sorted((name, str(one)) for name, one in call.parameters.items() if name not in VALUES)
    return call.action_id, tuple(fixed)
