"""Free texts of what is hard to take back: which were plainly given, and which are no values at all.

A value of an enum is one because the page has it. Of a free text nobody knows that: `the dog is barking`, `month` (of
the month) or `tomorrow` fill a parameter as well as `Anna` does. So one that was asked for is always read back, and in
one sentence only what looks like a name or a title, or was led in as one, is done at once.
"""

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, TypeGuard

from antiphon.providers.brain._rules.catalogue import Profile
from antiphon.providers.brain._rules.grave import must_be_named
from antiphon.providers.brain._rules.holding import strong_hold
from antiphon.providers.brain._rules.lexicon import (
    ARTICLES,
    AUXILIARIES,
    BODIES,
    FILLERS,
    PHRASAL,
    PREPOSITIONS,
    PRONOUNS,
    SUBJECTS,
    bag,
    sayings,
)
from antiphon.providers.brain._rules.quotes import is_within_quotes
from antiphon.providers.brain._rules.schema import Kind, Param
from antiphon.providers.brain._rules.steps import Open, Step, Which, asked_first
from antiphon.providers.brain._rules.text_answer import introduction
from antiphon.providers.brain._rules.utterance import Utterance
from antiphon.providers.brain._rules.vague import SAID_TO_PEOPLE
from antiphon.providers.brain._rules.words import leading

_LED_IN = re.compile(
    r"(?:[:=]|\b(?:called|named|titled|entitled|labell?ed|saying|says|reading|reads|the words?|with the text))$"
)
_THAT = re.compile(r"\bthat$")
_OWN = bag("account")
_JOINERS = bag("of the and de da di do du van von der den del la le el bin al for in on at to y e")
"""Words that may be in lower case within a name: `Anna van der Berg`, `Lord of the Rings`."""
_POINTING = (
    ARTICLES
    | PREPOSITIONS
    | PRONOUNS
    | SUBJECTS
    | FILLERS
    | bag(
        "everybody everyone nobody somebody anybody anyone whoever her hers his theirs you myself yourself both each "
        "either neither any none nothing other others another same first last next rest whole lot else most few more "
        "and but or who what which"
    )
)
"""Words that point at somebody, and name nobody: `him`, `the other one`, `all of them`."""
_STATING = AUXILIARIES | SUBJECTS | bag("me us them him not never am my your our their")
"""Words of sentences: a name has none of them."""
_EXCLAIMING = bag(
    "wow oops ouch gosh damn oh ah hey hi hello sorry thanks thank ugh yikes hooray bravo really seriously whatever "
    "wrong stop wait please yes yeah no nope okay ok sure right what why how when where who exactly indeed listen look"
)
_REMARKS = sayings(
    "good question|good point|fair enough|no idea|no clue|who knows|good idea|bad idea|good grief|my goodness|"
    "never mind|one more time|come on|of course"
)
_HOLDING = sayings("hang on|hold on|hold it")
"""What asks for a moment where nothing else is said, beside what means nothing else."""


def is_plainly_given(profile: Profile, values: Mapping[str, Any], text: str) -> bool:
    """Tell whether each free text of an order looks like a name, stands in quotation marks, or was led in as a text."""
    filled = [param for param in profile.params if param.kind is Kind.TEXT and param.name in values]
    texts = [(param, values[param.name]) for param in filled]
    return all(_is_given(param, str(value), text) for param, value in texts if value not in param.given)


def _is_given(param: Param, value: str, text: str) -> bool:
    starts = [match.start() for match in re.finditer(re.escape(value), text)] if value else []
    if any(is_within_quotes(text, at, at + len(value)) or _is_led_in(param, text[:at]) for at in starts):
        return True
    owned = any(_OWNED.match(text[at + len(value) :]) for at in starts)
    return _is_name(value, text) and not (owned and _may_be_a_sentence(param))


_OWNED = re.compile("['\u2019]s\\b")
"""`Delete Anna's note` deletes none that is called `Anna`."""


