"""Find the order in front of a reason: `untick all the chores, it's a new week`, `close it because it is cold`."""

from antiphon.providers.brain._page.mentions import mentions
from antiphon.providers.brain._page.subjects import Page, Subject
from antiphon.providers.brain._page.words import Said, framed

LEAST = 2
"""Words of an order."""
HALF = 0.5
"""Of a field's name no more than that is said by chance: the `new` of `New task`."""


def before_a_reason(page: Page, text: Said) -> Said | None:
    """Return what stands in front of a reason that names nothing of the page; None where there is no such reason."""
    words, lists, item = text.text.split(), page.language.words, page.language.item
    for at in range(len(words) - 1, LEAST - 1, -1):
        leads = words[at] in item["because"]
        tells = text.pauses_before(at) and words[at] in lists["telling"] - set(page.language.ordered["joins"])
        behind = words[at:]
        states = lists["states"] | lists["stating"]
        if not (leads or tells) or states.isdisjoint(behind) or not lists["but"].isdisjoint(behind):
            continue
        reason = text.part(text.places[at][0], len(text.text))
        order = framed(text.part(0, text.places[at][0] - 1), page.language)
        named = [one for one in mentions(page, reason) if one.named > HALF or isinstance(one.meant[0], Subject)]
        if not named and order.text and set(item["unsure"]).isdisjoint(words):
            return order
    return None
