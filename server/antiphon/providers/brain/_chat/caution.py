"""Tell which of a model's calls want the user's yes: what is hard to take back, and was not said word for word.

A model may take anything for an order. What deletes, pays, sends or leaves is done only where the user's own words name
it, as for the brain `rules`; else the session asks.
"""

import re
from collections.abc import Collection

from antiphon.domain.actions import ActionCall
from antiphon.domain.conversation import BrainRequest, UserSaid
from antiphon.providers.brain._page.language import codes, language
from antiphon.providers.brain._page.manners_chosen import manners_of
from antiphon.providers.brain._rules.catalogue import Catalogue
from antiphon.providers.english import HARD_TO_TAKE_BACK

MOST_WORDS = 12
"""Of a value that are looked at; a longer one is a text."""
_WORD = re.compile(r"[^\W\d_]+")


def wants_yes(request: BrainRequest, call: ActionCall) -> bool:
    """Tell whether the user is to be asked before a call, whatever its action says. The operator has said of a tool of
    the server's whether it needs a yes."""
    action = request.page.actions.get(call.action_id) if call.action_id not in request.tools else None
    said = next((one for one in reversed(request.items) if isinstance(one, UserSaid)), None)
    if action is None:
        return False
    catalogue = Catalogue()
    for _ in catalogue.add(action):
        pass
    manners = manners_of(language(request.language))
    is_grave = manners.is_grave(catalogue, call)
    if is_grave and (said is None or not manners.is_named(catalogue, call, said.text)):
        return True
    text = said.text if said is not None else ""
    values = [value for value in call.parameters.values() if isinstance(value, str)]
    own = request.language.split("-")[0].lower()
    # What the description says in the session's own language has been judged.
    of_another = not is_grave and _is_grave_in_words(action.description, text, codes() - {own})
    return of_another or any(_is_grave_in_words(one, text, codes()) for one in values)


def prepare() -> None:
    """Read the words of all languages, which takes some tenths of a second the first time."""
    _is_grave_in_words("", "", codes())


def _is_grave_in_words(told: str, said: str, languages: Collection[str]) -> bool:
    """Tell whether a description or a value has a word, in one of some languages, for what is hard to take back, and
    the user's words have not all of it: `press`, of the button `Delete all`."""
    for code in languages:
        known = language(code)
        words = known.stemmed(_WORD.findall(told.lower())[:MOST_WORDS])
        grave = known.stemmed(known.words.get("grave", HARD_TO_TAKE_BACK))
        if words & grave and not words <= known.stemmed(_WORD.findall(said.lower())):
            return True
    return False
