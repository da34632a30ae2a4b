"""Rate how well a phrase names something of the page."""

from dataclasses import dataclass
from functools import lru_cache

from rapidfuzz import fuzz

from antiphon.providers.brain._page.language import Language
from antiphon.providers.brain._page.words import content
from antiphon.providers.english import sound

ALIKE = 86
"""Of a hundred: words of five letters and more that are as alike as this are one, written with a slip."""


@dataclass(frozen=True, slots=True, order=True)
class Fit:
    """`said`: which share of the phrase is in the name; `named`: which share of the name is in the phrase."""

    said: float
    named: float

    @property
    def whole(self) -> bool:
        return self.said > 0.99 and self.named > 0.99

    @property
    def score(self) -> float:
        return self.said * 0.7 + self.named * 0.3


_NONE = Fit(0.0, 0.0)


def fit(phrase: str, name: str, language: Language, *, beside: frozenset[str] = frozenset(), typed: bool = True) -> Fit:
    """Compare a phrase with a name. `beside` are words that may stand in the phrase, such as what a list is called."""
    spoken, words = content(phrase, language), content(name, language)
    if not words or not spoken:
        bare = phrase.strip().lower() == name.strip().lower()
        return Fit(1.0, 1.0) if bare and name.strip() else _NONE
    if language.words["particles"].issuperset(spoken) and spoken != words:
        return _NONE
    return _fit(spoken, words, beside, typed)


@lru_cache(16384)
def _fit(spoken: tuple[str, ...], words: tuple[str, ...], beside: frozenset[str], typed: bool) -> Fit:
    free = beside - set(words)
    counted = [word for word in spoken if word not in free] or spoken
    found = [word for word in counted if any(alike(word, other, typed) for other in words)]
    covered = [other for other in words if any(alike(word, other, typed) for word in counted)]
    return Fit(len(found) / len(counted), len(covered) / len(words))


@lru_cache(65536)
def alike(one: str, other: str, typed: bool) -> bool:
    """Tell whether two stems are one word: written with a slip, or, where they were spoken, sounding the same."""
    if one == other:
        return True
    if min(len(one), len(other)) >= 5 and fuzz.ratio(one, other) >= ALIKE:
        return True
    return not typed and len(one) > 2 and sound(one) == sound(other)
