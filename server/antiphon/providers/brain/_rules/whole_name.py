"""A name and nothing else, word for word: `Pay in cash`, on a page with one choice that is called so."""

from antiphon.providers.brain._rules.catalogue import Catalogue
from antiphon.providers.brain._rules.evidence import Reading
from antiphon.providers.brain._rules.grave import must_be_named
from antiphon.providers.brain._rules.open_question import ask_which
from antiphon.providers.brain._rules.steps import Step, finish
from antiphon.providers.brain._rules.utterance import Mood, Utterance

_SPOKEN_WORDS = 2
"""A word alone that was heard is as likely a remark; nobody types one."""


def by_name(catalogue: Catalogue, said: Utterance) -> Step | None:
    """Does what has this name; asks first where that is hard to take back. Nothing where several are called so, or more
    has to be said than the name."""
    whole = tuple(word.stem for word in said.words)
    if len(whole) < (1 if said.typed else _SPOKEN_WORDS) or said.denials or said.mood in {Mood.ASK, Mood.OTHER}:
        return None
    found = [profile for profile in catalogue.profiles if profile.called == whole]
    if len(found) != 1 or any(param.required for param in found[0].params):
        return None
    if must_be_named(found[0]):
        return ask_which((Reading(found[0], {}, (), None, 1.0, 1.0),))
    return finish(found[0], {}, (), None)
