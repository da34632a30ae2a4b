"""Values in a command: numbers, dates, and on or off. Choices of an enum are in `choices`."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from antiphon.providers.brain._rules.dates import find_days, lead_in
from antiphon.providers.brain._rules.lexicon import FALSE_WORDS, TRUE_WORDS, bag
from antiphon.providers.brain._rules.numbers import BEHIND_TO, SOUND_LIKE, Number
from antiphon.providers.brain._rules.schema import Kind, Param
from antiphon.providers.brain._rules.units import is_measure, measured, with_unit
from antiphon.providers.brain._rules.utterance import Mood, Utterance
from antiphon.providers.brain._rules.words import Word, stem

_MOST = bag("maximum max full highest most")
_LEAST = bag("minimum min lowest least")
_CHANGES = bag("up down more less increase decrease raise lower reduce boost out in louder quieter")
TURNS_OFF = frozenset({"off", "mute", "remove"})
"""Groups of verbs that mean off where something is on or off: `get rid of the notifications`."""
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
