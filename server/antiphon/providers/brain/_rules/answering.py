"""Whether an utterance can be an answer to an open question: an order, a question or a correction wins over it."""

from collections.abc import Sequence
from dataclasses import replace

from antiphon.providers.brain._rules.catalogue import Profile
from antiphon.providers.brain._rules.lexicon import ARTICLES, FILLERS, bag, sayings
from antiphon.providers.brain._rules.schema import Kind, Param
from antiphon.providers.brain._rules.smalltalk import is_question
from antiphon.providers.brain._rules.steps import Open, Which
from antiphon.providers.brain._rules.utterance import Mood, Utterance, shape, strip_courtesies
from antiphon.providers.brain._rules.verbs import DICTATED

_GIVING = bag("set make choose pick select take use go put change switch say give try want need have do let press")
"""Verbs that lead to a value and are no order of their own: `make it four`, `take the second one`."""
_DENYING = bag("no nope sorry oh wait actually not")
_CORRECTING = sayings("i meant|i mean|i said")
_MEANING = _CORRECTING + sayings("i wanted|i want|make it|make that|rather|it is|it should be")
"""What leads to what was meant; but for the first three, only behind a denial."""
_AGREEING = bag("yes yeah yep yup sure right exactly correct okay ok")
_THAT = bag("it that this one do please go ahead mean i meant is")


def is_about_something_else(question: Open | Which, said: Utterance) -> bool:
    """Whether an utterance is an order or a question of its own.

    What is an answer word for word is one, whatever it begins with: a task may be called `Call the plumber`.
    """
    if isinstance(question, Which):
        profiles: Sequence[Profile] = [reading.profile for reading in question.readings]
        named = any(_are(said, profile.called) or _are(said, profile.things) for profile in profiles)
        return not named and _stands_alone(profiles, said)
    if question.param.kind is Kind.TEXT:
        # What is dictated may be anything; a name or a search is no question.
        return not question.profile.groups & DICTATED and (said.mood is Mood.LOOK or is_question(said.words))
    return not is_value(question.param, said) and _stands_alone([question.profile], said)


def _stands_alone(profiles: Sequence[Profile], said: Utterance) -> bool:
    if said.mood in (Mood.LOOK, Mood.ASK) or is_question(said.words):
        return True
    if said.mood is not Mood.COMMAND or said.verb in _GIVING:
        return False
    return not any(said.verb in profile.verbs or said.groups & profile.groups for profile in profiles)


def is_value(param: Param, said: Utterance) -> bool:
    """Whether an utterance is the name of one of the values, and nothing else."""
    return any(_are(said, choice.words) or _are(said, choice.stems) for choice in param.choices)


def _are(said: Utterance, name: Sequence[str]) -> bool:
    wanted = [word for word in name if word not in ARTICLES]
    little = ARTICLES | FILLERS
    for words in (said.words, said.spoken):
        heard = [word for word in words if word.text not in little or word.text in wanted]
        if wanted and ([word.text for word in heard] == wanted or [word.stem for word in heard] == wanted):
            return True
    return False


def corrected(said: Utterance) -> Utterance | None:
    """What was meant instead, in `no, I meant seven`; None where an utterance corrects nothing."""
    texts = [word.text for word in said.spoken]
    at = 0
    while at < len(texts) and texts[at] in _DENYING:
        at += 1
    leads = _MEANING if at else _CORRECTING
    meaning = next((len(one) for one in leads if tuple(texts[at : at + len(one)]) == one), 0)
    if not meaning or at + meaning >= len(texts):
        return None
    rest = said.spoken[at + meaning :]
    return replace(shape(said.text, strip_courtesies(rest)), spoken=rest, typed=said.typed)


def agrees(said: Utterance, profile: Profile) -> bool:
    """`yes, delete it`: a yes, and nothing else but what was asked."""
    texts = [word.text for word in said.spoken]
    if not texts or texts[0] not in _AGREEING or said.denials:
        return False
    little = _AGREEING | _THAT | ARTICLES | FILLERS | {*profile.verbs, *profile.called}
    return all(text in little or word.stem in profile.called for text, word in zip(texts, said.spoken, strict=True))
