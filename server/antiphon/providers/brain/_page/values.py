"""Values as people dictate them, by the type of the field that they are for."""

import contextlib
import re
from collections.abc import Sequence
from datetime import date, timedelta
from functools import lru_cache

from antiphon.domain.outline import FormField, Option
from antiphon.providers.brain._page.dictated import address, email, spelt_out, telephone
from antiphon.providers.brain._page.figures import SYMBOLS
from antiphon.providers.brain._page.speech import Day, Speech, Word
from antiphon.providers.brain._page.subjects import Page
from antiphon.providers.brain._page.words import content

NOON = 12
MOST_DAYS = 60
"""Texts of a page that are looked through for days."""
_WITH_YEAR = re.compile(r"\b20\d\d\b")
_CENTURIES = (1900, 2099)
_FIGURE = re.compile(r"\d+(?:\.\d+)?")
_CODE = re.compile(r"[A-Z]{1,3}([- ]?)\d{1,5}")


def read(page: Page, field: FormField, text: str, today: date | None) -> str | float | bool | None:
    """Return the value that a text gives a field of this kind; None where it gives none."""
    match field.kind:
        case "text" if is_addressed(page, field):
            return email(page, text) or text.strip() or None
        case "text" if _is_money(page, field):
            return money(page, text) or text.strip() or None
        case "text" if page.ear.sound and (coded := code(page, field, text)):
            return coded
        case "text":
            return spelt_out(page, text.strip()) or None
        case "long" | "search" | "colour":
            return text.strip() or None
        case "email":
            return email(page, text)
        case "url":
            return address(page, text)
        case "tel":
            return telephone(page, text)
        case "number" if _is_money(page, field) and (counted := money(page, text)):
            return float(counted)
        case "number":
            return number(page, field, text)
        case "date":
            return day(page, text, today)
        case "time":
            return near(page, page.language.speech.time(text), text, field.value)
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


def code(page: Page, field: FormField, text: str) -> str | None:
    """Return `D7` for `D. Seven`, in the form of what the field holds, `D4` or `B-12`; None where that has none."""
    form = _CODE.fullmatch(field.value) if isinstance(field.value, str) else None
    words = page.language.hear(text.replace(".", " ").replace("-", " "))
    letters = [word.text for word in words if len(word.text) == 1 and word.text.isalpha()]
    counted = page.language.numbers(words[len(letters) :])
    if not form or not letters or len(counted) != 1 or counted[0].end + len(letters) != len(words):
        return None
    return f"{''.join(letters).upper()}{form[1]}{counted[0].value}"


def number(page: Page, field: FormField, text: str) -> float | None:
    words = page.language.hear(text)
    found = page.language.numbers(words)
    if len(found) != 1 or _says_more(page, field, words, found[0].start, found[0].end):
        return None
    value = found[0].value
    return -value if found[0].start and words[found[0].start - 1].text in page.language.words["below_zero"] else value


def money(page: Page, text: str) -> str | None:
    """`45 cents`, `two euros fifty`, as a figure in the larger unit."""
    language, lists = page.language, page.language.words
    words = language.hear(text)
    found = language.numbers(words)
    counted = {at for one in found for at in range(one.start, one.end)}
    units = lists["cents"] | lists["currencies"] | lists["in_amount"]
    if any(word.text not in units for at, word in enumerate(words) if at not in counted):
        return None
    behind = [words[one.end].text if one.end < len(words) else "" for one in found]
    value: float | None = None
    if len(found) == 1:
        value = float(found[0].value) / (100 if behind[0] in lists["cents"] else 1)
    elif len(found) == 2 and behind[0] in lists["joints"] | lists["currencies"] and 0 <= found[1].value < 100:
        value = float(found[0].value) + float(found[1].value) / 100
    elif len(found) == 2 and found[0].end == found[1].start and 10 <= found[1].value < 100 > found[0].value:
        value = float(found[0].value) + float(found[1].value) / 100  # `two fifty`
    if value is None:
        return None
    return str(int(value)) if value == int(value) else f"{value:.2f}"


