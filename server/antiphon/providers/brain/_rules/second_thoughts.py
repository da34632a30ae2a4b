"""Rules for what is said over an open question, and answers none: that it was the wrong one, what was meant, what
comes first.

`Wrong field`, `no, I meant the email`, `hold on, save the list first`. All of it is read here, and none of it done.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from antiphon.providers.brain._rules.holding import hold
from antiphon.providers.brain._rules.lexicon import ARTICLES, AUXILIARIES, GENERIC, SUBJECTS, bag, sayings
from antiphon.providers.brain._rules.utterance import Utterance, shape, strip_courtesies
from antiphon.providers.brain._rules.words import Word, leading

_HOLDING = sayings(
    "before that|but before that|but first|first of all|before you do that|before we do that|before i do that"
)
_FRONT = _HOLDING + sayings(
    "no|nope|nah|no no|oops|whoops|oh|oh no|ah|sorry|i am sorry|excuse me|my mistake|my bad|hey|actually|well|please|"
    "stop|damn|rather|and|but|so"
)
_PLAIN = bag("oh ah hey well please and but so")
"""Words that may stand in front and take nothing back by itself."""
_MEANT = sayings(
    "i meant|i mean|i meant to say|i mean to say|i said|i was talking about|i was asking for|i asked for|i told you"
)
_WANTED = sayings(
    "i want|i wanted|i need|i would like|i was looking for|i want to|i wanted to|i need to|i would like to"
)
"""The same, behind something that takes the question back."""
_TOLD = sayings("i told you to|i asked you to|i said to|i told you i want to|i wanted you to|i meant to|i was going to")
"""Words that lead to an order that was given before."""
_TAILS = sayings("first|before that|beforehand|instead|rather|please|thanks|though|actually|first please|now")
_AT_FIRST = bag("first beforehand that")
_INSTEAD = bag("instead rather")
_DID = sayings(
    "that is|that was|this is|this was|it is|it was|i pressed|i hit|i clicked|i clicked on|i tapped|i chose|i picked|"
    "i took|i said|i gave|i got|i opened|i selected|i am in|you pressed|you took|you opened|you chose|you got|"
    "you picked|you have|you are in|you asked for|you did"
)
_RIGHT = bag("right correct it true")
_POINTING = bag("that this")
_POLITE = bag("please sorry thanks instead")
_THINGS = GENERIC | bag("one button field list question name item entry box link order answer place person action")
_NO_NAMES = AUXILIARIES | (SUBJECTS - bag("that this")) | bag("do am right now yet sure really me us")
"""Words of sentences: who is told from somebody else is called by none of them."""
_MOST = 2


@dataclass(frozen=True, slots=True)
class Thought:
    """One utterance's words on an open question, and on anything besides."""

    takes_back: bool = False
    """It begins with what takes the question back, or puts it off: `no`, `oops`, `hold on`."""
    held: bool = False
    """It puts the question off: the question comes back once that is done."""
    wrong: tuple[Word, ...] | None = None
    """The words for what was wrong: nothing in particular, or the words behind `wrong`. None where nothing was."""
    meant: bool = False
    ordered: bool = False
    """Behind `I told you to`."""
    parted: bool = False
    """There is a pause behind what puts it off."""
    rest: Utterance | None = None


def thought(said: Utterance, known: Collection[str]) -> Thought | None:
    """Return what an utterance says of an open question; None where it says nothing of it. `known` are the page's
    words."""
    words = said.spoken
    at, takes_back, held = _front(words)
    complaint = _complaint(words, at, known)
    wrong = None
    if complaint:
        wrong, at = complaint
        at, _, later = _front(words, at)
        held = held or later
    told = leading(_TOLD, words, at)
    lead = told or leading(_MEANT, words, at)
    if not lead and (takes_back or complaint):
        lead = leading(_WANTED, words, at)
    at += lead
    rest, tail = _without_tail(words[at:])
    takes_back = takes_back or not _INSTEAD.isdisjoint(tail)
    held = bool(rest) and _INSTEAD.isdisjoint(tail) and (held or not _AT_FIRST.isdisjoint(tail))
    if not (takes_back or complaint or lead or held) or (lead and not rest):
        return None
    parted = held and at > 0 and words[at - 1].pause
    meant = bool(lead) and not told
    return Thought(takes_back, held, wrong, meant, bool(told), parted, _shaped(said, rest) if rest else None)


