"""Orders to somebody in the room: `Jonas, can you take out the bins?`, on a page that has a chore of that name."""

from collections.abc import Sequence

from antiphon.providers.brain._rules.catalogue import Catalogue, Profile
from antiphon.providers.brain._rules.grave import verb_places
from antiphon.providers.brain._rules.lexicon import CLAUSE, FUNCTION, HESITATIONS, TIMES, bag
from antiphon.providers.brain._rules.utterance import Utterance, strip_courtesies
from antiphon.providers.brain._rules.verbs import base
from antiphon.providers.brain._rules.words import Word

_US = bag(
    "computer assistant antiphon page voice hey hi hello dear yes no thanks sorry great alright wait stop first next"
)
"""Words that call nobody else, with a pause behind them."""
_MOST = 2


def is_for_others(catalogue: Catalogue, said: Utterance, profile: Profile) -> bool:
    """Tell whether an utterance calls somebody, and fits an action by a thing's name alone, and not by its verb."""
    words = [word for word in said.spoken if word.text not in _US and word.text not in HESITATIONS]
    if len(words) < _MOST + 1 or verb_places(profile, words, loosely=True):
        return False
    front = next((at + 1 for at, word in enumerate(words[:_MOST]) if word.pause), 0)
    end = next((at for at in (len(words) - 1, len(words) - 2) if words[at - 1].pause), len(words))
    first = said.spoken[0].start
    called = (words[:front], words[end:])
    return any(_calls(catalogue, one) for one in called if one and _is_name(said.text, one[0], first))


def _is_name(text: str, word: Word, first: int) -> bool:
    """Tell whether a word is written like a name; the first of all need not be, where it was typed."""
    return word.start == first or text[word.start].isupper()


def _calls(catalogue: Catalogue, words: Sequence[Word]) -> bool:
    """Tell whether words are the name of somebody whom the page does not know."""
    little = FUNCTION | CLAUSE | TIMES
    named = [word for word in words if word.text not in little and base(word.text) is None]
    whole = bool(words) and len(named) == len(words) and len(strip_courtesies(words)) == len(words)
    return whole and all(word.stem not in catalogue.known and not word.text.isdigit() for word in named)
