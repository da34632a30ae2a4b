"""Rules for what is too long to be an order: it is told so, and none of it is read word by word.

Reading costs the loop that carries all calls some tenths of a millisecond a word, and the last few turns are read again
with each new one. Nobody asks a page for something in as many words, but what is dictated or quoted may be long, and so
may an answer to a question for a text.
"""

from itertools import islice

from antiphon.domain.conversation import BrainRequest, ConversationItem, UserSaid
from antiphon.providers.brain._rules.open_question import asked_again
from antiphon.providers.brain._rules.page_asks import asks, question_of_page
from antiphon.providers.brain._rules.schema import Kind
from antiphon.providers.brain._rules.steps import Open, Step, Which
from antiphon.providers.brain._rules.utterance import strip_courtesies, verb_of
from antiphon.providers.brain._rules.verbs import DICTATED, PRIMARY
from antiphon.providers.brain._rules.words import MAX_CHARS, WORD, hear

LONGEST_CHARS = 500
LONGEST_WORDS = 80
"""Of an order. Who speaks needs half a minute for either."""
TOO_LONG = "That is too long for me to be an order. Please say in a sentence what I am to do."
_TOO_LONG_ANSWER = "That is too long."
_BEGINNING = 100
"""Characters in which it is told that something is dictated."""
_QUOTES = frozenset('"\u201c\u201e\u00ab')
_TRIES = 2


def told_too_long(item: ConversationItem, question: Open | Which | None, request: BrainRequest) -> Step | None:
    """Return what is said to an utterance that is too long; None where it is not, and is to be understood."""
    text = item.text if isinstance(item, UserSaid) else ""
    if not is_too_long(text, for_text=isinstance(question, Open) and question.param.kind is Kind.TEXT):
        return None
    if question is not None and question.tries < _TRIES:
        return asked_again(question, _TOO_LONG_ANSWER, question.tries + 1)
    return Step(f"{TOO_LONG} {question_of_page(request.page)}" if asks(request.page) else TOO_LONG)


def is_too_long(text: str, *, for_text: bool = False) -> bool:
    """Tell whether `text` is nothing to be read; `for_text`: it answers a question for a text, which may have any
    words."""
    if len(text) > MAX_CHARS:
        return True
    if for_text or (len(text) <= LONGEST_CHARS and _words_up_to(text, LONGEST_WORDS + 1) <= LONGEST_WORDS):
        return False
    return not _is_dictated(text)


def _words_up_to(text: str, most: int) -> int:
    """Return how many words `text` has, counted as far as `most`."""
    return sum(1 for _ in islice(WORD.finditer(text), most))


def _is_dictated(text: str) -> bool:
    """`write …`, `send Ann a message …`; or a quotation begins in it."""
    words = strip_courtesies(hear(text[:_BEGINNING]))
    return PRIMARY.get(verb_of(words)[0]) in DICTATED or not _QUOTES.isdisjoint(text[:LONGEST_CHARS])
