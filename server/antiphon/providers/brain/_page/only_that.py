"""Read a part of a list that is told first, and said to be all that is wanted behind it: `what Ana does, only that`.

`… and nothing else` says so as well, and `only` in front of what would be a question without it: `only what's left`.
"""

from collections.abc import Iterator, Sequence
from datetime import date

from antiphon.providers.brain._page.memory import Memory
from antiphon.providers.brain._page.reading import Reader, Reading
from antiphon.providers.brain._page.subjects import Page
from antiphon.providers.brain._page.views import Views
from antiphon.providers.brain._page.words import Said

MOST_WORDS = 30
LEAST = 2


class OnlyThat(Reader):
    """Reads what would be taken for a question, did it not say that nothing else is to be seen."""

    def __init__(self, page: Page, memory: Memory, today: date | None, views: Views) -> None:
        super().__init__(page, memory, today)
        self._views = views

    def readings(self, text: Said) -> Iterator[Reading]:
        """At most one."""
        words = text.text.split()
        if not words or len(words) > MOST_WORDS:
            return
        asked = text.raw.rstrip().endswith("?")
        views = self._views
        for head in self._heads(text, words):
            size = len(head.text.split())
            bare = head.without(size - 1, size) if size > LEAST else head  # `what does Ana teach`: whatever she does
            if found := views.narrowed(head) or views.narrowed(bare):
                yield found
                return
        first = text.raw.split(" ", 1)[0].lower()
        if not asked and first in self.page.language.views["strong"] and (found := views.narrowed(text)):
            yield found

    def _heads(self, text: Said, words: Sequence[str]) -> Iterator[Said]:
        """Yield what stands in front of `only that` and its like."""
        for at in range(len(words) - 1, 0, -1):
            if (text.pauses_before(at) or self._ends(text, at)) and self._is_tail(words[at:]):
                yield text.part(0, text.span(at, at + 1)[0] - 1)

    def _ends(self, text: Said, at: int) -> bool:
        return text.raw[: text.places[at][1]].rstrip().endswith("?")

    def _is_tail(self, words: Sequence[str]) -> bool:
        """Tell whether words say that what was told is all that is wanted."""
        views, lists = self.page.language.views, self.page.language.words
        text = f" {' '.join(words)} "
        if any(f" {one} " in text for one in views.get("nothing_else", ())):
            else_ = {word for one in views["nothing_else"] for word in one.split()} | set(views["little"])
            return all(word in else_ for word in words)
        points = lists["subject"] | lists["of_somebody"] | set(views.get("pointed", ()))
        only = {word for one in views["strong"] for word in one.split()}
        plain = points | only | set(views["little"]) | lists["soft"] | lists["courtesy"]
        return all(map(plain.__contains__, words)) and not only.isdisjoint(words) and not points.isdisjoint(words)
