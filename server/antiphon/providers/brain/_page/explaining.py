"""Say how the brain `rules` reads a sentence on a page: what it does, which readings there were, and by which names."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from antiphon.domain.actions import ANSWERS, ActionCall
from antiphon.domain.context import PageContext
from antiphon.domain.conversation import BrainCall, BrainRequest, BrainText, UserSaid
from antiphon.providers.brain._page.language import language
from antiphon.providers.brain._page.memory import Memory
from antiphon.providers.brain._page.mentions import mentions
from antiphon.providers.brain._page.reading import Reading
from antiphon.providers.brain._page.subjects import Page, Slot, Subject
from antiphon.providers.brain._page.understanding import Understanding
from antiphon.providers.brain._page.words import framed, said
from antiphon.providers.brain._rules.catalogue import Catalogue
from antiphon.providers.brain.rules import RulesBrain


@dataclass(frozen=True, slots=True)
class Named:
    """Words of a sentence, what of the page they name, and the share of that name that was said (0 to 1)."""

    words: str
    names: tuple[str, ...]
    share: float


@dataclass(frozen=True, slots=True)
class Taken:
    """One way to take a sentence. `score` is from 0 to 1; `answer` what would be said where nothing is done."""

    gesture: str
    score: float
    calls: tuple[ActionCall, ...]
    answer: str
    asks: bool
    """Whether a yes would be asked for first."""


@dataclass(frozen=True, slots=True)
class Explanation:
    """The reading of a sentence as the first of a conversation."""

    call: ActionCall | None
    text: str
    by_structure: bool
    """Whether the page's structure gave the reading; else the rules behind it did, by the actions' own words."""
    readings: tuple[Taken, ...]
    """Of the page's structure, the best first."""
    named: tuple[Named, ...]


async def explain(page: PageContext, text: str, *, typed: bool = True, today: date | None = None) -> Explanation:
    """Read a sentence of English on a page, and tell how. Carries out nothing."""
    brain = RulesBrain((lambda: today) if today else date.today)
    request = BrainRequest("turn_1", [UserSaid("turn_1", text, typed=typed)], page)
    events = [event async for event in brain.reply(request)]
    call = next((event.call for event in events if isinstance(event, BrainCall)), None)
    told = "".join(event.text for event in events if isinstance(event, BrainText))
    words = language(request.language)
    if page.outline is None:
        return Explanation(call, told, False, (), ())
    catalogue = Catalogue()
    catalogue.today = today or date.today()
    for action in (one for id_, one in page.actions.items() if id_ not in ANSWERS):
        list(catalogue.add(action))
    on_page = Page(page.outline, page.actions, words, typed, page.narration)
    spoken = framed(said(text, words), words)
    understanding = Understanding(on_page, Memory(), catalogue, request.items)
    best = await understanding.best(spoken)
    found = await understanding.by_templates(spoken)
    readings = [*([best] if best and best not in found else []), *found]
    taken = [_taken(one, understanding.asks_first(one, spoken)) for one in readings]
    taken.sort(key=lambda one: one.score, reverse=True)
    spans = spoken.text.split()
    named = [
        Named(" ".join(spans[one.start : one.end]), tuple(dict.fromkeys(map(_name, one.meant))), one.named)
        for one in mentions(on_page, spoken)
    ]
    return Explanation(call, told, best is not None, tuple(_distinct(taken)), tuple(named))


def _taken(reading: Reading, asks: bool) -> Taken:
    calls = tuple(call for plan in reading.plans for call in plan.calls)
    return Taken(reading.gesture, round(reading.score, 2), calls, reading.text, asks)


def _distinct(readings: Sequence[Taken]) -> list[Taken]:
    """The readings without those that do the same as a better one."""
    kept: list[Taken] = []
    for one in readings:
        if not any((one.calls, one.answer) == (other.calls, other.answer) for other in kept):
            kept.append(one)
    return kept


def _name(thing: Subject | Slot) -> str:
    if isinstance(thing, Subject):
        return thing.name
    return f"{thing.field.name}: {thing.option.name}" if thing.option else thing.field.name
