"""Rules for what an utterance does to the open question; it may be no answer, but ask for a moment, or for the
question again."""

from collections.abc import Sequence
from dataclasses import replace

from antiphon.domain.context import PageContext
from antiphon.domain.conversation import ConversationItem, UserSaid
from antiphon.providers.brain._rules import phrases
from antiphon.providers.brain._rules.all_but import NOT_ALL_BUT, left_out
from antiphon.providers.brain._rules.and_more import yes_and_more
from antiphon.providers.brain._rules.answering import asks_for_choices, is_named_exactly, is_pause, is_value
from antiphon.providers.brain._rules.answers import read_answer
from antiphon.providers.brain._rules.catalogue import Catalogue
from antiphon.providers.brain._rules.closed import is_whole, says_yes, without_yes_or_no
from antiphon.providers.brain._rules.free_text import only_holds
from antiphon.providers.brain._rules.giving_up import ending, led_to
from antiphon.providers.brain._rules.grave import must_be_named
from antiphon.providers.brain._rules.holding import does_first, holds
from antiphon.providers.brain._rules.lexicon import ARTICLES, BODIES
from antiphon.providers.brain._rules.matcher import Thinking
from antiphon.providers.brain._rules.mended import mended
from antiphon.providers.brain._rules.no_text import (
    denied,
    is_no_answer,
    is_unknown_order,
    may_be_a_remark,
    may_be_an_order,
    refused_order,
)
from antiphon.providers.brain._rules.open_question import answer, asked_again, corrected_answer, not_got
from antiphon.providers.brain._rules.orders import Order, orders_of
from antiphon.providers.brain._rules.page_asks import asks, question_of_page
from antiphon.providers.brain._rules.remarked import does_not_know, unless_remark
from antiphon.providers.brain._rules.retold import rechosen, retold
from antiphon.providers.brain._rules.schema import Kind, Param
from antiphon.providers.brain._rules.smalltalk import ANSWERS, Intent, intent_of, is_question
from antiphon.providers.brain._rules.steps import Open, Step, Which, asked_first, asks_text, finish, is_one
from antiphon.providers.brain._rules.text_answer import asks_instead, is_introduced
from antiphon.providers.brain._rules.untold import was_told
from antiphon.providers.brain._rules.utterance import Mood, Utterance, understand
from antiphon.providers.brain._rules.verbs import DICTATED
from antiphon.providers.brain._rules.whole_name import by_label
from antiphon.providers.brain._rules.words import Word

_QUOTES = frozenset("\"'\u2018\u201c\u201e\u00ab")
_SHORTEST = 2
"""Words; one alone is as likely an answer."""


def to_question(
    catalogue: Catalogue,
    question: Open | Which,
    said: Utterance,
    instead: Utterance | None,
    intent: Intent | None,
    order: Order,
    *,
    again: bool = False,
) -> Step | None:
    """Return what an utterance does to the open question; None where it does nothing to it. `again`: it was said
    before."""
    holds = _wants_grave_text(question) and only_holds(said) and not (order.reading and said.mood is Mood.COMMAND)
    waits = intent is Intent.WAIT or holds
    if waits and not (isinstance(question, Open) and is_named_exactly(question.param, said)):
        return Step(ANSWERS[Intent.WAIT], question=question)
    if _wants_grave_text(question) and _takes_back(question, said):
        return Step(ANSWERS[Intent.CANCEL])
    meant = _retold(catalogue, question, said, instead) if is_one(question) and intent is None else None
    if meant:
        return meant
    if isinstance(question, Open) and is_value(question.param, said):
        intent = None
    elif intent in {Intent.REPEAT, Intent.AGAIN}:
        return asked_again(question)
    elif is_pause(said.text) or (order.reading is None and _does_first(question, said)):
        return Step(ANSWERS[Intent.WAIT], question=question)
    elif intent is None and asks_for_choices(said):
        return asked_again(question)
    value = isinstance(question, Open) and question.param.kind is not Kind.TEXT and not is_value(question.param, said)
    if value and order.reading is None and left_out(said, said.spoken):
        return asked_again(question, NOT_ALL_BUT)
    labelled = by_label(catalogue, question, said) if intent is None and not instead else None
    if labelled:
        return labelled
    reading = order.reading if not order.close else None
    if intent is None and _is_order_again(catalogue, question, said, order):
        return asked_again(question)
    if asks_text(question) and intent is None and not instead:
        step = _no_text(catalogue, question, said, order, again=again)
        if step:
            return step
    if not instead:
        named = corrected_answer(catalogue, question, said, by_name=True) if asks_text(question) else None
        return named or unless_remark(question, said, answer(catalogue, question, said, intent, reading))
    step = corrected_answer(catalogue, question, instead)
    return step or answer(catalogue, question, instead, intent, reading, correcting=True)


