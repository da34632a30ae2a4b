"""Rules for what may be a remark though it holds a value, and for what is said where nobody knows what to write.

`That's the fan` may be the answer to `Which mode?`, and may be said of a noise: it is read back. `That's normal for
him` is said of somebody, and `I'm not sure what to write` is no text.
"""

from itertools import pairwise

from antiphon.providers.brain._rules.grave import must_be_named
from antiphon.providers.brain._rules.lexicon import ARTICLES, bag, sayings
from antiphon.providers.brain._rules.open_question import asked_again, not_got
from antiphon.providers.brain._rules.schema import Kind
from antiphon.providers.brain._rules.smalltalk import intent_of
from antiphon.providers.brain._rules.steps import Open, Step, Which, asked_first
from antiphon.providers.brain._rules.text_answer import is_introduced
from antiphon.providers.brain._rules.utterance import Utterance

_REMARKS = sayings(
    "i see|i know|got it|i got it|good idea|good point|good to know|fair enough|sounds good|all good|no problem|"
    "no worries|never|not again|that is it|that is fine|that is good|that is nice|well well|there you go|here we go|"
    "oh dear|oh well|oh no|my goodness|good luck|best wishes|kind regards|to do|just a thought|take care|"
    "out of interest|you are welcome|welcome|i agree|agreed|i think so|i hope so|i guess|makes sense|who knows|"
    "whatever|any|anything"
)
_LISTENING = bag(
    "ok okay alright all right fine good great nice cool well oh ah hm hmm mhm true indeed exactly sure yes no yeah "
    "nope please thanks super lovely wow so and then interesting amazing ha haha um uh er really"
)
_POINTING = sayings("that is|this is|there is|here is|those are|these are|here comes")
_VAGUE = ARTICLES | {"one"}
"""Words behind `that is` that tell what something is; `that is basic` chooses it."""
_OF_PEOPLE = bag("him her them you us me people everybody everyone kids")
_BEFORE_PEOPLE = bag("for of to with from by")
_NOT_KNOWING = sayings(
    "i do not know|i am not sure|i have no idea|i have no clue|no idea|no clue|not sure|i am unsure|do not know|"
    "i can not think of|i can not remember|i do not remember|i forgot|i have forgotten|i have not decided|"
    "i am not certain|i really do not know|i do not really know|i have not got a clue|i can not say|beats me|"
    "nothing comes to mind|who knows|i honestly do not know|i am still thinking"
)
_ASKING = bag("what which how where who whom when why whether if yet anything nothing really exactly it that either")
"""Words behind these that go on with what is not known; `I do not know the way` says something else."""
_NAMES = bag("title name subject heading headline label tag query")
"""Names of parameters whose texts may be any few words, `No idea` too: these are read back."""
_WHILE = "Say it when you know, or say never mind to leave it."
_SENT = frozenset({"send", "reply"})
"""To somebody else, `I don't know yet` is as good a message as any."""


def unless_remark(question: Open | Which, said: Utterance, step: Step | None) -> Step | None:
    """Return what an answer leads to: read back where it may be a remark, and asked for again where it is one."""
    if step is None or not isinstance(question, Open) or question.param.kind not in {Kind.CHOICE, Kind.NUMBER}:
        return step
    if step.call is None:
        return step
    texts = tuple(word.text for word in said.spoken)
    points = texts[:2] in _POINTING
    if points and any(one in _BEFORE_PEOPLE and other in _OF_PEOPLE for one, other in pairwise(texts[2:])):
        return not_got(question)
    if is_courtesy(said) and must_be_named(question.profile):
        return asked_first(question.profile, step)  # `thank you` is no name of what is to be deleted
    calls = said.text.rstrip().endswith("?") and intent_of(said.text) is not None  # `Hello?`
    shown = points and (texts[:2] != ("that", "is") or not _VAGUE.isdisjoint(texts[2:3]))
    return asked_first(question.profile, step) if shown or calls else step


def is_courtesy(said: Utterance) -> bool:
    """Tell whether an utterance is as likely small talk, a yes or a no, or a mere remark, as the name of something."""
    texts = tuple(word.text for word in said.spoken)
    return intent_of(said.text) is not None or texts in _REMARKS or set(texts) <= _LISTENING


def does_not_know(question: Open, said: Utterance) -> Step | None:
    """Return the question for a text again where somebody does not know what to say; None where it may be the text."""
    texts = tuple(word.text for word in said.spoken)
    size = max((len(one) for one in _NOT_KNOWING if texts[: len(one)] == one), default=0)
    named = not _NAMES.isdisjoint(question.param.words)
    if not size or named or question.profile.groups & _SENT or is_introduced(question.param, said):
        return None
    goes_on = len(texts) == size or texts[size] in _ASKING
    return asked_again(question, _WHILE) if goes_on else None
