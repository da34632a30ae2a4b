"""Rules for what else was asked for in one breath, where its first part was asked about: no order is dropped without
a word."""

from collections.abc import Sequence

from antiphon.domain.actions import ActionCall
from antiphon.domain.context import PageContext
from antiphon.domain.conversation import ActionTaken, AssistantSaid, ConversationItem, UserSaid
from antiphon.providers.brain._rules.and_more import yes_and_more
from antiphon.providers.brain._rules.at_stake import at_stake
from antiphon.providers.brain._rules.catalogue import Catalogue
from antiphon.providers.brain._rules.matcher import Thinking
from antiphon.providers.brain._rules.orders import Order, orders_of
from antiphon.providers.brain._rules.smalltalk import ANSWERS, Intent
from antiphon.providers.brain._rules.steps import Step
from antiphon.providers.brain._rules.too_long import is_too_long
from antiphon.providers.brain._rules.utterance import Mood, Utterance, understand

_FURTHEST = 6
"""Utterances back: each of a few things may be asked about."""
LEFT_AFTER_FAILURE = "I have left the rest."
_LEFT = "All right. I have left the rest, too."


def rest_of(
    catalogue: Catalogue, asked: UserSaid, done: Sequence[ActionCall], items: Sequence[ConversationItem]
) -> Thinking[tuple[Utterance, list[Order], bool]]:
    """Return what is still to be done, with the whole utterance that asked for it: this turn's, or an earlier one
    (True)."""
    whole = understand(asked.text, typed=asked.typed)
    orders = yield from orders_of(whole, catalogue, done)
    agreed = yes_and_more(whole)
    if agreed and done and not (orders and _is_of(done[0], orders[0])):
        more = understand(agreed[1], typed=asked.typed)
        wanted = yield from orders_of(more, catalogue, done[1:])
        return more, wanted[len(done) - 1 :], True
    if len(orders) > len(done):
        return whole, orders[len(done) :], False
    earlier = yield from rest_before(catalogue, items, items.index(asked))
    return (*earlier, True) if earlier else (whole, [], False)


def rest_before(
    catalogue: Catalogue, items: Sequence[ConversationItem], at: int
) -> Thinking[tuple[Utterance, list[Order]] | None]:
    """An utterance before place `at` that asked for several things, and those of them that were not done since.

    None where what was done since is not what it asked for, one after the other: then it is over.
    """
    said = [number for number in range(at) if isinstance(items[number], UserSaid)][-_FURTHEST:]
    for number in reversed(said):
        if any(isinstance(one, AssistantSaid) and _is_over(one.text) for one in items[number:at]):
            return None
        item = items[number]
        if not isinstance(item, UserSaid) or is_too_long(item.text):
            return None
        whole = understand(item.text, typed=item.typed)
        orders = yield from orders_of(whole, catalogue)
        if len(orders) > 1:
            done = [one.call for one in items[number:] if isinstance(one, ActionTaken)]
            fits = all(map(_is_of, done, orders)) and len(done) < len(orders)
            return (whole, orders[len(done) :]) if fits else None
        if orders and whole.mood is Mood.COMMAND:  # another order, which nothing was left of
            return None
    return None


def next_step(catalogue: Catalogue, page: PageContext, told: str, step: Step, calls: Sequence[ActionCall]) -> Step:
    """Return what comes after what was `told` of the calls so far: the next of them, or a question, or no more."""
    if at_stake(catalogue, page, step):
        return Step(told)  # what was ordered before the page asked is no answer to it
    if step.call:
        return step if step.call not in calls else Step(told)
    if step.question:
        return Step(f"{told} {step.text}", question=step.question)
    return Step(f"{told} The rest I did not understand: please say it again.")


def without_the_rest(catalogue: Catalogue, step: Step, before: Sequence[ConversationItem]) -> Thinking[Step]:
    """A step; where it is the answer to a no, it says so where more was asked for than what it refuses."""
    if step.text != ANSWERS[Intent.CANCEL] or step.question:
        return step
    earlier = yield from rest_before(catalogue, before, len(before))
    return Step(_LEFT) if earlier and len(earlier[1]) > 1 else step


def _is_over(text: str) -> bool:
    """Tell whether it was said that the rest is left, or the question was ended."""
    return text in {_LEFT, ANSWERS[Intent.CANCEL]} or text.endswith(LEFT_AFTER_FAILURE)


def _is_of(call: ActionCall, order: Order) -> bool:
    """Tell whether a call is what an order led to, be it with more than was said."""
    reading = order.reading
    if reading is None or reading.profile.action.id != call.action_id:
        return False
    return all(call.parameters.get(name) == value for name, value in reading.values.items())
