"""Whether an utterance ends the question that is open: `stop`, `ok, stop`, `sure, forget it`, whatever stands before.

`Stop` means to close, cancel or pause on many a page, so that `ok, stop` looks like a yes with the order's verb. Who
says it over a question wants the question to end.
"""

from collections.abc import Sequence
from enum import StrEnum

from antiphon.providers.brain._rules.answering import is_value
from antiphon.providers.brain._rules.grave import is_button
from antiphon.providers.brain._rules.lexicon import bag, sayings
from antiphon.providers.brain._rules.steps import Open, Which, is_one
from antiphon.providers.brain._rules.utterance import Utterance

_VERBS = "stop cancel quit end drop abort halt scrap"
_OBJECTS = "it that this all everything"
_ENDING = sayings(
    "|".join(f"{verb} {thing}" for verb in _VERBS.split() for thing in _OBJECTS.split())
    + "|stop|cancel|quit|end|abort|halt|stop there|stop right there|stop here|leave it|leave that|leave it be|"
    "leave it alone|leave it as it is|leave it at that|leave it there|let it be|let it go|let go|forget it|forget that|"
    "forget this|forget about it|forget about that|never mind|nevermind|never mind that|skip it|skip that|call it off|"
    "break it off|enough|that is enough|no more|do not|do not do it|do not do that|do not do this|do not bother|"
    "stop asking|stop the question|i changed my mind|i have changed my mind|not now|rather not|better not|"
    "i would rather not|drop the question|drop the matter"
)
_BEFORE = sayings(
    "yes|yeah|yep|yup|sure|sure thing|okay|ok|k|of course|correct|right|exactly|alright|all right|fine|good|great|"
    "no|nope|nah|well|oh|so|and|but|then|now|just|please|actually|hey|hi|hello|wait|hold on|hang on|sorry|i am sorry|"
    "i said|i say|i mean|i meant|i want to|i would like to|i want you to|let us|can you|could you|would you|will you|"
    "you can|you may|got it|i see|go ahead and|absolutely|definitely|certainly|indeed|affirmative|thanks|thank you"
)
_AFTER = sayings(
    "please|now|right now|right away|at once|immediately|thanks|thank you|then|there|for now|okay|ok|will you|"
    "would you|can you|could you|again|for me|already|sorry|altogether"
)
_AND = bag("and but then so instead just")
_WEAK = bag("stop cancel quit end drop abort halt scrap enough")
"""What may also begin a name, or an order: `cancel`, `stop`. With nothing to it, or with `it`, it is no order."""
_MARKS = ('"', "“", "”", "„", "«", "»")
_PLAIN_YES = bag("yes yeah yep yup")
_THEM = bag("it that this")
_STOPPING = bag("stop quit forget")


class Ending(StrEnum):
    """What is said of an open question, where it is to end."""

    OVER = "over"
    UNCLEAR = "unclear"
    """It has the very verb that was asked about: `ok, cancel`, to `Do you mean cancel booking?`"""


def ending(question: Open | Which, said: Utterance) -> Ending | None:
    """Whether an utterance ends the question; None where it does not, such as where a value is called so.

    `Yes, cancel it` is a yes where it was asked whether to cancel.
    """
    texts = [word.text for word in said.spoken]
    if not _ends(texts) or (isinstance(question, Open) and is_value(question.param, said)):
        return None
    if not is_one(question) or not _agreeing(texts):
        return Ending.OVER
    profile = question.readings[0].profile
    asked = {*profile.verbs[:1], *profile.called[:1]}
    verbs = [text for text in texts if text in asked]
    if not verbs:
        return Ending.OVER
    behind = texts[texts.index(verbs[0]) + 1 :]
    repeats = texts[0] in _PLAIN_YES and not _THEM.isdisjoint(behind) and not is_button(profile)
    return None if repeats else Ending.UNCLEAR


def turns_to(question: Open | Which, said: Utterance) -> tuple[str, bool] | None:
    """What comes behind words that end an open question: `open the calendar`, of `Never mind, open the calendar`.

    With it, whether they end it whatever that is. `Stop` and `cancel` may also begin a name, and what is said without a
    pause may all be one: these end it only before an order. None where there is nothing of the kind.
    """
    words = said.spoken
    if said.text.lstrip().startswith(_MARKS) or (isinstance(question, Open) and is_value(question.param, said)):
        return None
    texts = [word.text for word in words]
    for at in sorted((place for place, ended in _reached(texts) if ended and place < len(texts)), reverse=True):
        front, parted = texts[:at], words[at - 1].pause or texts[at] in _AND
        if (parted or _WEAK.isdisjoint(front)) and ("not" not in front or front[-1] == "now"):
            start = at + (texts[at] in _AND and at + 1 < len(words))
            return said.text[words[start].start :], parted and _WEAK.isdisjoint(front)
    return None


def says_stop(said: Utterance) -> bool:
    """Whether an utterance says nothing but to stop, or to forget it: `stop`, `ok, stop`, `sure, forget it`.

    `Cancel` and `leave it as it is` may be the name of a button.
    """
    texts = [word.text for word in said.spoken]
    return not _STOPPING.isdisjoint(texts) and _ends(texts)


def _agreeing(texts: Sequence[str]) -> bool:
    """Whether a word that may be a yes stands before."""
    return texts[0] in {first[0] for first in _BEFORE}


def _ends(texts: Sequence[str]) -> bool:
    """Whether words are made of such phrases from end to end, and the last that says anything ends what was asked."""
    return (len(texts), True) in _reached(texts)


def _reached(texts: Sequence[str]) -> set[tuple[int, bool]]:
    """How far such phrases go from the first word on, each place with whether what was asked has ended there."""
    reached: set[tuple[int, bool]] = {(0, False)}
    for at in range(len(texts)):
        for ended in [ended for place, ended in reached if place == at]:
            phrases = ((_ENDING, True), (_BEFORE, False), *(((_AFTER, True),) if ended else ()))
            reached |= {
                (at + len(one), after)
                for sayings_, after in phrases
                for one in sayings_
                if tuple(texts[at : at + len(one)]) == one
            }
    return reached
