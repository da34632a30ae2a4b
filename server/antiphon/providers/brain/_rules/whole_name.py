"""A name and nothing else, word for word: `Pay in cash`, on a page with one choice that is called so."""

from antiphon.providers.brain._rules.answering import is_value
from antiphon.providers.brain._rules.catalogue import Catalogue
from antiphon.providers.brain._rules.closed import without_yes_or_no
from antiphon.providers.brain._rules.evidence import Reading
from antiphon.providers.brain._rules.grave import is_button, must_be_named
from antiphon.providers.brain._rules.naming import request_for
from antiphon.providers.brain._rules.open_question import ask_which
from antiphon.providers.brain._rules.page_asks import is_called
from antiphon.providers.brain._rules.steps import Open, Step, Which, finish
from antiphon.providers.brain._rules.text_answer import is_introduced
from antiphon.providers.brain._rules.utterance import Mood, Utterance
from antiphon.providers.brain._rules.words import hear

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


def by_label(catalogue: Catalogue, question: Open | Which, said: Utterance) -> Step | None:
    """Asks whether a button is meant, where its whole name is said over a question: `Pay now`, `no, report problem`.

    Nobody knows whether that is not the text that was asked for.
    """
    words = without_yes_or_no(said).spoken
    asked = [question.profile] if isinstance(question, Open) else [one.profile for one in question.readings]
    named = [
        profile
        for profile in catalogue.profiles
        if is_button(profile)
        and is_called(words, hear(request_for(profile.action).removeprefix("press ")))
        and not any(param.required for param in profile.params)
    ]
    is_answer = isinstance(question, Open) and (is_value(question.param, said) or is_introduced(question.param, said))
    if len(words) < _SPOKEN_WORDS or len(named) != 1 or named[0] in asked or is_answer:
        return None
    return ask_which((Reading(named[0], {}, (), None, 1.0, 1.0),))
