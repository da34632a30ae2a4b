"""Rules for `all but one`: `lock all doors except the garage`. What is left out is never what something is done to."""

from collections.abc import Sequence

from antiphon.providers.brain._rules.evidence import Reading
from antiphon.providers.brain._rules.explained import values_in
from antiphon.providers.brain._rules.lexicon import bag, sayings
from antiphon.providers.brain._rules.quotes import words_in_quotes
from antiphon.providers.brain._rules.schema import Kind, Param
from antiphon.providers.brain._rules.steps import Step, finish
from antiphon.providers.brain._rules.utterance import Utterance
from antiphon.providers.brain._rules.values import Found, find_numbers_for
from antiphon.providers.brain._rules.verbs import PRIMARY
from antiphon.providers.brain._rules.words import Word

_ALL = bag("all every everything everyone everybody each any anything anyone anybody both whole nothing none nobody")
_EXCEPT = sayings(
    "except|excepting|excluding|other than|apart from|aside from|with the exception of|all but|everything but|"
    "everyone but|everybody but|anything but|leaving out|but not"
)
_AFTER_ALL = sayings("but|save|save for|bar|besides|minus|without|not counting|not")
"""Words that leave something out where all was spoken of before."""
NOT_ALL_BUT = "I cannot do that for all but one: I take one at a time."
_LEAVES_NOTHING_OUT = "I cannot leave anything out of that."


def left_out(said: Utterance, words: Sequence[Word]) -> int | None:
    """The place of the first word that is left out, or None where none is: 4 of `lock all doors except garage`."""
    texts = [word.text for word in words]
    quoted = {at for places in words_in_quotes(said.text, words) for at in places}
    for at in range(len(texts)):
        leads = _EXCEPT + (_AFTER_ALL if not _ALL.isdisjoint(texts[:at]) else ())
        size = max((len(one) for one in leads if tuple(texts[at : at + len(one)]) == one), default=0)
        if size and at not in quoted and at + size < len(texts):
            return at + size
    return None


def without_all_but(reading: Reading, said: Utterance) -> Step | None:
    """Return the question for one thing instead of all but one; None where an order leaves nothing out."""
    words, profile = said.words, reading.profile
    at = left_out(said, words)
    if at is None or _is_another_order(words[at:]) or at - 1 in _texts(reading, said):
        return None
    values = dict(reading.values)
    if at - 1 in values_in(profile, _chosen(reading), words, None):  # a song `Everything but the girl`
        return None
    named = {param.name: _places(reading, param, said) for param in profile.params if param.name in values}
    behind = {name: min(places) for name, places in named.items() if places and min(places) >= at}
    nearest = min(behind, key=lambda name: behind[name], default="")
    param = next((one for one in profile.params if one.name == nearest), None)
    param = param or next((one for one in reading.missing if one.kind in {Kind.CHOICE, Kind.NUMBER}), None)
    if param is None and reading.refused:
        param = reading.refused[0]
    if param is None:
        return Step(_LEAVES_NOTHING_OUT) if not profile.params else None
    values.pop(param.name, None)
    others = [one for one in reading.missing if one is not param]
    step = finish(profile, values, [param, *others], None)
    return Step(f"{NOT_ALL_BUT} {step.text}", question=step.question)


def _is_another_order(words: Sequence[Word]) -> bool:
    """Tell whether what follows a `but` is an order: `lock all doors but open the garage`."""
    return len(words) > 1 and PRIMARY.get(words[0].text, "") != ""


def _chosen(reading: Reading) -> dict[str, object]:
    chosen = {param.name for param in reading.profile.params if param.kind is Kind.CHOICE}
    return {name: value for name, value in reading.values.items() if name in chosen}


def _texts(reading: Reading, said: Utterance) -> set[int]:
    """The places of the words of texts: what is dictated may leave out what it likes."""
    places: set[int] = set()
    for param in reading.profile.params:
        value = reading.values.get(param.name) if param.kind is Kind.TEXT else None
        start = said.text.find(value) if isinstance(value, str) and value else -1
        if start >= 0:
            end = start + len(str(value))
            places |= {at for at, word in enumerate(said.words) if start <= word.start and word.end <= end}
    return places


def _places(reading: Reading, param: Param, said: Utterance) -> set[int]:
    if param.kind is Kind.NUMBER:
        found = Found()
        find_numbers_for([param], said, found)
        return found.places
    places = values_in(reading.profile, {param.name: reading.values[param.name]}, said.words, None)
    if param.kind is Kind.CHOICE and not places:  # of its name, only a word was said: `the kitchen`
        chosen = [choice for choice in param.choices if choice.value == reading.values[param.name]]
        stems = {one for choice in chosen for one in (*choice.stems, "".join(choice.words))}
        places = {at for at, word in enumerate(said.words) if word.stem in stems}
    return places
