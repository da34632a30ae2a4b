"""A verb with too little behind it: `Delete.` on a page with several buttons that delete, `Remove shoes`, `Empty it`.

Nothing is done for a verb alone: people are asked which of the actions that have it was meant.
"""

from dataclasses import replace
from itertools import pairwise

from antiphon.providers.brain._rules.answers import is_place, read_answer
from antiphon.providers.brain._rules.catalogue import Catalogue, Profile
from antiphon.providers.brain._rules.evidence import Reading
from antiphon.providers.brain._rules.grave import is_button, is_its_own_verb, must_be_named
from antiphon.providers.brain._rules.lexicon import FUNCTION, GENERIC, bag
from antiphon.providers.brain._rules.naming import request_for
from antiphon.providers.brain._rules.numbers import ORDINALS, find_numbers
from antiphon.providers.brain._rules.schema import Kind
from antiphon.providers.brain._rules.utterance import Mood, Utterance, shape
from antiphon.providers.brain._rules.verbs import NOUNS_TOO, PRIMARY, base
from antiphon.providers.brain._rules.words import Word, hear, stem

_ALL = bag("everything all it that this them one something")
_PLACED = bag("last latter former") | ORDINALS.keys()
"""Words that tell which of them by its place: `the last one`."""
_THINGS = bag("item entry thing one")
_WORDS = 4
_MOST = 20


def by_verb(catalogue: Catalogue, said: Utterance) -> tuple[Reading, ...]:
    """The actions whose name begins with the verb that was said, and has all else that was; none where many do.

    Where none begins with it, those whose verb means the same: `remove one`, on a page that deletes. Only what is hard
    to take back: for the rest, a verb alone is as likely a remark.
    """
    words = said.words
    if not words or len(words) > _WORDS or said.denials or said.mood is Mood.OTHER:
        return ()
    verb = base(words[0].text) or words[0].text
    by_place = not _PLACED.isdisjoint(word.text for word in words[1:])
    little = FUNCTION | _ALL | (_PLACED if by_place else frozenset())
    telling = {word.stem for word in words[1:] if word.text not in little and word.stem not in GENERIC}
    of_several = [one for one in catalogue.profiles if not by_place or any(p.kind is Kind.CHOICE for p in one.params)]
    known = _THINGS | catalogue.known if by_place else frozenset[str]()
    fitting = [(own, one) for one in of_several if (own := _own_verb(one)) and telling <= {*one.called} | known]
    found = [profile for own, profile in fitting if own == verb or verb in _other_verbs(profile)]
    meaning = PRIMARY.get(verb)
    found = found or [profile for own, profile in fitting if meaning and PRIMARY.get(own) == meaning]
    return tuple(_placed(catalogue, unfilled(profile), said) for profile in found) if len(found) <= _MOST else ()


def rather(catalogue: Catalogue, said: Utterance, reading: Reading) -> tuple[Reading, ...]:
    """Return what a verb alone was meant for rather than for what has no name but another verb: `buy`, where an item
    can be bought, and there is a `checkout`. Nothing, where that verb is its own."""
    profile = reading.profile
    if profile.things or reading.missing or not must_be_named(profile) or is_button(profile):
        return ()
    if is_its_own_verb(profile, said.spoken):
        return ()
    found = by_verb(catalogue, said)
    return found if all(one.profile is not profile for one in found) else ()


def _own_verb(profile: Profile) -> str:
    """The verb of what is hard to take back, be it the one that a button's name begins with; else nothing."""
    if not must_be_named(profile) and not profile.action.confirm:
        return ""
    own = profile.verbs[0] if profile.verbs else ""
    if own == "press":
        own = profile.called[0] if profile.called else ""
    return base(own) or own


def _other_verbs(profile: Profile) -> set[str]:
    """Return what an action does besides, by its description: `pay`, of `Check out and pay`."""
    told = [word.text for word in hear(request_for(profile.action))]
    after = {base(word) or word for joint, word in pairwise(told) if joint in {"and", "or"}}
    return {verb for verb in after if PRIMARY.get(verb) and verb not in NOUNS_TOO}


def _placed(catalogue: Catalogue, reading: Reading, said: Utterance) -> Reading:
    """A reading with the value whose place was said behind the verb, where that is all that it lacks."""
    behind = tuple(word for word in said.words[1:] if word.text in FUNCTION | _PLACED)
    place = replace(shape(said.text, behind), spoken=behind, typed=said.typed) if behind else said
    if len(reading.missing) != 1 or reading.missing[0].kind is not Kind.CHOICE or not is_place(place):
        return reading
    found = read_answer(reading.profile, reading.missing[0], place, catalogue)
    return replace(reading, values={**reading.values, **found.values}, missing=()) if found.values else reading


def placed(catalogue: Catalogue, said: Utterance, reading: Reading) -> Reading:
    """Return a reading with the value whose place was said beside what it acts on: `delete the last task`."""
    if len(reading.missing) != 1 or reading.missing[0].kind is not Kind.CHOICE or reading.refused or said.denials:
        return reading
    profile, param = reading.profile, reading.missing[0]
    own = {*profile.things, *profile.called, *(stem(word) for word in param.words)} | _THINGS
    behind = said.words[said.verb_words :]
    counted = {at for number in find_numbers(behind) for at in range(number.start, number.end)}
    left = [word for at, word in enumerate(behind) if at in counted or not _is_little(word, own)]
    tells = {word.text for word in left}
    if not tells & (_PLACED | {"number"}) or len(left) > 1 + ("number" in tells) * len(counted):
        return reading
    place = replace(shape(said.text, tuple(left)), spoken=tuple(left), typed=said.typed)
    found = read_answer(profile, param, place, catalogue) if is_place(place) else None
    values = found.values if found else {}
    return replace(reading, values={**reading.values, **values}, missing=()) if values else reading


def _is_little(word: Word, own: set[str] | frozenset[str]) -> bool:
    if word.text == "number" or word.text in _PLACED:
        return False
    return word.text in FUNCTION or word.stem in own or word.stem in GENERIC


def unfilled(profile: Profile) -> Reading:
    """The reading of an action of which nothing but the name was said."""
    values = {param.name: param.given[0] for param in profile.params if param.required and param.given}
    missing = tuple(param for param in profile.params if param.required and param.name not in values)
    return Reading(profile, values, missing, None, 1.0, 1.0)
