"""The reading of a page's structure, in front of the rules: from an utterance to calls, a question or an answer.

It takes an utterance only where it is sure of it: where one reading fits better than all others. What removes something
that was not named word for word is asked about. All else is left to whoever is behind it.
"""

import asyncio
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from antiphon.domain.actions import ANSWERS, ActionCall
from antiphon.domain.conversation import ActionTaken, AssistantSaid, BrainRequest, ConversationItem, UserSaid
from antiphon.providers.brain._page.asking import Asking
from antiphon.providers.brain._page.clauses import Clauses
from antiphon.providers.brain._page.gestures import Gestures
from antiphon.providers.brain._page.language import Template, language
from antiphon.providers.brain._page.memory import Memory, Plan
from antiphon.providers.brain._page.once_more import corrected, undone
from antiphon.providers.brain._page.questions import Questions
from antiphon.providers.brain._page.reading import Match, Reading
from antiphon.providers.brain._page.subjects import VALUES, Page, Subject
from antiphon.providers.brain._page.words import Said, framed, said
from antiphon.providers.brain._rules import phrases
from antiphon.providers.brain._rules.catalogue import Catalogue
from antiphon.providers.brain._rules.grave import is_named, must_be_named
from antiphon.providers.brain._rules.page_asks import tells_question
from antiphon.providers.brain._rules.words import hear

SURE = 0.6
AHEAD = 0.02
"""So much better than the next reading, which would do something else."""
MOST_OFFERED = 4
MOST_PARTS = 4
MOST_CALLS = 4
"""As many actions as one turn may have."""
LONGEST_WAIT_S = 30.0
"""A yes that comes later than so is asked for again."""


@dataclass(frozen=True, slots=True)
class Answer:
    """The words or the call that a turn is answered by."""

    text: str = ""
    call: ActionCall | None = None


