"""Several of the values that one action takes, in one breath: `dispatch van 1 and van 2`, `a red and a blue kettle`."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from antiphon.providers.brain._rules.catalogue import Profile
from antiphon.providers.brain._rules.evidence import Reading
from antiphon.providers.brain._rules.lexicon import FUNCTION, GENERIC, bag
from antiphon.providers.brain._rules.parts import MOST
from antiphon.providers.brain._rules.schema import Choice, Kind, Param
from antiphon.providers.brain._rules.utterance import Utterance
from antiphon.providers.brain._rules.words import Word

_ONE_AT_A_TIME = bag("set toggle sort filter zoom scroll compare move press open search merge")
"""Meanings of verbs after which two values are no two orders: `switch between light and dark`."""
_APART = bag("or but not from to than between except instead with without")


def several(reading: Reading, said: Utterance | None) -> list[Reading]:
    """A reading for each value that was named, where `and` joins them; else the one as it is."""
    params = [param for param in reading.profile.params if param.kind is Kind.CHOICE]
    others = [param for param in reading.profile.params if param.kind is not Kind.CHOICE]
    if said is None or len(params) != 1 or one_at_a_time(reading.profile) or said.denials:
        return [reading]
    [param] = params
    if any(one.name in reading.values and reading.values[one.name] not in one.given for one in others):
        return [reading]
    if reading.refused or any(one is not param for one in reading.missing):
        return [reading]
    named = named_together(param, said)
    if not named:
        return [reading]
    return [replace(reading, values={**reading.values, param.name: choice.value}, missing=()) for _, choice in named]


def named_together(param: Param, said: Utterance) -> list[tuple[set[int], Choice]]:
    """The values that are joined by `and`, in order, each with the places of its words; none where there are no two."""
    named = _named(param, said.words)
    return named if 1 < len(named) <= MOST and _are_joined(named, said.words) else []


def one_at_a_time(profile: Profile) -> bool:
    """Tell whether two values of an action are no two orders."""
    return bool(profile.groups & _ONE_AT_A_TIME)


def _named(param: Param, words: Sequence[Word]) -> list[tuple[set[int], Choice]]:
    """The values that were named, in order: by their whole names, or by a word that only they have."""
    found = []
    for place, choice in enumerate(param.choices):
        own = {stem for stem in choice.stems if list(param.places.get(stem, ())) == [place]}
        own -= FUNCTION | GENERIC
        places = {at for at, word in enumerate(words) if word.stem in own and word.text in choice.words}
        if places and own <= {words[at].stem for at in places}:
            found.append((places, choice))
    return sorted(found, key=lambda one: min(one[0]))


def _are_joined(named: Sequence[tuple[set[int], Choice]], words: Sequence[Word]) -> bool:
    first, last = min(named[0][0]), max(named[-1][0])
    if any(word.text in _APART for word in words[first:last]):
        return False
    ends = [(max(one[0]), min(other[0])) for one, other in pairwise(named)]
    joined = [any(word.text == "and" for word in words[end:start]) or words[end].pause for end, start in ends]
    return all(joined) and any(word.text == "and" for word in words[first:last])
