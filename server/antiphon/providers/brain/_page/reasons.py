"""Find the order in front of a reason, `untick all the chores, it's a new week`, or behind it: `I am off, lock it`."""

from dataclasses import dataclass

from antiphon.providers.brain._page.mentions import mentions
from antiphon.providers.brain._page.subjects import Page, Subject
from antiphon.providers.brain._page.words import Said, framed

LEAST = 2
"""Words of an order."""
HALF = 0.5
"""Of a field's name no more than that is said by chance: the `new` of `New task`."""


@dataclass(frozen=True, slots=True)
class Behind:
    """The order behind a reason. `tells`: it begins as what is only told, as does `so the country is Ireland`."""

    order: Said
    tells: bool


def behind_a_reason(page: Page, text: Said) -> Behind | None:
    """Return what stands behind a reason that says how something is; None where there is none, or it points."""
    words, lists = text.text.split(), page.language.words
    at = next((at for at in range(len(words) - 1, 0, -1) if text.pauses_before(at)), 0)
    reason = words[:at]
    tells = len(reason) > LEAST and reason[0] in lists["pronouns"]  # `I moved to Chicago`
    if not lists["if"].isdisjoint(words) or not (tells or set(reason) & (lists["states"] | lists["stating"])):
        return None
    order = framed(text.after(len(" ".join(reason))), page.language)
    spoken = order.text.split()
    if not spoken or page.language.points(spoken):
        return None
    steps = not page.language.comparatives.keys().isdisjoint(spoken)  # `a bit darker`
    return Behind(order, spoken[0] in lists["telling"] and not steps)


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
