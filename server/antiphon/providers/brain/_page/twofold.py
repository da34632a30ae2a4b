"""Take two questions in one sentence apart: `when does it begin and where is it?`, `what is the price and the size?`"""

from collections.abc import Iterator

from antiphon.providers.brain._page.language import Language
from antiphon.providers.brain._page.words import Said, framed

MOST = 3


def questions_of(text: Said, language: Language) -> list[Said]:
    """Return the questions of a sentence, where it is more than one; else none."""
    words = text.text.split()
    if not words:
        return []
    if words[0] not in language.words["question"] and not _leads(words, 0, language):
        return []
    cuts = list(_cuts(text, words, language))
    if not 0 < len(cuts) < MOST:
        return []
    begins, ends = [0, *(behind for _, behind in cuts)], [*(at for at, _ in cuts), len(words)]
    parts = [_part(text, begin, end) for begin, end in zip(begins, ends, strict=True) if end > begin]
    return [framed(one, language) for one in parts] if all(len(one.text.split()) > 1 for one in parts) else []


def nouns_of(text: Said, language: Language) -> list[Said]:
    """Return a question for each of two nouns: `what is the price and the size?`; none where there are not two."""
    words = text.text.split()
    at = next((at for at, one in enumerate(words) if one in language.asked.words["two_in_one"]), 0)
    verb = next((place for place, one in enumerate(words[:at]) if one in language.asked.words["being"]), 0)
    if not 0 < verb < at - 1 or words[0] not in language.words["interrogatives"] or at + 1 >= len(words):
        return []
    determined = language.asked.words["articles"] | language.words["owning"]
    if words[at + 1] not in determined or words[verb + 1] not in determined:
        return []
    return [_part(text, 0, at), text.without(verb + 1, at + 1)]


def _cuts(text: Said, words: list[str], language: Language) -> Iterator[tuple[int, int]]:
    """Yield the end of each question but the last, and the begin of the next one."""
    for at in range(2, len(words) - 1):
        joined = words[at] in language.asked.words["two_in_one"]
        begin = at + joined
        asks = _leads(words, begin, language)
        turns = joined and words[begin] in language.words["whether"] and words[begin + 1 : begin + 2] != []
        refers = turns and words[begin + 1] in language.asked.words["pronouns"]
        if (joined and (asks or refers)) or (asks and text.pauses_before(at)):
            yield at, begin


def _leads(words: list[str], at: int, language: Language) -> bool:
    """Tell whether a question begins at a word, behind a preposition or not: `in which hall`."""
    interrogatives = language.words["interrogatives"]
    led = words[at] in language.asked.words["prepositions"] and words[at + 1 : at + 2] != []
    return words[at] in interrogatives or (led and words[at + 1] in interrogatives)


def _part(text: Said, first: int, last: int) -> Said:
    kept = text.without(last, len(text.text.split())).without(0, first)
    begin, end = kept.places[0][1], kept.places[-1][2]
    places = tuple((at, start - begin, stop - begin) for at, start, stop in kept.places)
    return Said(f"{text.raw[begin:end]}?", kept.text, places)
