"""Find, in what is added or filled in, the values of the fields that stand beside: `from the market`, `by Friday`.

A value is taken out of the words only where it stands by itself: between commas, or at an end behind words that lead
to it (`linking` of the language's file) or behind the name of its field.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from functools import lru_cache

from antiphon.domain.outline import FormField
from antiphon.providers.brain._page.speech import Speech
from antiphon.providers.brain._page.subjects import Page
from antiphon.providers.brain._page.values import read
from antiphon.providers.brain._page.words import Said, content, framed, said

LONGEST = 7
"""Words of a day or a time: `the third of March`, `half past six in the evening`."""
READ = frozenset({"choice", "date", "time", "switch"})
Values = tuple[tuple[FormField, str | float | bool], ...]
_PIECE = re.compile(r"[^\W_]+")


@dataclass(frozen=True, slots=True)
class Entry:
    """The words that are left, and the values that the fields beside are given."""

    text: str
    values: Values = ()


class Beside:
    """Looks through what is said for the fields of one form."""

    def __init__(self, page: Page, fields: Sequence[FormField], today: date | None) -> None:
        self.page = page
        self.today = today
        self.amount = next((one for one in fields if one.kind == "text" and self._counts(one)), None)
        self.fields = [one for one in fields if one.kind in READ and (one.use or one.options) and not one.locked]

    def entry(self, raw: str) -> Entry | None:
        """Return what is said without the values in it; None where one field is given two values."""
        text = said(raw, self.page.language)
        words = text.text.split()
        gone: set[int] = set()
        found: dict[str, tuple[FormField, str | bool]] = {}
        again = True
        while again:
            again = False
            for field in self.fields:
                for start, end, value in self._values(field, text, words, gone):
                    places = self._standing(text, words, gone, start, end, field)
                    if not places:
                        continue
                    if found.setdefault(field.name, (field, value))[1] != value:
                        return None
                    gone |= places
                    again = True
        if any(self._says_another(one, text, words, gone) for one, _ in found.values()):
            return None
        rest = _kept(text, gone)
        if gone:
            left = framed(said(rest, self.page.language), self.page.language)
            rest = left.verbatim(0, len(left.text) + 1)
        amount, rest = self._counted(rest) if self.amount else ("", rest)
        values: list[tuple[FormField, str | float | bool]] = list(found.values())
        if amount and self.amount:
            values.append((self.amount, amount))
        return Entry(rest, tuple(values))

    def _says_another(self, field: FormField, text: Said, words: Sequence[str], gone: set[int]) -> bool:
        """Tell whether one more value of a field is led to: `from the bakery and from the farm`."""
        linking = self.page.language.words["linking"]
        return any(start and words[start - 1] in linking for start, _, _ in self._values(field, text, words, gone))

    def _counts(self, field: FormField) -> bool:
        return field.name.lower().strip(" ?:") in self.page.language.words["amounts"]

    def _values(
        self, field: FormField, text: Said, words: Sequence[str], gone: set[int]
    ) -> Iterator[tuple[int, int, str | bool]]:
        """Yield where a value of a field stands in the words, and which it is."""
        if field.kind in {"date", "time"}:
            yield from self._read(field, text, words, gone)
            return
        wanted: list[tuple[str, str | bool]] = [(option.name, option.name) for option in field.options]
        if field.kind == "switch":
            wanted = [(field.name, True)]
        spoken = _key(text.text, self.page.language.speech)
        has_day = not self.page.language.words["weekdays"].isdisjoint(words)
        for name, value in wanted:
            key = _key(name, self.page.language.speech)
            if key not in spoken and not has_day:
                continue
            for start in range(len(words) if key else 0):
                for end in range(start + 1, min(start + len(name.split()) + 2, len(words)) + 1):
                    span = words[start:end]
                    if _key(" ".join(span), self.page.language.speech) != key and not self._is_day(span, name):
                        continue
                    if gone.isdisjoint(range(start, end)) and _is_in_one(text, start, end):
                        yield start, end, value

    def _read(
        self, field: FormField, text: Said, words: Sequence[str], gone: set[int]
    ) -> Iterator[tuple[int, int, str]]:
        """The longest of words that a day or a time of day can be read from; a mere number is no time."""
        lists = self.page.language.words
        for end in range(len(words), 0, -1):
            for start in range(max(0, end - LONGEST), end):
                whole = gone.isdisjoint(range(start, end)) and _is_in_one(text, start, end)
                if not whole or words[start] in (lists["at_time"] | lists["linking"]) - lists["day_leads"]:
                    continue
                is_led = start > 0 and words[start - 1] in lists["at_time"]
                if field.kind == "time" and not is_led and lists["timed"].isdisjoint(words[start:end]):
                    continue
                value = read(self.page, field, " ".join(words[start:end]), self.today)
                if isinstance(value, str):
                    yield start, end, value
                    return

    def _is_day(self, span: Sequence[str], option: str) -> bool:
        """Tell whether a day of the week was said that the option has the first letters of: `Tuesday` for `Tue`."""
        days = self.page.language.words["weekdays"]
        short = option.lower().strip(". ")
        return len(span) == 1 and span[0] in days and len(short) > 1 and span[0].startswith(short)

    def _standing(
        self, text: Said, words: Sequence[str], gone: set[int], start: int, end: int, field: FormField
    ) -> set[int]:
        """The places of a value and of what leads to it; none where it is part of what else is said."""
        lists = self.page.language.words
        linking = lists["linking"] | lists["joining"] if field.kind == "switch" else lists["linking"]
        name = set(content(field.name, self.page.language))
        first, last = start, end
        while (
            first
            and first - 1 not in gone
            and not text.pauses_before(first)
            and (words[first - 1] in linking or name.intersection(content(words[first - 1], self.page.language)))
        ):
            first -= 1
        while last < len(words) and last not in gone and not text.pauses_before(last) and words[last] in linking:
            last += 1
        if handed := self._handed(text, words, gone, start, end):
            return handed
        begins = first == 0 or first - 1 in gone or text.pauses_before(first)
        ends = last == len(words) or last in gone or text.pauses_before(last)
        obliged = any(" ".join(words[end:]).startswith(f"{one} ") for one in self.page.language.words["obliging"])
        if begins and first == start and obliged:
            return set(range(start, end))
        return set(range(first, last)) if ends and (begins or first < start) else set()

    def _handed(self, text: Said, words: Sequence[str], gone: set[int], start: int, end: int) -> set[int]:
        """The places of `, put Milo down for it`: a part of its own that only says who is to do what was added."""
        lists = self.page.language.words
        plain = lists["linking"] | lists["handing"] | set(self.page.language.ordered["joins"])
        first, last = start, end
        while first and first - 1 not in gone and not text.pauses_before(first) and words[first - 1] in plain:
            first -= 1
        while last < len(words) and last not in gone and not text.pauses_before(last) and words[last] in plain:
            last += 1
        own = {words[at] for at in (*range(first, start), *range(end, last))}
        whole = text.pauses_before(first) and (last == len(words) or text.pauses_before(last))
        return set(range(first, last)) if whole and own & lists["handing"] else set()

    def _counted(self, rest: str) -> tuple[str, str]:
        """Split `half a litre of cream`, `six eggs` into how much and of what."""
        words = rest.split()
        lists = self.page.language.words
        measure = next((at for at, one in enumerate(words[:4]) if at and one.lower() in lists["amount_in"]), None)
        measure = measure if measure is not None and measure + 1 < len(words) else None
        counted = self.page.language.numbers_in(" ".join(words[: measure or 1]))
        if measure is not None and (counted or words[0].lower() in lists["little"] | lists["fractions"]):
            end = measure + 1
            amount = " ".join(words[:end])
            end += end < len(words) and words[end].lower() in lists["linking"]
        elif counted and counted[0].start == 0 and words[0].lower() not in lists["little"]:
            amount, end = f"{counted[0].value:g}", 1
        else:
            return "", rest
        return (amount, " ".join(words[end:])) if len(words) > end else ("", rest)


def _kept(text: Said, gone: set[int]) -> str:
    """Return what was said, in its own letters, without some of its words."""
    runs: list[str] = []
    begin = -1
    places = text.places
    for at in range(len(places) + 1):
        out = at == len(places) or at in gone
        if not out and begin < 0:
            begin = at
        elif out and begin >= 0:
            runs.append(text.raw[places[begin][1] : places[at - 1][2]].strip(" ,;:.!?\u2013"))
            begin = -1
    return re.sub(r"\s+", " ", " ".join(runs)).strip()


@lru_cache(8192)
def _key(text: str, speech: Speech) -> str:
    """A name as it is compared: in small letters, its figures spoken, without what stands in brackets."""
    bare = re.sub(r"\(.*?\)", "", text.lower())
    return "".join(speech.spelt(word) for word in _PIECE.findall(bare))


def _is_in_one(text: Said, start: int, end: int) -> bool:
    """Tell whether no comma stands within."""
    return not any(text.pauses_before(at) for at in range(start + 1, end))
