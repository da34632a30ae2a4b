"""Orders by how they sound as a whole: `open care cells` was `Open Carousels`, `chews Bradley Ohm` `Choose Brad Leone`.

A recogniser does not know a page's names and writes words that it knows. Each of them alone is like nothing; together
they have the consonants of what was said. What is found is said again in the page's words, and read as if they had
been heard.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rapidfuzz import fuzz

from antiphon.providers.brain._rules.catalogue import Catalogue, Profile, Sounding, sounding
from antiphon.providers.brain._rules.grave import HARMLESS
from antiphon.providers.brain._rules.lexicon import (
    ARTICLES,
    AUXILIARIES,
    FUNCTION,
    NEGATIONS,
    SUBJECTS,
)
from antiphon.providers.brain._rules.matcher import Thinking
from antiphon.providers.brain._rules.namesakes import names_another
from antiphon.providers.brain._rules.numbers import SOUND_LIKE, find_numbers, spelt
from antiphon.providers.brain._rules.schema import Choice, Kind, Param
from antiphon.providers.brain._rules.utterance import (
    PRESSES,
    Mood,
    Utterance,
    from_press,
    strip_ending,
    without_front,
)
from antiphon.providers.brain._rules.verbs import PRIMARY, meanings
from antiphon.providers.brain._rules.words import Word, hear
from antiphon.providers.english import are_contrary, sound

SURE, SURE_BY = 84.0, 10.0
"""So alike, in per cent, and so much more than the next: it is done."""
ALL_BUT_THE_SAME, BY_LITTLE = 95.0, 6.0
"""`Checkbox two` and `checkbox too`, beside a `Checkbox 1`."""
LIKELY, LIKELY_BY = 76.0, 4.0
"""Else people are asked whether it was meant; or which of two that are both so alike."""
_CONSONANTS = 0.6
"""The rest of the likeness is that of the letters, vowels too."""
_FEWEST_LETTERS = 5
_LONGEST = 16
_MOST_CHOICES = 200
"""More of them nobody reads out, and all are compared at once."""
_AT_ONCE, _A_FEW = 20, 4
_MOST = 3
"""As many as are compared with each other."""
_TO = {"to": "to", "too": "to", "two": "to", "2": "to", "at": "to", "for": "for", "four": "for", "4": "for"}
_SWITCHES = {"on": "on", "off": "off", "of": "off"}
_NO_ORDER = ARTICLES | AUXILIARIES | SUBJECTS
_NO_NAME = FUNCTION | NEGATIONS
"""`open it for me` names nothing."""
_SHORT_NAME = 7
_LONG_ENOUGH, _SLIP = 8, 90
_SHORT_ALIKE = 70
"""A short name is soon like another word: its letters must be alike too."""
_VERBS_ALIKE = 60
_VALUES = frozenset({Kind.TEXT, Kind.NUMBER, Kind.DATE, Kind.CHOICE})


@dataclass(frozen=True, slots=True)
class Likely:
    """The orders that may have been said, in the page's words; the likeliest first, two at most."""

    said: tuple[tuple[Profile, str], ...]
    sure: bool


@dataclass(frozen=True, slots=True)
class _Head:
    """The words that name the action, and what follows them: a value, or nothing."""

    sounds: Sounding
    rest: str
    switches: bool = False


