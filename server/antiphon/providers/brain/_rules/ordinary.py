"""Names that are words of everyday speech: whoever says them hardly ever means what a page calls so."""

from collections.abc import Iterable, Mapping
from typing import Any

from antiphon.providers.brain._rules.catalogue import Profile
from antiphon.providers.brain._rules.lexicon import CLAUSE, FUNCTION, NEGATIONS, TIMES, bag
from antiphon.providers.brain._rules.numbers import ORDINALS
from antiphon.providers.brain._rules.schema import Kind

_ORDINARY = (
    FUNCTION
    | CLAUSE
    | NEGATIONS
    | TIMES
    | ORDINALS.keys()
    | bag(
        "hello hi hey bye goodbye welcome thanks sorry yes yeah yep yup sure fine good great nice cool stop wait go "
        "yesterday today tomorrow tonight never always later soon next last first second morning evening night noon "
        "one two three four five six seven eight nine ten zero hundred half both none other another more less same "
        "monday tuesday wednesday thursday friday saturday sunday january february march april may june july august "
        "september october november december help back cancel start done"
    )
)
"""Words of everyday speech: who says `hello` or `yesterday` hardly ever means what a page calls that."""


def is_ordinary(words: Iterable[str]) -> bool:
    """Tell whether a name is nothing but words that are said all the time: `One`, `Hello`, `Yesterday`."""
    return all(word in _ORDINARY or word.isdigit() for word in words)


def has_ordinary_name(profile: Profile, values: Mapping[str, Any]) -> bool:
    """Tell whether a value that was chosen is called by nothing but such words."""
    chosen = [
        choice
        for param in profile.params
        if param.kind is Kind.CHOICE and param.name in values and values[param.name] not in param.given
        for choice in param.choices
        if choice.value == values[param.name] and isinstance(choice.value, str)
    ]
    return any(is_ordinary(choice.words) for choice in chosen)
