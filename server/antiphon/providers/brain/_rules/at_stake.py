"""What decides a question of the page's: done by its answers, or by a button's own name, and by nothing else.

While a page asks whether to delete all, `delete everything` is the order that led there, said once more: to press
`Delete` for that would take the order for the answer to the question that it has raised.
"""

from collections.abc import Sequence

from antiphon.domain.actions import ANSWERS, Action
from antiphon.domain.context import PageContext
from antiphon.domain.conversation import ActionTaken, AssistantSaid, BrainRequest, ConversationItem, UserSaid
from antiphon.providers.brain._rules.catalogue import Catalogue
from antiphon.providers.brain._rules.grave import must_be_named
from antiphon.providers.brain._rules.naming import request_for
from antiphon.providers.brain._rules.page_asks import asks, is_answer, is_called, label_of, question_of_page
from antiphon.providers.brain._rules.steps import Step, is_one
from antiphon.providers.brain._rules.utterance import Utterance, from_press
from antiphon.providers.brain._rules.words import Word, hear


def unless_asked(
    catalogue: Catalogue, request: BrainRequest, step: Step, said: Utterance, before: Sequence[ConversationItem]
) -> Step:
    """A step as it is, unless it would decide what the page asks by other words than a button's name: then that
    question again."""
    called = at_stake(catalogue, request.page, step)
    if called is None or (_is_its_name(said, called) and not is_impatient(said, before)):
        return step
    return Step(question_of_page(request.page))


def at_stake(catalogue: Catalogue, page: PageContext, step: Step) -> Action | None:
    """The action that a step leads to, where that decides what the page asks: the button of the `yes`, and every
    other that is hard to take back."""
    called = step.call.action_id if step.call else None
    if step.question and is_one(step.question):
        called = step.question.readings[0].profile.action.id
    profile = next((one for one in catalogue.profiles if one.action.id == called), None)
    if profile is None or called in ANSWERS or not asks(page) or not is_answer(profile.action):
        return None
    agreed = label_of(page.actions["yes"]) if "yes" in page.actions else ()
    is_agreed = [word.text for word in _name(profile.action)] == [word.text for word in agreed]
    presses = request_for(profile.action).startswith("press ")
    return profile.action if is_agreed or (presses and must_be_named(profile)) else None


def _is_its_name(said: Utterance, action: Action) -> bool:
    """Whether a button's whole name was said, and next to nothing else but that it is pressed."""
    pressed = from_press(said.spoken)[1:]
    return any(is_called(form, _name(action)) for form in (said.spoken, pressed) if form)


def _name(action: Action) -> Sequence[Word]:
    request = request_for(action)
    return hear(request.removeprefix("press "))


def is_impatient(said: Utterance, before: Sequence[ConversationItem]) -> bool:
    """Whether it is the last order once more, before what the page asked then was heard to its end."""
    at = next((at for at in reversed(range(len(before))) if isinstance(before[at], UserSaid)), None)
    last = before[at] if at is not None else None
    if at is None or not isinstance(last, UserSaid):
        return False
    since = before[at + 1 :]
    acted = any(isinstance(item, ActionTaken) and item.turn_id == last.turn_id for item in since)
    heard = any(isinstance(item, AssistantSaid) and item.complete for item in since)
    return acted and not heard and is_called(said.spoken, hear(last.text))
