"""Find where a free text begins and ends beside an action's own words: neither these nor units are any of it.

`Update my phone number to 555` has the text `555`, `send 40 euros to Tom` has `Tom`, and `add an item` has none.
"""

from collections.abc import Callable, Sequence

from antiphon.providers.brain._rules.catalogue import Profile
from antiphon.providers.brain._rules.lexicon import ARTICLES, GENERIC, PREPOSITIONS, PRONOUNS, UNITS, bag
from antiphon.providers.brain._rules.numbers import CENTS, MONEY
from antiphon.providers.brain._rules.schema import Kind, Param
from antiphon.providers.brain._rules.utterance import Utterance
from antiphon.providers.brain._rules.vague import SAID_TO_PEOPLE
from antiphon.providers.brain._rules.words import Word, stem

_FURTHER = bag("new another other more further extra additional fresh some any own next")
"""Words that say that there is to be one more, and not what."""
_NAMING = bag("to is as into")
"""Words between what is changed and what it is changed to."""
_GIVING = bag("to for")
_COINS = MONEY | CENTS
_NOT_LED = frozenset({"search", "filter"})
"""Meanings of verbs after which anything at all may be the text: `songs to dance to`."""


def own_stems(profile: Profile) -> set[str]:
    """The words of an action's id and of its parameters' names."""
    return {*profile.things, *profile.called} | {stem(word) for param in profile.params for word in param.words}


def is_own(profile: Profile, words: Sequence[Word], before: Word | None) -> bool:
    """Tell whether words are only the action's own, and so no text: `an item`, `my phone number`, `a new task`.

    A word of the description alone is no text either where it stands with an article: `the doctor`. So is `number`,
    with the word `before` it: `phone number`.
    """
    own = own_stems(profile)
    known = own | profile.about if words[0].text in ARTICLES else own
    little = ARTICLES | PREPOSITIONS | PRONOUNS | _FURTHER
    if all(word.text in little for word in words):
        return any(word.text in _FURTHER for word in words)
    told = any(word.stem in known for word in words) or (before is not None and before.stem in own)
    return told and all(word.text in little or word.stem in known | GENERIC | _COINS for word in words)


def past_own(profile: Profile, words: Sequence[Word], start: int, end: int) -> int:
    """Return where a text begins behind the action's own words: behind the `number to`, of `phone number to 555`."""
    if profile.groups & _NOT_LED:
        return start
    own, at = own_stems(profile), start
    while start and at < end - 1 and words[at].stem in GENERIC and words[at - 1].stem in own:
        at += 1
    if at > start and words[at].text in _NAMING:
        return at + 1
    known = own | profile.about | GENERIC | UNITS | _COINS
    probe = at
    while probe < end and (words[probe].text in ARTICLES or words[probe].stem in known):
        probe += 1
    led = at < probe < end - 1 and words[probe].text in _NAMING and words[probe - 1].text not in ARTICLES
    return probe + 1 if led else at


def past_unit(words: Sequence[Word], start: int, end: int) -> int:
    """Return where a text begins behind a number: behind the `euros to`, of `40 euros to Tom Baker`."""
    led = start + 2 < end and words[start].stem in _COINS and words[start + 1].text in _GIVING
    return start + 2 if led else start


def before_number(profile: Profile, param: Param, said: Utterance, start: int, end: int) -> int:
    """Return where a name ends before a number that the action needs: before `80 euros`, of `City Water 80
    euros`."""
    words, numbers = said.words, said.numbers
    if not SAID_TO_PEOPLE.isdisjoint(param.words):
        return end
    counted = [param for param in profile.params if param.kind is Kind.NUMBER and param.required and not param.given]
    if len(counted) != 1:
        return end
    units = _COINS | UNITS | {stem(word) for word in counted[0].words}
    last = end - 1 if words[end - 1].stem in units else end
    number = next((one for one in numbers if one.end in {last, end} and one.start > start), None)
    if number is None or not counted[0].accepts_number(number.value):
        return end
    at = number.start
    while at > start + 1 and words[at - 1].text in PREPOSITIONS | ARTICLES:
        at -= 1
    return at


def without_counted(
    profile: Profile, said: Utterance, is_known: Callable[[int], bool], start: int, end: int
) -> tuple[int, int]:
    """Return where a text is without a number and its parameter's name: `for Ida (for 3 nights)`, and first."""
    words = said.words
    names = {stem(word) for param in profile.params if param.kind is Kind.NUMBER for word in param.words}
    for number in said.numbers:
        before, after = number.start - 1, number.end + 1
        if after > len(words) or before <= start or words[number.end].stem not in names:
            continue
        if after == len(words) and words[before].text in PREPOSITIONS:
            return start, min(end, before)
        in_front = all(is_known(at) or words[at].text in ARTICLES for at in range(start, before))
        if in_front and after < end and words[before].text in PREPOSITIONS and words[after].text in PREPOSITIONS:
            return after, end
    return start, end
