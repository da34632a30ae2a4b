"""Find the option of a time of day: `14:30`, or a stretch that it is in, as `6 to 9 pm`, `before 3 pm`."""

import re

from antiphon.domain.outline import FormField
from antiphon.providers.brain._page.subjects import Page

NOON = 12
DAY = 24 * 60
LEAST = 2
"""Options of times that make a choice of times."""
_TIME = r"(\d{1,2})(?:[:.](\d{2}))?\s*(am|pm|a\.m\.|p\.m\.|h)?(?:\s*o'clock)?"
_AT = re.compile(rf"{_TIME}")
_STRETCH = re.compile(rf"(?:between |from )?{_TIME}\s*(?:to|until|till|and|-|\u2013|\u2014)\s*{_TIME}")
_ONE_END = re.compile(rf"([^\W\d]+) {_TIME}")
Stretch = tuple[int, int]
"""Minutes of the day: from, and to (exclusive)."""


def times_of(page: Page, field: FormField) -> bool:
    """Tell whether times of day are what is chosen."""
    times = [one for one in field.options if _stretch(page, one.name)]
    return field.kind == "choice" and not field.locked and len(times) >= LEAST


def option_at(page: Page, field: FormField, clock: str) -> str:
    """The option of a time of day; of the morning and the evening, the one that there is; empty where there is none."""
    hour, minute = map(int, clock.split(":"))
    at = hour * 60 + minute
    for wanted in (at, (at + NOON * 60) % DAY):
        fitting = [
            one.name
            for one in field.options
            if (within := _stretch(page, one.name)) and within[0] <= wanted < within[1]
        ]
        if fitting:
            return fitting[0] if len(fitting) == 1 else ""
    return ""


def _stretch(page: Page, name: str) -> Stretch | None:
    low = name.lower().strip()
    if both := _STRETCH.fullmatch(low):
        half = both[6] or ""
        end = _minutes(both[4], both[5], half)
        start = _minutes(both[1], both[2], both[3] or half)
        return (start if start < end else start - NOON * 60, end)
    if one := _ONE_END.fullmatch(low):
        at = _minutes(one[2], one[3], one[4] or "")
        before, after = page.language.ordered["range_ends"], page.language.ordered["range_starts"]
        return (0, at) if one[1] in before else (at, DAY) if one[1] in after else None
    at_ = _AT.fullmatch(low)
    if at_ and (at_[2] or at_[3]):
        minutes = _minutes(at_[1], at_[2], at_[3] or "")
        return (minutes, minutes + 1)
    return None


def _minutes(hour: str, minute: str | None, half: str) -> int:
    value = int(hour) % NOON + NOON * half.startswith("p") if half[:1] in {"a", "p"} else int(hour)
    return value * 60 + int(minute or 0)
