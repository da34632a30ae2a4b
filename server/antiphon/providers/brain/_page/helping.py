"""Say what can be done on a page: its parts, five at most, and not the names of all its controls."""

from collections.abc import Iterator, Sequence

from antiphon.domain.outline import Block
from antiphon.providers.brain._page.subjects import Page, Subject

MOST_GROUPS = 5
MOST_NAMES = 4


def helped(page: Page) -> str:
    """One sentence; empty where the page tells of no part that can be used."""
    groups = [text for block in page.outline.blocks if (text := help_of(page, block))]
    told = list(dict.fromkeys(groups))[:MOST_GROUPS]
    return page.language.say("help", groups="; ".join(told)) if told else ""


def help_of(page: Page, block: Block) -> str:
    """Say what a part of the page is for; empty where that is nothing."""
    say = page.language.say
    name = block.name or say("the_list")
    match block.kind:
        case "list" | "table":
            return _of_entries(page, block, name)
        case "form":
            fields = [one.name for one in block.fields if one.name and not one.locked]
            adds = len(fields) == 1 and page.use_for((block.submit,), "add") if block.submit else None
            if adds:
                return say("help_add", name=name)
            return say("help_form", name=name, fields=_some(page, fields)) if fields else ""
        case "choice":
            options = [one.name for one in block.options if one.name]
            return say("help_choice", options=_some(page, options)) if options else ""


def _of_entries(page: Page, block: Block, name: str) -> str:
    say = page.language.say
    entries = [one for one in page.subjects() if one.block is block]
    deeds = list(dict.fromkeys(deed for one in entries[:1] for deed in _deeds(page, one)))
    columns = [one.name for one in block.columns if one.use and one.name]
    parts = [say("help_items", deeds=_some(page, deeds), name=name)] if deeds else []
    parts += [say("help_sort", name=name, columns=_some(page, columns))] if columns else []
    return "; ".join(parts) if parts else say("help_ask", name=name) if entries else ""


def _deeds(page: Page, subject: Subject) -> Iterator[str]:
    for use in subject.uses:
        if page.switches(use):
            yield page.language.say("help_tick")
        elif page.value_of(use) is None:
            label = page.label_of(use, subject.name)
            if label and label != subject.name:
                yield label[:1].lower() + label[1:]


def _some(page: Page, names: Sequence[str]) -> str:
    told, more = list(names[:MOST_NAMES]), len(names) - MOST_NAMES
    if more > 0:
        return ", ".join(told) + page.language.say("help_more", count=str(more))
    return page.language.say("or", first=", ".join(told[:-1]), last=told[-1]) if len(told) > 1 else "".join(told)
