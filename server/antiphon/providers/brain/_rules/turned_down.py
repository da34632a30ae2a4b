"""Rules for what is done with second thoughts over an open question: it ends, is put right, or is asked in place of
another.

A text could be any words, these too. So nothing is done for them at once: what ends a question takes nothing, what was
meant instead is asked about by its name, and what may be the text all the same is read back.
"""

from collections.abc import Mapping
from typing import Any

from antiphon.providers.brain._rules.acknowledged import acknowledged
from antiphon.providers.brain._rules.answering import is_value
from antiphon.providers.brain._rules.answers import is_for_people, read_answer
from antiphon.providers.brain._rules.bare_verb import by_verb, unfilled
from antiphon.providers.brain._rules.catalogue import Catalogue, Profile
from antiphon.providers.brain._rules.closed import is_whole
from antiphon.providers.brain._rules.explained import own_words
from antiphon.providers.brain._rules.free_text import read_back
from antiphon.providers.brain._rules.grave import is_easy, must_be_named
from antiphon.providers.brain._rules.lexicon import ARTICLES, FUNCTION, GENERIC
from antiphon.providers.brain._rules.matcher import Thinking
from antiphon.providers.brain._rules.naming import request_for
from antiphon.providers.brain._rules.open_question import ask_which, asked_again, corrected_answer
from antiphon.providers.brain._rules.orders import orders_of
from antiphon.providers.brain._rules.schema import Kind, Param
from antiphon.providers.brain._rules.second_thoughts import Thought, contrasted, thought
from antiphon.providers.brain._rules.smalltalk import ANSWERS, OFFER, Intent
from antiphon.providers.brain._rules.steps import Open, Step, Which, asked_first, asks_text, finish, is_one
from antiphon.providers.brain._rules.text_answer import called_words, is_introduced
from antiphon.providers.brain._rules.utterance import Mood, Utterance, understand
from antiphon.providers.brain._rules.vague import SAID_TO_PEOPLE
from antiphon.providers.brain._rules.verbs import PRIMARY
from antiphon.providers.brain._rules.words import Word, hear, stem, without_hesitations

SAY_IT_WHOLE = "All right. Please say the whole of what you want instead."
_COURTESIES = frozenset({Intent.GREETING, Intent.THANKS, Intent.BYE, Intent.HOW, Intent.SORRY, Intent.YES})
_POLITE = frozenset({Intent.GREETING, Intent.THANKS, Intent.HOW, Intent.SORRY})
_TO_US = frozenset({"can", "are", "do"})
"""How a greeting begins that asks whether anybody listens."""
_FEW = 3
_SURE = 0.75
_SETS = frozenset({"set", "write", "choose"})


def courtesy(question: Open | Which | None, said: Utterance, intent: Intent | None) -> Step | None:
    """Return what a courtesy does to a question: it is answered, and the question is asked again.

    To a question for a text it may be the text, and is read back; a name of somebody it is none.
    """
    if question and not asks_text(question):
        named = is_value(question.param, said) if isinstance(question, Open) else not question.known
        return asked_again(question, _polite(intent)) if intent in _POLITE and not named else None
    if not asks_text(question) or intent not in _COURTESIES or not said.spoken or said.spoken[0].text in _TO_US:
        return None
    param = question.param
    if is_for_people(called_words(param)) or (must_be_named(question.profile) and not _is_sentence(param)):
        over = intent in {Intent.YES, Intent.BYE}
        return None if over else asked_again(question, _polite(intent))
    if intent is Intent.YES and not _is_sentence(param):
        return None
    return _with_text(question, said)


def _polite(intent: Intent) -> str:
    return ANSWERS[intent].removesuffix(OFFER)


def turned_down(catalogue: Catalogue, question: Open | Which | None, said: Utterance) -> Thinking[Step | None]:
    """Return what second thoughts do to the open question; None where an utterance is none, or an order by itself."""
    if question and is_one(question):  # `that's not right`, to `Do you mean …?`
        found = thought(said, catalogue.known)
        return Step(ANSWERS[Intent.CANCEL]) if found and found.wrong is not None and not found.rest else None
    if not isinstance(question, Open) or is_value(question.param, said):
        return None
    if question.param.kind is Kind.TEXT and is_introduced(question.param, said):
        return None
    other = _contrast(catalogue, question, said)
    if other:
        return other
    found = thought(said, catalogue.known)
    if found is None:
        return None
    field = asks_for_field(catalogue, found.rest, question) if found.rest else None
    if field or not asks_text(question):
        return field or (_ended(question, found, said) if found.rest is None else None)
    if found.rest is None:
        return _ended(question, found, said)
    if found.wrong is not None or found.meant:
        return (yield from _meant(catalogue, question, found, found.rest, said))
    verb = by_verb(catalogue, found.rest) if found.takes_back and len(found.rest.spoken) == 1 else ()
    if verb and all(one.profile is not question.profile for one in verb):
        return ask_which(verb)
    if not found.parted or found.rest.mood not in {Mood.COMMAND, Mood.PHRASE} or must_be_named(question.profile):
        return None
    return _with_text(question, said if found.rest.mood is Mood.COMMAND else found.rest)


def put_off(catalogue: Catalogue, question: Open | Which | None, said: Utterance) -> Thinking[tuple[str, bool] | None]:
    """An order that comes before the answer, or was given before it; and whether the question comes back after it."""
    found = thought(said, catalogue.known) if question else None
    if not question or not found or not found.rest or not (found.held or found.ordered or found.meant):
        return None
    asked = [question.profile] if isinstance(question, Open) else [one.profile for one in question.readings]
    rest = found.rest.text.strip()
    wanted = understand(rest, typed=said.typed)
    orders = yield from orders_of(wanted, catalogue)
    reading = orders[0].reading if orders else None
    if reading is None or orders[0].close or reading.profile in asked:
        return None
    easy = found.held and reading.complete and is_easy(reading.profile) and reading.score >= _SURE
    whole = easy or is_whole(reading.profile, reading.values, wanted.words, catalogue.today)
    return (rest, found.held) if whole else None


