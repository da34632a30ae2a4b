"""Values in a command: choices of an enum, numbers, and on or off."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from rapidfuzz import fuzz

from antiphon.providers.brain._rules.dates import find_days, lead_in
from antiphon.providers.brain._rules.hits import Hit, Hits
from antiphon.providers.brain._rules.lexicon import CLAUSE, FALSE_WORDS, FUNCTION, GENERIC, TRUE_WORDS, bag
from antiphon.providers.brain._rules.namesakes import names_another
from antiphon.providers.brain._rules.numbers import BEHIND_TO, SOUND_LIKE, Number
from antiphon.providers.brain._rules.schema import Choice, Kind, Param
from antiphon.providers.brain._rules.units import is_measure, measured, with_unit
from antiphon.providers.brain._rules.utterance import Mood, Utterance
from antiphon.providers.brain._rules.verbs import PRIMARY, READS, base, form_of, meanings
from antiphon.providers.brain._rules.words import Word, stem

_FEW, _MANY = 20, 60
_NOT_TELLING = GENERIC | FUNCTION
_SURE = 0.7

_MOST = bag("maximum max full highest most")
_LEAST = bag("minimum min lowest least")
_CHANGES = bag("up down more less increase decrease raise lower reduce boost out in louder quieter")
TURNS_OFF = frozenset({"off", "mute", "remove"})
"""Groups of verbs that mean off where something is on or off: `get rid of the notifications`."""
_LOOKS = READS | {"check"}
_TAKES_TO = bag("set change turn put make adjust go navigate take bring switch zoom move scroll")
_NEGATIVE = {"muted": "mute", "disabled": "disable", "hidden": "hide", "closed": "close", "collapsed": "collapse"}


@dataclass(slots=True)
class Found:
    """Values by parameter's name, and the places of the words that they were heard in."""

    values: dict[str, Any] = field(default_factory=dict)
    places: set[int] = field(default_factory=set)
    choice: float = 0.0
    """How sure the best choice of an enum is; 0 where none was heard."""
    refused: tuple[Param, int | float] | None = None
    """A number that was said and is out of its parameter's bounds."""
    doubtful: bool = False
    """A word was said beside the value that nothing explains."""


def find_choices(
    params: Iterable[Param], hits: Hits, said: Utterance, found: Found, things: Collection[str] = ()
) -> None:
    """The values of enums, the surest first; a word stands for one value only.

    The words of the `things` that an action acts on are no part of a value's name by themselves: `close the account`.
    """
    for param in params:
        if param.kind is not Kind.CHOICE:
            continue
        rated = [one for one in _rated(param, hits, said, found.places, things) if one[0] >= _SURE]
        rated = _aimed(rated, said)
        if not rated:
            continue
        quality, places, choice = rated[0]
        others = [other for other in rated[1:] if other[2].value != choice.value]
        elsewhere = any(other[0] > quality - 0.05 and not other[1] & places for other in others)
        if elsewhere or any(other[:2] == (quality, places) for other in others):
            continue  # `light or dark`: not for us to choose
        found.values[param.name] = choice.value
        found.places |= places
        found.choice = max(found.choice, quality)


_Rated = tuple[float, set[int], Choice]


def _rated(param: Param, hits: Hits, said: Utterance, used: set[int], things: Collection[str]) -> list[_Rated]:
    """The choices that may have been said, the likeliest first: by their words, their meaning, or their sound."""
    named = {place for word in param.places.keys() & hits.keys() for place in _rare(param, word)}
    rated = [one for place in sorted(named) if (one := _by_words(param.choices[place], param, hits, used, things))]
    verb = set(range(said.verb_words))
    rated = [one for one in rated if not (one[1] <= verb and _is_noun(one[2], param))]  # `check my balance`
    rated = [one for one in rated if not names_another(one[2].words, said.words, typed=said.typed)]
    if not rated and len(param.choices) <= _FEW:
        rated = [one for choice in param.choices if (one := _by_meaning(choice, param, said, used))]
    rated.sort(key=lambda one: (-one[0], -len(one[1])))
    unsure = not rated or rated[0][0] < 0.8
    if unsure and param.required and said.verb and len(param.choices) <= _MANY and len(said.words) <= _MANY:
        return _nearest(param, said, used) or rated
    return rated


def _aimed(rated: list[_Rated], said: Utterance) -> list[_Rated]:
    """Return what is said last is the value, and a verb only how it is reached: `open the blinds halfway`, `half
    open`."""
    last = len(said.words) - 1
    last -= last > 0 and said.words[last].text == "way"
    for quality, places, choice in rated if len(rated) == 2 else ():
        other = next(one[1] for one in rated if one[2] is not choice)
        ends = max(places) >= last and other <= set(range(said.verb_words))
        half = form_of(choice.words[-1]) == "half" and min(other) == max(places) + 1
        if ends or half:
            return [(quality, places | other, choice)]
    return rated


