"""The days of the week that a text is about: `Monday to Thursday 8:00 to 17:00`, `on Sundays`, `daily`."""

from antiphon.providers.brain._page.language import Language
from antiphon.providers.brain._page.moments import Period

WEEK = 7


def days_in(text: str, language: Language) -> set[int]:
    """Return every weekday that a text names, with those between the first and the last of a range; 0 is Monday."""
    calendar = language.asked.calendar
    low = text.lower()
    if any(one in language.asked.words["daily"] for one in low.replace(",", " ").split()):
        return set(range(WEEK))
    days: set[int] = set()
    last: tuple[int, int] | None = None
    for found in calendar.weekday.finditer(low):
        day = calendar.weekdays[found[1]]
        between = low[last[1] : found.start()].strip(" .s") if last else ""
        is_range = last is not None and (between in language.asked.words["reaching"] or between in set("-\u2013\u2014"))
        days |= set(range(last[0], day + 1)) if is_range and last and last[0] <= day else {day}
        last = (day, found.end())
    for word, (first, end) in calendar.spans.items():
        if word in low.split():
            days |= set(range(first, end + 1))
    return days


def is_on_days(period: Period, days: set[int]) -> bool | None:
    """Tell whether a period is on some of these days; None where it names no weekday."""
    first = period.moment.weekday
    if first is None or not days:
        return None
    last = period.last.weekday if period.last else first
    return not days.isdisjoint(range(first, (first if last is None else last) + 1))