def is_put_off(text_said: Utterance) -> bool:
    """Tell whether an utterance puts a question off for an order: `hold on, save the list first`."""
    found = thought(text_said, ())
    return found is not None and found.held and found.wrong is None


def contrasted(said: Utterance) -> tuple[Utterance, Utterance] | None:
    """Return what was meant and what was not, in `Ben, not Anna` and `not Anna, Ben`; None where nothing of the kind
    is said.

    Each is a name of a few words.
    """
    at, _, _ = _front(said.spoken)
    words = said.spoken[at:]
    places = [number for number, word in enumerate(words) if word.text == "not"]
    if len(places) != 1 or len(words) > 3 * _MOST:
        return None
    [place] = places
    if place:
        meant, other = words[:place], words[place + 1 :]
    else:
        end = next((number + 1 for number, word in enumerate(words[:-1]) if number and word.pause), 2)
        other, meant = words[1:end], words[end:]
        meant = meant[leading((("but",), ("it", "is"), *_MEANT), meant, 0) :]
    if not meant or not other or max(len(meant), len(other)) > _MOST + 1:
        return None
    if not _NO_NAMES.isdisjoint(word.text for word in words):
        return None
    return _shaped(said, meant), _shaped(said, other)


def _front(words: Sequence[Word], at: int = 0) -> tuple[int, bool, bool]:
    """Return where what leads up to the rest ends, whether it takes something back, and whether it holds."""
    takes_back = held = False
    while size := max(hold(words, at), leading(_FRONT, words, at)):
        texts = tuple(word.text for word in words[at : at + size])
        takes_back = takes_back or not set(texts) <= _PLAIN
        held = held or texts in _HOLDING or hold(words, at) == size
        at += size
    return at, takes_back, held


def _complaint(words: Sequence[Word], at: int, known: Collection[str]) -> tuple[tuple[Word, ...], int] | None:
    """Return what was wrong, and where the words that say so end: `that was the wrong button`, `not right`, `a
    different one`.

    They end at a pause, or with the utterance.
    """
    end = next(
        (number for number in range(at + 1, len(words)) if words[number - 1].pause or leading(_MEANT, words, number)),
        len(words),
    )
    start = at + leading(_DID, words, at)
    rest = words[start:end]
    while len(rest) > 1 and rest[-1].text in _POLITE:
        rest = rest[:-1]
    named = [word for word in rest if word.text not in ARTICLES]
    texts = [word.text for word in named]
    if texts[:1] == ["not"]:
        pointed = start > at or (len(rest) > 1 and rest[1].text in _POINTING)
        right = texts[1:] and texts[1] in _RIGHT and _are_things(named[2:], known)
        return ((), end) if right or (pointed and texts[1:] and _are_things(named[1:], known)) else None
    if texts[:1] == ["wrong"] and _are_things(named[1:], known):
        return tuple(named[1:]), end
    other = texts[:1] in (["different"], ["other"], ["another"]) and len(named) > 1 and _are_things(named[1:], ())
    return ((), end) if other or texts in (["something", "else"], ["something", "different"]) else None


def _are_things(words: Sequence[Word], known: Collection[str]) -> bool:
    return len(words) <= _MOST and all(word.stem in _THINGS or word.stem in known for word in words)


def _without_tail(words: Sequence[Word]) -> tuple[Sequence[Word], Sequence[str]]:
    """Words without what ends an order, and what that is."""
    texts = tuple(word.text for word in words)
    size = max((len(one) for one in _TAILS if texts[-len(one) :] == one and len(texts) > len(one)), default=0)
    return words[: len(words) - size], texts[len(texts) - size :]


def _shaped(said: Utterance, words: Sequence[Word]) -> Utterance:
    """Words of an utterance as one of its own, whose text they are."""
    text = said.text[: words[-1].end]
    text = " " * words[0].start + text[words[0].start :]  # the words keep their places
    spoken = tuple(words)
    return replace(shape(text, strip_courtesies(spoken)), spoken=spoken, typed=said.typed)
