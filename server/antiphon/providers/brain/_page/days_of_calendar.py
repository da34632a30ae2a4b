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
_ISO = re.compile(r"(\d{4})-(\d{2})-(\d{2})")
_CENTURY = 2000
_YEARS = range(1900, 2200)
_MONTHS = 12


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
    """Finds days. `data` is the part `calendar` of the language's file, `spans` the days of a span of time."""

    def __init__(self, names: Names, data: Mapping[str, Any], spans: Mapping[str, int], speech: "Speech") -> None:
        self._months, self._weekdays = names
        self._relative: Mapping[str, int] = data["relative"]
        self._within = frozenset(data["within"].split())
        self._next = frozenset(data["next"].split())
        self._one = frozenset(data["one"].split())
        self._of = frozenset(data["of"].split())
        self._behind = [tuple(one.split()) for one in data.get("behind", ())]
        """What stands behind a day that is the `next` one: `venerdì prossimo`."""
        self._nearest = bool(data.get("next_is_nearest"))
        """Whether the next Friday is the first one from today, and not that of the week after."""
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
        if whole := _ISO.fullmatch("-".join(one.text.strip("-") for one in words[at : at + 3])):
            return self._made(at, at + 3, int(whole[3]), int(whole[2]), int(whole[1]), today)
        day, behind = self._numbered(words, at)
        behind += behind < len(words) and words[behind].text in self._of
        if day is None or behind >= len(words):
            return None
        # `dritter März`, and `dritter Dritter`, where the month is counted, too
        name = words[behind].text
        month = self._months.get(name) or self._speech.ordinal(name)
        if month is None or (name not in self._months and self._speech.ordinal(words[at].text) is None):
            return None
        year, end = self._year(words, behind + 1)
        return self._made(at, end, day, month, year, today)

    def _numbered(self, words: Sequence[Word], at: int) -> tuple[int | None, int]:
        """The number that begins at a word, and where it ends."""
        first = next(iter(self._speech.numbers(words[at : at + 4])), None)
        if first and first.start == 0 and first.value == int(first.value):
            return int(first.value), at + first.end
        return self._number(words[at].text), at + 1

    def _number(self, text: str) -> int | None:
        text = text.rstrip("º°")
        if text.isdigit():
            return int(text)
        return self._speech.ordinal(text) or next(
            (int(one.value) for one in self._speech.numbers(self._speech.hear(text))), None
        )

    def _year(self, words: Sequence[Word], at: int) -> tuple[int | None, int]:
        number = next(iter(self._speech.numbers(words[at : at + 1])), None)
        return (int(number.value), at + 1) if number and number.value in _YEARS else (None, at)

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
        text = words[at].text
        for length in (3, 2, 1):
            phrase = " ".join(one.text for one in words[at : at + length])
            if phrase in self._relative:
                return self._shifted(at, at + length, today, self._relative[phrase])
        is_next = text in self._next
        named = words[at + is_next].text if at + is_next < len(words) else ""
        if named in self._weekdays:
            days = (self._weekdays[named] - today.weekday()) % 7 or 7
            end = at + is_next + 1
            end += self._next_behind(words, end)
            if end > at + 1 and not self._nearest:
                days = 7 - today.weekday() + self._weekdays[named]
            return self._shifted(at, end, today, days)
        behind = self._next_behind(words, at + 1)
        if (is_next or behind) and self._spans.get(named, 0) > 1:
            return self._shifted(at, at + 1 + (is_next or behind), today, self._spans[named])
        if text in self._within and at + 2 < len(words) and (span := self._spans.get(words[at + 2].text)):
            many = 1 if words[at + 1].text in self._one else self._number(words[at + 1].text)
            return self._shifted(at, at + 3, today, many * span) if many else None
        return None

    def _next_behind(self, words: Sequence[Word], at: int) -> int:
        """Return the number of words there that say that the day before them is the next one."""
        spoken = tuple(one.text for one in words[at : at + 3])
        return next((len(one) for one in self._behind if spoken[: len(one)] == one), 0)

    def _shifted(self, start: int, end: int, today: date, days: int) -> Day | None:
        try:
            return Day(start, end, today + timedelta(days=days))
        except OverflowError:  # in a million weeks
            return None
