"""The columns of a collection that can be compared: figures, prices, lengths, days."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from weakref import WeakKeyDictionary

from antiphon.providers.brain._page.figures import amount, in_words
from antiphon.providers.brain._page.inquiry import Inquiry
from antiphon.providers.brain._page.language import Language
from antiphon.providers.brain._page.moments import Moment, found_in
from antiphon.providers.brain._page.records import Collection, Fact, Record, span_of
from antiphon.providers.brain._page.words import content

Value = tuple[float, ...]
_FIGURE = re.compile(r"^[^\w\s]?\s?-?\d[\d.,']*\s*(?:[^\W\d]{1,8}|%|°C?|m²|[€$£¥])?$")
_COUNTED = re.compile(r"^([^\d\s]*)\s?-?\d[\d.,']*\s*(\S*)$")


@dataclass(frozen=True, slots=True)
class Measure:
    """A column of values. `kind` is `money`, `rating`, `span`, `moment` or `figure`."""

    head: str
    kind: str
    values: tuple[tuple[Record, Value, str], ...]
    """Of each record that has one: the value, and how it is written."""

    def of(self, record: Record) -> tuple[Value, str] | None:
        return next(((value, text) for one, value, text in self.values if one is record), None)

    def written(self, value: float, decimal: str) -> str:
        """A sum or an average, with the signs that the column's values are written with."""
        first = _COUNTED.match(self.values[0][2])
        before, after = (first[1], first[2]) if first else ("", "")
        figure = in_words(round(value, 2), decimal)
        return f"{before} {figure} {after}".strip() if before or after else figure


_KNOWN: WeakKeyDictionary[Collection, list[Measure]] = WeakKeyDictionary()
"""A question asks for them several times; they go with the collection, which goes with the page."""


def measures(collection: Collection, language: Language) -> list[Measure]:
    """Every column of a collection that has values, in its order; then what stands there without a head."""
    known = _KNOWN.get(collection)
    if known is None:
        known = _KNOWN[collection] = _measured(collection, language)
    return [*known]


def _measured(collection: Collection, language: Language) -> list[Measure]:
    heads = list(dict.fromkeys(fact.head for one in collection.records for fact in one.facts if fact.head))
    found = [one for head in heads if (one := _under(head, collection, language))]
    found += list(_headless(collection, language))
    return found


def _under(head: str, collection: Collection, language: Language) -> Measure | None:
    rated = []
    kinds = []
    for record in collection.records:
        fact = next((one for one in record.facts if one.head == head and one.on is None and one.text), None)
        told = _value(fact, language) if fact else None
        if fact and told:
            kinds.append(told[0])
            rated.append((record, told[1], fact.text))
    texts = sum(any(one.head == head and one.text for one in record.facts) for record in collection.records)
    if not rated or len(rated) < texts or len(set(kinds)) > 1:
        return None
    if any(text.startswith("#") for *_, text in rated):
        return None
    is_name = all(text.strip() == record.subject.name for record, _, text in rated)
    return None if is_name else Measure(head, kinds[0], tuple(rated))


def _value(fact: Fact, language: Language) -> tuple[str, Value] | None:
    if (money := fact.money) is not None:
        return "money", (money,)
    if moment := found_in(fact.text, language.asked.calendar):
        return "moment", tuple(map(float, moment.rank()))
    if (span := span_of(fact, language, language.asked.calendar)) is not None:
        return "span", (span,)
    if _FIGURE.match(fact.text) and (value := amount(fact.text)) is not None:
        return "figure", (value,)
    return None


def _headless(collection: Collection, language: Language) -> Iterator[Measure]:
    for kind in ("money", "rating", "span", "figure"):
        rated = []
        for record in collection.records:
            for fact in record.facts:
                if fact.head or fact.on is not None:
                    continue
                value = _of_kind(fact, kind, language)
                if value is not None:
                    rated.append((record, (value,), fact.text))
                    break
        if rated:
            yield Measure("", kind, tuple(rated))
    dated = [(one, one.moment) for one in collection.records if one.moment]
    if dated and not any(fact.head and found_in(fact.text, language.asked.calendar) for fact in dated[0][0].facts):
        yield Measure(
            "", "moment", tuple((one, tuple(map(float, when.rank())), told_moment(one)) for one, when in dated)
        )


def counted(
    collection: Collection, words: frozenset[str], language: Language, *, least: bool = False
) -> Measure | None:
    """The figures that stand beside one of these words: `2 bikes`, `serves 8`; None where few have one, with `least`
    where none but one has.
    """
    rated = []
    for record in collection.records:
        for fact in record.facts:
            value = amount(fact.text) if words & set(content(fact.text, language)) else None
            if value is not None and fact.money is None and not found_in(fact.text, language.asked.calendar):
                rated.append((record, (value,), fact.text))
                break
    some = 2 * len(rated) > len(collection.records) or (least and len(rated) > 1)
    return Measure("", "figure", tuple(rated)) if some else None


def _of_kind(fact: Fact, kind: str, language: Language) -> float | None:
    match kind:
        case "money":
            return fact.money
        case "rating":
            return fact.rating
        case "span":
            return span_of(fact, language, language.asked.calendar)
        case _:
            found = _value(fact, language)
            return found[1][0] if found and found[0] == "figure" and fact.rating is None else None


def told_moment(record: Record) -> str:
    """The days and times of a record as they are written, the day first."""
    calendar = record.language.asked.calendar
    told = [one.text for one in record.facts if one.on is None and not one.head and found_in(one.text, calendar)]
    return ", ".join(sorted(told, key=lambda text: (found_in(text, calendar) or Moment()).start is not None))


def chosen(found: Sequence[Measure], inquiry: Inquiry, columns: frozenset[str], language: Language) -> list[Measure]:
    """The columns that a question speaks of: by their heads, by a verb or a measure, by their kind; else the only one.

    `columns` are stems of what the column may be called, of a superlative or a comparison.
    """
    heads = [(set(content(one.head, language)), one) for one in found]
    if named := [one for words, one in heads if words and words & inquiry.hints]:
        whole = [one for words, one in heads if words and words <= inquiry.hints]
        return whole or named
    akin = {form for word in inquiry.words for form in language.asked.forms(word)} if inquiry.best else set()
    if of_akin := [one for words, one in heads if words & akin and one.kind == "figure"]:
        return of_akin  # `the biggest group`, by the column of its people
    verbs = language.stemmed(language.columns_of(inquiry.said))
    for wanted in (columns, verbs):
        if of_head := [one for words, one in heads if words & wanted]:
            return of_head
        for kind, words in language.asked.sizes.items():
            if words & wanted and (of_kind := [one for one in found if one.kind == kind]):
                return of_kind
    if columns:
        return []
    return [one for one in found if one.kind != "moment"]
