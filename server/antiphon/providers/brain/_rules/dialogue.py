"""One step of the conversation: from what was said, and a question that may be open, to what is done and said.

Nothing is kept between turns: an open question is found again in the conversation's items, so that an interrupted
or resumed session knows as much as one that ran through.
"""

from collections.abc import Iterator, Sequence
from itertools import islice

from antiphon.domain.actions import ActionCall
from antiphon.domain.conversation import ActionTaken, BrainRequest, ConversationItem, UserSaid
from antiphon.providers.brain._rules import phrases
from antiphon.providers.brain._rules.answering import (
    asks_for_choices,
    corrected,
    instead_within,
    is_named_exactly,
    is_pause,
    is_value,
    last_said,
    meaning,
    only_asks,
)
from antiphon.providers.brain._rules.at_stake import at_stake, is_impatient, unless_asked
from antiphon.providers.brain._rules.bare_verb import by_verb, rather
from antiphon.providers.brain._rules.catalogue import Catalogue
from antiphon.providers.brain._rules.closed import says_yes
from antiphon.providers.brain._rules.evidence import Reading
from antiphon.providers.brain._rules.giving_up import ending
from antiphon.providers.brain._rules.grave import is_grave, is_guessed, undone
from antiphon.providers.brain._rules.hits import listen
from antiphon.providers.brain._rules.locked import why_not
from antiphon.providers.brain._rules.matcher import Thinking, readings
from antiphon.providers.brain._rules.naming import request_for
from antiphon.providers.brain._rules.once_more import is_once_more, once_more, told_again
from antiphon.providers.brain._rules.open_question import (
    answer,
    ask_which,
    asked_again,
    corrected_answer,
    ended_by,
    is_agreed,
)
from antiphon.providers.brain._rules.orders import Order, is_last, looked_up, orders_of
from antiphon.providers.brain._rules.page_asks import answer_to_page, question_of_page
from antiphon.providers.brain._rules.parts import MOST
from antiphon.providers.brain._rules.relative import shifted
from antiphon.providers.brain._rules.schema import Kind
from antiphon.providers.brain._rules.smalltalk import (
    ANSWERS,
    Intent,
    from_narration,
    from_passages,
    intent_of,
    is_question,
)
from antiphon.providers.brain._rules.sounding import likely
from antiphon.providers.brain._rules.steps import Open, Step, Which, finish, is_one, left_open
from antiphon.providers.brain._rules.sure import checked, correction, in_place_of_text, in_time, literally
from antiphon.providers.brain._rules.talking import not_understood, small_talk
from antiphon.providers.brain._rules.too_long import told_too_long
from antiphon.providers.brain._rules.utterance import Utterance, from_press, shape, strip_courtesies, understand
from antiphon.providers.brain._rules.words import Word, hear

_SAY_IT_WHOLE = "All right. Please say the whole of what you want instead."