def waits_for(catalogue: Catalogue, question: Open | Which | None, said: Utterance) -> bool:
    """Tell whether an utterance only asks for a moment: `one second, the phone is ringing`. It holds no value then."""
    if question is None or not holds(said.spoken) or said.text.lstrip()[:1] in _QUOTES:
        return False
    if isinstance(question, Which):
        return True
    if question.param.kind is Kind.TEXT:
        return not is_introduced(question.param, said)
    return not (is_value(question.param, said) or read_answer(question.profile, question.param, said, catalogue).values)


def _does_first(question: Open | Which, said: Utterance) -> bool:
    led = asks_text(question) and is_introduced(question.param, said)
    return does_first(said.spoken) and not led and said.text.lstrip()[:1] not in _QUOTES


def yes_to(catalogue: Catalogue, question: Open | Which, said: Utterance) -> str | None:
    """Return the yes of an utterance that agrees to `Do you mean …?`, and orders something else in the same breath."""
    agreed = yes_and_more(said) if is_one(question) else None
    if not is_one(question) or not agreed or ending(question, said) or ending(question, understand(agreed[1])):
        return None
    return None if says_yes(said, question.readings[0], catalogue.today) else agreed[0]


def to_unread(question: Open | Which | None, item: ConversationItem) -> Step | None:
    """Return what a mere yes or no leads to that crossed our question, before any of it was heard or read.

    A yes was meant for something else, so the question comes again; a no ends it. Anything else is about itself.
    """
    intent = intent_of(item.text) if question and isinstance(item, UserSaid) else None
    if question and intent is Intent.YES:
        return asked_again(question)
    return Step(ANSWERS[Intent.CANCEL]) if intent in {Intent.NO, Intent.CANCEL} else None


def _retold(catalogue: Catalogue, question: Which, said: Utterance, instead: Utterance | None) -> Step | None:
    asked = question.readings[0]
    return (rechosen(catalogue, asked, said) if not instead else None) or retold(catalogue, asked, said)


def _no_text(catalogue: Catalogue, question: Open, said: Utterance, order: Order, *, again: bool) -> Step | None:
    """Return what comes of an utterance that is no text, or may be none; None where it is one, or an order here."""
    asks = asks_instead(question.profile, question.param, said)
    unknown = is_unknown_order(catalogue, question, said)
    if again and (unknown or asks):
        return _meant_as_text(catalogue, question, said)
    unknowing = does_not_know(question, said) if not again else None
    if unknowing:
        return unknowing
    if asks or _is_complete_order(order):
        return None
    if unknown and not question.profile.groups & DICTATED:
        return refused_order(question)
    refused = denied(question, said) or (not_got(question) if is_no_answer(question, said) else None)
    doubtful = unknown or may_be_a_remark(question, said) or may_be_an_order(catalogue, question, said)
    if not refused and doubtful and not must_be_named(question.profile):
        return _meant_as_text(catalogue, question, said)
    return refused


def _is_complete_order(order: Order) -> bool:
    return (
        order.reading is not None
        and order.reading.complete
        and order.said is not None
        and (order.said.mood is Mood.COMMAND)
    )


def is_said_again(said: Utterance, heard: Sequence[Word]) -> bool:
    """Tell whether the same was said right before, since the question was asked."""
    texts = [word.text for word in said.spoken]
    return bool(texts) and [word.text for word in heard[-len(texts) :]] == texts


def _meant_as_text(catalogue: Catalogue, question: Open, said: Utterance) -> Step | None:
    """Take a question that is asked again, once it was answered, as one to be written: `What time is dinner?`"""
    found = read_answer(question.profile, question.param, said, catalogue)
    values = {**question.values, **found.values}
    missing = [one for one in question.profile.params if one.required and one.name not in values]
    step = finish(question.profile, values, missing, found.refused, question.tries) if found.values else None
    return asked_first(question.profile, step) if step else None