def asks_for_field(catalogue: Catalogue, said: Utterance, question: Open | None = None) -> Step | None:
    """The question for the value of the one field whose whole name was said: `new task`, of `Set New task`."""
    named = [
        profile
        for profile in catalogue.profiles
        if PRIMARY.get(profile.verbs[0] if profile.verbs else "") in _SETS and _is_called(profile, said.spoken)
    ]
    missing = [param for profile in named for param in profile.params if param.required and not param.given]
    if len(named) != 1 or not missing or (question and named[0] is question.profile):
        return None
    return finish(named[0], {}, missing, None)


def _is_called(profile: Profile, words: tuple[Word, ...]) -> bool:
    """Tell whether words are a field's whole name, with or without its `your`."""
    _, _, name = request_for(profile.action).partition(" ")
    heard, called = ([word.stem for word in one if word.text not in ARTICLES] for one in (words, hear(name)))
    return bool(heard) and heard in (called, [*profile.called])


def _ended(question: Open, found: Thought, said: Utterance) -> Step | None:
    """Return what is said where something was wrong: the question is over, or the words may be the text."""
    if found.wrong is None:
        return None
    if question.param.kind is Kind.TEXT and must_be_named(question.profile):
        return None  # that is asked about anyway
    if question.param.kind is Kind.TEXT and _is_sentence(question.param):
        return _with_text(question, said)
    return Step(ANSWERS[Intent.CANCEL])


def _meant(
    catalogue: Catalogue, question: Open, found: Thought, rest: Utterance, said: Utterance
) -> Thinking[Step | None]:
    """Return what was meant in place of the question: a value of it that was known, a name of the page, or this
    text."""
    wrong = {word.stem for word in found.wrong or ()}
    for param in question.profile.params:
        if wrong & {stem(word) for word in called_words(param)} and (param.name in question.values):
            return _other_value(catalogue, question, param, rest)
    other = corrected_answer(catalogue, question, rest)
    if other:
        return read_back(question, other)
    orders = yield from orders_of(rest, catalogue)
    reading = orders[0].reading if orders else None
    own = reading is not None and reading.profile is question.profile
    verb = by_verb(catalogue, rest) if len(rest.spoken) == 1 else ()
    if verb:
        return ask_which(verb)
    names = {word.stem for word in rest.spoken if word.text not in FUNCTION and word.stem not in GENERIC}
    if not names:
        return _ended(question, found, said)
    if names <= catalogue.known:
        if own or names <= own_words(question.profile):
            return asked_again(question)
        if reading and not orders[0].close:
            return ask_which((reading,))
        called = [one for one in catalogue.profiles if names <= {word.stem for word in hear(request_for(one.action))}]
        return ask_which(tuple(map(unfilled, called))) if 0 < len(called) <= _FEW else Step(SAY_IT_WHOLE)
    if _is_sentence(question.param) and not wrong:
        return None if must_be_named(question.profile) else _with_text(question, said)
    return _with_text(question, rest)


def _contrast(catalogue: Catalogue, question: Open, said: Utterance) -> Step | None:
    """`Ben, not Anna`: another value of what was known before the question, or the name that is asked for."""
    both = contrasted(said) if asks_text(question) else None
    if both is None:
        return None
    meant, other = both
    field = asks_for_field(catalogue, meant, question)
    if field:
        return field
    for param in question.profile.params:
        if param.name in question.values and _is_said(param, question.values, other):
            return _other_value(catalogue, question, param, meant)
        if param.name in question.values and is_value(param, meant):
            return _other_value(catalogue, question, param, meant)
    if _is_sentence(question.param):
        return None
    return _with_text(question, meant)


def _is_said(param: Param, values: Mapping[str, Any], said: Utterance) -> bool:
    """Tell whether words are of the value that a parameter has: `Anna`, of `Anna Keller`."""
    value = values[param.name]
    chosen = [choice.stems for choice in param.choices if choice.value == value]
    known = {one for stems in chosen for one in stems} or {word.stem for word in hear(str(value))}
    return {word.stem for word in said.spoken} <= known


def _other_value(catalogue: Catalogue, question: Open, param: Param, said: Utterance) -> Step:
    """The question again with another value of what was known; where there is none such, which one was meant."""
    profile, known = question.profile, dict(question.values)
    known.pop(param.name)
    if param.kind is Kind.TEXT:
        known[param.name] = without_hesitations(said.text.strip())
    else:
        known |= read_answer(profile, param, said, catalogue).values
    missing = [one for one in profile.params if one.required and one.name not in known]
    step = asked_first(profile, finish(profile, known, missing, None, question.tries))
    return acknowledged(question, read_back(question, step))


def _with_text(question: Open, said: Utterance) -> Step:
    """Return what a text leads to that may be something else: it is read back, or more is asked for before that."""
    text = without_hesitations(said.text[said.spoken[0].start : said.spoken[-1].end])
    profile, known = question.profile, {**question.values, question.param.name: text}
    missing = [one for one in profile.params if one.required and one.name not in known]
    return read_back(question, asked_first(profile, finish(profile, known, missing, None, question.tries)))


def _is_sentence(param: Param) -> bool:
    """Tell whether a parameter is for what is said or written, rather than for a name."""
    return not SAID_TO_PEOPLE.isdisjoint(called_words(param))