def _is_led_in(param: Param, before: str) -> bool:
    lead = before.rstrip(" \t\"'\u2018\u201c\u201e\u00ab\u2039`").lower()
    return bool(_LED_IN.search(lead)) or (not BODIES.isdisjoint(param.words) and bool(_THAT.search(lead)))


def _is_name(value: str, text: str) -> bool:
    """Tell whether each word of it begins with a capital or is a figure or an address; in a text of capitals none
    tells."""
    words = value.split()
    if text.isupper() or not words or (words[0][:1].islower() and "@" not in words[0]):
        return False
    return all(not word[:1].islower() or word.lower() in _JOINERS or "@" in word for word in words)


def is_of_names(param: Param) -> bool:
    """Tell whether a parameter is for the name of somebody or something: `guest`, and neither `title` nor `text`."""
    return not _may_be_a_sentence(param)


def _may_be_a_sentence(param: Param) -> bool:
    """Tell whether a parameter is for what is said or written, rather than for whom or what something is done to."""
    return not SAID_TO_PEOPLE.isdisjoint(param.words)


def only_holds(said: Utterance) -> bool:
    """Tell whether an utterance asks for a moment, whatever is said to others behind it: `hang on, the phone is
    ringing`."""
    size = strong_hold(said.spoken) or leading(_HOLDING, said.spoken)
    return bool(size) and (size == len(said.spoken) or said.spoken[size - 1].pause)


def is_no_value(param: Param, said: Utterance) -> bool:
    """Tell whether an utterance is no value of a free text: it names nobody (`him`), or is a remark (`it's
    raining`)."""
    texts = tuple(word.text for word in said.spoken)
    if set(texts) <= _POINTING:
        return True
    if not BODIES.isdisjoint(param.words):
        return False
    first = next((text for text in texts if text not in ARTICLES), "")
    if first == "wrong":
        return True
    if _may_be_a_sentence(param):
        return False
    led = introduction(param, texts) or (2 if texts[:2] in _INTRODUCING else 0)
    stated = texts[led:]
    exclaims = first in _EXCLAIMING and not led
    return exclaims or texts in _REMARKS or texts[:2] in PHRASAL or not _STATING.isdisjoint(stated)


_INTRODUCING = frozenset({("it", "is"), ("that", "is"), ("this", "is"), ("i", "mean")})


def read_back(question: Open | Which, step: Step) -> Step:
    """A step after an answer: what is hard to take back is asked about, where a free text was among the answers, or a
    value that was known before was put right: nothing has told since what it is."""
    if not isinstance(question, Open) or not must_be_named(question.profile):
        return step
    if question.param.kind is not Kind.TEXT and not question.unsure and not _is_corrected(question, step):
        return step
    if step.call and step.call.action_id == question.profile.action.id:
        return asked_first(question.profile, step)
    return _unsure(step) if step.question and _is_of(step.question, question.profile) else step


def _is_corrected(question: Open, step: Step) -> bool:
    """Tell whether a value is another one after a step than before it: who or what it is done to, and no account of
    one's own that it is done from."""
    called = step.call if step.call and step.call.action_id == question.profile.action.id else None
    asked = step.question if step.question and _is_of(step.question, question.profile) else None
    known = called.parameters if called else asked.values if asked else question.values
    own = {param.name for param in question.profile.params if not _OWN.isdisjoint(param.words)}
    return any(known.get(name) != value for name, value in question.values.items() if name not in own)


def doubted(step: Step, text: str) -> Step:
    """A step that asks for a value, with a note where a free text that is known by then was not plainly given."""
    asked = step.question
    if not isinstance(asked, Open) or not must_be_named(asked.profile):
        return step
    return step if is_plainly_given(asked.profile, asked.values, text) else _unsure(step)


def _unsure(step: Step) -> Step:
    question = step.question
    return replace(step, question=replace(question, unsure=True)) if isinstance(question, Open) else step


def _is_of(question: Open | Which, profile: Profile) -> TypeGuard[Open]:
    return isinstance(question, Open) and question.profile is profile
