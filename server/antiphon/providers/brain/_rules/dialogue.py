"""One step of the conversation: from what was said, and a question that may be open, to what is done and said.

Nothing is kept between turns: an open question is found again in the conversation's items, so that an interrupted
or resumed session knows as much as one that ran through.
"""

from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass, replace

from antiphon.domain.conversation import ActionTaken, BrainRequest, ConversationItem, UserSaid
from antiphon.providers.brain._rules import phrases
from antiphon.providers.brain._rules.acknowledged import acknowledged
from antiphon.providers.brain._rules.after_deed import after_deed
from antiphon.providers.brain._rules.another_param import of_another_param
from antiphon.providers.brain._rules.answering import (
    corrected,
    instead_within,
    is_pause,
    last_said,
    meaning,
    other_value,
    placed_instead,
)
from antiphon.providers.brain._rules.at_stake import answered, unless_asked
from antiphon.providers.brain._rules.catalogue import Catalogue
from antiphon.providers.brain._rules.closed import says_yes
from antiphon.providers.brain._rules.doing import do
from antiphon.providers.brain._rules.free_text import read_back
from antiphon.providers.brain._rules.giving_up import ending
from antiphon.providers.brain._rules.hits import listen
from antiphon.providers.brain._rules.locked import why_not
from antiphon.providers.brain._rules.matcher import Thinking
from antiphon.providers.brain._rules.of_nothing_else import of_nothing_else
from antiphon.providers.brain._rules.once_more import is_once_more, once_more, told_again
from antiphon.providers.brain._rules.open_question import asked_again, ended_by, is_agreed
from antiphon.providers.brain._rules.orders import Order, is_last, orders_of
from antiphon.providers.brain._rules.page_asks import answer_to_page, is_unclear, question_of_page
from antiphon.providers.brain._rules.parts import MOST
from antiphon.providers.brain._rules.replying import (
    is_said_again,
    orders_another,
    to_question,
    to_unread,
    with_page,
    with_question,
    yes_to,
)
from antiphon.providers.brain._rules.smalltalk import Intent, intent_of
from antiphon.providers.brain._rules.steps import Open, Step, Which, asks_text, is_one, still_open
from antiphon.providers.brain._rules.sure import checked, correction, in_place_of_text, in_time
from antiphon.providers.brain._rules.talk_over import with_talk
from antiphon.providers.brain._rules.talking import small_talk
from antiphon.providers.brain._rules.the_rest import LEFT_AFTER_FAILURE, next_step, rest_of, without_the_rest
from antiphon.providers.brain._rules.too_long import told_too_long
from antiphon.providers.brain._rules.turned_down import SAY_IT_WHOLE, asks_for_field
from antiphon.providers.brain._rules.turning import back_to, first_thing, puts_off, turned
from antiphon.providers.brain._rules.utterance import Utterance, from_press, understand
from antiphon.providers.brain._rules.words import Word, hear


