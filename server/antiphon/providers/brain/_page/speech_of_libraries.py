"""A language as kept libraries know it: stems by Snowball, number words by text2num, names of days by CLDR (Babel).

What they do not know stands in the language's file: which words are articles, how the clock is told (`clock`), and what
a day is called that is counted from today (`calendar`).
"""

import re
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from datetime import date
from functools import lru_cache
from typing import Any

import cologne_phonetics
import snowballstemmer
from babel import Locale
from text_to_num import alpha2digit, text2num

from antiphon.providers.brain._page.accents import accented
from antiphon.providers.brain._page.cliticised import Clitics
from antiphon.providers.brain._page.clock import Clock
from antiphon.providers.brain._page.days_of_calendar import Days, names_of
from antiphon.providers.brain._page.speech import Day, Number, Word

MAX_WORDS = 120
MAX_CHARS = 2000
_LONGEST_WORD = 40
_LONGEST_NUMBER = 6
"""Words of a number, at most, in a language that does not write it in one."""
_WORD = re.compile(r"(?:(?<![\w.])-)?\d+(?:[.,:]\d+)*(?![^\W_])|[^\W_]+(?:'[^\W_]+)*|%")
_DATED = re.compile(r"(?<![\d/])\d{1,2}/(?:\d{2}|\d{1,2}/(?:\d{4}|\d{2}))(?![\d/])")
"""`24/12` and `3/3/2027`; `1/2` is a half."""
_LETTERS = re.compile(r"[^\W\d_]+")
_BLANK = "[ \u00a0\u202f]"
_GROUPED = re.compile(rf"(?<!\d)(?<!\d{_BLANK})[1-9]\d{{0,2}}(?:{_BLANK}\d{{3}})+(?!\d)(?!{_BLANK}\d)")
_FIGURE = re.compile(r"-?\d+(?:[.,]\d+)*")
_ORDINAL = re.compile(r"(\d{1,4})\D{0,4}")
_APOSTROPHES = str.maketrans({"\u2019": "'", "\u2018": "'", "\u02bc": "'", "`": "'", "\u2212": "-"})
_LEAST_KEY = 3
_SHORTEST = 4
"""Letters in front of the last part of a compound."""
_COUNTED = frozenset({"de", "en", "es", "fr", "it", "nl", "pt", "da"})
"""Languages whose number words text2num knows."""


def _cologne(word: str) -> str:
    """The key of a word; of one with few consonants the word itself: `Name` is no `Nummer`."""
    key = "".join(code for _, code in cologne_phonetics.encode(word))
    return key if len(key) >= _LEAST_KEY else word


_SOUNDS: Mapping[str, Callable[[str], str]] = {"de": _cologne}
"""The phonetic keys of a language; where there is none, nothing that was said is taken for what only sounds like it."""


