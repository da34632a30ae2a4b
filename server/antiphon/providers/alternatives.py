"""Contextual biasing: find the page's phrases that may have been said instead of what was heard: `Open Yan Zhu` for
`Open Yanju`.

A recogniser writes the words that it knows. Here are the few sentences that sound somewhat like it and have the page's
words in them; which one was said is for whoever has the audio (`moonshine_model.py`). Known as contextual biasing.
"""

import re
from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain, combinations

import numpy as np
from rapidfuzz import fuzz, process

from antiphon.providers.english import HARD_TO_TAKE_BACK, NUMBERS, are_contrary, bag, sound
from antiphon.turns.words import words_for

ELSE = "\u2026"
"""At the end of a phrase: other words follow, as they were heard; at its front, too: others may stand on both sides."""
MOST_PHRASES = 600
LONGEST_PHRASE = 80
_MOST = 5
_LEAST_ALIKE = 60.0
"""Of 100. Less than what would be enough by itself: the audio decides. `Open-knapp` for `Open Nav` is 66."""
_SHORTEST, _SHORT, _SHORT_ALIKE = 6, 10, 45.0
"""So few letters have little in common as soon as one is other: `They're late` was `the eighth`. Fewer say nothing."""
_LEAST_ALIKE_NAME, _SHORTEST_NAME, _LONGEST_NAME = 62.0, 4, 4
"""A name is alike in less of the sentence than an order: more must be so. Letters at least, and words heard at most."""
_MOST_NAMES = 3
_MOST_TIMES_AS_LONG = 2.0
_SAME = 101.0
_BEHIND = 25.0
"""A phrase that is so much less alike than the likeliest is not worth the time."""
_ENDING = 2
"""Letters by which a plural or the like differs."""
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
    *orders, names = _by_end(phrases)
    for windows, chosen, ends in zip(_windows(words), orders, (True, False), strict=True):
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
    return list(dict.fromkeys(chain(chain.from_iterable(likeliest), _with_names(text, words, names))))


def _with_names(text: str, words: Sequence[re.Match[str]], names: Sequence[str]) -> list[str]:
    """Return the sentence with names in the place of words that sound like them: `Tick the locknet` as `lock nut`."""
    found = _names_like([word.group().lower() for word in words], names)[:_MOST_NAMES]
    single = [next(_sentences(text, words, name, window)) for _, name, window in found]
    # Of two that were misheard in one sentence, both: the later one first, so that places stay.
    both = [
        _placed(_placed(text, words, *later[1:]), words, *earlier[1:])
        for one, other in combinations(found, 2)
        for earlier, later in [sorted((one, other), key=lambda each: each[2])]
        if earlier[2][1] <= later[2][0]
    ]
    return [*single, *both]


def with_names(text: str, names: Sequence[str]) -> list[tuple[float, str]]:
    """Return the sentence with one of the names for words that sound like it, each with how alike they are, of 100.

    The likeliest first. Empty where a word of it says something hard to take back: nothing is deleted because its name
    was expected.
    """
    words = list(_WORD.finditer(text))
    if not 0 < len(words) <= _MOST_WORDS:
        return []
    found = _names_like([word.group().lower() for word in words], names)[:_MOST_NAMES]
    return [(alike, _placed(text, words, name, window)) for alike, name, window in found]


def _names_like(plain: Sequence[str], names: Sequence[str]) -> list[tuple[float, str, tuple[int, int]]]:
    if not names or any(word in HARD_TO_TAKE_BACK for word in plain):
        return []
    windows = _between_names(plain, {_spoken(name).words for name in names})
    sounds = [_spoken(" ".join(plain[start:end])) for start, end in windows]
    asked = [one for one in map(_spoken, names) if len(one.letters) >= _SHORTEST_NAME]
    if not sounds or not asked:
        return []
    alike = _alike(asked, sounds)
    found = [
        (float(alike[number, at]), " ".join(one.words), windows[at])
        for number, one in enumerate(asked)
        for at in [int(alike[number].argmax())]
        if alike[number, at] >= _LEAST_ALIKE_NAME and _may_be(one, sounds[at]) and not _is_form(one, sounds[at])
    ]
    return sorted(found, key=lambda one: -one[0])


def _between_names(words: Sequence[str], names: Set[tuple[str, ...]]) -> list[tuple[int, int]]:
    """Return every few words in a row that are part of no name."""
    taken = {
        at
        for start in range(len(words))
        for end in range(start + 1, min(start + _LONGEST_NAME, len(words)) + 1)
        if tuple(words[start:end]) in names
        for at in range(start, end)
    }
    return [
        (start, end)
        for start in range(len(words))
        for end in range(start + 1, min(start + _LONGEST_NAME, len(words)) + 1)
        if taken.isdisjoint(range(start, end))
    ]


def _is_form(name: _Spoken, heard: _Spoken) -> bool:
    """Tell whether what was heard is the name in another form: `gear motors` of `Gear motor`, or one of its words."""
    one, other = sorted((name.letters, heard.letters), key=len)
    return other.startswith(one) and len(other) - len(one) <= _ENDING


def _placed(text: str, words: Sequence[re.Match[str]], phrase: str, window: tuple[int, int]) -> str:
    start, end = window
    return f"{text[: words[start].start()]}{phrase}{text[words[end - 1].end() :]}"


def same_letters(one: str, other: str) -> bool:
    """Tell whether two texts have the same letters: `SetSiteName to ...` and `Set site name to ...`."""
    return _spoken(one).letters == _spoken(other).letters


def _by_end(phrases: Sequence[str]) -> tuple[list[str], list[str], list[str]]:
    """Split phrases into whole ones, those after which anything follows, and names, without the sign for it."""
    names = [phrase.strip(" " + ELSE) for phrase in phrases if phrase.startswith(ELSE)]
    orders = [phrase for phrase in phrases if not phrase.startswith(ELSE)]
    whole = [phrase for phrase in orders if not phrase.endswith(ELSE)]
    return whole, [phrase.rstrip(" " + ELSE) for phrase in orders if phrase.endswith(ELSE)], names


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
