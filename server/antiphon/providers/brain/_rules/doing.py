"""Do one order of an utterance: call its action, ask what is missing or meant, or say that it was not understood."""

from collections.abc import Sequence

from antiphon.domain.conversation import BrainRequest, ConversationItem
from antiphon.providers.brain._rules import phrases
from antiphon.providers.brain._rules.all_but import without_all_but
from antiphon.providers.brain._rules.answering import only_asks
from antiphon.providers.brain._rules.bare_verb import by_verb, placed, rather
from antiphon.providers.brain._rules.catalogue import Catalogue
from antiphon.providers.brain._rules.doubtful import is_doubtful
from antiphon.providers.brain._rules.for_others import is_for_others
from antiphon.providers.brain._rules.free_text import doubted
from antiphon.providers.brain._rules.guesses import by_sound, is_refusal, unsure
from antiphon.providers.brain._rules.half_named import is_half_named_link
from antiphon.providers.brain._rules.matcher import Thinking
from antiphon.providers.brain._rules.open_question import ask_which
from antiphon.providers.brain._rules.orders import Order, looked_up
from antiphon.providers.brain._rules.relative import is_of_another, shifted
from antiphon.providers.brain._rules.smalltalk import from_narration
from antiphon.providers.brain._rules.steps import Step, Which, asked_first, finish
from antiphon.providers.brain._rules.sure import checked, literally
from antiphon.providers.brain._rules.talking import asking_words, left_alone, told_or_not
from antiphon.providers.brain._rules.utterance import Utterance
from antiphon.providers.brain._rules.whole_name import by_name


def do(
    request: BrainRequest,
    catalogue: Catalogue,
    order: Order,
    said: Utterance,
    before: Sequence[ConversationItem],
    whole: Utterance,
    *,
    first: bool = True,
    last: bool = True,
) -> Thinking[Step]:
    """Return what leads on from one order of a `whole` utterance: a call, a question, or that it was not understood.

    `before` is the conversation until then. `first` and `last` tell where the order stands in the utterance.
    """
    yield
    step = yield from _decide(request, catalogue, order, said, before)
    if step.call is None:
        return doubted(step, whole.text)
    if order.reading and (not order.sure or is_doubtful(order.reading, whole)):
        return asked_first(order.reading.profile, step)
    if order.reading and is_half_named_link(catalogue, order.reading.profile, whole):
        return asked_first(order.reading.profile, step)
    if order.reading and is_for_others(catalogue, whole, order.reading.profile):
        return asked_first(order.reading.profile, step)
    heard = () if only_asks(whole) else literally(order.said or said, whole, first=first, last=last)
    return checked(catalogue, step, heard, whole)


def _decide(
    request: BrainRequest, catalogue: Catalogue, order: Order, said: Utterance, before: Sequence[ConversationItem]
) -> Thinking[Step]:
    narration = request.page.narration
    but = without_all_but(order.reading, order.said or said) if order.reading else None
    if but:
        return but
    if not order.reading or not order.reading.complete:
        step = shifted(catalogue, said, narration)
        if step and not (order.reading and is_of_another(step, order.reading.profile, said)):
            return step
        told = None if order.reading else from_narration(asking_words(said), narration)
        if told:
            return Step(told)
    if not order.close and not (order.reading and order.reading.complete and order.reading.profile.things):
        answering = yield from looked_up(said, catalogue)
        if answering.reading and (answering.reading.complete or not order.reading):
            order = answering
    named = None if order.reading else by_name(catalogue, said)
    if named:
        return named
    if not order.reading or order.close:
        heard = yield from by_sound(catalogue, said, only_sure=bool(order.close))
        if heard:
            return heard
    if order.reading and order.close:
        several = (order.reading, *order.close)[:3]
        sentence = phrases.unclear([reading.profile for reading in several])
        return Step(sentence, question=Which(several))
    if order.reading:
        reading = order.reading
        alone = rather(catalogue, order.said or said, reading)
        if alone:
            return ask_which(alone)
        reading = placed(catalogue, order.said or said, reading)
        guessed = yield from unsure(catalogue, reading, order.said or said)
        if guessed:
            return Step(phrases.unclear([one.profile for one in guessed]), question=Which(guessed))
        return finish(reading.profile, dict(reading.values), reading.missing, reading.refused)
    if (yield from is_refusal(catalogue, said)):
        return left_alone(request, said, before)
    alone = by_verb(catalogue, said)
    if alone:
        return ask_which(alone)
    return Step(told_or_not(catalogue, request, said, before))
