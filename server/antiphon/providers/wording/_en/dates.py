"""Dates and times of day in English. `3/4/2025` is March in the United States, and April elsewhere."""

import re

from antiphon.providers.wording._en.figures import cardinal, ordinal, year

_MONTHS = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
    "December",
)  # fmt: skip
_SHORT_MONTHS = {name[:3]: name for name in _MONTHS} | {"Sept": "September"}
_DAYS = {
    "Mon": "Monday", "Tue": "Tuesday", "Tues": "Tuesday", "Wed": "Wednesday", "Thu": "Thursday", "Thur": "Thursday",
    "Thurs": "Thursday", "Fri": "Friday", "Sat": "Saturday", "Sun": "Sunday",
}  # fmt: skip
_MONTH_FIRST = frozenset({"en", "en-us", "en-ph"})
_ANY_MONTH = "|".join((*_MONTHS, *sorted(_SHORT_MONTHS, key=len, reverse=True)))
_ANY_DAY = "|".join(sorted(_DAYS, key=len, reverse=True))
_OFFSET = r"(?:\s?(?:Z\b|UTC\b|[+-]\d{2}:?\d{2}))"
_ISO = re.compile(
    rf"(?<![\w/.-])(\d{{4}})-(\d{{2}})-(\d{{2}})(?:[T ](\d{{2}}:\d{{2}})(?::\d{{2}}(?:\.\d+)?)?{_OFFSET}?)?(?![\w/-])"
)
_SLASHED = re.compile(r"(?<![\w/.])(\d{1,2})/(\d{1,2})/(\d{4}|\d{2})(?![\w/])")
_DOTTED = re.compile(r"(?<![\w.])(\d{1,2})\.(\d{1,2})\.(\d{4})(?![\w.]*\d)")
_SLASHED_YEAR = re.compile(r"(?<![\w/.])(\d{4})/(\d{1,2})/(\d{1,2})(?![\w/])")
_DAY_OF_MONTH = re.compile(
    rf"\b(?P<day>\d{{1,2}})(?:st|nd|rd|th)?\s(?P<of>of\s)?(?P<month>{_ANY_MONTH})\b\.?(?:,?\s(?P<year>\d{{4}})(?!\d))?"
)
_MONTH_DAY = re.compile(rf"\b({_ANY_MONTH})\b\.?\s(\d{{1,2}})(?:st|nd|rd|th)?(?![\w:/]|\.\d)(?:,?\s(\d{{4}})(?!\d))?")
_MONTH_DAYS = re.compile(
    rf"\b({_ANY_MONTH})\b\.?\s(\d{{1,2}})\s?[-\u2013]\s?(\d{{1,2}})(?![\w:/])(?:,?\s(\d{{4}})(?!\d))?"
)
_MONTH_YEAR = re.compile(rf"\b({_ANY_MONTH})\b\.?,?\s(\d{{4}})(?!\d)")
_DAYS_TO = re.compile(rf"\b({_ANY_DAY})\.?\s?[-\u2013\u2014]\s?({_ANY_DAY})\b\.?")
_DAY = re.compile(rf"\b({_ANY_DAY})(?:\.(?!\w)|(?=,?\s\d)|(?=, (?:{_ANY_MONTH})))")
_QUARTER = re.compile(r"\b(Q[1-4]|H[12]|FY)\s?((?:19|20)\d\d)(?!\d)")
_YEAR = re.compile(
    r"(?P<before>\u00a9\s?|\b(?i:since|until|till|year|est\.|ca\.|circa|established|around|copyright|founded|built|born|"
    r"died|by|from|of)\s)?(?<![\w.,$\u20ac\u00a3#+/:'\u2019-])(?<!\d )(?P<year>1[1-9]\d\d|20[1-9]\d)"
    r"(?![\w%/:'\u2019-]|[.,]\d)(?P<end>[.,;!?)]|$)?"
)
_LENGTH = re.compile(r"(?<![\w.,:])(\d{1,3})\s?h(?:rs?|ours?)?\s?(\d{1,2})\s?m(?:ins?)?\b(?!/)")
_YEARS = re.compile(r"(?<![\w.,-])(1[5-9]\d\d|20\d\d)\s?[-\u2013\u2014]\s?(1[5-9]\d\d|20\d\d|\d\d)(?![\w-]|[.,]\d)")
_DECADE = re.compile(r"(?<!\w)(?P<mark>['\u2019])?(?P<years>(?:1\d|20)?\d0)s\b")
_HALF = r"(?:\s?(?P<half>[aApP])\.?\s?[mM]\b(?P<dot>\.)?)"
_DOTTED_CLOCK = re.compile(r"(?<![\w:.,])(1[0-2]|0?[1-9])\.([0-5]\d)(?=\s?[aApP]\.?\s?[mM]\b)")
_CLOCK = re.compile(
    rf"(?<![\w:.,])(?P<hour>[01]?\d|2[0-4]):(?P<minute>[0-5]\d)(?::(?P<second>[0-5]\d))?(?![\d:]|\.\d){_HALF}?"
)
_HOUR = re.compile(rf"(?<![\w:.,/])(?P<hour>1[0-2]|0?[1-9]){_HALF}")
_FROM_HOUR = re.compile(
    r"(?<![\w:.,/-])(1[0-2]|[1-9])(:[0-5]\d)?\s?[-\u2013\u2014]\s?"
    r"(?=(?:1[0-2]|[1-9])(?::[0-5]\d)?\s?[aApP]\.?\s?[mM]\b)"
)
_TO = re.compile(r"(?<=[\d]|[mM.])\s?[-\u2013\u2014]\s?(?=\d{1,2}:\d\d|(?:1[0-2]|[1-9])\s?[aApP]\.?[mM])")