@dataclass(frozen=True, slots=True)
class _Understood:
    """One utterance, as far as it is understood by itself: `named` says that it is the id of an action."""

    item: ConversationItem
    said: Utterance
    orders: Sequence[Order]
    named: bool
    intent: Intent | None
    instead: Utterance | None
    """What was meant instead of something else."""

    @property
    def order(self) -> Order:
        """The first order; one without a reading where there is none."""
        return self.orders[0] if self.orders else Order()


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
            at = next((at for at, one in enumerate(items) if one.turn_id == last.turn_id and puts_off(one)), None)
            question = (yield from self._walked(items[: at + 1])) if at is not None else None
            yield back_to(question, (yield from self._after(last.turn_id, items)))
            return
        if not isinstance(last, UserSaid):
            yield Step(f"What would you like to do? {phrases.hint(self._catalogue.profiles)}")
            return
        yield from self._walked(items)

    def asked_after(self, text: str) -> Iterator[Step | None]:
        """Yield, as the last step, an answer of others, and behind it the question that is open still."""
        question = yield from self._walked(self._request.items)
        yield asked_again(question, text) if question else Step(text)

    def _walked(self, items: Sequence[ConversationItem]) -> Generator[Step | None, None, Open | Which | None]:
        """The last few turns of some items again; the question that was open when the last thing was said."""
        asked = last_said(items)
        asked_before: Open | Which | None = None
        question: Open | Which | None = None
        unread: Open | Which | None = None
        """A question that was asked, and of which nothing was heard or read before somebody went on."""
        heard: list[Word] = []
        """The words since the question that is open now, or the order before it."""
        for number, after in zip(asked, [*asked[1:], len(items)], strict=True):
            item, since = items[number], items[number + 1 : after]
            if any(isinstance(one, ActionTaken) and one.turn_id == item.turn_id for one in since):
                step = yield from self._after(item.turn_id, items[:after])
                step = back_to(question, step) if puts_off(item) else step
            else:
                step = to_unread(unread, item) or (yield from self._respond(item, question, items[:number], heard))
            asked_before, question = question, still_open(step, since, items[after] if after < len(items) else None)
            unread = None if question else step.question
            if not question:
                heard = []
            elif asked_before and (question.tries > asked_before.tries or puts_off(item)):
                pass  # what was no answer names nothing
            elif isinstance(item, UserSaid) and not is_pause(item.text):
                heard = [*heard, *hear(item.text)]
            yield step
        return asked_before

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
        if isinstance(item, UserSaid) and question and (agreed := yes_to(self._catalogue, question, said)):
            return (yield from self._respond(replace(item, text=agreed), question, before, heard))
        understood = yield from self._understand(item, said, question, before)
        intent, instead, order = understood.intent, understood.instead, understood.order

        def respond(rest: UserSaid) -> Thinking[Step]:
            return self._respond(rest, None, before, ())

        step = yield from first_thing(self._catalogue, question, item, said, intent, respond)
        if step:
            return step
        within = instead_within(question, said) if not instead else None
        another = yield from orders_another(self._catalogue, None if intent else question, said, instead, order)
        ended = ending(question, said) if question and not another else None
        if question and ended:
            return (yield from without_the_rest(self._catalogue, ended_by(question, ended), before))
        if not another:
            step = yield from turned(self._catalogue, question, item, said, before, self._request.page, respond)
            if step:
                return step
        if isinstance(question, Which) and not question.known:  # a yes to what was not heard to its name
            if says_yes(said, question.readings[0], self._catalogue.today):
                return asked_again(question)
            question = None
        if question:
            step = yield from self._answer(question, understood, within, before, heard, another=another)
            if step:
                return step
        return (yield from self._anew(question, understood, before))

    def _understand(
        self,
        item: ConversationItem,
        said: Utterance,
        question: Open | Which | None,
        before: Sequence[ConversationItem],
    ) -> Thinking[_Understood]:
        """Find the orders, the small talk and the corrections in an utterance."""
        orders = yield from orders_of(said, self._catalogue)
        order = orders[0] if orders else Order()
        # An utterance that is an action's id, word by word, is no small talk.
        forms = (said.words, from_press(said.spoken))
        named = bool(order.reading) and any(
            " ".join(one.text for one in form) in self._catalogue.names for form in forms
        )
        yield
        intent = intent_of(item.text if isinstance(item, UserSaid) else "")
        if named and not (question and intent is Intent.CANCEL):
            intent = None
        instead = corrected(said) or (placed_instead(said) if question else None)
        if not question and not instead and not order.reading:
            instead = other_value(said, before)
        return _Understood(item, said, orders, named, intent, instead)

    def _answer(
        self,
        question: Open | Which,
        understood: _Understood,
        within: Utterance | None,
        before: Sequence[ConversationItem],
        heard: Sequence[Word],
        *,
        another: bool,
    ) -> Thinking[Step | None]:
        """Take an utterance as the answer to an open question; None where it is none, or orders `another` action.

        `within` is what was meant instead of a part of the utterance.
        """
        said, intent, instead, order = understood.said, understood.intent, understood.instead, understood.order
        yield from listen(self._catalogue, (instead or within or said).words)
        again = is_said_again(said, heard)
        answer = None
        if not intent and not instead and not within:
            answer = yield from of_another_param(self._catalogue, question, said, order)
        answer = answer or to_question(self._catalogue, question, said, instead or within, intent, order, again=again)
        if answer and not another:
            step = acknowledged(question, read_back(question, answer))
            if not (step.call and is_one(question) and is_agreed(self._catalogue, question, said, intent)):
                step = checked(self._catalogue, step, meaning(said, instead), said, before=heard)
            step = yield from without_the_rest(self._catalogue, step, before)
            return in_time(self._catalogue, step, understood.item)
        return Step(SAY_IT_WHOLE) if within and not order.reading else None

    def _instead(
        self,
        question: Open | Which | None,
        instead: Utterance,
        understood: _Understood,
        before: Sequence[ConversationItem],
    ) -> Thinking[Step | None]:
        """Do what was meant instead of something: of a deed, of a field, or of an order; None where it is none."""
        said = understood.said
        yield from listen(self._catalogue, instead.words)
        step = correction(self._catalogue, instead, before)
        if step:
            return checked(self._catalogue, step, said.spoken, said)
        step = asks_for_field(self._catalogue, instead)
        if step or understood.order.reading:
            return step
        others = yield from orders_of(instead, self._catalogue)
        if others and others[0].reading:
            step = yield from do(self._request, self._catalogue, others[0], instead, before, instead)
            return unless_asked(self._catalogue, self._request, step, said, before)
        return Step(SAY_IT_WHOLE) if question else None

    def _anew(
        self, question: Open | Which | None, understood: _Understood, before: Sequence[ConversationItem]
    ) -> Thinking[Step]:
        """Take an utterance by itself: `question`, which may still be open, was not answered by it."""
        said, orders, intent, order = understood.said, understood.orders, understood.intent, understood.order
        step = None if question else (yield from after_deed(self._catalogue, self._request.page, said, order, before))
        if not step and understood.instead:
            step = yield from self._instead(question, understood.instead, understood, before)
        if step:
            return step
        narration = self._request.page.narration
        to_page = answer_to_page(intent, said, self._request.actions, narration=narration, by_name=not understood.named)
        if to_page:
            return answered(self._request, to_page, said, intent, before)
        if is_unclear(intent, said, self._request.page):
            return Step(question_of_page(self._request.page))
        other = of_nothing_else(self._catalogue, self._request, question, said, intent, before)
        if other:
            return other
        if intent:
            more = once_more(self._catalogue, before) if intent is Intent.AGAIN else None
            if more:
                return unless_asked(self._catalogue, self._request, more, said, before)
            return with_talk(question, intent, Step(small_talk(self._catalogue, self._request, intent, before)))
        locked = why_not(said, narration, list(self._request.actions.values()))
        if locked:
            return Step(locked)
        step = yield from do(self._request, self._catalogue, order, said, before, said, last=is_last(orders))
        if asks_text(question):
            step = in_place_of_text(self._catalogue, step)
        step = with_question(question, said, step)
        step = unless_asked(self._catalogue, self._request, step, said, before)
        return with_page(self._request.page, said, step, before)

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
        if not asked:
            return Step(told)
        whole, rest, earlier = yield from rest_of(self._catalogue, asked[-1], calls, items)
        if not rest:
            return Step(told)
        if not ended[-1].outcome.ok:
            return Step(f"{told} {LEFT_AFTER_FAILURE}")
        if len(ended) >= MOST:
            return Step(f"{told} That was as much as I do at once: please say the rest again.")
        if not rest[0].reading and not rest[0].said:
            return Step(told)
        part = rest[0].said or understand("")
        last = is_last(rest)
        step = yield from do(self._request, self._catalogue, rest[0], part, items, whole, first=False, last=last)
        if earlier:  # whoever said yes to the first may not think of the rest any more
            step = in_place_of_text(self._catalogue, step)
        return next_step(self._catalogue, self._request.page, told, step, calls)
