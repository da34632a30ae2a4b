"""Rules for what is said over `What is the text?` and is none: an order that the page does not know, a no, a remark
to people.

Nothing of it is filled in. It is asked again, or where it may be the text all the same, it is read back.
"""

from collections.abc import Sequence

from antiphon.providers.brain._rules import phrases
from antiphon.providers.brain._rules.catalogue import Catalogue
from antiphon.providers.brain._rules.free_text import is_of_names
from antiphon.providers.brain._rules.grave import must_be_named
from antiphon.providers.brain._rules.holding import is_aside
from antiphon.providers.brain._rules.lexicon import (
    ARTICLES,
    AUXILIARIES,
    BODIES,
    PREPOSITIONS,
    RECIPIENTS,
    bag,
    sayings,
)
from antiphon.providers.brain._rules.open_question import asked_again, not_got
from antiphon.providers.brain._rules.schema import Kind, Param
from antiphon.providers.brain._rules.steps import Open, Step
from antiphon.providers.brain._rules.text_answer import called_words, is_introduced, own_name
from antiphon.providers.brain._rules.utterance import Utterance, strip_ending, verb_of
from antiphon.providers.brain._rules.verbs import PARTED, PRIMARY
from antiphon.providers.brain._rules.words import Word

_RUNNING = bag(
    "open close shut play pause resume unpause turn switch mute unmute delete erase launch restart reboot reset "
    "refresh reload scroll zoom undo redo lock unlock dim enable disable activate deactivate login logout skip rewind "
    "toggle"
)
"""Verbs that are said to what one talks to, and hardly ever written down: `close the door`."""
_RUNNING_AT_TIMES = bag("start stop")
_POINTED = bag("the my our your this that these those all")
_PRONOUNS = bag("it this that them everything")
_LISTENER = bag("me us")
_FOR_LISTENER = bag("show read play take log sign give tell logout login")
_WAYS = bag("up down in out on off back forward forwards backwards left right again home aloud louder quieter")
_LONGEST = 6
_NO = sayings("no|nope|nah|no no|no sorry|sorry|sorry no|oh no|not|no not|oops")
_NOT_NAMED = ARTICLES | bag("something anything somebody anybody someone anyone")
_LEADS = frozenset(sayings("it is|that is|this is|i mean|i meant|i said"))
_NAMES = RECIPIENTS | bag("name city town street email mail phone company country guest member surname username user")
"""Words in the labels of fields for what somebody or something is called."""
_NOBODY = bag("yes no well ok okay so hello hi hey dear now then today tomorrow tonight sorry thanks")
_YOU = bag("did do are have never got heard keep always should must can were said")
_MARKS = frozenset("\"'\u2018\u201c\u201e\u00ab\u2039`")


def is_unknown_order(catalogue: Catalogue, question: Open, said: Utterance) -> bool:
    """Tell whether an utterance is an order of everyday speech that the page does not know: `turn it off`.

    What names a thing of the page's, and what may be a message to somebody, is read back.
    """
    param = question.param
    if not _may_be_refused(param, said) or (must_be_named(question.profile) and not is_of_names(param)):
        return False
    words = strip_ending(said.words)
    verb, size = verb_of(words)
    rest = words[size:]
    if not rest and size > 1 and verb in _FOR_LISTENER:  # `log me out`
        return True
    if not verb or not rest or len(words) > _LONGEST:
        return False
    verb = PARTED.get((words[0].text, words[-1].text), verb)
    if rest[0].text in _POINTED and len(rest) > 1 and verb in _RUNNING:
        return not all(word.stem in catalogue.known for word in rest[1:])
    if rest[0].text in _PRONOUNS:
        return PRIMARY.get(verb, "") != ""
    if rest[0].text in _LISTENER:
        return verb in _FOR_LISTENER
    return all(word.text in _WAYS for word in rest) and verb in _RUNNING


def may_be_an_order(catalogue: Catalogue, question: Open, said: Utterance) -> bool:
    """Tell whether a text may be an order, though it may as well be a note: `start the dishwasher`, `delete Carmen`
    where Carmen is of the page."""
    verb, size = verb_of(said.words)
    rest = said.words[size:]
    things = [word for word in rest if word.text not in ARTICLES]
    if PRIMARY.get(verb or "") == "remove" and things and len(said.words) <= _LONGEST:
        return all(word.stem in catalogue.known for word in things) and _may_be_refused(question.param, said)
    pointed = len(rest) > 1 and rest[0].text in _POINTED and len(said.words) <= _LONGEST
    return pointed and verb in _RUNNING_AT_TIMES and _may_be_refused(question.param, said)


def refused_order(question: Open) -> Step:
    """Return that an order is not known here, and the question again."""
    return asked_again(question, phrases.CANNOT)


def denied(question: Open, said: Utterance) -> Step | None:
    """Return the question again where a no and a thing that is none of the question's was said: `no, the schedule`."""
    if not _may_be_refused(question.param, said):
        return None
    words = said.spoken
    texts = tuple(word.text for word in words)
    size = max((len(one) for one in _NO if texts[: len(one)] == one), default=0)
    rest = words[size:]
    if not size or not rest or rest[0].text not in _NOT_NAMED or any(word.text in AUXILIARIES for word in rest):
        return None
    return not_got(question)


def is_no_answer(question: Open, said: Utterance) -> bool:
    """Tell whether an utterance is said to us, and is no text: `you did not listen`; or no name: `Ella is hungry`."""
    param = question.param
    if not _may_be_refused(param, said):
        return False
    texts = [word.text for word in said.spoken]
    to_us = texts[:1] == ["you"] and texts[1:2] != [] and texts[1] in _YOU
    if to_us and not must_be_named(question.profile):
        return True
    if own_name(param, texts):
        return False
    words = _without_lead(said.spoken)
    return _is_of_names(param) and len(words) > 1 and _is_sentence(words)


def may_be_a_remark(question: Open, said: Utterance) -> bool:
    """Tell whether a text may be a remark to somebody in the room: `Mum, dinner is ready`. A note may be any."""
    if not _may_be_refused(question.param, said):
        return False
    words = said.spoken
    if own_name(question.param, [word.text for word in words]):
        return False
    called = len(words) > 2 and words[0].pause and words[0].text not in _NOBODY
    if called and _is_sentence(words[1:]):
        return True
    rest = _without_lead(words)
    return BODIES.isdisjoint(called_words(question.param)) and len(rest) > 1 and _is_sentence(rest)


def _is_of_names(param: Param) -> bool:
    """Tell whether a parameter is for a name; a field of a page is known by its label alone."""
    words = called_words(param)
    return not _NAMES.isdisjoint(words) if words != param.words else is_of_names(param)


def _without_lead(words: Sequence[Word]) -> Sequence[Word]:
    """Return an answer without its `it is`; that of `it is raining` leads to none."""
    texts = tuple(word.text for word in words[:3])
    return words[2:] if texts[:2] in _LEADS and not texts[-1].endswith("ing") else words


def _is_sentence(words: Sequence[Word]) -> bool:
    """Tell whether words say what somebody or something is or does, and name nothing."""
    behind = [word.text for word in words[1:]]
    return (is_aside(words) or not AUXILIARIES.isdisjoint(behind)) and words[0].text not in PREPOSITIONS


def _may_be_refused(param: Param, said: Utterance) -> bool:
    if param.kind is not Kind.TEXT or not said.spoken or said.text.lstrip()[:1] in _MARKS:
        return False
    return not is_introduced(param, said)
