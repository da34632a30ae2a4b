"""The reading of a page's structure, in front of the rules: from an utterance to calls, a question or an answer.

It takes an utterance only where it is sure of it: where one reading fits better than all others. What removes something
that was not named word for word is asked about. All else is left to whoever is behind it.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from antiphon.domain.actions import ActionCall
from antiphon.domain.conversation import ActionTaken, AssistantSaid, BrainRequest, ConversationItem, UserSaid
from antiphon.providers.brain._page.guesses import Guesses
from antiphon.providers.brain._page.history import is_asked, is_name_of_one, without
from antiphon.providers.brain._page.language import Language, language
from antiphon.providers.brain._page.memory import Memory, Plan
from antiphon.providers.brain._page.reading import Reading
from antiphon.providers.brain._page.subjects import Page, Subject
from antiphon.providers.brain._page.understanding import Understanding
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

    async def guess(self, request: BrainRequest, catalogue: Catalogue) -> Answer | None:
        """Ask whether that was meant which an utterance most probably means, where nobody has understood it."""
        last = request.items[-1] if request.items else None
        words = language(request.language)
        if not isinstance(last, UserSaid) or request.page.outline is None or words is None or asks(request.page):
            return None
        page = Page(request.page.outline, request.actions, words, last.typed)
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
        told = phrases.told(action, last.call, last.outcome, last.call.action_id in request.tools)
        if plan.rest is None or not last.outcome.ok:
            return Answer(told)
        return await self._rest(request, plan.rest, words) or Answer(
            f"{told} {words.say('rest', text=framed(plan.rest, words).text)}"
        )

    async def _rest(self, request: BrainRequest, rest: Said, words: Language) -> Answer | None:
        """Carry out the rest of a sentence, on the page that its first order has led to."""
        spoken = next((one for one in reversed(request.items) if isinstance(one, UserSaid)), None)
        if spoken is None or request.page.outline is None or asks(request.page):
            return None
        page = Page(request.page.outline, request.actions, words, spoken.typed, request.page.narration)
        text = framed(rest, words)
        understanding = Understanding(page, self.memory, self._catalogue, request.items)
        best = await understanding.best(text)
        return self._taken(page, spoken, text, best, understanding) if best and best.plans else None

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
        fitting = [(page.fit(text.text, plan.about.name), plan) for plan in choices if isinstance(plan.about, Subject)]
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
            memory.about = plan.about or memory.about
            memory.question = self._question(page, plan, reading.gesture)
            return Answer(memory.question)
        if plan is not None and plan.calls:
            return self._do(item.turn_id, plan)
        memory.takes(item.turn_id)
        if plan is not None and plan.about is not None:
            memory.about = plan.about
        return Answer(reading.text) if reading.text else None

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
