"""What one utterance leads to: words, a call, or a question that stays open."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeGuard

from antiphon.domain.actions import ActionCall
from antiphon.domain.conversation import AssistantSaid, ConversationItem
from antiphon.providers.brain._rules import phrases
from antiphon.providers.brain._rules.catalogue import Profile
from antiphon.providers.brain._rules.evidence import Reading
from antiphon.providers.brain._rules.schema import Kind, Param, fits


@dataclass(frozen=True, slots=True)
class Open:
    """A question that was asked: for which parameter of which action, and what was known by then."""

    profile: Profile
    values: Mapping[str, Any]
    param: Param
    tries: int = 1


@dataclass(frozen=True, slots=True)
class Which:
    """`Do you mean A or B?`, with what each would be."""

    readings: tuple[Reading, ...]
    tries: int = 1


@dataclass(frozen=True, slots=True)
class Step:
    """Words, or a call; and the question that is open after it."""

    text: str = ""
    call: ActionCall | None = None
    question: Open | Which | None = None


def is_one(question: Open | Which) -> TypeGuard[Which]:
    """`Do you mean A?`, which a yes answers."""
    return isinstance(question, Which) and len(question.readings) == 1


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


def asked_first(profile: Profile, step: Step) -> Step:
    """A question in place of a call."""
    if step.call is None:
        return step
    reading = Reading(profile, dict(step.call.parameters), (), None, 1.0, 1.0)
    return Step(phrases.sure(profile, reading.values), question=Which((reading,)))


def was_asked(step: Step, after: Sequence[ConversationItem]) -> bool:
    """Whether a question was heard, or at least its beginning."""
    sentence = " ".join(step.text.split())
    heard = [" ".join(item.text.split()) for item in after if isinstance(item, AssistantSaid)]
    return step.question is not None and any(text and sentence.startswith(text) for text in heard)
