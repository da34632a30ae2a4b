"""Tells whether an utterance ends the question that is open: `stop`, `ok, stop`, `sure, forget it`, whatever stands
before.

`Stop` means to close, cancel or pause on many a page, so that `ok, stop` looks like a yes with the order's verb. Who
says it over a question wants the question to end. So does who does not want what the question is for: `I don't want a
note after all`.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from antiphon.providers.brain._rules.answering import is_value
from antiphon.providers.brain._rules.catalogue import Profile
from antiphon.providers.brain._rules.explained import own_words
from antiphon.providers.brain._rules.grave import is_button
from antiphon.providers.brain._rules.lexicon import ARTICLES, PREPOSITIONS, bag, sayings
from antiphon.providers.brain._rules.schema import Kind, Param
from antiphon.providers.brain._rules.steps import Open, Which, is_one
from antiphon.providers.brain._rules.text_answer import is_introduced
from antiphon.providers.brain._rules.utterance import Utterance
from antiphon.providers.brain._rules.verbs import PRIMARY, base, meanings
from antiphon.providers.brain._rules.words import Word, stem

_VERBS = "stop cancel quit end drop abort halt scrap"
_OBJECTS = "it that this all everything"
_ENDING = sayings(
    "|".join(f"{verb} {thing}" for verb in _VERBS.split() for thing in _OBJECTS.split())
    + "|stop|cancel|quit|end|abort|halt|stop there|stop right there|stop here|leave it|leave that|leave it be|"
    "leave it alone|leave it as it is|leave it at that|leave it there|let it be|let it go|let go|forget it|forget that|"
    "forget this|forget about it|forget about that|never mind|nevermind|never mind that|skip it|skip that|call it off|"
    "break it off|enough|that is enough|no more|do not|do not do it|do not do that|do not do this|do not bother|"
    "stop asking|stop the question|i changed my mind|i have changed my mind|not now|rather not|better not|"
    "i would rather not|drop the question|drop the matter|scratch that|strike that|not that|not that one|not this|"
    "not this one|let us not|that is not what i want|that is not what i wanted|that is not what i meant|"
    "that is not what i said|that is not what i asked for|not what i want|not what i wanted|not what i meant|"
    "not what i said|not what i asked for|that was a mistake|it was a mistake|no need|there is no need|"
    "no need for that|"
    "not necessary|that is not necessary|no thanks|no thank you|i have second thoughts|i had second thoughts|"
    "i am having second thoughts|second thoughts|second thoughts no|on second thoughts no|on second thought no|"
    "you misunderstood|you misunderstood me|you have misunderstood|you have misunderstood me|you got me wrong|"
    "you got it wrong|you got that wrong|you heard me wrong|you heard wrong|you misheard|you misheard me|"
    "you do not understand|you did not understand|you did not understand me|that is a misunderstanding|"
    "it is a misunderstanding|this is a misunderstanding|that was a misunderstanding|i did not say that|"
    "i never said that|i did not mean that|that is not what i mean|that is not what i asked|not what i asked"
)
_DECLINING = sayings(
    "i do not want|i do not need|i do not wish|i do not mean|i do not feel like|i did not want|i did not need|"
    "i did not mean|i did not say|i did not ask for|i did not ask you|i did not ask|i will not|i no longer want|"
    "i no longer need|i am not going|i do not have|i have no|i have not got|there is no|"
    "we do not want|we do not need|do not|let us not"
)
"""Words that stand before what a question is for: `I don't want (to add) a note`."""
_WITHOUT = sayings(
    "no|not|no more|without|forget|forget about|skip|cancel|drop|scrap|leave out|never mind|i am done with"
)
"""The same, where its name stands right behind it: `no note`."""
_ANY = ARTICLES | bag("it one any anything anybody anyone somebody another to do such of them")
_BEFORE = sayings(
    "yes|yeah|yep|yup|sure|sure thing|okay|ok|k|of course|correct|right|exactly|alright|all right|fine|good|great|"
    "no|nope|nah|well|oh|so|and|but|then|now|just|please|actually|hey|hi|hello|wait|hold on|hang on|sorry|i am sorry|"
    "first|i said|i say|i mean|i meant|i want to|i would like to|i want you to|let us|can you|could you|would you|"
    "will you|you can|you may|got it|i see|go ahead and|absolutely|definitely|certainly|indeed|affirmative|thanks|"
    "thank you|on second thought|on second thoughts|on reflection|come to think of it|no thanks|no thank you|oops|"
    "maybe|rather|my mistake|my bad"
)
_AFTER = sayings(
    "please|now|right now|right away|at once|immediately|thanks|thank you|then|there|for now|okay|ok|will you|"
    "would you|can you|could you|again|for me|already|sorry|altogether|after all|anymore|any more|any longer|"
    "at all|actually"
)
_AND = bag("and but then so instead just")
_WEAK = bag("stop cancel quit end drop abort halt scrap enough")
"""Words that may also begin a name, or an order: `cancel`, `stop`. With nothing to it, or with `it`, it is no order."""
_MARKS = ('"', "“", "”", "„", "«", "»")
_PLAIN_YES = bag("yes yeah yep yup")
_THEM = bag("it that this")
_STOPPING = bag("stop quit forget")


class Ending(StrEnum):
    """The ways in which an open question ends."""

    OVER = "over"
    UNCLEAR = "unclear"
    """It has the very verb that was asked about: `ok, cancel`, to `Do you mean cancel booking?`"""


@dataclass(frozen=True, slots=True)
class Turn:
    """The words behind those that end a question: `open the calendar`, of `Never mind, open the calendar`."""

    rest: str
    ends: bool
    """True if the question ends whatever that is; else only where it is an order."""
    refused: bool
    """True if the words before it say `not`: what is hard to take back is asked about then."""


def ending(question: Open | Which, said: Utterance) -> Ending | None:
    """Tell whether an utterance ends the question; None where it does not, such as where a value is called so.

    `Yes, cancel it` is a yes where it was asked whether to cancel.
    """
    texts = [word.text for word in said.spoken]
    if not _ends(said.spoken, _profiles(question)) or (isinstance(question, Open) and _is_given(question.param, said)):
        return None
    if not is_one(question) or not _agreeing(texts):
        return Ending.OVER
    profile = question.readings[0].profile
    asked = {*profile.verbs[:1], *profile.called[:1]}
    verbs = [text for text in texts if text in asked]
    if not verbs or "not" in texts:
        return Ending.OVER
    behind = texts[texts.index(verbs[0]) + 1 :]
    repeats = texts[0] in _PLAIN_YES and not _THEM.isdisjoint(behind) and not is_button(profile)
    return None if repeats else Ending.UNCLEAR


def turns_to(question: Open | Which | None, said: Utterance) -> Turn | None:
    """Return what comes behind words that end an open question; None where there is nothing of the kind.

    `Stop` and `cancel` may also begin a name, and what is said without a pause may all be one: these end it only before
    an order. So does what says `not`, which needs the pause (`Don't, open the calendar`), unless it says of what. With
    no question only that is looked for: whatever else leads up to an order is a courtesy.
    """
    words = said.spoken
    if said.text.lstrip().startswith(_MARKS) or (isinstance(question, Open) and _is_given(question.param, said)):
        return None
    texts = [word.text for word in words]
    if not question and "not" not in texts:
        return None
    profiles = _profiles(question) if question else ()
    places = {place for place, ended in _reached(words, profiles) if ended and place < len(texts)}
    for at in sorted(places, reverse=True):
        front, parted = texts[:at], words[at - 1].pause or texts[at] in _AND
        refused = "not" in front and front[-1] != "now"
        strong = _WEAK.isdisjoint(front) and (not refused or _is_named(front, profiles, verbs=False))
        if (parted or strong) and (question or refused):
            start = at + (texts[at] in _AND and at + 1 < len(words))
            return Turn(said.text[words[start].start :], parted and strong, refused)
    return None


def led_to(said: Utterance) -> str | None:
    """Return what comes behind words that end nothing, and lead up to it: `finish buy milk`, of `oh wait finish buy
    milk`."""
    words = said.spoken
    place = max((at for at, ended in _reached(words, ()) if not ended and at < len(words)), default=0)
    return said.text[words[place].start :] if place else None


def says_stop(said: Utterance) -> bool:
    """Tell whether an utterance says nothing but to stop, or to forget it: `stop`, `ok, stop`, `sure, forget it`.

    `Cancel` and `leave it as it is` may be the name of a button.
    """
    texts = [word.text for word in said.spoken]
    return not _STOPPING.isdisjoint(texts) and _ends(said.spoken, ())


def _is_given(param: Param, said: Utterance) -> bool:
    """Tell whether an utterance is a value by its name, or a text that is led in as one: `the text is never mind`."""
    return is_value(param, said) or (param.kind is Kind.TEXT and is_introduced(param, said))


def _profiles(question: Open | Which) -> Sequence[Profile]:
    return [question.profile] if isinstance(question, Open) else [one.profile for one in question.readings]


def _agreeing(texts: Sequence[str]) -> bool:
    """Tell whether a word that may be a yes stands before."""
    return texts[0] in {first[0] for first in _BEFORE}


def _ends(words: Sequence[Word], profiles: Sequence[Profile]) -> bool:
    """Tell whether words are made of such phrases from end to end, and the last that says anything ends what was
    asked."""
    return (len(words), True) in _reached(words, profiles)


def _reached(words: Sequence[Word], profiles: Sequence[Profile]) -> set[tuple[int, bool]]:
    """Return how far such phrases go from the first word on, each place with whether what was asked has ended there."""
    texts = tuple(word.text for word in words)
    reached: set[tuple[int, bool]] = {(0, False)}
    for at in range(len(texts)):
        for ended in [ended for place, ended in reached if place == at]:
            phrases = ((_ENDING, True), (_BEFORE, False), *(((_AFTER, True),) if ended else ()))
            reached |= {
                (at + len(one), after)
                for sayings_, after in phrases
                for one in sayings_
                if texts[at : at + len(one)] == one
            }
            reached |= {(place, True) for place in _declined(words, at, profiles)}
    return reached


def _declined(words: Sequence[Word], start: int, profiles: Sequence[Profile]) -> Iterator[int]:
    """Return where `I don't want to add a note` ends, if it begins at `start` and is of what the question is for."""
    texts = tuple(word.text for word in words)
    for lead in (*_DECLINING, *_WITHOUT) if profiles else ():
        begin = at = start + len(lead)
        if texts[start:begin] != lead:
            continue
        bare = lead in _WITHOUT and lead != ("not",)
        if bare and any(lead[0] in one.verbs or PRIMARY.get(lead[0]) in one.groups for one in profiles):
            continue
        while at < len(texts) and (texts[at] in _ANY or _is_named(texts[at : at + 1], profiles, verbs=not bare)):
            at += 1
            if words[at - 1].pause:
                break
        named = lead not in _WITHOUT or _is_named(texts[begin:at], profiles, verbs=not bare)
        if not named or (lead in _WITHOUT and words[begin - 1].pause):
            continue
        tail = any(texts[at : at + len(one)] == one for one in _AFTER)
        if tail or at == len(texts) or words[at - 1].pause or texts[at] in _AND:
            yield at


def _is_named(texts: Sequence[str], profiles: Sequence[Profile], *, verbs: bool = True) -> bool:
    """Tell whether one of the words is of the name of what a question is for, or else of its `verbs`, or near these."""
    names = {word for one in profiles for word in own_words(one) - {*one.verbs}} - ARTICLES - PREPOSITIONS
    doing = {one for profile in profiles for one in profile.groups} if verbs else set[str]()
    own = {verb for one in profiles for verb in one.verbs} if verbs else set[str]()
    known = [(text, stem(text), base(text) or text) for text in texts]
    return any(not names.isdisjoint(forms) or forms[2] in own or meanings(forms[2]) & doing for forms in known)
