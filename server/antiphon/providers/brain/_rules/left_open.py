"""Answer a `never mind` over a dialog that asks nothing: it is closed, or told to be open still.

The page tells of it in a line of its narration, `The dialog “New letter” is open.` Only a button is pressed that does
nothing but close it; to throw away what was filled in, `Discard` has to be said.
"""

import re

from antiphon.domain.actions import ANSWERS, Action, ActionCall
from antiphon.domain.conversation import BrainRequest
from antiphon.providers.brain._rules.naming import quote, request_for
from antiphon.providers.brain._rules.page_asks import is_answer
from antiphon.providers.brain._rules.steps import Step

_OPEN = re.compile(r"^The dialog (?:\u201c(?P<name>[^\u201d]+)\u201d )?is open\.", re.MULTILINE)
_CLOSES = re.compile(
    r"(cancel|close|dismiss|(go )?back|not now|maybe later|later|[\u00d7\u2715\u2716x])"
    r"( (the |this )?(dialog|window|message))?$",
    re.IGNORECASE,
)
_PRESSING = re.compile(r"^press ", re.IGNORECASE)
_LONGEST_NARRATION = 8192
_MOST = 4
"""Buttons that are told."""


def left_open(request: BrainRequest) -> Step | None:
    """Return how the dialog that is open is left, or that it is open, with its buttons; None where there is none."""
    dialogs = list(_OPEN.finditer(request.page.narration[:_LONGEST_NARRATION]))
    if not dialogs:
        return None
    buttons = {_label(one): one for one in request.page.actions.values() if _is_button(one)}
    closing = [one for label, one in buttons.items() if _CLOSES.match(label)]
    if len(closing) == 1:
        return Step(call=ActionCall(closing[0].id, {}))
    name = dialogs[-1]["name"]
    told = f"The dialog “{quote(name)}” is still open." if name else "The dialog is still open."
    names = [f"“{label}”" for label in buttons]
    if not 0 < len(names) <= _MOST:
        return Step(told)
    listed = " or ".join(filter(None, (", ".join(names[:-1]), names[-1])))
    return Step(f"{told} You can say {listed}.")


def _is_button(action: Action) -> bool:
    leads = action.id.startswith(("open_", "set_", "choose_"))
    return is_answer(action) and action.id not in ANSWERS and not leads and not action.parameters.get("properties")


def _label(action: Action) -> str:
    """Return the label of a button: its action is `Press Gallery`, or `Discard`."""
    label = _PRESSING.sub("", request_for(action))
    return label[:1].upper() + label[1:]
