"""A box that says what somebody agrees to: `accept the terms` ticks `I accept the terms`; so does its whole name."""

from collections.abc import Sequence

from antiphon.providers.brain._rules.catalogue import Catalogue, Profile
from antiphon.providers.brain._rules.evidence import Reading
from antiphon.providers.brain._rules.grave import must_be_named
from antiphon.providers.brain._rules.lexicon import ARTICLES, bag
from antiphon.providers.brain._rules.schema import Kind
from antiphon.providers.brain._rules.utterance import Utterance, strip_courtesies, strip_ending
from antiphon.providers.brain._rules.words import Word, hear

_WHO = bag("i we")
_DOING = bag("do would like want to hereby have")
_SHORTEST, _LONGEST = 3, 20


def ticked(said: Utterance, catalogue: Catalogue) -> Reading | None:
    """The one box whose name begins with `I`, where the rest of it was said word for word, be it with the `I`."""
    if not 1 < len(said.spoken) <= _LONGEST or said.text.rstrip().endswith("?"):
        return None
    forms = [_telling(form) for form in (said.spoken, strip_ending(strip_courtesies(said.spoken)))]
    found = [one for one in catalogue.profiles if one.switches and _named(one) in forms]
    if len(found) != 1 or must_be_named(found[0]):
        return None
    [profile] = found
    wanted = [param for param in profile.params if param.required and not param.given]
    if len(wanted) != 1:
        return None
    [param] = wanted
    on = next((choice.value for choice in param.choices if choice.words == ("on",)), True)
    if param.kind not in {Kind.SWITCH, Kind.CHOICE} or (param.kind is Kind.CHOICE and on is True):
        return None
    return Reading(profile, {param.name: on}, (), None, 1.0, 1.0)


def _named(profile: Profile) -> list[str] | None:
    """Return what a box says that somebody does; None where its name says nothing of the kind."""
    _, _, name = profile.requests[0][0].partition(" ")
    words = hear(name)
    begins = len(words) >= _SHORTEST and words[0].text in _WHO and words[1].text not in {"am", "are", "do"}
    return _telling(words) if begins else None


def _telling(words: Sequence[Word]) -> list[str]:
    texts = [word.text for word in words]
    while texts and texts[0] in _WHO | _DOING:
        texts = texts[1:]
    return [text for text in texts if text not in ARTICLES]