def word(text: str, language: str) -> str:
    """Whole dates first, then what may be a part of one."""
    text = _ISO.sub(_iso, text)
    text = _SLASHED_YEAR.sub(lambda found: _date(found, 2, 3, 1), text)
    month_first = language.lower() in _MONTH_FIRST
    text = _SLASHED.sub(lambda found: _slashed(found, month_first), text)
    text = _DOTTED.sub(lambda found: _date(found, 2, 1, 3), text)
    text = _DAYS_TO.sub(lambda found: f"{_DAYS[found[1]]} to {_DAYS[found[2]]}", text)
    text = _DAY.sub(lambda found: _DAYS[found[1]], text)
    text = _MONTH_DAYS.sub(_days_of_month, text)
    text = _DAY_OF_MONTH.sub(_day_of_month, text)
    text = _MONTH_DAY.sub(lambda found: _named(found, 1, 2), text)
    text = _MONTH_YEAR.sub(lambda found: f"{_month(found[1])} {year(int(found[2]))}", text)
    text = _QUARTER.sub(lambda found: f"{found[1]} {year(int(found[2]))}", text)
    text = _LENGTH.sub(_length, _DOTTED_CLOCK.sub(r"\1:\2", text))
    text = _FROM_HOUR.sub(lambda found: f"{_part(found[1], found[2])} to ", text)
    text = _TO.sub(" to ", text)
    text = _HOUR.sub(_clock, _CLOCK.sub(_clock, text))
    return _DECADE.sub(_decade, _YEARS.sub(_years, text))


def years(text: str) -> str:
    """Put the years into words that are left, once money and all that has numbers is in words."""
    return _YEAR.sub(_year, text)


def _iso(found: re.Match[str]) -> str:
    said = _date(found, 2, 3, 1)
    return f"{said} at {found[4]}" if found[4] else said


def _slashed(found: re.Match[str], month_first: bool) -> str:
    """As the language has it, unless only the other way is a date."""
    ways = [(1, 2), (2, 1)] if month_first else [(2, 1), (1, 2)]
    for month, day in ways:
        if 1 <= int(found[month]) <= 12 and 1 <= int(found[day]) <= 31:
            return _date(found, month, day, 3)
    return found[0]


