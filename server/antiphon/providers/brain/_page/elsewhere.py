"""Read what is said of another part of the page: `twenty degrees in the bathroom`."""

from antiphon.providers.brain._page.memory import Plan
from antiphon.providers.brain._page.reading import Reading
from antiphon.providers.brain._page.subjects import Page
from antiphon.providers.brain._page.words import Said


def read_elsewhere(page: Page, text: Said) -> Reading | None:
    """Return the reading that leads to the part of the page that is named, where the rest is read; None without one."""
    words, lists = text.text.split(), page.language.words
    asks = not words or words[0] in lists["asking"] or text.raw.rstrip().endswith("?")
    if asks or not lists["if"].isdisjoint(words):
        return None
    for slot in page.options():
        way = slot.option if slot.block.kind == "choice" else None
        use = way.use if way and not way.on else None
        call = page.call(use) if use and use.action.startswith("open_") else None
        name = way.name.lower().split() if way else []
        for at in range(1, len(words) - len(name) + 1):
            if call is None or words[at : at + len(name)] != name:
                continue
            is_led = words[at - 1] in lists["articles"] and at > 1 and words[at - 2] in lists["placed"]
            start = at - 1 - is_led
            rest = text.without(start, at + len(name))
            if rest.text and words[start] in lists["placed"]:
                return Reading("led", 1.0, (Plan((call,), slot, rest=rest),))
    return None
