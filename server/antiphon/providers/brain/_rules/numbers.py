"""Numbers as people say them: `25`, `twenty five`, `two hundred and three`, `minus four`, `three point five`."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import takewhile

from antiphon.providers.brain._rules.words import Word
from antiphon.providers.english import ORDINALS as ORDINALS
from antiphon.providers.english import SMALL, TENS

COUNTED = frozenset(SMALL)
"""Words that counting is made of, digit by digit."""
_SCALES = {"thousand": 1000, "million": 1_000_000}
SOUND_LIKE = {
    "to": 2, "too": 2, "tu": 2, "for": 4, "fore": 4, "won": 1, "ate": 8, "tree": 3, "sicks": 6, "nein": 9, "tin": 10,
}  # fmt: skip
"""Words that a recogniser writes for a number that stands alone."""
BEHIND_TO = {"ad": 80, "add": 80, "addy": 80}
"""Words that it writes for one behind a `to`, where nothing else ends an order: `set the volume to add`."""

MONEY = frozenset({"dollar", "euro", "pound", "buck", "franc"})
CENTS = frozenset({"cent", "penny", "pence", "centime"})
_LONGEST = 12
_SAYINGS = {
    ("half", "a", "dozen"): 6, ("half", "dozen"): 6, ("a", "half", "dozen"): 6, ("a", "couple", "of"): 2,
}  # fmt: skip
_LONGEST_SAYING = 3
_BEFORE_PRONOUN = frozenset(
    {"this", "that", "the", "which", "another", "each", "every", "no", "last", "next", "other", "same", "only"}
)
"""`the last one` is no number."""


_SPOKEN = {value: name for table in (SMALL, TENS) for name, value in reversed(table.items())}


def spelt(word: str, joint: str = "") -> str:
    """`22` as it is spoken, `twentytwo`; from 100 on, and for all that is no figure, the word itself."""
    if not (word.isascii() and word.isdigit() and len(word) < 3):
        return word
    value = int(word)
    return _SPOKEN.get(value) or _SPOKEN[value - value % 10] + joint + _SPOKEN[value % 10]


@dataclass(frozen=True, slots=True)
class Number:
    """A number in the words `start` to `end` (exclusive)."""

    start: int
    end: int
    value: int | float
    percent: bool = False


def find_numbers(words: Sequence[Word]) -> list[Number]:
    """Every number in an utterance, in order. A `two` right before another number was a `to`."""
    found: list[Number] = []
    at = 0
    while at < len(words):
        behind = bool(found) and found[-1].end == at and words[at].text == "one"  # `the six one`
        number = None if behind or _is_pronoun(words, at) else _number_at(words, at)
        if number is None:
            at += 1
            continue
        found.append(number)
        at = number.end
    followers = (*found[1:], None)
    return [one for one, after in zip(found, followers, strict=False) if not _was_a_to(words, one, after)]


def _is_pronoun(words: Sequence[Word], at: int) -> bool:
    if words[at].text != "one" or at == 0:
        return False
    before = words[at - 1].text
    return before in _BEFORE_PRONOUN or before in ORDINALS


def _was_a_to(words: Sequence[Word], number: Number, after: Number | None) -> bool:
    alone = number.end - number.start == 1 and words[number.start].text == "two"
    return alone and number.start > 0 and after is not None and after.start == number.end


def _number_at(words: Sequence[Word], start: int) -> Number | None:
    texts = tuple(word.text for word in words[start : start + _LONGEST_SAYING])
    saying = next((one for one in _SAYINGS if texts[: len(one)] == one), None)
    if saying:
        return Number(start, start + len(saying), _SAYINGS[saying])
    at = start
    negative = words[at].text in {"minus", "negative"}
    at += negative
    read = _digits(words, at) or _spoken(words, at) or _point(words, at)
    if read is None:
        return None
    value, at = read
    value, at = _fraction(words, value, at)
    value, at = _with_cents(words, value, at)
    percent = at < len(words) and words[at].text in {"percent", "percentage"}
    if at + 1 < len(words) and words[at].text == "per" and words[at + 1].text == "cent":
        percent, at = True, at + 1
    return Number(start, at + percent, -value if negative else value, percent)


def _digits(words: Sequence[Word], at: int) -> tuple[int | float, int] | None:
    if at >= len(words):
        return None
    text = words[at].text.removeprefix("-")
    sign = -1 if text != words[at].text else 1
    for ending in ("st", "nd", "rd", "th"):
        text = text.removesuffix(ending)
    groups = text.split(",")
    if len(groups) > 1 and all(len(group) == 3 for group in groups[1:]):
        text = "".join(groups)
    if not text.isascii() or not text[:1].isdigit() or len(text) > _LONGEST:
        return None
    try:
        return sign * (float(text) if "." in text else int(text)), at + 1
    except ValueError:  # a version or an address, such as 1.2.3
        return None


def _spoken(words: Sequence[Word], start: int) -> tuple[int, int] | None:
    total = group = 0
    room = 1000  # what may still follow is smaller than this
    at = start
    while at < len(words):
        text = words[at].text
        if text == "hundred" and group < 100 and room != 100:
            group, room = max(group, 1) * 100, 100
        elif text == "dozen" and group < 100 and (room == 0 or not total + group):
            group, room = max(group, 1) * 12, 0
        elif text in _SCALES and (group or at == start):
            total, group, room = total + max(group, 1) * _SCALES[text], 0, 1000
        elif text in TENS and _is_hundreds(words, at, start):  # `one twenty five`
            group, room = group * 100 + TENS[text], 10
        elif text in TENS and room >= 100:
            group, room = group + TENS[text], 10
        elif text in SMALL and SMALL[text] < room:
            group, room = group + SMALL[text], 0
        elif text in ORDINALS and ORDINALS[text] < max(room, 1):
            return total + group + ORDINALS[text], at + 1
        elif not _joins(words, at, start):
            break
        at += 1
    return (total + group, at) if at > start else None


def _is_hundreds(words: Sequence[Word], at: int, start: int) -> bool:
    """After one digit, but for what may have been `to` or `for`."""
    return at == start + 1 and SMALL.get(words[start].text, 0) in {1, 3, 5, 6, 7, 8, 9}


def _joins(words: Sequence[Word], at: int, start: int) -> bool:
    """The `and` of `two hundred and three`, the `a` of `a hundred`."""
    after = words[at + 1].text if at + 1 < len(words) else ""
    if words[at].text == "and":
        return at > start and words[at - 1].text in {"hundred", *_SCALES} and (after in SMALL or after in TENS)
    return words[at].text == "a" and at == start and after in {"hundred", "dozen", *_SCALES}


def _point(words: Sequence[Word], at: int) -> tuple[int, int] | None:
    """`point five` without its zero."""
    has_digit = at + 1 < len(words) and words[at].text == "point" and _decimal(words[at + 1].text)
    return (0, at) if has_digit else None


def _fraction(words: Sequence[Word], value: int | float, at: int) -> tuple[int | float, int]:
    texts = [word.text for word in words[at : at + 8]]
    if texts[:1] == ["point"] and isinstance(value, int):
        digits = list(takewhile(bool, map(_decimal, texts[1:])))
        if digits:
            return float(f"{value}.{''.join(digits)}"), at + 1 + len(digits)
    if texts[:3] == ["and", "a", "half"]:
        return value + 0.5, at + 3
    return value, at


def _with_cents(words: Sequence[Word], value: int | float, at: int) -> tuple[int | float, int]:
    """`twenty dollars and fifty cents` is 20.5; without its cents, an amount ends before its unit."""
    if value != int(value) or at >= len(words) or words[at].stem not in MONEY:
        return value, at
    joined = at + 1 < len(words) and words[at + 1].text == "and"
    start = at + 1 + joined
    read = _digits(words, start) or _spoken(words, start)
    if read is None or not 0 < read[0] < 100 or read[0] != int(read[0]):
        return value, at
    named = read[1] < len(words) and words[read[1]].stem in CENTS
    if joined and not named:  # `twenty dollars and five apples`
        return value, at
    return value + int(read[0]) / 100, read[1] + named


def _decimal(text: str) -> str:
    if text in SMALL and SMALL[text] < 10:
        return str(SMALL[text])
    return text if text.isascii() and text.isdigit() and len(text) < 5 else ""
