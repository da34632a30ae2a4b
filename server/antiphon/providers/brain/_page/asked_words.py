"""The words of questions as data of a language's file: its calendar, words that are near to each other, opposites."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from antiphon.providers.brain._page.speech import Speech

_SHORT = 3
"""Letters of a month's or a weekday's name where it is cut."""
_NONE = "(?!)"
"""Matches nothing, for a language whose names are all short, or all long."""


@dataclass(frozen=True, eq=False, slots=True)
class Calendar:
    """Names of months and days. `dates` are the ways to write a date, with what each of their groups is."""

    months: Mapping[str, int]
    weekdays: Mapping[str, int]
    parts: Mapping[str, tuple[int, int]]
    """From which hour to which a part of the day goes."""
    relative: Mapping[str, int]
    """Of `tomorrow`: how many days it is from today."""
    leads: Mapping[str, Literal["in", "before", "after", "until", "since"]]
    dates: tuple[tuple[re.Pattern[str], tuple[str, ...]], ...]
    weekday: re.Pattern[str]
    ordinals: Mapping[str, int]
    spans: Mapping[str, tuple[int, int]]
    """Of a weekend: its first and its last weekday."""
    weeks: Mapping[str, int]
    """Of `next week`: how many weeks it is from this one."""
    articles: frozenset[str]


@dataclass(frozen=True, eq=False, slots=True)
class AskedWords:
    """The words that only the reading of questions needs."""

    calendar: Calendar
    words: Mapping[str, frozenset[str]]
    phrases: Mapping[str, tuple[str, ...]]
    akin: Mapping[str, frozenset[str]]
    """By stem: words that a page may use for what was said."""
    opposites: Mapping[str, frozenset[str]]
    """By stem: words that hold where this one does not."""
    marks: Mapping[str, str]
    """What a sign in front of a text says."""
    roles: Mapping[str, str]
    """What a lead asks for: `who`, `where`, `when`, `what`, `which`, an `amount`, a `length`, a `number`, a `degree`,
    the `manner` of doing something, or the `reason`."""
    kinds: Mapping[str, frozenset[str]]
    """What is asked for by `how much`, `how long`, `where`: kinds of values, beside the columns of `asks`."""

    lasts: Mapping[str, float]
    """Minutes of what a length is counted in."""
    than: Mapping[str, tuple[bool, frozenset[str]]]
    """Of `cheaper`: whether more is meant, and stems of what a column may be called."""
    ways: Mapping[str, tuple[str, ...]]
    """Sayings for what controls do, beside the labels themselves."""
    denied: re.Pattern[str]
    """What does not hold of something, in its text: `not paid`."""
    shapes: Mapping[str, re.Pattern[str]]
    """By stem: how what is called so is written, a telephone's number or an e-mail address."""
    sizes: Mapping[str, frozenset[str]]
    """Which kinds of values words for columns speak of: a `price` is money."""

    @property
    def who(self) -> frozenset[str]:
        """Words that ask for a person."""
        return frozenset(phrase for phrase, role in self.roles.items() if role == "who")

    def forms(self, word: str) -> frozenset[str]:
        """A stem and what is near to it."""
        return self.akin.get(word, frozenset()) | {word}


def asked_words(data: Mapping[str, Any], speech: Speech) -> AskedWords:
    """Read the parts `asked`, `calendar`, `akin`, `opposites`, `marks` and `asked_kinds` of a language's file."""
    lists = {name: value.split() if isinstance(value, str) else value for name, value in data["asked"].items()}
    return AskedWords(
        _calendar(data["calendar"], data["words"]["ordinal_endings"], speech),
        {name: frozenset(value) for name, value in lists.items()},
        {name: tuple(sorted(value, key=len, reverse=True)) for name, value in lists.items()},
        _by_stem(data["akin"], speech),
        _by_stem(data["opposites"], speech),
        dict(data["marks"]),
        {phrase: role for role, phrases in data["roles"].items() for phrase in phrases},
        {lead: frozenset(kinds.split()) for lead, kinds in data["asked_kinds"].items()},
        {word: float(minutes) for words, minutes in data["lasts"].items() for word in words.split()},
        {
            word: (text.split()[0] == "more", frozenset(map(speech.stem, text.split()[1:])))
            for word, text in data["than"].items()
        },
        {name: tuple(sayings) for name, sayings in data["sayings"].items()},
        re.compile(rf"\b(?:{'|'.join(lists['denying'])})(?: [^\W\d_]+)", re.IGNORECASE),
        {speech.stem(word): re.compile(shape) for words, shape in data["shapes"].items() for word in words.split()},
        {kind: frozenset(map(speech.stem, words.split())) for kind, words in data["sizes"].items()},
    )


def _by_stem(data: Mapping[str, str], speech: Speech) -> dict[str, frozenset[str]]:
    found: dict[str, frozenset[str]] = {}
    for words, others in data.items():
        for word in words.split():
            one = speech.stem(word)
            found[one] = found.get(one, frozenset()) | frozenset(map(speech.stem, others.split()))
    return found


def _calendar(data: Mapping[str, Any], endings: Sequence[str], speech: Speech) -> Calendar:
    months = _names(data["months"].split(), 1) if "months" in data else speech.months
    weekdays = _names(data["weekdays"].split(), 0) if "weekdays" in data else speech.weekdays
    month = "|".join(sorted(map(re.escape, months), key=len, reverse=True))
    full = "|".join(re.escape(name) for name in weekdays if len(name) > _SHORT) or _NONE
    cut = "|".join(re.escape(name) for name in weekdays if len(name) <= _SHORT) or _NONE
    weekday = rf"(?:{full})(?=s?\b)|(?:{cut})(?=\.?,?\s*(?:$|[\d·,;)\u2013]))"
    day = rf"(?<![\d.,:])([0-3]?\d)(?:{'|'.join(endings)})?\.?"
    year = r"(\d{4})(?!\d)"
    of = "|".join(map(re.escape, data["of"].split()))
    ways = (
        (rf"{day} (?:(?:{of}) )?({month})\b\.?,? {year}", ("day", "month", "year")),
        (rf"\b({month})\b\.? (?:(?:{of}) )?{day}(?![\d:]),? {year}", ("month", "day", "year")),
        (rf"{day} (?:(?:{of}) )?({month})\b", ("day", "month")),
        (rf"\b({month})\b\.? {year}", ("month", "year")),
        (rf"\b({month})\b\.? (?:(?:{of}) )?{day}(?![\d:])\b", ("month", "day")),
    )
    return Calendar(
        months,
        weekdays,
        {part: (int(hours.split()[0]), int(hours.split()[1])) for part, hours in data["parts"].items()},
        dict(data["relative"]),
        {word: way for way, words in data["leads"].items() for word in words.split()},
        tuple((re.compile(text), order) for text, order in ways),
        re.compile(rf"\b({weekday})"),
        {word: at for at, word in enumerate(data.get("ordinals", "").split(), 1)},
        {name: (int(days.split()[0]), int(days.split()[1])) for name, days in data.get("spans", {}).items()},
        dict(data.get("weeks", {})),
        frozenset(data.get("articles", "").split()),
    )


def _names(names: list[str], first: int) -> dict[str, int]:
    whole = {name: at for at, name in enumerate(names, first)}
    return {name[:_SHORT]: at for name, at in whole.items()} | whole
