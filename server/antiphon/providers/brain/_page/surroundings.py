"""Say what is around a control of a page: the words of the parts that it stands in, or in front of."""

from antiphon.domain.outline import Block
from antiphon.providers.brain._page.subjects import Page
from antiphon.providers.brain._page.words import content


def around_block(page: Page, block: Block) -> set[str]:
    """The stems of a block's name, of what is searched for in it, and of the list or table that comes next, which it
    may be the bar of."""
    blocks = page.outline.blocks
    at = next((at for at, one in enumerate(blocks) if one is block), len(blocks))
    names = [block.name, *(one.name for one in block.fields if one.kind in {"text", "search"})]
    if block.kind in {"form", "choice"}:
        names += [one.name for one in blocks[at + 1 :] if one.kind in {"list", "table"}][:1]
    return {stem for name in names for stem in content(name, page.language)}


def around_action(page: Page, action: str) -> set[str]:
    """The same for a button that is in no block: that of the control right before it, else behind it."""
    order = {id_: at for at, id_ in enumerate(page.actions)}
    own = order.get(action, 0)
    placed = [(order[id_], block) for block in page.outline.blocks for id_ in _actions(block) if id_ in order]
    before = max(((at, block) for at, block in placed if at < own), key=lambda pair: pair[0], default=None)
    behind = min(((at, block) for at, block in placed if at > own), key=lambda pair: pair[0], default=None)
    near = before or behind
    return around_block(page, near[1]) if near else set()


def _actions(block: Block) -> set[str]:
    uses = [use for item in block.items for use in item.uses]
    uses += [use for row in block.rows for use in row.uses]
    uses += [one for one in (*(column.use for column in block.columns), *(each.use for each in block.fields)) if one]
    uses += [one.use for one in block.options if one.use]
    uses += [one.use for field in block.fields for one in field.options if one.use]
    uses += [block.submit] if block.submit else []
    return {use.action for use in uses}


def of_others(page: Page, around: set[str] | frozenset[str]) -> set[str]:
    """The stems by which other lists than one with these words around are called."""
    names = [one.name for one in page.outline.blocks if one.kind in {"list", "table"}]
    return {stem for name in names for stem in content(name, page.language)} - around
