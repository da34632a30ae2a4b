"""Take all behind the colon of an order as its text: `add a note: pay now`, `send Ben a message: no, come back`."""

import re
from collections.abc import Sequence

from antiphon.providers.brain._rules.utterance import strip_courtesies, verb_of
from antiphon.providers.brain._rules.verbs import PRIMARY
from antiphon.providers.brain._rules.words import Word

_COLON = re.compile(r":(?=\s)")
_SHORTEST = 2
"""Words: a verb and what it acts on."""


def behind_colon(text: str, words: Sequence[Word]) -> int:
    """The place of the first word behind the colon of an order; the number of words where there is none."""
    mark = _COLON.search(text) if ":" in text else None
    at = next((at for at, word in enumerate(words) if mark and word.start > mark.start()), len(words))
    before = strip_courtesies(words[:at])
    verb, _ = verb_of(before)
    leads = at < len(words) and len(before) >= _SHORTEST and PRIMARY.get(verb, "") != ""
    return at if leads else len(words)
