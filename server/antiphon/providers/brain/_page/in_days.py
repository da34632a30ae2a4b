"""Say weeks in the days or nights that a page counts: `a week` is `7 nights` where there is a field of nights."""

from antiphon.providers.brain._page.subjects import Page
from antiphon.providers.brain._page.words import Said, content


def in_days(text: Said, page: Page) -> Said:
    """Return an utterance with its one span of weeks in days; as it is where the page counts weeks, or no days."""
    words, language = text.text.split(), page.language
    at = next((at for at, word in enumerate(words) if language.spans.get(word, 1) > 1), 0)
    unit = _unit(page) if at else ""
    if not unit:
        return text
    beside = {*words[at + 1 : at + 2], *words[max(0, at - 2) : at]}
    from_now = words[max(0, at - 2)] in language.words["from_now"]
    if from_now or beside & (language.words["relative_days"] | language.ways.keys()):
        return text
    counted = language.numbers_in(words[at - 1])
    one = words[at - 1] in language.words["one"]
    if not one and len(counted) != 1:
        return text
    days = language.spans[words[at]] * (1 if one else int(counted[0].value))
    return text.replaced(at - 1, at + 1, f"{days} {unit}")


def _unit(page: Page) -> str:
    """Return what the fields that count days call them; nothing where none does, or one counts weeks."""
    language = page.language
    longer = {stem for word, days in language.spans.items() if days > 1 for stem in content(word, language)}
    for slot in page.slots():
        own = set(content(f"{slot.field.name} {slot.field.unit or ''}", language))
        if slot.field.kind == "number" and own & longer:
            return ""
        for word in language.ordered["days"]:
            if slot.field.kind == "number" and set(content(word, language)) & own:
                return word
    return ""
