"""Answer in a language that has no file: it is said so in that language, and what fitted by its name was done.

Orders that are the very names of a page's actions are understood in any language. For everything else the rules need
the language's file (`languages`); a language model needs none.
"""

from antiphon.domain.conversation import ActionTaken, BrainRequest
from antiphon.providers.brain._rules.phrases import DONE

_SENTENCES = {
    "es": ("Solo entiendo el nombre de lo que hay en la página, tal como está escrito.", "Hecho."),
    "fr": ("Je ne comprends que le nom de ce qui est sur la page, tel qu'il est écrit.", "C'est fait."),
    "nl": ("Ik begrijp alleen de naam van wat er op de pagina staat, zoals het er staat.", "Gedaan."),
    "zh": ("我只听得懂页面上写着的名称。", "好了。"),
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
