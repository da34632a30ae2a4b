"""Remarks that hold a value's name and choose none: `I am free`, `my family is here`, where a plan is asked for."""

from collections.abc import Collection

from antiphon.providers.brain._rules.lexicon import ARTICLES, CLAUSE, FILLERS, bag, sayings
from antiphon.providers.brain._rules.utterance import Utterance

_CHOOSING = sayings(
    "it is|that is|this is|it was|it should be|it shall be|it will be|that would be|it would be|i will take|"
    "i will have|i will go for|i will go with|i will choose|i would take|i would have|i would choose|i would pick|"
    "i would say|i would go for|i would go with|i would rather have|i would prefer|i prefer|i take|i choose|i pick|"
    "i have chosen|i mean|i meant|i said|i say|i think|i guess|i think it is|i think i will take|i like|i want|i need|"
    "i would like|we want|we need|we would like|we take|we will take|we will have|we prefer|we would prefer|"
    "can it be|could it be|can you make it|could you make it|can i get|could i get|can i take|could i take|"
    "may i take|can we take|could we take|i am going with|i am going for|i go for|i go with|what i want is|"
    "do you have|is there"
)
"""Words that lead to a value that is chosen, though it is a sentence."""
_SURROUNDINGS = bag("here there outside inside today tonight")
"""`It is quiet in here.`"""


def is_remark(said: Utterance, named: Collection[int]) -> bool:
    """Tell whether the words around a value make a sentence of their own, rather than one that chooses it.

    `named` are the places of the value's words.
    """
    texts = [word.text for word in said.words]
    first = min(named, default=0)
    before = tuple(text for text in texts[:first] if text not in FILLERS)
    while before and before[-1] in ARTICLES:
        before = before[:-1]
    lead = max((len(one) for one in _CHOOSING if before[: len(one)] == one), default=0)
    around = [*before[lead:], *(text for at, text in enumerate(texts) if at > first and at not in named)]
    return not (CLAUSE | _SURROUNDINGS).isdisjoint(around)
