"""Count the records of each person, group or day: who has most of them, who has two, how many different ones there
are."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence

from antiphon.providers.brain._page.inquiry import Best, Inquiry
from antiphon.providers.brain._page.language import Language
from antiphon.providers.brain._page.moments import found_in
from antiphon.providers.brain._page.records import Fact, Record, is_who
from antiphon.providers.brain._page.words import content

Grouped = Counter[str]


def by_person(records: Sequence[Record], language: Language) -> Grouped:
    """Count the records of each person."""
    return _by(records, lambda fact: is_who(fact, language) and not _is_nobody(fact.text, language), language)


def by_each(records: Sequence[Record], language: Language) -> Iterator[tuple[str, Grouped]]:
    """Yield the records of each person counted under each head that means a person, with that head."""
    heads = dict.fromkeys(fact.head for one in records for fact in one.facts if is_who(fact, language) and fact.text)
    for head in heads:
        yield head, by_person([_only(one, head) for one in records], language)


def by_noun(records: Sequence[Record], inquiry: Inquiry, language: Language) -> Grouped:
    """Count the records of each thing under a head, or on each day: `which trainer has the most classes?`"""
    noun = noun_of(inquiry, language)
    forms = {form for one in noun for form in language.asked.forms(one)}
    if noun and noun <= language.stemmed(language.asked.words["days"]):
        return _by(records, lambda fact: found_in(fact.text, language.asked.calendar) is not None, language, first=True)
    people = noun & language.stemmed(language.asked.words["people"])

    def holds(fact: Fact) -> bool:
        if fact.head or fact.also:
            return not _heads(fact, language).isdisjoint(forms)
        return is_who(fact, language) and bool(people or forms & set(content(fact.text, language)))

    return _by(records, holds, language)


def noun_of(inquiry: Inquiry, language: Language) -> set[str]:
    """The stems of the noun behind `which` or `how many`."""
    if inquiry.role == "when" and " " in inquiry.lead:
        return set(content(inquiry.lead.split()[-1], language))  # `which day`
    begin = len(inquiry.lead.split()) if inquiry.lead else 0
    return set(content(inquiry.said[begin], language)) if begin < len(inquiry.said) else set()


def _only(record: Record, head: str) -> Record:
    facts = tuple(one for one in record.facts if one.head == head)
    return Record(record.subject, record.name, facts, record.language)


def _heads(fact: Fact, language: Language) -> set[str]:
    return {stem for text in (fact.head, *fact.also) for stem in content(text, language)}


def _by(
    records: Sequence[Record], holds: Callable[[Fact], bool], language: Language, *, first: bool = False
) -> Grouped:
    found: Grouped = Counter()
    for one in records:
        texts = [_plain(fact.text, language) for fact in one.facts if fact.text and fact.on is None and holds(fact)]
        found.update(texts[:1] if first else list(dict.fromkeys(texts)))
    return found


def _plain(text: str, language: Language) -> str:
    """A name without the word in front of it: `with Anna Lund`, `directed by Paolo Conti`."""
    words = text.split()
    at = next((at for at, one in enumerate(words[:-1]) if one.lower() in language.asked.words["accompanied"]), -1)
    return " ".join(words[at + 1 :])


def _is_nobody(text: str, language: Language) -> bool:
    return text.lower().split()[0] in language.asked.words["negative"]


def ends_of(counts: Grouped, best: Best) -> tuple[list[str], int]:
    """Those who have the most, or the least, and how many that are."""
    end = min(counts.values()) if best.least else max(counts.values())
    return [name for name, count in counts.items() if count == end], end
