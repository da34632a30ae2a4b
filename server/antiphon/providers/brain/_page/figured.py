"""Find the figure that a question asks for by the word beside it: `5 waiting`, of `how long is the queue?`."""

from collections.abc import Sequence

from antiphon.providers.brain._page.inquiry import Inquiry
from antiphon.providers.brain._page.language import Language
from antiphon.providers.brain._page.records import Fact, Record
from antiphon.providers.brain._page.words import content

FIGURED = frozenset({"number", "length", "degree", "manner"})
"""Roles of leads that ask for a figure of some kind, which the word beside it tells."""


def figured(record: Record, inquiry: Inquiry, language: Language) -> list[Fact]:
    """Return the facts of a record that have a figure beside most of the words that do not name it."""
    if not inquiry.counts and inquiry.role not in FIGURED:
        return []
    named = set(content(record.name, language))
    counted = set(content(inquiry.counted, language)) if inquiry.counts else set()
    words = [one for one in dict.fromkeys((*inquiry.words, *counted)) if one in counted or one not in named]
    words = [one for one in words if not one.isdigit()]  # a figure that was said is not asked for
    if counted and not named & set(inquiry.words):  # it was found by what is told of it: that is not the figure
        words = [one for one in words if one in counted]
    rated = [
        (_rated(one, words, language), one) for one in record.facts if _has_figure(one) and one.text != record.name
    ]
    most = max((rate for rate, _ in rated), default=0.0)
    return [one for rate, one in rated if rate == most] if most else []


def _has_figure(fact: Fact) -> bool:
    return fact.on is None and any(one.isdigit() for one in fact.text)


def _rated(fact: Fact, words: Sequence[str], language: Language) -> float:
    """Return how many of the words stand in a fact, those that are only near to it for half."""
    own = {*content(fact.text, language), *content(fact.head, language)}
    return sum(1.0 if one in own else 0.5 * (not language.asked.forms(one).isdisjoint(own)) for one in words)
