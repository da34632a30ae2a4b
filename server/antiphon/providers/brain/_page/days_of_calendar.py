"""Days as they are said in a language whose months and weekdays CLDR names: `dritter März`, `in zwei Wochen`."""

import calendar
import re
from collections.abc import Mapping, Sequence
from datetime import date, timedelta
from typing import TYPE_CHECKING, Any

from babel import Locale

from antiphon.providers.brain._page.speech import Day, Word

if TYPE_CHECKING:
    from antiphon.providers.brain._page.speech import Speech

Names = tuple[Mapping[str, int], Mapping[str, int]]
_WRITTEN = re.compile(r"(\d{1,2})\.(\d{1,2})(?:\.(\d{4}|\d{2}))?")
_DAY_FIRST = re.compile(r"(\d{1,2})-(\d{1,2})-(\d{4})")
_ISO = re.compile(r"(\d{4})-(\d{2})-(\d{2})")
_CENTURY = 2000
_YEARS = range(1900, 2200)
_MONTHS = 12
_LONGEST = 3
"""Words of a phrase of the file."""


def names_of(locale: Locale) -> Names:
    """Return the months and the weekdays of a language by their names, whole and cut: from 1, and from 0."""
    months: dict[str, int] = {}
    weekdays: dict[str, int] = {}
    for width in ("abbreviated", "wide"):
        for context in ("format", "stand-alone"):
            for number, name in locale.months[context][width].items():
                months[name.lower().strip(". ")] = int(number)
            for number, name in locale.days[context][width].items():
                name = name.lower().strip(". ")
                weekdays[name] = weekdays[name.split("-")[0]] = int(number)
    return months, weekdays


