"""The items and rows of a page as facts: heads with texts, states, figures, days and times."""

import re
from dataclasses import dataclass
from functools import cached_property

from antiphon.providers.brain._page.asked_words import Calendar
from antiphon.providers.brain._page.figures import SYMBOLS, amount, figure
from antiphon.providers.brain._page.language import Language
from antiphon.providers.brain._page.moments import Moment, found_in
from antiphon.providers.brain._page.parted import leads_to_person
from antiphon.providers.brain._page.subjects import Slot, Subject
from antiphon.providers.brain._page.words import content

_STARS = re.compile(r"^([★⭐])[★☆⭐]*$")


@dataclass(frozen=True, slots=True)
class Fact:
    """Something that stands of an item or a row: under the head of its column, or as the state of a control.

    `also`: names of fields of which the text is an option, so that `Studio` is a room.
    """

    head: str
    text: str
    on: bool | None = None
    also: tuple[str, ...] = ()

    @property
    def money(self) -> float | None:
        symbols = SYMBOLS["price"]
        if (found := figure(self.text, symbols)) is not None:
            return found
        return amount(self.text) if any(symbol in self.head for symbol in symbols) else None

    @property
    def rating(self) -> float | None:
        stars = _STARS.match(self.text)
        return figure(self.text, SYMBOLS["rating"]) or (float(self.text.count(stars[1])) if stars else None)


@dataclass(frozen=True, eq=False)
class Record:
    """An item or a row. `name` is what it is called, `spoken` what it is called in an answer."""

    subject: Subject
    name: str
    facts: tuple[Fact, ...]
    language: Language
    spoken: str = ""
    text: str = ""
    """All that stands of it, of an item."""
    of: str = ""
    """The name of its list, where the lists around are read as one: a day of a calendar."""
    slot: Slot | None = None
    """The option that it is, of a choice."""

    @property
    def about(self) -> Subject | Slot:
        """Return what is spoken of where it was asked for: `it`."""
        return self.slot or self.subject

    @property
    def whose(self) -> str:
        """Return the person in `spoken`: `Emma Schulz` of `Order #1045 (Emma Schulz)`."""
        return self.spoken.removeprefix(self.spoken.split(" (", 1)[0]).strip(" ()") if self.subject.block.rows else ""

    @cached_property
    def words(self) -> frozenset[str]:
        """The stems of all texts; those of heads are not in it."""
        denied = self.language.asked.denied
        texts = [self.name, self.of, *(denied.sub(" ", one.text) for one in self.facts)]
        return frozenset(stem for text in texts for stem in content(text, self.language))

    @cached_property
    def heads(self) -> frozenset[str]:
        return frozenset(
            stem for one in self.facts for text in (one.head, *one.also) for stem in content(text, self.language)
        )

    @property
    def is_dated(self) -> bool:
        return self.moment is not None and self.moment.has_date

    @cached_property
    def moment(self) -> Moment | None:
        """The first day and time that are told of it, each where there is one."""
        calendar = self.language.asked.calendar
        found: Moment | None = None
        for one in self.facts:
            if one.on is None and (told := found_in(one.text, calendar)):
                found = found.with_(told) if found else told
        return found or found_in(self.name, calendar)


@dataclass(frozen=True, eq=False)
class Collection:
    """Records that are asked about together: of a table, of a list, of the days of a calendar."""

    name: str
    kind: str
    records: tuple[Record, ...]
    goes_on: bool = False
    """Whether the page has more of them on other pages."""

    @cached_property
    def heads(self) -> frozenset[str]:
        return frozenset(stem for one in self.records for stem in one.heads)

    @cached_property
    def words(self) -> frozenset[str]:
        return frozenset(stem for one in self.records for stem in one.words)


def is_who(fact: Fact, language: Language) -> bool:
    """Tell whether a fact is told under a head that means a person: `Customer`, `Who does`; or that its text says
    so: `with Anna Lund`."""
    people = (*language.asked.phrases["persons_of"], *language.asked.phrases["people"])
    asked = {stem for word in people for stem in content(word, language)}
    heads = [stem for text in (fact.head, *fact.also) for stem in content(text, language)]
    if not fact.head and fact.on is None and leads_to_person(fact.text, language):
        return True
    if not language.asked.words["accompanied"].isdisjoint(fact.head.lower().split()[1:]):
        return True  # `Prescribed by`
    return bool(asked & set(heads)) or bool(language.asked.who & set(fact.head.lower().split()))


def span_of(fact: Fact, language: Language, calendar: Calendar) -> float | None:
    """Return for how many minutes something lasts: from a time to a time, or so many hours, nights or days."""
    moment = found_in(fact.text, calendar)
    if moment is not None:
        return float(moment.end - moment.start) if moment.start is not None and moment.end is not None else None
    if not any(map(str.isdigit, fact.text)):
        return None
    for word, minutes in language.asked.lasts.items():
        if found := re.search(rf"(\d+(?:[.,]\d+)?)\s?{word}\b", fact.text.lower()):
            return float(found[1].replace(",", ".")) * minutes
    return None
