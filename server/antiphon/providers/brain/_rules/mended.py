"""Rules for what is taken back within one sentence: `delete the teapot, no, the mug`. What was said before it does
not count."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from antiphon.providers.brain._rules.colon import behind_colon
from antiphon.providers.brain._rules.lexicon import ARTICLES, FUNCTION, bag, sayings
from antiphon.providers.brain._rules.parts import parts_of
from antiphon.providers.brain._rules.quotes import words_in_quotes
from antiphon.providers.brain._rules.utterance import Utterance, shape, strip_courtesies, verb_of
from antiphon.providers.brain._rules.verbs import NOUNS_TOO
from antiphon.providers.brain._rules.words import Word

_TAKES_BACK = sayings(
    "no wait|wait no|no no|no sorry|sorry no|oh no|i mean|i meant|i mean to say|i meant to say|scratch that|"
    "strike that|correction|or rather|make that|make it|actually no|no actually|on second thought|on second thoughts|"
    "forget that|never mind|nevermind|no i mean|no i meant|no rather|no make it|no make that|sorry i mean|"
    "sorry i meant|wait i mean|wait i meant|just kidding|only kidding|i am kidding|i am just kidding|i am only kidding|"
    "kidding|just joking|only joking|i am joking|i am just joking|i am only joking|joking|oops|whoops|my mistake|"
    "my bad|my fault|wrong one|take that back|i take that back|i take it back|i changed my mind|i have changed my mind|"
    "forget it|forget i said that|forget i said anything|not really"
)
"""Words that take back the words before it, also where no pause was heard."""
_MAY = bag("no nope nah actually sorry wait rather stop oh not instead hold on hang")
"""Words that do so behind a pause, or before a verb."""
_DENYING = _MAY - bag("oh on not")
_REFUSING = ("do", "not")
"""Words that do so where nothing follows it without a pause."""
_LONGEST = max(map(len, _TAKES_BACK))
_MOST_WORDS = 60
_INSTEAD = ("instead",), ("rather",)


@dataclass(frozen=True, slots=True)
class Mended:
    """An utterance in two: what was taken back, and what was meant instead. The second may be empty."""

    before: Utterance
    instead: Utterance | None


def mended(said: Utterance) -> Mended | None:
    """The last words of an utterance that take back what comes before them, with both; None where none do."""
    words = said.spoken
    if not 2 < len(words) <= _MOST_WORDS:
        return None
    quoted = {at for places in words_in_quotes(said.text, words) for at in places}
    for at in range(behind_colon(said.text, words) - 1, 0, -1):
        size = _taking_back(words, at) if at not in quoted else 0
        if size:
            start = at
            while start > 1 and (earlier := _taking_back(words, start - 1)) and start - 1 + earlier >= start:
                start -= 1
            rest = words[at + size :]
            if all(word.text in _MAY for word in words[:start]):  # `no, wait, Ben`
                return None
            return Mended(_shaped(said, words[:start]), _shaped(said, rest) if _tells(rest) else None)
    return _instead(said)


def _instead(said: Utterance) -> Mended | None:
    """`delete the teapot, delete the mug instead`."""
    if tuple(word.text for word in said.spoken[-1:]) not in _INSTEAD:
        return None
    parts = parts_of(replace(said, words=said.spoken[:-1]))
    return Mended(parts[0], parts[-1]) if parts else None


def _taking_back(words: Sequence[Word], at: int) -> int:
    """Return how many words from a place on take back what is before it; 0 where they do not."""
    texts = tuple(word.text for word in words[at : at + _LONGEST + 1])
    paused = words[at - 1].pause
    size = max((len(one) for one in _TAKES_BACK if texts[: len(one)] == one), default=0)
    if size and (paused or not _is_soft(texts[:size]) or verb_of(words[at + size :])[0]):
        return size
    size = 0
    while size < len(texts) and texts[size] in _MAY:
        size += 1
    end = at + size + len(_REFUSING)
    alone = texts[size : size + len(_REFUSING)] == _REFUSING and (end == len(words) or words[end - 1].pause)
    if alone and (paused or size):  # `delete the teapot, actually don't`
        return end - at
    if not size or _DENYING.isdisjoint(texts[:size]):
        return 0
    rest = words[at + size :]
    verb, length = verb_of(strip_courtesies(rest))
    orders = bool(verb) and verb not in NOUNS_TOO and len(rest) > length
    return size if paused or orders else 0


def _is_soft(texts: tuple[str, ...]) -> bool:
    """`make it` is said within an order, too."""
    return texts in {("make", "it"), ("make", "that")}


def _tells(words: Sequence[Word]) -> bool:
    return any(word.text not in FUNCTION - ARTICLES for word in words)


def _shaped(said: Utterance, words: Sequence[Word]) -> Utterance:
    spoken = tuple(words)
    return replace(shape(said.text, strip_courtesies(spoken)), spoken=spoken, typed=said.typed)
