"""Write the number behind a name as a figure, where the page has a thing of that name and number: `mill one`."""

import re
from dataclasses import replace

from antiphon.domain.conversation import BrainRequest, UserSaid
from antiphon.domain.outline import Outline
from antiphon.providers.brain._page.language import Language, language

_NUMBERED = re.compile(r"([^\W\d_]+) (\d{1,3})(?!\S)")
"""The last word of a name, and its number."""


def with_figures(request: BrainRequest) -> BrainRequest:
    """Return a request whose last utterance has the figures of the names that the page has.

    A pronoun like `one` would be read of it else: `watch mill one`.
    """
    last = request.items[-1] if request.items else None
    if not isinstance(last, UserSaid) or request.page.outline is None:
        return request
    text = last.text
    for name, number in _names(request.page.outline):
        text = _written(text, name, number, language(request.language))
    return request if text == last.text else replace(request, items=[*request.items[:-1], replace(last, text=text)])


def _names(outline: Outline) -> set[tuple[str, str]]:
    """The words that have a number behind them in the names of items, rows, fields and options."""
    texts = []
    for block in outline.blocks:
        texts += [one.name for one in block.items]
        texts += [one.name for one in block.fields]
        texts += [one.name for one in block.options]
    texts += [cell for block in outline.blocks for row in block.rows for cell in row.cells]
    return {(match[1].lower(), match[2]) for text in texts for match in _NUMBERED.finditer(text)}


def _written(text: str, name: str, number: str, words: Language) -> str:
    for match in re.finditer(rf"\b{re.escape(name)} ([^\W\d_]+)\b", text, re.IGNORECASE):
        found = words.numbers_in(match[1])
        if len(found) == 1 and found[0].value == int(number):
            return f"{text[: match.start(1)]}{number}{text[match.end(1) :]}"
    return text
