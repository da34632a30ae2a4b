"""Find an utterance's words that are an order's own: its name, its verb, its values; and which nothing explains."""

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any

from antiphon.providers.brain._rules.catalogue import Profile
from antiphon.providers.brain._rules.grave import is_button, verb_places
from antiphon.providers.brain._rules.lexicon import ARTICLES, TIMES, UNITS, bag
from antiphon.providers.brain._rules.naming import request_for
from antiphon.providers.brain._rules.numbers import CENTS, MONEY, ORDINALS, Number, find_numbers
from antiphon.providers.brain._rules.schema import Kind, Param
from antiphon.providers.brain._rules.units import counts, own_currencies
from antiphon.providers.brain._rules.utterance import Mood, Utterance
from antiphon.providers.brain._rules.values import Found, find_dates_for
from antiphon.providers.brain._rules.verbs import SYNONYMS, base
from antiphon.providers.brain._rules.words import Word, hear, split_id, stem

_UNITS = UNITS | bag("and")
INDEFINITE = bag("a an")
_OF_A_THING = bag("item entry thing")
_OF_A_BUTTON = _OF_A_THING | bag("button option menu tab link")
"""Nouns that say nothing more of what was named. `Acme settings` are another thing than `Acme`."""
_FRAMES = bag("at by on in from until till before after")
"""Words that make a time or a place of the number behind it, and no amount: `at five`, `by the third`."""


def unexplained(
    profile: Profile, values: Mapping[str, Any], words: Sequence[Word], little: frozenset[str], today: date | None
) -> list[str]:
    """The words that neither the order's values, nor its name and verb, nor the `little` ones account for."""
    known, verbs = values_in(profile, values, words, today), verb_places(profile, words)
    own, forms_told = own_words(profile), told_forms(profile)
    indefinite = INDEFINITE if profile.params else frozenset[str]()
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


def told_forms(profile: Profile) -> dict[str, set[str]]:
    """The forms in which an action's name and its request have each word, by its stem."""
    texts = [*split_id(profile.action.id), *(word.text for word in hear(request_for(profile.action)))]
    told: dict[str, set[str]] = {}
    for text in texts:
        told.setdefault(stem(text), set()).add(text)
    return {root: forms for root, forms in told.items() if base(root) is None or root in profile.called}


def own_words(profile: Profile) -> set[str]:
    """The words of an action's name and of how it is asked for, what stands for them, and its parameters' names."""
    told = {*profile.called, *profile.things, *(word.stem for word in hear(request_for(profile.action)))}
    named = {stem(word) for param in profile.params for word in param.words}
    alike = {other for word in told for other in SYNONYMS.get(word, ())}
    return told | named | alike | (_OF_A_BUTTON if is_button(profile) else _OF_A_THING)


def values_in(profile: Profile, values: Mapping[str, Any], words: Sequence[Word], today: date | None) -> set[int]:
    """The places of the words that are values of the order's."""
    places: set[int] = set()
    counted = find_numbers(words)
    for param in profile.params:
        value = values.get(param.name)
        if value is None:
            continue
        if param.kind is Kind.CHOICE:
            names = [[*choice.words] for choice in param.choices if choice.value == value]
            names += [[one for one in name if one not in ARTICLES] for name in names]
            names += [[*choice.as_one] for choice in param.choices if choice.value == value]
            for name in names:
                places |= _row([word.text for word in words], name)
        elif param.kind is Kind.TEXT:
            places |= _row([word.stem for word in words], [word.stem for word in hear(str(value))])
        elif param.kind is Kind.NUMBER:
            numbers = [one for one in counted if _is_amount(one, value)]
            if len(counted) > sum(one.kind is Kind.NUMBER and one.name in values for one in profile.params):
                continue  # `five to ten`: nobody knows which
            places |= {at for number in numbers if not _is_framed(words, number) for at in _all_of(number)}
            plural = any(one != stem(one) for one in param.words)  # of `tablets` there are no ten dollars
            units = frozenset[str]() if plural else _UNITS - TIMES - _foreign(param)
            places |= {at for at, word in enumerate(words) if word.stem in units}
        elif param.kind is Kind.SWITCH:
            places |= {at for at, word in enumerate(words) if word.text in {"on", "off", "yes", "no"}}
        elif param.kind is Kind.DATE:
            found = Found()
            find_dates_for([param], Utterance("", tuple(words), Mood.PHRASE, numbers=tuple(counted)), today, found)
            places |= found.places
    return places


def _foreign(param: Param) -> frozenset[str]:
    """Units that a parameter is not told in: money, where it counts; another currency."""
    own = own_currencies(param)
    return MONEY | CENTS if counts(param) else MONEY - own if own else frozenset()


def _all_of(number: Number) -> range:
    return range(number.start, number.end)


def _is_amount(number: Number, value: Any) -> bool:
    """Tell whether a number that was said is this value, be it as a share: `send 60` is no yes to `50`."""
    return number.value == value or (number.percent and number.value / 100 == value)


def _is_framed(words: Sequence[Word], number: Number) -> bool:
    """Tell whether a number is a time, a place or a share rather than an amount: `at five`, `the fifth`, `ten
    percent`."""
    last = words[number.end - 1].text
    ordinal = last in ORDINALS or (last[:1].isdigit() and last[-2:] in {"st", "nd", "rd", "th"})
    around = [word.text for word in words[max(0, number.start - 2) : number.start] if word.text not in ARTICLES]
    return number.percent or ordinal or (bool(around) and around[-1] in _FRAMES)


def _row(said: Sequence[str], name: Sequence[str]) -> set[int]:
    """The places of a name; both as they read, or both by their stems."""
    size = len(name)
    starts = [at for at in range(len(said) - size + 1) if name and said[at : at + size] == [*name]]
    return {at for start in starts for at in range(start, start + size)}
