"""Name the control for what somebody wants to know how to do: `how do I get rid of a message?`"""

from collections.abc import Iterator

from antiphon.providers.brain._page.helping import help_of
from antiphon.providers.brain._page.subjects import Page
from antiphon.providers.brain._page.words import content

MOST_CONTROLS = 3


def told(page: Page, text: str) -> str:
    """The answer to a question of the form `how do I …`; empty where it is none, or nothing here does that."""
    asked = page.language.asked
    lead = next((one for one in asked.phrases["how_to"] if text.startswith(f"{one} ")), "")
    if not lead:
        return ""
    phrase = text.removeprefix(f"{lead} ")
    if any(f" {word} " in f" {phrase} " for word in asked.phrases["sorting"]):
        sorts = [help_of(page, block) for block in page.outline.blocks if any(one.use for one in block.columns)]
        if sorts:
            return page.language.say("help", groups="; ".join(sorts))
    rated = sorted(_rated(page, phrase), key=lambda pair: -pair[0])
    names = list(dict.fromkeys(name for value, name in rated if value == rated[0][0]))[:MOST_CONTROLS]
    if not names:
        return ""
    return page.language.say("control", names=" / ".join(page.language.say("quoted", name=one) for one in names))


def _rated(page: Page, phrase: str) -> Iterator[tuple[float, str]]:
    """Each control with how well a phrase speaks of it: by its words, and by what people say for such a label."""
    wanted = {word for word in content(phrase, page.language) if word not in page.language.asked.words["free"]}
    for name, label in _controls(page, phrase):
        words = set(content(label, page.language))
        own = wanted & words
        meant = _is_meant(page, label, phrase)
        if meant or own:
            yield 2.0 * meant + len(own) + len(own) / (1 + len(words)), name


def _controls(page: Page, phrase: str) -> Iterator[tuple[str, str]]:
    """Each control as it is called in an answer, and its label without the name of its thing.

    Of a list that the phrase names, only its own.
    """
    wanted = set(content(phrase, page.language))
    named = [one for one in page.subjects() if wanted & set(content(one.block.name, page.language))]
    for one in named or page.subjects():
        for use in one.uses:
            label = page.label_of(use, one.name)
            if label != one.name and not page.switches(use):
                yield label, label
    for press in page.presses:
        yield press.name, press.name
    for slot in page.slots():
        yield slot.field.name, slot.field.name


def _is_meant(page: Page, label: str, phrase: str) -> bool:
    """Tell whether a phrase has a saying for such a label: `get rid of` for `Delete`."""
    low = label.strip().lower()
    groups = [*page.language.alike.values(), *page.language.labels.values(), *page.language.asked.ways.values()]
    for names in groups:
        first, *rest = content(low, page.language) or ("",)
        is_first = low.split(" ", 1)[0] in names and set(rest) <= set(content(phrase, page.language))
        if low not in {one.lower() for one in names} and not (first and is_first):
            continue
        if any(_has(phrase, one) for one in names if len(one) > 1):
            return True
    return False


def _has(phrase: str, saying: str) -> bool:
    """Tell whether all words of a saying stand in a phrase, in their order: `put something off`."""
    words = iter(phrase.split())
    return all(word in words for word in saying.split())
