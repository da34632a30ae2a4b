"""Say what stands of a record: all of it, a fact, its name."""

from antiphon.providers.brain._page.inquiry import Inquiry
from antiphon.providers.brain._page.matching import Matcher
from antiphon.providers.brain._page.records import Collection, Fact, Record, is_who


class Telling:
    """Puts what stands in one collection in words, as a question asks for it."""

    def __init__(self, matcher: Matcher, inquiry: Inquiry, collection: Collection) -> None:
        self.matcher = matcher
        self.language = matcher.language
        self.asked = matcher.asked
        self.inquiry = inquiry
        self.collection = collection

    def asked_for(self, role: str) -> tuple[str, ...]:
        """Words of the heads of columns that a lead of this role asks for."""
        if role == "degree":
            return self.language.asks[self.inquiry.lead]
        leads = [lead for lead, one in self.asked.roles.items() if one == role]
        return tuple(word for lead in leads for word in self.language.asks.get(lead, ()))

    def _fact(self, fact: Fact) -> str:
        if fact.on is None:
            return f"{fact.head} {fact.text}".strip()
        return self.language.say("is_on" if fact.on else "is_off", head=fact.head)

    def whole(self, record: Record, *, placed: bool = True) -> str:
        """All that stands of a record, behind the name of its list."""
        subject = record.subject
        if subject.block.columns or subject.block.kind == "table":
            states = [self._fact(one) for one in record.facts if one.on and one.head and not one.text]
            return ", ".join([record.spoken, *self._cells(record), *states])
        told = [record.text, *(self._fact(one) for one in record.facts if one.head and one.text)]
        told += [one.text for one in record.facts if not one.head and one.on is None and one.text not in told[0]]
        where = f"{self.collection.name}: " if self.collection.name and placed else ""
        box = next((one.on for one in record.facts if not one.head and one.on is not None), None)
        state = "" if box is None else f" ({self.language.say('on' if box else 'off')})"
        return f"{where}{', '.join(told)}{state}"

    def _cells(self, record: Record) -> list[str]:
        return [
            f"{one.head} {one.text}".strip() for one in record.facts if one.text and one.text != record.subject.name
        ]

    def _name(self, record: Record) -> str:
        """Name a record: by the person, where a person was asked for."""
        if self.inquiry.role == "who":
            whose = [
                one.text for one in record.facts if is_who(one, self.language) and one.text and "…" not in one.text
            ]
            if whose and whose[0] not in record.spoken:
                return f"{whose[0]} ({record.spoken})"
            if not whose and record.text:
                return record.text  # whoever it is stands in it
        return record.spoken

    def _here(self, text: str) -> str:
        return self.language.say("on_page", text=text) if text and self.collection.goes_on else text
