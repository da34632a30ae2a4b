"""An answer to a question of ours: `settings` after `Which page?`, `make it fifty` after `Which level?`."""

from collections.abc import Collection, Sequence
from dataclasses import replace

from antiphon.providers.brain._rules.catalogue import Catalogue, Profile
from antiphon.providers.brain._rules.choices import find_choices
from antiphon.providers.brain._rules.evidence import Reading
from antiphon.providers.brain._rules.free_text import is_of_names
from antiphon.providers.brain._rules.grave import must_be_named, verb_places
from antiphon.providers.brain._rules.hits import find_hits
from antiphon.providers.brain._rules.lexicon import (
    ARTICLES,
    BODIES,
    CLAUSE,
    FUNCTION,
    GENERIC,
    RECIPIENTS,
    UNITS,
    bag,
    sayings,
)
from antiphon.providers.brain._rules.marks import end_of
from antiphon.providers.brain._rules.numbers import ORDINALS, SOUND_LIKE, Number, find_numbers
from antiphon.providers.brain._rules.quotes import is_within_quotes
from antiphon.providers.brain._rules.remarks import is_remark
from antiphon.providers.brain._rules.schema import Kind, Param
from antiphon.providers.brain._rules.text_answer import introduction, own_name
from antiphon.providers.brain._rules.utterance import Mood, Utterance, shape, strip_courtesies, strip_ending
from antiphon.providers.brain._rules.values import (
    Found,
    find_dates_for,
    find_numbers_for,
    find_switches,
    take_number,
)
from antiphon.providers.brain._rules.verbs import DICTATED, base
from antiphon.providers.brain._rules.words import MAX_CHARS, MAX_WORDS, Word, hear, stem, without_hesitations

_LEAD_INS = sayings("it is|it should be|that is|this is|make it|make that|call it|say|i mean|to|for")

_STATING = frozenset({("it", "is"), ("that", "is"), ("this", "is")})
_PLACING = bag("in of at from for with")
_NAMES = BODIES | bag("title name query")
"""Names of parameters whose values may begin with such a word."""

_PLACES = {"former": 0, "latter": -1, "last": -1}
_PICK_WORDS = 6

_GREETING = bag("hello hi hey thanks")
_OF_PEOPLE = RECIPIENTS | bag("name guest member user customer patient client friend player city email phone telephone")
"""Names of parameters for whose value nobody is greeted in it."""
_OPENING = bag("so well right now then just also only first next maybe oh all quickly mind actually")
"""Words that lead up to an answer with a pause behind it, and without one are the beginning of a text."""
_PAST = bag("was were had did")
_NAMING = bag("choose pick select take want make give mean meant")
"""Words that may lead to a name; `press stop` and `say hello` are more than names."""
_CHOOSING = bag("choose pick select take use option choice entry item result go make")
"""Words that may stand beside a place that is said as one."""


def is_for_people(words: Collection[str]) -> bool:
    """Tell whether a parameter of this name is for whom something is for: nobody is called `thank you`."""
    return not _OF_PEOPLE.isdisjoint(words)


def read_answer(profile: Profile, param: Param, said: Utterance, catalogue: Catalogue) -> Found:
    """The value that an utterance gives for one parameter; empty where it gives none, or is about something else."""
    found = Found()
    if param.kind is Kind.TEXT:
        _take_text(profile, param, said, found)
        return found
    if param.kind is Kind.SWITCH:
        said = replace(shape(said.text, hear(said.text)), typed=said.typed)  # a `yes` is no courtesy here
        find_switches([param], said, found)
    elif (param.kind is Kind.CHOICE and _take_whole_name(param, said, found)) or said.denials:
        return found
    elif param.kind is Kind.CHOICE:
        if is_place(said) and not _is_called_so(param, said):  # `the second one`, where something is called `One`
            _by_place(param, said, found)
        if not found.values:
            find_choices([param], find_hits(catalogue, said.words, typed=said.typed), said, found)
        if not found.values:
            _by_place(param, said, found)
    elif param.kind is Kind.DATE:
        find_dates_for([param], said, catalogue.today, found)
    elif param.kind is Kind.NUMBER:
        named = said.words[0].text in param.words  # `number 14`, to `Which number?`
        if must_be_named(profile) and is_place(said) and not named:  # `the second one` is no amount
            return found
        find_numbers_for([param], said, found)
        alone = len(said.words) == 1 and not said.typed and said.words[0].text in SOUND_LIKE
        if alone and not found.values and not found.refused:
            take_number(param, Number(0, 1, SOUND_LIKE[said.words[0].text]), found)
    return found if _is_about(profile, param, said, found) else Found()


