"""The hearing of a language: forms and sounds of words, numbers and days in them.

One implementation is chosen by the language's code. English has its own readers, which know more ways to say a number
or a day than the libraries; every other language has those of kept libraries (`speech_of_libraries.py`).
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Protocol

from rapidfuzz import fuzz

from antiphon.providers.brain._rules.dates import Day
from antiphon.providers.brain._rules.numbers import Number
from antiphon.providers.brain._rules.words import Word

__all__ = ["Day", "Ear", "Number", "Speech", "Word"]

ALIKE = 86
"""Of a hundred: words of five letters and more that are as alike as this are one, written with a slip."""


class Speech(Protocol):
    """All of a language that the reading of a page needs and that is no list of words. Pure; nothing raises."""

    def __hash__(self) -> int: ...

    @property
    def compounds(self) -> bool:
        """Tell whether a word may end in another one that means the same in short: `Einkaufsliste`, `Liste`."""

    @property
    def decimal(self) -> str:
        """The sign in front of a fraction."""

    @property
    def months(self) -> Mapping[str, int]:
        """The names of months, whole and cut, from 1."""

    @property
    def weekdays(self) -> Mapping[str, int]:
        """The names of weekdays, whole and cut, from 0."""

    def normal(self, word: str) -> str:
        """Return a word as it is compared: in small letters, and without what a recogniser may leave out."""

    def stem(self, word: str) -> str:
        """Return the letters that the forms of a word share."""

    def base(self, word: str) -> str:
        """Return a verb as somebody is told to do it: `take` of `takes`. Other forms stay as they are."""

    def spelt(self, word: str) -> str:
        """Return one form for a small number, be it in figures or in letters; any other word as it is."""

    def sound(self, word: str) -> str:
        """Return a phonetic key."""

    def hear(self, text: str) -> tuple[Word, ...]:
        """Return the words of a text, with their places in it; of one that is too long, its beginning."""

    def numbers(self, words: Sequence[Word]) -> list[Number]:
        """Return every number, in order."""

    def days(self, words: Sequence[Word], today: date | None) -> list[Day]:
        """Return every day; only those that name their year where nobody knows what day it is."""

    def time(self, text: str) -> str | None:
        """Return the time of day that a text is, as `15:30`; None where it is none, or more than that."""

    def place(self, word: str) -> int | None:
        """Return the place that a word says which is in no list of the file; None where it says none."""

    def ordinal(self, word: str) -> int | None:
        """Return the number of a word such as `third`; None where it is none."""


@dataclass(frozen=True, slots=True)
class Ear:
    """The comparison of words. `sound` is None where they were typed: then none was misheard."""

    sound: Callable[[str], str] | None = None
    compounds: bool = False

    def alike(self, one: str, other: str) -> bool:
        """Tell whether two stems are one word: written with a slip, or, where they were spoken, sounding the same."""
        if one == other:
            return True
        if any(one.removeprefix(un) == other or other.removeprefix(un) == one for un in _UN):
            return False
        if min(len(one), len(other)) >= _LONG and fuzz.ratio(one, other) >= ALIKE:
            return True
        if self.compounds and len(one) >= _HEAD and other.endswith(one) and len(other) - len(one) >= _FRONT:
            return True
        return self.sound is not None and len(one) > _SHORTEST and self.sound(one) == self.sound(other)


_UN = ("un", "on")
"""What turns a word into its opposite, in English, German and Dutch: `unsubscribed` is no slip of `subscribed`."""
_LONG = 5
_SHORTEST = 2
_HEAD = 4
_FRONT = 3
"""Letters of a compound's last part, and of what stands in front of it, at least."""
EXACT = Ear()
"""For what stands on the page itself."""
