"""Read what people do to a page in their own words, by the gestures of the language's file."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import date

from antiphon.providers.brain._page.entering import Entering
from antiphon.providers.brain._page.fields import Fields
from antiphon.providers.brain._page.items import Items
from antiphon.providers.brain._page.memory import Memory
from antiphon.providers.brain._page.opening import Opening
from antiphon.providers.brain._page.ordering import Ordering
from antiphon.providers.brain._page.reading import Match, Reading
from antiphon.providers.brain._page.subjects import Page


class Gestures:
    """Every reader of gestures, for one utterance."""

    def __init__(self, page: Page, memory: Memory, today: date | None) -> None:
        self.page = page
        self.items = Items(page, memory, today)
        self.fields = Fields(page, memory, today)
        self.entering = Entering(page, memory, today)
        self.ordering = Ordering(page, memory, today)
        self.opening = Opening(page, memory, today)

    def readings(self, gesture: str, said: Match, weight: int = 0) -> Iterator[Reading]:
        """The readings of a template that fits. `weight`: the letters that the template itself has."""
        reader = next(
            one
            for one in (self.items, self.fields, self.entering, self.ordering, self.opening)
            if hasattr(one, gesture)
        )
        for one in getattr(reader, gesture)(said):
            plans = tuple(replace(plan, gesture=gesture) for plan in one.plans)
            yield replace(one, gesture=gesture, score=one.score + weight / 1000, plans=plans)
