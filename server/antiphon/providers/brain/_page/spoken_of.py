"""Find the item or row that was spoken of last where others have answered: what an `it` stands for then."""

from collections.abc import Sequence, Set

from antiphon.domain.actions import ActionCall
from antiphon.domain.conversation import ActionTaken, AssistantSaid, ConversationItem, UserSaid
from antiphon.providers.brain._page.subjects import Page, Subject


def spoken_of(page: Page, items: Sequence[ConversationItem], turns: Set[str]) -> Subject | None:
    """Return what the turn before the last item was about, if it is none of these `turns` and was about one thing."""
    before = items[:-1]
    turn_id = next((one.turn_id for one in reversed(before) if isinstance(one, AssistantSaid)), None)
    if turn_id is None or turn_id in turns:
        return None
    turn = [one for one in before if one.turn_id == turn_id]
    done = next((one.call for one in reversed(turn) if isinstance(one, ActionTaken)), None)
    if done is not None:
        return _only([one for one in page.subjects() if is_done_to(one, done)])
    said = [one.text for one in turn if isinstance(one, UserSaid)]
    asked = [one.text for one in turn if isinstance(one, AssistantSaid) and one.text.rstrip().endswith("?")]
    texts = [_bare(text.lower()) for text in (*said, *asked)]
    named = ([one for one in page.subjects() if f" {one.name.lower()} " in f" {text} "] for text in texts)
    return _only(next(filter(None, named), []))


def is_done_to(subject: Subject, call: ActionCall) -> bool:
    """Tell whether a call operates a control of this thing, and of no other."""
    return any(
        use.action == call.action_id and all(call.parameters.get(name) == value for name, value in use.fixed.items())
        for use in subject.uses
    )


def _bare(text: str) -> str:
    return " ".join(text.translate(str.maketrans("“”?:,.", "      ")).split())


def _only(found: Sequence[Subject]) -> Subject | None:
    return found[0] if len({one.name for one in found}) == 1 else None
