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
_ENDING = sayings("never mind|nevermind|forget it|forget that|do not|do not do that|do not do it|leave it")
"""The same as a no, where a pause is behind it."""
_JOINING = bag("and but")
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
    refusal, rest = _behind_a_no(said.spoken)
    if not rest or intent_of(item.text) is not None:
        return None
    if answer_to_page(None, said, actions, narration=narration) is not None:
        return None
    text = item.text[rest[0].start :]
    named = {word.stem for word in button_words(actions, narration) if word.text not in FUNCTION}
    if intent_of(text) is not None or not named.isdisjoint(word.stem for word in rest):
        return None
    no = understand("no" if refusal is Intent.NO else "never mind")
    call = answer_to_page(refusal, no, actions, narration=narration)
    if call is None or (call.action_id != "no" and is_untold(request, call, no, before)):
        return None
    return call, text


def _behind_a_no(words: Sequence[Word]) -> tuple[Intent, Sequence[Word]]:
    """Return what refuses, and the words behind it; none where it begins otherwise, or says what not to do."""
    size = leading(_ENDING, words[:-1])
    ends = size > 0 and (words[size - 1].pause or words[size].text in _JOINING)
    if not words or not (ends or words[0].text in _NO):
        return Intent.NO, ()
    at = size if ends else 0
    while step := leading(_LEADS, words[:-1], at):
        at += step
    rest = words[at:]
    denies = "not" in {word.text for word in rest[:2]}
    return (Intent.CANCEL if ends and words[0].text != "do" else Intent.NO), () if denies else rest
