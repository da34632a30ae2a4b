"""Several requests in one breath: `pause the music and set the volume to ten`, `three apples and two pears`."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import pairwise

from antiphon.domain.actions import ActionCall
from antiphon.providers.brain._rules.colon import behind_colon
from antiphon.providers.brain._rules.evidence import Reading
from antiphon.providers.brain._rules.lexicon import SUBORDINATORS, bag
from antiphon.providers.brain._rules.numbers import find_numbers
from antiphon.providers.brain._rules.quotes import words_in_quotes
from antiphon.providers.brain._rules.schema import Kind, Param
from antiphon.providers.brain._rules.utterance import Utterance, shape, strip_courtesies, verb_of
from antiphon.providers.brain._rules.verbs import DICTATED, PRIMARY
from antiphon.providers.brain._rules.words import Word, hear

MOST = 4
"""Actions in a turn."""
_NEAR = 16
"""A request's verb is one of so few words, courtesies included."""
_JOINS = bag("and then")
_DETERMINERS = bag("a an some another")
_REMARKS = bag("i we it this that there my")
_REPORTS = bag(
    "said say says saying told tell tells asked ask asks reads wrote writes heard called shouted he she they"
)
_LISTED = frozenset({"add", "remove", "buy", "create"})
"""Verbs whose object may be a list of things."""


def parts_of(said: Utterance) -> list[Utterance]:
    """The requests that `and`, `then` or a pause join, each beginning with a verb; one more than `MOST` at most.

    What is dictated holds any words, so nothing after it is cut off.
    """
    words = said.words
    colon = behind_colon(said.text, words)
    edges, quoted = [0], {at for places in words_in_quotes(said.text, words) for at in places}
    for at in range(1, len(words)):
        if at == colon or (at - edges[-1] <= _NEAR and _is_dictated(words[edges[-1] : at])):
            break
        if at in quoted:
            continue
        if (words[at].text in _JOINS or words[at - 1].pause) and _begins_request(words[at:]):
            if words[at - 1].text in _JOINS:  # `and then`
                continue
            edges.append(at)
    if len(edges) == 1:
        return []
    spans = pairwise([*edges[: MOST + 1], len(words)])
    pieces = [tuple(_without_joins(words[start:end])) for start, end in spans]
    return [replace(shape(said.text, strip_courtesies(piece)), spoken=piece, typed=said.typed) for piece in pieces]


def begins_with_remark(said: Utterance, part: Utterance) -> bool:
    """`it is too bright in here,` before `switch to dark mode`: what somebody says of themselves, or of the page.

    Words that somebody else said are none, and what they say to do is not for us.
    """
    texts = {word.text for word in part.spoken}
    begins = {words[0].text for words in (said.spoken, part.spoken) if words}
    about = not begins.isdisjoint(_REMARKS) and part.spoken[-1].pause
    return about and texts.isdisjoint(SUBORDINATORS | _REPORTS)


def _begins_request(words: Sequence[Word]) -> bool:
    rest = strip_courtesies(_without_joins(words[:_NEAR]))
    denied = [word.text for word in rest[:2]] == ["do", "not"]
    return bool(verb_of(rest[2:] if denied else rest)[0])


def _without_joins(words: Sequence[Word]) -> Sequence[Word]:
    while len(words) > 1 and words[0].text in _JOINS:
        words = words[1:]
    while len(words) > 1 and words[-1].text in _JOINS:
        words = words[:-1]
    return words


def _is_dictated(words: Sequence[Word]) -> bool:
    return PRIMARY.get(verb_of(strip_courtesies(_without_joins(words)))[0]) in DICTATED


def is_across(call: ActionCall, parts: Sequence[Utterance]) -> bool:
    """Tell whether a text of a call goes beyond one part: then the words between were the text's, and no second
    request."""
    spoken = [_plain(part.spoken) for part in parts]
    texts = [_plain(hear(value)) for value in call.parameters.values() if isinstance(value, str)]
    return any(" and " in f" {text} " and not any(text in part for part in spoken) for text in texts)


def _plain(words: Sequence[Word]) -> str:
    return " ".join(word.text for word in words)


def listed(reading: Reading) -> list[Reading]:
    """A reading for each thing of a list: `three apples and two pears`. A pair such as `salt and pepper` is one."""
    texts = [param for param in reading.profile.params if param.kind is Kind.TEXT]
    if len(texts) != 1 or not reading.complete or not reading.profile.groups & _LISTED:
        return [reading]
    param = texts[0]
    value = reading.values.get(param.name)
    words = hear(value) if isinstance(value, str) else ()
    cuts = [at for at, word in enumerate(words) if at and word.text == "and" and _begins_thing(words[at + 1 :])]
    if not cuts or not isinstance(value, str):
        return [reading]
    counted = next((one for one in reading.profile.params if one.kind is Kind.NUMBER), None)
    found = []
    for number, (start, end) in enumerate(pairwise([-1, *cuts[: MOST - 1], len(words)])):
        values = _thing(value, words[start + 1 : end], param, counted)
        kept = {**reading.values, **values} if not number else {**_given(reading), **values}
        found.append(replace(reading, values=kept))
    return found


def _given(reading: Reading) -> Mapping[str, object]:
    return {param.name: param.given[0] for param in reading.profile.params if param.required and param.given}


def _begins_thing(words: Sequence[Word]) -> bool:
    return len(words) > 1 and (words[0].text in _DETERMINERS or any(one.start == 0 for one in find_numbers(words)))


def _thing(text: str, words: Sequence[Word], param: Param, counted: Param | None) -> dict[str, object]:
    values: dict[str, object] = {}
    count = next((one for one in find_numbers(words) if one.start == 0 and one.end < len(words)), None)
    if count and counted and counted.accepts_number(count.value):
        values[counted.name] = count.value
        words = words[count.end :]
    while len(words) > 1 and words[0].text in _DETERMINERS:
        words = words[1:]
    values[param.name] = text[words[0].start : words[-1].end]
    return values
