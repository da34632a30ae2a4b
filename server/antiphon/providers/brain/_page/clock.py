"""Times of day as they are dictated, by the words of a language's file: `halb acht`, `vierzehn Uhr dreißig`."""

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from antiphon.providers.brain._page.speech import Speech

_WRITTEN = re.compile(r"(\d{1,2})(?:[:.]| ?h ?)(\d{2})(?!\d)")
_HOUR_SIGN = re.compile(r"(?<=\d)h\b")
_LEAST = 10
"""Minutes that may stand behind the hour by themselves: `veinte treinta`."""
_HALF, _QUARTER, _NOON, _DAY, _HOUR = 30, 15, 12, 24, 60


class Clock:
    """`data` is the part `clock` of the file: lists of words by what they do.

    `half_of_next`: whether `half eight` is half an hour before eight. `quarter_of_next`, `three_quarters`: the same of
    the words for 15 and 45 minutes, where they stand right before the hour. `hour_first`: the minutes stand behind the
    hour (`las ocho y media`), unless a word of `until` stands between them (`dez para as oito`). `instead`: what is to
    be read as another word. `one`: the word for one o'clock, where that is an article as well.
    """

    def __init__(self, data: Mapping[str, Any], speech: "Speech") -> None:
        self._words = {name: frozenset(value.split()) for name, value in data.items() if isinstance(value, str)}
        self._half_of_next = bool(data["half_of_next"])
        self._hour_first = bool(data.get("hour_first"))
        self._instead: Mapping[str, str] = data.get("instead", {})
        self._speech = speech

    def _spoken(self, written: re.Match[str]) -> str:
        return f"{written[1]} {min(self._words['hour'])} {written[2]}"

    def read(self, text: str) -> str | None:
        """Return the time that a text is, and nothing else; None for anything more."""
        text = text.strip(" .").lower()
        for phrase, word in self._instead.items():
            text = text.replace(phrase, word)
        text = _HOUR_SIGN.sub(f" {min(self._words['hour'])}", _WRITTEN.sub(self._spoken, text))
        spoken = [one.text for one in self._speech.hear(text)]
        words = [word for word in spoken if word not in self._words["beside"]]
        late = not self._words["late"].isdisjoint(words)
        early = not self._words["early"].isdisjoint(words)
        words = [word for word in words if word not in self._words["late"] | self._words["early"]]
        for name, time in (("noon", "12:00"), ("midnight", "00:00")):
            if len(words) == 1 and words[0] in self._words[name]:
                return time
        read = self._told_hour_first(words) if self._hour_first else self._told(words)
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
        if len(plain) == 2 and values[1] is not None:
            if plain[0] in self._words["half"]:
                return (values[1] - 1, _HALF) if self._half_of_next else (values[1], _HALF)
            if plain[0] in self._words["quarter"]:
                return values[1] - 1, _QUARTER
            if plain[0] in self._words["three_quarters"]:
                return values[1] - 1, _HOUR - _QUARTER
            if values[0] is not None and hour:
                return values[0], values[1]
        if len(plain) == 2 and values[0] is not None and hour:
            behind = {"half": _HALF, "quarter": _QUARTER, "three_quarters": _HOUR - _QUARTER}
            parts = [minutes for name, minutes in behind.items() if plain[1] in self._words[name]]
            return (values[0], parts[0]) if parts else None
        if len(plain) == 3 and values[2] is not None:
            minutes = _QUARTER if plain[0] in self._words["quarter"] else values[0]
            if minutes is not None and plain[1] in self._words["past"]:
                return values[2], minutes
            if minutes is not None and plain[1] in self._words["to"]:
                return values[2] - 1, _HOUR - minutes
        if len(plain) == 4 and plain[2] in self._words["half"]:
            return self._about_half(plain[1], values[0], values[3])
        return None

    def _about_half(self, way: str, minutes: int | None, hour: int | None) -> tuple[int, int] | None:
        """`tien over half acht`, twenty to eight; `fünf vor halb acht`."""
        if minutes is None or hour is None or not 0 < minutes < _HALF:
            return None
        sign = (way in self._words["past"]) - (way in self._words["to"])
        return (hour - self._half_of_next, _HALF + sign * minutes) if sign else None

    def _told_hour_first(self, words: list[str]) -> tuple[int, int] | None:
        """`ocho y media`, `ocho menos cuarto`, `ocho y diez`, `veinte treinta`."""
        words = [word for word in words if word not in self._words["minute"]]
        if until := next((at for at, word in enumerate(words) if word in self._words.get("until", ())), 0):
            return self._told_until(words[:until], words[until + 1 :])
        if words and words[0] in self._words["hour"]:  # `ore 14`
            words = words[1:]
        counted = [at for at, word in enumerate(words) if word in self._words["hour"]]
        end = (
            counted[0]
            if counted
            else next((at for at, word in enumerate(words) if word in self._words["past"] | self._words["to"]), 1)
        )
        hour = self._value(" ".join(words[:end]))
        rest = [word for word in words[end:] if word not in self._words["hour"]]
        before = bool(rest) and rest[0] in self._words["to"]
        said = rest[1:] if rest and rest[0] in self._words["past"] | self._words["to"] else rest
        if hour is None or not said:
            return (hour, 0) if hour is not None and not rest else None
        fixed = self._part(said)
        minutes = fixed or self._value(" ".join(said))
        if minutes is None or not (fixed or before or counted or len(rest) > len(said) or minutes >= _LEAST):
            return None
        return ((hour - 1) % _DAY, _HOUR - minutes) if before else (hour, minutes)

    def _told_until(self, before: list[str], behind: list[str]) -> tuple[int, int] | None:
        """`dez para as oito`, ten minutes before eight."""
        minutes = self._part(before) or self._value(" ".join(before))
        hour = self._value(" ".join(word for word in behind if word not in self._words["hour"]))
        return ((hour - 1) % _DAY, _HOUR - minutes) if minutes and hour is not None else None

    def _part(self, words: list[str]) -> int | None:
        """The minutes of a part of an hour that has a name."""
        named = {"half": _HALF, "quarter": _QUARTER, "three_quarters": _HOUR - _QUARTER}
        return next((value for name, value in named.items() if len(words) == 1 and words[0] in self._words[name]), None)

    def _value(self, word: str) -> int | None:
        if word in self._words.get("one", ()):
            return 1
        if self._hour_first and word in self._words["noon"] | self._words["midnight"]:
            return _NOON if word in self._words["noon"] else 0
        heard = self._speech.hear(word)
        found = self._speech.numbers(heard)
        value = found[0].value if len(found) == 1 and found[0].end - found[0].start == len(heard) else None
        return int(value) if value is not None and value == int(value) and value >= 0 else None
