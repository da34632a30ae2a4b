"""Rules for what counts where something is hard to take back: a closed grammar of orders, of names as answers, and
of yes.

Everywhere else words that nothing explains are forgiven. Here each word must be one of the order's own, a value of
its, or one of a short list of courtesies: `all but Ann`, `Ann tomorrow`, `should I`, `Ann stays` are none of these, and
whoever adds a word nobody has thought of is asked, not obeyed.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import date
from typing import Any

from antiphon.providers.brain._rules.catalogue import Profile
from antiphon.providers.brain._rules.evidence import Reading
from antiphon.providers.brain._rules.explained import INDEFINITE, own_words, told_forms, unexplained, values_in
from antiphon.providers.brain._rules.free_text import is_plainly_given
from antiphon.providers.brain._rules.grave import begins_with_another_verb, is_button, verb_places
from antiphon.providers.brain._rules.lexicon import (
    ARTICLES,
    CLAUSE,
    FUNCTION,
    PREPOSITIONS,
    TIMES,
    bag,
    sayings,
)
from antiphon.providers.brain._rules.numbers import COUNTED, ORDINALS, find_numbers
from antiphon.providers.brain._rules.ordinary import has_ordinary_name
from antiphon.providers.brain._rules.schema import Kind
from antiphon.providers.brain._rules.utterance import Utterance, shape, strip_courtesies
from antiphon.providers.brain._rules.vague import is_vague
from antiphon.providers.brain._rules.verbs import base
from antiphon.providers.brain._rules.words import Word

_ASKING_FOR = sayings("can you|could you|will you please|would you please|would you mind please")
"""A question by its form and an order by its use. `Would you?`, `should I?` and `can I?` are questions too."""
_LEADS = _ASKING_FOR + sayings(
    "please|i want to|i want you to|i need to|i need you to|i would like to|i would like you to|we want to|we need to|"
    "let us|go ahead and|now|then|and|just|also|ok|okay|alright|all right|hey|hi|hello|well|so|first|next|finally|"
    "after that|kindly|press|press the|click|click on|click the|click on the|tap|tap on|tap the|tap on the|push|hit|"
    "hit the|push the|press on|press on the|select"
)
_TAILS = sayings(
    "please|thanks|thank you|thank you very much|now|right now|right away|at once|immediately|for me|for me please|"
    "would you please|will you please|can you please|could you please|and|then"
)
_BEFORE_ALL = sayings("instead|first|rather|after all")
_ANSWER_LEADS = sayings("please|it is|i mean|i meant|make it|set it to|the one called|okay|ok")
_ORDER_WORDS = (PREPOSITIONS - bag("about over under within inside")) | bag("the my our your its that this and")
_ANSWER_WORDS = bag("the please one to of for")
"""`At boxing` may be where somebody is, rather than the class."""
_CUES = bag("saying says say that reading reads titled called named")
"""Words that lead to a text."""
_MILD = (
    (FUNCTION - bag("then too again something anything someone everyone everything all some those these ones"))
    | CLAUSE & bag("i am")
    | bag("maybe perhaps think guess mean meant take choose pick select latter former last first say called number")
    | ORDINALS.keys()
)
"""Words that may stand beside a name that was meant, though not so clearly that anything is done without a question."""
_YES = sayings(
    "yes|yeah|yep|yup|sure|okay|ok|of course|correct|right|exactly|absolutely|definitely|certainly|indeed|alright|"
    "all right|fine|affirmative"
)
_NO = sayings("no|nope|nah|no no")
_BEHIND_YES = sayings(
    "please|please do|go ahead|do it|do that|do so|please do it|please do that|go ahead please|do it please|of course|"
    "sure|that is right|that is correct|i do|it is|that one|exactly|yes|thanks|thank you|do it now|now|i am sure|"
    "yes please|right|correct"
)
_ALONE = sayings(
    "do it|do that|go ahead|please do|please do it|that is right|that is correct|i do|that one|do it now|i am sure|"
    "yes i am sure|sure thing|go for it|do so|please do that"
)
_ELSEWHERE = (
    bag("other another else instead different rather later tomorrow soon not no never but except one ones two")
    | ORDINALS.keys()
    | COUNTED
)
_MOST_YES = 3
_PONDERING = re.compile(r"\bhm+\b", re.IGNORECASE)
"""Unlike an `um`, it says that somebody is not sure yet."""
_QUOTES = "\"'\u2018\u201c\u201e\u00ab\u2039`"
DOUBTS = bag("maybe perhaps probably possibly think guess suppose")
"""Who says so has not made up their mind."""
_DOUBTFUL_LEADS = sayings("would you|will you|i wonder|i might|we might|should i|should we")
_WRY = sayings("yeah right|yeah sure|oh sure|sure sure")
"""A yes in words, and none."""


def is_order(profile: Profile, values: Mapping[str, Any], words: Sequence[Word], text: str, today: date | None) -> bool:
    """Tell whether words are this order and nothing else: its verb, its name, its values, and courtesies."""
    if _is_asked(words, text) or _is_quoted(words, text) or has_ordinary_name(profile, values):
        return False
    if is_vague(profile, values) or not is_plainly_given(profile, values, text):
        return False
    rest = _between(words, _LEADS, _TAILS)
    if _breaks_off(profile, rest) or not _begins_with_its_verb(profile, rest):
        return False
    whole = frozenset[str]() if profile.params else bag("all")  # `accept all cookies`: its name is all of it anyway
    cues = _CUES if profile.takes_text else frozenset[str]()
    return not unexplained(profile, values, rest, _ORDER_WORDS | whole | cues, today)


def is_whole(profile: Profile, values: Mapping[str, Any], words: Sequence[Word], today: date | None) -> bool:
    """Tell whether words are an order and nothing else, be there more to ask for: `send a message`, `finish buy milk`.

    That is its verb, or the first word of its name, and behind it what it acts on or a value that the page has. Of what
    is hard to take back more is wanted before it is done.
    """
    words = _between(words, (), _TAILS + _BEFORE_ALL)
    named = is_button(profile) and base(words[0].text) is None  # `dark mode` need be no order
    if named or not (0 in verb_places(profile, words) or words[0].stem in profile.called[:1]):
        return False
    texts = {param.name for param in profile.params if param.kind is Kind.TEXT}
    chosen = {name: value for name, value in values.items() if name not in texts}
    stems = {word.stem for word in words}
    if not stems.issuperset(profile.things) and not values_in(profile, chosen, words, today):
        return False
    return not unexplained(profile, values, words, _ORDER_WORDS | _CUES if texts else _ORDER_WORDS, today)


def _begins_with_its_verb(profile: Profile, words: Sequence[Word]) -> bool:
    """Tell whether the verb of an order is the action's own; a button's is the one that its name begins with."""
    if not is_button(profile):
        return 0 in verb_places(profile, words)
    first = base(profile.called[0]) if profile.called else None
    return first is None or any(first == (base(word.text) or word.text) for word in words[:1])


def not_in_answer(
    profile: Profile, values: Mapping[str, Any], words: Sequence[Word], text: str, today: date | None
) -> list[str] | None:
    """Return what an answer holds beside a value of the question's and the order's own words; None where it asks
    back."""
    if _is_asked(words, text, ()):
        return None
    rest = _between(words, _ANSWER_LEADS, _TAILS)
    plain = _ANSWER_WORDS | bag("with") if profile.takes_text else _ANSWER_WORDS
    strange = unexplained(profile, values, rest, plain, today)
    strange += ["maybe"] if _PONDERING.search(text) or _breaks_off(profile, rest) else []
    strange += ["maybe"] if is_vague(profile, values) or _may_be_ordered(profile, values, rest, today) else []
    return strange or (["one"] if has_ordinary_name(profile, values) else [])


def _breaks_off(profile: Profile, words: Sequence[Word]) -> bool:
    """Tell whether words end where more was to come, or came that is no part of them: `delete Art from`, `Art for
    now`."""
    return bool(words) and words[-1].text in PREPOSITIONS and words[-1].text not in told_forms(profile)


def _may_be_ordered(profile: Profile, values: Mapping[str, Any], words: Sequence[Word], today: date | None) -> bool:
    """Tell whether the name in front of a value may be the verb of another order: `comment Anna`, `order 1002`."""
    first = words[0] if words else None
    if (
        first is None
        or _is_its_name(profile, words)
        or 0 in values_in(profile, values, words, today)
        or 0 in verb_places(profile, words)
    ):
        return False
    named = first.stem in own_words(profile) - ARTICLES - PREPOSITIONS - {"number"}
    return len(words) > 1 and (named or begins_with_another_verb(profile, words))


def _is_its_name(profile: Profile, words: Sequence[Word]) -> bool:
    """Tell whether words are the whole of what an action acts on: `open offers`, of `Remove open offers`."""
    return [word.stem for word in words if word.text not in ARTICLES] == [*profile.called]


def begins_in_doubt(words: Sequence[Word]) -> bool:
    """Tell whether all that an utterance orders is only thought about: `maybe show my loans and cancel Dune`."""
    texts = tuple(word.text for word in words)
    asks = any(texts[: len(one)] == one for one in _ASKING_FOR)
    return not asks and (not DOUBTS.isdisjoint(texts[:1]) or texts[:2] in _DOUBTFUL_LEADS)


def is_mild(strange: Iterable[str]) -> bool:
    """Tell whether what stands beside an answer only makes it unsure: `maybe the dentist`, `the second one`."""
    return all(text in _MILD or text.isdigit() or text in COUNTED for text in strange)


def points_elsewhere(words: Sequence[Word]) -> bool:
    """Tell whether words tell of another thing or time than the one that was asked about: `the other one`, `later`."""
    return any(word.text in _ELSEWHERE or word.stem in TIMES for word in words)


def says_yes(said: Utterance, reading: Reading, today: date | None) -> bool:
    """Tell whether an utterance agrees to one order and says nothing else: `yes`, `okay, do it`, `yes, delete it`."""
    if _is_asked(said.spoken, said.text, ()) or _PONDERING.search(said.text):
        return False
    words = _between(said.spoken, (), sayings("please|thanks|thank you|now"))
    texts = tuple(word.text for word in words)
    if not texts or texts in _ALONE:
        return bool(texts)
    if texts in _WRY:
        return False
    at = 0
    for _ in range(_MOST_YES):
        at += next((len(one) for one in _YES if texts[at : at + len(one)] == one), 0)
    if not at:
        return False
    behind = texts[at:]
    if not behind or behind in _BEHIND_YES:
        return True
    order = [word for word in words[at:] if word.text != "please"]
    profile, pronouns = reading.profile, bag("it that this them")
    if not verb_places(profile, order):
        return False
    return not unexplained(profile, reading.values, order, _ORDER_WORDS | pronouns, today)


def without_yes_or_no(said: Utterance) -> Utterance:
    """Return what an utterance says behind a yes or a no: `send 60`, of `yes, send 60`."""
    words = said.spoken
    while len(words) > 1:
        texts = tuple(word.text for word in words)
        size = max((len(one) for one in (*_YES, *_NO) if texts[: len(one)] == one and len(texts) > len(one)), default=0)
        if not size:
            break
        words = words[size:]
    return replace(shape(said.text, strip_courtesies(words)), spoken=words, typed=said.typed)


def is_pick(said: Utterance, reading: Reading) -> bool:
    """Tell whether an utterance is one of several that were offered, by its verb or name, or by its place alone."""
    if _is_asked(said.spoken, said.text, ()):
        return False
    words = _between(said.spoken, _ANSWER_LEADS, _TAILS)
    other = len(words) > 1 and begins_with_another_verb(reading.profile, words)
    if other and not _is_its_name(reading.profile, words):
        return False
    texts = [word.text for word in words]
    placed = ORDINALS.keys() | bag("the one last latter former number option")
    counted = {at for number in find_numbers(words) for at in range(number.start, number.end)}
    if all(text in placed or at in counted for at, text in enumerate(texts)):
        return texts not in (["the"], ["one"])
    plain = bag("the it that this one") if not reading.profile.params else bag("the it that this")
    indefinite = any(word.text in INDEFINITE for word in words)  # `delete a message` is another than this one
    return not indefinite and not unexplained(reading.profile, reading.values, words, plain, None)


def _is_asked(words: Sequence[Word], text: str, orders: Sequence[tuple[str, ...]] = _ASKING_FOR) -> bool:
    """Tell whether words end in a question mark and do not begin like an order in the form of a question."""
    if not words or not text[words[-1].end :].lstrip().startswith("?"):
        return False
    texts = tuple(word.text for word in words)
    asking = any(texts[at : at + len(one)] == one for one in orders for at in range(3))
    return not asking and "please" not in texts


def _is_quoted(words: Sequence[Word], text: str) -> bool:
    """Tell whether somebody else's words begin with these: `"delete French"`."""
    return bool(words) and text[: words[0].start].rstrip().endswith(tuple(_QUOTES))


def _between(
    words: Sequence[Word], leads: Sequence[tuple[str, ...]], tails: Sequence[tuple[str, ...]]
) -> Sequence[Word]:
    """Words without what leads up to them and what ends them; never nothing."""
    while True:
        texts = tuple(word.text for word in words)
        front = max((len(one) for one in leads if texts[: len(one)] == one and len(texts) > len(one)), default=0)
        words, texts = words[front:], texts[front:]
        back = max((len(one) for one in tails if texts[-len(one) :] == one and len(texts) > len(one)), default=0)
        words = words[: len(words) - back]
        if not front and not back:
            return words
