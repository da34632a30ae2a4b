"""Let words of a question pass that no list or table explains: what its things are called, and what is done to them.

A page seldom says `film` of its films, or `directed` of who directs them: where all else is explained, and an answer of
the kind that is asked for stands there, these words change nothing.
"""

from antiphon.providers.brain._page.grouping import noun_of
from antiphon.providers.brain._page.inquiry import Inquiry
from antiphon.providers.brain._page.language import Language
from antiphon.providers.brain._page.matched import Matched
from antiphon.providers.brain._page.records import Record, is_who
from antiphon.providers.brain._page.words import content

LONGEST_NAME = 3


def is_kind(word: str, inquiry: Inquiry, language: Language) -> bool:
    """Tell whether a word only says of what kind the things are that are compared: `the longest film`."""
    if inquiry.best is None:
        begin = len(inquiry.lead.split())
        is_several = not language.asked.words["plural"].isdisjoint(inquiry.said[begin + 1 : begin + 2])
        asks = inquiry.role in {"what", "which"} and not (inquiry.limit or inquiry.sums or inquiry.negative)
        return asks and is_several and len(inquiry.words) > 1 and word in noun_of(inquiry, language)
    if inquiry.role in {"what", "which"} and word in noun_of(inquiry, language):
        return True
    whole = f" {' '.join(inquiry.said)} "
    behind = (whole.partition(f" {one} ")[2].split()[:1] for one in language.superlatives)
    return any(word in content(" ".join(one), language) for one in behind)


def is_done(word: str, inquiry: Inquiry, language: Language) -> bool:
    """Tell whether a word may be the verb of a question: `who runs the shop?`, `what does Anna play?`"""
    said = inquiry.said
    at = next((at for at, one in enumerate(said) if word in content(one, language)), 0)
    leading = language.asked.words["articles"] | language.words["owning"] | language.words["articles"]
    if at and said[at - 1] in leading | language.asked.words["prepositions"]:
        return False  # a thing
    helped = not language.asked.words["helping"].isdisjoint(said[:at])
    behind = [one for one in said[at + 1 :] if content(one, language)]
    if inquiry.role == "who":
        return at == len(inquiry.lead.split()) or (helped and not behind)
    return inquiry.role in {"what", "which", "when"} and helped and not behind


def settles(inquiry: Inquiry, found: Matched, language: Language) -> bool:
    """Tell whether an answer of the kind that is asked for stands there, though its verb is not said."""
    records = found.records
    if inquiry.best is not None and inquiry.best.counts:
        return True
    if not found.names or not records or inquiry.negative:
        return False
    match inquiry.role:
        case "who":
            is_one = len(records) == 1 and len(_heads_of_persons(records[0], language)) == 1
            return is_one and _is_called(records[0], found, language)
        case "when":
            return len(records) == 1 and records[0].moment is not None and _is_called(records[0], found, language)
        case "what" | "which":
            return all(_is_with(one, found, language) for one in records)
    return False


def _heads_of_persons(record: Record, language: Language) -> set[str]:
    return {one.head for one in record.facts if one.text and is_who(one, language)}


def _is_called(record: Record, found: Matched, language: Language) -> bool:
    return set(found.names) <= set(content(record.name, language))


def _is_with(record: Record, found: Matched, language: Language) -> bool:
    """Tell whether all that was named is the person who a record is told to be with."""
    told = [one.text for one in record.facts if is_who(one, language) or _is_name(one.text)]
    persons = {stem for one in told for stem in content(one, language)}
    return set(found.names) <= persons


def _is_name(text: str) -> bool:
    """Tell whether a text may be somebody's name: one or two words that are written large."""
    words = text.split()
    return 0 < len(words) <= LONGEST_NAME and all(one[:1].isupper() and one.replace("-", "").isalpha() for one in words)
