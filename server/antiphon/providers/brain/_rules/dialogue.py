"""One step of the conversation: from what was said, and a question that may be open, to what is done and said.

Nothing is kept between turns: an open question is found again in the conversation's items, so that an interrupted
or resumed session knows as much as one that ran through.
"""

from collections.abc import Generator, Iterator, Sequence
from dataclasses import replace

from antiphon.domain.conversation import ActionTaken, BrainRequest, ConversationItem, UserSaid
from antiphon.providers.brain._rules import phrases
from antiphon.providers.brain._rules.after_deed import after_deed
from antiphon.providers.brain._rules.all_but import without_all_but
from antiphon.providers.brain._rules.another_param import of_another_param
from antiphon.providers.brain._rules.answering import (
    corrected,
    instead_within,
    is_pause,
    last_said,
    meaning,
    only_asks,
    other_value,
)
from antiphon.providers.brain._rules.at_stake import answered, unless_asked
from antiphon.providers.brain._rules.bare_verb import by_verb, placed, rather
from antiphon.providers.brain._rules.catalogue import Catalogue
from antiphon.providers.brain._rules.closed import says_yes
from antiphon.providers.brain._rules.doubtful import is_doubtful
from antiphon.providers.brain._rules.for_others import is_for_others
from antiphon.providers.brain._rules.free_text import doubted, read_back
from antiphon.providers.brain._rules.giving_up import ending
from antiphon.providers.brain._rules.guesses import by_sound, is_refusal, unsure
from antiphon.providers.brain._rules.hits import listen
from antiphon.providers.brain._rules.locked import why_not
from antiphon.providers.brain._rules.matcher import Thinking
from antiphon.providers.brain._rules.once_more import is_once_more, once_more, told_again
from antiphon.providers.brain._rules.open_question import (
    ask_which,
    asked_again,
    ended_by,
    is_agreed,
)
from antiphon.providers.brain._rules.orders import Order, is_last, looked_up, orders_of
from antiphon.providers.brain._rules.page_asks import answer_to_page, is_unclear, question_of_page
from antiphon.providers.brain._rules.parts import MOST
from antiphon.providers.brain._rules.relative import is_of_another, shifted
from antiphon.providers.brain._rules.replying import (
    is_said_again,
    orders_another,
    to_question,
    to_unread,
    with_question,
    yes_to,
)
from antiphon.providers.brain._rules.smalltalk import Intent, from_narration, intent_of
from antiphon.providers.brain._rules.steps import Open, Step, Which, asked_first, asks_text, finish, is_one, left_open
from antiphon.providers.brain._rules.sure import checked, correction, in_place_of_text, in_time, literally
from antiphon.providers.brain._rules.talk_over import with_talk
from antiphon.providers.brain._rules.talking import asking_words, left_alone, small_talk, told_or_not
from antiphon.providers.brain._rules.the_rest import LEFT_AFTER_FAILURE, next_step, rest_of, without_the_rest
from antiphon.providers.brain._rules.too_long import told_too_long
from antiphon.providers.brain._rules.turned_down import SAY_IT_WHOLE, asks_for_field
from antiphon.providers.brain._rules.turning import back_to, first_thing, puts_off, turned
from antiphon.providers.brain._rules.utterance import Utterance, from_press, understand
from antiphon.providers.brain._rules.whole_name import by_name
from antiphon.providers.brain._rules.words import Word, hear


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
            asked_before, question = question, left_open(step, since, items[after] if after < len(items) else None)
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
        if not question and not instead and not order.reading:
            instead = other_value(said, before)

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
        step = (
            (yield from turned(self._catalogue, question, item, said, before, self._request.page, respond))
            if not another
            else None
        )
        if step:
            return step
        if isinstance(question, Which) and not question.known:  # a yes to what was not heard to its name
            if says_yes(said, question.readings[0], self._catalogue.today):
                return asked_again(question)
            question = None
        if question:
            yield from listen(self._catalogue, (instead or within or said).words)
            again = is_said_again(said, heard)
            answer = None
            if not intent and not instead and not within:
                answer = yield from of_another_param(self._catalogue, question, said, order)
            answer = answer or to_question(
                self._catalogue, question, said, instead or within, intent, order, again=again
            )
            step = answer if not another else None
            if step:
                step = read_back(question, step)
                if not (step.call and is_one(question) and is_agreed(self._catalogue, question, said, intent)):
                    step = checked(self._catalogue, step, meaning(said, instead), said, before=heard)
                step = yield from without_the_rest(self._catalogue, step, before)
                return in_time(self._catalogue, step, item)
            if within and not order.reading:
                return Step(SAY_IT_WHOLE)
        step = None if question else (yield from after_deed(self._catalogue, self._request.page, said, order, before))
        if step:
            return step
        if instead:
            yield from listen(self._catalogue, instead.words)
            step = correction(self._catalogue, instead, before)
            if step:
                return checked(self._catalogue, step, said.spoken, said)
            step = asks_for_field(self._catalogue, instead)
            if step:
                return step
            if not order.reading:
                others = yield from orders_of(instead, self._catalogue)
                if others and others[0].reading:
                    step = yield from self._do(others[0], instead, before, instead)
                    return unless_asked(self._catalogue, self._request, step, said, before)
                if question:
                    return Step(SAY_IT_WHOLE)
        to_page = answer_to_page(
            intent, said, self._request.actions, narration=self._request.page.narration, by_name=not named
        )
        if to_page:
            return answered(self._request, to_page, said, intent, before)
        if is_unclear(intent, said, self._request.page):
            return Step(question_of_page(self._request.page))
        alone = by_verb(self._catalogue, said) if intent is Intent.CANCEL and not question else ()
        if alone:  # `Cancel.`, where something can be cancelled
            return ask_which(alone)
        if intent:
            more = once_more(self._catalogue, before) if intent is Intent.AGAIN else None
            if more:
                return unless_asked(self._catalogue, self._request, more, said, before)
            return with_talk(question, intent, Step(small_talk(self._catalogue, self._request, intent, before)))
        locked = why_not(said, self._request.page.narration, list(self._request.actions.values()))
        if locked:
            return Step(locked)
        step = yield from self._do(order, said, before, said, last=is_last(orders))
        if asks_text(question):
            step = in_place_of_text(self._catalogue, step)
        return unless_asked(self._catalogue, self._request, with_question(question, said, step), said, before)

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
        """Return what leads on from one request of a `whole` utterance: a call, a question, or that it was not
        understood."""
        yield
        step = yield from self._decide(order, said, before)
        if step.call is None:
            return doubted(step, whole.text)
        if order.reading and (not order.sure or is_doubtful(order.reading, whole)):
            return asked_first(order.reading.profile, step)
        if order.reading and is_for_others(self._catalogue, whole, order.reading.profile):
            return asked_first(order.reading.profile, step)
        heard = () if only_asks(whole) else literally(order.said or said, whole, first=first, last=last)
        return checked(self._catalogue, step, heard, whole)

    def _decide(self, order: Order, said: Utterance, before: Sequence[ConversationItem]) -> Thinking[Step]:
        narration = self._request.page.narration
        but = without_all_but(order.reading, order.said or said) if order.reading else None
        if but:
            return but
        if not order.reading or not order.reading.complete:
            step = shifted(self._catalogue, said, narration)
            if step and not (order.reading and is_of_another(step, order.reading.profile, said)):
                return step
            told = None if order.reading else from_narration(asking_words(said), narration)
            if told:
                return Step(told)
        if not order.close and not (order.reading and order.reading.complete and order.reading.profile.things):
            answering = yield from looked_up(said, self._catalogue)
            if answering.reading and (answering.reading.complete or not order.reading):
                order = answering
        named = None if order.reading else by_name(self._catalogue, said)
        if named:
            return named
        if not order.reading or order.close:
            heard = yield from by_sound(self._catalogue, said, only_sure=bool(order.close))
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
            reading = placed(self._catalogue, order.said or said, reading)
            guessed = yield from unsure(self._catalogue, reading, order.said or said)
            if guessed:
                return Step(phrases.unclear([one.profile for one in guessed]), question=Which(guessed))
            return finish(reading.profile, dict(reading.values), reading.missing, reading.refused)
        if (yield from is_refusal(self._catalogue, said)):
            return left_alone(self._request, said)
        alone = by_verb(self._catalogue, said)
        if alone:
            return ask_which(alone)
        return Step(told_or_not(self._catalogue, self._request, said, before))

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
        step = yield from self._do(rest[0], part, items, whole, first=False, last=is_last(rest))
        if earlier:  # whoever said yes to the first may not think of the rest any more
            step = in_place_of_text(self._catalogue, step)
        return next_step(self._catalogue, self._request.page, told, step, calls)