class Stage:
    """One session's. `answer` returns None where the utterance is none of its own."""

    def __init__(self) -> None:
        self.memory = Memory()
        self._catalogue = Catalogue()
        self._before = Memory()
        """As it was before the utterance of the present turn, which may come again with more words in it."""

    async def answer(self, request: BrainRequest, catalogue: Catalogue) -> Answer | None:
        last = request.items[-1] if request.items else None
        words = language(request.language) if request.page.outline and last else None
        if request.page.outline is None or words is None or last is None:
            return None
        if isinstance(last, ActionTaken):
            return self._after(request, last)
        if not isinstance(last, UserSaid) or self._asked_by_others(request):
            return None
        page = Page(request.page.outline, request.actions, words, last.typed)
        self._catalogue = catalogue
        return await self._said(request.items, page, last)

    def _asked_by_others(self, request: BrainRequest) -> bool:
        """Tell whether the page asks, or the last answer did that was not given here: this may be for that."""
        if request.actions.keys() >= ANSWERS:
            return True
        told = next((one for one in reversed(request.items) if isinstance(one, AssistantSaid)), None)
        return told is not None and told.text.rstrip().endswith("?") and told.turn_id not in self.memory.turns

    def without_its_turns(self, request: BrainRequest) -> BrainRequest:
        """A request for whoever is behind: to them, what was answered here was not said, but for what the page asks."""
        if not self.memory.turns:
            return request
        turns = self.memory.turns
        items = [one for one in request.items if one.turn_id not in turns or _is_of_page(one)]
        return replace(request, items=items) if items else request

    def _after(self, request: BrainRequest, last: ActionTaken) -> Answer | None:
        memory = self.memory
        if last.turn_id != memory.turn_id or memory.running is None:
            return None
        plan = memory.running
        if last.outcome.ok and not memory.left and plan.sorts and (again := self._other_way(request, plan)):
            memory.running = Plan(plan.calls, plan.about)
            return Answer(call=again)
        if last.outcome.ok and memory.left:
            call, memory.left = memory.left[0], memory.left[1:]
            return Answer(call=call)
        memory.left = ()
        memory.running = None
        memory.done = plan if last.outcome.ok else None
        action = request.actions.get(last.call.action_id)
        return Answer(phrases.told(action, last.call, last.outcome, last.call.action_id in request.tools))

    def _other_way(self, request: BrainRequest, plan: Plan) -> ActionCall | None:
        """The press on the column's head once more, where the table is sorted the other way now."""
        outline = request.page.outline
        for block in outline.blocks if outline else ():
            for column in block.columns:
                if plan.sorts and column.name == plan.sorts[0] and column.sorted in {"ascending", "descending"}:
                    return plan.calls[0] if column.sorted != plan.sorts[1] else None
        return None

    def _is_due(self, items: Sequence[ConversationItem], item: UserSaid) -> bool:
        """Tell whether a yes is for the question: all of that was heard or read, and not long ago."""
        turn = self.memory.asked_in
        told = next((one for one in items if isinstance(one, AssistantSaid) and one.turn_id == turn), None)
        heard = told is not None and (told.complete or told.text.rstrip().endswith("?"))
        return heard and (item.after_s or 0.0) <= LONGEST_WAIT_S

    async def _said(self, items: Sequence[ConversationItem], page: Page, item: UserSaid) -> Answer | None:
        if item.turn_id == self.memory.turn_id:
            self.memory = self._before.copy()
        self._before = self.memory.copy()
        memory = self.memory
        memory.turn_id = item.turn_id
        whole = said(item.text, page.language)
        text = framed(whole, page.language)
        bare = whole.text.removesuffix(" please").strip()
        asked, memory.asked = memory.asked, None
        choices, memory.choices = memory.choices, ()
        if asked is not None and bare in page.language.words["yes"]:
            if self._is_due(items, item):
                return self._do(item.turn_id, asked)
            memory.takes(item.turn_id)
            memory.asked, memory.asked_in = asked, item.turn_id
            return Answer(memory.question)
        if (asked is not None or choices) and bare in page.language.words["no"]:
            memory.takes(item.turn_id)
            return Answer(page.language.say("left"))
        readings = await self._read(page, text)
        if choices and not readings:
            chosen = self._chosen(page, choices, text)
            if chosen:
                return self._do(item.turn_id, chosen)
        best = _best(readings) or await self._several(page, text) or self._by_names(page, text)
        return self._taken(page, item, text, best) if best else None

    def _by_names(self, page: Page, text: Said) -> Reading | None:
        ordered = next(Clauses(page, self.memory, self._catalogue.today).readings(text), None)
        return ordered or next(Asking(page, self.memory).readings(text), None)

    async def _several(self, page: Page, text: Said) -> Reading | None:
        """Several orders in a sentence: each is sure by itself, or with the verb of the one before it."""
        parts = text.parts(page.language)
        if not 1 < len(parts) <= MOST_PARTS:
            return None
        plans: list[Plan] = []
        before = parts[0]
        for part in parts:
            best = _best(await self._read(page, framed(part, page.language)))
            if best is None and plans:
                words = before.text.split()
                for length in range(1, min(4, len(words))):
                    best = best or _best(await self._read(page, before.led(length, part)))
            if best is None or len(best.plans) != 1 or not best.plans[0].calls:
                return None
            if best.asks or self._is_unnamed(page, best.plans[0], text):
                return None
            plans.append(best.plans[0])
            before = part if len(part.text.split()) > 2 else before
        calls = tuple(call for plan in plans for call in plan.calls)
        back = tuple(call for plan in reversed(plans) for call in plan.back)
        whole = all(plan.back for plan in plans)
        return Reading("several", 1.0, (Plan(calls, plans[-1].about, back if whole else ()),))

    def _chosen(self, page: Page, choices: Iterable[Plan], text: Said) -> Plan | None:
        fitting = [(page.fit(text.text, plan.about.name), plan) for plan in choices if isinstance(plan.about, Subject)]
        good = [plan for fit, plan in fitting if fit.said > 0.99]
        return good[0] if len(good) == 1 else None

    def _taken(self, page: Page, item: UserSaid, text: Said, reading: Reading) -> Answer | None:
        memory = self.memory
        if len(reading.plans) > 1:
            if len(reading.plans) > MOST_OFFERED or len(set(reading.names)) < len(reading.names):
                return None
            memory.takes(item.turn_id)
            memory.choices = reading.plans
            names = ", ".join(f"“{one}”" for one in reading.names[:-1]) + f" or “{reading.names[-1]}”"
            return Answer(page.language.say("which", names=names))
        plan = reading.plans[0] if reading.plans else None
        if plan is not None and len(plan.calls) > MOST_CALLS:
            memory.takes(item.turn_id)
            return Answer(page.language.say("too_many", count=str(len(plan.calls)), most=str(MOST_CALLS)))
        unnamed = plan is not None and reading.gesture != "undo" and self._is_unnamed(page, plan, text)
        if plan is not None and (reading.asks or unnamed):
            memory.takes(item.turn_id)
            memory.asked, memory.asked_in = plan, item.turn_id
            memory.about = plan.about or memory.about
            memory.question = self._question(page, plan, reading.gesture)
            return Answer(memory.question)
        if plan is not None and plan.calls:
            return self._do(item.turn_id, plan)
        memory.takes(item.turn_id)
        if plan is not None and plan.about is not None:
            memory.about = plan.about
        return Answer(reading.text) if reading.text else None

    def _is_unnamed(self, page: Page, plan: Plan, text: Said) -> bool:
        """Tell whether a press that is hard to take back was not said word for word; a value can be put right."""
        words = hear(text.raw)
        values = {one.option.use.action for one in page.options() if one.option and one.option.use}
        set_ = [one for one in plan.calls if not one.parameters.keys().isdisjoint(VALUES) or one.action_id in values]
        presses = [one for one in plan.calls if one not in set_]
        if isinstance(plan.about, Subject) and plan.gesture.lower() in page.language.words["kept"]:
            return False
        profiles = [(self._catalogue.profile(call.action_id), call) for call in presses]
        return any(one and must_be_named(one) and not is_named(one, call.parameters, words) for one, call in profiles)

    def _question(self, page: Page, plan: Plan, gesture: str) -> str:
        if plan.of:
            more = " …" if len(plan.of) > MOST_OFFERED else ""
            names = ", ".join(f"“{one}”" for one in plan.of[:MOST_OFFERED]) + more
            return page.language.say("all", names=names, count=str(len(plan.of)))
        if gesture == "remove" and isinstance(plan.about, Subject):
            return page.language.say("remove", name=plan.about.name)
        if isinstance(plan.about, Subject) and plan.gesture:
            deed = plan.gesture[:1].lower() + plan.gesture[1:]
            return page.language.say("sure", deed=deed, name=plan.about.name)
        profile = self._catalogue.profile(plan.calls[0].action_id)
        return phrases.sure(profile, plan.calls[0].parameters) if profile else page.language.say("which", names="")

    def _do(self, turn_id: str, plan: Plan) -> Answer:
        memory = self.memory
        memory.takes(turn_id)
        memory.running, memory.left = plan, plan.calls[1:]
        memory.about = plan.about or memory.about
        return Answer(call=plan.calls[0])

    async def _read(self, page: Page, text: Said) -> list[Reading]:
        """Every reading of an utterance. Lets others run in between: no stretch is longer than a few ms."""
        found: list[Reading] = []
        for reading in self._readings(page, text):
            if reading is None:
                await asyncio.sleep(0)
            else:
                found.append(reading)
        return found

    def _readings(self, page: Page, text: Said) -> Iterator[Reading | None]:
        """The readings of all templates that fit; None is a pause."""
        gestures = Gestures(page, self.memory, self._catalogue.today)
        questions = Questions(page, self.memory)
        for template in page.language.gestures:
            if match := template.pattern.fullmatch(text.text):
                yield from self._of_gesture(gestures, template, match, text)
                yield None
        for template in page.language.questions:
            if match := template.pattern.fullmatch(text.text):
                yield from questions.readings(template.gesture, _slots(match.groupdict()), template.weight, text)
                yield None
        yield from gestures.items.by_label(text)

    def _of_gesture(
        self, gestures: Gestures, template: Template, match: re.Match[str], text: Said
    ) -> Iterator[Reading]:
        groups = match.groupdict()
        slots = _slots(groups)
        verbatim = {
            name.split("__")[0]: text.verbatim(*match.span(name)) for name, value in groups.items() if value is not None
        }
        if template.gesture == "undo":
            yield from undone(self.memory.done, gestures)
            return
        if template.gesture == "correct":
            yield from corrected(self.memory.done, gestures, slots["rest"], verbatim["rest"])
            return
        yield from gestures.readings(template.gesture, Match(slots, verbatim, text), template.weight)


def _is_of_page(item: ConversationItem) -> bool:
    """Tell whether it was done on the page, or tells what that asks: whoever is behind answers it."""
    return isinstance(item, ActionTaken) or (isinstance(item, AssistantSaid) and tells_question(item.text))


def _slots(groups: dict[str, str | None]) -> dict[str, str]:
    return {name.split("__")[0]: value.strip() for name, value in groups.items() if value is not None}


def _best(readings: list[Reading]) -> Reading | None:
    """The reading that fits best, where no other that would do something else fits as well."""
    good = sorted((one for one in readings if one.score >= SURE), key=lambda one: one.score, reverse=True)
    if not good:
        return None
    first = good[0]
    for other in good[1:]:
        if first.score - other.score >= AHEAD:
            break
        if [plan.calls for plan in other.plans] != [plan.calls for plan in first.plans] or other.text != first.text:
            return None
    return first
