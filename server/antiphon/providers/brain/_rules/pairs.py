"""Verbs that people say for each other, and that are not always the same: `finish the order` may complete it.

What is found so is only asked about.
"""

from antiphon.providers.brain._rules.catalogue import Catalogue
from antiphon.providers.brain._rules.matcher import Thinking
from antiphon.providers.brain._rules.orders import orders_of
from antiphon.providers.brain._rules.steps import Step, asked_first, finish
from antiphon.providers.brain._rules.utterance import Utterance, strip_courtesies, understand
from antiphon.providers.brain._rules.verbs import base

_FINISHING = ("finish", "complete", "end", "finalize", "finalise", "conclude", "close")
_PAIRS = {verb: tuple(other for other in _FINISHING if other != verb) for verb in _FINISHING}


def paired(catalogue: Catalogue, said: Utterance) -> Thinking[Step | None]:
    """Return the question for the one action that the other verb of a pair leads to; None where none or many are."""
    words = strip_courtesies(said.spoken)
    others = _PAIRS.get(words[0].text, ()) if len(words) > 1 and not said.denials else ()
    found = []
    for other in others:
        if not any((base(one) or one) == other for profile in catalogue.profiles for one in profile.verbs[:1]):
            continue
        orders = yield from orders_of(understand(other + said.text[words[0].end :], typed=said.typed), catalogue)
        reading = orders[0].reading if len(orders) == 1 and not orders[0].close else None
        if reading and reading.complete and reading.profile.verbs[:1] == (other,):
            found.append(reading)
    if len(found) != 1:
        return None
    [reading] = found
    return asked_first(reading.profile, finish(reading.profile, dict(reading.values), (), None))
