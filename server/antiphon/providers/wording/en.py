"""English as it is said: figures, money, dates, times, units, addresses and short forms as words.

The everyday rest, from `2 + 3` to `20 °C`, is `normt2s`'s. What that takes for something else, or leaves to the
voice, is written out before it is asked.
"""

import re
from functools import cache

from normt2s import Normalizer

from antiphon.providers.wording._en import dates, money, names
from antiphon.providers.wording._en.figures import AMOUNT, SCALES, TO, cardinal, number

UNREADABLE = {"link": "the link on the page", "code": "the code on the page", "number": "the long number on the page"}

_UNITS = {
    "mph": ("mile per hour", "miles per hour"), "fps": ("frame per second", "frames per second"),
    "rpm": ("revolution per minute", "revolutions per minute"), "dpi": ("dot per inch", "dots per inch"),
    "kbps": ("kilobit per second", "kilobits per second"), "Mbps": ("megabit per second", "megabits per second"),
    "Gbps": ("gigabit per second", "gigabits per second"), "sec": ("second", "seconds"), "secs": ("second", "seconds"),
    "hr": ("hour", "hours"), "hrs": ("hour", "hours"), "mins": ("minute", "minutes"), "yrs": ("year", "years"),
    "wk": ("week", "weeks"), "wks": ("week", "weeks"), "tbsp": ("tablespoon", "tablespoons"),
    "tsp": ("teaspoon", "teaspoons"),
    "gal": ("gallon", "gallons"), "V": ("volt", "volts"), "W": ("watt", "watts"), "kg": ("kilogram", "kilograms"),
    "kn": ("knot", "knots"), "PB": ("petabyte", "petabytes"), "ha": ("hectare", "hectares"), "pt": ("point", "points"),
    "GiB": ("gibibyte", "gibibytes"), "MiB": ("mebibyte", "mebibytes"), "mAh": ("milliamp hour", "milliamp hours"),
}  # fmt: skip
_SHORT_SCALE = re.compile(
    rf"(?<![\w.,$])(?P<amount>{AMOUNT})(?P<scale>k|M(?= [a-z])|(?<!(?<!\d)[248])K(?= [a-z]|\+|$)|bn|mn)(?!\w)"
)
_RANGE = re.compile(rf"(?<![\w.,/+-])(?P<one>{AMOUNT})(?P<sign>%)?{TO}(?P<other>{AMOUNT})(?![\w/-]|[.,]\d)")
_RANGE_OF_UNITS = re.compile(rf"(?<![\w.,/+-])(?P<one>{AMOUNT}){TO}(?=(?:{AMOUNT})\s?(?:[A-Za-z\u00b0\u00b5%]))")
_ONE_LETTER = re.compile(rf"(?<![\w.,/-])(?P<amount>{AMOUNT})\s?(?P<unit>[VWLl])(?![\w'\u2019+&-]|\s[A-Z])")
_ONE_LETTER_UNITS = {"V": "volt", "W": "watt", "L": "liter", "l": "liter"}
_SQUARE = re.compile(r"(?<=\d) (sq|cu)\.? ?(ft|in|mi|yd|m)\b\.?")
_SQUARES = {"sq": "square", "cu": "cubic", "ft": "feet", "in": "inches", "mi": "miles", "yd": "yards", "m": "meters"}
_PRESSURE = re.compile(r"(?<![\w/])(\d{2,3})/(\d{2,3})(?=\s?mm\s?Hg)")
_AND_A_PART = re.compile(r"(?<![\w./,-])(\d{1,3})[ -](?=\d{1,2}/\d{1,2}(?![\w/]))")
_LETTERS_TO = re.compile(r"(?<![\w-])([A-Z])(?:-(?=Z)|\u2013)([A-Z])(?![\w-])")
_EVEN = re.compile(r"(?<![\w/])(\d{1,3})/(?:\1|(?<=\b9/)11)(?![\w/])")
_POWER = re.compile(r"(?<![\w.])(\d(?:\.\d+)?)[eE]([+-]?)(\d{1,3})(?!\w)")
_HEX = re.compile(r"\b0[xX]([0-9A-Fa-f]{1,8})\b")
_RATIO = re.compile(r"(?<![\w:.])(\d{1,2}):(\d{1,2})(?![\w:])")
_TIMES = re.compile(r"(?<![\w.])(\d+(?:\.\d+)?)(?:\s[xX]\s|[xX])(?=\d)|(?<![\w.])(\d+(?:\.\d+)?)[xX\u00d7](?!\w|\s?\d)")
_NUMBERED = re.compile(r"(?<!\w)#\s?(?=\d)")
_COMMA = re.compile(r"(?<![\w.,])(\d+),(\d{1,2})(?![\w,.]*\d)")
_FEET = re.compile(r"(?<![\w.])(\d{1,2})['\u2032\u2019]\s?(\d{1,2})(?:\"|\u2033|\u201d|'')")
_LETTER_HYPHEN = re.compile(r"(?<=[A-Za-z])-(?=\d)")
_COMPARED = (
    (re.compile(r"(?<![\w~])~\s?(?=[\d$\u20ac\u00a3])"), "about "),
    (re.compile(r"(?<![\w<])<\s?(?=[\d$\u20ac\u00a3])"), "less than "),
    (re.compile(r"(?<![\w>-])>\s?(?=[\d$\u20ac\u00a3])"), "more than "),
)
"""Before an amount, while it still is one."""
_SIGNS = (
    (re.compile(r"(?<=\d)\+(?![\w+])"), " plus"),
    (re.compile(r"\s*(?:\u2192|->|=>|\u21d2)\s*"), ", "),
    (re.compile(r"(?<=[\w)])\s*\u2014\s*|\s+\u2013\s+|\s+--+\s+"), ", "),
    # Without a figure before it: with one it is a unit, of `_UNITS` or of `normt2s`, which knows the usual ones.
    (re.compile(r"(?<![\w/])(?<!\d )km/h\b"), "kilometers per hour"),
    (re.compile(r"(?<!\w)#(?=[A-Za-z])"), "hashtag "),
    (re.compile(r"\u00a7\s?"), "section "),
    (re.compile(r"\u2026"), "..."),
    (re.compile(r"(?<=\d)\s?\u2605"), " stars"),
    (re.compile(r"(?<=\w) \* (?=\w)"), " times "),
    (re.compile(r"\bmm\s?Hg\b"), "millimeters of mercury"),
    (re.compile(r"[\u00a9\u00ae\u2122\u2020\u2021\u00b6]"), ""),
    (re.compile(r"(?<=[A-Za-z])\s?&\s?(?=[A-Za-z])"), " and "),
    (re.compile(r"(?<!\d)\.(?=\d)"), "0."),
)