class Days:
    """Finds days. `data` is the part `calendar` of the language's file, `spans` the days of a span of time.

    `of` may stand between the parts of a date (`3 de marzo`). `coming` stands in front of a weekday or behind it, and
    means no more than that it is to come: `el viernes que viene`. A word for a day is none behind `not_behind`: `por la
    mañana`.
    """

    def __init__(self, names: Names, data: Mapping[str, Any], spans: Mapping[str, int], speech: "Speech") -> None:
        self._months, self._weekdays = names
        self._relative: Mapping[str, int] = data["relative"]
        self._within = tuple(tuple(one.split("_")) for one in data["within"].split())
        self._of = frozenset(data["of"].split())
        self._coming = tuple(tuple(one.split()) for one in data.get("coming", ()))
        self._not_behind = frozenset(data.get("not_behind", "").split())
        self._next = frozenset(data["next"].split())
        self._one = frozenset(data["one"].split())
        self._units = tuple(frozenset(data.get(name, "").split()) for name in ("year", "month", "day"))
        self._behind = frozenset(data.get("behind", "").split())
        self._spans = spans
        self._speech = speech

    def found_in(self, words: Sequence[Word], today: date | None) -> list[Day]:
        """Return every day, in order."""
        found: list[Day] = []
        at = 0
        while at < len(words):
            day = self._dated(words, at, today) or (self._counted(words, at, today) if today else None)
            if day:
                found.append(day)
            at = day.end if day else at + 1
        return found

    def _dated(self, words: Sequence[Word], at: int, today: date | None) -> Day | None:
        if written := _WRITTEN.fullmatch(words[at].text.rstrip(".")):
            year = int(written[3]) if written[3] else None
            year = year + _CENTURY if year is not None and year < 100 else year
            return self._made(at, at + 1, int(written[1]), int(written[2]), year, today)
        three = "-".join(one.text.strip("-") for one in words[at : at + 3])
        if whole := _ISO.fullmatch(three):
            return self._made(at, at + 3, int(whole[3]), int(whole[2]), int(whole[1]), today)
        if whole := _DAY_FIRST.fullmatch(three):
            return self._made(at, at + 3, int(whole[1]), int(whole[2]), int(whole[3]), today)
        if found := self._with_units(words, at, today):
            return found
        day, behind = self._numbered(words, at)
        behind += behind + 1 < len(words) and words[behind].text in self._of
        if day is None or behind >= len(words):
            return None
        # `dritter März`, and `dritter Dritter`, where the month is counted, too
        name = words[behind].text
        month = self._months.get(name) or self._speech.ordinal(name)
        if month is None or (name not in self._months and self._speech.ordinal(words[at].text) is None):
            return None
        year, end = self._year(words, behind + 1)
        return self._made(at, end, day, month, year, today)

    def _with_units(self, words: Sequence[Word], at: int, today: date | None) -> Day | None:
        """`2027 年 5 月 5 日`, of a language that says so: the year may be left out."""
        years, months, days = self._units
        texts = [one.text for one in words[at : at + 6]] + [""] * 6
        year, behind = (int(texts[0]), 2) if texts[0].isdigit() and texts[1] in years else (None, 0)
        month, of_month, day, of_day = texts[behind : behind + 4]
        if of_month not in months or of_day not in days or not (month.isdigit() and day.isdigit()):
            return None
        return self._made(at, at + behind + 4, int(day), int(month), year, today)

    def _numbered(self, words: Sequence[Word], at: int) -> tuple[int | None, int]:
        """The number that begins at a word, and where it ends: `trinta e um`."""
        first = next(iter(self._speech.numbers(words[at : at + _LONGEST])), None)
        if first and first.start == 0 and first.value == int(first.value):
            return int(first.value), at + first.end
        return self._number(words[at].text), at + 1

    def _number(self, text: str) -> int | None:
        if text.isdigit():
            return int(text)
        return self._speech.ordinal(text) or next(
            (int(one.value) for one in self._speech.numbers(self._speech.hear(text))), None
        )

    def _year(self, words: Sequence[Word], at: int) -> tuple[int | None, int]:
        begin = at + (at < len(words) and words[at].text in self._of)
        number = next(iter(self._speech.numbers(words[begin : begin + 1])), None)
        return (int(number.value), begin + 1) if number and number.value in _YEARS else (None, at)

    def _made(self, start: int, end: int, day: int, month: int, year: int | None, today: date | None) -> Day | None:
        if not 1 <= month <= _MONTHS or (year is None and today is None):
            return None
        for year_ in (year,) if year else (today.year, today.year + 1) if today else ():
            if 1 <= day <= calendar.monthrange(year_, month)[1]:
                found = date(year_, month, day)
                if year or today is None or found >= today:
                    return Day(start, end, found)
        return None

    def _counted(self, words: Sequence[Word], at: int, today: date) -> Day | None:
        """`morgen`, `nächsten Freitag`, `in drei Tagen`."""
        if day := self._named(words, at):
            return self._shifted(at, day[1], today, day[0])
        coming = self._phrase(self._coming, words, at)
        text = words[at].text
        is_next = text in self._next
        start = at + (coming or is_next)
        named = words[start].text if start < len(words) else ""
        behind = start + 1 + self._phrase(self._coming, words, start + 1)
        if named in self._weekdays:
            days = (self._weekdays[named] - today.weekday()) % 7 or 7
            if is_next:
                days = 7 - today.weekday() + self._weekdays[named]
            return self._shifted(at, behind, today, days)
        if (is_next or coming or behind > start + 1) and self._spans.get(named, 0) > 1:
            return self._shifted(at, behind, today, self._spans[named])
        if at + 2 < len(words) and words[at + 2].text in self._behind and (span := self._spans.get(words[at + 1].text)):
            many = self._number(text)
            return self._shifted(at, at + 3, today, many * span) if many else None
        many_at = at + self._phrase(self._within, words, at)
        if many_at > at and many_at + 1 < len(words) and (span := self._spans.get(words[many_at + 1].text)):
            many = 1 if words[many_at].text in self._one else self._number(words[many_at].text)
            return self._shifted(at, many_at + 2, today, many * span) if many else None
        return None

    def _named(self, words: Sequence[Word], at: int) -> tuple[int, int] | None:
        """The distance in days of one that has a word, or several, and the end of these: `pasado mañana`."""
        if at and words[at - 1].text in self._not_behind:
            return None
        for end in range(min(at + _LONGEST, len(words)), at, -1):
            name = " ".join(word.text for word in words[at:end])
            if name in self._relative:
                return self._relative[name], end
        return None

    def _phrase(self, phrases: Sequence[tuple[str, ...]], words: Sequence[Word], at: int) -> int:
        """Return how many words the longest of some phrases has that stands here; 0 where none does."""
        texts = tuple(word.text for word in words[at : at + _LONGEST])
        return max((len(one) for one in phrases if one and texts[: len(one)] == one), default=0)

    def _shifted(self, start: int, end: int, today: date, days: int) -> Day | None:
        try:
            return Day(start, end, today + timedelta(days=days))
        except OverflowError:  # in a million weeks
            return None
