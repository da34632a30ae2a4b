"""A refusal of what was just done: `not yet`, `not the roses`, `don't cancel it`. Nobody hears that it will not be
done."""

import re
from collections.abc import Sequence

from antiphon.domain.conversation import ActionTaken, ConversationItem
from antiphon.providers.brain._rules import phrases
from antiphon.providers.brain._rules.catalogue import Catalogue, Profile
from antiphon.providers.brain._rules.explained import own_words
from antiphon.providers.brain._rules.grave import is_easy, must_be_named, verb_places
from antiphon.providers.brain._rules.lexicon import (
    ARTICLES,
    AUXILIARIES,
    FILLERS,
    PREPOSITIONS,
    PRONOUNS,
    SUBJECTS,
    bag,
    sayings,
)
from antiphon.providers.brain._rules.naming import quote, request_for
from antiphon.providers.brain._rules.orders import Order
from antiphon.providers.brain._rules.second_thoughts import thought
from antiphon.providers.brain._rules.smalltalk import Intent, intent_of
from antiphon.providers.brain._rules.steps import Step
from antiphon.providers.brain._rules.utterance import Utterance
from antiphon.providers.brain._rules.verbs import base
from antiphon.providers.brain._rules.words import hear, stem

DONE_ALREADY, BEGUN_ALREADY = "That is done already: ", "That has begun already: "
_PRESSED = re.compile(r"I pressed [^.]+\.")
"""All that the observer of a page tells where it has seen nothing come of a press (`client_web/src/operate`)."""
_NOTHING_SEEN = "I saw nothing come of it."
_NO_WAY_BACK = "I know no way to undo it here."
_TAKING_BACK = sayings(
    "cancel that|cancel it|stop it|stop that|do not do that|do not do it|not yet|take that back|take it back|"
    "i take that back|i take it back|undo that|undo it|undo|revert that|revert it|i changed my mind|"
    "i have changed my mind|i did not want that|i do not want that|i did not mean that|please do not|forget that|"
    "that was a mistake|it was a mistake|i made a mistake|not now|no not now|no do not|"
    "i did not say that|i never said that|that is not what i wanted|that is not what i meant"
)
_NOTHING_SAID = sayings("cancel|nothing")
_DENYING = bag("not never")
_LITTLE = (
    (ARTICLES | AUXILIARIES | FILLERS | PREPOSITIONS | PRONOUNS | SUBJECTS)
    | _DENYING
    | bag(
        "no nope oh wait stop sorry please do her him them his hers theirs i me want wanted mean meant say said asked"
    )
) - bag("now really so well also too")
_LONGEST = 10
_OPPOSITES = sayings(
    "open close|start stop|start pause|pause resume|enable disable|activate deactivate|show hide|archive restore|"
    "delete restore|remove restore|book cancel|create delete|add remove|add delete|arm disarm|"
    "connect disconnect|check uncheck|order cancel|invite remove|play pause|play stop|close reopen"
)


def already_done(
    catalogue: Catalogue, said: Utterance, order: Order, taken: ActionTaken, before: Sequence[ConversationItem]
) -> Step | None:
    """Return that a thing is done already, and how it is undone, where an utterance only refuses it."""
    texts = tuple(word.text for word in said.spoken if word.text not in {"oh", "wait", "please", "sorry"})
    deeds = [one for one in before if isinstance(one, ActionTaken) and one.turn_id == taken.turn_id and one.outcome.ok]
    known = [(one, profile) for one in reversed(deeds) if (profile := catalogue.profile(one.call.action_id))]
    if not known or not 0 < len(texts) <= _LONGEST:
        return None
    refused = next((one for one in known if _refuses(one[0], one[1], said)), None)
    last = known[0]
    if refused is None and (texts in _TAKING_BACK or _is_complaint(catalogue, said) or _gives_up(said, last[1])):
        refused = last
    if refused is None or texts in _NOTHING_SAID or _undoes(order, refused[1]):
        return None
    deed, profile = refused
    told = phrases.deed(profile.action, deed.call)
    if _PRESSED.fullmatch(str(deed.outcome.output)):
        return Step(f"{deed.outcome.output} {_NOTHING_SEEN}")
    lead = BEGUN_ALREADY if deed.outcome.begun else DONE_ALREADY
    return Step(f"{lead}{told}. {_way_back(catalogue, profile)}".rstrip())


def _gives_up(said: Utterance, profile: Profile) -> bool:
    """Tell whether an utterance gives up, as one does a question, what can hardly be taken back: `never mind`."""
    return must_be_named(profile) and intent_of(said.text) is Intent.CANCEL


def _is_complaint(catalogue: Catalogue, said: Utterance) -> bool:
    """Tell whether an utterance only says that something was wrong: `that was the wrong one`."""
    found = thought(said, catalogue.known)
    return found is not None and found.wrong is not None and found.rest is None


def _refuses(taken: ActionTaken, profile: Profile, said: Utterance) -> bool:
    """Tell whether words say `not` of this deed and nothing else: `not the roses`, `don't remove her`."""
    words = said.spoken
    texts = {word.text for word in words}
    if texts.isdisjoint(_DENYING):
        return False
    values = {word.stem for value in taken.call.parameters.values() for word in hear(str(value))}
    own = own_words(profile) | values | {stem(verb) for verb in profile.verbs}
    verbs = verb_places(profile, words)
    return all(
        word.text in _LITTLE or at in verbs or not own.isdisjoint({word.stem, base(word.text) or word.text})
        for at, word in enumerate(words)
    )


def _undoes(order: Order, profile: Profile) -> bool:
    """Tell whether an order is of what the deed was of, and may undo it: `cancel it`, behind `book a visit`."""
    found = [order.reading, *order.close] if order.reading else []
    things = {*profile.things}
    return any(
        one and one.profile is not profile and ("undo" in one.profile.groups or things & {*one.profile.things})
        for one in found
    )


def _way_back(catalogue: Catalogue, profile: Profile) -> str:
    """Return how a deed is undone on this page, where it has an action for that."""
    undoing = [one for one in catalogue.profiles if "undo" in one.groups and one is not profile]
    undoing = undoing or [one for one in catalogue.profiles if _is_opposite(profile, one)]
    if undoing:
        return f"You can say \u201c{quote(request_for(undoing[0].action))}\u201d."
    return "" if is_easy(profile) else _NO_WAY_BACK


def _is_opposite(profile: Profile, other: Profile) -> bool:
    """Tell whether an action does the opposite to the same: `unfreeze a card`, of `freeze a card`."""
    if not profile.verbs or not other.verbs or {*profile.things} != {*other.things} or not profile.things:
        return False
    verb, opposite = profile.verbs[0], other.verbs[0]
    named = opposite == f"un{verb}" or verb == f"un{opposite}"
    return named or (verb, opposite) in _OPPOSITES or (opposite, verb) in _OPPOSITES
