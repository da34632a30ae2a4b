"""Name what people say as a recogniser may expect it, and what it makes of it (`expected`, `misheard` of the file)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class SpokenWords:
    """A language's words for what is spoken.

    `expected`: what may be said, by what a page has, with `{name}` for its name. `misheard`: what was heard at the
    front of an utterance, and the verb that it may have been. `digits`: words that are digits of a telephone's
    number, and no numbers elsewhere. `states`: verbs of statements, which are questions by their mark alone. `past`:
    ends of verbs that tell what was done, and order nothing.
    """

    expected: Mapping[str, tuple[str, ...]]
    misheard: Mapping[str, str]
    digits: Mapping[str, str]
    states: frozenset[str]
    past: tuple[str, ...]


def spoken_words(data: Mapping[str, Any]) -> SpokenWords:
    """Return them of the data of a language's file."""
    return SpokenWords(
        {name: tuple(phrases) for name, phrases in data["expected"].items()},
        data["misheard"],
        data.get("digits", {}),
        frozenset(data["frame"].get("states", "").split()),
        tuple(data["frame"].get("past", "").split()),
    )
