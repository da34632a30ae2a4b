"""A question of the page's that nobody has been told: a dialog that has opened by itself, while something else went on.

A mere yes was meant for whatever else, then. It presses nothing, and gets the question; who says what stands on a
button has seen it, unless that is a `stop`, which may be meant for the voice.
"""

import re
from collections.abc import Sequence

from antiphon.domain.actions import ANSWERS, ActionCall
from antiphon.domain.context import PageContext
from antiphon.domain.conversation import ActionTaken, AssistantSaid, BrainRequest, ConversationItem, UserSaid
from antiphon.domain.page_questions import known_by
from antiphon.providers.brain._rules.giving_up import says_stop
from antiphon.providers.brain._rules.lexicon import FUNCTION, bag
from antiphon.providers.brain._rules.naming import quote
from antiphon.providers.brain._rules.page_asks import told_question
from antiphon.providers.brain._rules.utterance import Utterance
from antiphon.providers.brain._rules.words import hear

_MERE = FUNCTION | bag("yes yeah yep yup sure no nope nah not do don't dont")
"""Words of an answer that name no button."""
_TIME = r"(?:\d+:\d\d|\d+ ?(?:s|secs?|seconds?|m|mins?|minutes?))"
_RUNS_OUT = re.compile(rf"\b(in|within|have)(?: (?:about|only|less than))? {_TIME}(?:,?(?: and)? {_TIME})*\b")
"""A time that is left, in lower case: who was told of 60 seconds is asked the same when there are 50."""


def is_untold(request: BrainRequest, call: ActionCall, said: Utterance, before: Sequence[ConversationItem]) -> bool:
    """Tell whether a call answers a question that was neither heard nor read, for words that name no button."""
    told = told_question(request.page.narration)
    asked = _plain(quote(known_by(told)))
    names = _names_one(told, said) and not says_stop(said)
    if not asked or names:
        return False
    answer = request.items[len(before)] if len(request.items) > len(before) else None
    if isinstance(answer, UserSaid) and answer.typed and asked in _plain(answer.read):
        return False
    for item in reversed(before):
        if isinstance(item, AssistantSaid) and asked in _plain(quote(item.text, len(item.text))):
            return False
        if isinstance(item, ActionTaken) and item.call.action_id in {*ANSWERS, call.action_id}:
            return True  # it was answered before, and is asked anew
    return True


def was_told(page: PageContext, before: Sequence[ConversationItem]) -> bool:
    """Tell whether what the page asks was said to somebody before."""
    asked = _plain(quote(known_by(told_question(page.narration))))
    told = [one.text for one in before if isinstance(one, AssistantSaid)]
    return bool(asked) and any(asked in _plain(quote(one, len(one))) for one in told)


def _names_one(told: str, said: Utterance) -> bool:
    """Tell whether words have one of those on the buttons, beside a yes or a no."""
    named = {word.stem for word in hear(told.rpartition("You can say ")[2]) if word.text not in _MERE}
    return not named.isdisjoint(word.stem for word in said.spoken)


def _plain(text: str) -> str:
    return _RUNS_OUT.sub(r"\1", " ".join(text.lower().split()))