_LEFT = re.compile(r"[*|~^{}\\<>_`\[\]]+")
"""Signs that the voice would name."""


def word(text: str, language: str) -> str:
    """The text in words; `language` says whose dates they are."""
    for sign, said in _COMPARED:
        text = sign.sub(said, text)
    text = dates.word(_NUMBERED.sub("number ", text), language)
    text = money.word(text)
    text = dates.years(names.word(_COMMA.sub(r"\1.\2", text)))
    text = _SHORT_SCALE.sub(lambda found: f"{number(found['amount'])} {SCALES[found['scale']]}", text)
    text = _EVEN.sub(lambda found: found[0].replace("/", " "), text)
    text = _PRESSURE.sub(r"\1 over \2", _AND_A_PART.sub(r"\1 and ", _LETTERS_TO.sub(r"\1 to \2", text)))
    text = _HEX.sub(lambda found: f"zero x {' '.join(found[1])}", _POWER.sub(_power, text))
    text = _SQUARE.sub(lambda found: f" {_SQUARES[found[1]]} {_SQUARES[found[2]]}", text)
    text = _RANGE_OF_UNITS.sub(lambda found: f"{number(found['one'])} to ", text)
    text = _ONE_LETTER.sub(_unit, _RANGE.sub(_range, text))
    text = _FEET.sub(r"\1 feet \2", text)
    text = _RATIO.sub(r"\1 to \2", text)
    text = _TIMES.sub(lambda found: f"{found[1]} by " if found[1] else f"{found[2]} times", text)
    text = _LETTER_HYPHEN.sub(" ", text)
    for sign, said in _SIGNS:
        text = sign.sub(said, text)
    said = names.slashes(_everyday().normalize(text))
    return " ".join(_LEFT.sub(" ", said).split())


def _unit(found: re.Match[str]) -> str:
    return f"{number(found['amount'])} {_ONE_LETTER_UNITS[found['unit']]}{'' if found['amount'] == '1' else 's'}"


def _power(found: re.Match[str]) -> str:
    return (
        f"{number(found[1])} times ten to the power of {'minus ' if found[2] == '-' else ''}{cardinal(int(found[3]))}"
    )


def _range(found: re.Match[str]) -> str:
    return f"{number(found['one'])}{' percent' if found['sign'] else ''} to {number(found['other'])}"


@cache
def _everyday() -> Normalizer:
    normalizer = Normalizer("en", latex="keep")
    for symbol, (one, several) in _UNITS.items():
        normalizer.add_unit(symbol, one, several)
    return normalizer
