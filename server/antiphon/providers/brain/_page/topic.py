"""Read an order behind the name of what it is about: `the last one in the table, set it to two`.

The first part of the sentence names one item, in whatever words; the last is an order that points at it.
"""

from collections.abc import Awaitable, Callable
from dataclasses import replace

from antiphon.providers.brain._page.item_names import ItemNames
from antiphon.providers.brain._page.item_orders import ItemOrders
from antiphon.providers.brain._page.memory import Memory
from antiphon.providers.brain._page.reading import Reader, Reading
from antiphon.providers.brain._page.subjects import Subject
from antiphon.providers.brain._page.words import Said, framed

MOST_PARTS = 3
Read = Callable[[Said, Memory], Awaitable[Reading | None]]


class Topic(Reader):
    """Reads the order as if what is named first had been spoken of before."""

    async def reading(self, text: Said, read: Read) -> Reading | None:
        """The reading of the last part of a sentence by `read`, with the item in mind that the first one names."""
        words = text.text.split()
        lists, unsure = self.page.language.words, set(self.page.language.item["unsure"])
        cuts = [at for at in range(1, len(words)) if text.pauses_before(at) or words[at] in lists["but"]]
        if not 0 < len(cuts) < MOST_PARTS or not unsure.isdisjoint(words):
            return None
        begin, _ = text.span(cuts[-1], len(words))
        rest = framed(text.part(begin, len(text.text)), self.page.language)
        spoken = rest.text.split()
        if not set(self.page.language.item["pointing"]) & set(spoken) or spoken[0] in lists["asking"]:
            return None
        about = self._named(text, cuts[0])
        between = words[cuts[0] : cuts[-1]]
        if about is None or (between and self._all_in(between)):
            return None
        memory = replace(self.memory, about=about)
        found = next(ItemOrders(self.page, memory, self.today).readings(rest), None) or await read(rest, memory)
        plan = found.plans[0] if found and len(found.plans) == 1 else None
        is_of_it = plan is not None and isinstance(plan.about, Subject) and plan.about.name == about.name
        return found if is_of_it else None

    def _named(self, text: Said, end: int) -> Subject | None:
        """The one item that the first words name, or whose place they say."""
        words = text.text.split()[:end]
        found = self._all_in(words)
        if len(found) == 1:
            return found[0]
        if not found:
            for first in range(end):
                for last in range(end, first, -1):
                    meant = self.find.pointed(" ".join(words[first:last])) if self.find.is_place(words[first]) else []
                    if len(meant) == 1:
                        return meant[0]
        return None

    def _all_in(self, words: list[str]) -> list[Subject]:
        """Every item that is named, in all lists whose items have controls; of one list, where it is by name there."""
        named = []
        for block in {id(one.block): one.block for one in self.page.subjects() if one.uses}.values():
            named += ItemNames(self.page, words).of([one for one in self.page.subjects() if one.block is block])
        named = [one for one in named if one.by_name] or named
        return [subject for one in named for subject in one.subjects]
