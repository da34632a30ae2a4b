"""Rules for what decides a question of the page's: done by its answers, or by a button's own name, and by nothing else.

While a page asks whether to delete all, `delete everything` is the order that led there, said once more: to press
`Delete` for that would take the order for the answer to the question that it has raised.
"""

from collections.abc import Sequence

from antiphon.domain.actions import ANSWERS, Action, ActionCall
from antiphon.domain.context import PageContext
from antiphon.domain.conversation import ActionTaken, AssistantSaid, BrainRequest, ConversationItem, UserSaid
from antiphon.providers.brain._rules.catalogue import Catalogue
from antiphon.providers.brain._rules.grave import must_be_named
from antiphon.providers.brain._rules.naming import id_words, request_for
from antiphon.providers.brain._rules.page_asks import asks, is_answer, is_called, label_of, question_of_page
from antiphon.providers.brain._rules.smalltalk import Intent
from antiphon.providers.brain._rules.steps import Step, is_one
from antiphon.providers.brain._rules.untold import is_untold
from antiphon.providers.brain._rules.utterance import Utterance, from_press
from antiphon.providers.brain._rules.words import Word, hear


def unless_asked(
    catalogue: Catalogue, request: BrainRequest, step: Step, said: Utterance, before: Sequence[ConversationItem]
) -> Step:
    """A step as it is, unless it would decide what the page asks by other words than a button's name: then that
    question again."""
    called = at_stake(catalogue, request.page, step)
    if called is None or (_is_its_name(said, called) and not _is_impatient(request, said, before)):
        return step
    return Step(question_of_page(request.page))


def at_stake(catalogue: Catalogue, page: PageContext, step: Step) -> Action | None:
    """The action that a step leads to, where that decides what the page asks: the button of the `yes`, and every
    other that is hard to take back."""
    called = step.call.action_id if step.call else None
    if step.question and is_one(step.question):
        called = step.question.readings[0].profile.action.id
    profile = catalogue.profile(called)
    if profile is None or called in ANSWERS or not asks(page) or not is_answer(profile.action):
        return None
    agreed = label_of(page.actions["yes"]) if "yes" in page.actions else ()
    is_agreed = [word.text for word in _name(profile.action)] == [word.text for word in agreed]
    presses = request_for(profile.action).startswith("press ")
    return profile.action if is_agreed or (presses and must_be_named(profile)) else None


def _is_its_name(said: Utterance, action: Action) -> bool:
    """Tell whether a button's whole name was said, and next to nothing else but that it is pressed."""
    pressed = from_press(said.spoken)[1:]
    return any(is_called(form, _name(action)) for form in (said.spoken, pressed) if form)


def _name(action: Action) -> Sequence[Word]:
    request = request_for(action)
    return hear(request.removeprefix("press "))


def answered(
    request: BrainRequest, call: ActionCall, said: Utterance, intent: Intent | None, before: Sequence[ConversationItem]
) -> Step:
    """The call that answers the page; the question again, where it is the order once more, and a button's name, or
    a yes to what nobody has been told."""
    # A no refuses, whatever it was meant for.
    if call.action_id != "no" and is_untold(request, call, said, before):
        return Step(question_of_page(request.page))
    by_name = call.action_id != "no" and intent is not Intent.YES
    return Step(question_of_page(request.page)) if by_name and _is_impatient(request, said, before) else Step(call=call)


def _is_impatient(request: BrainRequest, said: Utterance, before: Sequence[ConversationItem]) -> bool:
    """Tell whether it is the last order once more, be it ever so often, before what the page asked then was heard.

    The order may be the name of the dialog's own button, too. Who has heard the question, or read it before typing,
    has said which button to press.
    """
    places = [at for at in range(len(before)) if isinstance(before[at], UserSaid)]
    while places and _is_said_in(before, places[-1], said) and not _has_led_on(before, places[-1]):
        places.pop()
    at = places[-1] if places else 0
    done = [one for one in before[at:] if isinstance(one, ActionTaken)]
    if not places or not done:
        return False
    named = [hear(id_words(one.call.action_id).removeprefix("press ")) for one in done]
    again = _is_said_in(before, at, said) or any(is_called(said.spoken, name) for name in named)
    told = [one for one in before[at + 1 :] if isinstance(one, AssistantSaid)]
    answer = request.items[len(before)] if len(request.items) > len(before) else None
    read = answer.read if isinstance(answer, UserSaid) and answer.typed else ""
    return again and not any(one.complete or "?" in one.text for one in told) and "?" not in read


def _is_said_in(items: Sequence[ConversationItem], at: int, said: Utterance) -> bool:
    item = items[at]
    return isinstance(item, UserSaid) and is_called(said.spoken, hear(item.text))


def _has_led_on(items: Sequence[ConversationItem], at: int) -> bool:
    """Tell whether something was done for what was said there."""
    return any(isinstance(one, ActionTaken) and one.turn_id == items[at].turn_id for one in items[at:])
