"""Words over an open question that end it, put it off or turn it down, and the order that comes behind them."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from antiphon.domain.context import PageContext
from antiphon.domain.conversation import ConversationItem, UserSaid
from antiphon.providers.brain._rules.catalogue import Catalogue
from antiphon.providers.brain._rules.giving_up import Ending, Turn, turns_to
from antiphon.providers.brain._rules.matcher import Thinking
from antiphon.providers.brain._rules.open_question import asked_again, ended_by
from antiphon.providers.brain._rules.orders import orders_of
from antiphon.providers.brain._rules.page_asks import asks
from antiphon.providers.brain._rules.replying import led_to_another, waits_for
from antiphon.providers.brain._rules.second_thoughts import is_put_off
from antiphon.providers.brain._rules.smalltalk import ANSWERS, Intent, intent_of, is_question
from antiphon.providers.brain._rules.steps import Open, Step, Which, asks_text
from antiphon.providers.brain._rules.sure import in_place_of_text
from antiphon.providers.brain._rules.the_rest import without_the_rest
from antiphon.providers.brain._rules.turned_down import courtesy, put_off, turned_down
from antiphon.providers.brain._rules.utterance import Utterance, understand
from antiphon.providers.brain._rules.whole_name import by_label
from antiphon.providers.brain._rules.words import hear

Respond = Callable[[UserSaid], Thinking[Step]]
"""A function that returns what is said to an utterance with no question open."""


def first_thing(
    catalogue: Catalogue,
    question: Open | Which | None,
    item: ConversationItem,
    said: Utterance,
    intent: Intent | None,
    respond: Respond,
) -> Thinking[Step | None]:
    """The step where an utterance is a courtesy that is a text, or turns the question down or puts it off."""
    polite = courtesy(question, said, intent)
    if polite or intent or not isinstance(item, UserSaid):
        return polite
    before = yield from put_off(catalogue, question, said)
    if before and question:
        rest, comes_back = before
        step = in_place_of_text(catalogue, (yield from respond(replace(item, text=rest))))
        return back_to(question, step) if comes_back else step
    if waits_for(catalogue, question, said):
        return Step(ANSWERS[Intent.WAIT], question=question)
    return (yield from turned_down(catalogue, question, said))


def turned(
    catalogue: Catalogue,
    question: Open | Which | None,
    item: ConversationItem,
    said: Utterance,
    before: Sequence[ConversationItem],
    page: PageContext,
    respond: Respond,
) -> Thinking[Step | None]:
    """The step where an utterance ends the question and goes on: `Never mind, open the calendar`."""
    turn = turns_to(question, said)
    if not turn and question:
        led = yield from led_to_another(catalogue, question, said)
        turn = Turn(led, ends=False, refused=True) if led else None
    if not turn or not isinstance(item, UserSaid) or (turn.refused and asks(page)):
        return None
    rest, wanted = turn.rest, understand(turn.rest, typed=said.typed)
    orders = yield from orders_of(wanted, catalogue)
    named = question and by_label(catalogue, question, wanted)
    if named or (orders and orders[0].reading) or (turn.ends and (intent_of(rest) or is_question(hear(rest)))):
        step = yield from respond(replace(item, text=rest))
        return in_place_of_text(catalogue, step) if turn.refused or asks_text(question) else step
    if not question or not turn.ends:
        return None
    return (yield from without_the_rest(catalogue, ended_by(question, Ending.OVER), before))


def puts_off(item: ConversationItem) -> bool:
    """Tell whether an utterance puts a question off, so that it comes back once the order is done."""
    return isinstance(item, UserSaid) and is_put_off(understand(item.text, typed=item.typed))


def back_to(question: Open | Which | None, step: Step) -> Step:
    """Return what came of an order that was to come first, and then the question that it put off."""
    if not question or step.call or step.question or not step.text:
        return step
    return asked_again(question, step.text)
