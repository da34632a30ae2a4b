"""Answer what became of the last order: `did it work?`, `have you done it?`.

It is answered by what was told of the deed, and by nothing that stands on the page, be there a letter of `Wheel Works`.
"""

import re
from collections.abc import Mapping, Sequence

from antiphon.domain.actions import Action
from antiphon.domain.conversation import ActionTaken, AssistantSaid, ConversationItem
from antiphon.providers.brain._rules import phrases
from antiphon.providers.brain._rules.words import hear

_IT = "it|that|this|everything|all of it|the order|my order"
_WORKED = (
    "work|worked|work out|worked out|go through|gone through|go well|gone well|go ok|go okay|happen|happened|succeed|"
    "succeeded|go wrong|gone wrong|get through|go|fail|failed"
)
_DO = f"(do|done|manage|managed|finish|finished|make|made) ({_IT})|succeed|succeeded|manage|do anything|done anything"
_WENT = "successful|a success|ok|okay|all right|alright|any good|in order"
_ASKED = re.compile(
    rf"((and|so|well|now|then|ok|okay) )*((did|has|have) ({_IT}) ({_WORKED})|(did|have|has) you ({_DO})|"
    rf"(was|were) ({_IT}|you) ({_WENT})|(was|has) (it|that|this) (been )?done by you|(did|has) anything happen(ed)?|"
    rf"what (happened|came of (it|that))|how did (it|that) go)"
    r"( (now|then|yet|already|ok|okay|well|properly|correctly|for me|please|or not|at all))*"
)
_OPEN = re.compile(r"\b(what|how)\b")
_WRONG = re.compile(r"\b(wrong|fail|failed)\b")
NOTHING_DONE = "I have not done anything yet."
_NOT_DONE = "I have not done anything."


def came_of(text: str, items: Sequence[ConversationItem], actions: Mapping[str, Action]) -> str | None:
    """Return what came of the last order, where `text` asks that; None where it asks something else.

    `items` is the conversation, be the question in it or not.
    """
    asked = " ".join(word.text for word in hear(text))
    if not _ASKED.fullmatch(asked):
        return None
    before = [one for one in items if not isinstance(one, ActionTaken) and getattr(one, "text", "") != text]
    last = next((one for one in reversed(before) if isinstance(one, AssistantSaid)), None)
    if last and last.text.startswith(phrases.NOT_UNDERSTOOD):
        return _NOT_DONE
    taken = next((one for one in reversed(items) if isinstance(one, ActionTaken)), None)
    if taken is None:
        return NOTHING_DONE
    turn = [one for one in items if isinstance(one, ActionTaken) and one.turn_id == taken.turn_id]
    failed = next((one for one in turn if not one.outcome.ok), None)
    told = phrases.told(
        actions.get((failed or taken).call.action_id), (failed or taken).call, (failed or taken).outcome
    )
    if _OPEN.search(asked) or (failed is None and not told.startswith(phrases.DONE)):
        return told  # in the page's own words, be it that it has only begun
    agrees = (failed is not None) is bool(_WRONG.search(asked))
    return f"{'Yes' if agrees else 'No'}. {told}"
