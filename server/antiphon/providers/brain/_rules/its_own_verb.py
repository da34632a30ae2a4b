"""Orders by another verb than an action's own, or by its verb with a small word behind it that its name has not.

Who says `remove from the guest list` wants one guest removed, or has not said yet whom: that is no `Clear the guest
list`. Verbs that mean the same on most pages differ in how much they take, so what is hard to take back is done for
its own verb alone, or for another one and the name of what it is done to.
"""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

from antiphon.providers.brain._rules.catalogue import Profile
from antiphon.providers.brain._rules.grave import is_button, own_verbs, said_verbs, verb_places
from antiphon.providers.brain._rules.lexicon import ARTICLES, GENERIC, bag
from antiphon.providers.brain._rules.naming import request_for
from antiphon.providers.brain._rules.words import Word, hear, split_id

_TAKING_OUT = bag("from in on off out at within inside")
"""Words that lead to what something is taken out of, or is in."""
_BETWEEN = ARTICLES | bag("it them one ones any anything everything everyone everybody each every both")
"""Words that may stand between the verb and these, and name nothing."""
_EMPTYING = bag("clear empty")
"""Verbs of what takes all that there is, be it told of what."""
_ALIKE = {"end": "cancel", "terminate": "cancel"}
"""Verbs that end as much as the one that an action has."""


def is_said_otherwise(profile: Profile, values: Mapping[str, Any], words: Sequence[Word]) -> bool:
    """Tell whether an order has a verb that is not the action's own, or takes something out of what it acts on."""
    places = _button_verb(profile, words) if is_button(profile) else verb_places(profile, words)
    if places and _takes_out(profile, words, places):
        return True
    leaves = "close" in profile.groups and {*profile.things} <= GENERIC  # `dismiss this dialog`
    if is_button(profile) or not profile.verbs or leaves:
        return False
    own = own_verbs(profile)
    is_chosen = any(param.name in values and values[param.name] not in param.given for param in profile.params)
    if is_chosen and own.isdisjoint(_EMPTYING):
        return False
    said = [verb for verb, at in said_verbs(words) if places and min(places) in at]
    return bool(said) and all(verb not in own and _ALIKE.get(verb) not in own for verb in said)


def _button_verb(profile: Profile, words: Sequence[Word]) -> set[int]:
    return {at for at, word in enumerate(words) if [word.stem] == [*profile.called[:1]]}


def _takes_out(profile: Profile, words: Sequence[Word], places: set[int]) -> bool:
    """Tell whether `from` or the like stands behind the verb, where it does not in the action's name or request."""
    at = min(places) + 1
    while at < len(words) and (at in places or words[at].text in _BETWEEN):
        at += 1
    if at >= len(words) or words[at].text not in _TAKING_OUT:
        return False
    if profile.params:  # `remove from the basket milk`, of `Remove a thing from …`
        return words[at].text not in {*_told(profile)}
    return (words[at - 1].text, words[at].text) not in {*pairwise(_told(profile))}


def _told(profile: Profile) -> list[str]:
    """The words of an action's name, and behind them those of how it is asked for."""
    return [*split_id(profile.action.id), "", *(word.text for word in hear(request_for(profile.action)))]
