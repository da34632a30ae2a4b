"""Read texts under one heading that are made alike as a list: suppliers, each with its telephone."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from antiphon.domain.outline import Block, Item, Option
from antiphon.providers.brain._page.records import Collection, Fact, Record
from antiphon.providers.brain._page.subjects import Page, Subject
from antiphon.providers.brain._page.words import content

LEAST = 3
LONGEST = 120
_LINE = re.compile(r"^(.{1,80}?): “(.{2,120})”$", re.MULTILINE)
"""As the page's narration tells a text, behind the heading that it stands under (`observe`)."""


def told_lists(page: Page, records: Callable[[Sequence[Subject]], list[Record]]) -> Iterator[Collection]:
    """Yield a collection for each heading whose texts are alike. `records` takes things apart."""
    for heading, texts in _headed(page).items():
        each = [set(content(one, page.language)) for one in texts]
        if len(texts) < LEAST or not set.intersection(*each) or len({one.split()[0] for one in texts}) < len(texts):
            continue
        block = Block("list", heading, items=tuple(map(Item, texts)))
        found = records([Subject(block, at, text, (), None, (text,)) for at, text in enumerate(texts)])
        yield Collection(heading, "list", tuple(_chosen(page, heading, found)))


def _headed(page: Page) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for heading, text in _LINE.findall(page.narration):
        found.setdefault(heading, []).append(text)
    return found


def _chosen(page: Page, heading: str, records: list[Record]) -> Iterator[Record]:
    """With the buttons in them, of which one is chosen: told as options that are all called the same."""
    options: tuple[Option, ...] = next(
        (
            one.options
            for one in page.outline.blocks
            if one.kind == "choice" and one.name == heading and len(one.options) == len(records)
        ),
        (),
    )
    alike = len({one.name for one in options}) == 1
    for at, record in enumerate(records):
        state = (Fact(options[at].name, "", bool(options[at].on)),) if alike else ()
        yield replace(record, facts=(*record.facts, *state))
