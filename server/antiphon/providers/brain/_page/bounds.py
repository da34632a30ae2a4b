"""Read comparisons: `less than six euros`, `over ten`, `at least four`."""

from collections.abc import Sequence
from dataclasses import dataclass

from antiphon.providers.brain._page.language import Language


@dataclass(frozen=True, slots=True)
class Bound:
    """A comparison: `more` than, or less than, `value`; `start` and `end` are the places of its words."""

    more: bool
    equal: bool
    value: float
    start: int
    end: int

    def holds(self, value: float) -> bool:
        if value == self.value:
            return self.equal
        return (value > self.value) is self.more


def bound_in(words: Sequence[str], language: Language) -> Bound | None:
    """The comparison in some words; None where there is none."""
    text = " ".join(words)
    for name, (more, equal) in language.bounds.items():
        at = f" {text} ".find(f" {name} ")
        if at < 0:
            continue
        start = len(text[:at].split())
        begin = start + len(name.split())
        heard = language.hear(" ".join(words[begin : begin + 5]))
        found = language.numbers(heard)
        if found and found[0].start == 0:
            end = begin + found[0].end
            end += end < len(words) and words[end] in language.words["measures"]
            return Bound(more, equal, float(found[0].value), start, end)
    return None
