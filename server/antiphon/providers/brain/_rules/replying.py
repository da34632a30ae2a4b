"""What an utterance does to the open question; it may be no answer, but ask for a moment, or for the question again."""

from antiphon.providers.brain._rules.answering import asks_for_choices, is_named_exactly, is_pause, is_value
from antiphon.providers.brain._rules.catalogue import Catalogue
from antiphon.providers.brain._rules.free_text import only_holds
from antiphon.providers.brain._rules.grave import must_be_named
from antiphon.providers.brain._rules.lexicon import ARTICLES, BODIES
from antiphon.providers.brain._rules.mended import mended
from antiphon.providers.brain._rules.open_question import answer, asked_again, corrected_answer
from antiphon.providers.brain._rules.orders import Order
from antiphon.providers.brain._rules.schema import Kind
from antiphon.providers.brain._rules.smalltalk import ANSWERS, Intent
from antiphon.providers.brain._rules.steps import Open, Step, Which
from antiphon.providers.brain._rules.utterance import Utterance


def to_question(
    catalogue: Catalogue,
    question: Open | Which,
    said: Utterance,
    instead: Utterance | None,
    intent: Intent | None,
    order: Order,
) -> Step | None:
    """What an utterance does to the open question; None where it does nothing to it."""
    waits = intent is Intent.WAIT or (_wants_grave_text(question) and only_holds(said))
    if waits and not (isinstance(question, Open) and is_named_exactly(question.param, said)):
        return Step(ANSWERS[Intent.WAIT], question=question)
    if _wants_grave_text(question) and _takes_back(question, said):
        return Step(ANSWERS[Intent.CANCEL])
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
        named = corrected_answer(catalogue, question, said, by_name=True) if texts else None
        return named or answer(catalogue, question, said, intent, reading)
    step = corrected_answer(catalogue, question, instead)
    return step or answer(catalogue, question, instead, intent, reading, correcting=True)


def _takes_back(question: Open | Which, said: Utterance) -> bool:
    """`Anna, just kidding`; where a message is asked for, that may be one."""
    fix = mended(said)
    is_message = isinstance(question, Open) and not BODIES.isdisjoint(question.param.words)
    if fix is None or fix.instead is not None or is_message:
        return False
    return any(word.text not in ARTICLES for word in fix.before.spoken)  # not so `the wrong one`


def _wants_grave_text(question: Open | Which) -> bool:
    return isinstance(question, Open) and question.param.kind is Kind.TEXT and must_be_named(question.profile)
