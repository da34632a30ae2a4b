"""Rules for what a number counts: a price is no quantity, and five minutes are three hundred of what is told in
seconds."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from antiphon.providers.brain._rules.lexicon import bag
from antiphon.providers.brain._rules.numbers import CENTS, MONEY, Number, find_numbers
from antiphon.providers.brain._rules.schema import Param
from antiphon.providers.brain._rules.words import Word, hear, stem
from antiphon.providers.english import SMALL, TENS

_SIZES: tuple[Mapping[str, float], ...] = (
    {"millisecond": 0.001, "second": 1, "minute": 60, "hour": 3600, "day": 86_400, "week": 604_800},
    {"microgram": 1e-6, "milligram": 1e-3, "mg": 1e-3, "gram": 1, "g": 1, "kilo": 1e3, "kilogram": 1e3, "kg": 1e3},
    {"millimetre": 1e-3, "millimeter": 1e-3, "mm": 1e-3, "centimetre": 0.01, "centimeter": 0.01, "cm": 0.01,
     "metre": 1, "meter": 1, "kilometre": 1e3, "kilometer": 1e3, "km": 1e3},
    {"millilitre": 1e-3, "milliliter": 1e-3, "ml": 1e-3, "centilitre": 0.01, "litre": 1, "liter": 1},
)  # fmt: skip
"""Units that can be counted in each other."""
_COUNTING = bag("quantity count pieces copies number no id index place position rank item items line row slot page")
_OF_MONEY = (
    MONEY
    | CENTS
    | bag(
        "amount price sum total cost money budget value donation tip fee bid offer payment deposit credit limit "
        "balance fare"
    )
)
_THREE_PLACES = 3


def counts(param: Param) -> bool:
    """Tell whether a parameter tells how many, or which by its number, and no money."""
    words = {*param.words} | _named(param)
    return not words.isdisjoint(_COUNTING) and words.isdisjoint(_OF_MONEY)


def _named(param: Param) -> set[str]:
    return {stem(word) for word in param.words}


def own_currencies(param: Param) -> set[str]:
    """The currencies that a parameter is told in."""
    return _told(param) & MONEY


def _told(param: Param) -> set[str]:
    return _named(param) | {word.stem for word in hear(param.label)}


def measured(param: Param, number: Number, words: Sequence[Word]) -> Number | None:
    """A number in the unit of its parameter; None where it counts something else: `20 euros`, for a quantity."""
    unit = words[number.end].stem if number.end < len(words) else ""
    if unit in MONEY | CENTS:
        told = _told(param)
        if counts(param) or any(not told.isdisjoint(sizes) for sizes in _SIZES):
            return None
        in_cents = not told.isdisjoint(CENTS)
        if unit in CENTS and not in_cents and not _named(param).isdisjoint(_OF_MONEY):
            return replace(number, value=number.value / 100)
        return number
    if _is_price(number, words) and counts(param) and not number.percent:
        return None
    for sizes in _SIZES:
        own = [size for name, size in sizes.items() if name in _named(param)]
        if unit in sizes and len(own) == 1 and own[0] != sizes[unit]:
            return replace(number, value=_exactly(number.value * sizes[unit] / own[0]))
    return number


def is_measure(param: Param) -> bool:
    """Tell whether a parameter tells a time, a weight or a length, by the unit that it is called by."""
    return any(name in sizes for sizes in _SIZES for name in _named(param))


def may_be_thousands(param: Param, value: Any, words: Sequence[Word]) -> bool:
    """Tell whether a number with three figures behind its point may be a thousand times as much: `1.500`."""
    texts = [words[number.start].text for number in find_numbers(words) if number.value == value]
    parted = [text.partition(".") for text in texts]
    written = any(len(places) == _THREE_PLACES and places.isdigit() and whole[:1] != "0" for whole, _, places in parted)
    return written and isinstance(value, int | float) and param.accepts_number(round(value * 1000))


def with_unit(number: Number, words: Sequence[Word]) -> range:
    """The places of a number and of the unit behind it."""
    unit = number.end < len(words) and words[number.end].stem in MONEY | CENTS
    return range(number.start, number.end + unit)


def may_be_two(words: Sequence[Word]) -> bool:
    """Tell whether a number can be read in two ways: `one twenty` (120, or 1.20), `1.500`."""
    for number in find_numbers(words):
        texts = [word.text for word in words[number.start : number.end]]
        if len(texts) > 1 and 0 < SMALL.get(texts[0], 0) < 10 and texts[1] in TENS:
            return True
        _, point, places = texts[0].partition(".")
        if point and len(places) == _THREE_PLACES and places.isdigit():
            return True
    return False


def _is_price(number: Number, words: Sequence[Word]) -> bool:
    """`for 12`, where nothing follows."""
    return number.start > 1 and words[number.start - 1].text in {"for", "at"} and number.end == len(words)


def _exactly(value: float) -> int | float:
    rounded = round(value, 9)
    return int(rounded) if rounded == int(rounded) else rounded
