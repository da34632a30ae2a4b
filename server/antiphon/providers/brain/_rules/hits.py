"""Find which words of the registry were said, where, and how surely: written alike, sounding alike, or joined."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from rapidfuzz import fuzz, process

from antiphon.providers.brain._rules.catalogue import Catalogue, Heard
from antiphon.providers.brain._rules.lexicon import ARTICLES, CLAUSE, FUNCTION, NEGATIONS, PRONOUNS, bag
from antiphon.providers.brain._rules.namesakes import is_another
from antiphon.providers.brain._rules.numbers import COUNTED, ORDINALS, SOUND_LIKE, Number, find_numbers
from antiphon.providers.brain._rules.verbs import SYNONYMS, base, form_of
from antiphon.providers.brain._rules.words import Word
from antiphon.providers.english import sound

_ALIKE = 78
_SHORT_ALIKE = 85
_JOINED_ALIKE = 85
_JOINED = 0.97
_SOUNDS_LIKE_A_FIGURE = 0.85
_SOUND_FLOOR = 33
_SHORT_SOUND_FLOOR = 55
_A_FEW = 4
_PLAIN = FUNCTION | CLAUSE | NEGATIONS | bag("last latter former")
_TAKES_A_NAME = bag("open choose select pick press click tap show view")
_NO_NAME = ARTICLES | PRONOUNS | CLAUSE
_DETERMINERS = bag("all some these those any my our your his her their")


@dataclass(frozen=True, slots=True)
class Hit:
    """A word of the registry heard in words `start` to `end` (exclusive); `quality` 1 is exactly."""

    start: int
    end: int
    quality: float


Hits = dict[str, list[Hit]]


def listen(catalogue: Catalogue, words: Sequence[Word]) -> Iterator[None]:
    """Compare words with the vocabulary, once and a few at a time: it is the longest part of a long utterance."""
    for number, (left, right) in enumerate(zip(words, [*words[1:], None], strict=False)):
        fresh = left.text not in catalogue.alike
        _alike(catalogue, left)
        if right:
            fresh = fresh or (left.text, right.text) not in catalogue.as_one
            _as_one(catalogue, left, right)
        if fresh and number % _A_FEW == 0:
            yield


def find_hits(catalogue: Catalogue, words: Sequence[Word], *, typed: bool) -> Hits:
    """Every word of the catalogue that may have been said. Quick where the words were listened to before."""
    found: Hits = {}
    for number, word in enumerate(words):
        for name, quality in _alike(catalogue, word):
            if quality < 1 and is_another(word.text, name, typed=typed):
                continue
            found.setdefault(name, []).append(Hit(number, number + 1, quality))
        for part in catalogue.joined.get(word.stem, ()):
            found.setdefault(part, []).append(Hit(number, number + 1, _JOINED))
    for number, (left, right) in enumerate(pairwise(words)):
        for name, quality in _as_one(catalogue, left, right):
            found.setdefault(name, []).append(Hit(number, number + 2, quality))
    for name, hit in _figures(words) if catalogue.has_figures else ():
        # `first`, where something is called that
        other = words[hit.start].text in ORDINALS and words[hit.start].stem in catalogue.known
        if name in catalogue.known and not other and hit not in found.get(name, ()):
            found.setdefault(name, []).append(hit)
    return found


def _figures(words: Sequence[Word]) -> Iterator[tuple[str, Hit]]:
    """`choice two`, where a page calls it `Choice 2`; and `open for`, where there is a `4`."""
    numbers = [number for number in find_numbers(words) if not _is_said_of(words, number)]
    for number in numbers:
        yield str(number.value), Hit(number.start, number.end, 1.0)
    last = len(words) - 1
    if last < 1 or words[last].text not in SOUND_LIKE or any(number.end > last for number in numbers):
        return
    # `go to` was cut off, and `delete that too` names nothing.
    if words[0].text in _TAKES_A_NAME and words[last - 1].text not in _NO_NAME:
        yield str(SOUND_LIKE[words[last].text]), Hit(last, last + 1, _SOUNDS_LIKE_A_FIGURE)


def _is_said_of(words: Sequence[Word], number: Number) -> bool:
    """`one`, `these two` and `two of them` stand for things; `one two three` is counting, `first of all` a manner."""
    if len(words) == number.end - number.start == 1 and words[0].text == "one":
        return True
    if number.percent or (number.end < len(words) and words[number.end].text == "of"):
        return True
    in_front = [word.text for word in words[: number.start]]
    if words[number.start].text in ORDINALS and (in_front[-1:] == ["a"] or ARTICLES.issuperset(in_front)):
        return True  # `give me a second`, `the first time`
    return bool(in_front) and (in_front[-1] in _DETERMINERS or COUNTED.issuperset(in_front) or in_front == ["a"])


def _alike(catalogue: Catalogue, word: Word) -> Sequence[Heard]:
    """The words of the catalogue that a word may be, with how surely."""
    known = catalogue.alike.get(word.text)
    if known is None:
        known = catalogue.alike[word.text] = _compared(catalogue, word)
    return known


def _as_one(catalogue: Catalogue, left: Word, right: Word) -> Sequence[Heard]:
    """The words of the catalogue that two words together may be."""
    known = catalogue.as_one.get((left.text, right.text))
    if known is None:
        known = catalogue.as_one[left.text, right.text] = _compared_as_one(catalogue, left, right)
    return known


def _compared(catalogue: Catalogue, word: Word) -> list[Heard]:
    heard = {name: 0.85 for name in SYNONYMS.get(word.stem, ()) if name in catalogue.known}
    if word.stem in catalogue.known:
        heard[word.stem] = 1.0
    form = base(word.text)
    if form and form in catalogue.known:  # `playing`
        heard.setdefault(form, 0.9)
    for name in catalogue.forms.get(form_of(word.text), ()):  # `close` for a value `closed`
        heard.setdefault(name, 0.9)
    if heard:
        return list(heard.items())
    if len(word.text) < 3 or word.text in _PLAIN or form or word.text.isdigit():
        return []
    key = sound(word.stem)
    if len(word.stem) > 2:
        for name, ratio, _ in process.extract(
            word.stem, catalogue.vocabulary, scorer=fuzz.ratio, score_cutoff=_ALIKE, limit=5
        ):
            close_enough = len(word.stem) > 3 or (ratio >= _SHORT_ALIKE and name.startswith(word.stem))
            if len(name) > 3 and close_enough and sound(name)[:1] == key[:1] and not is_another(word.text, name):
                heard[name] = ratio / (105 if len(word.stem) > 3 else 100)
    for name in catalogue.sounds.get(key, ()) if len(key) > 1 else ():
        ratio = fuzz.ratio(word.stem, name)
        alike = ratio >= _SOUND_FLOOR
        if len(key) < 3:  # few sounds in common are soon found
            alike = ratio >= _SHORT_SOUND_FLOOR and abs(len(name) - len(word.stem)) < 2
        if alike and not is_another(word.text, name):
            heard[name] = max(heard.get(name, 0.0), 0.7 + 0.2 * ratio / 100)
    return list(heard.items())


def _compared_as_one(catalogue: Catalogue, left: Word, right: Word) -> list[Heard]:
    whole = left.text + right.stem
    if whole in catalogue.known:
        return [(whole, _JOINED)]
    if len(whole) < 7 or left.stem in catalogue.known or right.stem in catalogue.known:
        return []
    best = process.extractOne(whole, catalogue.vocabulary, scorer=fuzz.ratio, score_cutoff=_JOINED_ALIKE)
    return [(best[0], best[1] / 105)] if best and len(best[0]) > 6 else []
