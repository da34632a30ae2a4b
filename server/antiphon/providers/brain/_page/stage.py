"""Read by the page's structure, in front of the rules: to calls, a question, an answer. Over 300 lines: one memory.

It takes an utterance only where it is sure of it: where one reading fits better than all others. What removes something
that was not named word for word is asked about. All else is left to whoever is behind it.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TypeVar

from antiphon.domain.conversation import ActionTaken, BrainRequest, ConversationItem, UserSaid
from antiphon.providers.brain._page.agreeing import agrees, declines
from antiphon.providers.brain._page.all_but import AllBut
from antiphon.providers.brain._page.behind import plan_behind
from antiphon.providers.brain._page.beyond import Beyond
from antiphon.providers.brain._page.caution import Caution
from antiphon.providers.brain._page.expected import names_of
from antiphon.providers.brain._page.filling import Filling
from antiphon.providers.brain._page.gestures import Gestures
from antiphon.providers.brain._page.guesses import Guesses
from antiphon.providers.brain._page.history import behind_the_no, is_asked, is_name_of_one, is_yes_or_no, without
from antiphon.providers.brain._page.language import Language, language
from antiphon.providers.brain._page.likely import Likely
from antiphon.providers.brain._page.manners_chosen import manners_of
from antiphon.providers.brain._page.memory import Memory, Plan
from antiphon.providers.brain._page.misheard import read_otherwise
from antiphon.providers.brain._page.nearest_fact import NearestFact
from antiphon.providers.brain._page.over_question import (
    behind_a_no,
    can_be_offered,
    chosen,
    instead,
    question_about,
)
from antiphon.providers.brain._page.reading import Answer, Reading
from antiphon.providers.brain._page.seeking import plan_to_seek, sought_on
from antiphon.providers.brain._page.settling import as_it_is_now, enabled, is_due, toggled
from antiphon.providers.brain._page.so_many import read_so_many, so_many, told_how_often
from antiphon.providers.brain._page.sorts import pressed_again
from antiphon.providers.brain._page.spoken_of import spoken_of
from antiphon.providers.brain._page.subjects import Page
from antiphon.providers.brain._page.understanding import Understanding
from antiphon.providers.brain._page.within import answers_first, is_filled_in
from antiphon.providers.brain._page.words import Said, framed, said, without_courtesy
from antiphon.providers.brain._rules.catalogue import Catalogue
from antiphon.providers.brain._rules.no_and_more import no_and_more
from antiphon.providers.brain._rules.page_asks import asks
from antiphon.providers.brain._rules.remarked import is_courtesy
from antiphon.providers.brain._rules.steps import Step
from antiphon.providers.brain._rules.utterance import understand
from antiphon.providers.sentence_vectors import SentenceVectors, installed
from antiphon.providers.threads import run_in_daemon_thread

T = TypeVar("T")
MOST_CALLS = 12
"""As many actions as a session carries out in one turn."""
_NO = "no"
"""The gesture of a plan that refuses what the page asks."""


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
            return self._to_page(request, last) or await self._within(request, last)
        words = language(request.language)
        if isinstance(last, ActionTaken) and self.memory.running and self.memory.running.gesture == _NO:
            return await self._after(request, last, words)
        if request.page.outline is None or last is None:
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
            self.memory.asked, self.memory.choices = None, ()
            return None
        answered = self.memory.turns.keys() - self.memory.asides
        return await self._said(request.items, page, last, is_asked=is_asked(request, answered))

    def _to_page(self, request: BrainRequest, last: UserSaid) -> Answer | None:
        """Answer what the page asks itself; in a language of the rules, only where more was said behind a no."""
        words = language(request.language)
        if words.by_rules:
            return self._no_to_page(request, last)
        answered = Beyond(request, words).of_page()
        self._begin(last.turn_id)
        if answered and answered[1]:
            return self._do(last.turn_id, Plan((answered[1],)))
        self.memory.takes(last.turn_id)
        return Answer(answered[0]) if answered else None

    def _no_to_page(self, request: BrainRequest, last: UserSaid) -> Answer | None:
        """Refuse what the page asks, where more was said behind the no."""
        words = language(request.language)
        found = no_and_more(request, last, request.items[:-1])
        if not found:
            return None
        call, rest = found
        self._begin(last.turn_id)
        return self._do(last.turn_id, Plan((call,), gesture=_NO, rest=said(rest, words)))

    async def _within(self, request: BrainRequest, last: UserSaid) -> Answer | None:
        """Fill in the form of a dialog that waits for an answer; what answers it is left to others."""
        words = language(request.language)
        if request.page.outline is None or not any(one.kind == "form" for one in request.page.outline.blocks):
            return None
        page = Page(request.page.outline, request.actions, words, last.typed, request.page.narration)
        if not words.by_rules or answers_first(last.text, page):
            return None
        self._begin(last.turn_id)
        self.memory.sees(last.turn_id, request.page.outline)
        understanding = Understanding(page, self.memory, self._catalogue, request.items)
        text = framed(said(last.text, words), words)
        best = await understanding.best(text)
        if best is None or len(best.plans) != 1 or best.asks or understanding.asks_first(best, text):
            return None
        return self._taken(page, last, text, best, understanding) if is_filled_in(page, best.plans[0]) else None

    async def guess(self, request: BrainRequest, catalogue: Catalogue, *, plain: bool = False) -> Answer | None:
        """Ask whether that was meant which an utterance most probably means, where nobody has understood it; with
        `plain` only do what it means without a doubt."""
        last = request.items[-1] if request.items else None
        words = language(request.language)
        if not isinstance(last, UserSaid) or request.page.outline is None or asks(request.page):
            return None
        page = Page(request.page.outline, request.actions, words, last.typed, request.page.narration)
        understanding = Understanding(page, self.memory, catalogue, request.items)
        if not plain and (
            misheard := await read_otherwise(understanding, page, last, names_of(page) if words.by_rules else ())
        ):
            return self._taken(page, last, *misheard, understanding)
        text = framed(said(last.text, words), words)
        reading = next(Guesses(page, self.memory, catalogue.today).readings(text), None)
        if plain and reading and (reading.asks or any(understanding.caution.is_grave(one) for one in reading.plans)):
            return None
        return self._taken(page, last, text, reading, understanding) if reading else None

    async def likely(self, request: BrainRequest, catalogue: Catalogue, says: str) -> Answer | None:
        """Do, or ask about, what an utterance is nearest to, where nobody has understood it; `says` was to be
        answered."""
        last, words = request.items[-1] if request.items else None, language(request.language)
        if not isinstance(last, UserSaid) or request.page.outline is None or asks(request.page):
            return None
        page = Page(request.page.outline, request.actions, words, last.typed, request.page.narration)
        understanding = Understanding(page, self.memory, catalogue, request.items)
        text = framed(said(last.text, words), words)
        reading = await self._likely(page, text, says)
        return self._taken(page, last, text, reading, understanding) if reading else None

    async def nearest_fact(self, request: BrainRequest) -> str:
        """Return what stands on the page and is nearest to a question that nobody can answer, or nothing."""
        last, words = request.items[-1] if request.items else None, language(request.language)
        if not isinstance(last, UserSaid) or request.page.outline is None:
            return ""
        page = Page(request.page.outline, request.actions, words, last.typed, request.page.narration)
        question = framed(said(last.text, words), words)
        found = await self._compared(page, lambda vectors: NearestFact(page).text(question, vectors))
        return words.say("fact", text=found.rstrip(".")) if found else ""

    async def _likely(self, page: Page, text: Said, says: str = "") -> Reading | None:
        likely = Likely(page, self.memory, self._catalogue.today)
        found = await self._compared(page, lambda vectors: likely.best(text, says, vectors))
        caution = Caution(page, self._catalogue)
        # What is hard to take back is not guessed at, and not offered either.
        return None if found is None or any(caution.is_grave(one) for one in found.plans) else found

    async def _compared(self, page: Page, compare: Callable[[SentenceVectors], T]) -> T | None:
        """Return what comes of comparing sentences, in a thread; they are of the one language that has a model."""

        def compared() -> T | None:
            vectors = installed()
            return compare(vectors) if vectors else None

        return await run_in_daemon_thread(compared) if page.language.by_rules else None

    def so_many(self, request: BrainRequest, catalogue: Catalogue, step: Step) -> Answer | None:
        """Do, or ask about, what others have read of the last utterance as often as it says; None where it says
        nothing of that."""
        last, found = request.items[-1] if request.items else None, read_so_many(request, catalogue, step)
        if found is None or not isinstance(last, UserSaid):
            return None
        page, plan = found
        self.memory.spoken = framed(said(last.text, page.language), page.language)
        return self._do(last.turn_id, plan) if step.call else self._asked(page, last, plan, "")

    def behind(self, request: BrainRequest, says: str, *, surely: bool = False) -> Answer | None:
        """Look on a part of the page that is not shown, where that has what is spoken of; `says` was to be answered."""
        last, words = request.items[-1] if request.items else None, language(request.language)
        if not isinstance(last, UserSaid) or request.page.outline is None or asks(request.page):
            return None
        if self.memory.aside is not None or self.memory.refused is not None:
            return None
        page = Page(request.page.outline, request.actions, words, last.typed, request.page.narration)
        plan = plan_behind(page, framed(said(last.text, words), words), says, surely=surely)
        return self._do(last.turn_id, plan) if plan else None

    def seek(self, request: BrainRequest, says: str) -> Answer | None:
        """Look on the other tabs for what nobody has understood, or nobody can tell; `says` was to be answered."""
        plan = plan_to_seek(request, says)
        return self._do(request.items[-1].turn_id, plan) if plan else None

    def without_its_turns(self, request: BrainRequest) -> BrainRequest:
        """A request for whoever is behind, without what was answered here (`history.without`)."""
        request = behind_the_no(request, self.memory.rests)
        return without(request, self.memory.turns.keys(), self.memory.asides)

    def before(self, request: BrainRequest) -> BrainRequest:
        """Return a request as though nothing had been said in the last utterance, for whoever is behind."""
        return self.without_its_turns(replace(request, items=[*request.items[:-1], UserSaid("", "")]))

    async def _after(self, request: BrainRequest, last: ActionTaken, words: Language) -> Answer | None:
        memory = self.memory
        if last.turn_id != memory.turn_id or memory.running is None:
            return None
        plan = memory.running
        if plan.seeks is not None:
            return await sought_on(self.memory, plan, last, lambda rest: self._rest(request, plan, rest, words))
        if last.outcome.ok and not memory.left and (again := pressed_again(request.page.outline, plan)):
            memory.running = Plan(plan.calls, plan.about)
            return Answer(call=again)
        if last.outcome.ok and memory.left:
            call, memory.left = memory.left[0], memory.left[1:]
            return Answer(call=as_it_is_now(call, request, plan.about))
        if last.outcome.ok and plan.repeats and last.call.action_id in request.actions:
            memory.running = replace(plan, repeats=plan.repeats - 1)
            return Answer(call=last.call)
        if last.outcome.ok and plan.then and (press := enabled(request, plan.then)):
            memory.running = replace(plan, then="")
            return Answer(call=press)
        memory.left = ()
        memory.running = None
        memory.done = toggled(request, plan, last) if last.outcome.ok else None
        memory.done_in = last.turn_id
        action = request.actions.get(last.call.action_id)
        told = manners_of(words).told(action, last.call, last.outcome, last.call.action_id in request.tools)
        told = told_how_often(words.say, plan, told) if last.outcome.ok else told
        if plan.rest is None or not last.outcome.ok:
            return Answer(told)
        answer = await self._rest(request, plan, plan.rest, words)
        if answer or plan.gesture != _NO:
            return answer or Answer(f"{told} {words.say('rest', text=framed(plan.rest, words).text)}")
        if asks(request.page):  # another question of the page's, which nobody has heard yet
            return Answer(f"{told} {words.say('again', text=plan.rest.text)}")
        memory.leaves(last.turn_id, plan.rest.raw, told)
        return Answer(told, rest=words.say("rest", text=plan.rest.text))

    async def _rest(self, request: BrainRequest, plan: Plan, rest: Said, words: Language) -> Answer | None:
        """Carry out the rest of a sentence, on the page that its first order has led to."""
        spoken = next((one for one in reversed(request.items) if isinstance(one, UserSaid)), None)
        if spoken is None or request.page.outline is None or asks(request.page):
            return None
        page = Page(request.page.outline, request.actions, words, spoken.typed, request.page.narration)
        understanding = Understanding(page, self.memory, self._catalogue, request.items)
        filling = Filling(page, self.memory, self._catalogue.today)
        if plan.fills or plan.sends:
            best, text = filling.going_on(rest, plan), rest
        else:
            text = framed(rest, words)
            best = await understanding.best(text)
            if best is None and plan.seeks is None and spoken.text:  # the part's name may tell what is meant there
                whole = framed(said(spoken.text, words), words)
                best = await understanding.best(whole)
                best = best if best and not any(one.rest or one.calls == plan.calls for one in best.plans) else None
                text = whole if best else text
        if best is None and plan.seeks is not None:
            best = await self._likely(page, text)
            best = None if best and best.asks else best  # nobody asked for that part
        is_question = bool(plan.says)
        is_read = best is not None and (best.plans or (is_question and best.text))
        return self._taken(page, spoken, text, best, understanding) if best and is_read else None

    def _begin(self, turn_id: str) -> None:
        """Go on from what was before a turn, which may come again with more words in it."""
        if turn_id == self.memory.turn_id:
            self.memory = self._before.copy()
        self._before = self.memory.copy()
        self.memory.turn_id = turn_id

    async def _said(
        self, items: Sequence[ConversationItem], page: Page, item: UserSaid, *, is_asked: bool
    ) -> Answer | None:
        self._begin(item.turn_id)
        memory = self.memory
        memory.about = spoken_of(page, items, memory.turns.keys()) or memory.about
        whole = said(item.text, page.language)
        text = framed(whole, page.language)
        bare = without_courtesy(whole.text, page.language)
        asked, memory.asked = memory.asked, None
        memory.withdrawn = memory.spoken if asked is not None else None
        choices, memory.choices = memory.choices, ()
        memory.aside = memory.refused = None
        if asked is not None and bare in page.language.words["yes"]:
            if is_due(memory, items, item):
                return self._do(item.turn_id, asked)
            memory.takes(item.turn_id)
            memory.asked, memory.asked_in = asked, item.turn_id
            return Answer(memory.question)
        if (asked is not None or choices) and bare in page.language.words["no"]:
            memory.takes(item.turn_id)
            return Answer(page.language.say("left"))
        if asked is not None and agrees(whole, asked, memory.spoken, page.language) and is_due(memory, items, item):
            return self._do(item.turn_id, asked)
        if (asked is not None or choices) and declines(whole, memory.spoken, page.language):
            memory.takes(item.turn_id)
            return Answer(page.language.say("left"))
        understanding = Understanding(page, memory, self._catalogue, items)
        if choices and (one := chosen(page, choices, text)):
            doubtful = understanding.caution.is_grave(one) and not self._is_named(page, one, whole)
            return self._asked(page, item, one, one.gesture) if doubtful else self._do(item.turn_id, one)
        if choices and bare in page.language.words["yes"]:  # to which of them, nobody knows
            memory.takes(item.turn_id)
            memory.choices, memory.asked_in = choices, item.turn_id
            return Answer(memory.question)
        if asked is None and not choices:
            best = understanding.asked(text) if is_asked and is_yes_or_no(items) else None
            best = best or await understanding.best(text, page.language.words["orders"] if is_asked else None)
            if best is None and not is_asked and (otherwise := await read_otherwise(understanding, page, item, ())):
                text, best = otherwise
            answer = self._taken(page, item, text, best, understanding) if best else None
            if answer and is_asked and not answer.call and memory.asked is None and not memory.choices:
                is_beside = manners_of(page.language).is_aside(item.text)
                memory.asides |= {item.turn_id} if is_beside else set()
                return replace(answer, is_aside=is_beside)
            return answer
        return await self._over_question(page, item, (whole, text), (asked, choices), understanding)

    def _is_named(self, page: Page, one: Plan, whole: Said) -> bool:
        """Tell whether one of several that were offered was named whole, and without a doubt: `maybe the school` is no
        order to delete it, and `the hotel?` asks."""
        sure = page.language.words["doubtful"].isdisjoint(whole.text.split()) and not whole.raw.rstrip().endswith("?")
        named = page.fit(framed(whole, page.language).text, one.choice_name).whole
        return sure and named and not is_courtesy(understand(whole.raw))

    async def _over_question(
        self,
        page: Page,
        item: UserSaid,
        texts: tuple[Said, Said],
        opened: tuple[Plan | None, tuple[Plan, ...]],
        understanding: Understanding,
    ) -> Answer | None:
        """Answer over an open question what is neither a yes nor a no. `texts`: with its courtesies, and without."""
        memory, (asked, choices) = self.memory, opened
        manners = manners_of(page.language)
        whole, text = texts
        rest = behind_a_no(whole, page.language)
        if asked and (fewer := AllBut(page, memory, self._catalogue.today).over_question(asked, text)):
            if understanding.caution.is_grave(fewer):
                return self._asked(page, item, fewer, "every")
            return self._do(item.turn_id, fewer)
        gestures = Gestures(page, memory, self._catalogue.today)
        if manners.refuses(item.text) or (rest is not None and rest.text in {"", *page.language.words["no"]}):
            memory.takes(item.turn_id)
            return Answer(page.language.say("left"))
        other = instead(asked, gestures, rest) if asked and rest is not None else None
        text = framed(rest, page.language) if rest is not None else text
        best = None if other else await understanding.best(text)
        if asked and not other and not best and rest is None:
            other = instead(asked, gestures, text)
        if reading := other or best:
            answer = self._taken(page, item, text, reading, understanding)
            is_told = answer is not None and answer.call is None and memory.asked is None and not memory.choices
            if answer and is_told and rest is None and manners.is_aside(item.text):
                memory.asked, memory.choices, memory.asked_in = asked, choices, item.turn_id
                return Answer(f"{answer.text} {memory.question}")
            return answer
        memory.refused = rest
        memory.aside = replace(memory, asked=asked, choices=choices) if rest is None else None
        return None

    def is_aside(self, request: BrainRequest) -> bool:
        """Tell whether what was said last asks something over an open question, and orders nothing."""
        last, words = request.items[-1] if request.items else None, language(request.language)
        is_open = self.memory.aside is not None or self.memory.refused is not None
        return is_open and isinstance(last, UserSaid) and manners_of(words).is_aside(last.text)

    def beside(self, request: BrainRequest, text: str) -> str:
        """Return what others have answered to an utterance over an open question, and then that question again; or
        what became of it, where it was refused and the rest was not understood."""
        memory, last, words = self.memory, request.items[-1] if request.items else None, language(request.language)
        refused, opened = memory.refused, memory.aside
        memory.refused = memory.aside = None
        if not isinstance(last, UserSaid) or last.turn_id != memory.turn_id:
            return text
        manners = manners_of(words)
        is_unknown = manners.is_unknown(text)
        if refused is not None and is_unknown:
            memory.takes(last.turn_id)
            return f"{words.say('left')} {words.say('rest', text=framed(refused, words).text)}"
        if opened is None or not manners.is_aside(last.text):
            return text
        memory.takes(last.turn_id)
        memory.asked, memory.choices, memory.asked_in = opened.asked, opened.choices, last.turn_id
        if manners.holds(last.text):
            return text
        if manners.wants_it_again(last.text):
            return memory.question
        return f"{manners.beside(text)} {memory.question}"

    def _taken(
        self, page: Page, item: UserSaid, text: Said, reading: Reading, understanding: Understanding
    ) -> Answer | None:
        memory = self.memory
        if len(reading.plans) > 1:
            if not can_be_offered(reading):
                return None
            memory.takes(item.turn_id)
            memory.choices = reading.plans
            memory.question = page.language.say("which", names=page.language.quoted(reading.names))
            memory.asked_in = item.turn_id
            return Answer(memory.question)
        plan = reading.plans[0] if reading.plans else None
        plan = so_many(page, self._catalogue, item.text, plan) if plan is not None else None
        if plan is not None and len(plan.calls) > MOST_CALLS:
            memory.takes(item.turn_id)
            return Answer(page.language.say("too_many", count=str(len(plan.calls)), most=str(MOST_CALLS)))
        if plan is not None and understanding.asks_first(reading, text):
            memory.spoken = reading.spoken or text
            return self._asked(page, item, plan, reading.gesture)
        if plan is not None and plan.calls:
            memory.spoken = reading.spoken or text
            return self._do(item.turn_id, plan)
        memory.takes(item.turn_id)
        if plan is not None and plan.about is not None:
            memory.about = plan.about
        memory.listed = plan.listed if plan is not None else ()
        return Answer(reading.text) if reading.text else None

    def _asked(self, page: Page, item: UserSaid, plan: Plan, gesture: str) -> Answer:
        """Ask about a plan first."""
        memory = self.memory
        memory.takes(item.turn_id)
        memory.asked, memory.asked_in = plan, item.turn_id
        memory.about = plan.about or memory.about
        memory.question = question_about(page, self._catalogue, plan, gesture)
        return Answer(memory.question)

    def _do(self, turn_id: str, plan: Plan) -> Answer:
        memory = self.memory
        memory.takes(turn_id)
        memory.running, memory.left = plan, plan.calls[1:]
        memory.about = plan.about or memory.about
        return Answer(call=plan.calls[0])