def _date(found: re.Match[str], month: int, day: int, of_year: int) -> str:
    if not (1 <= int(found[month]) <= 12 and 1 <= int(found[day]) <= 31):
        return found[0]
    written = int(found[of_year])
    whole = written if len(found[of_year]) == 4 else written + (2000 if written < 70 else 1900)
    return f"{_MONTHS[int(found[month]) - 1]} {ordinal(int(found[day]))}, {year(whole)}"


def _named(found: re.Match[str], month: int, day: int) -> str:
    if not 1 <= int(found[day]) <= 31:
        return found[0]
    said = f"{_month(found[month])} {ordinal(int(found[day]))}"
    return f"{said}, {year(int(found[3]))}" if found[3] else said


def _day_of_month(found: re.Match[str]) -> str:
    """`4 Mar 2025`; `the 5th of May` keeps its order."""
    if not 1 <= int(found["day"]) <= 31:
        return found[0]
    day, month = ordinal(int(found["day"])), _month(found["month"])
    said = f"{day} of {month}" if found["of"] else f"{month} {day}"
    return f"{said}, {year(int(found['year']))}" if found["year"] else said


def _year(found: re.Match[str]) -> str:
    """Put a year into words; a number that counts what follows is left as it is."""
    if not found["before"] and found["end"] is None:
        return found[0]
    before = "" if (found["before"] or "").startswith("\u00a9") else found["before"] or ""
    return f"{before}{year(int(found['year']))}{found['end'] or ''}"


def _length(found: re.Match[str]) -> str:
    hours, minutes = int(found[1]), int(found[2])
    return (
        f"{cardinal(hours)} {'hour' if hours == 1 else 'hours'} {cardinal(minutes)} "
        f"{'minute' if minutes == 1 else 'minutes'}"
    )


def _days_of_month(found: re.Match[str]) -> str:
    said = f"{_month(found[1])} {ordinal(int(found[2]))} to {ordinal(int(found[3]))}"
    return f"{said}, {year(int(found[4]))}" if found[4] else said


def _month(name: str) -> str:
    return _SHORT_MONTHS.get(name, name)


def _years(found: re.Match[str]) -> str:
    return f"{year(int(found[1]))} to {year(int(found[2])) if len(found[2]) == 4 else cardinal(int(found[2]))}"


def _decade(found: re.Match[str]) -> str:
    """`1990s`, `'90s`."""
    written = int(found["years"])
    if written < 100 and not found["mark"]:
        return found[0]
    words = year(written)
    return f"{words[:-1]}ies" if words.endswith("y") else f"{words}s"


def _part(hour: str, minutes: str | None) -> str:
    if not minutes:
        return cardinal(int(hour))
    return f"{cardinal(int(hour))} {_minutes(int(minutes[1:]))}"


def _clock(found: re.Match[str]) -> str:
    """`8:00 p.m.` as `eight P.M`; the last dot of it may be that of the sentence."""
    times = found.groupdict()
    hour, minute, half = int(times["hour"]), int(times.get("minute") or 0), times["half"]
    if not (hour % 24 or minute or half or times.get("second")):
        return "midnight"
    said = cardinal(hour)
    if minute:
        said += f" {_minutes(minute)}"
    elif not half:
        said += " o'clock" if 0 < hour <= 12 else " hundred"
    if times.get("second") and int(times["second"]):
        said += f" and {cardinal(int(times['second']))} seconds"
    if not half:
        return said
    follows = found.string[found.end() :]
    ends = times["dot"] and not follows.lstrip()[:1].islower() and not follows.startswith((",", ";", ")"))
    return f"{said} {half.upper()}.M{'.' if ends else ''}"


def _minutes(minute: int) -> str:
    return f"oh {cardinal(minute)}" if minute < 10 else cardinal(minute)
