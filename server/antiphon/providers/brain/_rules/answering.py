"""Tells whether an utterance can be an answer to an open question: an order, a question or a correction wins over
it."""

from collections.abc import Sequence
from dataclasses import replace

from antiphon.domain.conversation import ActionTaken, AssistantSaid, ConversationItem, UserSaid
from antiphon.providers.brain._rules.answers import is_place
from antiphon.providers.brain._rules.catalogue import Profile
from antiphon.providers.brain._rules.closed import without_yes_or_no
from antiphon.providers.brain._rules.grave import begins_with_another_verb, must_be_named
from antiphon.providers.brain._rules.holding import holds
from antiphon.providers.brain._rules.lexicon import ARTICLES, CLAUSE, FILLERS, FUNCTION, bag, sayings
from antiphon.providers.brain._rules.mended import mended
from antiphon.providers.brain._rules.schema import Kind, Param
from antiphon.providers.brain._rules.smalltalk import ANSWERS, Intent, intent_of, is_question
from antiphon.providers.brain._rules.steps import Open, Which
from antiphon.providers.brain._rules.text_answer import asks_instead
from antiphon.providers.brain._rules.utterance import Mood, Utterance, shape, strip_courtesies
from antiphon.providers.brain._rules.verbs import GIVING
from antiphon.providers.brain._rules.words import Word, hear

_LOOK_BACK, _FURTHEST = 3, 19
_GOING = bag("go take bring get")
_VALUES = bag("value number option level setting entry choice field item")
_JOINING = bag("to on in at from of into")
_DENYING = bag("no nope sorry oh wait actually not")
_CORRECTING = sayings("i meant|i mean|i said")
_MEANING = _CORRECTING + sayings("i wanted|i want|make it|make that|rather|it is|it should be")
"""Words that lead to what was meant; but for the first three, only behind a denial."""
_ASKING = ("?", " can be ", " must be ", ANSWERS[Intent.WAIT])
"""What replies have that leave a question open, be it for a number that was out of bounds."""
_LONGEST_PAUSE = 60
_LONGEST_HOLD = 120
_BEGINNING = FILLERS - bag("ok okay right too also up down only") | bag("the a like")
_CHOICES = sayings(
    "which ones|which ones are there|which one|which are there|what are they|what is there|which|like what|such as|"
    "such as what|for example|what can i choose|what can i choose from|what are the choices|which can i choose|"
    "what do you have|what have you got|what is possible"
)
_LEAVE = sayings(
    "can i|could i|may i|can we|could we|may we|should i|should we|shall i|shall we|is it possible to|"
    "is there a way to|would it be possible to|am i able to|how about|what about|what if"
)
_FEW = 4
_AGREEING = bag("yes yeah yep yup sure right exactly correct okay ok")
_THAT = bag("it that this one do please go ahead mean i meant is")


def is_about_something_else(question: Open | Which, said: Utterance) -> bool:
    """Tell whether an utterance is an order or a question of its own.

    What is an answer word for word is one, whatever it begins with: a task may be called `Call the plumber`.
    """
    if isinstance(question, Which):
        profiles: Sequence[Profile] = [reading.profile for reading in question.readings]
        named = any(_are(said, profile.called) or _are(said, profile.things) for profile in profiles)
        rest = without_yes_or_no(said)
        named = named or any(is_name(param, rest) for profile in profiles for param in profile.params)
        return not named and stands_alone(profiles, said)
    if question.param.kind is Kind.TEXT:
        return asks_instead(question.profile, question.param, said)
    if must_be_named(question.profile) and not is_name(question.param, said):
        profile = question.profile
        if begins_with_another_verb(profile, said.words) and said.verb not in GIVING:
            return not _tells_a_number(profile, said.words)
    is_answer = is_name if must_be_named(question.profile) else is_value
    return not is_answer(question.param, said) and stands_alone([question.profile], said)


