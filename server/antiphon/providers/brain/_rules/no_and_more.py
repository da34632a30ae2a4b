"""A no to what the page asks, and an order or a correction in the same breath: `no, close the document`.

The no is for the page's question, and refuses. What comes behind it is read on the page as it is then. Where that names
a button of the dialog, nobody knows whether it is still about the question.
"""

from collections.abc import Sequence

from antiphon.domain.actions import ActionCall
from antiphon.domain.conversation import BrainRequest, ConversationItem, UserSaid
from antiphon.providers.brain._rules.lexicon import FUNCTION, bag, sayings
from antiphon.providers.brain._rules.page_asks import answer_to_page, button_words
from antiphon.providers.brain._rules.smalltalk import Intent, intent_of
from antiphon.providers.brain._rules.untold import is_untold
from antiphon.providers.brain._rules.utterance import understand
from antiphon.providers.brain._rules.words import Word, leading

_NO = bag("no nope nah")
_LEADS = sayings(
    "no|nope|nah|thanks|thank you|sorry|wait|please|oh|but|and|rather|actually|instead|i meant|i mean|i said|i want to|"
    "i wanted to|i would rather|let us|just"
)


def no_and_more(
    request: BrainRequest, item: UserSaid, before: Sequence[ConversationItem]
) -> tuple[ActionCall, str] | None:
    """Return the call that refuses what the page asks, and what was said behind the no; None where there is no such
    no, nothing behind it, or where that may be about the question."""
    said, actions, narration = understand(item.text, typed=item.typed), request.actions, request.page.narration
    rest = _behind_a_no(said.spoken)
    if not rest or intent_of(item.text) is not None:
        return None
    if answer_to_page(None, said, actions, narration=narration) is not None:
        return None
    text = item.text[rest[0].start :]
    named = {word.stem for word in button_words(actions, narration) if word.text not in FUNCTION}
    if intent_of(text) is not None or not named.isdisjoint(word.stem for word in rest):
        return None
    no = understand("no")
    call = answer_to_page(Intent.NO, no, actions, narration=narration)
    if call is None or (call.action_id != "no" and is_untold(request, call, no, before)):
        return None
    return call, text


def _behind_a_no(words: Sequence[Word]) -> Sequence[Word]:
    """Return the words behind a no, and what leads on from it; none where it begins otherwise, or says what not to
    do."""
    if not words or words[0].text not in _NO:
        return ()
    at = 0
    while size := leading(_LEADS, words[:-1], at):
        at += size
    rest = words[at:]
    return (
        () if rest[0].text in {*_NO, "not", "do"} and len(rest) > 1 and "not" in {rest[0].text, rest[1].text} else rest
    )
