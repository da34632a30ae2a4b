"""Values as people dictate them, by the type of the field that they are for."""

import contextlib
import re
from collections.abc import Sequence
from datetime import date
from functools import lru_cache

from antiphon.domain.outline import FormField, Option
from antiphon.providers.brain._page.dictated import address, email, spelt_out, telephone
from antiphon.providers.brain._page.figures import SYMBOLS
from antiphon.providers.brain._page.subjects import Page
from antiphon.providers.brain._page.words import content
from antiphon.providers.brain._rules.dates import Day, find_days
from antiphon.providers.brain._rules.numbers import CENTS, MONEY, find_numbers
from antiphon.providers.brain._rules.words import Word, hear

_LEADS = ("it is ", "it's ", "is ", "to ")
NOON = 12
_CENTURIES = (1900, 2099)
MORNING = 6
"""From this hour on, one that is said to be at night is in the evening."""
_FIGURE = re.compile(r"\d+(?:\.\d+)?")
_ORDINAL = re.compile(r"\d+(st|nd|rd|th)$")
_CODE = re.compile(r"[A-Z]{1,3}([- ]?)\d{1,5}")
_TIME = re.compile(r"^(\d{1,2})(?:[:.h](\d{2}))?\s*(am|pm|a\.m\.|p\.m\.|o'clock)?$")


def read(page: Page, field: FormField, text: str, today: date | None) -> str | float | bool | None:
    """Return the value that a text gives a field of this kind; None where it gives none."""
    match field.kind:
        case "text" if is_addressed(page, field):
            return email(text) or text.strip() or None
        case "text" if _is_money(page, field):
            return money(text) or text.strip() or None
        case "text" if not page.typed and (coded := code(field, text)):
            return coded
        case "text":
            return spelt_out(text.strip()) or None
        case "long" | "search" | "colour":
            return text.strip() or None
        case "email":
            return email(text)
        case "url":
            return address(text)
        case "tel":
            return telephone(text)
        case "number" if _is_money(page, field) and (counted := money(text)):
            return float(counted)
        case "number":
            return number(page, field, text)
        case "date":
            return day(page, text, today)
        case "time":
            return near(page, time(page, text), text, field.value)
        case "switch":
            return switch(page, text)
        case "choice":
            option = choice(page, field, text)
            return option.name if option else None


def is_addressed(page: Page, field: FormField) -> bool:
    """Tell whether a field is for whom something is sent to."""
    return field.kind == "email" or field.name.lower().strip(" :") in page.language.words["addressed"]


def _is_money(page: Page, field: FormField) -> bool:
    name = f"{field.name} {field.unit or ''}"
    stems = {stem for word in page.language.words["money"] for stem in content(word, page.language)}
    return any(sign in name for sign in SYMBOLS["price"]) or not stems.isdisjoint(content(name, page.language))


def code(field: FormField, text: str) -> str | None:
    """Return `D7` for `D. Seven`, in the form of what the field holds, `D4` or `B-12`; None where that has none."""
    form = _CODE.fullmatch(field.value) if isinstance(field.value, str) else None
    words = hear(text.replace(".", " ").replace("-", " "))
    letters = [word.text for word in words if len(word.text) == 1 and word.text.isalpha()]
    counted = find_numbers(words[len(letters) :])
    if not form or not letters or len(counted) != 1 or counted[0].end + len(letters) != len(words):
        return None
    return f"{''.join(letters).upper()}{form[1]}{counted[0].value}"


def number(page: Page, field: FormField, text: str) -> float | None:
    words = hear(text)
    found = find_numbers(words)
    if len(found) != 1 or _says_more(page, field, words, found[0].start, found[0].end):
        return None
    value = found[0].value
    return -value if found[0].start and words[found[0].start - 1].text == "minus" else value


def money(text: str) -> str | None:
    """`45 cents`, `two euros fifty`, as a figure in the larger unit."""
    words = hear(text)
    found = find_numbers(words)
    counted = {at for one in found for at in range(one.start, one.end)}
    units = {*CENTS, *MONEY, "and", "point"}
    if any(word.text.removesuffix("s") not in units for at, word in enumerate(words) if at not in counted):
        return None
    behind = [words[one.end].text.removesuffix("s") if one.end < len(words) else "" for one in found]
    value: float | None = None
    if len(found) == 1:
        value = float(found[0].value) / (100 if behind[0] in CENTS else 1)
    elif len(found) == 2 and behind[0] in MONEY | {"point"} and 0 <= found[1].value < 100:
        value = float(found[0].value) + float(found[1].value) / 100
    if value is None:
        return None
    return str(int(value)) if value == int(value) else f"{value:.2f}"


def _says_more(page: Page, field: FormField, words: tuple[Word, ...], start: int, end: int) -> bool:
    beside = " ".join(word.text for word in (*words[:start], *words[end:]))
    known = {*content(field.name, page.language), *content(field.unit or "", page.language)}
    known |= page.language.stems("measures") | page.language.stems("below_zero")
    return any(word not in known for word in content(beside, page.language))


@lru_cache(4096)
def _heard(text: str) -> tuple[Word, ...]:
    return hear(text)


@lru_cache(4096)
def _days(text: str, today: date | None) -> tuple[Day, ...]:
    return tuple(find_days(_heard(text), today))


def day(page: Page, text: str, today: date | None) -> str | None:
    words = _heard(text)
    found = _days(text, today)
    if not found and today is not None:
        return _day_of_month(page, text, today)
    if len(found) != 1:
        return None
    value, end = found[0].value, found[0].end
    if (year := _year(words[end:])) is not None:
        with contextlib.suppress(ValueError):
            value, end = value.replace(year=year), len(words)
    rest = " ".join(word.text for word in (*words[: found[0].start], *words[end:]))
    return value.isoformat() if not content(rest, page.language) else None


