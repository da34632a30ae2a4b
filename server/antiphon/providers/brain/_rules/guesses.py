"""Rules for what may have been meant where it was not said in the page's words, or says what shall not be done."""

from itertools import islice

from antiphon.providers.brain._rules import phrases
from antiphon.providers.brain._rules.catalogue import Catalogue
from antiphon.providers.brain._rules.evidence import Reading
from antiphon.providers.brain._rules.grave import is_grave, is_guessed, undone
from antiphon.providers.brain._rules.matcher import Thinking, readings
from antiphon.providers.brain._rules.mended import mended
from antiphon.providers.brain._rules.naming import request_for
from antiphon.providers.brain._rules.orders import orders_of
from antiphon.providers.brain._rules.pairs import paired
from antiphon.providers.brain._rules.sounding import likely
from antiphon.providers.brain._rules.steps import Step, Which, finish
from antiphon.providers.brain._rules.utterance import Utterance, shape, strip_courtesies, understand
from antiphon.providers.brain._rules.words import hear


def unsure(catalogue: Catalogue, reading: Reading, said: Utterance) -> Thinking[tuple[Reading, ...]]:
    """Return what may have been meant, where it was not heard word for word and could not be taken back; else
    nothing."""
    for other in islice(undone(catalogue, hear(said.text)), 1):
        orders = yield from orders_of(understand(request_for(other.action)), catalogue)
        if len(orders) == 1 and orders[0].reading and orders[0].reading.profile is other is not reading.profile:
            return (reading, orders[0].reading)
    grave = is_grave(reading.profile) and not reading.profile.action.confirm
    return (reading,) if grave and is_guessed(catalogue, reading.profile, said.words) else ()


def by_sound(catalogue: Catalogue, said: Utterance, *, only_sure: bool) -> Thinking[Step | None]:
    """Return what was said in other words than the page's, and sounds like those: done, or asked about where it may be
    something else, or could not be taken back."""
    pair = (yield from paired(catalogue, said)) if not only_sure else None
    if pair:
        return pair
    found = yield from likely(catalogue, said)
    meant = []
    for profile, text in found.said if found else ():
        orders = yield from orders_of(understand(text, typed=said.typed), catalogue)
        if len(orders) == 1 and orders[0].reading and orders[0].reading.profile is profile and not orders[0].close:
            meant.append(orders[0].reading)
    if not found or len(meant) < len(found.said) or (only_sure and not found.sure):
        return None
    if found.sure:
        return finish(meant[0].profile, dict(meant[0].values), meant[0].missing, meant[0].refused)
    return Step(phrases.unclear([one.profile for one in meant]), question=Which(tuple(meant)))


def is_refusal(catalogue: Catalogue, said: Utterance) -> Thinking[bool]:
    """`do not open settings`, `open settings, just kidding`: understood, and left alone."""
    fix = mended(said)
    if fix and fix.instead is None:
        return bool((yield from readings(catalogue, fix.before)))
    if not said.denials or said.denials[0] > 2:
        return False
    rest = said.words[said.denials[0] + 1 :]
    found = yield from readings(catalogue, shape(said.text, strip_courtesies(rest)))
    return bool(found)
