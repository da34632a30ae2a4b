"""Tells whether a reading is good enough.

It has two sides. Coverage: how much of what was said the action accounts for. Identity: how much of what the action
is was said. Both are needed, so that a sentence that merely mentions a thing calls nothing.
"""

from antiphon.providers.brain._rules.catalogue import Catalogue, Profile
from antiphon.providers.brain._rules.evidence import ALIKE, DESCRIBED, EXACT, VALUE_AS_VERB, Evidence, Reading
from antiphon.providers.brain._rules.explained import values_in
from antiphon.providers.brain._rules.lexicon import ARTICLES, CLAUSE, FILLERS, FUNCTION, GENERIC, OPPOSITES, UNITS
from antiphon.providers.brain._rules.ordinary import has_ordinary_name
from antiphon.providers.brain._rules.schema import Kind
from antiphon.providers.brain._rules.utterance import YES_OR_NO, Mood, Utterance
from antiphon.providers.brain._rules.words import Word

_COVERED = {Mood.COMMAND: 0.72, Mood.PHRASE: 0.8, Mood.LOOK: 0.85, Mood.ASK: 0.8}
_IDENTIFIED = {Mood.COMMAND: 0.6, Mood.PHRASE: 0.6, Mood.LOOK: 0.7, Mood.ASK: 0.7}
_SOME, _MOST = 0.4, 0.95
"""How much of what an action looks up a question names; below the second, nothing is asked in return."""
_OPEN_ENDED = frozenset({"add", "search", "write", "send", "reply", "play", "call", "remove", "invite", "block"})
"""Verbs after which anything may follow: `create a file`, though, is not `create an event`."""


def judge(seen: Evidence, catalogue: Catalogue, profile: Profile, said: Utterance) -> Reading | None:
    """The reading that the evidence makes, or None where it is not enough, or a question that no action answers."""
    if said.mood is Mood.OTHER:
        return None
    if any(at not in seen.texts | seen.called for at in said.denials) and not _denies_by_name(seen, profile, said):
        return None
    if said.is_guess and (seen.loose or not (seen.things or seen.found.values or seen.names)):
        return None
    if not _begins_well(seen, profile, said) or _says_the_opposite(seen, profile, said):
        return None
    identity = _asked_for(seen) if said.mood is Mood.ASK else _identity(seen, profile)
    if identity < _IDENTIFIED[said.mood] and _may_stand_alone(seen, catalogue, profile, said):
        identity = _IDENTIFIED[said.mood]
    coverage, unexplained = _coverage(seen, profile, said)
    reading = _reading(seen, profile, coverage, identity)
    if _is_out_of_place(reading, seen, said):
        return None
    if coverage >= _COVERED[said.mood] and identity >= _IDENTIFIED[said.mood]:
        return reading
    most = 2 if said.mood is Mood.ASK else 3
    # `open the warehouse page`: all but the value is clear, which is worth a question.
    lacks_choice = any(param.kind is Kind.CHOICE for param in reading.missing)
    certain = seen.verb >= DESCRIBED or said.mood is Mood.ASK
    clear = identity >= 0.7 and (bool(seen.names) or (seen.things >= 0.7 and certain))
    return reading if lacks_choice and clear and coverage >= 0.5 and unexplained < most else None


def _denies_by_name(seen: Evidence, profile: Profile, said: Utterance) -> bool:
    """Tell whether each `no` of an utterance is of the name of a value, word for word: `play No More`."""
    chosen = {one.name for one in profile.params if one.kind is Kind.CHOICE}
    values = {name: value for name, value in seen.found.values.items() if name in chosen}
    named = values_in(profile, values, said.words, None) if values else set[int]()
    return all(at in named or at in seen.texts | seen.called for at in said.denials)


def _begins_well(seen: Evidence, profile: Profile, said: Utterance) -> bool:
    """A command whose verb is neither the action's nor one of its values is about something else."""
    if said.mood is not Mood.COMMAND or seen.verb >= 0.5:
        return True
    if 0 in seen.found.places and seen.found.choice:
        if not seen.things and not seen.names and has_ordinary_name(profile, seen.found.values):
            return False  # `cancel everything`, of a folder `Cancel`
        seen.verb = VALUE_AS_VERB
    return seen.marked[0]


def _says_the_opposite(seen: Evidence, profile: Profile, said: Utterance) -> bool:
    """Tell whether `off` was said to an action that turns on."""
    texts = {word.text for at, word in enumerate(said.words) if at not in seen.texts and at not in seen.found.places}
    own = {*profile.things, *profile.verbs, *profile.groups}
    return any(OPPOSITES.get(word) in texts and word not in texts for word in own)


