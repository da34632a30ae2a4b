"""Texts that are hardly what was meant: a count that may be of one thing only, and a `no` in front of a name.

`Add a dozen eggs and flour` counts the eggs, and who says `add no more sugar` wants none added: both are read back.
"""

from antiphon.providers.brain._rules.evidence import Reading
from antiphon.providers.brain._rules.free_text import is_of_names, is_plainly_given
from antiphon.providers.brain._rules.lexicon import NEGATIONS, bag
from antiphon.providers.brain._rules.numbers import find_numbers
from antiphon.providers.brain._rules.schema import Kind, Param
from antiphon.providers.brain._rules.utterance import Utterance
from antiphon.providers.brain._rules.verbs import DICTATED
from antiphon.providers.brain._rules.words import hear

_ADDING = bag("add create buy book save set")
_SENTENCES = bag("task todo observation review feedback status report")
"""Names of parameters whose texts may begin with a no: `no parking`."""


def is_doubtful(reading: Reading, said: Utterance) -> bool:
    """Tell whether a text of an order is to be read back before anything is done, easily taken back as it may be."""
    texts = [one for one in reading.profile.params if one.kind is Kind.TEXT and one.name in reading.values]
    return any(_is_refused(reading, param, said) or _is_counted_pair(reading, param, said) for param in texts)


def _is_refused(reading: Reading, param: Param, said: Utterance) -> bool:
    words = hear(str(reading.values[param.name]))
    names = is_of_names(param) and _SENTENCES.isdisjoint(param.words) and not reading.profile.groups & DICTATED
    refuses = bool(words) and words[0].text in NEGATIONS and names and bool(reading.profile.groups & _ADDING)
    return refuses and not is_plainly_given(reading.profile, {param.name: reading.values[param.name]}, said.text)


def _is_counted_pair(reading: Reading, param: Param, said: Utterance) -> bool:
    """Tell whether a number stands right before two things that an `and` joins."""
    value = str(reading.values[param.name])
    counted = any(one.kind is Kind.NUMBER and one.name in reading.values for one in reading.profile.params)
    start = said.text.find(value)
    if not counted or start < 0 or "and" not in [word.text for word in hear(value)[1:-1]]:
        return False
    before = hear(said.text[:start])
    return any(number.end == len(before) and number.value != 1 for number in find_numbers(before))