def with_question(question: Open | Which | None, said: Utterance, step: Step) -> Step:
    """Return what a question of somebody's was answered with, and then our own again, which it has not answered."""
    asks = is_question(said.words) or is_question(said.spoken) or said.text.rstrip().endswith("?")
    if not question or not asks or not step.text or step.question:
        return step
    return asked_again(question, phrases.NOT_TOLD if step.text.startswith(phrases.NOT_UNDERSTOOD) else step.text)


def with_page(page: PageContext, said: Utterance, step: Step, before: Sequence[ConversationItem]) -> Step:
    """Return what a question of somebody's was answered with, and then the page's own again, which is still open.

    What was not told yet is told by itself.
    """
    asks_back = is_question(said.words) or is_question(said.spoken) or said.text.rstrip().endswith("?")
    again = question_of_page(page) if asks(page) and was_told(page, before) else ""
    if not again or not asks_back or not step.text or step.call or step.question or again in step.text:
        return step
    return replace(step, text=f"{step.text} {again}")


def led_to_another(catalogue: Catalogue, question: Open | Which, said: Utterance) -> Thinking[str | None]:
    """An order by itself, and none that the question is for, behind words that lead up to it: `no finish buy milk`.

    Or behind a text that it takes back: `Anna, no wait, show the statements`. A message may hold such words.
    """
    rest = led_to(said)
    fix = mended(said) if not rest and asks_text(question) and BODIES.isdisjoint(question.param.words) else None
    if fix and fix.instead:
        rest = said.text[fix.instead.spoken[0].start :]
    wanted = understand(rest or "", typed=said.typed)
    orders = (yield from orders_of(wanted, catalogue)) if rest else []
    return rest if orders and _is_another_order(catalogue, question, wanted, orders[0]) else None


def orders_another(
    catalogue: Catalogue, question: Open | Which | None, said: Utterance, instead: Utterance | None, order: Order
) -> Thinking[bool]:
    """Tell whether what was said, or was meant `instead`, is an order by itself, and none that an open question is
    for."""
    if question is None:
        return False
    if _is_another_order(catalogue, question, said, order):
        return True
    others = (yield from orders_of(instead, catalogue)) if instead and not order.reading else []
    return bool(instead and others and _is_another_order(catalogue, question, instead, others[0]))


def _is_another_order(catalogue: Catalogue, question: Open | Which, said: Utterance, order: Order) -> bool:
    """Tell whether an utterance is an order by itself, and of another action than a question is for.

    What it has is a verb and a name of the page's, and no word beside: `finish the task buy milk`, `send a message`.
    """
    found = [order.reading, *order.close] if order.reading else []
    words = without_yes_or_no(said).words
    if len(words) < _SHORTEST or (isinstance(question, Open) and _is_an_answer(question.param, said)):
        return False
    own = [question.profile] if isinstance(question, Open) else [one.profile for one in question.readings]
    return all(one.profile not in own for one in found) and any(
        is_whole(one.profile, one.values, words, catalogue.today) for one in found
    )


def _is_order_again(catalogue: Catalogue, question: Open | Which, said: Utterance, order: Order) -> bool:
    """`Add a note`, once more, where its text is asked for."""
    reading = order.reading
    if not asks_text(question) or reading is None or reading.profile is not question.profile:
        return False
    more = any(name not in question.values or question.values[name] != one for name, one in reading.values.items())
    words = without_yes_or_no(said).words
    return len(words) >= _SHORTEST and not more and is_whole(reading.profile, reading.values, words, catalogue.today)


def _is_an_answer(param: Param, said: Utterance) -> bool:
    return is_value(param, said) or (param.kind is Kind.TEXT and is_introduced(param, said))


def _takes_back(question: Open | Which, said: Utterance) -> bool:
    """`Anna, just kidding`; where a message is asked for, that may be one."""
    fix = mended(said)
    is_message = isinstance(question, Open) and not BODIES.isdisjoint(question.param.words)
    if fix is None or fix.instead is not None or is_message:
        return False
    return any(word.text not in ARTICLES for word in fix.before.spoken)  # not so `the wrong one`


def _wants_grave_text(question: Open | Which) -> bool:
    return asks_text(question) and must_be_named(question.profile)