def _says_more(page: Page, field: FormField, words: tuple[Word, ...], start: int, end: int) -> bool:
    beside = " ".join(word.text for word in (*words[:start], *words[end:]))
    known = {*content(field.name, page.language), *content(field.unit or "", page.language)}
    known |= page.language.stems("measures") | page.language.stems("below_zero")
    return any(word not in known for word in content(beside, page.language))


@lru_cache(4096)
def _heard(speech: Speech, text: str) -> tuple[Word, ...]:
    return speech.hear(text)


@lru_cache(4096)
def _days(speech: Speech, text: str, today: date | None) -> tuple[Day, ...]:
    return tuple(speech.days(_heard(speech, text), today))


def day(page: Page, text: str, today: date | None) -> str | None:
    words = _heard(page.language.speech, text)
    found = _days(page.language.speech, text, today)
    if not found and today is not None:
        return _day_of_month(page, text, today)
    if len(found) != 1:
        return None
    value, end = found[0].value, found[0].end
    if (year := _year(page, words[end:])) is not None:
        with contextlib.suppress(ValueError):
            value, end = value.replace(year=year), len(words)
    elif today is not None and _days(page.language.speech, text, today + timedelta(1)) == found:
        value = _in_year_of_page(page, value, today)
    parts = page.language.asked.calendar.parts  # `demain soir`
    rest = " ".join(word.text for word in (*words[: found[0].start], *words[end:]) if word.text not in parts)
    return value.isoformat() if not content(rest, page.language) else None


def _in_year_of_page(page: Page, value: date, today: date) -> date:
    """The day in a year of those that the page shows, where all of these lie behind: no list of what is to come is
    older than a fortnight."""
    shown = _shown(page)
    if not shown or shown[-1] >= today - timedelta(14):
        return value
    for year in sorted({one.year for one in shown}):
        with contextlib.suppress(ValueError):
            if (moved := value.replace(year=year)) >= shown[0]:
                return moved
    return value


def _shown(page: Page) -> list[date]:
    """The days with a year that stand in the lists of a page, the earliest first."""
    if page.days is None:
        texts = [text for one in page.subjects() for text in (one.cells or (one.name,)) if _WITH_YEAR.search(text)]
        found = [one for text in texts[:MOST_DAYS] for one in _days(page.language.speech, text, None)]
        page.days = sorted(one.value for one in found)
    return page.days


def _year(page: Page, words: Sequence[Word]) -> int | None:
    """`nineteen eighty-two`, which is none of the numbers that are counted."""
    found = page.language.numbers(words)
    if not found or found[0].start or found[-1].end != len(words):
        return None
    [first, *more] = (int(one.value) for one in found)
    year = first * 100 + more[0] if len(more) == 1 and first < 100 > more[0] else first if not more else 0
    return year if _CENTURIES[0] <= year <= _CENTURIES[1] else None


def _day_of_month(page: Page, text: str, today: date) -> str | None:
    """`the 24th`: the next day of that number."""
    spoken = text.lower().split()
    numbers = []
    for word in spoken:
        if place := page.language.place(word):
            numbers.append(place)
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


def near(page: Page, found: str | None, text: str, before: object) -> str | None:
    """Of seven in the morning and in the evening, where only `seven` was said, the one nearer to what is set; as it was
    said in a language whose file has no words for the halves of a day.
    """
    spoken = text.lower().replace(".", "").split()
    told = {word for half in ("pm", "am", "night") for one in page.language.ordered[half] for word in one.split()}
    if not told or found is None or not isinstance(before, str) or ":" not in before or ":" in text:
        return found
    if told.intersection(spoken):
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
    """The minutes between two times of a day, be midnight between them."""
    between = abs(one - other)
    return min(between, 2 * NOON * 60 - between)


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
    heard = page.language.hear(text)
    found = page.language.numbers(heard)
    if len(found) != 1 or _says_more(page, field, heard, found[0].start, found[0].end):
        return None
    same = [one for one in field.options if (own := _FIGURE.match(one.name)) and float(own[0]) == found[0].value]
    return same[0] if len(same) == 1 else None
