"""Rules for what people are likely to say on a page, for a recogniser that can be told: orders, and answers to
questions.

Nothing in it is hard to take back, by its verb or by any word of its name: a button `Delete` is pressed, too.
"""

from collections.abc import Iterator, Sequence
from itertools import islice

from antiphon.providers.alternatives import ELSE, LONGEST_PHRASE, MOST_PHRASES
from antiphon.providers.brain._rules.catalogue import BEFORE_ON, Profile
from antiphon.providers.brain._rules.grave import GRAVE, HARMLESS
from antiphon.providers.brain._rules.lexicon import bag
from antiphon.providers.brain._rules.matcher import Thinking
from antiphon.providers.brain._rules.numbers import ORDINALS, spelt
from antiphon.providers.brain._rules.schema import Kind, Param
from antiphon.providers.brain._rules.verbs import NOUNS_TOO, PRIMARY, base
from antiphon.providers.brain._rules.words import stem

_MOST_VALUES = 12
"""A longer list of values nobody knows by heart."""
_MOST_ANSWERS = _MOST_OF_ONE = 60
_TAKES = frozenset({Kind.TEXT, Kind.NUMBER, Kind.DATE, Kind.CHOICE})
_CHOOSES = bag("choose select pick")
_PLACE = "one"
"""How a parameter is called that is asked for as `Which one?`: an order does not say it."""
_SHORTEST = 4
_SILENT = '"#()[]{}<>*+=|/\\_:;,!?\u2019'


def phrases_of(profiles: Sequence[Profile]) -> Thinking[tuple[str, ...]]:
    """Each once, orders before answers. Only what is easily taken back: nothing is deleted because it was expected.

    Pauses after each profile: there may be thousands.
    """
    found: dict[str, None] = {}
    for kind in (_orders, _with_values, _answers):
        for profile in profiles:
            if len(found) >= MOST_PHRASES:
                break
            if not profile.action.confirm and profile.groups and profile.groups <= HARMLESS:
                said = map(in_words, islice(kind(profile), _MOST_OF_ONE))
                fewest = 1 if kind is _answers else 2
                found.update((phrase, None) for phrase in said if is_fit(phrase, fewest))
            yield
    return tuple(islice(found, MOST_PHRASES))


def is_fit(phrase: str, fewest: int) -> bool:
    """Tell whether a phrase is long enough to be known again, and no word of it names what cannot be taken back."""
    words = phrase.rstrip(ELSE).lower().split()
    if len(words) < fewest or len("".join(words)) < _SHORTEST or len(phrase) > LONGEST_PHRASE:
        return False
    return not any(word in GRAVE or stem(word) in GRAVE or not _is_harmless(word) for word in words)


def _is_harmless(word: str) -> bool:
    group = PRIMARY.get(base(word) or "", "")
    return not group or group in HARMLESS or word in NOUNS_TOO


def _orders(profile: Profile) -> Iterator[str]:
    for request in _requests(profile):
        if profile.switches:
            verb, _, name = request.partition(" ")
            yield from (f"{request} on", f"{request} off")
            if verb in BEFORE_ON:
                yield from (f"{verb} on {name}", f"{verb} off {name}")
            continue
        if any(param.kind in _TAKES and param.label != _PLACE for param in profile.params):
            yield f"{request} {'for' if 'search' in profile.groups else 'to'} {ELSE}"
        if all(param.kind is Kind.CHOICE for param in profile.params if param.required):
            yield request


def _with_values(profile: Profile) -> Iterator[str]:
    if profile.switches:
        return
    for param in profile.params:
        if param.kind is Kind.CHOICE and param.label != _PLACE and len(param.choices) <= _MOST_VALUES:
            yield from (f"{request} to {value}" for request in _requests(profile) for value in _values(param))


def _answers(profile: Profile) -> Iterator[str]:
    for param in profile.params:
        if param.kind is Kind.CHOICE and not profile.switches and len(param.choices) <= _MOST_ANSWERS:
            yield from (f"the {value}" if value in ORDINALS else value for value in _values(param))


def _requests(profile: Profile) -> Iterator[str]:
    """`choose the size` is also said as `set the size`, with the value behind it."""
    for request in (text.replace(ELSE, " ").strip() for text, _ in profile.requests):
        yield request
        verb, _, name = request.partition(" ")
        if verb in _CHOOSES and name and any(param.label != _PLACE for param in profile.params):
            yield f"set {name}"


def _values(param: Param) -> Iterator[str]:
    return (" ".join(choice.words) for choice in param.choices)


_UNSAID = {ord(sign): " " for sign in _SILENT if sign != "\u2019"} | {0x2019: "'"}


def in_words(phrase: str) -> str:
    """Write a phrase as a recogniser does: figures in words, signs left out."""
    plain = phrase.translate(_UNSAID)
    return " ".join(spelt(word, "-") for word in plain.split() if word == ELSE or any(map(str.isalnum, word)))