def likely(catalogue: Catalogue, said: Utterance) -> Thinking[Likely | None]:
    """The actions whose request sounds like what was said; None where there is none."""
    words = from_press(said.spoken) or without_front(said.spoken) or said.words
    if not 0 < len(words) <= _LONGEST or any(word.text in NEGATIONS for word in words):
        return None
    if (len(words) > 1 and all(word.text in _NO_NAME for word in words[1:])) or _counts(words):
        return None
    # Remarks and questions hold the words of orders, and are none.
    if said.mood is Mood.OTHER or words[0].text in _NO_ORDER:
        return None
    forms = dict.fromkeys((words, strip_ending(words) or words))
    heads = [head for form in forms for head in _heads(said.text, form) if len(head.sounds.letters) >= _FEWEST_LETTERS]
    rated: list[tuple[float, int, str]] = []
    for number, profile in enumerate(catalogue.profiles):
        best = max((_rate(profile, head) for head in heads), default=(0.0, ""))
        if best[0] >= LIKELY - LIKELY_BY:
            rated.append((best[0], number, best[1]))
        if number % _AT_ONCE == 0:
            yield
    rated.sort(key=lambda one: (-one[0], one[1]))
    kept: list[tuple[float, int, str]] = []
    for at, one in enumerate(rated):
        if _may_be(catalogue.profiles[one[1]], one[2], words, typed=said.typed):
            kept.append(one)
        if len(kept) == _MOST:
            break
        if at % _A_FEW == 0:
            yield
    found = _verdict(catalogue, kept)
    if found and said.typed:  # nobody mishears a key: only a slip in a long word is asked about
        slips = [one for one in found.said if any(_is_slip(one[1], form) for form in forms)]
        return Likely(tuple(slips), sure=False) if slips else None
    if found and found.sure and not any(_may_be_done(*found.said[0], form) for form in forms):
        return Likely(found.said, sure=False)
    return found


def _is_slip(request: str, said: Sequence[Word]) -> bool:
    """Tell whether it is all but written the same: a letter or two of many are others."""
    one, other = sounding(hear(request)).letters, sounding(said).letters
    return min(len(one), len(other)) >= _LONG_ENOUGH and fuzz.ratio(one, other) >= _SLIP


def _may_be_done(profile: Profile, request: str, said: Sequence[Word]) -> bool:
    """Tell whether it may be done for its sound alone.

    It is easily taken back, its name is not just short, and its figures are those that were said.
    """
    if not profile.groups or not profile.groups <= HARMLESS:
        return False
    if names := sounding(hear(request)).name_in(sounding(said)):
        name, heard = names
        if min(len(name), len(heard)) < _SHORT_NAME and fuzz.ratio(name, heard) < _SHORT_ALIKE:
            return False
    figures, numbers = ([number.value for number in find_numbers(words)] for words in (hear(request), said))
    if figures and not numbers:  # `open ate` is `open 8`; of `set the line` nobody knows which line
        as_heard = {spelt(str(figures[0])), *(word for word, value in SOUND_LIKE.items() if value == figures[0])}
        return any(form in sounding(said).letters for form in as_heard)
    return not figures or figures[0] == numbers[0]


def _counts(words: Sequence[Word]) -> bool:
    """`one two three`."""
    counted = [at for number in find_numbers(words) for at in range(number.start, number.end)]
    return counted[:1] == [0] and len(counted) >= len(words) - 1


def _may_be(profile: Profile, request: str, said: Sequence[Word], *, typed: bool) -> bool:
    """Tell whether nothing that was heard speaks against it, however alike it sounds."""
    asked, texts = [word.text for word in hear(request)], [word.text for word in said]
    verb = texts[0]
    if verb not in PRESSES and PRIMARY.get(verb) and verb != asked[0]:
        # Another verb, and one that we know: `save our planet` is not `switch airplane mode`.
        is_other = profile.groups.isdisjoint(meanings(verb)) and fuzz.ratio(verb, asked[0]) < _VERBS_ALIKE
        if is_other or (len(asked) == 1 and len(texts) > 1):
            return False
    if len(asked) > 1 and len(texts) > 1 and all(word.isdigit() for word in asked[1:]):
        # A figure is a word that is known: it was heard, be it after an `opened`, or not said.
        return [str(number.value) for number in find_numbers(said)] == asked[1:]
    if names_another(asked, said, typed=typed):
        return False
    heard, meant = set(texts) - {*asked}, set(asked) - {*texts}
    return not any(_is_opposed(one, meant, texts) for one in heard)


def _is_opposed(one: str, meant: set[str], texts: Sequence[str]) -> bool:
    """`subscribe` where `unsubscribe` is offered, `next` and `previous`; but `un subscribe` is what it was heard as."""
    return any(are_contrary(one, other) and other.removesuffix(one) not in texts for other in meant)


