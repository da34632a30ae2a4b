"""Days and times as a page shows them and as they are asked for: `28 Nov`, `Monday`, `09:30-10:00`, `5 pm`."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from functools import lru_cache
from typing import Literal

from antiphon.providers.brain._page.asked_words import Calendar

When = Literal["in", "before", "after", "until", "since"]
_CLOCK = r"(?<![\d.,:])([01]?\d|2[0-3]):([0-5]\d)(?![\d:])"
_RANGE = re.compile(rf"{_CLOCK}(?:\s?[\u2013\u2014-]\s?{_CLOCK})?")
_DAY = re.compile(r"([0-3]?\d)[^\W\d]{1,3}")
"""`21st`: a figure is none without its ending."""
_HALF_DAY = re.compile(r"(?<![\d.,:])(1[0-2]|0?[1-9])(?::([0-5]\d))?\s?([ap])\.?m\b")
_ISO = re.compile(r"(?<!\d)(\d{4})-(\d{2})-(\d{2})(?!\d)")
_NOON = 12
_MINUTES = 60


@dataclass(frozen=True, slots=True)
class Moment:
    """A day, a time of day, or both. What is not told is None. `start` and `end` are minutes after midnight."""

    weekday: int | None = None
    month: int | None = None
    day: int | None = None
    year: int | None = None
    start: int | None = None
    end: int | None = None

    @property
    def has_date(self) -> bool:
        return self.month is not None

    def date_order(self, other: "Moment") -> int | None:
        """Return below, above or 0, as this day is before, after or on the other; None where that cannot be told."""
        if self.has_date and other.has_date:
            own, others = [self.month or 0, self.day or 0], [other.month or 0, other.day or 0]
            if self.day is None or other.day is None:
                own, others = own[:1], others[:1]
            if self.year is not None and other.year is not None:
                own, others = [self.year, *own], [other.year, *others]
            return (own > others) - (own < others)
        if other.day is not None and other.month is None and self.day is not None:  # `on the ninth`
            return (self.day > other.day) - (self.day < other.day)
        if self.weekday is not None and other.weekday is not None:
            return (self.weekday > other.weekday) - (self.weekday < other.weekday)
        return None

    def rank(self) -> tuple[int, ...]:
        """Return what it is sorted by."""
        days = (self.year or 0, self.month or 0, self.day or 0) if self.has_date else (0, 0, self.weekday or 0)
        return (*days, self.start or 0)

    def with_(self, other: "Moment") -> "Moment":
        """This one, and of the other what it does not tell: the time of an item, and the day of its list."""
        pairs = zip(_parts(self), _parts(other), strict=True)
        return Moment(*(own if own is not None else also for own, also in pairs))


@dataclass(frozen=True, slots=True)
class Period:
    """A time that is asked for: `before Thursday`, `on Monday morning`, `after five`."""

    when: When
    moment: Moment
    last: Moment | None = None
    """The last day, of several: of a weekend, of a week."""

    def has(self, other: Moment) -> bool | None:
        """Tell whether a moment is in it; None where that cannot be told."""
        asked = self.moment
        if self.last is not None:
            other = with_weekday(other, asked.year)
            if asked.has_date and not other.has_date:
                return None
            low, high = other.date_order(asked), other.date_order(self.last)
            return None if low is None or high is None else low >= 0 >= high
        is_dated = asked.has_date or asked.weekday is not None or asked.day is not None
        if is_dated:
            order = other.date_order(asked)
            if order is None:
                return None
            if order != 0 or asked.start is None:
                return _holds(self.when, order)
        if asked.start is None:
            return True
        if other.start is None:
            return None
        end = asked.end if asked.end is not None else asked.start + 1
        order = -1 if other.start < asked.start else 1 if other.start >= end else 0
        return _holds(self.when, order)


def _parts(one: Moment) -> tuple[int | None, ...]:
    return one.weekday, one.month, one.day, one.year, one.start, one.end


def _holds(when: When, order: int) -> bool:
    return {"in": order == 0, "before": order < 0, "after": order > 0, "until": order <= 0, "since": order >= 0}[when]


def found_in(text: str, calendar: Calendar) -> Moment | None:
    """The day and the time that a text tells; None where it tells neither."""
    return _found(text, calendar)[0]


def without_moments(text: str, calendar: Calendar) -> tuple[str, list[str]]:
    """A text with a mark in the place of each day and time, and these as they are written."""
    _, spans = _found(text, calendar)
    places = sorted(spans)
    told = [text[begin:end] for begin, end in places]
    for begin, end in reversed(places):
        text = f"{text[:begin]} · {text[end:]}"
    return text, told


@lru_cache(4096)
def _found(text: str, calendar: Calendar) -> tuple[Moment | None, tuple[tuple[int, int], ...]]:
    low = text.lower()
    spans: list[tuple[int, int]] = []
    moment = Moment()
    if clock := _RANGE.search(low):
        hour, minute, to_hour, to_minute = clock.groups()
        end = int(to_hour) * _MINUTES + int(to_minute) if to_hour else None
        moment = moment.with_(Moment(start=int(hour) * _MINUTES + int(minute), end=end))
        spans.append(clock.span())
    elif half := _HALF_DAY.search(low):
        hour12 = int(half[1]) % _NOON + (_NOON if half[3] == "p" else 0)
        moment = moment.with_(Moment(start=hour12 * _MINUTES + int(half[2] or 0)))
        spans.append(half.span())
    if iso := _ISO.search(low):
        moment = moment.with_(Moment(year=int(iso[1]), month=int(iso[2]), day=int(iso[3])))
        spans.append(iso.span())
    else:
        for found, span in _written(low, calendar):
            moment = moment.with_(found)
            spans.append(span)
    return (moment if spans else None), tuple(spans)


def _written(low: str, calendar: Calendar) -> Iterator[tuple[Moment, tuple[int, int]]]:
    """The first date with a month's name, and the first weekday."""
    for pattern, order in calendar.dates:
        if found := pattern.search(low):
            parts = dict(zip(order, found.groups(), strict=True))
            day, year = parts.get("day"), parts.get("year")
            month = calendar.months[parts["month"]]
            yield Moment(month=month, day=int(day) if day else None, year=int(year) if year else None), found.span()
            break
    if found := calendar.weekday.search(low):
        yield Moment(weekday=calendar.weekdays[found[1]]), found.span()


