"""Read how many of a thing are ordered, where one press of its button adds one: `add two teapots to the cart`."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from antiphon.domain.actions import ActionCall
from antiphon.domain.conversation import BrainRequest, UserSaid
from antiphon.domain.outline import Use
from antiphon.providers.brain._page.language import language
from antiphon.providers.brain._page.memory import Plan
from antiphon.providers.brain._page.spoken_of import is_done_to
from antiphon.providers.brain._page.subjects import Page, Subject
from antiphon.providers.brain._page.words import content
from antiphon.providers.brain._rules.catalogue import Catalogue
from antiphon.providers.brain._rules.grave import must_be_named
from antiphon.providers.brain._rules.page_asks import asks
from antiphon.providers.brain._rules.phrases import DONE
from antiphon.providers.brain._rules.steps import Step, is_one
from antiphon.providers.brain._rules.words import Word

MOST = 10
"""Presses; who wants more gets one, and is told so."""


def so_many(page: Page, catalogue: Catalogue, text: str, plan: Plan) -> Plan:
    """Return a plan of one press for as many presses as `text` says; where a field beside takes the number, that is
    set first. What cannot be done so often is done once, which its `count` tells."""
    if not plan.calls or any(one != plan.calls[0] for one in plan.calls):
        return plan
    call, presses = plan.calls[0], len(plan.calls)
    subject, use = _done_to(page, call)
    profile = catalogue.profile(call.action_id)
    if subject is None or use is None or profile is None or not _adds_one(page, use, subject):
        return plan
    count = presses if presses > 1 else counted(page, text, subject)
    if count < 2:
        return plan
    plan = replace(plan, about=plan.about or subject, count=count)
    field = next((one for one in subject.uses if page.value_of(one) == "value"), None)
    set_ = page.call(field, value=count) if field else None
    if set_:
        return replace(plan, calls=(set_, call))
    is_free = not must_be_named(profile) and not profile.action.confirm and not _has_a_field(page)
    return replace(plan, calls=(call,) * count) if count <= MOST and is_free else plan


def of_several(page: Page, text: str, plan: Plan) -> Plan:
    """Return one plan of several with as many presses as `text`, which says it, wants: `two trowels and …`."""
    subject, use = _done_to(page, plan.calls[0]) if len(plan.calls) == 1 else (None, None)
    if subject is None or use is None or not _adds_one(page, use, subject) or _has_a_field(page):
        return plan
    count = counted(page, text, subject)
    return replace(plan, calls=plan.calls * count, count=count) if 1 < count <= MOST else plan


def read_so_many(request: BrainRequest, catalogue: Catalogue, step: Step) -> tuple[Page, Plan] | None:
    """Return what others have read of the last utterance, a call or a question whether to make it, as often as that
    says; None where it says nothing of that."""
    last, words = request.items[-1] if request.items else None, language(request.language)
    if not isinstance(last, UserSaid) or request.page.outline is None or words is None or asks(request.page):
        return None
    one = step.question.readings[0] if step.question and is_one(step.question) else None
    call = ActionCall(one.profile.action.id, dict(one.values)) if one and one.complete else step.call
    page = Page(request.page.outline, request.actions, words, last.typed, request.page.narration)
    plan = so_many(page, catalogue, last.text, Plan((call,))) if call else Plan()
    return (page, plan) if plan.count > 1 else None


def counted(page: Page, text: str, subject: Subject) -> int:
    """Return how many of a thing are spoken of: the number in front of its name, or how many times; 1 without one."""
    words = page.language.hear(text)
    name = set(content(subject.name, page.language))
    named = {word.text for word in page.language.hear(subject.name)}
    lists = page.language.words
    ordinals = {*page.language.ordered["ordinals"], *lists["last"]}
    found = set(_times(page, words))
    for one in page.language.numbers(words):
        told = [word.text for word in words[one.start : one.end]]
        behind = [word.text for word in words[one.end :]]
        while behind and behind[0] in lists["packs"] | lists["little"] | {"more"}:
            behind = behind[1:]
        is_of_it = bool(behind) and bool(name & set(content(behind[0], page.language)))
        is_of_name = any(word in named for word in told)  # a seven-hole planter is one
        if is_of_it and not is_of_name and ordinals.isdisjoint(told) and one.value == int(one.value):
            found.add(int(one.value))
    return found.pop() if len(found) == 1 else 1


def _times(page: Page, words: Sequence[Word]) -> Iterator[int]:
    """`twice`, `a pair of mugs`, `three times`."""
    texts = [word.text for word in words]
    for count, sayings in ((2, "said_twice"), (3, "said_thrice")):
        if any(f" {one} " in f" {' '.join(texts)} " for one in page.language.words[sayings]):
            yield count
    for one in page.language.numbers(words):
        if texts[one.end : one.end + 1] and texts[one.end] in page.language.words["said_times"]:
            yield int(one.value)


def _done_to(page: Page, call: ActionCall) -> tuple[Subject | None, Use | None]:
    found = [one for one in page.subjects() if is_done_to(one, call)]
    use = next((use for one in found for use in one.uses if use.action == call.action_id), None)
    return (found[0], use) if len({one.name for one in found}) == 1 else (None, None)


def _adds_one(page: Page, use: Use, subject: Subject) -> bool:
    """Tell whether a control puts one of a thing into a cart, or orders it."""
    return page.language.is_like(page.label_of(use, subject.name), "cart")


def _has_a_field(page: Page) -> bool:
    """Tell whether a field that stands for itself may take the number."""
    names = page.language.words["amounts"]
    return any(one.field.kind == "number" and one.field.name.lower().strip(" ?:") in names for one in page.slots())


def told_how_often(page_says: Callable[..., str], plan: Plan, told: str) -> str:
    """Return what is told of the end of a plan, with how often it was done where that was said."""
    presses = sum(one == plan.calls[-1] for one in plan.calls)
    if plan.count < 2 or len(plan.calls) > presses:
        return told
    if presses < plan.count:
        return f"{told} {page_says('only_once', count=str(plan.count))}"
    is_plain = told.startswith(DONE)
    return f"{told.removesuffix('.')}{page_says('times', count=str(plan.count))}." if is_plain else told
