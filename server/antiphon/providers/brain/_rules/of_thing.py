"""Words that only say more of what an action acts on, and are no text: `the waiting`, of `the waiting patient`."""

from collections.abc import Sequence

from antiphon.providers.brain._rules.catalogue import Profile
from antiphon.providers.brain._rules.lexicon import ARTICLES, PREPOSITIONS, PRONOUNS
from antiphon.providers.brain._rules.words import Word

_INDEFINITE = frozenset({"a", "an", "another"})


def stands_before_thing(profile: Profile, words: Sequence[Word], start: int, end: int) -> bool:
    """Tell whether words from an article on stand right before what an action acts on."""
    things = {*profile.things, *profile.called}
    return words[start].text in ARTICLES and end < len(words) and words[end].stem in things


def is_thing(profile: Profile, words: Sequence[Word]) -> bool:
    """Tell whether words are no more than what an action acts on, `a message`; or little words that say nothing."""
    if {word.text for word in words} <= ARTICLES | PREPOSITIONS | PRONOUNS:
        return True
    known = {*profile.things, *profile.called} | profile.about
    return words[0].text in _INDEFINITE and all(word.stem in known for word in words[1:])
