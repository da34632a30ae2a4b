"""Times of day as they are dictated in English: `half past three`, `3 pm`, `15:30`."""

import re

from antiphon.providers.brain._rules.numbers import find_numbers
from antiphon.providers.brain._rules.words import hear

_LEADS = ("it is ", "it's ", "is ", "to ")
_TIME = re.compile(r"^(\d{1,2})(?:[:.h](\d{2}))?\s*(am|pm|a\.m\.|p\.m\.|o'clock)?$")


def time(text: str, of_time: frozenset[str]) -> str | None:
    """`half past three`, `3 pm`, `15:30`, as hours and minutes; `of_time` are words that may stand beside figures."""
    plain = text.lower().strip(" .")
    for lead in _LEADS:
        plain = plain.removeprefix(lead)
    plain = plain.removeprefix("at ")
    if match := _TIME.match(plain):
        return _clock(int(match[1]), int(match[2] or 0), match[3] or "")
    half = (
        "pm"
        if plain.endswith(("pm", "p.m.", "p.m", "in the afternoon", "in the evening"))
        else "am"
        if plain.endswith(("am", "a.m.", "in the morning"))
        else ""
    )
    words = hear(plain)
    counted = {at for one in find_numbers(words) for at in range(one.start, one.end)}
    if any(word.text not in of_time for at, word in enumerate(words) if at not in counted):
        return None
    values = [int(one.value) for one in find_numbers(words) if one.value == int(one.value)]
    texts = {word.text for word in words}
    if "noon" in texts or "midday" in texts:
        return "12:00"
    if "midnight" in texts:
        return "00:00"
    if not values:
        return None
    if "half" in texts and "past" in texts:
        return _clock(values[-1], 30, half)
    if "quarter" in texts and values:
        return _clock(values[-1], 15, half) if "past" in texts else _clock(values[-1] - 1, 45, half)
    if "past" in texts and len(values) == 2:
        return _clock(values[1], values[0], half)
    if "to" in texts and len(values) == 2:
        return _clock(values[1] - 1, 60 - values[0], half)
    return _clock(values[0], values[1] if len(values) > 1 else 0, half)


def _clock(hour: int, minute: int, half: str) -> str | None:
    if half.startswith("p") and hour < 12:
        hour += 12
    if half.startswith("a") and hour == 12:
        hour = 0
    return f"{hour:02d}:{minute:02d}" if 0 <= hour < 24 and 0 <= minute < 60 else None
