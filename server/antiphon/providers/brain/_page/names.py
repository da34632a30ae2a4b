"""Rate how well a phrase names something of the page."""

from dataclasses import dataclass
from functools import lru_cache

from antiphon.providers.brain._page.language import Language
from antiphon.providers.brain._page.speech import EXACT, Ear
from antiphon.providers.brain._page.words import content


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


def fit(phrase: str, name: str, language: Language, *, beside: frozenset[str] = frozenset(), ear: Ear = EXACT) -> Fit:
    """Compare a phrase with a name. `beside` are words that may stand in the phrase, such as what a list is called."""
    spoken, words = content(phrase, language), content(name, language)
    if not words or not spoken:
        bare = phrase.strip().lower() == name.strip().lower()
        return Fit(1.0, 1.0) if bare and name.strip() else _NONE
    if language.words["particles"].issuperset(spoken) and spoken != words:
        return _NONE
    return _fit(spoken, words, beside, ear)


@lru_cache(16384)
def _fit(spoken: tuple[str, ...], words: tuple[str, ...], beside: frozenset[str], ear: Ear) -> Fit:
    free = beside - set(words)
    counted = [word for word in spoken if word not in free] or spoken
    found = [word for word in counted if any(ear.alike(word, other) for other in words)]
    covered = [other for other in words if any(ear.alike(word, other) for word in counted)]
    return Fit(len(found) / len(counted), len(covered) / len(words))
