"""Rules for what speaks for one action while it is read into an utterance, and the reading that comes of it."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from antiphon.providers.brain._rules.catalogue import Profile
from antiphon.providers.brain._rules.schema import Param
from antiphon.providers.brain._rules.values import Found

# What a word is worth, by how it was accounted for.
EXACT, DESCRIBED, NAMED, VALUE_AS_VERB, ALIKE, ABOUT = 1.0, 0.95, 0.9, 0.85, 0.8, 0.75


@dataclass(frozen=True, slots=True)
class Reading:
    """One action, as it may have been meant."""

    profile: Profile
    values: Mapping[str, Any]
    missing: tuple[Param, ...]
    """Required parameters that were not said."""
    refused: tuple[Param, int | float] | None
    """A number that was said and that its parameter does not take."""
    coverage: float
    identity: float

    @property
    def score(self) -> float:
        return self.coverage * self.identity

    @property
    def complete(self) -> bool:
        return not self.missing and self.refused is None


@dataclass(slots=True)
class Evidence:
    """The words that have been accounted for so far. Lists have an entry for each word; sets hold places of words."""

    quality: list[float]
    marked: list[bool]
    """By the action's own words and its values."""
    about: list[bool]
    """By its description."""
    verb: float = 0.0
    things: float = 0.0
    """How much of what the action acts on was mentioned."""
    described: float = 0.0
    names: set[int] = field(default_factory=set)
    called: set[int] = field(default_factory=set)
    """Where what the action acts on is called by its whole name."""
    texts: set[int] = field(default_factory=set)
    loose: bool = False
    """A text was taken that neither a cue nor what the action acts on leads to."""
    implausible: bool = False
    """A text was taken that nothing leads to, and that does not look like one."""
    found: Found = field(default_factory=Found)

    def cover(self, places: Iterable[int], quality: float) -> None:
        for at in places:
            self.quality[at] = max(self.quality[at], quality)
            self.marked[at] = True