def read_pick(readings: Sequence[Reading], said: Utterance) -> Reading | None:
    """The one of several that is picked by its place (`the second`, `the latter`) or by a word only it has."""
    texts = [word.text for word in said.words]
    if said.denials or len(texts) > _PICK_WORDS:
        return None
    stems = {word.stem for word in said.words}
    owned = [{*one.profile.things, *one.profile.verbs, *one.profile.space} for one in readings]
    others = [{word for other in owned[:at] + owned[at + 1 :] for word in other} for at in range(len(owned))]
    named = [one for one, own, rest in zip(readings, owned, others, strict=True) if stems & (own - rest)]
    if named:
        return named[0] if len(named) == 1 else None
    place = next((_PLACES[text] for text in texts if text in _PLACES), None)
    if place is None and len(said.numbers) == 1 and said.numbers[0].value in range(1, len(readings) + 1):
        place = int(said.numbers[0].value) - 1
    counted = {at for number in said.numbers for at in range(number.start, number.end)}
    plain = FUNCTION | _PLACES.keys()
    telling = [
        word
        for at, word in enumerate(said.words)
        if at not in counted and word.text not in plain and word.stem not in GENERIC and base(word.text) is None
    ]
    return readings[place] if place is not None and not telling else None


def is_place(said: Utterance) -> bool:
    """`the first one`, `the latter`, `number two`: which of those that were told, and nothing else."""
    counts = [word.text for word in said.words[:1]] == ["number"] and [one.start for one in said.numbers] == [1]
    placed = counts or any(word.text in ORDINALS or word.text in _PLACES for word in said.words)
    return said.mood is Mood.PHRASE and placed


def _is_about(profile: Profile, param: Param, said: Utterance, found: Found) -> bool:
    """Tell whether an utterance that holds a value is an answer: `I was at home for years` is none to `Which page?`

    One with a word that nothing explains is one, and is asked about: `ten tomorrow`.
    """
    names = {stem(word) for word in param.words}
    if must_be_named(profile) and param.kind is Kind.CHOICE:
        return _is_name_alone(profile, names, said, found)
    if param.kind is Kind.CHOICE and is_remark(said, found.places):
        return False
    counted = UNITS if param.kind is Kind.NUMBER else frozenset[str]()
    plain = FUNCTION | CLAUSE | GENERIC | counted | names | {*profile.things}
    rest = [word for at, word in enumerate(said.words) if at not in found.places and base(word.text) is None]
    telling = sum(word.text not in plain and word.stem not in plain for word in rest)
    past = not _PAST.isdisjoint(word.text for word in said.words)
    # `set nights to four` is about the nights.
    strict = must_be_named(profile) or said.mood in (Mood.OTHER, Mood.COMMAND)
    found.doubtful = telling > 0
    return not past and telling <= (0 if strict else 1)


def _is_name_alone(profile: Profile, names: set[str], said: Utterance, found: Found) -> bool:
    """Tell whether next to nothing was said beside a name: `Ann is here` deletes nobody, `it is Ann` is an answer."""
    around = FUNCTION | GENERIC | names | {*profile.things}
    before = around | CLAUSE | _NAMING | _CHOOSING | {*profile.verbs}
    last = max(found.places, default=-1)
    for at, word in enumerate(said.words):
        forms = {word.text, word.stem, base(word.text) or word.text}
        if at not in found.places and forms.isdisjoint(around if at > last else before):
            return False
    return _PAST.isdisjoint(word.text for word in said.words)


