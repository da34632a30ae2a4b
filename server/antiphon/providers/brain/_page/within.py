"""Tell what fills in the form of a dialog that waits for an answer, and what answers it.

Only values are set there by the page's structure, and a button pressed only behind such a value: `accept the terms and
place the order`. A button alone, a yes and a no are answers to what the page asks (`_rules.page_asks`).
"""

from antiphon.providers.brain._page.memory import Plan
from antiphon.providers.brain._page.subjects import VALUES, Page


def answers_first(text: str, page: Page) -> bool:
    """Tell whether an utterance begins with a yes or a no, or asks."""
    lists = page.language.words
    first = text.lower().replace(",", " ").replace(".", " ").split()[:1]
    return not first or text.rstrip().endswith("?") or first[0] in lists["yes"] | lists["no"]


def is_filled_in(page: Page, plan: Plan) -> bool:
    """Tell whether a plan sets values of a form, and nothing before that."""
    if not plan.calls:
        return False
    chosen = {one.option.use.action for one in page.options() if one.option and one.option.use}
    sets = [not one.parameters.keys().isdisjoint(VALUES) or one.action_id in chosen for one in plan.calls]
    return sets[0] and all(sets[:-1])
