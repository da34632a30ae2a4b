"""An answer that is of another parameter than the one asked for: `savings`, to `Which amount?`. It is of no other
action.

`Tom Baker`, to `Which amount?`, is no order to delete the payee of this name.
"""

from dataclasses import replace

from antiphon.providers.brain._rules.answers import read_answer
from antiphon.providers.brain._rules.catalogue import Catalogue
from antiphon.providers.brain._rules.free_text import is_no_value, is_of_names
from antiphon.providers.brain._rules.grave import must_be_named, verb_places
from antiphon.providers.brain._rules.lexicon import AUXILIARIES, UNITS
from antiphon.providers.brain._rules.matcher import Thinking
from antiphon.providers.brain._rules.numbers import MONEY
from antiphon.providers.brain._rules.open_question import not_got
from antiphon.providers.brain._rules.orders import Order
from antiphon.providers.brain._rules.own_values import LITTLE, own_values
from antiphon.providers.brain._rules.schema import Kind, Param
from antiphon.providers.brain._rules.steps import Open, Step, Which, asked_first, finish
from antiphon.providers.brain._rules.turned_down import SAY_IT_WHOLE
from antiphon.providers.brain._rules.utterance import Mood, Utterance
from antiphon.providers.brain._rules.words import stem, without_hesitations

_LONGEST = 6
_LONGEST_NAME = 3


def of_another_param(
    catalogue: Catalogue, question: Open | Which | None, said: Utterance, order: Order
) -> Thinking[Step | None]:
    """Return what an answer leads to that is none to the question, and gives another value that its action needs.

    Where it gives none, and is of nothing but what another action would be hard to take back for, it is asked again.
    """
    if not isinstance(question, Open) or not 0 < len(said.spoken) <= _LONGEST or said.denials:
        return None
    if said.mood is not Mood.PHRASE or said.text.rstrip().endswith("?"):
        return None
    if question.param.kind is Kind.TEXT:
        return _amount(catalogue, question, said)
    own = read_answer(question.profile, question.param, said, catalogue)
    if own.values or own.refused:
        return None
    found = yield from own_values(catalogue, question.profile, said)
    new = {name: value for name, value in found.items() if name not in question.values}
    if new and len(new) == len(found):
        return _with(question, new)
    named = _missing_name(question, said)
    if named:
        return _with(question, {named.name: without_hesitations(said.text.strip(" \t.,!"))}, unsure=True)
    return _asked_again(question, said, order)


def _with(question: Open, values: dict[str, object], *, unsure: bool = False) -> Step:
    """Ask for what is missing still, with more values known; what is hard to take back is read back at the end."""
    profile, known = question.profile, {**question.values, **values}
    missing = [one for one in profile.params if one.required and one.name not in known]
    step = finish(profile, known, missing, None)
    grave = must_be_named(profile)
    if isinstance(step.question, Open) and (grave or unsure or question.unsure):
        return replace(step, question=replace(step.question, unsure=True))
    return asked_first(profile, step) if grave else step


def _amount(catalogue: Catalogue, question: Open, said: Utterance) -> Step | None:
    """`40 euros`, to `What is the payee?`: nobody is called so."""
    missing = [
        one
        for one in question.profile.params
        if one.kind is Kind.NUMBER and one.required and one.name not in question.values
    ]
    if not is_of_names(question.param) or len(missing) != 1 or len(said.numbers) != 1:
        return None
    counted = set(range(said.numbers[0].start, said.numbers[0].end))
    units = UNITS | MONEY | LITTLE | {*missing[0].words}
    rest = [word for at, word in enumerate(said.words) if at not in counted]
    if not all(word.text in units or word.stem in units or word.stem in map(stem, units) for word in rest):
        return None
    found = read_answer(question.profile, missing[0], said, catalogue)
    return _with(question, found.values) if found.values else None


def _missing_name(question: Open, said: Utterance) -> Param | None:
    """The one name that the action needs beside a number or a day, where words look like one."""
    if question.param.kind not in {Kind.NUMBER, Kind.DATE}:
        return None
    missing = [one for one in question.profile.params if one.required and one.name not in question.values]
    names = [one for one in missing if one.kind is Kind.TEXT and is_of_names(one)]
    texts = [word.text for word in said.spoken]
    plain = len(texts) <= _LONGEST_NAME and AUXILIARIES.isdisjoint(texts) and not said.numbers
    return names[0] if plain and len(names) == 1 and not is_no_value(names[0], said) else None


def _asked_again(question: Open, said: Utterance, order: Order) -> Step | None:
    """The question once more, where nothing but a value of what is hard to take back was said."""
    found = [order.reading, *order.close] if order.reading else []
    others = [one.profile for one in found if one and one.profile is not question.profile]
    if not others or len(others) < len(found) or not all(map(must_be_named, others)):
        return None
    if any(verb_places(one, said.words, loosely=True) or {*one.called} <= _stems(said) for one in others):
        return None
    return not_got(question) or Step(SAY_IT_WHOLE)


def _stems(said: Utterance) -> set[str]:
    return {word.stem for word in said.words}
