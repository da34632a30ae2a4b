"""Values as people dictate them, by the type of the field that they are for."""

import re
from datetime import date

from antiphon.domain.outline import FormField, Option
from antiphon.providers.brain._page.figures import SYMBOLS
from antiphon.providers.brain._page.speech import Word
from antiphon.providers.brain._page.subjects import Page
from antiphon.providers.brain._page.words import content

_WRITTEN = re.compile(r"[^\s@]+@[^\s@]+\.[^\s@]+")
_PAUSES = re.compile(r"[,;]\s*")
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
        case "text" | "long" | "search" | "colour":
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
            return page.language.speech.time(text)
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


def email(page: Page, text: str) -> str | None:
    """`anna dot keller at gmail dot com`, or as it is written."""
    if written := _WRITTEN.search(text):
        return written.group().strip(".,;")
    put = joined(page, text)
    return put if _WRITTEN.fullmatch(put) else None


def address(page: Page, text: str) -> str | None:
    put = joined(page, text)
    return put if re.fullmatch(r"(https?://)?[\w-]+(\.[\w-]+)+(/\S*)?", put) else None


def joined(page: Page, text: str) -> str:
    """Return what was dictated, with the signs that its words stand for, in one."""
    words = _PAUSES.sub(" ", text.lower()).rstrip(".!? ").split()
    return "".join(page.language.signs.get(word, word) for word in words)


def telephone(page: Page, text: str) -> str | None:
    """Digits, one by one or in groups; `double` and `triple` repeat the next."""
    language, lists = page.language, page.language.words
    words = language.hear(text.replace("-", " ").replace("/", " ").replace("(", " ").replace(")", " "))
    plus = any(sign == "+" and text.strip().startswith(word) for word, sign in language.signs.items())
    digits, again = "+" if plus or text.strip().startswith("+") else "", 1
    for word in words:
        if word.text in lists["double"] | lists["triple"]:
            again = 2 if word.text in lists["double"] else 3
            continue
        found = language.numbers([word])
        if not found and word.text not in lists["in_digits"] | lists["nought"]:
            return None
        if found or word.text in lists["nought"]:
            spoken = word.text if word.text.isdigit() else str(found[0].value) if found else "0"
            digits += spoken * again
            again = 1
    return digits if sum(one.isdigit() for one in digits) >= 3 else None


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
    if value is None:
        return None
    return str(int(value)) if value == int(value) else f"{value:.2f}"


def _says_more(page: Page, field: FormField, words: tuple[Word, ...], start: int, end: int) -> bool:
    beside = " ".join(word.text for word in (*words[:start], *words[end:]))
    known = {*content(field.name, page.language), *content(field.unit or "", page.language)}
    known |= page.language.stems("measures") | page.language.stems("below_zero")
    return any(word not in known for word in content(beside, page.language))


def day(page: Page, text: str, today: date | None) -> str | None:
    words = page.language.hear(text)
    found = page.language.days(words, today)
    if not found and today is not None:
        return _day_of_month(page, text, today)
    if len(found) != 1:
        return None
    rest = " ".join(word.text for word in (*words[: found[0].start], *words[found[0].end :]))
    return found[0].value.isoformat() if not content(rest, page.language) else None


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
        return None
    best = [one for fit, one in good if fit == good[0][0]]
    return best[0] if len(best) == 1 else None
