"""Tells whether what follows `Which title?` is the title: a question is none, and what could be an order is read back.

What is introduced as the value may be anything: `call it …`, `say …`, `the title is …`, or what stands in quotes.
"""

from collections.abc import Sequence

from antiphon.providers.brain._rules.catalogue import Profile
from antiphon.providers.brain._rules.lexicon import (
    BODIES,
    FUNCTION,
    GENERIC,
    NEGATIONS,
    PHRASAL,
    RECIPIENTS,
    bag,
    sayings,
)
from antiphon.providers.brain._rules.schema import Param
from antiphon.providers.brain._rules.smalltalk import is_question
from antiphon.providers.brain._rules.utterance import Mood, Utterance
from antiphon.providers.brain._rules.verbs import DICTATED, base
from antiphon.providers.brain._rules.words import Word, hear

_NAMES = RECIPIENTS | bag("title name subject topic heading headline label tag keyword filename nickname")
"""Names of parameters for what something or somebody is called."""
_INTRODUCING = sayings(
    "call it|name it|title it|let us call it|let us name it|i want to call it|i would call it|i want it to be|"
    "i want it to be called|it is called|it should be called|it shall be called"
)
_NAMING_ONESELF = sayings("i am|my name is|i am called|call me|they call me|the name is|it is")
_OWN = bag("name my full first last family given user nick contact")
_LONGEST_NAME = 4
_SAYING = sayings("say|write|let it say|it should say|it says|that says|saying")
"""The same of what is said to somebody."""
_IS = sayings("is|should be|shall be|will be|would be")
_QUOTES = "\"'\u2018\u201c\u201e\u00ab\u2039`"
_OBJECTS = bag("it this that these those them him her me us here back away")
_CALLING = bag("come look listen wait hurry stop")
_NOT_KNOWING = bag("know sure idea guess think maybe perhaps")
_ANSWERING = bag("yes yeah yep yup sure okay ok right hello hi hey thanks thank you please")
_GREETING = bag("hello hi hey dear")
_LITTLE = FUNCTION | _OBJECTS | bag("home settings options preferences")


def called_words(param: Param) -> tuple[str, ...]:
    """Return what a parameter is called: by its label, where its name says no more than that it is a text."""
    label = tuple(word.text for word in hear(param.label))
    return label if label and param.name in {"text", "value"} else param.words


def own_name(param: Param, texts: Sequence[str]) -> int:
    """Return how many words lead to somebody's own name, 2 of `I am Jonas`, where a field asks for that; else 0."""
    words = {word for word in called_words(param) if word != "your"}
    if param.name not in {"text", "value"} or not words or not words <= _OWN or "name" not in words:
        return 0
    size = max((len(one) for one in _NAMING_ONESELF if tuple(texts[: len(one)]) == one), default=0)
    return size if size < len(texts) <= size + _LONGEST_NAME else 0


def introduction(param: Param, texts: Sequence[str]) -> int:
    """Return how many words introduce the value: 3 of `the title is Oslo`."""
    leads = _INTRODUCING if BODIES.isdisjoint(param.words) else _INTRODUCING + _SAYING
    size = max((len(one) for one in leads if tuple(texts[: len(one)]) == one), default=0)
    at = 1 if tuple(texts[:1]) in {("the",), ("its",), ("my",)} else 0
    if not size and tuple(texts[at : at + len(param.words)]) == param.words:
        at += len(param.words)
        size = next((at + len(one) for one in _IS if tuple(texts[at : at + len(one)]) == one), 0)
    return size if size < len(texts) else 0


def is_introduced(param: Param, said: Utterance) -> bool:
    quoted = said.text.lstrip()[:1] in _QUOTES and bool(said.text.strip())
    return quoted or introduction(param, [word.text for word in said.spoken]) > 0


def asks_instead(profile: Profile, param: Param, said: Utterance) -> bool:
    """Tell whether an utterance is a question of its own, and no value.

    What is dictated may begin with whom it greets: `Hello, what is in the cart?`
    """
    greets = bool(said.spoken) and said.spoken[0].text in _GREETING and profile.groups & DICTATED
    if greets or is_introduced(param, said):
        return False
    looks = said.mood is Mood.LOOK and said.words[0].text != "you"  # `Where are you?`
    asks = looks or is_question(said.words) or is_question(said.spoken)  # `can I` is a courtesy, too
    return asks or (_is_name(profile, param) and said.text.rstrip().endswith("?"))


def may_be_meant_otherwise(profile: Profile, param: Param, said: Utterance) -> bool:
    """Tell whether what should be a name could be an order, a word to somebody else, or that there is none.

    `print it`, `go back`, `Anna, come here`, `I don't know`, `yes`; but `Buy milk` is a title.
    """
    if is_introduced(param, said) or (profile.groups & DICTATED and not _is_name(profile, param)):
        return False
    words = said.words
    if not words:
        return False
    rest = words[said.verb_words :]
    orders = said.mood is Mood.COMMAND and (not rest or rest[0].text in _OBJECTS or _is_of_the_page(rest))
    answers = all(word.text in _ANSWERING for word in said.spoken)
    sends_off = tuple(word.text for word in said.spoken) in PHRASAL  # `go away`
    return orders or answers or sends_off or _speaks_to_people(said.spoken) or _has_none(said.spoken)


def _is_name(profile: Profile, param: Param) -> bool:
    return "rename" in profile.groups or not _NAMES.isdisjoint(param.words)


def _is_of_the_page(words: Sequence[Word]) -> bool:
    return all(word.text in _LITTLE or word.stem in GENERIC for word in words)


def _speaks_to_people(words: Sequence[Word]) -> bool:
    called = len(words) > 2 and words[0].pause
    verb = words[1 if called else 0].text
    return verb in _CALLING or (called and base(verb) == verb)


def _has_none(words: Sequence[Word]) -> bool:
    texts = [word.text for word in words[:4]]
    unsure = not _NOT_KNOWING.isdisjoint(texts)
    return unsure and (texts[0] == "i" or not NEGATIONS.isdisjoint(texts))
