"""What counts where something is hard to take back: a closed grammar of orders, of names as answers, and of yes.

Everywhere else words that nothing explains are forgiven. Here each word must be one of the order's own, a value of
its, or one of a short list of courtesies: `all but Ann`, `Ann tomorrow`, `should I`, `Ann stays` are none of these, and
whoever adds a word nobody has thought of is asked, not obeyed.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from typing import Any

from antiphon.providers.brain._rules.catalogue import Profile
from antiphon.providers.brain._rules.evidence import Reading
from antiphon.providers.brain._rules.grave import is_button, verb_places
from antiphon.providers.brain._rules.lexicon import (
    ARTICLES,
    CLAUSE,
    FUNCTION,
    PREPOSITIONS,
    TIMES,
    UNITS,
    bag,
    sayings,
)
from antiphon.providers.brain._rules.naming import request_for
from antiphon.providers.brain._rules.numbers import COUNTED, ORDINALS, Number, find_numbers
from antiphon.providers.brain._rules.ordinary import has_ordinary_name
from antiphon.providers.brain._rules.schema import Kind
from antiphon.providers.brain._rules.utterance import Mood, Utterance
from antiphon.providers.brain._rules.vague import is_vague
from antiphon.providers.brain._rules.values import Found, find_dates_for
from antiphon.providers.brain._rules.verbs import SYNONYMS, base
from antiphon.providers.brain._rules.words import Word, hear, split_id, stem

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
_ANSWER_LEADS = sayings("please|it is|i mean|i meant|make it|set it to|the one called|okay|ok")
_ORDER_WORDS = (PREPOSITIONS - bag("about over under within inside")) | bag("the my our your its it that this and")
_ANSWER_WORDS = bag("the please one to of for")
"""`At boxing` may be where somebody is, rather than the class."""
_CUES = bag("saying says say that reading reads titled called named")
"""What leads to a text."""
_UNITS = UNITS | bag("and")
_MILD = (
    (FUNCTION - bag("then too again something anything someone everyone everything all some those these ones"))
    | CLAUSE & bag("i am")
    | bag("maybe perhaps think guess mean meant take choose pick select latter former last first say called number")
    | ORDINALS.keys()
)
"""What may stand beside a name that was meant, though not so clearly that anything is done without a question."""
_YES = sayings(
    "yes|yeah|yep|yup|sure|okay|ok|of course|correct|right|exactly|absolutely|definitely|certainly|indeed|alright|"
    "all right|fine|affirmative"
)
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
_INDEFINITE = bag("a an")
_QUOTES = "\"'\u2018\u201c\u201e\u00ab\u2039`"
_OF_A_THING = bag("item entry thing")
_OF_A_BUTTON = _OF_A_THING | bag("button option menu tab link")
"""Nouns that say nothing more of what was named. `Acme settings` are another thing than `Acme`."""
_FRAMES = bag("at by on in from until till before after")
"""What makes a time or a place of the number behind it, and no amount: `at five`, `by the third`."""
DOUBTS = bag("maybe perhaps probably possibly think guess suppose")
"""Who says so has not made up their mind."""
_DOUBTFUL_LEADS = sayings("would you|will you|i wonder|i might|we might|should i|should we")
_WRY = sayings("yeah right|yeah sure|oh sure|sure sure")
"""A yes in words, and none."""


def is_order(profile: Profile, values: Mapping[str, Any], words: Sequence[Word], text: str, today: date | None) -> bool:
    """Whether words are this order and nothing else: its verb, its name, its values, and courtesies."""
    if _is_asked(words, text) or _is_quoted(words, text) or has_ordinary_name(profile, values):
        return False
    if is_vague(profile, values):
        return False
    rest = _between(words, _LEADS, _TAILS)
    if _breaks_off(profile, rest):
        return False
    whole = frozenset[str]() if profile.params else bag("all")  # `accept all cookies`: its name is all of it anyway
    cues = _CUES if profile.takes_text else frozenset[str]()
    return not _strange(profile, values, rest, _ORDER_WORDS | whole | cues, today)


def not_in_answer(
    profile: Profile, values: Mapping[str, Any], words: Sequence[Word], text: str, today: date | None
) -> list[str] | None:
    """What an answer holds beside a value of the question's and the order's own words; None where it asks back."""
    if _is_asked(words, text, ()):
        return None
    rest = _between(words, _ANSWER_LEADS, _TAILS)
    strange = _strange(profile, values, rest, _ANSWER_WORDS, today)
    strange += ["maybe"] if _PONDERING.search(text) or _breaks_off(profile, rest) else []
    strange += ["maybe"] if is_vague(profile, values) else []
    return strange or (["one"] if has_ordinary_name(profile, values) else [])


def _breaks_off(profile: Profile, words: Sequence[Word]) -> bool:
    """Whether words end where more was to come, or came that is no part of them: `delete Art from`, `Art for now`."""
    return bool(words) and words[-1].text in PREPOSITIONS and words[-1].text not in _told(profile)


def begins_in_doubt(words: Sequence[Word]) -> bool:
    """Whether all that an utterance orders is only thought about: `maybe show my loans and cancel Dune`."""
    texts = tuple(word.text for word in words)
    asks = any(texts[: len(one)] == one for one in _ASKING_FOR)
    return not asks and (not DOUBTS.isdisjoint(texts[:1]) or texts[:2] in _DOUBTFUL_LEADS)


def is_mild(strange: Iterable[str]) -> bool:
    """Whether what stands beside an answer only makes it unsure: `maybe the dentist`, `the second one`."""
    return all(text in _MILD or text.isdigit() or text in COUNTED for text in strange)


def points_elsewhere(words: Sequence[Word]) -> bool:
    """Whether words tell of another thing or time than the one that was asked about: `the other one`, `later`."""
    return any(word.text in _ELSEWHERE or word.stem in TIMES for word in words)


def says_yes(said: Utterance, reading: Reading, today: date | None) -> bool:
    """Whether an utterance agrees to one order and says nothing else: `yes`, `okay, do it`, `yes, delete it`."""
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
    return not _strange(profile, reading.values, order, _ORDER_WORDS | pronouns, today)


def is_pick(said: Utterance, reading: Reading) -> bool:
    """Whether an utterance is one of several that were offered, by its verb or name, or by its place alone."""
    if _is_asked(said.spoken, said.text, ()):
        return False
    words = _between(said.spoken, _ANSWER_LEADS, _TAILS)
    texts = [word.text for word in words]
    placed = ORDINALS.keys() | bag("the one last latter former number option")
    counted = {at for number in find_numbers(words) for at in range(number.start, number.end)}
    if all(text in placed or at in counted for at, text in enumerate(texts)):
        return texts not in (["the"], ["one"])
    plain = bag("the it that this one") if not reading.profile.params else bag("the it that this")
    indefinite = any(word.text in _INDEFINITE for word in words)  # `delete a message` is another than this one
    return not indefinite and not _strange(reading.profile, reading.values, words, plain, None)


def _is_asked(words: Sequence[Word], text: str, orders: Sequence[tuple[str, ...]] = _ASKING_FOR) -> bool:
    """Whether words end in a question mark and do not begin like an order in the form of a question."""
    if not words or not text[words[-1].end :].lstrip().startswith("?"):
        return False
    texts = tuple(word.text for word in words)
    asking = any(texts[at : at + len(one)] == one for one in orders for at in range(3))
    return not asking and "please" not in texts


def _is_quoted(words: Sequence[Word], text: str) -> bool:
    """Whether somebody else's words begin with these: `"delete French"`."""
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