class Conversation:
    """A request, seen with the catalogue of its page."""

    def __init__(self, request: BrainRequest, catalogue: Catalogue) -> None:
        self._request = request
        self._catalogue = catalogue

    def steps(self) -> Iterator[Step | None]:
        """The last few turns again, oldest first; the last step is the answer that is wanted now. None is a pause."""
        items = self._request.items
        last = items[-1] if items else None
        if isinstance(last, ActionTaken):
            yield (yield from self._after(last.turn_id, items))
            return
        if not isinstance(last, UserSaid):
            yield Step(f"What would you like to do? {phrases.hint(self._catalogue.profiles)}")
            return
        asked = last_said(items)
        question: Open | Which | None = None
        heard: list[Word] = []
        """What was said since the question that is open now, or the order before it."""
        for number, after in zip(asked, [*asked[1:], len(items)], strict=True):
            item, since = items[number], items[number + 1 : after]
            if any(isinstance(one, ActionTaken) and one.turn_id == item.turn_id for one in since):
                step = yield from self._after(item.turn_id, items[:after])
            else:
                step = yield from self._respond(item, question, items[:number], heard)
            asked_before, question = question, left_open(step, since, items[after] if after < len(items) else None)
            if not question:
                heard = []
            elif asked_before and question.tries > asked_before.tries:  # what was no answer names nothing
                pass
            elif isinstance(item, UserSaid) and not is_pause(item.text):
                heard = [*heard, *hear(item.text)]
            yield step

    def _respond(
        self,
        item: ConversationItem,
        question: Open | Which | None,
        before: Sequence[ConversationItem],
        heard: Sequence[Word],
    ) -> Thinking[Step]:
        too_long = told_too_long(item, question, self._request)
        if too_long:
            return too_long
        text = item.text if isinstance(item, UserSaid) else ""
        said = understand(text, typed=isinstance(item, UserSaid) and item.typed)
        yield
        orders = yield from orders_of(said, self._catalogue)
        order = orders[0] if orders else Order()
        # An utterance that is an action's id, word by word, is no small talk.
        forms = (said.words, from_press(said.spoken))
        named = order.reading and any(" ".join(one.text for one in form) in self._catalogue.names for form in forms)
        yield
        intent = intent_of(text)
        if named and not (question and intent is Intent.CANCEL):
            intent = None
        instead = corrected(said)
        within = instead_within(question, said) if not instead else None
        ended = ending(question, said) if question else None
        if question and ended:
            return ended_by(question, ended)
        if isinstance(question, Which) and not question.known:  # a yes to what was not heard to its name
            if says_yes(said, question.readings[0], self._catalogue.today):
                return asked_again(question)
            question = None
        if question:
            yield from listen(self._catalogue, (instead or within or said).words)
            step = self._to_question(question, said, instead or within, intent, order)
            if step:
                if not (step.call and is_one(question) and is_agreed(self._catalogue, question, said, intent)):
                    step = checked(self._catalogue, step, meaning(said, instead), said, before=heard)
                return in_time(self._catalogue, step, item)
            if within and not order.reading:
                return Step(_SAY_IT_WHOLE)
        if instead:
            yield from listen(self._catalogue, instead.words)
            step = correction(self._catalogue, instead, before)
            if step:
                return checked(self._catalogue, step, said.spoken, said)
            if not order.reading:
                others = yield from orders_of(instead, self._catalogue)
                if others and others[0].reading:
                    step = yield from self._do(others[0], instead, before, instead)
                    return self._unless_asked(step, said, before)
                if question:
                    return Step(_SAY_IT_WHOLE)
        to_page = answer_to_page(
            intent, said, self._request.actions, narration=self._request.page.narration, by_name=not named
        )
        if to_page:
            again = to_page.action_id == "yes" and intent is not Intent.YES and is_impatient(said, before)
            return Step(question_of_page(self._request.page)) if again else Step(call=to_page)
        alone = by_verb(self._catalogue, said) if intent is Intent.CANCEL and not question else ()
        if alone:  # `Cancel.`, where something can be cancelled
            return ask_which(alone)
        if intent:
            more = once_more(self._catalogue, before) if intent is Intent.AGAIN else None
            if more:
                return self._unless_asked(more, said, before)
            return Step(small_talk(self._catalogue, self._request, intent, before))
        locked = why_not(said, self._request.page.narration, list(self._request.actions.values()))
        if locked:
            return Step(locked)
        step = yield from self._do(order, said, before, said, last=is_last(orders))
        if isinstance(question, Open) and question.param.kind is Kind.TEXT:
            step = in_place_of_text(self._catalogue, step)
        return self._unless_asked(step, said, before)

    def _unless_asked(self, step: Step, said: Utterance, before: Sequence[ConversationItem]) -> Step:
        return unless_asked(self._catalogue, self._request, step, said, before)

    def _to_question(
        self, question: Open | Which, said: Utterance, instead: Utterance | None, intent: Intent | None, order: Order
    ) -> Step | None:
        """What an utterance does to the open question; None where it does nothing to it."""
        if intent is Intent.WAIT and not (isinstance(question, Open) and is_named_exactly(question.param, said)):
            return Step(ANSWERS[Intent.WAIT], question=question)
        if isinstance(question, Open) and is_value(question.param, said):
            intent = None
        elif intent in {Intent.REPEAT, Intent.AGAIN}:
            return asked_again(question)
        elif is_pause(said.text):
            return Step(ANSWERS[Intent.WAIT], question=question)
        elif intent is None and asks_for_choices(said):
            return asked_again(question)
        reading = order.reading if not order.close else None
        if not instead:
            texts = isinstance(question, Open) and question.param.kind is Kind.TEXT
            named = corrected_answer(self._catalogue, question, said, by_name=True) if texts else None
            return named or answer(self._catalogue, question, said, intent, reading)
        step = corrected_answer(self._catalogue, question, instead)
        return step or answer(self._catalogue, question, instead, intent, reading, correcting=True)

    def _do(
        self,
        order: Order,
        said: Utterance,
        before: Sequence[ConversationItem],
        whole: Utterance,
        *,
        first: bool = True,
        last: bool = True,
    ) -> Thinking[Step]:
        """What leads on from one request of a `whole` utterance: a call, a question, or that it was not understood."""
        yield
        step = yield from self._decide(order, said, before)
        if step.call is None:
            return step
        heard = () if only_asks(whole) else literally(order.said or said, whole, first=first, last=last)
        return checked(self._catalogue, step, heard, whole)

    def _decide(self, order: Order, said: Utterance, before: Sequence[ConversationItem]) -> Thinking[Step]:
        narration = self._request.page.narration
        if not order.reading or not order.reading.complete:
            step = shifted(self._catalogue, said, narration)
            if step:
                return step
            told = None if order.reading else from_narration(said.words, narration)
            if told:
                return Step(told)
        if not order.close and not (order.reading and order.reading.complete and order.reading.profile.things):
            answering = yield from looked_up(said, self._catalogue)
            if answering.reading and (answering.reading.complete or not order.reading):
                order = answering
        if not order.reading or order.close:
            heard = yield from self._by_sound(said, only_sure=bool(order.close))
            if heard:
                return heard
        if order.reading and order.close:
            several = (order.reading, *order.close)[:3]
            sentence = phrases.unclear([reading.profile for reading in several])
            return Step(sentence, question=Which(several))
        if order.reading:
            reading = order.reading
            alone = rather(self._catalogue, order.said or said, reading)
            if alone:
                return ask_which(alone)
            unsure = yield from self._unsure(reading, order.said or said)
            if unsure:
                return Step(phrases.unclear([one.profile for one in unsure]), question=Which(unsure))
            return finish(reading.profile, dict(reading.values), reading.missing, reading.refused)
        if (yield from self._is_refusal(said)):
            refused = answer_to_page(None, said, self._request.actions, refuses=True)
            if refused:
                return Step(call=refused)
            return Step("All right, I will not do that.")
        alone = by_verb(self._catalogue, said)
        if alone:
            return ask_which(alone)
        known = from_passages(said.words, self._request.passages)
        if known:
            return Step(known)
        locked = why_not(said, narration)
        if locked:
            return Step(locked)
        asked = is_question(said.words) and narration.strip()
        return Step(phrases.NOT_TOLD if asked else not_understood(self._catalogue, self._request, before))

    def _unsure(self, reading: Reading, said: Utterance) -> Thinking[tuple[Reading, ...]]:
        """What may have been meant, where it was not heard word for word and could not be taken back; else nothing."""
        for other in islice(undone(self._catalogue, hear(said.text)), 1):
            orders = yield from orders_of(understand(request_for(other.action)), self._catalogue)
            if len(orders) == 1 and orders[0].reading and orders[0].reading.profile is other is not reading.profile:
                return (reading, orders[0].reading)
        grave = is_grave(reading.profile) and not reading.profile.action.confirm
        return (reading,) if grave and is_guessed(self._catalogue, reading.profile, said.words) else ()

    def _by_sound(self, said: Utterance, *, only_sure: bool) -> Thinking[Step | None]:
        """What was said in other words than the page's, and sounds like those: done, or asked about where it may be
        something else, or could not be taken back."""
        found = yield from likely(self._catalogue, said)
        meant = []
        for profile, text in found.said if found else ():
            orders = yield from orders_of(understand(text, typed=said.typed), self._catalogue)
            if len(orders) == 1 and orders[0].reading and orders[0].reading.profile is profile and not orders[0].close:
                meant.append(orders[0].reading)
        if not found or len(meant) < len(found.said) or (only_sure and not found.sure):
            return None
        if found.sure:
            return finish(meant[0].profile, dict(meant[0].values), meant[0].missing, meant[0].refused)
        return Step(phrases.unclear([one.profile for one in meant]), question=Which(tuple(meant)))

    def _is_refusal(self, said: Utterance) -> Thinking[bool]:
        """`do not open settings`: understood, and left alone."""
        if not said.denials or said.denials[0] > 2:
            return False
        rest = said.words[said.denials[0] + 1 :]
        found = yield from readings(self._catalogue, shape(said.text, strip_courtesies(rest)))
        return bool(found)

    def _after(self, turn_id: str, items: Sequence[ConversationItem]) -> Thinking[Step]:
        """The next request of the turn, once an action has ended; after the last, or a failure, how they went."""
        ended = [item for item in items if isinstance(item, ActionTaken) and item.turn_id == turn_id]
        asked = [item for item in items if isinstance(item, UserSaid) and item.turn_id == turn_id]
        actions, tools = self._request.actions, self._request.tools
        how = told_again if asked and is_once_more(asked[-1], items) else phrases.told
        told = " ".join(
            how(actions.get(one.call.action_id), one.call, one.outcome, one.call.action_id in tools) for one in ended
        )
        calls = [one.call for one in ended]
        whole = understand(asked[-1].text, typed=asked[-1].typed) if asked else understand("")
        orders = (yield from orders_of(whole, self._catalogue, calls)) if asked else []
        rest = orders[len(ended) :]
        if not rest:
            return Step(told)
        if not ended[-1].outcome.ok:
            return Step(f"{told} I have left the rest.")
        if len(ended) >= MOST:
            return Step(f"{told} That was as much as I do at once: please say the rest again.")
        if not rest[0].reading and not rest[0].said:
            return Step(told)
        part = rest[0].said or understand("")
        step = yield from self._do(rest[0], part, items, whole, first=False, last=is_last(rest))
        return self._next(told, step, calls)

    def _next(self, told: str, step: Step, calls: Sequence[ActionCall]) -> Step:
        if at_stake(self._catalogue, self._request.actions, step):
            return Step(told)  # what was ordered before the page asked is no answer to it
        if step.call:
            return step if step.call not in calls else Step(told)
        if step.question:
            return Step(f"{told} {step.text}", question=step.question)
        return Step(f"{told} The rest I did not understand: please say it again.")
