"""Say a length of time in what a page counts it in: `half an hour` is `30 minutes` where a field is of minutes.

`half a degree` is `0.5 degree`.
"""

import re
from collections.abc import Iterator, Sequence

from antiphon.domain.outline import FormField
from antiphon.providers.brain._page.subjects import Page
from antiphon.providers.brain._page.words import Said

LONGEST = 6
"""Words in front of a unit: `an hour and a half`, `three quarters of an hour`."""
_WRITTEN = re.compile(r"(\d+(?:[.,]\d+)?)\s?([^\W\d_]+)")


def in_units(text: Said, page: Page) -> Said:
    """Return an utterance with its one length in the unit of the page's one field of lengths, or as the one option of
    that length; as it is where there is none, or it counts so already.
    """
    words = text.text.split()
    for start, end, unit, value in _lengths(words, page):
        lasts = page.language.asked.lasts
        if option := _option(page, value * lasts[unit]):
            return text.replaced(start, end, option)
        own = _unit(page, unit)
        if own in page.language.words["days"]:
            return text  # that is said in days elsewhere (`in_days.py`)
        by_figure = len(page.language.numbers_in(words[start])) == 1 and end == start + 2
        if own and not (own == unit and by_figure):
            return text.replaced(start, end, f"{value * lasts[unit] / lasts[own]:g} {own}")
        return text
    for at in range(len(words) - 2):
        half = page.language.wished.shares.get(words[at])
        if half and words[at + 1] in page.language.words["one"] and not words[at + 2].isdigit():
            return text.replaced(at, at + 2, f"{half:g}")
    return text


def length_of(text: str, page: Page) -> float | None:
    """The minutes of a length that is all that was said: `a week`, `an hour and a half`; None where it is not."""
    words = text.split()
    for start, end, unit, value in _lengths(words, page):
        if (start, end) == (0, len(words)):
            return value * page.language.asked.lasts[unit]
    return None


def _lengths(words: Sequence[str], page: Page) -> Iterator[tuple[int, int, str, float]]:
    """Yield each length of time: where it begins and ends, its unit, and how many of it."""
    for at, word in enumerate(words):
        if word not in page.language.asked.lasts:
            continue
        for start in range(max(0, at - LONGEST), at):
            value = _value(words[start:at], page)
            if value is None:
                continue
            end, tail = at + 1, next((one for one in page.language.wished.shares if _ends(words, at + 1, one)), "")
            if tail:
                value, end = value + page.language.wished.shares[tail], end + 2 + len(tail.split())
            yield start, end, word, value
            break


def _ends(words: Sequence[str], at: int, share: str) -> bool:
    """Tell whether `and a half` stands there."""
    [*parts] = share.split()
    return words[at : at + 2 + len(parts)] in (["and", "a", *parts], ["and", "an", *parts])


def _value(words: Sequence[str], page: Page) -> float | None:
    one = page.language.words["one"]
    for share, part in page.language.wished.shares.items():
        if list(words) in (
            [*share.split(), "an"],
            [*share.split(), "a"],
            ["a", *share.split(), "of", "an"],
            [*share.split(), "of", "an"],
        ):
            return part
    if len(words) == 1 and words[0] in one | page.language.words["each"]:
        return 1.0
    heard = page.language.hear(" ".join(words))
    found = page.language.numbers(heard)
    whole = len(found) == 1 and (found[0].start, found[0].end) == (0, len(heard))
    return float(found[0].value) if whole else None


def _option(page: Page, minutes: float) -> str:
    """The name of the one option that is so long."""
    found = {slot.option.name for slot in page.options() if slot.option and _long(page, slot.option.name) == minutes}
    return found.pop() if len(found) == 1 else ""


def lengths_of(page: Page, field: FormField) -> dict[str, float]:
    """The options of a field that are lengths of time, each with its minutes."""
    return {one.name: long for one in field.options if (long := _long(page, one.name)) is not None}


def _long(page: Page, name: str) -> float | None:
    """The minutes that an option says: `1½ hours`, `90 min`; None where it says none."""
    low = re.sub(r"(\d)\s?½", r"\1.5", name.lower().strip(" .")).replace("½", "0.5")
    own = _WRITTEN.fullmatch(low)
    lasts = page.language.asked.lasts
    return float(own[1].replace(",", ".")) * lasts[own[2]] if own and own[2] in lasts else None


def _unit(page: Page, said: str) -> str:
    """The unit that the page's fields count lengths in: the one that was said, or the only one."""
    lasts = page.language.asked.lasts
    found = {}
    for slot in page.slots():
        if slot.field.kind == "number":
            for word in re.findall(r"[^\W\d_]+", f"{slot.field.name} {slot.field.unit or ''}".lower()):
                if word in lasts:
                    found[lasts[word]] = word
    if not found and any(one.field.kind == "number" for one in page.slots()):
        texts = " ".join(cell for one in page.subjects() for cell in (one.name, *one.cells)).lower()
        told = {lasts[unit] for _, unit in _WRITTEN.findall(texts) if unit in lasts}
        found = {one: max((word for word in lasts if lasts[word] == one), key=len) for one in told}
    same = found.get(lasts[said])
    return same or (next(iter(found.values())) if len(found) == 1 else "")