def day_of(day: date) -> Moment:
    return Moment(day.weekday(), day.month, day.day, day.year)


def with_weekday(moment: Moment, year: int | None) -> Moment:
    """Return a moment with the weekday of its date; `year` is that of a date which does not tell it."""
    if moment.weekday is not None or not moment.month or not moment.day or not (moment.year or year):
        return moment
    try:
        day = date(moment.year or year or 1, moment.month, moment.day)
    except ValueError:
        return moment
    return moment.with_(Moment(weekday=day.weekday()))


def _span(words: Sequence[str], calendar: Calendar, today: date | None) -> tuple[Period | None, set[int]]:
    """`at the weekend`, `next week`: several days."""
    for at, word in enumerate(words):
        if word in calendar.spans:
            first, last = calendar.spans[word]
            year = today.year if today else None
            return Period("in", Moment(weekday=first, year=year), Moment(weekday=last, year=year)), {at}
        weeks = calendar.weeks.get(" ".join(words[at : at + 2]))
        if weeks is not None and today is not None:
            monday = today + timedelta(days=7 * weeks - today.weekday())
            return Period("in", day_of(monday), day_of(monday + timedelta(days=6))), {at, at + 1}
    return None, set()


def _hour_of_part(words: Sequence[str], at: int, calendar: Calendar) -> tuple[int, int] | None:
    """`8 in the morning`: the hour that stands before a part of the day, and its place."""
    begin = at - 1
    while begin >= 0 and (words[begin] in calendar.articles or words[begin] in calendar.leads):
        begin -= 1
    if begin < 0 or not words[begin].isdigit() or not 0 < int(words[begin]) <= _NOON:
        return None
    first, _ = calendar.parts[words[at]]
    return int(words[begin]) % _NOON + (_NOON if first >= _NOON else 0), begin


def asked_in(words: Sequence[str], calendar: Calendar, today: date | None = None) -> tuple[Period | None, set[int]]:
    """The period that a question names, and the places of its words. `today` is what `tomorrow` counts from."""
    taken: set[int] = set()
    moment = Moment()
    when: When = "in"
    text = " ".join(words)
    starts = _starts(words)
    found, spans = _found(text, calendar)
    if found:
        moment = moment.with_(found)
        for begin, end in spans:
            taken |= {at for at, start in enumerate(starts) if begin <= start < end}
    several, places = _span(words, calendar, today)
    if several is not None and not taken:
        return several, places
    for at, word in enumerate(words):
        if word in calendar.relative and today is not None:
            moment = moment.with_(day_of(today + timedelta(days=calendar.relative[word])))
            taken.add(at)
        if word in calendar.parts and at not in taken:
            if hour := _hour_of_part(words, at, calendar):
                moment = moment.with_(Moment(start=hour[0] * _MINUTES))
                taken |= set(range(hour[1], at + 1))
                continue
            first, last = calendar.parts[word]
            moment = moment.with_(Moment(start=first * _MINUTES, end=last * _MINUTES))
            taken.add(at)
    if not taken and (on := _day_of_month(words, calendar)):
        moment, taken = Moment(day=on[0]), {on[1] - 1, on[1]}
    if not taken and (at := _month(words, calendar)):
        moment, taken = Moment(month=calendar.months[words[at]]), {at}
    if not taken:
        return None, taken
    for at in sorted(taken):
        lead = words[at - 1] if at else ""
        if lead in calendar.leads and at - 1 not in taken:
            way = calendar.leads[lead]
            when = way if way != "in" else when
            taken.add(at - 1)
    return Period(when, moment), taken


def _day_of_month(words: Sequence[str], calendar: Calendar) -> tuple[int, int] | None:
    """`on the ninth`, `until the 21st`: which day of a month that is not said, and where it stands."""
    for at in range(2, len(words)):
        day = _DAY.fullmatch(words[at])
        number = int(day[1]) if day and not words[at].isdigit() else calendar.ordinals.get(words[at])
        if number and words[at - 2] in calendar.leads and words[at - 1] in calendar.articles:
            return number, at
    return None


def _month(words: Sequence[str], calendar: Calendar) -> int:
    """`in December`: the place of a month that is named by itself; 0 where there is none."""
    return next(
        (at for at, word in enumerate(words) if at and word in calendar.months and words[at - 1] in calendar.leads), 0
    )


def _starts(words: Sequence[str]) -> list[int]:
    starts, at = [], 0
    for word in words:
        starts.append(at)
        at += len(word) + 1
    return starts
