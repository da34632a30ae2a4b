"""Find the cheapest of the options that can be chosen: `the cheapest room`."""

from collections.abc import Iterator

from antiphon.providers.brain._page.figures import SYMBOLS, figure
from antiphon.providers.brain._page.subjects import Page, Slot
from antiphon.providers.brain._page.words import content

LEAST = 2
"""Words that say a place and a field; a choice of more options has a last one."""


def at_the_end(page: Page, phrase: str) -> Iterator[Slot]:
    """Yield the option with the lowest or the highest price of each field that a phrase names, if it is one alone."""
    least = _least(page, phrase)
    if least is None:
        yield from _by_place(page, phrase)
        return
    named = set(content(phrase, page.language))
    for slot in page.slots():
        own = set(content(slot.field.name, page.language))
        if not own or not own <= named:
            continue
        options = [one for one in page.options() if one.field is slot.field and one.option]
        rated = [(price, one) for one in options if one.option and (price := figure(one.option.name, SYMBOLS["price"]))]
        prices = [price for price, _ in rated]
        ends = [one for price, one in rated if price == (min(prices) if least else max(prices))]
        if len(rated) > 1 and len(ends) == 1:
            yield ends[0]


def _by_place(page: Page, phrase: str) -> Iterator[Slot]:
    """Yield the option of each field that a phrase names whose place among them it says: `the last ringtone`."""
    lists = page.language.words
    words = [word for word in phrase.split() if word not in lists["little"] | lists["list_said"]]
    if len(words) < LEAST:
        return
    place = 0 if words[0] in lists["first"] else -1 if words[0] in lists["last"] else None
    named = set(content(" ".join(words[1:]), page.language))
    if place is None or not named:
        return
    for slot in page.slots():
        own = set(content(slot.field.name, page.language))
        options = [one for one in page.options() if one.field is slot.field and one.option]
        if own == named and len(options) > LEAST:
            yield options[place]


def _least(page: Page, phrase: str) -> bool | None:
    """Tell whether a phrase asks for the lowest price, or for the highest; None where it asks for neither."""
    phrase = page.language.bare(phrase).strip()
    for name, (sense, columns) in page.language.superlatives.items():
        if phrase == name or phrase.startswith(f"{name} "):
            return sense == "min" if page.language.symbols["price"] in page.language.stemmed(columns) else None
    return None
