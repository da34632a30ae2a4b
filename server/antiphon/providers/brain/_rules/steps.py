"""Rules for what one utterance leads to: words, a call, or a question that stays open."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeGuard

from antiphon.domain.actions import ActionCall
from antiphon.domain.conversation import AssistantSaid, ConversationItem, UserSaid
from antiphon.providers.brain._rules import phrases
from antiphon.providers.brain._rules.catalogue import Profile
from antiphon.providers.brain._rules.evidence import Reading
from antiphon.providers.brain._rules.grave import must_be_named
from antiphon.providers.brain._rules.schema import Kind, Param, fits

_ENOUGH = 0.75


@dataclass(frozen=True, slots=True)
class Open:
    """A question that was asked: for which parameter of which action, and what was known by then."""

    profile: Profile
    values: Mapping[str, Any]
    param: Param
    tries: int = 1
    unsure: bool = False
    """A free text among the values was not plainly given, a value was put right, or was given while another one was
    asked for: all are read back before anything is done."""


@dataclass(frozen=True, slots=True)
class Which:
    """`Do you mean A or B?`, with what each would be."""

    readings: tuple[Reading, ...]
    tries: int = 1
    known: bool = True
    """True if so much of it was heard, or read, that a yes can be meant for it."""


@dataclass(frozen=True, slots=True)
class Step:
    """Words, or a call; and the question that is open after it."""

    text: str = ""
    call: ActionCall | None = None
    question: Open | Which | None = None


def is_one(question: Open | Which) -> TypeGuard[Which]:
    """`Do you mean A?`, which a yes answers."""
    return isinstance(question, Which) and len(question.readings) == 1


def asks_text(question: Open | Which | None) -> TypeGuard[Open]:
    """`What is the text?`, which any words may answer."""
    return isinstance(question, Open) and question.param.kind is Kind.TEXT


def finish(
    profile: Profile,
    values: dict[str, Any],
    missing: Sequence[Param],
    refused: tuple[Param, int | float] | None,
    tries: int = 1,
) -> Step:
    """Call where all is known, or ask for the first thing that is not."""
    if refused:
        sentence = phrases.out_of_bounds(refused[0], profile, refused[1])
        return Step(sentence, question=Open(profile, values, refused[0], tries))
    if missing:
        first = missing[0]
        if first.kind is Kind.OTHER:
            return Step(phrases.cannot_fill(first, profile))
        return Step(phrases.ask(first, profile), question=Open(profile, values, first))
    if not fits(profile.action.parameters, values):
        return Step(phrases.does_not_fit(profile, values))
    return Step(call=ActionCall(profile.action.id, values))


def asked_first(profile: Profile, step: Step, *, still: bool = False) -> Step:
    """A question in place of a call; `still`, where the answer to the last one came late."""
    if step.call is None:
        return step
    reading = Reading(profile, dict(step.call.parameters), (), None, 1.0, 1.0)
    return Step(phrases.sure(profile, reading.values, still=still), question=Which((reading,)))


def still_open(step: Step, since: Sequence[ConversationItem], answer: ConversationItem | None) -> Open | Which | None:
    """The question that a step asks, if at least its beginning was heard, or read by whoever typed the `answer`.

    Of a question about what is hard to take back, that is not enough for a yes: its name is at its end.
    """
    sentence = " ".join(step.text.split())
    told = [item.text for item in since if isinstance(item, AssistantSaid)]
    told += [answer.read] if isinstance(answer, UserSaid) and answer.typed else []
    begun = [text for text in (" ".join(one.split()) for one in told) if text and sentence.startswith(text)]
    question = step.question
    if question is None or not begun:
        return None
    known = max(len(text.split()) for text in begun) >= _ENOUGH * len(sentence.split())
    grave = is_one(question) and must_be_named(question.readings[0].profile)
    return replace(question, known=False) if grave and isinstance(question, Which) and not known else question
