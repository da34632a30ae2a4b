"""English as it is heard, by the readers of the rules."""

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any

from antiphon.providers.brain._page.english_times import Times
from antiphon.providers.brain._page.speech import Day, Number, Word
from antiphon.providers.brain._page.stems import english
from antiphon.providers.brain._rules.dates import find_days
from antiphon.providers.brain._rules.numbers import ORDINALS, find_numbers, spelt
from antiphon.providers.brain._rules.words import hear, normal, stem
from antiphon.providers.english import sound


class EnglishSpeech:
    """The language that the rules were written for: mishearings and ways of counting that no library knows."""

    compounds = False
    decimal = "."
    months: Mapping[str, int] = {}
    weekdays: Mapping[str, int] = {}
    """Those of the file count."""

    def __init__(self, words: Mapping[str, Any]) -> None:
        self._times = Times(words)

    def normal(self, word: str) -> str:
        return normal(word)

    def stem(self, word: str) -> str:
        return english(word)

    def base(self, word: str) -> str:
        return stem(word)

    def spelt(self, word: str) -> str:
        return spelt(word)

    def sound(self, word: str) -> str:
        return sound(word)

    def hear(self, text: str) -> tuple[Word, ...]:
        return hear(text)

    def numbers(self, words: Sequence[Word]) -> list[Number]:
        return find_numbers(words)

    def days(self, words: Sequence[Word], today: date | None) -> list[Day]:
        return find_days(words, today)

    def time(self, text: str) -> str | None:
        return self._times.read(text)

    def place(self, word: str) -> int | None:
        return None

    def ordinal(self, word: str) -> int | None:
        return ORDINALS.get(word)
