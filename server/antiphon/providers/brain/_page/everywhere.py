"""Read what is to be set alike on each of a page's tabs: `twenty degrees in every room`."""

from collections.abc import Iterator

from antiphon.domain.actions import ActionCall
from antiphon.domain.outline import Block
from antiphon.providers.brain._page.clauses import Clauses
from antiphon.providers.brain._page.memory import Plan
from antiphon.providers.brain._page.reading import Reader, Reading
from antiphon.providers.brain._page.subjects import Slot
from antiphon.providers.brain._page.words import Said, content, said

SCORE = 0.9
MOST_TABS = 5


class Everywhere(Reader):
    """Reads one order for all tabs, which is asked about with their names."""

    def readings(self, text: Said) -> Iterator[Reading]:
        """At most one: each tab is opened, and the field of that name set there; then the first one is shown again."""
        words = text.text.split()
        every = [at for at, word in enumerate(words) if word in self.page.language.views["each_place"]]
        if len(every) != 1 or every[0] + 1 >= len(words):
            return
        at = every[0]
        tabs = next((one for one in self.page.outline.blocks if self._are_tabs(one, words[at + 1])), None)
        if tabs is None:
            return
        lead = at - 1 if at and words[at - 1] in self.page.language.words["placed"] else at
        rest = " ".join([*words[:lead], *words[at + 2 :]])
        order = next(Clauses(self.page, self.memory, self.today).readings(said(rest, self.page.language)), None)
        plan = order.plans[0] if order and len(order.plans) == 1 and not order.asks else None
        if plan is None or len(plan.calls) != 1 or not isinstance(plan.about, Slot):
            return
        now = next((one for one in tabs.options if one.on), None)
        opened = [self.page.call(one.use) for one in tabs.options]
        calls: list[ActionCall | None] = [call for open_ in opened for call in (open_, plan.calls[0])]
        made = tuple(call for call in (*calls, self.page.call(now.use) if now else None) if call)
        names = tuple(one.name for one in tabs.options)
        field = plan.about.field.name
        yield Reading("every", SCORE, (Plan(made, None, gesture=field, of=names),), asks=True, names=names)

    def _are_tabs(self, block: Block, noun: str) -> bool:
        """Tell whether a choice is called by this word, and each of its options leads to something else."""
        named = bool(set(content(noun, self.page.language)) & set(content(block.name, self.page.language)))
        leads = all(one.use and one.use.action.startswith("open_") for one in block.options)
        return block.kind == "choice" and named and leads and 1 < len(block.options) <= MOST_TABS