def _by_words(choice: Choice, param: Param, hits: Hits, used: set[int], things: Collection[str]) -> _Rated | None:
    words = choice.stems
    best = [_best(hits.get(word, ()), used) for word in words]
    heard = [hit for hit in best if hit]
    places = {at for hit in heard for at in range(hit.start, hit.end)}
    if len(heard) == len(words):
        spread = max(places) - min(places) + 1 - len(places)
        return (min(hit.quality for hit in heard) - 0.1 * spread, places, choice) if spread < 3 else None
    telling = [
        hit for hit, word in zip(best, words, strict=True) if hit and word not in things and _is_telling(word, param)
    ]
    return (0.75 * max(hit.quality for hit in telling), places, choice) if telling else None


def _rare(param: Param, word: str) -> Sequence[int]:
    """The choices that a word may stand for; none where it is in so many that it says nothing."""
    places = param.places.get(word, ())
    return places if len(places) <= _MANY else ()


def _is_telling(word: str, param: Param) -> bool:
    return word not in _NOT_TELLING and len(_rare(param, word)) == 1


def _by_meaning(choice: Choice, param: Param, said: Utterance, used: set[int]) -> _Rated | None:
    """`stop` for a value `pause`, `enable` for a value `on`."""
    if len(choice.words) != 1:
        return None
    value = choice.words[0]
    like = TRUE_WORDS if value in TRUE_WORDS else FALSE_WORDS if value in FALSE_WORDS else frozenset()
    other = {one.words[0] for one in param.choices if one.words} & (FALSE_WORDS if like is TRUE_WORDS else TRUE_WORDS)
    if not other and value not in {"on", "off"}:  # a folder `Yes` is nothing that is started
        like = frozenset()
    for at, word in enumerate(said.words):
        if at not in used and word.text in like:
            return 0.85, {at}, choice
    if _is_noun(choice, param):
        return None
    verb = base(value) or value
    if said.verb in _LOOKS and verb not in _LOOKS:  # `show me the blinds` does not open them
        return None
    if not said.verb or verb == "set" or not meanings(verb) & said.groups:
        return None
    # `enable` and `disable` both may `set`, but only one is meant.
    return (0.8 if PRIMARY.get(verb) in said.groups else 0.75, set(range(said.verb_words)), choice)


def _is_noun(choice: Choice, param: Param) -> bool:
    """Tell whether a value that looks like a form of a verb is the name of a thing: `Checking`, beside `Savings`."""
    inflected = len(choice.words) == 1 and choice.words[0].endswith("ing")
    return inflected and not all(base(one.words[-1]) for one in param.choices if one.words)


def _nearest(param: Param, said: Utterance, used: set[int]) -> list[_Rated]:
    """The choice that sounds most like some words that were said, where none was heard outright."""
    plain = FUNCTION | CLAUSE
    open_places = {
        at for at, word in enumerate(said.words) if at >= said.verb_words and at not in used and word.text not in plain
    }
    best: _Rated | None = None
    for choice in (one for one in param.choices if not names_another(one.words, said.words, typed=said.typed)):
        size, name = len(choice.words), "".join(choice.words)
        floor = 72 if size == 1 else 80
        for start in sorted(open_places) if len(name) > 3 else ():
            places = set(range(start, start + size))
            if places <= open_places:
                window = "".join(said.words[at].text for at in sorted(places))
                ratio = fuzz.ratio(window, name, score_cutoff=floor)
                if ratio and (best is None or ratio / 100 > best[0]):
                    best = ratio / 100, places, choice
    return [best] if best else []


def _best(hits: Sequence[Hit], used: set[int]) -> Hit | None:
    free = [hit for hit in hits if used.isdisjoint(range(hit.start, hit.end))]
    return max(free, key=lambda hit: hit.quality, default=None)


def find_switches(params: Iterable[Param], said: Utterance, found: Found) -> None:
    """On and off. An optional switch must be called by its name."""
    for param in params:
        if param.kind is Kind.SWITCH and param.name not in found.values:
            _find_switch(param, said, found)


def _find_switch(param: Param, said: Utterance, found: Found) -> None:
    texts = [word.text for word in said.words]
    root = _NEGATIVE.get(param.name, param.name)
    own = {root, *param.words}
    named = [at for at, word in enumerate(said.words) if word.text in own or word.stem in own]
    if not param.required and not named:
        return
    said_on = [at for at, text in enumerate(texts) if text in TRUE_WORDS and at not in found.places]
    said_off = [at for at, text in enumerate(texts) if text in FALSE_WORDS and at not in found.places]
    plain = {texts[at] for at in (*said_on, *said_off)} & {"on", "off"}
    value: bool | None = None
    if len(plain) == 1:
        value = "on" in plain
    elif texts[:1] == ["un" + root]:
        value, named = False, [0]
    elif 0 in named and said.mood is Mood.COMMAND:
        value = True
    elif bool(said_on) != bool(said_off):
        value = bool(said_on) is (param.name not in _NEGATIVE)
    elif named and not param.required:
        value = True
    elif param.required and said.groups & TURNS_OFF:
        value = param.name in _NEGATIVE
    elif param.required and "on" in said.groups:
        value = param.name not in _NEGATIVE
    if value is not None:
        found.values[param.name] = value
        found.places |= {*said_on, *said_off, *named}


