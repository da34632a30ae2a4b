"""Answer a question that nobody can answer with what stands on the page and means most of the same, word for word.

`who teaches spin?` is answered with the whole of that item. What is told stands there, whatever was asked: it is never
wrong, at worst beside the point.
"""

import re
from collections.abc import Iterator, Sequence

import numpy as np

from antiphon.providers.brain._page.mentions import mentions
from antiphon.providers.brain._page.prose import Prose
from antiphon.providers.brain._page.subjects import Page, Subject
from antiphon.providers.brain._page.words import Said
from antiphon.providers.sentence_vectors import SentenceVectors

LEAST = 0.6
"""So near to the question must be what is told, …"""
AHEAD = 0.04
"""… and so much nearer than the next."""
OF_ONE = 0.2
"""The same where the one item was named that the question is about."""
MOST = 240
LONGEST = 160
"""Characters of a fact."""


class NearestFact:
    """Compares a question with what stands on a page."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def text(self, question: Said, vectors: SentenceVectors) -> str:
        """The fact that is nearest; empty where none is near enough. It takes ms for each new text: use a thread."""
        lists = self.page.language.words
        if question.text.split(" ", 1)[0] in lists["whether"] or self._compares(question):
            return ""
        named = [one for each in mentions(self.page, question) for one in each.meant if isinstance(one, Subject)]
        facts = list(dict.fromkeys(one[:LONGEST] for one in self._facts(named)))[:MOST]
        if not facts:
            return ""
        asked, *own = vectors.of([question.raw, *facts])
        near = np.array(own) @ asked
        best, *rest = (int(at) for at in np.argsort(-near))
        ahead = float(near[best]) - (float(near[rest[0]]) if rest else 0.0)
        is_of_one = len(named) == 1 and near[best] >= OF_ONE
        return facts[best] if is_of_one or (near[best] >= LEAST and ahead >= AHEAD) else ""

    def _compares(self, question: Said) -> bool:
        """Tell whether it asks for the most or the least of something, which one fact alone does not tell."""
        return any(f" {one} " in f" {question.text} " for one in self.page.language.superlatives)

    def _facts(self, named: Sequence[Subject]) -> Iterator[str]:
        """All of the page; of its items, those that were named, where some were."""
        for subject in named or self.page.subjects():
            # The cells of a table are asked for by the names of its columns, which others do.
            if not any(column.name for column in subject.block.columns):
                beside = " ".join(one for one in subject.told() if one != subject.name)
                yield beside if beside.startswith(subject.name) else f"{subject.name}: {beside}".rstrip(": ")
        if named:
            return
        for slot in self.page.slots():
            field = slot.field
            if field.kind == "choice":
                continue  # `All trainers` says nothing of any
            if isinstance(field.value, str | float | int) and not isinstance(field.value, bool) and field.value != "":
                value = int(field.value) if isinstance(field.value, float) and field.value.is_integer() else field.value
                yield " ".join(filter(None, (f"{field.name}: {value}", field.unit)))
        for one in self.page.options():
            if one.option and re.search(r"\d", one.option.name):  # a price, or how much of it
                yield f"{one.field.name}: {one.option.name}"
        for passage in Prose(self.page).passages:
            yield f"{passage.heading}: {passage.text}" if passage.heading else passage.text
