"""Tell on which part of the page that is not shown somebody speaks of something: `the newsletter`, in the settings.

The words of such parts come with the outline. They say where to go, and nothing more: what is done, or answered, is
read there on the page as it is then.
"""

from antiphon.domain.outline import Part
from antiphon.providers.brain._page.language import Language
from antiphon.providers.brain._page.memory import Plan
from antiphon.providers.brain._page.other_words import meaning_of
from antiphon.providers.brain._page.subjects import Page
from antiphon.providers.brain._page.words import Said, content

NEW = 1.0
"""A word that only the part has."""
KNOWN = 0.25
"""A word that the page shows as well."""
MUCH = 2.0
"""Two words that only one part has are enough, however long the sentence is."""
COMMON = 0.5
"""A word of what is done, such as `delete` and `send`, which many parts have."""
LEAST = 1.0
SHARE = 1 / 3
"""Such a share of the words must stand in a part."""
SURE = 0.6
"""The same where what is shown is not asked first."""
MOST_WORDS = 5
"""Of an order that only shows a part."""
FEW_PARTS = 2
"""So many parts may have a word that is nowhere else, for it to say where to go by itself."""


def plan_behind(page: Page, text: Said, says: str, *, surely: bool = False) -> Plan | None:
    """The plan that shows the part which has most of the words, then those that have fewer, and last the one that is
    shown now; `says` is what is answered where none of them has it.

    With `surely` only where nothing that is shown has any word which that part has not. None where no part fits.
    """
    home = next((one for one in page.outline.parts if one.on), None)
    back = page.call(home.use) if home else None
    if back is None:
        return None
    words = frozenset(_meant(page, text))
    shown = _shown(page)
    known = frozenset[str]() if surely else shown
    scored = [
        (_score(page, words, shown, part) + _called(page, words & known, part), part)
        for part in page.outline.parts
        if not part.on
    ]
    ways = sorted((one for one in scored if one[0] >= LEAST), key=lambda one: -one[0])
    alone = _alone(page, words, shown, text)
    ways = [
        one
        for one in ways
        if any(one[1] is each for each in alone)
        or one[0] >= MUCH
        or len(words & _stems_of(one[1], page.language)) >= SHARE * len(words)
    ]
    if not ways:
        return None
    if surely:
        held = _stems_of(ways[0][1], page.language)
        lead = _lead(text)
        words = frozenset(_meant(page, lead)) if lead else words  # what is to be written stands nowhere
        others = {word for word in words & shown if word not in held}
        if others or not words or len(words & held) < SURE * len(words):
            return None
    calls = [call for _, part in ways if (call := page.call(part.use))]
    spoken = frozenset(_meant(page, text))
    if calls and spoken <= frozenset(content(ways[0][1].use.label, page.language)) and _only_leads(page, text):
        return Plan((calls[0],))  # `open the settings`
    return Plan((calls[0],), rest=text, seeks=(*calls[1:], back), says=says) if calls else None


def _only_leads(page: Page, text: Said) -> bool:
    """Tell whether nothing is said but that a part is to be shown."""
    words, lists = text.text.split(), page.language.words
    return words[0] in lists["leading"] and not text.raw.rstrip().endswith("?") and len(words) <= MOST_WORDS


def _lead(text: Said) -> Said | None:
    """Return what stands in front of a colon: `put this into the text: dear friends`."""
    at = next((at for at in range(1, len(text.places)) if text.raw[: text.places[at][1]].rstrip().endswith(":")), None)
    return text.part(0, text.span(at, at + 1)[0] - 1) if at else None


def _alone(page: Page, words: frozenset[str], shown: frozenset[str], text: Said) -> list[Part]:
    """The few parts that have a word which nothing that is shown has, where an order is given: what is to be written
    stands nowhere (`footer: Garden Club, 12 Mill Lane`).
    """
    if text.text.split()[0] in page.language.words["asking"] or text.raw.rstrip().endswith("?"):
        return []
    new = words - shown
    having = [one for one in page.outline.parts if new & _stems_of(one, page.language)]
    return having if len(having) <= FEW_PARTS else []


def _meant(page: Page, text: Said) -> tuple[str, ...]:
    """The stems of what is spoken of, without the words that belong to any order or question."""
    lists = page.language.words
    plain = lists["soft"] | lists["leading"] | lists["subject"] | lists["plain"] | lists["unsought"] | lists["placing"]
    plain -= lists["written"]
    words = [word for word in text.text.split() if word not in plain]
    return content(" ".join(words), page.language)


def _score(page: Page, words: frozenset[str], shown: frozenset[str], part: Part) -> float:
    """Return the weight of the words of what was said that stand in a part of the page."""
    held = _stems_of(part, page.language)
    words = frozenset(one if one in held else next(iter(meaning_of(one, page.language) & held), one) for one in words)
    common = frozenset(
        stem for one in page.language.labels.values() for word in one for stem in content(word, page.language)
    )
    own = frozenset(content(part.use.label, page.language))
    return sum(
        NEW if word in own else KNOWN if word in shown else COMMON if word in common else NEW for word in words & held
    )


def _called(page: Page, words: frozenset[str], part: Part) -> float:
    """Return the weight to be added where a part is called by a word which is shown, too: on its tab."""
    return (NEW - KNOWN) * bool(words & frozenset(content(part.use.label, page.language)))


def _stems_of(part: Part, language: Language) -> frozenset[str]:
    return frozenset(content(f"{part.use.label} {part.text}", language))


def _shown(page: Page) -> frozenset[str]:
    """The stems of all that the page shows."""
    names = [name for block in page.outline.blocks for name in (block.name, *(one.name for one in block.columns))]
    names += [cell for block in page.outline.blocks for row in block.rows for cell in row.cells]
    told = frozenset(content(f"{page.narration} {' '.join(names)}", page.language))
    return page.vocabulary | told
