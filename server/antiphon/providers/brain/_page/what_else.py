"""Answer what else there is with the person who was spoken of last: `who leads it?`, `and what else does she do?`"""

from collections.abc import Sequence

from antiphon.providers.brain._page.inquiry import Inquiry
from antiphon.providers.brain._page.language import Language
from antiphon.providers.brain._page.questions import listed
from antiphon.providers.brain._page.records import Collection, Record, is_who
from antiphon.providers.brain._page.subjects import Subject, same


def what_else(inquiry: Inquiry, about: object, found: Sequence[Collection], language: Language) -> str:
    """Return the others that are told to be with the same person; empty where that is not what is asked for."""
    said = set(inquiry.said)
    others, persons = language.asked.words["others"], language.asked.words["of_persons"]
    if not isinstance(about, Subject) or others.isdisjoint(said) or persons.isdisjoint(said):
        return ""
    for each in found:
        own = next((one for one in each.records if same(one.subject, about)), None)
        persons_of = _persons(own, language) if own else []
        if own is None or len(persons_of) != 1:
            continue
        rest = [one.spoken for one in each.records if one is not own and persons_of[0] in _persons(one, language)]
        return f"{listed(rest)}." if rest else language.say("none_so")
    return ""


def _persons(record: Record, language: Language) -> list[str]:
    return [one.text for one in record.facts if one.text and one.on is None and is_who(one, language)]
