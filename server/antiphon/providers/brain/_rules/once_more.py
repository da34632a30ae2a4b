"""`Again.`: the last action once more, where it takes nothing; what is hard to take back is asked about first."""

from collections.abc import Sequence

from antiphon.domain.actions import Action, ActionCall, ActionOutcome
from antiphon.domain.conversation import ActionTaken, AssistantSaid, ConversationItem, UserSaid
from antiphon.providers.brain._rules import phrases
from antiphon.providers.brain._rules.answering import is_pause
from antiphon.providers.brain._rules.catalogue import Catalogue
from antiphon.providers.brain._rules.grave import must_be_named
from antiphon.providers.brain._rules.smalltalk import Intent, intent_of
from antiphon.providers.brain._rules.steps import Step, asked_first, finish

_NOT_WANTED = frozenset({"action.declined", "action.cancelled"})
_GONE = "I cannot do that again: the page does not offer it now."


def once_more(catalogue: Catalogue, before: Sequence[ConversationItem]) -> Step | None:
    """The action that the last words led to, done or asked about again; None where they led to none."""
    taken = last_taken(before)
    if taken is None or taken.outcome.error_code in _NOT_WANTED:
        return None
    profile = catalogue.profile(taken.call.action_id)
    if profile is None:
        return Step(_GONE)
    step = finish(profile, dict(taken.call.parameters), (), None)
    return asked_first(profile, step) if must_be_named(profile) else step


def last_taken(before: Sequence[ConversationItem]) -> ActionTaken | None:
    """Return what was done last, with nothing but thanks and hesitation since."""
    for item in reversed(before):
        if isinstance(item, ActionTaken):
            return item
        if isinstance(item, AssistantSaid) or is_pause(item.text) or intent_of(item.text) is Intent.THANKS:
            continue
        return None
    return None


def is_once_more(said: UserSaid, items: Sequence[ConversationItem]) -> bool:
    """Tell whether what these words led to is what was done before them; `press again` may name a button."""
    at = next((at for at, item in enumerate(items) if item is said), 0)
    taken = last_taken(items[:at])
    since = next((item for item in items[at:] if isinstance(item, ActionTaken)), None)
    return intent_of(said.text) is Intent.AGAIN and bool(taken and since and taken.call == since.call)


def told_again(action: Action | None, call: ActionCall, outcome: ActionOutcome, here: bool) -> str:
    """Say how an action ended that was done once more: always with its name, which nobody has said."""
    sentence = phrases.told(action, call, outcome, here)
    if not outcome.ok:
        return sentence
    if sentence.startswith(phrases.DONE):
        return f"Done again: {sentence.removeprefix(phrases.DONE)}"
    return f"Once more: {phrases.deed(action, call)}. {sentence}"
