"""Times of day as they are dictated in English: `half past three`, `3 pm`, `15:30`."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from antiphon.providers.brain._rules.numbers import find_numbers
from antiphon.providers.brain._rules.words import hear

_LEADS = ("it is ", "it's ", "is ", "to ")
_TIME = re.compile(r"^(\d{1,2})(?:[:.h](\d{2}))?\s*(am|pm|a\.m\.|p\.m\.|o'clock)?$")
_ORDINAL = re.compile(r"\d+(st|nd|rd|th)$")
_HALVES = ("pm", "am", "night")
_NOON = 12
MORNING = 6
"""From this hour on, one that is said to be at night is in the evening."""


class Times:
    """`words` is that part of the file: `of_time` may stand beside figures, `pm`, `am` and `night` end a time."""

    def __init__(self, words: Mapping[str, Any]) -> None:
        self._of_time = frozenset(words["of_time"].split())
        self._ordinals = frozenset(words["ordinals"])
        self._halves: Mapping[str, Sequence[str]] = {half: tuple(words[half]) for half in _HALVES}

    def read(self, text: str) -> str | None:
        """Return the hours and minutes of `half past three`, `3 pm`, `15:30`; None for anything more."""
        plain = text.lower().strip(" .")
        for lead in _LEADS:
            plain = plain.removeprefix(lead)
        plain = plain.removeprefix("at ")
        if match := _TIME.match(plain):
            return _clock(int(match[1]), int(match[2] or 0), match[3] or "")
        half = next((half for half in _HALVES if plain.endswith(tuple(self._halves[half]))), "")
        words = hear(plain)
        found = find_numbers(words)
        counted = {at for one in found for at in range(one.start, one.end)}
        if any(word.text not in self._of_time for at, word in enumerate(words) if at not in counted):
            return None
        if any(_ORDINAL.match(word.text) or word.text in self._ordinals for word in words):
            return None  # `the third` is a day
        texts = {word.text for word in words}
        if "noon" in texts or "midday" in texts:
            return "12:00"
        if "midnight" in texts:
            return "00:00"
        return _of_values([int(one.value) for one in found if one.value == int(one.value)], texts, half)


def _of_values(values: list[int], texts: set[str], half: str) -> str | None:
    if len(values) == 1 and values[0] >= 100:  # `nine forty-five`, heard as one number
        values = [values[0] // 100, values[0] % 100]
    parts = {"half", "quarter"} & texts
    if not values or len(values) > 2 or (parts and len(values) > 1):
        return None
    if "half" in texts and "past" in texts:
        return _clock(values[-1], 30, half)
    if "quarter" in texts:
        return _clock(values[-1], 15, half) if "past" in texts else _clock(values[-1] - 1, 45, half)
    if "past" in texts and len(values) == 2:
        return _clock(values[1], values[0], half)
    if "to" in texts and len(values) == 2:
        return _clock(values[1] - 1, 60 - values[0], half)
    return _clock(values[0], values[1] if len(values) > 1 else 0, half)


def _clock(hour: int, minute: int, half: str) -> str | None:
    if half == "night":
        half = "p" if MORNING <= hour < _NOON else "a"
    if half.startswith("p") and hour < _NOON:
        hour += _NOON
    if half.startswith("a") and hour == _NOON:
        hour = 0
    return f"{hour:02d}:{minute:02d}" if 0 <= hour < 24 and 0 <= minute < 60 else None