def _strange(
    profile: Profile, values: Mapping[str, Any], words: Sequence[Word], little: frozenset[str], today: date | None
) -> list[str]:
    """The words that neither the order's values, nor its name and verb, nor the `little` ones account for."""
    known, verbs = _values_in(profile, values, words, today), verb_places(profile, words)
    own, forms_told = _own_words(profile), _told(profile)
    indefinite = _INDEFINITE if profile.params else frozenset[str]()
    strange = []
    for at, word in enumerate(words):
        forms = {word.text, word.stem, base(word.text) or word.text}
        of_another = word.stem in forms_told and word.text not in forms_told[word.stem]  # `notes`, of `Delete note`
        if at in known or word.text in little or (not of_another and (at in verbs or not forms.isdisjoint(own))):
            continue
        if word.text in indefinite and at + 1 < len(words) and words[at + 1].stem in own:
            continue
        strange.append(word.text)
    return strange


def _told(profile: Profile) -> dict[str, set[str]]:
    """The forms in which an action's name and its request have each word, by its stem."""
    texts = [*split_id(profile.action.id), *(word.text for word in hear(request_for(profile.action)))]
    told: dict[str, set[str]] = {}
    for text in texts:
        told.setdefault(stem(text), set()).add(text)
    return {root: forms for root, forms in told.items() if base(root) is None or root in profile.called}


