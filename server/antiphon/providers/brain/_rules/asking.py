"""A question whose answer an action looks up: `how much tea is in stock`, `weather Graz`.

Only actions that read and change nothing answer questions, and only where the question names what they look up.
"""

from collections.abc import Sequence

from antiphon.providers.brain._rules.lexicon import NEGATIONS, sayings
from antiphon.providers.brain._rules.numbers import find_numbers
from antiphon.providers.brain._rules.utterance import Mood, Utterance, strip_courtesies
from antiphon.providers.brain._rules.words import Word

_LONGEST = 20
_LEADS = sayings(
    "tell me|tell us|let me know|show me|show us|give me|get me|look up|find out|check|look up and tell me|"
    "do you know|do we know|you know|know|wonder|i wonder|i was wondering|read me|can you see|have a look|say"
)
_ASKS = sayings(
    "where is|where are|"
    "what is|what are|what will|what would|how is|how are|how will|how much|how many|how much is|how many are|which|"
    "what|is there|is there any|are there|are there any|is|are|do we have|do we have any|do you have|do you have any|"
    "do i have|have we got|have you got|whether|whether there is|if|if there is|if there are|about|what about|"
    "how about|what is with|how do you find"
)
_WITHIN = sayings("do we have|do you have|do i have|have we got|have you got|are there|is there|is|are|be|like|left")
"""Words that a question has behind its beginning, and that say nothing more."""
_BARE = 5
"""Words of a question that is no sentence."""


def asked(said: Utterance) -> Utterance | None:
    """The question in an utterance, its beginning in place of a verb; None where there is none."""
    if len(said.words) > _LONGEST:
        return None
    words = strip_courtesies(said.spoken or said.words)
    texts = tuple(word.text for word in words)
    if len(words) > _LONGEST or not NEGATIONS.isdisjoint(texts):
        return None
    start = _beginning(texts)
    if start:
        words = (*words[:start], *_without(words[start:]))
    elif said.mood is not Mood.PHRASE or len(words) > _BARE:
        return None
    exclaims = texts[start - 1 : start] == ("what",) and texts[start : start + 1] in {("a",), ("an",)}  # `what a day`
    if len(words) == start or exclaims:
        return None
    numbers = tuple(find_numbers(words))
    return Utterance(said.text, words, Mood.ASK, verb_words=start, numbers=numbers, spoken=words, typed=said.typed)


def _beginning(texts: tuple[str, ...]) -> int:
    lead = _length(_LEADS, texts)
    return lead + _length(_ASKS, texts[lead:])


def _length(phrases: tuple[tuple[str, ...], ...], texts: tuple[str, ...]) -> int:
    return next((len(one) for one in phrases if texts[: len(one)] == one), 0)


def _without(words: Sequence[Word]) -> list[Word]:
    kept: list[Word] = []
    texts = tuple(word.text for word in words)
    at = 0
    while at < len(words):
        size = _length(_WITHIN, texts[at:])
        kept += words[at : at + 1] if not size else ()
        at += size or 1
    return kept