def _tells_a_number(profile: Profile, words: Sequence[Word]) -> bool:
    """`order 1002`: the number of what was asked for, though `order` may be a verb."""
    return words[0].stem in profile.things and any(word.text.isdigit() for word in words[1:])


def stands_alone(profiles: Sequence[Profile], said: Utterance) -> bool:
    """Tell whether an utterance is an order or a question that has nothing to do with these actions."""
    if said.mood in (Mood.LOOK, Mood.ASK) or is_question(said.words):
        return True
    if said.mood is not Mood.COMMAND or any(said.verb in one.verbs or said.groups & one.groups for one in profiles):
        return False
    return said.verb not in GIVING or _aims_elsewhere(profiles, said)


def _aims_elsewhere(profiles: Sequence[Profile], said: Utterance) -> bool:
    """Tell whether what is set, or gone to, is nothing of the question's: `set the zoom to fifty`, `go to Monday`."""
    rest = said.words[said.verb_words :]
    texts = [word.text for word in rest if word.text not in {"me", "us", "back"}]
    if said.verb in _GOING and texts[:1] == ["to"]:
        return True
    known = {word for profile in profiles for word in profile.words}
    counted = {at for number in said.numbers for at in range(number.start, number.end)}
    plain = FUNCTION | CLAUSE | _VALUES
    strange = [
        at
        for at, word in enumerate(said.words)
        if at >= said.verb_words and at not in counted and word.text not in plain and word.stem not in known | plain
    ]
    joint = next((at for at, word in enumerate(said.words) if at > said.verb_words and word.text in _JOINING), None)
    return bool(strange) and (bool(counted) or (joint is not None and strange[0] < joint < len(said.words) - 1))


def is_value(param: Param, said: Utterance) -> bool:
    """Tell whether an utterance is the name of one of the values, and nothing else."""
    return any(
        _are(said, choice.words) or _are(said, choice.stems) or _are(said, choice.as_one) for choice in param.choices
    )


def is_name(param: Param, said: Utterance) -> bool:
    """Tell whether an utterance is the name of a value as it stands, with no question or wish around it."""
    return is_value(param, replace(said, words=said.spoken))


def is_named_exactly(param: Param, said: Utterance) -> bool:
    """Tell whether an utterance is the name of a value with no other word: `just a second` is not `Second`."""
    texts = [word.text for word in said.spoken]
    return any(texts == [*choice.words] for choice in param.choices)


def _are(said: Utterance, name: Sequence[str]) -> bool:
    wanted = [word for word in name if word not in ARTICLES]
    little = ARTICLES | FILLERS
    for words in (said.words, said.spoken):
        heard = [word for word in words if word.text not in little or word.text in wanted]
        if wanted and ([word.text for word in heard] == wanted or [word.stem for word in heard] == wanted):
            return True
    return False


def is_pause(text: str) -> bool:
    """`um`, `well, so`, `hold on`: somebody who only begins, or asks for a moment."""
    words = hear(text[:_LONGEST_PAUSE])
    return len(text) < _LONGEST_PAUSE and (
        all(word.text in _BEGINNING for word in words) or intent_of(text) is Intent.WAIT
    )


def asks_for_choices(said: Utterance) -> bool:
    """`which ones are there?`, after a question that has told some."""
    return tuple(word.text for word in said.spoken if word.text not in FILLERS) in _CHOICES


def only_asks(said: Utterance) -> bool:
    """`Can I delete it?` may be an order, and may be a question; with a `please` it is an order."""
    texts = tuple(word.text for word in said.spoken)
    return "please" not in texts and any(texts[: len(one)] == one for one in _LEAVE)


