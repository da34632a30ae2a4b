"""Put a value right in a part of it: another day of the same month, another end of an address."""

from datetime import date

from antiphon.providers.brain._page.dictated import joined
from antiphon.providers.brain._page.gestures import Gestures
from antiphon.providers.brain._page.language import Language
from antiphon.providers.brain._page.memory import Plan
from antiphon.providers.brain._page.reading import Reading
from antiphon.providers.brain._page.subjects import VALUES, Slot

SCORE = 0.8


def changed_in_part(gestures: Gestures, done: Plan, rest: str) -> Reading | None:
    """Return the reading of `the second` for a date, of `it ends in dot at` for an address; None for all else."""
    value = next((done.calls[-1].parameters[name] for name in VALUES if name in done.calls[-1].parameters), None)
    if not isinstance(done.about, Slot) or not isinstance(value, str):
        return None
    field = next((one for one in gestures.page.slots() if one.field.name == done.about.field.name), None)
    new = None
    if done.about.field.kind == "date":
        new = _of_same_month(value, rest, gestures.page.language)
    elif done.about.field.kind in {"email", "url"}:
        new = _of_other_end(gestures, value, rest)
    for one in gestures.fields.given(field, new, SCORE) if field and new else ():
        return one
    return None


def _of_same_month(value: str, rest: str, language: Language) -> str | None:
    words = [word for word in language.hear(rest) if word.text not in language.words["articles"]]
    day = language.ordinal(words[0].text) if len(words) == 1 else None
    if day is None and len(words) == 1 and (found := language.numbers(words)):
        day = int(found[0].value)
    try:
        return date.fromisoformat(value).replace(day=day).isoformat() if day else None
    except ValueError:
        return None


def _of_other_end(gestures: Gestures, value: str, rest: str) -> str | None:
    """The address with another end, from the last point on."""
    for lead in gestures.page.language.ordered["ending"]:
        if rest.startswith(f"{lead} "):
            end = "".join(
                word if joined(gestures.page, word) == "@" else joined(gestures.page, word)
                for word in rest.removeprefix(lead).split()
            )
            return value[: value.rindex(".")] + end if end.startswith(".") and "." in value else None
    return None