def _own_words(profile: Profile) -> set[str]:
    """The words of an action's name and of how it is asked for, what stands for them, and its parameters' names."""
    told = {*profile.called, *profile.things, *(word.stem for word in hear(request_for(profile.action)))}
    named = {stem(word) for param in profile.params for word in param.words}
    alike = {other for word in told for other in SYNONYMS.get(word, ())}
    return told | named | alike | (_OF_A_BUTTON if is_button(profile) else _OF_A_THING)


def _values_in(profile: Profile, values: Mapping[str, Any], words: Sequence[Word], today: date | None) -> set[int]:
    """The places of the words that are values of the order's."""
    places: set[int] = set()
    numbers = find_numbers(words)
    for param in profile.params:
        value = values.get(param.name)
        if value is None:
            continue
        if param.kind is Kind.CHOICE:
            names = [[*choice.words] for choice in param.choices if choice.value == value]
            names += [[one for one in name if one not in ARTICLES] for name in names]
            for name in names:
                places |= _row([word.text for word in words], name)
        elif param.kind is Kind.TEXT:
            places |= _row([word.stem for word in words], [word.stem for word in hear(str(value))])
        elif param.kind is Kind.NUMBER:
            if len(numbers) > sum(one.kind is Kind.NUMBER and one.name in values for one in profile.params):
                continue  # `five to ten`: nobody knows which
            places |= {at for number in numbers if not _is_framed(words, number) for at in _all_of(number)}
            counts = any(one != stem(one) for one in param.words)  # of `tablets` there are no ten dollars
            places |= {at for at, word in enumerate(words) if word.stem in _UNITS - TIMES and not counts}
        elif param.kind is Kind.SWITCH:
            places |= {at for at, word in enumerate(words) if word.text in {"on", "off", "yes", "no"}}
        elif param.kind is Kind.DATE:
            found = Found()
            find_dates_for([param], Utterance("", tuple(words), Mood.PHRASE, numbers=tuple(numbers)), today, found)
            places |= found.places
    return places


def _all_of(number: Number) -> range:
    return range(number.start, number.end)


def _is_framed(words: Sequence[Word], number: Number) -> bool:
    """Whether a number is a time, a place or a share rather than an amount: `at five`, `the fifth`, `ten percent`."""
    last = words[number.end - 1].text
    ordinal = last in ORDINALS or (last[:1].isdigit() and last[-2:] in {"st", "nd", "rd", "th"})
    around = [word.text for word in words[max(0, number.start - 2) : number.start] if word.text not in ARTICLES]
    return number.percent or ordinal or (bool(around) and around[-1] in _FRAMES)


def _row(said: Sequence[str], name: Sequence[str]) -> set[int]:
    """The places of a name; both as they read, or both by their stems."""
    size = len(name)
    starts = [at for at in range(len(said) - size + 1) if name and said[at : at + size] == [*name]]
    return {at for start in starts for at in range(start, start + size)}
