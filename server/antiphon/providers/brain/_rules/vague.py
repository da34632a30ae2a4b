"""Texts that name nobody (`the payee that I added`), and words that turn an order round (`transfer from savings`)."""

from collections.abc import Mapping, Sequence
from typing import Any

from antiphon.providers.brain._rules.catalogue import Profile
from antiphon.providers.brain._rules.lexicon import BODIES, NEGATIONS, SUBJECTS, SUBORDINATORS, bag
from antiphon.providers.brain._rules.naming import request_for
from antiphon.providers.brain._rules.schema import Kind
from antiphon.providers.brain._rules.words import Word, hear

SAID_TO_PEOPLE = BODIES | bag(
    "title subject reason description caption query review observation feedback remark opinion complaint suggestion "
    "summary story symptom symptoms problem issue bio instructions homework diary"
)
"""Names of parameters whose texts may be any sentence."""
_VAGUE = (
    NEGATIONS
    | SUBJECTS
    | SUBORDINATORS
    | bag(
        "all every each any both either everything anything something anyone anybody some or and but except only "
        "actually rather sorry wait "
        "which who whom whose what whoever whatever maybe perhaps yesterday today tomorrow tonight now later soon "
        "monday tuesday wednesday thursday friday saturday sunday morning afternoon evening noon midnight"
    )
)
"""Hardly a name has one of these; one that does is read back."""
_GIVING = bag("transfer send pay wire donate deposit forward move remit lend")


def is_vague(profile: Profile, values: Mapping[str, Any]) -> bool:
    """Tell whether a text that should name something says which, how many or when instead."""
    texts = [
        str(values[param.name])
        for param in profile.params
        if param.kind is Kind.TEXT and param.name in values and SAID_TO_PEOPLE.isdisjoint(param.words)
    ]
    return any(word.text in _VAGUE for text in texts for word in hear(text))


def is_reversed(profile: Profile, words: Sequence[Word]) -> bool:
    """Tell whether what is given `to` was said to come `from` there, and the action does not speak of both."""
    known = {word for param in profile.params for word in param.words}
    known |= {word.text for word in hear(request_for(profile.action))}
    given = not _GIVING.isdisjoint(profile.verbs)
    return given and "from" not in known and any(word.text == "from" for word in words)
