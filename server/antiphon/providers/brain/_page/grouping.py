"""Count the records of each person: who has most of them, who has two."""

from collections import Counter
from collections.abc import Sequence

from antiphon.providers.brain._page.inquiry import Best
from antiphon.providers.brain._page.language import Language
from antiphon.providers.brain._page.records import Record, is_who


def by_person(records: Sequence[Record], language: Language) -> Counter[str]:
    """Count the records of each person."""
    return Counter(
        fact.text
        for one in records
        for fact in one.facts
        if fact.text and fact.on is None and is_who(fact, language) and not _is_nobody(fact.text, language)
    )


def _is_nobody(text: str, language: Language) -> bool:
    return text.lower().split()[0] in language.asked.words["negative"]


def ends_of(counts: Counter[str], best: Best) -> tuple[list[str], int]:
    """Those who have the most, or the least, and how many that are."""
    end = min(counts.values()) if best.least else max(counts.values())
    return [name for name, count in counts.items() if count == end], end
