"""A question apart from any page: its lead, its words, a comparison, a period, a superlative."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from itertools import pairwise

from antiphon.providers.brain._page.language import Language
from antiphon.providers.brain._page.moments import Moment, Period, asked_in, day_of
from antiphon.providers.brain._page.spoken_figures import with_figures
from antiphon.providers.brain._page.wording import in_plain_order
from antiphon.providers.brain._page.words import Said, content

LONGEST = 24
"""Words of a question; what is longer is read by nobody here."""


@dataclass(frozen=True, slots=True)
class Limit:
    """`less than six euros`, `cheaper than the lamp`: a comparison with a figure, or with what is called so."""

    more: bool
    equal: bool
    value: float | None
    columns: frozenset[str] = frozenset()
    than: tuple[str, ...] = ()
    unit: str = ""
    is_column: bool = False
    """Whether it is another column that is compared with: `below the minimum`."""
    noun: str = ""
    """The word behind the figure, which may be what is counted."""

    def holds(self, value: float, other: float) -> bool:
        return self.equal if value == other else (value > other) is self.more


@dataclass(frozen=True, slots=True)
class Best:
    """A superlative: the least or the most, in columns that are called so."""

    least: bool
    columns: frozenset[str]
    counts: bool = False
    """Whether it is said of how many there are: `the most chores`."""


@dataclass(frozen=True, slots=True)
class Inquiry:
    """A question. `words` are the stems that a page must explain, each with the word behind it as it was said."""

    lead: str
    role: str
    """What the lead asks for (`AskedWords.roles`)."""
    words: tuple[str, ...]
    said: tuple[str, ...]
    """All words, small, with figures for numbers."""
    hints: frozenset[str]
    """The stems of all words: also those that need no explanation may be the head of a column."""
    counts: bool = False
    counted: str = ""
    """What is counted: the word behind `how many`."""
    sums: bool = False
    averages: bool = False
    whether: bool = False
    negative: bool = False
    any: bool = False
    state: bool | None = None
    limit: Limit | None = None
    period: Period | None = None
    best: Best | None = None
    place: int | None = None
    points: bool = False
    """Whether there is a pronoun in it."""
    every: bool = False
    """Whether it is asked if all are so."""
    today: Moment | None = None
    twice: bool = False
    elsewhen: bool = False
    """Whether it is asked for a time that the page does not show: `next week`."""


class Inquirer:
    """Reads the questions of one language. `today` is what `tomorrow` counts from, `heads` are stems of columns."""

    def __init__(self, language: Language, today: date | None, heads: frozenset[str] = frozenset()) -> None:
        self.language = language
        self.heads = heads
        self.today = today
        self.asked = language.asked

    def read(self, text: Said) -> Inquiry | None:
        """The question that an utterance is; None where it asks nothing of what stands on a page."""
        words = self._joined(in_plain_order(text, self.language))
        if not 1 < len(words) <= LONGEST:
            return None
        lead, taken = self._lead(words)
        best, spans = self._best(words)
        is_asked = bool(lead) or asks_whether(words, text, self.language)
        if not is_asked and not (best and text.raw.rstrip().endswith("?")):
            return None
        if self._role(lead) == "reason":
            return None  # no page says why
        dated = set(words) & set(self.asked.calendar.relative)
        if dated and self.today is None:
            return None
        return self._read(text, words, (lead, best), taken | spans)

    def _joined(self, words: list[str]) -> list[str]:
        """`email` for `e mail`: a word that is known by how it is written has one form."""
        for at, (first, second) in enumerate(pairwise(words)):
            if len(first) == 1 and self.language.stem(first + second) in self.asked.shapes:
                return [*words[:at], first + second, *words[at + 2 :]]
        return words

    def _read(self, text: Said, words: list[str], found: tuple[str, Best | None], taken: set[int]) -> Inquiry | None:
        lead, best = found
        spans_of_best = set(taken)
        limit, spans = self._limit(words)
        taken |= spans
        period, spans = (None, set[int]()) if limit and limit.than else asked_in(words, self.asked.calendar, self.today)
        taken |= spans
        place, at = self._place(words, taken) if best is None else self._ranked(words, spans_of_best)
        whole = " ".join(words)
        raw = " ".join(with_figures(text.raw.lower(), self.language))
        state, spans = self._state(words)
        taken |= spans | {at} | self._parted(words)
        rest = [word for at, word in enumerate(words) if at not in taken]
        free = self.asked.words["free"] | self.language.words["plain"] | self.asked.words["negative"]
        free |= self.asked.words["every"]
        free -= self.language.words["done"] | self.language.words["open"]
        phrases = self.asked.phrases
        sums = _has(raw, phrases["total"])
        averages = _has(raw, phrases["average"])
        named = {each for name in ("total", "average", "twice") for one in phrases[name] for each in one.split()}
        counting = next((one for one in phrases["count"] if whole.startswith(f"{one} ")), "")
        return Inquiry(
            lead,
            self._role(lead),
            tuple(
                one for word in rest if not self._is_free(word, free | named) for one in content(word, self.language)
            ),
            tuple(words),
            frozenset(one for word in words for one in content(word, self.language)),
            counts=bool(counting),
            counted=whole.removeprefix(counting).split()[0] if counting else "",
            sums=sums,
            averages=averages,
            whether=words[0] in self.language.words["whether"],
            negative=bool(self.asked.words["negative"] & set(words)),
            any=bool(self.asked.words["anyone"] & set(words)),
            state=state,
            limit=limit,
            period=period,
            best=best,
            place=place,
            every=not self.asked.words["every"].isdisjoint(words),
            twice=_has(whole, phrases["twice"]),
            elsewhen=_has(whole, phrases["elsewhen"]),
            today=day_of(self.today) if self.today else None,
            points=bool(self.asked.words["pronouns"] & set(words)),
        )

    def _parted(self, words: Sequence[str]) -> set[int]:
        """The place of `two` in `which of the two soups`, which only counts those that are compared."""
        of, articles = self.asked.phrases["of"], self.asked.words["articles"]
        return {
            at
            for at in range(2, len(words))
            if words[at].isdigit() and words[at - 2] in of and words[at - 1] in articles
        }

    def _is_free(self, word: str, free: frozenset[str]) -> bool:
        bare = next((word.removesuffix(one) for one in self.asked.phrases["going_on"] if word.endswith(one)), "")
        return word in free or (len(bare) > 1 and bare in free)

    def part(self, text: str) -> Inquiry:
        """Return what is named by the rest of a question that goes on from another: `the second`, `Tom`."""
        words = with_figures(text, self.language)
        place, at = self._place(words, set())
        free = self.asked.words["free"] | self.language.words["plain"]
        rest = [word for number, word in enumerate(words) if number != at and word not in free]
        stems = tuple(one for word in rest for one in content(word, self.language))
        return Inquiry("", "", stems, tuple(words), frozenset(stems), place=place)

    def _lead(self, words: Sequence[str]) -> tuple[str, set[int]]:
        """Return the words that say what is asked for, `who`, `which day`, `how much`, and their places."""
        led = len(words) > 2 and words[0] in self.asked.words["prepositions"]
        begin = 1 if led and words[1] in self.language.words["interrogatives"] else 0
        text = " ".join(words[begin:])
        for phrase in sorted({*self.language.asks, *self.asked.roles}, key=len, reverse=True):
            if text == phrase or text.startswith(f"{phrase} "):
                return phrase, set(range(begin + len(phrase.split())))
            at = f" {text} ".find(f" {phrase} ")
            if self.language.cutter and at >= 0:  # no lead in a language that asks where the answer would stand
                before = begin + len(text[:at].split())
                return phrase, set(range(before, before + len(phrase.split())))
        first = words[begin]
        return (first, {begin}) if first in self.language.words["interrogatives"] else ("", set())

    def _role(self, lead: str) -> str:
        return self.asked.roles.get(lead) or ("degree" if lead in self.language.asks else "")

    def _best(self, words: Sequence[str]) -> tuple[Best | None, set[int]]:
        for name in sorted(self.language.superlatives, key=len, reverse=True):
            each = name.split()
            for at in range(len(words) - len(each) + 1):
                if list(words[at : at + len(each)]) == each and (not at or words[at - 1] != "at"):
                    sense, columns = self.language.superlatives[name]
                    after = words[at + len(each) : at + len(each) + 1]
                    counts = name in self.asked.words["most"] and bool(after)
                    return Best(sense == "min", self.language.stemmed(columns), counts), set(range(at, at + len(each)))
        if words[0] in self.asked.words["choosing"] and self.asked.words["than"].isdisjoint(words):
            for at, word in enumerate(words):
                if word in self.asked.than:  # `which of the two is cheaper?`
                    more, names = self.asked.than[word]
                    return Best(not more, names), {at}
        return None, set()

    def _limit(self, words: Sequence[str]) -> tuple[Limit | None, set[int]]:
        whole = f" {' '.join(words)} "
        bounds = {name: (sense, frozenset[str]()) for name, sense in self.language.bounds.items()}
        link = self.asked.phrases["than"][0]
        fields = {word: (way > 0, names) for word, (way, names) in self.language.comparatives.items() if names}
        for word, (more, names) in fields.items():
            bounds[f"{word} {link}"] = ((more, False), self.language.stemmed(names))
        for word, (more, columns) in self.asked.than.items():
            bounds[f"{word} {link}"] = ((more, False), columns)
        for name in sorted(bounds, key=len, reverse=True):
            begin = whole.find(f" {name} ")
            if begin < 0:
                continue
            (more, equal), columns = bounds[name]
            first = len(whole[:begin].split())
            after = first + len(name.split())
            while after < len(words) and words[after] in self.language.words["little"]:
                after += 1
            measures = self.language.words["measures"] | set(self.asked.lasts)
            value = _figure(words[after]) if after < len(words) else None
            end = after + (value is not None)
            unit = words[end] if end < len(words) and words[end] in measures else ""
            if value is not None or (unit and after > first + len(name.split())):
                columns |= self._measured([unit])
                spans = set(range(first, end + bool(unit)))
                noun = "" if unit else " ".join(words[end : end + 1])
                return Limit(more, equal, 1.0 if value is None else value, columns, unit=unit, noun=noun), spans
            other = [one for word in words[after:] for one in content(word, self.language)]
            if other and all(not self.asked.forms(one).isdisjoint(self.heads) for one in other):
                spans = set(range(first, len(words)))
                return Limit(more, equal, None, columns, tuple(words[after:]), is_column=True), spans
            if columns and after < len(words):
                return Limit(more, equal, None, columns, tuple(words[after:])), set(range(first, len(words)))
        return None, set()

    def _measured(self, words: Sequence[str]) -> frozenset[str]:
        return self.language.stemmed(self.language.columns_of(words))

    def _place(self, words: Sequence[str], taken: set[int]) -> tuple[int | None, int]:
        """`the second`, `first`, `the last one`: -1 is the last."""
        for at, word in enumerate(words):
            if at not in taken and word in self.asked.words["positions"]:
                if word in self.language.words["last"]:
                    return -1, at
                ordinals = self.language.ordered["ordinals"]
                return (ordinals.index(word) if word in ordinals else 0), at
        return None, -1

    def _ranked(self, words: Sequence[str], taken: set[int]) -> tuple[int | None, int]:
        """`the second cheapest`: the place right before a superlative."""
        ordinals = self.language.ordered["ordinals"]
        for at, word in enumerate(words[:-1]):
            if word in ordinals and at not in taken and at + 1 in taken:
                return ordinals.index(word), at
        return None, -1

    def _state(self, words: Sequence[str]) -> tuple[bool | None, set[int]]:
        """Return whether it is asked for what is done or for what is open, and the places of these words."""
        whole = f" {' '.join(words)} "
        for phrase in self.asked.phrases["neutral"]:
            if (begin := whole.find(f" {phrase} ")) >= 0:
                first = len(whole[:begin].split())
                return None, set(range(first, first + len(phrase.split())))
        for phrase in self.asked.phrases["still_open"]:
            if (begin := whole.find(f" {phrase} ")) >= 0:
                first = len(whole[:begin].split())
                return False, set(range(first, first + len(phrase.split())))
        return None, set()


def asks_whether(words: Sequence[str], text: Said, language: Language) -> bool:
    """Tell whether an utterance begins as a question: `do` and `have` begin orders as well."""
    if words[0] not in language.words["question"]:
        return False
    if words[0] not in language.asked.words["imperative"] or text.raw.rstrip().endswith("?"):
        return True
    return len(words) > 1 and words[1] in language.asked.words["persons"]


def _has(text: str, phrases: Sequence[str]) -> bool:
    return any(f" {one} " in f" {text} " for one in phrases)


def _figure(word: str) -> float | None:
    return float(word) if re.fullmatch(r"\d+(\.\d+)?", word) else None
