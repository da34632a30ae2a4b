"""Tells whether a sentence of the narration is about another thing, or time, than a question that shares most of its
words.

`The Berlin order is paid.` tells nothing of the Paris order, nor `Van 5 is in the depot.` of van 2.
"""

from collections.abc import Sequence

from antiphon.providers.brain._rules.lexicon import CLAUSE, FUNCTION, GENERIC, LATELY, bag
from antiphon.providers.brain._rules.numbers import find_numbers
from antiphon.providers.brain._rules.verbs import SYNONYMS, base
from antiphon.providers.brain._rules.words import Word, hear

_CLOSED = bag("is are was were does do did has have had")
"""Words that begin a question that is answered with yes or no."""
_BE = bag("is are was were")
_PAST = bag("was were did had")
_TIMES = bag(
    "yesterday tomorrow ago before earlier last next later soon monday tuesday wednesday thursday friday saturday "
    "sunday january february march april june july august september october november december noon midnight morning "
    "afternoon evening night week month year"
)
_NOW = LATELY | bag("still already yet here really just not there it that this")
_ASKING = bag("many much long big tell know say old far often any some")


def is_of_another(words: Sequence[Word], sentence: str) -> bool:
    """Tell whether what a question names is not what a sentence tells of, though both have most words in common."""
    told = hear(sentence)
    known = {word.stem for word in told}
    texts, said = [word.text for word in words], {word.text for word in told}
    if _TIMES & {*texts} - said:
        return True
    if texts[:1] and texts[0] in _PAST and said.isdisjoint(_PAST) and not any(_is_past(word) for word in told):
        return True
    if _counts_another(words, told) or _has_another_beside(words, told, known):
        return True
    named = [word for word in words[1:] if _names(word)]
    if not named or texts[0] not in _CLOSED:
        return False
    first = named[:-1] if texts[0] in _BE else named[:1]  # what it is comes last; what it does is told in many words
    return not _is_known(first or named, known)


def _is_past(word: Word) -> bool:
    return word.text.endswith("ed") and base(word.text) not in {None, word.text}


def _counts_another(words: Sequence[Word], told: Sequence[Word]) -> bool:
    """`van 2`, where it is told of `Van 5`."""
    named = {(words[one.start - 1].stem, one.value) for one in find_numbers(words) if one.start}
    others = {(told[one.start - 1].stem, one.value) for one in find_numbers(told) if one.start}
    return any(
        noun not in FUNCTION | CLAUSE and (noun, value) not in others and any(noun == other for other, _ in others)
        for noun, value in named
    )


def _has_another_beside(words: Sequence[Word], told: Sequence[Word], known: set[str]) -> bool:
    """`the Paris order`, where it is told of `the Berlin order`: in front of the same noun stands another word."""
    for at, word in enumerate(words[:-1]):
        noun = words[at + 1]
        if not _names(word) or _is_known([word], known) or not _names(noun):
            continue
        before = [told[there - 1] for there, one in enumerate(told) if there and one.stem == noun.stem]
        asked = {one.stem for one in words}
        if before and all(_names(one) and one.stem not in asked for one in before):
            return True
    return False


def _names(word: Word) -> bool:
    plain = FUNCTION | CLAUSE | _NOW | _ASKING
    return word.text not in plain and word.stem not in GENERIC and not word.text.isdigit()


def _is_known(words: Sequence[Word], known: set[str]) -> bool:
    return all(word.stem in known or SYNONYMS.get(word.stem, frozenset()) & known for word in words)
