"""Tell the reading of a page's structure and the rules behind it apart in a conversation that both take part in."""

from collections.abc import Mapping, Sequence, Set
from dataclasses import replace

from antiphon.domain.conversation import ActionTaken, AssistantSaid, BrainRequest, ConversationItem, UserSaid
from antiphon.providers.brain._page.language import Language
from antiphon.providers.brain._page.words import content, framed, said
from antiphon.providers.brain._rules.naming import request_for
from antiphon.providers.brain._rules.page_asks import asks

ASKS_WHETHER = "Do you mean "


def is_asked(request: BrainRequest, turns: Set[str]) -> bool:
    """Tell whether the last answer asked something and is none of these turns': what is said now may be for that."""
    told = next((one for one in reversed(request.items) if isinstance(one, AssistantSaid)), None)
    return told is not None and "?" in told.text and told.turn_id not in turns


def is_yes_or_no(items: Sequence[ConversationItem]) -> bool:
    """Tell whether the last answer asked whether something was meant: no text is wanted, and a question is none."""
    told = next((one for one in reversed(items) if isinstance(one, AssistantSaid)), None)
    return told is not None and told.text.startswith(ASKS_WHETHER) and told.text.rstrip().endswith("?")


def without(request: BrainRequest, turns: Set[str], asides: Set[str] = frozenset()) -> BrainRequest:
    """A request without some turns, but for the actions in them: to the rules, what was said in them was not.

    A question from before the last of them is over, but for those that are `asides`. While the page asks, everything
    stays: what was told of that question counts, whoever told it.
    """
    if not turns or asks(request.page):
        return request
    last = max((at for at, one in enumerate(request.items) if one.turn_id in turns - asides), default=-1)
    over = {one.turn_id for one in request.items[: max(last, 0)] if isinstance(one, AssistantSaid) and "?" in one.text}
    gone = (turns | over) - {request.items[-1].turn_id}
    items = [one for one in request.items if one.turn_id not in gone or isinstance(one, ActionTaken)]
    return replace(request, items=items) if items else request


def behind_the_no(request: BrainRequest, rests: Mapping[str, tuple[str, str]]) -> BrainRequest:
    """A request in which some turns began with what was said behind a no to the page's question: `rests`, by turn, with
    what was told of the no."""
    items: list[ConversationItem] = []
    pressed: set[str] = set()
    for one in request.items:
        if one.turn_id not in rests:
            items.append(one)
            continue
        rest, told = rests[one.turn_id]
        if isinstance(one, UserSaid):
            items.append(replace(one, text=rest))
        elif isinstance(one, AssistantSaid):
            items.append(replace(one, text=one.text.removeprefix(told).strip()))
        elif one.turn_id in pressed:
            items.append(one)
        pressed |= {one.turn_id} if isinstance(one, ActionTaken) else set()
    return replace(request, items=items) if rests else request


def is_name_of_one(request: BrainRequest, text: str, words: Language) -> bool:
    """Tell whether an utterance is the whole name of an action that needs no value, be it `add task`: that is none of
    a gesture's. `reply to it` says of what, too."""
    spoken = said(text, words)
    whole = framed(spoken, words).text
    if words.points(spoken.text.split()):
        return False
    if whole.startswith(tuple(f"{one} " for one in words.views["narrowing"])):
        return False  # `only the open ones` is no press of `Open`
    if not {*words.views["of_ticked"]}.isdisjoint(whole.split()):
        return False  # `delete the selected ones` says of what, too
    bare = content(whole, words)
    return any(
        bare and content(request_for(action), words) == bare and not action.parameters.get("required")
        for action in request.actions.values()
    )