def choice_like(param: Param, said: Utterance) -> Choice | None:
    """The one of several values that were read out which sounds like all that was said: `no leg ram` is `Milligram`."""
    words = said.spoken or said.words
    heard = sounding(words)
    if len(heard.letters) < _FEWEST_LETTERS or any(word.text in NEGATIONS for word in words[1:]):
        return None
    if len(param.choices) > _MOST_CHOICES:
        return None
    rated = [(_likeness_of(choice, heard), at) for at, choice in enumerate(param.choices)]
    (best, at), *others = sorted(rated, key=lambda one: (-one[0], one[1])) or [(0.0, 0)]
    ahead = best - (others[0][0] if others else 0.0)
    if best < LIKELY or ahead < SURE_BY:
        return None
    if names_another(param.choices[at].words, words, typed=said.typed):
        return None
    if said.typed and not _is_slip(" ".join(param.choices[at].words), words):
        return None
    # A `no` may be the first syllable of a name; in `no settings` the name is there without it.
    denied = words[0].text in NEGATIONS and _likeness_of(param.choices[at], sounding(words[1:])) >= best
    return None if denied else param.choices[at]


def _likeness_of(choice: Choice, heard: Sounding) -> float:
    name = "".join(map(spelt, choice.words))
    return _likeness(name, sound(name), heard.letters, heard.key)


def _verdict(catalogue: Catalogue, rated: Sequence[tuple[float, int, str]]) -> Likely | None:
    if not rated or rated[0][0] < LIKELY:
        return None
    ahead = rated[0][0] - (rated[1][0] if len(rated) > 1 else 0.0)
    alike = [(catalogue.profiles[number], text) for _, number, text in rated[:2]]
    if ahead >= LIKELY_BY:
        enough = BY_LITTLE if rated[0][0] >= ALL_BUT_THE_SAME else SURE_BY
        return Likely(tuple(alike[:1]), sure=rated[0][0] >= SURE and ahead >= enough)
    third = rated[2][0] if len(rated) > 2 else 0.0
    return Likely(tuple(alike), sure=False) if rated[1][0] - third >= LIKELY_BY else None


def _heads(text: str, words: Sequence[Word]) -> Iterator[_Head]:
    yield _Head(sounding(words), "")
    if words[-1].text in _SWITCHES:
        yield _Head(sounding(words[:-1]), f" {_SWITCHES[words[-1].text]}", switches=True)
        if len(words) > 3 and words[-2].text in _TO:
            yield _Head(sounding(words[:-2]), f" {_SWITCHES[words[-1].text]}", switches=True)
    if len(words) > 2 and words[1].text in _SWITCHES:
        yield _Head(sounding([words[0], *words[2:]]), f" {_SWITCHES[words[1].text]}", switches=True)
    for at, word in enumerate(words[:-1]):
        if at > 1 and word.text in _TO:
            yield _Head(sounding(words[:at]), f" {_TO[word.text]} {text[words[at + 1].start :]}")


def _rate(profile: Profile, head: _Head) -> tuple[float, str]:
    """Rate how alike the action's request and the head are, and the whole order with that request in it."""
    if head.switches:
        fits = profile.switches
    elif head.rest:
        fits = any(param.kind in _VALUES for param in profile.params) and not profile.switches
    else:
        fits = all(param.kind is Kind.CHOICE for param in profile.params if param.required)
    if not fits:
        return 0.0, ""
    return max((_alike(sounds, head.sounds), f"{request}{head.rest}") for request, sounds in profile.requests)


def _alike(request: Sounding, said: Sounding) -> float:
    """Rate how alike two are. A verb that both have says nothing: what is done, and the name by itself, count alike."""
    whole = _likeness(request.letters, request.key, said.letters, said.key)
    names = request.name_in(said)
    if names is None:
        return whole
    name, heard = names
    return (whole + _likeness(name, sound(name), heard, sound(heard))) / 2


def _likeness(one: str, its_key: str, other: str, others_key: str) -> float:
    return _CONSONANTS * fuzz.ratio(its_key, others_key) + (1 - _CONSONANTS) * fuzz.ratio(one, other)
