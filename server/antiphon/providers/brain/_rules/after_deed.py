"""Another value right after something was done: `no, the roses`. It is of what was done, and of no other action.

`Move pallet A1` and then `no, A2` moves another pallet. It scraps none, though pallets can be scrapped, too.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from antiphon.domain.context import PageContext
from antiphon.domain.conversation import ActionTaken, AssistantSaid, ConversationItem
from antiphon.providers.brain._rules.already_done import BEGUN_ALREADY, DONE_ALREADY, already_done
from antiphon.providers.brain._rules.answers import read_answer
from antiphon.providers.brain._rules.catalogue import Catalogue, Profile
from antiphon.providers.brain._rules.closed import is_whole
from antiphon.providers.brain._rules.evidence import Reading
from antiphon.providers.brain._rules.grave import is_easy, must_be_named
from antiphon.providers.brain._rules.lexicon import sayings
from antiphon.providers.brain._rules.matcher import Thinking
from antiphon.providers.brain._rules.once_more import last_taken
from antiphon.providers.brain._rules.orders import Order
from antiphon.providers.brain._rules.own_values import LITTLE, closed, own_values
from antiphon.providers.brain._rules.page_asks import asks
from antiphon.providers.brain._rules.phrases import NOT_UNDERSTOOD
from antiphon.providers.brain._rules.retold import retold
from antiphon.providers.brain._rules.schema import Choice, Kind, Param
from antiphon.providers.brain._rules.second_thoughts import contrasted, thought
from antiphon.providers.brain._rules.steps import Step, asked_first, finish
from antiphon.providers.brain._rules.talking import NOT_ASKED
from antiphon.providers.brain._rules.turned_down import SAY_IT_WHOLE
from antiphon.providers.brain._rules.utterance import Mood, Utterance, shape, strip_courtesies
from antiphon.providers.brain._rules.words import Word, stem

_TAILS = sayings("i mean|i meant|i said|instead|rather|please|not that|not that one|thanks|sorry|actually")
_LONGEST = 8
_MOST_STEPS = 6
_REPLIES = (DONE_ALREADY, BEGUN_ALREADY, NOT_ASKED, SAY_IT_WHOLE, *NOT_UNDERSTOOD)
"""How answers begin that leave open what was meant in place of the deed."""


def deed_before(before: Sequence[ConversationItem]) -> ActionTaken | None:
    """Return what was done last, with nothing but courtesies since, or corrections of it that led to nothing."""
    items = list(before)
    for _ in range(_MOST_STEPS):
        taken = last_taken(items)
        if taken or len(items) < 2:
            return taken
        last = items[-1]
        if not isinstance(last, AssistantSaid) or not last.text.startswith(_REPLIES):
            return None
        items = [item for item in items if item.turn_id != last.turn_id]
    return None


def after_deed(
    catalogue: Catalogue, page: PageContext, said: Utterance, order: Order, before: Sequence[ConversationItem]
) -> Thinking[Step | None]:
    """Return what an utterance right after a deed makes of it; None where it is about something else, or for what the
    page asks."""
    taken = deed_before(before) if not asks(page) else None
    if not taken or said.text.rstrip().endswith("?"):
        return None
    meant = yield from _put_right(catalogue, said, order, taken)
    return meant or already_done(catalogue, said, order, taken, before)


def _put_right(catalogue: Catalogue, said: Utterance, order: Order, taken: ActionTaken) -> Thinking[Step | None]:
    """Return the deed once more with the value that was meant; None where none was."""
    profile = catalogue.profile(taken.call.action_id)
    if not profile or not 0 < len(said.spoken) <= _LONGEST:
        return None
    done = dict(taken.call.parameters)
    rest, corrects = _meant(catalogue, profile, said, done)
    named = _named(profile, rest, done) if rest else {}
    if rest is None or not (named or (corrects and rest.words)):
        return None
    whole = bool(order.reading and not order.close and order.reading.profile is profile and order.reading.complete)
    if named:
        return _with(profile, done, named, plain=corrects) if corrects or not whole else None
    if _orders_another(catalogue, profile, rest, order):
        return None
    if _may_be_of_two(profile, rest):
        return Step(SAY_IT_WHOLE)
    heard = yield from _heard(catalogue, profile, rest)
    if heard:
        return _with(profile, done, heard, plain=True)
    if whole:
        return None
    asked = Reading(profile, done, (), None, 1.0, 1.0)
    text = retold(catalogue, asked, _without_to(profile, said, rest)) if rest.mood is not Mood.LOOK else None
    if text:
        return text
    if rest.numbers and any(param.kind is Kind.NUMBER and param.name in done for param in profile.params):
        return None
    other = [one for one in [order.reading, *order.close] if one and not _is_near(one.profile, profile)]
    return Step(SAY_IT_WHOLE) if other and rest.mood is not Mood.COMMAND else None


def _orders_another(catalogue: Catalogue, profile: Profile, rest: Utterance, order: Order) -> bool:
    """Tell whether words are an order of another action, by its verb or its whole name."""
    found = [one for one in [order.reading, *order.close] if one and one.profile is not profile]
    first = rest.verb or rest.words[0].text
    return any(
        first in one.profile.verbs or is_whole(one.profile, one.values, rest.words, catalogue.today) for one in found
    )


def _without_to(profile: Profile, said: Utterance, rest: Utterance) -> Utterance:
    """Return an utterance without the `to` before a name that was meant: `no, to Lisbon`."""
    leads = rest.spoken[0].text == "to" and not profile.groups.isdisjoint({"rename", "set"})
    return replace(said, spoken=tuple(one for one in said.spoken if not leads or one.start != rest.spoken[0].start))


def _is_near(other: Profile, profile: Profile) -> bool:
    """Tell whether another action is done for the same verb, or takes nothing: `no, the settings`, behind `open the
    calendar`."""
    return other is profile or (bool({*other.verbs} & {*profile.verbs}) and is_easy(other))


def _meant(
    catalogue: Catalogue, profile: Profile, said: Utterance, done: Mapping[str, Any]
) -> tuple[Utterance | None, bool]:
    """Return the words for what was meant, and whether they take the deed back: `no, …`, `… instead`, `B, not A`."""
    both = contrasted(said)
    if both and _is_of_deed(profile, both[1], done):
        return both[0], True
    found = thought(said, catalogue.known)
    parted = bool(said.spoken[0].pause) or said.spoken[0].text not in {"no", "not"}
    if found and found.held:
        return None, False
    if found and found.rest and (found.takes_back or found.meant or found.wrong is not None):
        rest = found.rest
        corrects = parted or found.meant or bool(_named(profile, rest, done))
        return _without_tail(said, rest.spoken)[0], corrects
    rest, tail = _without_tail(said, said.spoken)
    if said.denials or (found and found.wrong is not None):
        return None, False
    return (rest, tail) if tail or said.mood is Mood.PHRASE or _named(profile, said, done) else (None, False)


def _without_tail(said: Utterance, words: Sequence[Word]) -> tuple[Utterance, bool]:
    """Return words without an `I mean` or `instead` behind them, and whether there was one."""
    texts = tuple(word.text for word in words)
    size = max((len(one) for one in _TAILS if texts[-len(one) :] == one and len(texts) > len(one)), default=0)
    rest = tuple(words[: len(words) - size])
    takes_back = size > 0 and texts[-size:] not in {("please",), ("thanks",)}
    return replace(shape(said.text, strip_courtesies(rest)), spoken=rest, typed=said.typed), takes_back


def _is_of_deed(profile: Profile, said: Utterance, done: Mapping[str, Any]) -> bool:
    """Tell whether words are of a value that something was done with."""
    stems = {word.stem for word in said.spoken if word.text not in LITTLE}
    return any(stems and stems <= {stem(word) for word in str(value).lower().split()} for value in done.values())


def _named(profile: Profile, said: Utterance, done: Mapping[str, Any]) -> dict[str, Any]:
    """The one value of a list that words name, and nothing else: `the blood test`, `the kitchen one`, `to bay 2`."""
    lists = [param for param in profile.params if param.kind is Kind.CHOICE and param.name in done]
    found = [(param, one) for param in lists for one in param.choices if _is_called(profile, param, one, said)]
    other = [(param, one) for param, one in found if done[param.name] != one.value] or found
    texts = "".join(word.text for word in said.spoken)
    exact = [(param, one) for param, one in other if "".join(one.words) == texts]
    chosen = exact if len(exact) == 1 else other
    return {chosen[0][0].name: chosen[0][1].value} if len(chosen) == 1 else {}


def _is_called(profile: Profile, param: Param, choice: Choice, said: Utterance) -> bool:
    texts = [word.text for word in said.spoken]
    little = [text for text in texts if text not in LITTLE]
    own = {*profile.things, *map(stem, param.words)}
    forms = ["".join(form) for form in (texts, little, [text for text in little if stem(text) not in own])]
    named = {"".join(choice.words), "".join(word for word in choice.words if word not in LITTLE - {"a"})}
    return any(form in named for form in forms if form)


def _heard(catalogue: Catalogue, profile: Profile, rest: Utterance) -> Thinking[dict[str, Any]]:
    """The values of the deed's own that words give, where they say nothing else: `B7 to bay 2`, `ten minutes`."""
    values = yield from own_values(catalogue, profile, rest)
    for param in closed(profile) if not values else ():
        found = read_answer(profile, param, rest, catalogue)
        if param.kind is not Kind.CHOICE and found.values and not found.doubtful:
            return found.values
    return values


def _may_be_of_two(profile: Profile, said: Utterance) -> bool:
    """Tell whether a mere number may be of two lists: `no, 2`, where there is a pallet A2, and a bay 2."""
    kinds = [param.kind for param in profile.params]
    alone = len(said.numbers) == 1 and said.numbers[0].end - said.numbers[0].start == len(said.words)
    return alone and Kind.NUMBER not in kinds and kinds.count(Kind.CHOICE) > 1


def _with(profile: Profile, done: Mapping[str, Any], values: Mapping[str, Any], *, plain: bool) -> Step:
    """The deed once more with other values: at once only where they were given in its place, and it takes nothing."""
    step = finish(profile, {**done, **values}, (), None)
    return step if plain and not must_be_named(profile) else _asked(profile, step)


def _asked(profile: Profile, step: Step) -> Step:
    return step if profile.action.confirm else asked_first(profile, step)
