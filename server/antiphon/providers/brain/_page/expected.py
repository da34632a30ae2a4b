"""Say what people are likely to say to a page's structure, for a recogniser that takes it (`ports.AcceptsPhrases`)."""

import re
from collections.abc import Iterator

from antiphon.domain.context import PageContext
from antiphon.providers.alternatives import ELSE
from antiphon.providers.brain._page.language import Language, language
from antiphon.providers.brain._page.subjects import Page, Subject
from antiphon.providers.brain._rules.expected import in_words, is_fit

MOST_ITEMS = 60
"""Of a longer list nobody says each by its name."""
_SHORTEST = 3
_NAME = re.compile(r"[A-Z][^\W\d]+(?: [^\W\d]+){0,2}")
"""A cell that names somebody or something."""
_CODE = re.compile(r"\S*\d\S*")


def expected(page: PageContext) -> tuple[str, ...]:
    """Return orders by what the page has, each once, and behind them its names, which may stand anywhere.

    Empty without an outline. Nothing in it is hard to take back. Takes some ms on a page of a hundred items.
    """
    words = language("en")
    if page.outline is None:
        return ()
    seen = Page(page.outline, page.actions, words, narration=page.narration)
    orders = (in_words(one) for one in _orders(seen, words))
    kept = [*_begins(seen, words), *(one for one in orders if is_fit(one, 1))]
    kept += [f"{ELSE} {one} {ELSE}" for one in names_of(seen)]
    return tuple(dict.fromkeys(kept))


def names_of(page: Page) -> list[str]:
    """Return the names of what a page has, in words: of nothing that is hard to take back."""
    return [one for one in map(in_words, dict.fromkeys(_names(page))) if len(one) > _SHORTEST and is_fit(one, 1)]


def _begins(page: Page, words: Language) -> Iterator[str]:
    """Yield what is said on every page, and the first words of orders: a short verb is misheard most."""
    yield from words.spoken.expected["always"]
    yield from words.spoken.expected["begins"]
    if any(one.on is not None for one in page.subjects()):
        yield from words.spoken.expected["begins_ticked"]
    if any(column.use for block in page.outline.blocks for column in block.columns):
        yield from words.spoken.expected["begins_sorted"]


def _orders(page: Page, words: Language) -> Iterator[str]:
    says = words.spoken.expected
    for subject in page.subjects()[:MOST_ITEMS]:
        yield from _of_item(page, subject, words)
    for block in page.outline.blocks:
        if block.items and block.name:
            yield from (one.format(name=block.name) for one in says["list"])
        for column in block.columns:
            if column.use:
                yield from (one.format(name=column.name) for one in says["column"])
    for slot in page.slots():
        kind = "switch" if slot.field.kind == "switch" else "field"
        yield from (one.format(name=slot.field.name) for one in says[kind])
    for slot in page.options():
        if slot.option:
            yield from (one.format(name=slot.option.name) for one in says["option"])
    if any(press.name.strip().lower() in words.labels["next"] for press in page.presses):
        yield from says["next"]


def _of_item(page: Page, subject: Subject, words: Language) -> Iterator[str]:
    name, says = _plain(subject.name), words.spoken.expected
    if subject.on is not None:
        yield from (one.format(name=name) for one in says["ticked"])
    for use in subject.uses:
        label = page.label_of(use, subject.name).lower()
        if page.value_of(use) is None:
            yield from (one.format(label=label, name=name) for one in says["control"])


def _names(page: Page) -> Iterator[str]:
    """Yield the names of what the page has, without the codes and figures in them."""
    for subject in page.subjects()[:MOST_ITEMS]:
        yield _plain(subject.name)
        yield from (cell for cell in subject.cells if _NAME.fullmatch(cell.strip()))
        yield from (word for cell in subject.cells if _NAME.fullmatch(cell.strip()) for word in cell.split())
    for slot in page.slots():
        yield slot.field.name
    for slot in page.options():
        yield slot.option.name if slot.option else ""
    for block in page.outline.blocks:
        yield block.name
        yield from (column.name for column in block.columns)
    yield from (press.name for press in page.presses)


def _plain(name: str) -> str:
    """Return the first words of a name up to a figure or a sign: `Lock nut` of `Lock nut M10`."""
    whole = _CODE.split(name)[0].strip(" ,:\u2013-(") or name
    return whole.partition(",")[0]
