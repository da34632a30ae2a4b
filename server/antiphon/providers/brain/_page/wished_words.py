"""The words of wishes as data of a language's file: other ways to say an order, ranges, steps of time, what is told."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from antiphon.providers.brain._page.templates import Template, templates


@dataclass(frozen=True, eq=False, slots=True)
class WishedWords:
    """The words that only the reading of wishes needs."""

    reworded: Sequence[Template]
    """Sentences that stand for another one, which is the template's `gesture`."""
    ranges: Sequence[Template]
    """How a range is said, or its start or end."""
    shifts: Sequence[Template]
    """How it is said that something is to be `later` or `earlier`, `longer` or `shorter`."""
    placing: Sequence[Template]
    """How it is said what is to be written where."""
    notices: Sequence[Template]
    """How it is said of what one wants to be told (`on`), and of what no more (`off`)."""
    amounts: Sequence[Template]
    """How it is said that there is `more` or `less` of something, twice as much, or so much (`count`)."""
    too_much: Mapping[str, str]
    """What is too much of something, and what is wished then: `too dark`, `brighter`."""
    same_things: tuple[tuple[str, ...], ...]
    """Words of which a page may use one where another is said."""
    shares: Mapping[str, float]
    """Parts of a whole: `half`."""
    scales: Mapping[str, int]
    """Names of options that are steps, by their height."""
    kept_on: Mapping[str, str]
    """What is said, and what a tab may be called that has it."""


def wished_words(
    data: Mapping[str, Any], contractions: Mapping[str, str], closed: Mapping[str, Sequence[str]]
) -> WishedWords:
    """Read the parts `reworded`, `ranges` and those beside them; a language may have none of them."""
    too, awful = data.get("too_much", {}), data.get("awful", {})
    steps = data.get("scales", {}).get("steps", ())
    return WishedWords(
        templates(data.get("reworded", {}), contractions, {**closed, "too": [*too], "awful": [*awful]}),
        templates(data.get("ranges", {}), contractions, closed),
        templates(data.get("shifts", {}), contractions, closed),
        templates({"place": data.get("placing", {}).get("templates", ())}, contractions, closed),
        templates(data.get("notices", {}), contractions, closed),
        templates(data.get("amounts", {}), contractions, closed),
        {**too, **awful},
        tuple(tuple(one.split(", ")) for one in data.get("same_things", {}).get("groups", ())),
        data.get("shares", {}),
        {word: height for height, words in enumerate(steps) for word in words.split(", ")},
        data.get("kept_on", {}),
    )
