"""Find the action that was meant: every likely one is read into the utterance, and the best reading counts."""

from collections.abc import Generator
from typing import TypeVar

from antiphon.providers.brain._rules.catalogue import Catalogue, Profile
from antiphon.providers.brain._rules.evidence import Reading
from antiphon.providers.brain._rules.hits import Hits, find_hits, listen
from antiphon.providers.brain._rules.namesakes import names_another
from antiphon.providers.brain._rules.reader import read
from antiphon.providers.brain._rules.utterance import Mood, Utterance

_Result = TypeVar("_Result")
Thinking = Generator[None, None, _Result]
"""A result that takes a while; it pauses now and then, so that others may run."""

_CANDIDATES = 16
_LONG = 24
"""A command of more words than this holds a text."""
_MARGIN = 0.04
_COMPLETE = 0.05


def readings(catalogue: Catalogue, said: Utterance) -> Thinking[list[Reading]]:
    """Every reading that is good enough, the best first; empty where nothing was asked for.

    It pauses after each action, so that a long utterance holds nobody up.
    """
    if said.mood is Mood.OTHER or not said.words:
        return []
    yield from listen(catalogue, said.words)
    hits = find_hits(catalogue, said.words, typed=said.typed)
    good: list[Reading] = []
    for profile in _candidates(catalogue, said, hits):
        if names_another(profile.called, said.words, typed=said.typed):
            continue
        reading = read(catalogue, profile, said, hits)
        good += [reading] if reading else []
        yield
    return sorted(good, key=lambda reading: -(reading.score + (_COMPLETE if reading.complete else 0.0)))


def choose(found: list[Reading]) -> tuple[Reading | None, list[Reading]]:
    """The one that is meant, and others that it can hardly be told from."""
    if not found:
        return None, []
    first, *others = found
    close = [one for one in others if one.complete == first.complete and one.score > first.score - _MARGIN]
    return first, close


def _candidates(catalogue: Catalogue, said: Utterance, hits: Hits) -> list[Profile]:
    """The actions that share most with what was said: only these are read closely."""
    rated: dict[int, float] = {}
    for word, places in hits.items():
        worth = catalogue.weight(word) * max(hit.quality for hit in places)
        for number in catalogue.holders.get(word, ()):
            rated[number] = rated.get(number, 0.0) + worth
    for group in said.groups:
        for number in catalogue.by_group.get(group, ()):
            rated[number] = rated.get(number, 0.0) + 0.3
    if len(said.words) > _LONG:
        rated = {number: worth for number, worth in rated.items() if catalogue.profiles[number].takes_text}
    best = sorted(rated, key=lambda number: (-rated[number], number))[:_CANDIDATES]
    return [catalogue.profiles[number] for number in best]