def find_numbers_for(params: Sequence[Param], said: Utterance, found: Found) -> None:
    """Numbers by the name that stands beside them, then in order."""
    open_params = [param for param in params if param.kind is Kind.NUMBER and param.name not in found.values]
    names = {stem(word) for param in open_params for word in param.words}
    numbers = [
        number
        for number in said.numbers
        if found.places.isdisjoint(range(number.start, number.end))
        and said.words[number.start].stem not in names
        and not is_change(number, said)
    ]
    numbers = _fitting(open_params, numbers, said, found)
    for param in list(open_params):
        beside = [number for number in numbers if _is_beside(param, number, said.words)]
        if len(open_params) > 1 and len(beside) == 1:
            take_number(param, beside[0], found)
            numbers.remove(beside[0])
            open_params.remove(param)
    unclear = len(open_params) == 1 and len(numbers) > 1
    if unclear:
        aimed = [number for number in numbers if number.start and said.words[number.start - 1].text in {"to", "too"}]
        numbers = aimed if len(aimed) == 1 else []
    for param, number in zip(open_params, numbers, strict=False):
        take_number(param, number, found)
    if open_params and not numbers and not unclear:
        _by_word(open_params[0], said, found)


def _fitting(params: Sequence[Param], numbers: Sequence[Number], said: Utterance, found: Found) -> list[Number]:
    """The numbers, in their parameter's unit where there is one only; what counts something else is passed over."""
    kept: list[Number] = []
    for number in numbers:
        if number.end in found.places and params and all(is_measure(param) for param in params):
            continue  # `two eggs` are no two minutes
        read = [measured(param, number, said.words) for param in params]
        if params and not any(read):
            found.places |= set(with_unit(number, said.words))
        else:
            kept.append((read[0] if len(read) == 1 else None) or number)
    return kept


def find_dates_for(params: Iterable[Param], said: Utterance, today: date | None, found: Found) -> None:
    """Dates, in order; with the little words in front of them."""
    wanted = [param for param in params if param.kind is Kind.DATE and param.name not in found.values]
    for param, day in zip(wanted, find_days(said.words, today) if wanted else (), strict=False):
        found.values[param.name] = day.value.isoformat()
        found.places |= set(range(lead_in(said.words, day), day.end))


def take_number(param: Param, number: Number, found: Found) -> None:
    """Put a number where it belongs, or remember that it is out of bounds."""
    value = number.value
    if number.percent and param.high is not None and param.high <= 1 < value:
        value = value / 100
    if param.whole and value == int(value):
        value = int(value)
    found.places |= set(range(number.start, number.end))
    if param.accepts_number(value):
        found.values[param.name] = value
    else:
        found.refused = (param, value)


def is_change(number: Number, said: Utterance) -> bool:
    """`louder by ten`, `increase it by five`: how much to change a value by, not the value."""
    by = number.start > 0 and said.words[number.start - 1].text == "by"
    return by and not _CHANGES.isdisjoint({word.text for word in said.words[: number.start]})


def _is_beside(param: Param, number: Number, words: Sequence[Word]) -> bool:
    names = {stem(word) for word in param.words}
    near = [*words[max(0, number.start - 3) : number.start], *words[number.end : number.end + 1]]
    return any(word.stem in names for word in near)


def _by_word(param: Param, said: Utterance, found: Found) -> None:
    """`maximum`, or a number that the recogniser took for a little word (`item for`)."""
    for at, word in enumerate(said.words):
        bound = param.high if word.text in _MOST else param.low if word.text in _LEAST else None
        if bound is not None and at not in found.places:
            take_number(param, Number(at, at + 1, bound), found)
            return
    last = len(said.words) - 1
    last -= last > 0 and said.words[last].text in {"percent", "percentage"}
    if not param.required or said.typed or last < 1 or last in found.places:
        return
    heard = said.words[last].text
    value = SOUND_LIKE.get(heard, BEHIND_TO.get(heard) if said.words[last - 1].text == "to" else None)
    if value is not None and not (heard in {"to", "too"} and said.verb in _TAKES_TO):
        number = Number(last, last + 1, value)
        if param.accepts_number(number.value):
            take_number(param, number, found)
