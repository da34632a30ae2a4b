"""Find fields with a button of their own in the midst of a larger form: `Name of another guest`, and `Add guest`."""

from antiphon.domain.outline import Block, Use
from antiphon.providers.brain._page.subjects import Page
from antiphon.providers.brain._page.words import content


def pairs(page: Page) -> list[Block]:
    """Return the fields with a button `Add guest` for what they name, each as a form of its own."""
    found = []
    used = {use.action for one in page.subjects() for use in one.uses}
    used |= {block.submit.action for block in page.outline.blocks if block.submit}
    for action in page.actions.values():
        use = Use(action.description, action.id)
        if action.id in used or action.parameters.get("required") or page.use_for((use,), "add") is None:
            continue
        noun = set(content(action.description, page.language)[1:])
        fields = [
            one.field
            for one in page.slots()
            if one.field.kind == "text" and noun and noun <= set(content(one.field.name, page.language))
        ]
        if len(fields) == 1:
            found.append(Block("form", " ".join(sorted(noun)), fields=(fields[0],), submit=use))
    return found
