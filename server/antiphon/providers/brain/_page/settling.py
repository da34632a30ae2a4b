"""Settle calls and answers on a page: values that do not fit, the press that takes one back, the yes that is due."""

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import date

from antiphon.domain.actions import ActionCall
from antiphon.domain.conversation import ActionTaken, AssistantSaid, BrainRequest, ConversationItem, UserSaid
from antiphon.providers.brain._page.language import language
from antiphon.providers.brain._page.memory import Memory, Plan
from antiphon.providers.brain._page.subjects import Page, Slot, Subject, renewed
from antiphon.providers.brain._page.values import read

LONGEST_WAIT_S = 30.0
"""A yes that comes later than so is asked for again."""


_LEAD = re.compile(r"^(?:press|open|choose) ")
"""As `observe` describes a button, a link and an entry of a menu."""


def misfits(request: BrainRequest, call: ActionCall, today: date | None) -> bool:
    """Tell whether a field of the page is given what its kind does not take, `the review to Tuesday` as a time; or
    a button for all of a list is pressed, where one of it was meant: `stop that one`."""
    words = language(request.language)
    if request.page.outline is None:
        return False
    page = Page(request.page.outline, request.actions, words)
    last = request.items[-1] if request.items else None
    said = last.text.lower().strip(" .!?").split() if isinstance(last, UserSaid) else []
    if page.is_of_all((call,)) and words.points(said) and words.words["every"].isdisjoint(said):
        return True
    fields = [one.field for one in page.slots() if one.field.use and one.field.use.action == call.action_id]
    texts = [value for value in call.parameters.values() if isinstance(value, str)]
    typed = [one for one in fields if one.kind in {"time", "email", "tel", "url"}]
    return bool(typed and texts) and all(read(page, one, texts[-1], today) is None for one in typed)


def toggled(request: BrainRequest, plan: Plan, last: ActionTaken) -> Plan:
    """Return a plan with the same press as what takes it back, where the page told that something is on or off now."""
    words = language(request.language)
    action = request.actions.get(last.call.action_id)
    if action is None or plan.back or len(plan.calls) != 1 or not isinstance(last.outcome.output, str):
        return plan
    name = action.description.partition(" ")[2]
    which = last.call.parameters.get("which")
    names = [name, f"{name} ({which})"] if which else [name]
    told = [words.say(state, name=one) for one in names for state in ("turned_on", "turned_off")]
    return replace(plan, back=plan.calls) if any(one in last.outcome.output for one in told) else plan


def is_due(memory: Memory, items: Sequence[ConversationItem], item: UserSaid) -> bool:
    """Tell whether a yes is for the question: all of that was heard or read, and not long ago."""
    turn = memory.asked_in
    told = next((one for one in items if isinstance(one, AssistantSaid) and one.turn_id == turn), None)
    heard = told is not None and (told.complete or told.text.rstrip().endswith("?"))
    heard = heard or item.read.rstrip().endswith("?")
    return heard and (item.after_s or 0.0) <= LONGEST_WAIT_S


def as_it_is_now(call: ActionCall, request: BrainRequest, about: Subject | Slot | None = None) -> ActionCall:
    """Return a call without what told its control apart from others of its name, once it is the last of them; and
    with what the item that it is about is called now, where that has changed: `onions 4` is `onions 5` then."""
    words = language(request.language)
    if words is not None and request.page.outline is not None:
        call = renewed_call(call, about, Page(request.page.outline, request.actions, words))
    action = request.actions.get(call.action_id)
    known = action.parameters.get("properties", {}) if action else call.parameters
    return ActionCall(call.action_id, {name: value for name, value in call.parameters.items() if name in known})


def enabled(request: BrainRequest, name: str) -> ActionCall | None:
    """Return the call of the button of a name, once the page has it."""
    wanted = name.lower()
    plain = {one.id: _LEAD.sub("", one.description.lower()) for one in request.actions.values()}
    ids = [id_ for id_, one in plain.items() if one == wanted]
    return ActionCall(ids[0], {}) if len(ids) == 1 else None


def renewed_call(call: ActionCall, about: Subject | Slot | None, page: Page) -> ActionCall:
    """Return a call to a control of an item as that is called now."""
    action = page.actions.get(call.action_id)
    now = renewed(about, page) if isinstance(about, Subject) else None
    if action is None or now is None:
        return call
    for name, value in call.parameters.items():
        choices = action.parameters.get("properties", {}).get(name, {}).get("enum")
        own = next((use for use in now.uses if use.action == call.action_id and name in use.fixed), None)
        if choices is not None and value not in choices and own is not None:
            call = ActionCall(call.action_id, {**call.parameters, name: own.fixed[name]})
    return call
