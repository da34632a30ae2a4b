"""Rules for what an utterance does to a question of ours that is open: an answer, a no, a correction of what was
said before."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from antiphon.providers.brain._rules import phrases
from antiphon.providers.brain._rules.answering import agrees, is_about_something_else, is_value, stands_alone
from antiphon.providers.brain._rules.answers import is_place, read_answer, read_pick
from antiphon.providers.brain._rules.catalogue import Catalogue
from antiphon.providers.brain._rules.closed import (
    is_mild,
    is_pick,
    not_in_answer,
    points_elsewhere,
    says_yes,
    without_yes_or_no,
)
from antiphon.providers.brain._rules.evidence import Reading
from antiphon.providers.brain._rules.free_text import is_no_value
from antiphon.providers.brain._rules.giving_up import Ending
from antiphon.providers.brain._rules.grave import is_easy, must_be_named
from antiphon.providers.brain._rules.lexicon import (
    CLAUSE,
    FALSE_WORDS,
    FUNCTION,
    NEGATIONS,
    PREPOSITIONS,
    TRUE_WORDS,
    bag,
)
from antiphon.providers.brain._rules.schema import Kind
from antiphon.providers.brain._rules.smalltalk import ANSWERS, Intent
from antiphon.providers.brain._rules.sounding import choice_like
from antiphon.providers.brain._rules.steps import Open, Step, Which, asked_first, finish, is_one
from antiphon.providers.brain._rules.text_answer import is_introduced, may_be_meant_otherwise
from antiphon.providers.brain._rules.utterance import Mood, Utterance
from antiphon.providers.brain._rules.words import stem

_TRIES = 2
_POINTING = bag("the this that these those")
_NO = bag("no nope nah")
_ON_OR_OFF = (TRUE_WORDS | FALSE_WORDS) - bag("yes yeah yep sure no nope true false start show stop hide tick")
_DOUBTS = bag("maybe perhaps think guess sure idea know")


def asked_again(question: Open | Which, before: str = "", tries: int | None = None) -> Step:
    """The question once more, after a few words; it stays open."""
    tries = question.tries if tries is None else tries
    again: Open | Which
    if isinstance(question, Open):
        sentence = phrases.ask(question.param, question.profile)
        again = replace(question, tries=tries)
    else:
        sentence = _which(question)
        again = Which(question.readings, tries)
    return Step(f"{before} {sentence}".strip(), question=again)


def not_got(question: Open | Which) -> Step | None:
    """Return the question once more, but not for ever."""
    return None if question.tries >= _TRIES else asked_again(question, "I did not get that.", question.tries + 1)


def ended_by(question: Open | Which, ended: Ending) -> Step:
    """Return what is said where the question was to end: that it does, or where that is not clear, the question once
    more."""
    again = not_got(question) if ended is Ending.UNCLEAR else None
    return again or Step(ANSWERS[Intent.CANCEL])


def ask_which(readings: tuple[Reading, ...]) -> Step:
    """Ask which of these was meant; where there is one only, what it still needs, or whether it was."""
    one = readings[0]
    if len(readings) == 1 and (one.missing or one.profile.action.confirm):  # that is asked about anyway
        return finish(one.profile, dict(one.values), one.missing, None)
    question = Which(readings)
    return Step(_which(question), question=question)


def _which(question: Which) -> str:
    if is_one(question):
        one = question.readings[0]
        return phrases.sure(one.profile, one.values)
    return phrases.unclear([each.profile for each in question.readings])


def answer(
    catalogue: Catalogue,
    question: Open | Which,
    said: Utterance,
    intent: Intent | None,
    reading: Reading | None,
    *,
    correcting: bool = False,
) -> Step | None:
    """Return what an utterance does to an open question; None where it is about something else.

    `correcting`: it is what was meant instead of something, so that it need not be the question's.
    """
    if not intent and is_about_something_else(question, said):
        return None
    if isinstance(question, Which):
        return _pick(catalogue, question, said, intent, reading, correcting)
    param = question.param
    plain = len(said.spoken) == 1 and intent in {Intent.CANCEL, Intent.NO}
    asks_for_name = param.kind is Kind.CHOICE and not plain and not (reading and reading.complete)
    asks_for_name = asks_for_name and (not is_place(said) or is_value(param, said))
    named = choice_like(param, said) if asks_for_name else None
    if named and must_be_named(question.profile) and len(said.spoken) > len(named.words) + 1:
        named = None  # `red shoes are nice`
    if named:
        values = {**question.values, param.name: named.value}
        missing = [one for one in question.profile.params if one.required and one.name not in values]
        step = finish(question.profile, values, missing, None, question.tries)
        return step if is_value(param, said) or is_easy(question.profile) else asked_first(question.profile, step)
    if phrases.asks_on_or_off(param, question.profile) and _is_no(said):
        ends = intent is Intent.NO and not {word.text for word in said.spoken} <= _NO
        return Step(ANSWERS[Intent.CANCEL]) if ends else not_got(question)
    if intent is Intent.CANCEL or (intent is Intent.NO and param.kind is not Kind.SWITCH):
        return Step(ANSWERS[Intent.CANCEL])
    if intent not in {None, Intent.YES, Intent.NO}:
        return None
    is_other = reading and reading.complete and said.mood is Mood.COMMAND and reading.score >= 0.75
    if is_other and not is_value(param, said):
        return None
    if param.kind is Kind.TEXT and must_be_named(question.profile) and is_no_value(param, said):
        return not_got(question)
    is_order = bool(reading and reading.complete and said.mood is Mood.COMMAND)
    given = _given(catalogue, question, said, doubtful=correcting or intent is not None, is_order=is_order)
    return given if given or reading or correcting else not_got(question)


def _given(catalogue: Catalogue, question: Open, said: Utterance, *, doubtful: bool, is_order: bool) -> Step | None:
    """Take the values that an utterance gives to an open question; None where it gives none."""
    found = read_answer(question.profile, question.param, said, catalogue)
    values = {**question.values, **found.values}
    if found.values and _is_none(catalogue, question, values, said):
        return not_got(question)
    if not (found.values or found.refused):
        return None
    missing = [one for one in question.profile.params if one.required and one.name not in values]
    still = tuple(one for one in missing if not found.refused or one is not question.param)
    step = finish(question.profile, values, still, found.refused, question.tries)
    if found.doubtful and not step.call and not found.refused:
        return not_got(question)
    if found.doubtful:
        return asked_first(question.profile, step)
    return _read_back(catalogue, question, said, step, doubtful=doubtful, is_order=is_order)


def _is_no(said: Utterance) -> bool:
    """Tell whether an utterance begins with a no, and says neither on nor off."""
    texts = [word.text for word in said.spoken]
    switched = not _ON_OR_OFF.isdisjoint(texts) or not said.groups.isdisjoint({"on", "off"})
    return bool(texts) and texts[0] in _NO and not switched


def _is_none(catalogue: Catalogue, question: Open, values: Mapping[str, Any], said: Utterance) -> bool:
    """Tell whether an utterance says more than an answer to what is hard to take back may: `anything but Ann`."""
    if question.param.kind is Kind.TEXT or not must_be_named(question.profile):
        return False
    strange = not_in_answer(question.profile, values, said.spoken, said.text, catalogue.today)
    if strange is None:
        return True
    chosen = (one for one in question.param.choices if one.value == values.get(question.param.name))
    name = {word for choice in chosen for word in choice.stems}
    part_of_it = {text for text in strange if name & {stem(text), *(one for one, _ in catalogue.alike.get(text, ()))}}
    return not is_mild(text for text in strange if text not in part_of_it)


def _read_back(
    catalogue: Catalogue, question: Open, said: Utterance, step: Step, *, doubtful: bool, is_order: bool
) -> Step | None:
    """A text that could be an order, a question or an answer to us is read back before it is sent to anybody.

    Where more is to be asked before anything is done, it is asked for again.
    """
    is_text = question.param.kind is Kind.TEXT
    of_page = (is_order or _names_the_page(catalogue, said)) and not is_introduced(question.param, said)
    if is_text and (of_page or may_be_meant_otherwise(question.profile, question.param, said)):
        return asked_first(question.profile, step) if step.call else not_got(question)
    text = is_text and must_be_named(question.profile)
    begins = {word.text for word in said.spoken[:4]}
    doubtful = doubtful or not begins.isdisjoint(NEGATIONS | _DOUBTS) or said.text.rstrip().endswith("?")
    unsure = text and (doubtful or stands_alone([question.profile], said))
    return asked_first(question.profile, step) if unsure else step


def _names_the_page(catalogue: Catalogue, said: Utterance) -> bool:
    """`Close the search`, where there is a search: an order, though the page has none that does it."""
    rest = said.words[said.verb_words :]
    pointed = said.mood is Mood.COMMAND and len(rest) > 1 and rest[0].text in _POINTING
    return pointed and all(word.stem in catalogue.known for word in rest[1:])


def corrected_answer(
    catalogue: Catalogue, question: Open | Which, instead: Utterance, *, by_name: bool = False
) -> Step | None:
    """`no, I meant the holiday fund`: another value of what was known before the question; None where it is none.

    `by_name`: only one that is called by its whole name, and nothing else, such as `to Ben`.
    """
    if by_name and len(instead.words) > 1 and instead.words[0].text in PREPOSITIONS:
        instead = replace(instead, words=instead.words[1:], spoken=instead.words[1:])
    tried = [(question.profile, question.values)] if isinstance(question, Open) else []
    if isinstance(question, Which):
        tried = [(one.profile, one.values) for one in question.readings]
    for profile, known in tried:
        for param in profile.params:
            if param.name not in known or param.kind is Kind.TEXT or (by_name and not is_value(param, instead)):
                continue
            found = read_answer(profile, param, instead, catalogue)
            values = {**known, **found.values}
            if found.values:
                missing = [one for one in profile.params if one.required and one.name not in values]
                step = finish(profile, values, missing, None, question.tries)
                return asked_first(profile, step) if found.doubtful else step
    return None


def _pick(
    catalogue: Catalogue,
    question: Which,
    said: Utterance,
    intent: Intent | None,
    reading: Reading | None,
    correcting: bool,
) -> Step | None:
    """`the second` after `Do you mean A or B?`"""
    one = question.readings[0]
    closed = is_one(question) and must_be_named(one.profile)
    if closed and says_yes(said, one, catalogue.today):
        return finish(one.profile, dict(one.values), one.missing, one.refused)
    other = _of_another_value(catalogue, one, said, reading) if closed else None
    if other:
        return other
    refuses = len(question.readings) == 1 and not (reading and reading.complete) and _begins_with_no(said)
    if intent in {Intent.CANCEL, Intent.NO} or refuses:
        return Step(ANSWERS[Intent.CANCEL])
    if closed:
        return _asked_once_more(catalogue, question, said, intent)
    agreed = one if is_one(question) and (intent is Intent.YES or agrees(said, one.profile)) else None
    if intent is Intent.HELP or (intent is Intent.YES and not agreed and question.tries >= _TRIES):
        return None
    if intent is Intent.YES and not agreed:
        return asked_again(question, tries=question.tries + 1)
    picked = agreed or (read_pick(question.readings, said) if not intent else None)
    if picked and not agreed and must_be_named(picked.profile) and not is_pick(said, picked):
        picked = None
    # `the first one` is an answer, also where something is called `1`; and so is what only names one of them.
    answers = picked is not None and (is_place(said) or _names_only(picked, said))
    if not agreed and (intent or (reading and reading.complete and not answers)):
        return None
    if picked:
        return finish(picked.profile, dict(picked.values), picked.missing, picked.refused)
    return None if reading or correcting else not_got(question)


def _names_only(picked: Reading, said: Utterance) -> bool:
    """Tell whether an utterance has no word but of what one action acts on: `the rosemary`."""
    own = {*picked.profile.things, *picked.profile.called, *picked.profile.space}
    return said.mood is Mood.PHRASE and all(word.text in FUNCTION or word.stem in own for word in said.words)


def _of_another_value(catalogue: Catalogue, asked: Reading, said: Utterance, reading: Reading | None) -> Step | None:
    """The question about another value than the one that was asked about: `yes, send 60`, `no, 60`, `60`.

    What is no yes or no is one only where it is the value and nothing else.
    """
    rest = without_yes_or_no(said)
    profile, values = asked.profile, dict(asked.values)
    if len(rest.spoken) < len(said.spoken) and reading and reading.profile is profile:
        values |= reading.values
        if reading.refused:
            return finish(profile, values, (), reading.refused)
    for param in profile.params if values == asked.values else ():
        named = param.kind is Kind.CHOICE and (is_value(param, rest) or is_place(rest))
        if param.name in values and (named or param.kind is Kind.NUMBER):
            found = read_answer(profile, param, rest, catalogue)
            plain = found.values and not not_in_answer(profile, found.values, rest.spoken, said.text, catalogue.today)
            values |= found.values if plain else {}
            if found.refused and not found.doubtful:
                return finish(profile, values, (), found.refused)
    return asked_first(profile, finish(profile, values, (), None)) if values != asked.values else None


def is_agreed(catalogue: Catalogue, question: Which, said: Utterance, intent: Intent | None) -> bool:
    """Tell whether an utterance is a yes to `Do you mean …?`: to what is hard to take back, a plain one."""
    one = question.readings[0]
    if must_be_named(one.profile):
        return says_yes(said, one, catalogue.today)
    return intent is Intent.YES or agrees(said, one.profile)


def _asked_once_more(catalogue: Catalogue, question: Which, said: Utterance, intent: Intent | None) -> Step | None:
    """Return what is no yes to `Do you mean …?` about what is hard to take back: it is asked again, once.

    What names something of the page, or another thing or time, is about that, and the question is over.
    """
    names = {word.stem for word in said.words if word.text not in FUNCTION | CLAUSE}
    elsewhere = names & catalogue.known or points_elsewhere(said.spoken)
    return None if elsewhere or intent not in {None, Intent.YES} else not_got(question)


def _begins_with_no(said: Utterance) -> bool:
    return bool(said.spoken) and said.spoken[0].text in NEGATIONS
