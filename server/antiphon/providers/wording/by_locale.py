"""Figures and short forms as they are said, by the names that CLDR has (Babel): one kind of module for many languages.

A voice says plain numbers in its language by itself. What it says wrong, letter by letter or not at all, is written out
here: prices, units, dates, times, telephone numbers and abbreviations.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date

from babel.dates import format_date
from babel.numbers import NumberFormatError, get_currency_name, parse_decimal
from babel.units import format_unit

_NUMBER = r"\d+(?:[.,\u202f\u00a0' ]\d{3})*(?:[.,]\d+)?"
_SYMBOLS = {"€": "EUR", "$": "USD", "£": "GBP", "¥": "JPY", "CHF": "CHF", "EUR": "EUR", "USD": "USD", "GBP": "GBP"}
_SYMBOL = "|".join(map(re.escape, _SYMBOLS))
_LETTER = r"[^\W\u3400-\u9fff]"
_APART = rf"(?<![.,]|{_LETTER})"
"""No letter or figure stands right before it. Chinese is written without blanks: its characters may stand there."""
_MONEY = re.compile(
    rf"{_APART}(?:(?P<before>{_SYMBOL})\s?(?P<first>{_NUMBER})|(?P<last>{_NUMBER})\s?(?P<behind>{_SYMBOL}))(?!{_LETTER})"
)
_UNITS = {
    "km/h": "speed-kilometer-per-hour", "km": "length-kilometer", "cm": "length-centimeter", "mm": "length-millimeter",
    "m": "length-meter", "m²": "area-square-meter", "kg": "mass-kilogram", "g": "mass-gram", "ml": "volume-milliliter",
    "l": "volume-liter", "L": "volume-liter", "°C": "temperature-celsius", "°F": "temperature-fahrenheit",
    "kWh": "energy-kilowatt-hour", "kW": "power-kilowatt", "W": "power-watt", "GB": "digital-gigabyte",
    "MB": "digital-megabyte", "min": "duration-minute", "%": "concentr-percent",
}  # fmt: skip
_LONGEST_FIRST = "|".join(sorted(map(re.escape, _UNITS), key=len, reverse=True))
_UNIT = re.compile(rf"{_APART}(?P<amount>-?{_NUMBER})\s?(?P<unit>{_LONGEST_FIRST})(?![²/]|{_LETTER})")
_ISO = re.compile(rf"(?<!-)(?<!{_LETTER})(\d{{4}})-(\d{{1,2}})-(\d{{1,2}})(?!-|{_LETTER})")
_DAY_FIRST = re.compile(r"(?<![\w./-])(\d{1,2})([./-])(\d{1,2})\2(\d{4})(?![\w/-]|\.\d)")
_PHONE = re.compile(rf"{_APART}(?P<plus>\+\s?)?(?P<rest>\d[\d ()/\u2011-]{{5,18}}\d)(?![.,]?\d|{_LETTER})")
_FIGURES = re.compile(r"\d+")
_SHORTEST_PHONE, _GROUPS = 7, 2


@dataclass(frozen=True, slots=True)
class LocaleWording:
    """One language. `short_forms` are abbreviations, as they are written, and what they are read as.

    `time` says `{h}` and `{m}`, `hour` a whole hour; `clock` are the words that may stand behind a time already. `plus`
    is the sign before a telephone number.
    """

    code: str
    short_forms: Mapping[str, str]
    time: str
    hour: str
    plus: str
    clock: str = ""

    def word(self, text: str, language: str) -> str:
        """The text in words; `language` (BCP 47) is not asked for more than the language itself."""
        del language
        text = self._times(self._dates(self._abbreviations(text)))
        text = _MONEY.sub(self._price, text)
        text = _UNIT.sub(self._measure, text)
        return _PHONE.sub(self._phone, text)

    def _abbreviations(self, text: str) -> str:
        for short, said in self.short_forms.items():
            spaced = r"\s?".join(map(re.escape, short.split()))
            text = re.sub(rf"(?<![\w.]){spaced}(?!\w)", said, text)
        return text

    def _dates(self, text: str) -> str:
        text = _ISO.sub(lambda found: self._day(found[0], int(found[1]), int(found[2]), int(found[3])), text)
        return _DAY_FIRST.sub(lambda found: self._day(found[0], int(found[4]), int(found[3]), int(found[1])), text)

    def _day(self, written: str, year: int, month: int, day: int) -> str:
        try:
            return format_date(date(year, month, day), "long", self.code)
        except ValueError:
            return written

    def _times(self, text: str) -> str:
        behind = rf"(?:\s?(?:{self.clock})\b)?" if self.clock else ""
        pattern = rf"(?<![.,:/-])(?<!{_LETTER})([01]?\d|2[0-3]):([0-5]\d)(?![\d:]|\.\d){behind}"
        return re.sub(pattern, self._time, text)

    def _time(self, found: re.Match[str]) -> str:
        hour, minute = int(found[1]), int(found[2])
        return self.time.format(h=hour, m=minute) if minute else self.hour.format(h=hour)

    def _price(self, found: re.Match[str]) -> str:
        amount = found["first"] or found["last"]
        name = get_currency_name(_SYMBOLS[found["before"] or found["behind"]], self._value(amount), self.code)
        return f"{amount} {name}"

    def _measure(self, found: re.Match[str]) -> str:
        amount = found["amount"]
        said = format_unit(self._value(amount), _UNITS[found["unit"]], "long", locale=self.code)
        # The amount stays as it was written; of what CLDR says, the figures are its own.
        return re.sub(rf"-?{_NUMBER}", lambda _: amount, said, count=1)

    def _value(self, amount: str) -> float:
        try:
            return float(parse_decimal(amount, locale=self.code))
        except NumberFormatError:
            return 2.0  # it is written as elsewhere: of several kinds, the usual one

    def _phone(self, found: re.Match[str]) -> str:
        groups: list[str] = _FIGURES.findall(found["rest"])
        if sum(map(len, groups)) < _SHORTEST_PHONE or (not found["plus"] and not groups[0].startswith("0")):
            return found[0]
        if len(groups) < _GROUPS and not found["plus"]:
            return found[0]
        return (f"{self.plus} " if found["plus"] else "") + ", ".join(" ".join(group) for group in groups)
