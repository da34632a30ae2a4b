"""The question mark of a message: `send Anna the message are you coming?` asks Anna, and not the page."""

from itertools import pairwise

from antiphon.providers.brain._rules.lexicon import BODIES, bag
from antiphon.providers.brain._rules.schema import Param
from antiphon.providers.brain._rules.utterance import Utterance

_COURTEOUS = bag("can could would will may")
_WITHIN = 4


def end_of(param: Param, said: Utterance, end: int) -> int:
    """Return where a text ends, its question mark included, unless that is of an order: `can you send Anna a hello?`"""
    if BODIES.isdisjoint(param.words) or said.text[end : end + 1] != "?":
        return end
    begins = [word.text for word in said.spoken[:_WITHIN]]
    courteous = any(one in _COURTEOUS and other in {"you", "i", "we"} for one, other in pairwise(begins))
    return end if courteous else end + 1
