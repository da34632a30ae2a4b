"""Dates as people say them: `tomorrow`, `next friday`, `in two weeks`, `march third`, `2026-03-04`.

Pure: what `today` is, is told; where nobody knows it, only dates that name their year are found.
"""

import calendar
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from antiphon.providers.brain._rules.lexicon import bag
from antiphon.providers.brain._rules.numbers import find_numbers
from antiphon.providers.brain._rules.words import Word, hear

_DAYS = {name: at for at, name in enumerate(
    ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
)}  # fmt: skip
_MONTHS = {name: at for at, name in enumerate(
    (
        "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november",
        "december",
    ), 1
)}  # fmt: skip
_FIXED = (
    (("the", "day", "after", "tomorrow"), 2), (("day", "after", "tomorrow"), 2),
    (("the", "day", "before", "yesterday"), -2), (("day", "before", "yesterday"), -2),
    (("a", "week", "from", "today"), 7), (("a", "week", "from", "now"), 7), (("next", "week"), 7),
    (("tomorrow",), 1), (("today",), 0), (("tonight",), 0), (("yesterday",), -1),
)  # fmt: skip
_SPANS = {"day": 1, "week": 7}
_FROM_NOW = frozenset({("from", "now"), ("from", "today")})
_LEAD_INS = bag("on for by at until till from to the this")
_FIRST_YEAR, _LAST_YEAR = 1000, 9999


@dataclass(frozen=True, slots=True)
class Day:
    """A date in the words `start` to `end` (exclusive)."""

    start: int
    end: int
    value: date


def find_days(words: Sequence[Word], today: date | None) -> list[Day]:
    """Every date in an utterance, in order."""
    found: list[Day] = []
    at = 0
    while at < len(words):
        day = next((day for read in _READERS if (day := read(words, at, today))), None)
        if day:
            found.append(day)
        at = day.end if day else at + 1
    return found


def lead_in(words: Sequence[Word], day: Day) -> int:
    """Return where the little words in front of a date begin: `on the` third of May."""
    start = day.start
    while start and words[start - 1].text in _LEAD_INS:
        start -= 1
    return start


def told_today(narration: str) -> date | None:
    """The date that a page tells: `Today is 4 March 2026.`"""
    at = narration.lower().find("today is")
    if at < 0:
        return None
    days = find_days(hear(narration[at + len("today is") : at + 60].split("\n")[0]), None)
    return days[0].value if days else None


def _fixed(words: Sequence[Word], at: int, today: date | None) -> Day | None:
    texts = tuple(word.text for word in words[at : at + 4])
    for phrase, days in _FIXED if today else ():
        if today and texts[: len(phrase)] == phrase:
            return _shifted(at, at + len(phrase), today, days)
    return None


def _weekday(words: Sequence[Word], at: int, today: date | None) -> Day | None:
    first = words[at].text
    named = at + (first in {"next", "this", "coming"})
    if today is None or named >= len(words):
        return None
    wanted = _DAYS.get(words[named].text, _DAYS.get(words[named].stem))
    if wanted is None:
        return None
    days = (wanted - today.weekday()) % 7
    if first == "next":
        days = 7 - today.weekday() + wanted
    elif first != "this":
        days = days or 7
    end = named + 1
    if [word.text for word in words[end : end + 2]] == ["next", "week"]:
        days, end = 7 - today.weekday() + wanted, end + 2
    return _shifted(at, end, today, days)


def _span(words: Sequence[Word], at: int, today: date | None) -> Day | None:
    """`in three days`, `two weeks from now`."""
    within = words[at].text == "in"
    start = at + within
    if today is None or start >= len(words):
        return None
    number = next((one for one in find_numbers(words[start : start + 4]) if one.start == 0), None)
    count, end = (number.value, start + number.end) if number else (1, start + (words[start].text in {"a", "one"}))
    if end == start or end >= len(words) or words[end].stem not in _SPANS or count != int(count):
        return None
    after = tuple(word.text for word in words[end + 1 : end + 3])
    if not within and after not in _FROM_NOW:
        return None
    last = end + 1 if within else end + 3
    return _shifted(at, last, today, int(count) * _SPANS[words[end].stem])


def _iso(words: Sequence[Word], at: int, today: date | None) -> Day | None:
    texts = [word.text for word in words[at : at + 3]]
    if len(texts) < 3 or not all(text.isascii() and text.isdigit() for text in texts) or len(texts[0]) != 4:
        return None
    return _made(at, at + 3, int(texts[0]), int(texts[1]), int(texts[2]))


def _month_first(words: Sequence[Word], at: int, today: date | None) -> Day | None:
    """`march third`, `march the 3rd, 2026`."""
    month = _MONTHS.get(words[at].text)
    start = at + 1 + (at + 1 < len(words) and words[at + 1].text == "the")
    day = _day_number(words, start) if month else None
    return _of_year(words, at, *day, month, today) if month and day else None


def _day_first(words: Sequence[Word], at: int, today: date | None) -> Day | None:
    """`the third of march`, `3 march 2026`."""
    start = at + (words[at].text == "the")
    day = _day_number(words, start)
    if not day:
        return None
    value, end = day
    end += end < len(words) and words[end].text == "of"
    month = _MONTHS.get(words[end].text) if end < len(words) else None
    return _of_year(words, at, value, end + 1, month, today) if month else None


def _day_number(words: Sequence[Word], start: int) -> tuple[int, int] | None:
    """The day of a month and the place behind it; of `third twenty twenty six` only the first number."""
    for size in (2, 1):
        window = words[start : start + size]
        number = next((one for one in find_numbers(window) if one.start == 0), None)
        if number and number.end == len(window) and number.value in range(1, 32):
            return int(number.value), start + number.end
    return None


def _of_year(words: Sequence[Word], start: int, day: int, end: int, month: int, today: date | None) -> Day | None:
    year = _year(words, end)
    if year:
        return _made(start, year[1], year[0], month, day)
    if today is None:
        return None
    this = _made(start, end, today.year, month, day)
    return this if this and this.value >= today else _made(start, end, today.year + 1, month, day)


def _year(words: Sequence[Word], at: int) -> tuple[int, int] | None:
    """`2026`, `twenty twenty six`, `two thousand twenty six`."""
    if at < len(words) and words[at].text.isascii() and words[at].text.isdigit() and len(words[at].text) == 4:
        return int(words[at].text), at + 1
    if at < len(words) and words[at].text == "twenty":
        rest = next((one for one in find_numbers(words[at + 1 : at + 3]) if one.start == 0), None)
        if rest and rest.value in range(10, 100):
            return 2000 + int(rest.value), at + 1 + rest.end
    whole = next((one for one in find_numbers(words[at : at + 5]) if one.start == 0), None)
    return (int(whole.value), at + whole.end) if whole and whole.value in range(1900, 2200) else None


def _made(start: int, end: int, year: int, month: int, day: int) -> Day | None:
    in_calendar = _FIRST_YEAR <= year <= _LAST_YEAR and 1 <= month <= len(_MONTHS)
    fits = in_calendar and 1 <= day <= calendar.monthrange(year, month)[1]
    return Day(start, end, date(year, month, day)) if fits else None


def _shifted(start: int, end: int, today: date, days: int) -> Day | None:
    try:
        return Day(start, end, today + timedelta(days=days))
    except OverflowError:  # `in a million weeks`
        return None


_READERS: tuple[Callable[[Sequence[Word], int, date | None], Day | None], ...] = (
    _fixed, _weekday, _span, _iso, _month_first, _day_first,
)  # fmt: skip
