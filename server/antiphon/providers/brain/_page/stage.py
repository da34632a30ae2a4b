"""The reading of a page's structure, in front of the rules: from an utterance to calls, a question or an answer.

It takes an utterance only where it is sure of it: where one reading fits better than all others. What removes something
that was not named word for word is asked about. All else is left to whoever is behind it.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date

from antiphon.domain.actions import ActionCall
from antiphon.domain.conversation import ActionTaken, AssistantSaid, BrainRequest, ConversationItem, UserSaid
from antiphon.providers.brain._page.filling import Filling
from antiphon.providers.brain._page.guesses import Guesses
from antiphon.providers.brain._page.history import is_asked, is_name_of_one, without
from antiphon.providers.brain._page.language import Language, language
from antiphon.providers.brain._page.memory import Memory, Plan
from antiphon.providers.brain._page.reading import Reading
from antiphon.providers.brain._page.sorts import pressed_again
from antiphon.providers.brain._page.subjects import Page, Subject
from antiphon.providers.brain._page.understanding import Understanding
from antiphon.providers.brain._page.values import read
from antiphon.providers.brain._page.words import Said, framed, said
from antiphon.providers.brain._rules import phrases
from antiphon.providers.brain._rules.catalogue import Catalogue
from antiphon.providers.brain._rules.page_asks import asks

MOST_OFFERED = 4
MOST_CALLS = 12
"""As many actions as a session carries out in one turn."""
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
        self._catalogue = catalogue
        if isinstance(last, UserSaid) and asks(request.page):
            # What was asked here is not what a yes is for, once the page has asked something itself.
            self.memory.asked, self.memory.choices = None, ()
            return None
        words = language(request.language) if request.page.outline and last else None
        if request.page.outline is None or words is None or last is None:
            return None
        if isinstance(last, ActionTaken):
            return await self._after(request, last, words)
        if not isinstance(last, UserSaid):
            return None
        page = Page(request.page.outline, request.actions, words, last.typed, request.page.narration)
        self._catalogue = catalogue
        if last.turn_id not in self.memory.outlines:
            self.memory.sees(last.turn_id, request.page.outline)
        if is_name_of_one(request, last.text, words):
            return None
        return await self._said(request.items, page, last, is_asked=is_asked(request, self.memory.turns.keys()))

    def misfits(self, request: BrainRequest, call: ActionCall, today: date | None) -> bool:
        """Tell whether a field of the page is given what its kind does not take: `the review to Tuesday` as a time."""
        words = language(request.language)
        if request.page.outline is None or words is None:
            return False
        page = Page(request.page.outline, request.actions, words)
        fields = [one.field for one in page.slots() if one.field.use and one.field.use.action == call.action_id]
        texts = [value for value in call.parameters.values() if isinstance(value, str)]
        typed = [one for one in fields if one.kind in {"time", "email", "tel", "url"}]
        return bool(typed and texts) and all(read(page, one, texts[-1], today) is None for one in typed)

    async def guess(self, request: BrainRequest, catalogue: Catalogue) -> Answer | None:
        """Ask whether that was meant which an utterance most probably means, where nobody has understood it."""
        last = request.items[-1] if request.items else None
        words = language(request.language)
        if not isinstance(last, UserSaid) or request.page.outline is None or words is None or asks(request.page):
            return None
        page = Page(request.page.outline, request.actions, words, last.typed, request.page.narration)
        text = framed(said(last.text, words), words)
        reading = next(Guesses(page, self.memory, catalogue.today).readings(text), None)
        understanding = Understanding(page, self.memory, catalogue, request.items)
        return self._taken(page, last, text, reading, understanding) if reading else None

    def without_its_turns(self, request: BrainRequest) -> BrainRequest:
        """A request for whoever is behind, without what was answered here (`history.without`)."""
        return without(request, self.memory.turns.keys())

    async def _after(self, request: BrainRequest, last: ActionTaken, words: Language) -> Answer | None:
        memory = self.memory
        if last.turn_id != memory.turn_id or memory.running is None:
            return None
        plan = memory.running
        if last.outcome.ok and not memory.left and (again := pressed_again(request.page.outline, plan)):
            memory.running = Plan(plan.calls, plan.about)
            return Answer(call=again)
        if last.outcome.ok and memory.left:
            call, memory.left = memory.left[0], memory.left[1:]
            return Answer(call=_as_it_is_now(call, request))
        if last.outcome.ok and plan.repeats and last.call.action_id in request.actions:
            memory.running = replace(plan, repeats=plan.repeats - 1)
            return Answer(call=last.call)
        memory.left = ()
        memory.running = None
        memory.done = self._toggled(request, plan, last) if last.outcome.ok else None
        memory.done_in = last.turn_id
        action = request.actions.get(last.call.action_id)
        told = phrases.told(action, last.call, last.outcome, last.call.action_id in request.tools)
        if plan.rest is None or not last.outcome.ok:
            return Answer(told)
        return await self._rest(request, plan, plan.rest, words) or Answer(
            f"{told} {words.say('rest', text=framed(plan.rest, words).text)}"
        )

    def _toggled(self, request: BrainRequest, plan: Plan, last: ActionTaken) -> Plan:
        """A plan with the same press as what takes it back, where the page told that something is on or off now."""
        words = language(request.language)
        action = request.actions.get(last.call.action_id)
        if (
            words is None
            or action is None
            or plan.back
            or len(plan.calls) != 1
            or not isinstance(last.outcome.output, str)
        ):
            return plan
        name = action.description.partition(" ")[2]
        told = [words.say(state, name=name) for state in ("turned_on", "turned_off")]
        return replace(plan, back=plan.calls) if any(one in last.outcome.output for one in told) else plan

    async def _rest(self, request: BrainRequest, plan: Plan, rest: Said, words: Language) -> Answer | None:
        """Carry out the rest of a sentence, on the page that its first order has led to."""
        spoken = next((one for one in reversed(request.items) if isinstance(one, UserSaid)), None)
        if spoken is None or request.page.outline is None or asks(request.page):
            return None
        page = Page(request.page.outline, request.actions, words, spoken.typed, request.page.narration)
        understanding = Understanding(page, self.memory, self._catalogue, request.items)
        filling = Filling(page, self.memory, self._catalogue.today)
        goes_on = plan.fills or plan.sends
        best = filling.going_on(rest, plan) if goes_on else await understanding.best(rest)
        return self._taken(page, spoken, rest, best, understanding) if best and best.plans else None

    def _is_due(self, items: Sequence[ConversationItem], item: UserSaid) -> bool:
        """Tell whether a yes is for the question: all of that was heard or read, and not long ago."""
        turn = self.memory.asked_in
        told = next((one for one in items if isinstance(one, AssistantSaid) and one.turn_id == turn), None)
        heard = told is not None and (told.complete or told.text.rstrip().endswith("?"))
        heard = heard or item.read.rstrip().endswith("?")
        return heard and (item.after_s or 0.0) <= LONGEST_WAIT_S

    async def _said(
        self, items: Sequence[ConversationItem], page: Page, item: UserSaid, *, is_asked: bool
    ) -> Answer | None:
        if item.turn_id == self.memory.turn_id:
            self.memory = self._before.copy()
        self._before = self.memory.copy()
        memory = self.memory
        memory.turn_id = item.turn_id
        whole = said(item.text, page.language)
        text = framed(whole, page.language)
        bare = whole.text.removesuffix(" please").strip()
        asked, memory.asked = memory.asked, None
        memory.withdrawn = memory.spoken if asked is not None else None
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
        understanding = Understanding(page, memory, self._catalogue, items)
        if choices and not await understanding.by_templates(text):
            chosen = self._chosen(page, choices, text)
            if chosen:
                return self._do(item.turn_id, chosen)
        best = await understanding.best(text, page.language.words["orders"] if is_asked else None)
        return self._taken(page, item, text, best, understanding) if best else None

    def _chosen(self, page: Page, choices: Iterable[Plan], text: Said) -> Plan | None:
        fitting = [(page.fit(text.text, plan.choice_name), plan) for plan in choices if plan.choice_name]
        good = [plan for fit, plan in fitting if fit.said > 0.99]
        return good[0] if len(good) == 1 else None

    def _taken(
        self, page: Page, item: UserSaid, text: Said, reading: Reading, understanding: Understanding
    ) -> Answer | None:
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
        if plan is not None and understanding.asks_first(reading, text):
            memory.takes(item.turn_id)
            memory.asked, memory.asked_in = plan, item.turn_id
            memory.spoken = reading.spoken or text
            memory.about = plan.about or memory.about
            memory.question = self._question(page, plan, reading.gesture)
            return Answer(memory.question)
        if plan is not None and plan.calls:
            memory.spoken = reading.spoken or text
            return self._do(item.turn_id, plan)
        memory.takes(item.turn_id)
        if plan is not None and plan.about is not None:
            memory.about = plan.about
        return Answer(reading.text) if reading.text else None

    def _question(self, page: Page, plan: Plan, gesture: str) -> str:
        if plan.of:
            more = " …" if len(plan.of) > MOST_OFFERED else ""
            names = ", ".join(f"“{one}”" for one in plan.of[:MOST_OFFERED]) + more
            deed, count = plan.gesture, str(len(plan.of))
            if gesture == "every" and deed:
                return page.language.say("all_of_deed", deed=deed, names=names, count=count)
            return page.language.say("all", names=names, count=count)
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


def _as_it_is_now(call: ActionCall, request: BrainRequest) -> ActionCall:
    """A call without what told its control apart from others of its name, once it is the last of them."""
    action = request.actions.get(call.action_id)
    known = action.parameters.get("properties", {}) if action else call.parameters
    return ActionCall(call.action_id, {name: value for name, value in call.parameters.items() if name in known})