def corrected(said: Utterance) -> Utterance | None:
    """Return what was meant instead, in `no, I meant seven`; None where an utterance corrects nothing."""
    texts = [word.text for word in said.spoken]
    at = 0
    while at < len(texts) and texts[at] in _DENYING:
        at += 1
    leads = _MEANING if at else _CORRECTING
    meaning = next((len(one) for one in leads if tuple(texts[at : at + len(one)]) == one), 0)
    if not meaning or at + meaning >= len(texts):
        return None
    rest = said.spoken[at + meaning :]
    return replace(shape(said.text, strip_courtesies(rest)), spoken=rest, typed=said.typed)


_SAYING_NO = bag("no nope nah sorry")


def placed_instead(said: Utterance) -> Utterance | None:
    """Return the place in `no, the third`: another of those that were told; None where a no is followed by anything
    else."""
    if len(said.spoken) < 2 or said.spoken[0].text not in _SAYING_NO:
        return None
    rest = said.spoken[1:]
    placed = replace(shape(said.text, strip_courtesies(rest)), spoken=rest, typed=said.typed)
    return placed if is_place(placed) else None


def other_value(said: Utterance, before: Sequence[ConversationItem]) -> Utterance | None:
    """Return what may be another value, in `no, two` right after something was done; None where it is no such
    answer."""
    last = next((at for at in reversed(range(len(before))) if isinstance(before[at], UserSaid)), len(before))
    acted = any(isinstance(item, ActionTaken) for item in before[last:])
    if not acted or not 1 < len(said.spoken) <= _FEW or said.spoken[0].text not in _DENYING or not said.spoken[0].pause:
        return None
    rest = said.spoken[1:]
    return replace(shape(said.text, strip_courtesies(rest)), spoken=rest, typed=said.typed)


def instead_within(question: Open | Which | None, said: Utterance) -> Utterance | None:
    """Return what an answer says last, where it takes back what it said before: `Ann, no, Ben`. A text may hold any
    words."""
    if question is None or (isinstance(question, Open) and question.param.kind is Kind.TEXT):
        return None
    fix = mended(said)
    return fix.instead if fix else None


def meaning(said: Utterance, instead: Utterance | None) -> Sequence[Word]:
    """The words of an answer; of `no, I meant Ben` those that were meant, but of `no, I want Ben` all."""
    if instead is None:
        return said.spoken
    lead = tuple(word.text for word in said.spoken[: len(said.spoken) - len(instead.spoken)])
    return instead.spoken if lead[-2:] in _CORRECTING and set(lead[:-2]) <= _DENYING else said.spoken


def agrees(said: Utterance, profile: Profile) -> bool:
    """`yes, delete it`: a yes, and nothing else but what was asked."""
    texts = [word.text for word in said.spoken]
    if not texts or texts[0] not in _AGREEING or said.denials:
        return False
    little = _AGREEING | _THAT | ARTICLES | FILLERS | {*profile.verbs, *profile.called}
    return all(text in little or word.stem in profile.called for text, word in zip(texts, said.spoken, strict=True))


def last_said(items: Sequence[ConversationItem]) -> list[int]:
    """Return where the last few things were said, and before them all that belongs to a question that was still open.

    What only asks for a moment is none of the few. An action that wants two texts asks twice, and whoever asks
    something back meanwhile says more than a few things until it is done.
    """
    places = [number for number, item in enumerate(items) if isinstance(item, UserSaid)][-1 - _FURTHEST :]
    left = 1 + _LOOK_BACK
    for at, number in reversed([*enumerate(places)]):
        item = items[number]
        left -= not (isinstance(item, UserSaid) and (is_pause(item.text) or holds(hear(item.text[:_LONGEST_HOLD]))))
        if left <= 0 and not _was_asked(items, number):
            return places[at:]
    return places


def _was_asked(items: Sequence[ConversationItem], number: int) -> bool:
    """Tell whether what was said there may answer a question: the reply before it asked one, or was cut short."""
    reply = items[number - 1] if number else None
    if not isinstance(reply, AssistantSaid):
        return isinstance(reply, UserSaid)  # which got no reply that was heard
    return not reply.complete or any(mark in reply.text for mark in _ASKING)
