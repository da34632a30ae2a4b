"""One step of the conversation: from what was said, and a question that may be open, to what is done and said.

Nothing is kept between turns: an open question is found again in the conversation's items, so that an interrupted
or resumed session knows as much as one that ran through.
"""

from collections.abc import Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from antiphon.domain.actions import ActionCall
from antiphon.domain.conversation import ActionTaken, AssistantSaid, BrainRequest, ConversationItem, UserSaid
from antiphon.providers.brain._rules import phrases
from antiphon.providers.brain._rules.answers import read_answer
from antiphon.providers.brain._rules.catalogue import Catalogue, Profile
from antiphon.providers.brain._rules.evidence import Reading
from antiphon.providers.brain._rules.matcher import choose, readings
from antiphon.providers.brain._rules.schema import Kind, Param, fits
from antiphon.providers.brain._rules.smalltalk import ANSWERS, Intent, from_narration, intent_of
from antiphon.providers.brain._rules.utterance import Mood, Utterance, clauses, shape, strip_courtesies, understand

_Result = TypeVar("_Result")
Thinking = Generator[None, None, _Result]
"""A result that takes a while; it pauses now and then, so that others may run."""

_LOOK_BACK = 3
_TRIES = 2


@dataclass(frozen=True, slots=True)
class Open:
    """A question that was asked: for which parameter of which action, and what was known by then."""

    profile: Profile
    values: Mapping[str, Any]
    param: Param
    tries: int = 1


@dataclass(frozen=True, slots=True)
class Step:
    """What one utterance leads to: words, or a call; and the question that is open after it."""

    text: str = ""
    call: ActionCall | None = None
    question: Open | None = None


class Conversation:
    """A request, seen with the catalogue of its page."""

    def __init__(self, request: BrainRequest, catalogue: Catalogue) -> None:
        self._request = request
        self._catalogue = catalogue

    def steps(self) -> Iterator[Step | None]:
        """The last few turns again, oldest first; the last step is the answer that is wanted now. None is a pause."""
        items = self._request.items
        last = items[-1] if items else None
        if isinstance(last, ActionTaken):
            yield (yield from self._after(last))
            return
        if not isinstance(last, UserSaid):
            yield Step(f"What would you like to do? {phrases.hint(self._catalogue.profiles)}")
            return
        asked = [number for number, item in enumerate(items) if isinstance(item, UserSaid)][-1 - _LOOK_BACK :]
        question: Open | None = None
        for number, after in zip(asked, [*asked[1:], len(items)], strict=True):
            step = yield from self._respond(items[number], question, items[:number])
            question = step.question if _was_asked(step, items[number + 1 : after]) else None
            yield step

    def _respond(
        self, item: ConversationItem, question: Open | None, before: Sequence[ConversationItem]
    ) -> Thinking[Step]:
        text = item.text if isinstance(item, UserSaid) else ""
        said = understand(text)
        reading, close, _ = yield from self._meant(said)
        # An utterance that is an action's id, word by word, is no small talk.
        named = reading and " ".join(word.text for word in said.words) in self._catalogue.names
        intent = None if named else intent_of(text)
        if question:
            step = self._answer(question, said, intent, reading if not close else None)
            if step:
                return step
        if intent:
            return Step(self._small_talk(intent, before))
        if reading and close:
            return Step(phrases.unclear([reading.profile, *(other.profile for other in close)][:3]))
        if reading:
            return _finish(reading.profile, dict(reading.values), reading.missing, reading.refused)
        told = from_narration(said.words, self._request.page.narration)
        if told:
            return Step(told)
        if (yield from self._is_refusal(said)):
            return Step("All right, I will not do that.")
        return Step(self._not_understood(before))

    def _meant(self, said: Utterance) -> Thinking[tuple[Reading | None, list[Reading], bool]]:
        """The action that was meant, its rivals, and whether another was asked for in the same breath."""
        first: list[Reading] = []
        for number, part in enumerate(clauses(said)):
            found = yield from readings(self._catalogue, part)
            if number and first and found:
                return *choose(first), True
            first = first if number else found
        found = yield from readings(self._catalogue, said)
        return *choose(found), False

    def _answer(self, question: Open, said: Utterance, intent: Intent | None, reading: Reading | None) -> Step | None:
        """What an utterance does to an open question; None where it is about something else."""
        param = question.param
        if intent is Intent.CANCEL or (intent is Intent.NO and param.kind is not Kind.SWITCH):
            return Step(ANSWERS[Intent.CANCEL])
        if intent is Intent.HELP:
            return Step(phrases.ask(param, question.profile), question=question)
        if intent not in {None, Intent.YES, Intent.NO}:
            return None
        if reading and reading.complete and said.mood is Mood.COMMAND and reading.score >= 0.75:
            return None
        found = read_answer(question.profile, param, said, self._catalogue)
        values = {**question.values, **found.values}
        if found.values or found.refused:
            missing = [one for one in question.profile.params if one.required and one.name not in values]
            still = tuple(one for one in missing if not found.refused or one is not param)
            return _finish(question.profile, values, still, found.refused, question.tries)
        if reading or question.tries >= _TRIES:
            return None
        again = f"I did not get that. {phrases.ask(param, question.profile)}"
        return Step(again, question=Open(question.profile, question.values, param, question.tries + 1))

    def _small_talk(self, intent: Intent, before: Sequence[ConversationItem]) -> str:
        profiles = self._catalogue.profiles
        if intent is Intent.HELP:
            asked = [item for item in before if isinstance(item, UserSaid) and intent_of(item.text) is Intent.HELP]
            return phrases.list_actions(profiles, 6 * len(asked[-8:]))
        if intent is Intent.WHERE:
            return phrases.where(self._request.page)
        if intent is Intent.REPEAT:
            last = next((item.text for item in reversed(before) if isinstance(item, AssistantSaid) and item.text), "")
            return last or "I have not said anything yet."
        if intent in {Intent.YES, Intent.NO}:
            return f"I have not asked anything. {phrases.hint(profiles)}"
        return ANSWERS[intent]

    def _is_refusal(self, said: Utterance) -> Thinking[bool]:
        """`do not open settings`: understood, and left alone."""
        if not said.denials or said.denials[0] > 2:
            return False
        rest = said.words[said.denials[0] + 1 :]
        found = yield from readings(self._catalogue, shape(said.text, strip_courtesies(rest)))
        return bool(found)

    def _not_understood(self, before: Sequence[ConversationItem]) -> str:
        times = sum(isinstance(item, AssistantSaid) and item.text.startswith(phrases.NOT_UNDERSTOOD) for item in before)
        return phrases.not_understood(self._catalogue.profiles, times)

    def _after(self, taken: ActionTaken) -> Thinking[Step]:
        action = self._request.page.actions.get(taken.call.action_id)
        text = phrases.told(action, taken.call, taken.outcome)
        asked = [item for item in self._request.items if isinstance(item, UserSaid) and item.turn_id == taken.turn_id]
        _, _, more = (yield from self._meant(understand(asked[-1].text))) if asked else (None, [], False)
        if more:
            text = f"{text} I do one thing at a time: please say the rest again."
        return Step(text)


def _finish(
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


def _was_asked(step: Step, after: Sequence[ConversationItem]) -> bool:
    """Whether a question was heard, or at least its beginning."""
    sentence = " ".join(step.text.split())
    heard = [" ".join(item.text.split()) for item in after if isinstance(item, AssistantSaid)]
    return step.question is not None and any(text and sentence.startswith(text) for text in heard)
