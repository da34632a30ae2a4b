"""The last look at a call before it is made: what is hard to take back was named, or is asked about."""

from collections.abc import Sequence

from antiphon.domain.conversation import ActionTaken, ConversationItem
from antiphon.providers.brain._rules import phrases
from antiphon.providers.brain._rules.answers import read_answer
from antiphon.providers.brain._rules.catalogue import Catalogue
from antiphon.providers.brain._rules.evidence import Reading
from antiphon.providers.brain._rules.grave import is_named, must_be_named
from antiphon.providers.brain._rules.lexicon import FILLERS, bag
from antiphon.providers.brain._rules.schema import Kind
from antiphon.providers.brain._rules.steps import Step, Which, finish
from antiphon.providers.brain._rules.utterance import Utterance
from antiphon.providers.brain._rules.words import Word

_DOUBTS = bag("maybe perhaps probably possibly think guess suppose")
"""Who says so has not made up their mind."""


def checked(catalogue: Catalogue, step: Step, heard: Sequence[Word]) -> Step:
    """A step as it is, unless it calls what could not be taken back and `heard` does not name: then a question."""
    if step.call is None:
        return step
    profile = next((one for one in catalogue.profiles if one.action.id == step.call.action_id), None)
    if profile is None:  # the page's own question was answered
        return step
    values = step.call.parameters
    certain = _DOUBTS.isdisjoint(word.text for word in heard)
    if not must_be_named(profile) or (certain and is_named(profile, values, heard)):
        return step
    reading = Reading(profile, dict(values), (), None, 1.0, 1.0)
    return Step(phrases.sure(profile, values), question=Which((reading,)))


def correction(catalogue: Catalogue, instead: Utterance, before: Sequence[ConversationItem]) -> Step | None:
    """The last order once more with another value: `no, I meant seven`; None where there is none that it fits."""
    done = next((item.call for item in reversed(before) if isinstance(item, ActionTaken)), None)
    profile = next((one for one in catalogue.profiles if done and one.action.id == done.action_id), None)
    if done is None or profile is None:
        return None
    for param in profile.params:
        if param.name in done.parameters and param.kind is not Kind.TEXT:
            found = read_answer(profile, param, instead, catalogue)
            if found.values or found.refused:
                return finish(profile, {**done.parameters, **found.values}, (), found.refused)
    return None


def literally(said: Utterance, whole: Utterance) -> Sequence[Word]:
    """The words of a request as they were said in the whole utterance, whatever they were taken for."""
    if not said.words or said.text != whole.text:
        return whole.spoken
    start, end = min(word.start for word in said.words), max(word.end for word in said.words)
    heard = []
    for word in whole.spoken:
        # `now` is a courtesy behind most orders, and the end of the name `Book now`.
        if start <= word.start and (word.end <= end or word.text in FILLERS):
            heard.append(word)
        elif word.start >= end:
            break
    return heard