def _year(words: Sequence[Word]) -> int | None:
    """`nineteen eighty-two`, which is none of the numbers that are counted."""
    found = find_numbers(words)
    if not found or found[0].start or found[-1].end != len(words):
        return None
    [first, *more] = (int(one.value) for one in found)
    year = first * 100 + more[0] if len(more) == 1 and first < 100 > more[0] else first if not more else 0
    return year if _CENTURIES[0] <= year <= _CENTURIES[1] else None


def _day_of_month(page: Page, text: str, today: date) -> str | None:
    """`the 24th`: the next day of that number."""
    spoken = text.lower().split()
    ordinals = page.language.ordered["ordinals"]
    numbers = []
    for word in spoken:
        if numbered := re.fullmatch(r"(\d{1,2})(?:st|nd|rd|th)", word):
            numbers.append(int(numbered[1]))
        elif word in ordinals:
            numbers.append(ordinals.index(word) + 1)
        elif word not in page.language.words["little"]:
            return None
    for months in range(3 if len(numbers) == 1 else 0):
        month = today.month + months
        try:
            found = date(today.year + (month - 1) // 12, (month - 1) % 12 + 1, numbers[0])
        except ValueError:
            continue
        if found >= today:
            return found.isoformat()
    return None


def time(page: Page, text: str) -> str | None:
    """`half past three`, `3 pm`, `15:30`, as hours and minutes."""
    plain = text.lower().strip(" .")
    for lead in _LEADS:
        plain = plain.removeprefix(lead)
    plain = plain.removeprefix("at ")
    if match := _TIME.match(plain):
        return _clock(int(match[1]), int(match[2] or 0), match[3] or "")
    half = next((half for half in ("pm", "am", "night") if plain.endswith(page.language.ordered[half])), "")
    words = hear(plain)
    counted = {at for one in find_numbers(words) for at in range(one.start, one.end)}
    if any(word.text not in page.language.words["of_time"] for at, word in enumerate(words) if at not in counted):
        return None
    if any(_ORDINAL.match(word.text) or word.text in page.language.ordered["ordinals"] for word in words):
        return None  # `the third` is a day
    values = [int(one.value) for one in find_numbers(words) if one.value == int(one.value)]
    texts = {word.text for word in words}
    if "noon" in texts or "midday" in texts:
        return "12:00"
    if "midnight" in texts:
        return "00:00"
    if len(values) == 1 and values[0] >= 100:  # `nine forty-five`, heard as one number
        values = [values[0] // 100, values[0] % 100]
    parts = {"half", "quarter"} & texts
    if not values or len(values) > 2 or (parts and len(values) > 1):
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


def near(page: Page, found: str | None, text: str, before: object) -> str | None:
    """Of seven in the morning and in the evening, where only `seven` was said, the one nearer to what is set."""
    spoken = text.lower().replace(".", "").split()
    told = {word for half in ("pm", "am", "night") for one in page.language.ordered[half] for word in one.split()}
    if found is None or not isinstance(before, str) or ":" not in before or ":" in text or told.intersection(spoken):
        return found
    hour, minute = map(int, found.split(":"))
    own, was = _minutes(found), _minutes(before)
    if not 0 < hour < NOON or own is None or was is None:
        return found
    later = own + NOON * 60
    return found if _apart(own, was) <= _apart(later, was) else f"{hour + NOON:02d}:{minute:02d}"


def _minutes(clock: str) -> int | None:
    parts = clock.split(":")
    return int(parts[0]) * 60 + int(parts[1]) if len(parts) > 1 and all(one.isdigit() for one in parts[:2]) else None


def _apart(one: int, other: int) -> int:
    """How many minutes two times of a day are apart, be midnight between them."""
    between = abs(one - other)
    return min(between, 2 * NOON * 60 - between)


def _clock(hour: int, minute: int, half: str) -> str | None:
    if half == "night":
        half = "p" if MORNING <= hour < NOON else "a"
    if half.startswith("p") and hour < 12:
        hour += 12
    if half.startswith("a") and hour == 12:
        hour = 0
    return f"{hour:02d}:{minute:02d}" if 0 <= hour < 24 and 0 <= minute < 60 else None


def switch(page: Page, text: str) -> bool | None:
    words = text.lower().strip(" .").split()
    last = words[0] if len(words) == 1 else ""
    if last in page.language.words["on"]:
        return True
    return False if last in page.language.words["off"] else None


def choice(page: Page, field: FormField, text: str) -> Option | None:
    """The one option that a text names, and no other as well."""
    rated = sorted(
        ((page.fit(text, one.name, field.name), one) for one in field.options), key=lambda pair: pair[0], reverse=True
    )
    good = [(fit, one) for fit, one in rated if fit.said > 0.99]
    if not good:
        return _of_figure(page, field, text)
    best = [one for fit, one in good if fit == good[0][0]]
    return best[0] if len(best) == 1 else None


def _of_figure(page: Page, field: FormField, text: str) -> Option | None:
    """The one option with a number that was said, and nothing else: `one and a half` for `1.5`."""
    heard = hear(text)
    found = find_numbers(heard)
    if len(found) != 1 or _says_more(page, field, heard, found[0].start, found[0].end):
        return None
    same = [one for one in field.options if (own := _FIGURE.match(one.name)) and float(own[0]) == found[0].value]
    return same[0] if len(same) == 1 else None
