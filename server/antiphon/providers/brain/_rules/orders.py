"""Rules for what an utterance asks for, one request after the other, each as the reading that fits best."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from antiphon.domain.actions import ActionCall
from antiphon.providers.brain._rules.agreeing import ticked
from antiphon.providers.brain._rules.answers import read_answer
from antiphon.providers.brain._rules.asking import asked
from antiphon.providers.brain._rules.catalogue import Catalogue
from antiphon.providers.brain._rules.evidence import Reading
from antiphon.providers.brain._rules.grave import is_far, must_be_named
from antiphon.providers.brain._rules.lexicon import BODIES
from antiphon.providers.brain._rules.matcher import Thinking, choose, readings
from antiphon.providers.brain._rules.mended import Mended, mended
from antiphon.providers.brain._rules.mended_text import mended_text, other_than_text, spans
from antiphon.providers.brain._rules.ordinary import is_ordinary
from antiphon.providers.brain._rules.parts import begins_with_remark, is_across, listed, parts_of
from antiphon.providers.brain._rules.schema import Kind
from antiphon.providers.brain._rules.several import several
from antiphon.providers.brain._rules.tails import with_tail
from antiphon.providers.brain._rules.utterance import (
    Mood,
    Utterance,
    from_press,
    strip_courtesies,
    strip_ending,
    without_front,
)
from antiphon.providers.brain._rules.ways import ways

_LONGEST_REQUEST = 20
_MOST_MENDED = 2
"""How often an utterance takes something back; of one that does so more often nothing is left."""


@dataclass(frozen=True, slots=True)
class Order:
    """One request: the reading that was meant, others that it can hardly be told from, and its words."""

    reading: Reading | None = None
    close: tuple[Reading, ...] = ()
    said: Utterance | None = None
    sure: bool = True
    """Not so where what follows may be an order too, or belong to its text: then it is read back."""


def orders_of(
    said: Utterance, catalogue: Catalogue, done: Sequence[ActionCall] = (), *, depth: int = 0
) -> Thinking[list[Order]]:
    """The requests in an utterance, in order; empty where there is none. What was taken back within it is none.

    `done` are this turn's calls so far. The page may offer other actions since, so that the first parts need not be
    understood again: they count by their number.
    """
    fix = mended(said)
    if fix:
        instead = yield from _instead(fix, said, catalogue, depth)
        if instead is not None:
            return instead
    parts = parts_of(said)
    if parts and not any(is_across(call, parts) for call in done):
        first = yield from meant(parts[0], catalogue)
        if not first.reading and begins_with_remark(said, parts[0]):
            return (yield from _after_remark(said, parts[1:], catalogue))
        if _is_called_out(parts, first):
            return (yield from _orders_in(parts[1:], catalogue))
        orders = [first]
        refuses = parts[0].denials[:1] in {(0,), (1,)} and parts[0].spoken[-1].pause  # `don't open it, show the orders`
        for part in parts[1:] if first.reading or done or refuses else ():
            order = yield from meant(part, catalogue)
            orders.append(order)
        tail = with_tail(said, [order.reading for order in orders], parts[: len(orders)])
        if tail:
            before = [single for order in orders[: tail[0]] for single in _singles(order)]
            return [*before, Order(tail[1], said=said, sure=tail[2])]
        refused = [bool(part.denials) for part in parts]
        if any(order.reading or no for order, no in zip(orders[1:], refused[1:], strict=False)):
            wanted = [order for order, no in zip(orders, refused, strict=True) if order.reading or not no]
            return [single for order in wanted for single in _singles(order)]
    whole = yield from meant(said, catalogue)
    if fix and whole.reading and not whole.close and spans(whole.reading, fix):
        return [replace(whole, sure=False)]
    return _singles(whole) if whole.reading else []


def _is_called_out(parts: Sequence[Utterance], first: Order) -> bool:
    """Tell whether the first part only says whom the rest is said to: `Otto, call Greta`, where both can be called."""
    part = parts[0]
    alone = len(part.spoken) == 1 and part.spoken[0].pause and part.mood is Mood.PHRASE
    return alone and bool(first.reading and must_be_named(first.reading.profile))


def _orders_in(parts: Sequence[Utterance], catalogue: Catalogue) -> Thinking[list[Order]]:
    orders = []
    for part in parts:
        order = yield from meant(part, catalogue)
        orders += _singles(order) if order.reading else []
    return orders


def _instead(fix: Mended, said: Utterance, catalogue: Catalogue, depth: int) -> Thinking[list[Order] | None]:
    """Return what is asked for where the last request was taken back; None where what was taken back is no request.

    Of what is hard to take back nothing is left but what was said last.
    """
    if depth == _MOST_MENDED:
        return []
    before = yield from orders_of(fix.before, catalogue, depth=depth + 1)
    last = before[-1].reading if before else None
    if last is None:
        return None
    if _holds_text(last, fix):
        return (yield from _with_another_text(last, fix, said, catalogue))
    kept = [order for order in before[:-1] if order.reading and not must_be_named(order.reading.profile)]
    grave = any(order.reading and must_be_named(order.reading.profile) for order in before)
    if fix.instead is None:
        return [] if grave else None
    of_it = any(word.stem in last.profile.things for word in fix.instead.words[:1])  # `order 2` may be an order
    orders = fix.instead.mood is Mood.COMMAND and not of_it
    value = None if orders else _with_another_value(last, fix.instead, catalogue)
    if value:
        return [*kept, Order(value, said=fix.instead)]
    after = yield from orders_of(fix.instead, catalogue, depth=depth + 1)
    if after and after[0].reading:
        return [*kept, *after]
    if not grave:
        return (yield from _with_another_text(last, fix, said, catalogue))
    return [] if orders or len(before) > 1 else [Order(last, said=said)]


def _with_another_text(
    last: Reading, fix: Mended, said: Utterance, catalogue: Catalogue
) -> Thinking[list[Order] | None]:
    """Return a request with the text that was meant instead; what is hard to take back is read back."""
    other = other_than_text(last, fix.instead, catalogue) if fix.instead else None
    if other:
        return [Order(other, said=fix.instead, sure=not must_be_named(other.profile))]
    mend = mended_text(last, fix, said)
    if mend is None:
        return None
    if mend.again is None:
        return [Order(mend.reading, said=said, sure=False)]
    order = yield from meant(mend.again, catalogue)
    if order.reading is None or order.reading.profile is not last.profile:
        return None
    return [replace(order, sure=mend.sure and not must_be_named(last.profile))]


def _holds_text(reading: Reading, fix: Mended) -> bool:
    """Tell whether what takes something back may be of a text: of a name only where no other order follows.

    What is hard to take back is not done to anybody whose name ends with `just kidding`.
    """
    texts = [param for param in reading.profile.params if param.kind is Kind.TEXT and param.name in reading.values]
    follows = fix.instead is not None and fix.instead.mood is Mood.COMMAND
    gone = fix.instead is None and must_be_named(reading.profile)
    return any(not (follows or gone) or not BODIES.isdisjoint(param.words) for param in texts)


def _with_another_value(last: Reading, instead: Utterance, catalogue: Catalogue) -> Reading | None:
    """A request once more with the value that was meant: `refund order 3, no, order 2`."""
    profile = last.profile
    for param in profile.params:
        if param.kind is not Kind.TEXT:
            found = read_answer(profile, param, instead, catalogue)
            if found.values or found.refused:
                values = {**last.values, **found.values}
                missing = [one for one in profile.params if one.required and one.name not in values]
                still = tuple(one for one in missing if not found.refused or one is not param)
                return Reading(profile, values, still, found.refused, 1.0, 1.0)
    return None


def _after_remark(said: Utterance, parts: Sequence[Utterance], catalogue: Catalogue) -> Thinking[list[Order]]:
    """Return what is asked for after a remark; only where it is clear, as not all that follows a remark is for the
    page."""
    whole = yield from meant(said, catalogue)
    if whole.reading:
        return _singles(whole)
    orders = []
    for part in parts:
        order = yield from meant(part, catalogue)
        if not order.reading or not order.reading.complete or order.close or part.denials:
            return []
        orders += _singles(order)
    return orders


def meant(said: Utterance, catalogue: Catalogue) -> Thinking[Order]:
    """The action that was meant, in the first way to take it that lacks nothing, or else in the first that fits."""
    named = _in_its_words(said, catalogue) or ticked(said, catalogue)
    if named:
        return Order(named, said=said)
    partial = Order(said=said)
    for way in ways(said):
        yield  # each takes some milliseconds where the text is long
        found = yield from readings(catalogue, way)
        found = [one for one in found if way.mood is not Mood.COMMAND or not is_far(one, said.spoken)]
        if found:
            reading, close = choose(found)
            order = Order(reading, tuple(close), way)
            if reading and reading.complete and not _is_worse(reading, partial.reading):
                return order
            partial = partial if partial.reading else order
    return partial


def _is_worse(reading: Reading, partial: Reading | None) -> bool:
    """Tell whether another way to take an utterance only leads from what was said to what is hard to take back.

    `Cancel the meeting`, where meetings are cancelled and the entry `Team meeting` can be deleted, is a question.
    """
    return partial is not None and partial.profile is not reading.profile and must_be_named(reading.profile)


def _in_its_words(said: Utterance, catalogue: Catalogue) -> Reading | None:
    """The action whose description was said word for word, as it is told to people who ask what they can do."""
    if len(said.words) > _LONGEST_REQUEST:
        return None
    pressed = from_press(said.spoken)
    forms = (strip_courtesies(said.spoken), without_front(said.spoken), pressed, strip_ending(pressed))
    told = [tuple(word.text for word in form) for form in forms if len(form) > 1]
    numbers = next(filter(None, (catalogue.requests.get(form, ()) for form in told)), ())
    if not numbers:  # what stands on a button is an order by itself, whatever verb it has: `Tidy up`, `Sync now`
        found = (catalogue.requests.get(("press", *form), ()) for form in told if not is_ordinary(form))
        numbers = [one for one in next(filter(None, found), ()) if not must_be_named(catalogue.profiles[one])]
    if len(numbers) != 1:
        return None
    profile = catalogue.profiles[next(iter(numbers))]
    values = {param.name: param.given[0] for param in profile.params if param.required and param.given}
    missing = tuple(param for param in profile.params if param.required and param.name not in values)
    return Reading(profile, values, missing, None, 1.0, 1.0)


def looked_up(said: Utterance, catalogue: Catalogue) -> Thinking[Order]:
    """The action that answers a question, if there is one."""
    question = asked(said)
    found = (yield from readings(catalogue, question)) if question else []
    reading, close = choose(found)
    return Order(reading, tuple(close), question)


def _singles(order: Order) -> list[Order]:
    if order.reading is None or order.close:
        return [order]
    found = listed(order.reading)
    found = several(order.reading, order.said) if len(found) == 1 else found
    return [Order(reading, said=order.said) for reading in found]


def is_last(orders: Sequence[Order]) -> bool:
    """Tell whether what comes behind the first of these orders is no order: `delete French and open 3a. Stop!`"""
    return len(orders) < 2 or any(order.reading is None for order in orders[1:])
