"""Times of day as they are dictated, by the words of a language's file: `halb acht`, `vierzehn Uhr dreißig`."""

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from antiphon.providers.brain._page.speech import Speech

_WRITTEN = re.compile(r"(\d{1,2})[:.h](\d{2})")
_BARE = re.compile(r"(?<=\d)h\b")
_HALF, _QUARTER, _NOON, _DAY, _HOUR = 30, 15, 12, 24, 60


class Clock:
    """`data` is the part `clock` of the file: lists of words by what they do.

    `half_of_next`: whether `half eight` is half an hour before eight. `quarter_of_next`, `three_quarters`: the same of
    the words for 15 and 45 minutes, where they stand right before the hour. `added` and `taken`: what stands behind the
    hour where minutes are added to it, or taken from it: `sette e mezza`, `otto meno un quarto`. `joined`: two words
    that are one here: `meio dia`.
    """

    def __init__(self, data: Mapping[str, Any], speech: "Speech") -> None:
        self._words = {name: frozenset(value.split()) for name, value in data.items() if isinstance(value, str)}
        self._half_of_next = bool(data["half_of_next"])
        self._joined: Mapping[str, str] = data.get("joined", {})
        self._speech = speech

    def _spoken(self, written: re.Match[str]) -> str:
        return f"{written[1]} {min(self._words['hour'])} {written[2]}"

    def read(self, text: str) -> str | None:
        """Return the time that a text is, and nothing else; None for anything more."""
        plain = _BARE.sub(f" {min(self._words['hour'])}", _WRITTEN.sub(self._spoken, text.strip(" .")))
        for phrase, word in self._joined.items():
            plain = re.sub(rf"\b{phrase}\b", word, plain, flags=re.IGNORECASE)
        spoken = [one.text for one in self._speech.hear(plain)]
        words = [word for word in spoken if word not in self._words["beside"]]
        late = not self._words["late"].isdisjoint(words)
        early = not self._words["early"].isdisjoint(words)
        words = [word for word in words if word not in self._words["late"] | self._words["early"]]
        for name, time in (("noon", "12:00"), ("midnight", "00:00")):
            if len(words) == 1 and words[0] in self._words[name]:
                return time
        read = self._told(words)
        if read is None:
            return None
        hour, minute = read
        if late and hour < _NOON:
            hour += _NOON
        if early and hour == _NOON:
            hour = 0
        return f"{hour % _DAY:02d}:{minute:02d}" if 0 <= hour <= _DAY and 0 <= minute < _HOUR else None

    def _told(self, words: list[str]) -> tuple[int, int] | None:
        words = [word for word in words if word not in self._words["minute"]]
        hour = [word for word in words if word in self._words["hour"]]
        values = [self._value(word) for word in words if word not in self._words["hour"]]
        plain = [word for word in words if word not in self._words["hour"]]
        if len(plain) == 1 and values[0] is not None:
            return values[0], 0
        if counted := self._from_hour(plain):
            return counted
        if len(plain) == 2 and values[1] is not None:
            if plain[0] in self._words["half"]:
                return (values[1] - 1, _HALF) if self._half_of_next else (values[1], _HALF)
            if plain[0] in self._words["quarter"]:
                return values[1] - 1, _QUARTER
            if plain[0] in self._words["three_quarters"]:
                return values[1] - 1, _HOUR - _QUARTER
            if values[0] is not None and hour:
                return values[0], values[1]
        if len(plain) == 3 and values[2] is not None:
            minutes = _QUARTER if plain[0] in self._words["quarter"] else values[0]
            if minutes is not None and plain[1] in self._words["past"]:
                return values[2], minutes
            if minutes is not None and plain[1] in self._words["to"]:
                return values[2] - 1, _HOUR - minutes
        return None

    def _from_hour(self, words: list[str]) -> tuple[int, int] | None:
        """`sette e mezza`, `otto meno dieci`; the last of several joints is the right one: `vinte e uma e dez`."""
        whole = self._value(" ".join(words)) if {*words} & self._words.get("added", frozenset()) else None
        if whole is not None and whole <= _DAY:
            return whole, 0
        for at in range(len(words) - 2, 0, -1):
            hour, minutes = self._value(" ".join(words[:at])), self._minutes(words[at + 1 :])
            if hour is None or minutes is None:
                continue
            if words[at] in self._words.get("added", ()):
                return hour, minutes
            if words[at] in self._words.get("taken", ()):
                return (hour - 1) % _DAY, _HOUR - minutes
        return None

    def _minutes(self, words: list[str]) -> int | None:
        named = {"half": _HALF, "quarter": _QUARTER, "three_quarters": _HOUR - _QUARTER}
        by_name = (minutes for name, minutes in named.items() if len(words) == 1 and words[0] in self._words[name])
        return next(by_name, None) or self._value(" ".join(words))

    def _value(self, word: str) -> int | None:
        if word in self._words["noon"] | self._words["midnight"]:
            return _NOON if word in self._words["noon"] else 0
        words = self._speech.hear(word)
        found = self._speech.numbers(words)
        value = found[0].value if len(found) == 1 and found[0].end - found[0].start == len(words) else None
        return int(value) if value is not None and value == int(value) and value >= 0 else None
