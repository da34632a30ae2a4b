"""A question that the page asks by itself, such as in a dialog: it is answered by the actions `yes` and `no`.

What else may be said is matched by its words, and by how it sounds. These two are answers and not requests: nothing
that is near them, or sounds like them, is taken for one, since what they answer may not be undone.
"""

from collections.abc import Mapping

from antiphon.domain.actions import Action, ActionCall
from antiphon.providers.brain._rules.smalltalk import Intent

ANSWERING = frozenset({"yes", "no"})
_BY_INTENT = {Intent.YES: "yes", Intent.NO: "no", Intent.CANCEL: "no"}


def answer_to_page(intent: Intent | None, actions: Mapping[str, Action]) -> ActionCall | None:
    """The call by which what was said answers the page; None where it is no answer, or the page has asked nothing."""
    name = _BY_INTENT.get(intent) if intent else None
    action = actions.get(name) if name else None
    takes = action.parameters.get("required") if action else None
    return ActionCall(action.id, {}) if action and not takes else None
