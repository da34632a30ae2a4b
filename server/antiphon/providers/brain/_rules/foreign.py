"""Answer in a language that has no file: it is said so in that language, and what fitted by its name was done.

Orders that are the very names of a page's actions are understood in any language. For everything else the rules need
the language's file (`languages`); a language model needs none.
"""

from collections.abc import Mapping

from antiphon.domain.conversation import ActionTaken, BrainRequest
from antiphon.providers.brain._rules.phrases import DONE

_SENTENCES: Mapping[str, tuple[str, str]] = {}
"""Of each language without a file: what is understood, and that something has been done. None is here now: every
language that the server's own sentences are written in has a file."""


def in_its_language(request: BrainRequest, text: str) -> str:
    """Return what is said in place of an English text; the text where nobody has written it in that language."""
    sentences = _SENTENCES.get(request.language.split("-")[0].lower())
    if sentences is None or not text:
        return text
    last = request.items[-1] if request.items else None
    if not isinstance(last, ActionTaken):
        return sentences[0]
    return sentences[1] if last.outcome.ok and text.startswith(DONE) else text