class LibrarySpeech:
    """One language; `data` is its file. Reading the calendar takes some 20 ms."""

    def __init__(self, code: str, data: Mapping[str, Any]) -> None:
        self._code = code if code in _COUNTED else ""
        locale = Locale.parse(code)
        name = (locale.get_language_name("en") or "").lower()
        self._stemmer = snowballstemmer.stemmer(name) if name in snowballstemmer.algorithms() else None
        self._articles = frozenset(data["words"]["articles"].split())
        self._things = frozenset(data["words"]["things"].split())
        self._minus = frozenset(data["words"]["below_zero"])
        self._percent = frozenset({"%", *data["words"]["percent"]})
        self.decimal = locale.number_symbols["latn"]["decimal"]
        self._groups_by_blanks = locale.number_symbols["latn"]["group"].isspace()
        self._points = frozenset(data["words"]["decimal_point"])
        self._halves = tuple(tuple(one.split()) for one in data["words"].get("and_a_half", ()))
        self._heads = tuple(data["frame"]["heads"].split())
        self._prefixes = ("", *data["frame"]["prefixes"].split())
        self._forms: Mapping[str, str] = data["forms"]
        self._by_ends = sorted(data.get("endings", {}).items(), key=lambda one: -len(one[0]))
        self.compounds = bool(data["frame"]["compounds"])
        self._clitics = Clitics(data["frame"], data.get("elided", {}))
        self._accents = accented(data) if data["frame"].get("accentless") else {}
        self._endings = tuple(data["words"]["ordinal_endings"])
        self._clock = Clock(data["clock"], self)
        self.months, weekdays = names_of(locale)
        self.weekdays = {name: day for name, day in weekdays.items() if name not in data["words"]["little"].split()}
        self._days = Days((self.months, self.weekdays), data["calendar"], data["spans"], self)
        self.stem = lru_cache(8192)(self._stem)
        self.ordinal = lru_cache(1024)(self._ordinal)
        self._whole = lru_cache(4096)(self._spoken)
        self.sound = lru_cache(4096)(_SOUNDS.get(code, str))

    def normal(self, word: str) -> str:
        text = self._clitics.apart(unicodedata.normalize("NFC", word).lower())
        return _LETTERS.sub(lambda one: self._accents.get(one[0], one[0]), text) if self._accents else text

    def _stem(self, word: str) -> str:
        """A number word has the stem of its figure, so that `2` on a page is `zwei`."""
        value = self._whole(word) if word not in self._articles else None
        if value is not None:
            return str(value)
        word = self._ended(self._without_head(self._infinitive(word)))
        return str(self._stemmer.stemWord(word)) if self._stemmer else word

    def _infinitive(self, word: str) -> str:
        """`rausbringen` for `rausgebracht`: forms that no stemmer knows, behind the parts that a verb may have."""
        for prefix in self._prefixes:
            if word.startswith(prefix) and (form := self._forms.get(word.removeprefix(prefix))):
                return f"{prefix}{form}"
        return word

    def _ended(self, word: str) -> str:
        """`trapano` for `trapani`: forms by their ends, by the part `endings` of the file, that the stemmer takes for
        those of another word."""
        found = next(((end, by) for end, by in self._by_ends if word.endswith(end) and len(word) > len(end) + 1), None)
        return word.removesuffix(found[0]) + found[1] if found else word

    def _without_head(self, word: str) -> str:
        """`Garten` for `Gartengeräte`: what a compound is about, without the word for things that it ends in."""
        for head in self._heads:
            if word.endswith(head) and len(word) - len(head) >= _SHORTEST:
                return word.removesuffix(head)
        return word

    def base(self, word: str) -> str:
        return word

    def spelt(self, word: str) -> str:
        return word

    def hear(self, text: str) -> tuple[Word, ...]:
        plain = text[:MAX_CHARS].translate(_APOSTROPHES)
        if self._groups_by_blanks:
            plain = _GROUPED.sub(lambda figure: re.sub(_BLANK, ".", figure[0]), plain)
        plain = _DATED.sub(lambda day: day[0].replace("/", "."), plain)
        words: list[Word] = []
        for match in _WORD.finditer(plain):
            pause = plain[match.end() : match.end() + 1] in {",", ";", ":", ".", "!", "?"}
            parts = self.normal(match.group()).split() or [match.group()]
            for part in parts:
                word = part[:_LONGEST_WORD]
                words.append(Word(word, self.stem(word), match.start(), match.end(), pause and part is parts[-1]))
            if len(words) > MAX_WORDS:
                break
        return tuple(words)

    def numbers(self, words: Sequence[Word]) -> list[Number]:
        found: list[Number] = []
        at = 0
        while at < len(words):
            number = self._number_at(words, at)
            if number:
                found.append(number)
            at = number.end if number else at + 1
        return found

    def _number_at(self, words: Sequence[Word], start: int) -> Number | None:
        texts = [word.text for word in words]
        negative = texts[start] in self._minus
        begin = start + negative
        read = self._longest(texts, begin)
        if read is None:
            return None
        value, end = read
        if end + 1 < len(texts) and texts[end] in self._points and (fraction := self._fraction(texts, end + 1)):
            digits, end = fraction
            value = float(f"{int(value)}.{digits}")
        elif half := next((one for one in self._halves if tuple(texts[end : end + len(one)]) == one), None):
            value, end = value + 0.5, end + len(half)
        percent = end < len(texts) and texts[end] in self._percent
        return Number(start, end + percent, -value if negative else value, percent)

    def _longest(self, texts: Sequence[str], start: int) -> tuple[int | float, int] | None:
        for end in range(min(start + _LONGEST_NUMBER, len(texts)), start, -1):
            if end - start == 1:
                if (value := self._figure(texts[start])) is not None:
                    return value, end
                if texts[start] in self._articles:
                    return None
            phrase = " ".join(texts[start:end])
            # `null eins` are digits, one by one, and no 1.
            whole = self._whole(phrase)
            if whole is not None and (end - start == 1 or self._whole(texts[start]) != 0):
                return whole, end
        return None

    def _figure(self, text: str) -> int | float | None:
        """Figures as they are written in the language: `1.250,50`."""
        if not _FIGURE.fullmatch(text):
            return None
        other = "." if self.decimal == "," else ","
        whole, _, fraction = text.partition(self.decimal)
        groups = whole.split(other)
        if len(groups) == 2 and not fraction and len(groups[1]) != 3:
            return float(".".join(groups))
        if len(groups) > 1 and any(len(group) != 3 for group in groups[1:]):
            return None
        try:
            return float(f"{''.join(groups)}.{fraction}") if fraction else int("".join(groups))
        except ValueError:
            return None

    def _fraction(self, texts: Sequence[str], start: int) -> tuple[str, int] | None:
        """The digits behind a point, one by one or as a number of two, and where they end: `coma cincuenta`."""
        if digits := self._digits(texts, start):
            return digits, start + len(digits)
        read = self._longest(texts, start)
        return (str(read[0]), read[1]) if read and isinstance(read[0], int) and 10 <= read[0] < 100 else None

    def _digits(self, texts: Sequence[str], start: int) -> str:
        digits = ""
        for text in texts[start : start + 4]:
            value = self._figure(text) if text.isdigit() else self._whole(text)
            if not isinstance(value, int) or not 0 <= value < 10:
                break
            digits += str(value)
        return digits

    def _spoken(self, phrase: str) -> int | None:
        if not self._code or not phrase[:1].isalpha():
            return None
        try:
            return int(text2num(phrase, self._code))
        except ValueError:
            return None

    def days(self, words: Sequence[Word], today: date | None) -> list[Day]:
        return self._days.found_in(words, today)

    def time(self, text: str) -> str | None:
        return self._clock.read(text)

    def place(self, word: str) -> int | None:
        return self.ordinal(word)

    def _ordinal(self, word: str) -> int | None:
        if written := re.fullmatch(rf"(\d{{1,2}})(?:{'|'.join(self._endings)})", word):
            return int(written[1])
        is_thing = word in self._things  # a Portuguese room is called as what is fourth
        if not self._code or self._whole(word) is not None or not word.isalpha() or is_thing:
            return None
        found = _ORDINAL.fullmatch(alpha2digit(word, self._code, 0))
        return int(found[1]) if found else None
