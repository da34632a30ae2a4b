"""Choices of an enum in a command."""

from collections.abc import Collection, Iterable, Sequence

from rapidfuzz import fuzz

from antiphon.providers.brain._rules.hits import Hit, Hits
from antiphon.providers.brain._rules.lexicon import CLAUSE, FALSE_WORDS, FUNCTION, GENERIC, TRUE_WORDS
from antiphon.providers.brain._rules.namesakes import names_another
from antiphon.providers.brain._rules.schema import Choice, Kind, Param
from antiphon.providers.brain._rules.utterance import Utterance
from antiphon.providers.brain._rules.values import Found
from antiphon.providers.brain._rules.verbs import PRIMARY, READS, base, form_of, meanings

_FEW, _MANY = 20, 60
_NOT_TELLING = GENERIC | FUNCTION
_SURE = 0.7
_LOOKS = READS | {"check"}


def find_choices(
    params: Iterable[Param], hits: Hits, said: Utterance, found: Found, things: Collection[str] = ()
) -> None:
    """The values of enums, the surest first; a word stands for one value only.

    The words of the `things` that an action acts on are no part of a value's name by themselves: `close the account`.
    """
    for param in params:
        if param.kind is not Kind.CHOICE:
            continue
        rated = [one for one in _rated(param, hits, said, found.places, things) if one[0] >= _SURE]
        rated = _aimed(rated, said)
        if not rated:
            continue
        quality, places, choice = rated[0]
        others = [other for other in rated[1:] if other[2].value != choice.value]
        elsewhere = any(other[0] > quality - 0.05 and not other[1] & places for other in others)
        if elsewhere or any(other[:2] == (quality, places) for other in others):
            continue  # `light or dark`: not for us to choose
        found.values[param.name] = choice.value
        found.places |= places
        found.choice = max(found.choice, quality)


_Rated = tuple[float, set[int], Choice]


def _rated(param: Param, hits: Hits, said: Utterance, used: set[int], things: Collection[str]) -> list[_Rated]:
    """The choices that may have been said, the likeliest first: by their words, their meaning, or their sound."""
    named = {place for word in param.places.keys() & hits.keys() for place in _rare(param, word)}
    rated = [one for place in sorted(named) if (one := _by_words(param.choices[place], param, hits, used, things))]
    verb = set(range(said.verb_words))
    rated = [one for one in rated if not (one[1] <= verb and _is_noun(one[2], param))]  # `check my balance`
    rated = [one for one in rated if not names_another(one[2].words, said.words, typed=said.typed)]
    if not rated and len(param.choices) <= _FEW:
        rated = [one for choice in param.choices if (one := _by_meaning(choice, param, said, used))]
    rated.sort(key=lambda one: (-one[0], -len(one[1])))
    unsure = not rated or rated[0][0] < 0.8
    if unsure and param.required and said.verb and len(param.choices) <= _MANY and len(said.words) <= _MANY:
        return _nearest(param, said, used) or rated
    return rated


def _aimed(rated: list[_Rated], said: Utterance) -> list[_Rated]:
    """Return what is said last is the value, and a verb only how it is reached: `open the blinds halfway`, `half
    open`."""
    last = len(said.words) - 1
    last -= last > 0 and said.words[last].text == "way"
    for quality, places, choice in rated if len(rated) == 2 else ():
        other = next(one[1] for one in rated if one[2] is not choice)
        ends = max(places) >= last and other <= set(range(said.verb_words))
        half = form_of(choice.words[-1]) == "half" and min(other) == max(places) + 1
        if ends or half:
            return [(quality, places | other, choice)]
    return rated


def _by_words(choice: Choice, param: Param, hits: Hits, used: set[int], things: Collection[str]) -> _Rated | None:
    words = choice.stems
    best = [_best(hits.get(word, ()), used) for word in words]
    heard = [hit for hit in best if hit]
    places = {at for hit in heard for at in range(hit.start, hit.end)}
    if len(heard) == len(words):
        spread = max(places) - min(places) + 1 - len(places)
        return (min(hit.quality for hit in heard) - 0.1 * spread, places, choice) if spread < 3 else None
    telling = [
        hit for hit, word in zip(best, words, strict=True) if hit and word not in things and _is_telling(word, param)
    ]
    return (0.75 * max(hit.quality for hit in telling), places, choice) if telling else None


def _rare(param: Param, word: str) -> Sequence[int]:
    """The choices that a word may stand for; none where it is in so many that it says nothing."""
    places = param.places.get(word, ())
    return places if len(places) <= _MANY else ()


def _is_telling(word: str, param: Param) -> bool:
    return word not in _NOT_TELLING and len(_rare(param, word)) == 1


def _by_meaning(choice: Choice, param: Param, said: Utterance, used: set[int]) -> _Rated | None:
    """`stop` for a value `pause`, `enable` for a value `on`."""
    if len(choice.words) != 1:
        return None
    value = choice.words[0]
    like = TRUE_WORDS if value in TRUE_WORDS else FALSE_WORDS if value in FALSE_WORDS else frozenset()
    other = {one.words[0] for one in param.choices if one.words} & (FALSE_WORDS if like is TRUE_WORDS else TRUE_WORDS)
    if not other and value not in {"on", "off"}:  # a folder `Yes` is nothing that is started
        like = frozenset()
    for at, word in enumerate(said.words):
        if at not in used and word.text in like:
            return 0.85, {at}, choice
    if _is_noun(choice, param):
        return None
    verb = base(value) or value
    if said.verb in _LOOKS and verb not in _LOOKS:  # `show me the blinds` does not open them
        return None
    if not said.verb or verb == "set" or not meanings(verb) & said.groups:
        return None
    # `enable` and `disable` both may `set`, but only one is meant.
    return (0.8 if PRIMARY.get(verb) in said.groups else 0.75, set(range(said.verb_words)), choice)


def _is_noun(choice: Choice, param: Param) -> bool:
    """Tell whether a value that looks like a form of a verb is the name of a thing: `Checking`, beside `Savings`."""
    inflected = len(choice.words) == 1 and choice.words[0].endswith("ing")
    return inflected and not all(base(one.words[-1]) for one in param.choices if one.words)


def _nearest(param: Param, said: Utterance, used: set[int]) -> list[_Rated]:
    """The choice that sounds most like some words that were said, where none was heard outright."""
    plain = FUNCTION | CLAUSE
    open_places = {
        at for at, word in enumerate(said.words) if at >= said.verb_words and at not in used and word.text not in plain
    }
    best: _Rated | None = None
    for choice in (one for one in param.choices if not names_another(one.words, said.words, typed=said.typed)):
        size, name = len(choice.words), "".join(choice.words)
        floor = 72 if size == 1 else 80
        for start in sorted(open_places) if len(name) > 3 else ():
            places = set(range(start, start + size))
            if places <= open_places:
                window = "".join(said.words[at].text for at in sorted(places))
                ratio = fuzz.ratio(window, name, score_cutoff=floor)
                if ratio and (best is None or ratio / 100 > best[0]):
                    best = ratio / 100, places, choice
    return [best] if best else []


def _best(hits: Sequence[Hit], used: set[int]) -> Hit | None:
    free = [hit for hit in hits if used.isdisjoint(range(hit.start, hit.end))]
    return max(free, key=lambda hit: hit.quality, default=None)