def _identity(seen: Evidence, profile: Profile) -> float:
    sure = seen.things or seen.names or seen.described or seen.verb >= DESCRIBED
    heard_choice = seen.found.choice >= (0.7 if sure else 0.85) and not seen.texts
    by_choice = 0.9 * seen.found.choice + 0.1 * seen.verb if heard_choice else 0.0
    if not profile.things:
        return max(seen.verb, by_choice)
    by_thing = 0.75 * seen.things + 0.25 * seen.verb if seen.things else 0.0
    by_description = 0.72 if seen.verb >= DESCRIBED and seen.described else 0.0
    by_name = 0.7 if seen.verb >= ALIKE and seen.names and seen.found.values else 0.0
    return max(by_thing, by_description, by_name, by_choice)


def _asked_for(seen: Evidence) -> float:
    """Rate how surely a question is about what an action looks up: it must name it, if by a word of the description."""
    if seen.things >= _SOME:
        return max(0.75 * seen.things + 0.25 * seen.verb, 0.72)
    return 0.72 if seen.described >= ALIKE and seen.found.choice >= ALIKE else 0.0


def _may_stand_alone(seen: Evidence, catalogue: Catalogue, profile: Profile, said: Utterance) -> bool:
    """Tell whether `add two apples` may mean the cart, which nobody mentioned: the verb is this action's and no
    other's.

    An action that asks before it runs may be known by a verb of like meaning; one that deletes must ask, or not at all.
    """
    others = [other for other in catalogue.profiles if other is not profile]
    unique = not any(said.verb in other.verbs for other in others)
    if not seen.found.values:  # `delete it`: worth a question
        return seen.verb == EXACT and unique and any(param.required for param in profile.params)
    asks = profile.action.confirm
    if seen.implausible:
        return False
    if "remove" in profile.groups and not asks:  # it asks, or is asked about: `remove Anna Bell`
        return bool(seen.texts) and seen.verb == EXACT and unique
    if seen.texts and not profile.groups & _OPEN_ENDED:
        return False
    if seen.verb >= DESCRIBED:
        return unique
    return asks and seen.verb >= ALIKE and not any(said.groups & other.groups for other in others)


def _reading(seen: Evidence, profile: Profile, coverage: float, identity: float) -> Reading:
    values = dict(seen.found.values)
    for param in profile.params:
        if param.required and param.given:
            values.setdefault(param.name, param.given[0])
    refused = seen.found.refused
    missing = [param for param in profile.params if param.required and param.name not in values]
    if refused:
        missing = [param for param in missing if param is not refused[0]]
    return Reading(profile, values, tuple(missing), refused, coverage, identity)


def _is_out_of_place(reading: Reading, seen: Evidence, said: Utterance) -> bool:
    """Tell whether too little was said for a question of ours, or for anything to happen without a verb."""
    if said.mood is Mood.ASK:
        if tuple(word.text for word in said.words[: said.verb_words]) in YES_OR_NO and not reading.values:
            return True  # `is the weather nice`
        if not said.verb_words:  # `weather Graz`, but not `the weathering grazes`
            return not reading.complete or seen.things < _MOST
        return not reading.complete and seen.things < _MOST  # else worth a question
    if not reading.complete:
        if said.mood is Mood.LOOK:
            return True
        if not reading.values and seen.verb < DESCRIBED and not (seen.things or seen.names):
            return True
    if said.mood is not Mood.PHRASE:
        return False
    if not seen.things and not _is_bare_choice(seen, said.words):
        return True
    return not reading.values and not reading.refused and "open" not in reading.profile.groups


def _is_bare_choice(seen: Evidence, words: tuple[Word, ...]) -> bool:
    """`dark mode please`: a value and nothing else that means anything."""
    rest = {word.text for at, word in enumerate(words) if at not in seen.found.places and at not in seen.names}
    return seen.found.choice >= 0.9 and rest <= ARTICLES | FILLERS | GENERIC | {"to"}


def _coverage(seen: Evidence, profile: Profile, said: Utterance) -> tuple[float, int]:
    """The share of what was said that is accounted for, and how many telling words are not."""
    heard = total = 0.0
    unexplained = 0
    takes_number = any(param.kind is Kind.NUMBER for param in profile.params)
    for at, (word, quality) in enumerate(zip(said.words, seen.quality, strict=True)):
        weight = _weight(word, takes_number)
        if word.stem in UNITS and at - 1 in seen.found.places:  # `fifty percent`
            weight = 0.0
        elif word.text == "back" and ("open" in said.groups or _is_on(said.words[at + 1 : at + 2])):
            weight = 0.3  # `go back home` says little more than `go home`
        if quality:
            weight = max(weight, 0.3)
        elif weight >= 0.7:
            unexplained += 1
        total += weight
        heard += weight * quality
    return (heard / total if total else 0.0), unexplained


def _is_on(words: tuple[Word, ...]) -> bool:
    return any(word.text in OPPOSITES for word in words)


def _weight(word: Word, takes_number: bool) -> float:
    if word.text in FUNCTION or (word.text in {"two", "four"} and not takes_number):  # misheard `to` and `for`
        return 0.0
    if word.text in CLAUSE:
        return 0.7
    return 0.1 if word.stem in GENERIC else 1.0