def _by_place(param: Param, said: Utterance, found: Found) -> None:
    """`the second one` or `the last one` of the values that were read out."""
    last = next((at for at, word in enumerate(said.words) if word.text in _PLACES), None)
    if last is not None and not said.numbers:
        found.values[param.name] = param.choices[_PLACES[said.words[last].text]].value
        found.places.add(last)
    names = all(isinstance(choice.value, str) for choice in param.choices)
    if len(said.numbers) == 1 and names and _is_said_as_a_place(param, said):
        place = said.numbers[0].value
        if place in range(1, len(param.choices) + 1):
            found.values[param.name] = param.choices[int(place) - 1].value
            found.places |= set(range(said.numbers[0].start, said.numbers[0].end))


def _take_whole_name(param: Param, said: Utterance, found: Found) -> bool:
    """Take the value that is called just what was said, be it `No More` or `Yes Please`; tell whether one is."""
    texts = [word.text for word in said.spoken]
    named = [choice for choice in param.choices if texts in ([*choice.words], [*choice.as_one])]
    if len(named) != 1:
        return False
    found.values[param.name] = named[0].value
    found.places |= set(range(len(said.words)))
    return True


def _is_called_so(param: Param, said: Utterance) -> bool:
    texts = [word.text for word in said.words if word.text not in ARTICLES]
    return any([word for word in choice.words if word not in ARTICLES] == texts for choice in param.choices)


def _is_said_as_a_place(param: Param, said: Utterance) -> bool:
    """`the second one`, `number two`, `two`: but no figure of something else."""
    number = said.numbers[0]
    counted = set(range(number.start, number.end))
    plain = FUNCTION | GENERIC | _CHOOSING | {*param.words, *map(stem, param.words)}
    return all(word.text in plain or word.stem in plain for at, word in enumerate(said.words) if at not in counted)


def _without_courtesies(param: Param, words: tuple[Word, ...]) -> tuple[Word, ...]:
    """An answer without what leads up to it; but `hello everybody` and `so long` are all of it."""
    rest = strip_courtesies(words)
    front = words[: next((at for at, word in enumerate(words) if rest and word.start == rest[0].start), 0)]
    own = bool(front) and front[0].text in _GREETING | _OPENING and not front[-1].pause
    greets = bool(front) and front[0].text in _GREETING and _OF_PEOPLE.isdisjoint(param.words)  # `Hello, all`
    own = own or greets
    if not own and rest and not BODIES.isdisjoint(param.words):  # `come back now`: a note may end so
        return tuple(word for word in strip_ending(words, dictated=True) if word.start >= rest[0].start)
    return strip_ending(words, dictated=True) if own else rest


def _take_text(profile: Profile, param: Param, said: Utterance, found: Found) -> None:
    """All of it is the text, but for `it is` in front, and for a number where the action counts: `two red shoes`."""
    words = hear(said.text)
    if len(words) > MAX_WORDS or len(said.text) > MAX_CHARS:
        return
    if is_within_quotes(said.text, words[0].start, words[-1].end) if words else False:
        found.values[param.name] = without_hesitations(said.text[words[0].start : words[-1].end])
        return
    words = words if profile.groups & DICTATED else _without_courtesies(param, words)
    if must_be_named(profile) and is_of_names(param) and len(words) > 1 and 0 in verb_places(profile, words):
        words = words[1:]  # `remove Anna`, to `What is the member?`
    texts = tuple(word.text for word in words)
    lead = next((len(one) for one in _LEAD_INS if texts[: len(one)] == one and len(texts) > len(one)), 0)
    if texts[:2] in _STATING and texts[2:] and texts[2].endswith("ing"):  # `it is raining`
        lead = 0
    words = words[max(lead, introduction(param, texts), own_name(param, texts)) :]
    if words[1:] and words[0].text in _PLACING and not profile.groups & DICTATED and _NAMES.isdisjoint(param.words):
        words = words[1:]
    counted = next((one for one in profile.params if one.kind is Kind.NUMBER), None)
    count = next((one for one in find_numbers(words) if one.start == 0 and one.end < len(words)), None)
    if counted and count:
        take_number(counted, count, found)
        words = words[count.end :]
        if all(word.stem in {stem(name) for name in counted.words} for word in words):  # `three nights`: no guest
            return
    if words and not all(word.text in ARTICLES for word in words):
        found.values[param.name] = without_hesitations(said.text[words[0].start : end_of(param, said, words[-1].end)])
