"""Take the options of a page's choices for records, where they say more than a name: `Massage, 40 min, € 45`."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from antiphon.providers.brain._page.records import Collection, Record, span_of
from antiphon.providers.brain._page.subjects import Page, Slot, Subject

LONGEST_NAME = 4
"""Words: an option of more says what somebody or something is good for, too."""


def offers(page: Page, records: Callable[[Sequence[Subject]], list[Record]]) -> Iterator[Collection]:
    """Yield a collection for each choice whose options can be asked about. `records` takes things apart."""
    by_field: dict[tuple[int, str], list[Slot]] = {}
    for slot in page.options():
        if slot.option and slot.option.name:
            by_field.setdefault((id(slot.block), slot.field.name), []).append(slot)
    for (_, name), slots in by_field.items():
        subjects = [
            Subject(slot.block, at, slot.option.name, (), None, (slot.option.name,))
            for at, slot in enumerate(slots)
            if slot.option
        ]
        found = [replace(one, slot=slot) for one, slot in zip(records(subjects), slots, strict=True)]
        telling = [one for one in found if _says_more(page, one)]
        if len(telling) > 1 and 2 * len(telling) > len(found):
            yield Collection(name, "choice", tuple(telling))


def _says_more(page: Page, record: Record) -> bool:
    """Tell whether an option has a price, says how long it lasts, or is described."""
    calendar = page.language.asked.calendar
    if any(one.money is not None or span_of(one, page.language, calendar) for one in record.facts if one.text):
        return any(letter.isalpha() for letter in record.name)
    return len(record.subject.name.split()) > LONGEST_NAME
