"""Answer in a language that has no file: it is said so in that language, and what fitted by its name was done.

Orders that are the very names of a page's actions are understood in any language. For everything else the rules need
the language's file (`languages`); a language model needs none.
"""

from antiphon.domain.conversation import ActionTaken, BrainRequest
from antiphon.providers.brain._rules.phrases import DONE

_SENTENCES = {
    "it": ("Capisco solo il nome di quello che c'è sulla pagina, così com'è scritto.", "Fatto."),
    "pt": ("Só entendo o nome do que está na página, tal como está escrito.", "Feito."),
}
"""Of each language: what is understood, and that something has been done."""


def in_its_language(request: BrainRequest, text: str) -> str:
    """Return what is said in place of an English text; the text where nobody has written it in that language."""
    sentences = _SENTENCES.get(request.language.split("-")[0].lower())
    if sentences is None or not text:
        return text
    last = request.items[-1] if request.items else None
    if not isinstance(last, ActionTaken):
        return sentences[0]
    return sentences[1] if last.outcome.ok and text.startswith(DONE) else text
