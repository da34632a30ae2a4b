"""Contextual biasing: find the page's phrases that may have been said instead of what was heard: `Open Yan Zhu` for
`Open Yanju`.

A recogniser writes the words that it knows. Here are the few sentences that sound somewhat like it and have the page's
words in them; which one was said is for whoever has the audio (`moonshine_model.py`). Known as contextual biasing.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain

import numpy as np
from rapidfuzz import fuzz, process

from antiphon.providers.english import NUMBERS, are_contrary, bag, sound
from antiphon.turns.words import words_for

ELSE = "\u2026"
"""At the end of a phrase: other words follow, as they were heard."""
MOST_PHRASES = 600
LONGEST_PHRASE = 80
_MOST = 5
_LEAST_ALIKE = 60.0
"""Of 100. Less than what would be enough by itself: the audio decides. `Open-knapp` for `Open Nav` is 66."""
_SHORTEST, _SHORT, _SHORT_ALIKE = 6, 10, 45.0
"""So few letters have little in common as soon as one is other: `They're late` was `the eighth`. Fewer say nothing."""
_MOST_TIMES_AS_LONG = 2.0
_SAME = 101.0
_BEHIND = 25.0
"""A phrase that is so much less alike than the likeliest is not worth the time."""
_CONSONANTS = 0.6
_MOST_WORDS = 20
"""A text that says more tells something, and gives no order."""
_WORD = re.compile(r"[^\W_]+(?:['\u2019][^\W_]+)*")
_LEAD_INS = bag("please ok okay hey hi so well now then and could can would will you i want to let us just")
_TAILS = bag("please now thanks thank you again")
_LITTLE = bag("to the a")
"""May belong to the phrase or to what follows it: `a dress line to the blue` was `address line two to blue`."""


@dataclass(frozen=True, slots=True)
class _Spoken:
    """A text by its sound: its letters, the key of these, and the figures in it."""

    words: tuple[str, ...]
    letters: str
    key: str
    figures: tuple[str, ...]


def alternatives(heard: str, phrases: Sequence[str]) -> list[str]:
    """Return whole sentences, the likeliest few first, each as the page writes its words and in small letters.

    One alone that has the letters of what was heard (`same_letters`) is that, divided otherwise. Empty where one of the
    phrases is what was heard, or none is like it.
    """
    text = heard.replace('"', "").strip()
    words = list(_WORD.finditer(text))
    if not 0 < len(words) <= _MOST_WORDS or _is_settled(text):
        return []
    rated: list[tuple[float, str, tuple[int, int]]] = []
    for windows, chosen, ends in zip(_windows(words), _by_end(phrases), (True, False), strict=True):
        sounds = [_spoken(" ".join(word.group() for word in words[start:end])) for start, end in windows]
        asked = [_spoken(phrase) for phrase in chosen]
        if {one.words for one in asked} & {one.words for one in sounds}:
            return []
        if asked and sounds:
            rated += ((alike, chosen[number], windows[at]) for alike, number, at in _rated(asked, sounds, ends))
    rated = sorted((one for one in rated if not _is_settled(one[1])), key=lambda one: -one[0])
    if rated and rated[0][0] == _SAME:
        return list(_sentences(text, words, *rated[0][1:]))[:1]
    alike_enough = [one for one in rated[:_MOST] if one[0] >= rated[0][0] - _BEHIND]
    likeliest = (_sentences(text, words, phrase, window) for _, phrase, window in alike_enough)
    return list(dict.fromkeys(chain.from_iterable(likeliest)))


def same_letters(one: str, other: str) -> bool:
    """Tell whether two texts have the same letters: `SetSiteName to ...` and `Set site name to ...`."""
    return _spoken(one).letters == _spoken(other).letters


def _by_end(phrases: Sequence[str]) -> tuple[list[str], list[str]]:
    """Split phrases into whole ones and those after which anything follows, without the sign for it."""
    whole = [phrase for phrase in phrases if not phrase.endswith(ELSE)]
    return whole, [phrase.rstrip(" " + ELSE) for phrase in phrases if phrase.endswith(ELSE)]


def _rated(asked: Sequence[_Spoken], heard: Sequence[_Spoken], ends: bool) -> Iterator[tuple[float, int, int]]:
    """Rate how alike each phrase is to the window that it fits best, where that is enough for the audio to be asked."""
    alike = _alike(asked, heard)
    for number, at in enumerate(alike.argmax(axis=1)):
        one, other = asked[number], heard[at]
        short = ends and _SHORTEST <= len(one.letters) <= _SHORT
        least = _SHORT_ALIKE if short else _LEAST_ALIKE
        if alike[number, at] >= least and _may_be(one, other):
            yield (_SAME if one.letters == other.letters else float(alike[number, at])), number, int(at)


def is_daring(one: str, heard: str) -> bool:
    """Tell whether the sentence is soon wrong: it only leaves out something heard, or has a figure that was not.

    `press mute` for a `press a mute` that was `unmute`; `choose sixteen` for a `choose sexy` that was `sixty`.
    """
    letters = iter(_spoken(heard).letters)
    says_less = all(letter in letters for letter in _spoken(one).letters)
    return says_less or _spoken(one).figures != _spoken(heard).figures


def _windows(words: Sequence[re.Match[str]]) -> tuple[list[tuple[int, int]], list[tuple[int, int]]]:
    """Return the words that a phrase may stand for: all but courtesies; and, where others follow, each beginning."""
    texts = [word.group().lower() for word in words]
    count = len(texts)
    first = next((at for at, word in enumerate(texts) if word not in _LEAD_INS), 0)
    last = next((at for at in range(count, 0, -1) if texts[at - 1] not in _TAILS), count)
    starts = sorted({0, first})
    whole = [(start, end) for start in starts for end in sorted({count, last}, reverse=True) if start < end]
    free = [(start, end) for start in starts for end in range(start + 1, count)]
    return whole, free


def _alike(asked: Sequence[_Spoken], heard: Sequence[_Spoken]) -> "np.ndarray[tuple[int, int], np.dtype[np.float32]]":
    """Rate how alike each phrase and each window are, of 100: mostly by their consonants."""
    keys = process.cdist([one.key for one in asked], [one.key for one in heard], scorer=fuzz.ratio, dtype=np.float32)
    letters = process.cdist(
        [one.letters for one in asked], [one.letters for one in heard], scorer=fuzz.ratio, dtype=np.float32
    )
    return np.asarray(_CONSONANTS * keys + (1 - _CONSONANTS) * letters, np.float32)


def _is_settled(text: str) -> bool:
    """Tell whether it is a yes, a no, a `stop` or a sign of listening: that decides something by itself."""
    known = words_for("en")
    return known.only_back_channels(text) or known.only_stops(text) or known.approves(text) is not None


def _may_be(asked: _Spoken, heard: _Spoken) -> bool:
    """Tell whether nothing speaks against it: it has the figures heard, is no contrary, and not far longer."""
    # A recogniser knows these words: where it heard one it was not another. `fifteen` and `fifty` are alike enough.
    if heard.figures and asked.figures != heard.figures:
        return False
    if len(asked.letters) > _MOST_TIMES_AS_LONG * len(heard.letters):
        return False
    meant, other = set(asked.words) - set(heard.words), set(heard.words) - set(asked.words)
    return not any(are_contrary(one, two) for one in meant for two in other)


def _sentences(text: str, words: Sequence[re.Match[str]], phrase: str, window: tuple[int, int]) -> Iterator[str]:
    start, end = window
    before, after = text[: words[start].start()], text[words[end - 1].end() :]
    ending = after if end < len(words) else "."
    forms = [form if before else form[:1].upper() + form[1:] for form in (phrase, phrase.lower())]
    yield from (f"{before}{form}{ending}" for form in forms)
    if end < len(words) - 1 and words[end].group().lower() in _LITTLE:
        yield from (f"{before}{form}{text[words[end].end() :]}" for form in forms)


@lru_cache(maxsize=4096)
def _spoken(text: str) -> _Spoken:
    words = [word.lower() for word in _WORD.findall(text)]
    letters = "".join(words).replace("'", "").replace("\u2019", "")
    return _Spoken(tuple(words), letters, sound(letters), tuple(word for word in words if word in NUMBERS))
