"""The shape of what was said: a command, a bare phrase, a question or a statement, and whether it says no."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import pairwise

from antiphon.providers.brain._rules.lexicon import (
    ARTICLES,
    AUXILIARIES,
    CLAUSE,
    FRAMES,
    HOLDS,
    LOOK,
    NEGATIONS,
    PHRASAL,
    PREPOSITIONS,
    SUBJECTS,
    TAILS,
)
from antiphon.providers.brain._rules.numbers import Number, find_numbers
from antiphon.providers.brain._rules.verbs import COMPOUND, DICTATED, NOUNS_TOO, PARTED, PRIMARY, base, meanings
from antiphon.providers.brain._rules.words import MAX_CHARS, MAX_WORDS, Word, hear

YES_OR_NO = frozenset({("is",), ("are",)})
"""How a question begins that is answered with yes or no."""
_TO_US = frozenset({("me",), ("us",)})
PRESSES = frozenset({"press", "hit", "click", "tap"})
"""Verbs for what is done with all that is on a page."""
_DOING = frozenset({"do", "make", "perform", "run", "start", "take", "have"})
_NO_COMMAND = SUBJECTS | CLAUSE - {"do", "have"} | PREPOSITIONS - {"to"}
_PREFIXES = {"d": "de", "de": "de", "dis": "dis", "this": "dis", "un": "un"}
_OBJECTS = frozenset({"me", "us", "him", "them"})
_BEFORE_GERUND = frozenset({"mind", "about"})
_ENDERS = frozenset({"stop", "quit", "avoid"})
_INSTEAD = frozenset({("instead", "of"), ("rather", "than")})
_OUT_OF = frozenset({"take", "get", "kick", "throw", "toss", "pull", "drop", "leave", "move", "knock"})
_FROM = frozenset({"take", "drop", "pull", "kick", "knock", "cut"})
_FRAMES = {first: tuple(one for one in FRAMES if one[0] == first) for first in {one[0] for one in FRAMES}}
_MOST_COURTESIES = 12
_HOLDS = {first: tuple(one for one in HOLDS if one[0] == first) for first in {one[0] for one in HOLDS}}
_LONGEST_HOLD = max(map(len, HOLDS))
_LONGEST_FRAME = max(map(len, FRAMES))
_LONGEST_COMPOUND = max(map(len, COMPOUND))
_LONGEST_TAIL = max(map(len, TAILS))


class Mood(StrEnum):
    COMMAND = "command"
    PHRASE = "phrase"
    """No verb in front: `dark mode`, `volume fifty`, or something else altogether."""
    LOOK = "look"
    """A question that showing something answers: `what is in my cart`."""
    ASK = "ask"
    """A question that looking something up answers: `how much tea is in stock`."""
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class Utterance:
    """An utterance without its courtesies. `words` index into `text` by their places."""

    text: str
    words: tuple[Word, ...]
    mood: Mood
    verb: str = ""
    verb_quality: float = 1.0
    """Less where the verb was only guessed from its sound."""
    is_guess: bool = False
    """The verb only resembles what was said: nothing is done with a text that nothing else leads to."""
    verb_words: int = 0
    groups: frozenset[str] = frozenset()
    numbers: tuple[Number, ...] = ()
    denials: tuple[int, ...] = ()
    """Where it says not, never or no."""
    spoken: tuple[Word, ...] = ()
    """The words with their courtesies, where they are known."""
    typed: bool = False
    """It was written, so that no word of it was misheard."""


def understand(text: str, *, typed: bool = False) -> Utterance:
    """Read an utterance. Any text at all will do; one that is too long is nothing that we understand."""
    words = hear(text)
    if len(words) > MAX_WORDS or len(text) > MAX_CHARS:
        return Utterance(text, words, Mood.OTHER)
    return replace(shape(text, strip_courtesies(words)), spoken=words, typed=typed)


def shape(text: str, words: Sequence[Word]) -> Utterance:
    """Read words of `text` from which the courtesies have been taken."""
    words = _without_embedded_question(_with_plain_verb(_with_whole_verb(tuple(words))))
    texts = tuple(word.text for word in words)
    denials = tuple(at for at, word in enumerate(words) if word.text in NEGATIONS or _rejects(texts, at))
    look = _look(texts) if not denials else 0
    if look:
        rest = words[look:]
        return Utterance(text, rest, Mood.LOOK, "show", groups=frozenset({"open"}), numbers=tuple(find_numbers(rest)))
    verb, length = verb_of(words)
    plain = Utterance(text, words, Mood.PHRASE, numbers=tuple(find_numbers(words)), denials=denials)
    if not texts or _is_no_request(texts, verb, length, denials):
        return replace(plain, mood=Mood.OTHER)
    if _takes_away(texts):
        verb, length = "remove", 1
    if not verb:
        return plain
    verb = PARTED.get((verb, texts[-1]), verb)
    # What is told to others is sent; `tell me` is like nothing but what tells.
    groups = frozenset() if verb == "tell" and texts[1:2] in _TO_US else meanings(verb)
    return replace(plain, mood=Mood.COMMAND, verb=verb, verb_words=length, groups=groups)


def _takes_away(texts: tuple[str, ...]) -> bool:
    """`take the lamp out of the cart`, `drop it from the list`."""
    return (texts[0] in _OUT_OF and ("out", "of") in pairwise(texts)) or (
        texts[0] in _FROM and ("from" in texts or "off" in texts[2:-1])
    )


def _is_no_request(texts: tuple[str, ...], verb: str, length: int, denials: tuple[int, ...]) -> bool:
    """A statement, a question, or a verb that is none: `find out`, `search is slow`, `do not`."""
    if length < 2 and (texts[0] in _NO_COMMAND or texts[:2] in PHRASAL):
        return True
    if texts[0] in _OBJECTS or (texts[0] in ARTICLES and texts[1:2] and texts[1] in PREPOSITIONS):
        return True  # what was in front was not heard: `pay me back`, `pay for the cart`
    if verb == "do" and denials[:1] in {(0,), (1,)}:
        return True
    after = texts[length] if verb and length < len(texts) else ""
    dictated = PRIMARY.get(verb) in DICTATED and after == "do"
    return after in AUXILIARIES and not dictated


def _look(texts: tuple[str, ...], start: int = 0) -> int:
    """Return how many words from `start` on ask what showing would answer; 0 where nothing follows them."""
    for frame in LOOK:
        if texts[start : start + len(frame)] == frame and len(texts) > start + len(frame):
            return len(frame)
    return 0


def _with_whole_verb(words: tuple[Word, ...]) -> tuple[Word, ...]:
    """`d activate` and `dis able`, as a recogniser may write them, are the opposite of `activate` and `able`."""
    texts = [word.text for word in words[:2]]
    prefix = _PREFIXES.get(texts[0]) if len(texts) == 2 else None
    if prefix is None or prefix + texts[1] not in PRIMARY:
        return words
    verb = prefix + texts[1]
    return (replace(words[1], text=verb, stem=verb, start=words[0].start), *words[2:])


def _with_plain_verb(words: tuple[Word, ...]) -> tuple[Word, ...]:
    """`do a search for boots` is `search for boots`."""
    texts = tuple(word.text for word in words[:3])
    wrapped = len(texts) == 3 and texts[0] in _DOING and texts[1] in {"a", "the"} and texts[2] in NOUNS_TOO
    return words[2:] if wrapped and verb_of(words)[1] == 1 else words


def _without_embedded_question(words: tuple[Word, ...]) -> tuple[Word, ...]:
    """`show me what is in the cart` is `show me the cart`."""
    verb, length = verb_of(words)
    texts = tuple(word.text for word in words)
    for start in (length, length + 1) if "open" in meanings(verb) else ():
        look = _look(texts, start)
        if look:
            return words[:start] + words[start + look :]
    return words


def strip_courtesies(words: Sequence[Word]) -> tuple[Word, ...]:
    """Without `could you please` in front and `thank you` behind, unless nothing else was said.

    What is dictated keeps its end: `write thank you` has a text.
    """
    rest = tuple(words)
    for _ in range(_MOST_COURTESIES):
        front = _front(rest)
        if not front:
            break
        asked, rest = rest[front - 1].text in _BEFORE_GERUND, rest[front:]
        if asked:  # `would you mind opening` is `open`
            rest = (replace(rest[0], text=base(rest[0].text) or rest[0].text), *rest[1:])
    return strip_ending(rest, PRIMARY.get(verb_of(rest)[0]) in DICTATED)


def from_press(spoken: tuple[Word, ...]) -> tuple[Word, ...]:
    """From a `press` among the courtesies on: it is also what is done with a button. Empty where there is none."""
    last = len(spoken) - len(strip_courtesies(spoken))
    at = next((at for at, word in enumerate(spoken[:last]) if word.text in PRESSES), len(spoken))
    return spoken[at:]


def without_front(spoken: tuple[Word, ...]) -> tuple[Word, ...]:
    """Without the courtesies in front: `Book now` may be the whole name of a button."""
    rest = strip_courtesies(spoken)
    return spoken[[word.start for word in spoken].index(rest[0].start) :] if rest else spoken


def strip_ending(words: Sequence[Word], dictated: bool = False) -> tuple[Word, ...]:
    """Without `thank you` behind; of what is dictated, only without `please`."""
    rest = tuple(words)
    while back := _back(rest, dictated):
        rest = rest[:-back]
    return rest


def _front(words: tuple[Word, ...]) -> int:
    texts = tuple(word.text for word in words[: _LONGEST_FRAME + 1])
    if texts[:1] == ("no",) and len(words) > 1 and (words[0].pause or texts[1] in PRIMARY):
        return 1
    if texts[:1] in {("first",), ("next",)} and verb_of(words[1:])[0]:
        return 1
    held = _held(words)
    if held:
        return held
    frames = _FRAMES.get(texts[0], ()) if texts else ()
    return next((len(one) for one in frames if texts[: len(one)] == one and len(texts) > len(one)), 0)


def _held(words: tuple[Word, ...]) -> int:
    """Return how many words stop the assistant in front of a request: `wait,` or `hold on`; `stop print` is none.

    A recogniser may leave the comma out; then what follows must be a verb that is nothing else.
    """
    if not words or words[0].text not in _HOLDS:
        return 0
    texts = tuple(word.text for word in words[: _LONGEST_HOLD + 1])
    size = next((len(one) for one in _HOLDS[texts[0]] if texts[: len(one)] == one and len(texts) > len(one)), 0)
    if not size:
        return 0
    rest = words[size:]
    front = _front(rest)
    begins = rest[front:]
    verb, length = verb_of(begins)
    if words[size - 1].pause:
        wanted = verb or (len(begins) > 1 and begins[0].text not in ARTICLES)  # `stop, the music`
        return size if wanted or texts[0] != "stop" else 0
    return size if verb and len(begins) > length and begins[0].text not in NOUNS_TOO else 0


def _back(words: tuple[Word, ...], dictated: bool) -> int:
    texts = tuple(word.text for word in words[-_LONGEST_TAIL - 1 :])
    tails = (("please",),) if dictated else TAILS
    return next((len(one) for one in tails if texts[-len(one) :] == one and len(texts) > len(one)), 0)


def verb_of(words: Sequence[Word]) -> tuple[str, int]:
    """The verb in front and how many words it has; empty where there is none."""
    texts = tuple(word.text for word in words[:_LONGEST_COMPOUND])
    for length in range(len(texts), 1, -1):
        if texts[:length] in COMPOUND:
            return COMPOUND[texts[:length]], length
    return (texts[0], 1) if texts and texts[0] in PRIMARY else ("", 0)


def _rejects(texts: tuple[str, ...], at: int) -> bool:
    """`stop opening that`, `instead of`, `rather than`."""
    after = texts[at + 1] if at + 1 < len(texts) else ""
    return (texts[at] in _ENDERS and after.endswith("ing")) or (texts[at], after) in _INSTEAD
