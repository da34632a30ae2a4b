"""Changes that name no value: `louder`, `turn it down a bit`, `zoom in`. The value is a step from the narrated one."""

import re
from dataclasses import dataclass
from math import floor, log10

from antiphon.providers.brain._rules import phrases
from antiphon.providers.brain._rules.catalogue import Catalogue, Profile
from antiphon.providers.brain._rules.lexicon import FUNCTION, GENERIC, bag
from antiphon.providers.brain._rules.numbers import find_numbers
from antiphon.providers.brain._rules.schema import Kind, Param
from antiphon.providers.brain._rules.steps import Open, Step, finish
from antiphon.providers.brain._rules.utterance import Mood, Utterance
from antiphon.providers.brain._rules.values import Found, take_number
from antiphon.providers.brain._rules.verbs import SYNONYMS
from antiphon.providers.brain._rules.words import Word, hear, stem

_UP = bag("up more increase raise boost higher in crank pump plus add enlarge magnify")
_DOWN = bag("down less decrease lower reduce out minus drop")
_COMPARATIVES = {
    "louder": ("volume", 1), "quieter": ("volume", -1), "softer": ("volume", -1), "loud": ("volume", -1),
    "quiet": ("volume", 1), "brighter": ("brightness", 1), "dimmer": ("brightness", -1),
    "darker": ("brightness", -1), "warmer": ("temperature", 1), "hotter": ("temperature", 1),
    "cooler": ("temperature", -1), "colder": ("temperature", -1), "faster": ("speed", 1), "slower": ("speed", -1),
    "bigger": ("zoom size", 1), "larger": ("zoom size", 1), "closer": ("zoom", 1), "smaller": ("zoom size", -1),
}  # fmt: skip
"""Words for what is changed, and which way. `It is too loud` wants less."""
_TOO = bag("loud quiet")
_IT = "volume"
"""Names of what `turn it up` means where nothing else is named."""
_TELLING = (
    bag(
        "turn make set put bring little bit lot slightly some much notch touch further even still way tad too again it "
        "that this everything go get is sound by step degree percent one all"
    )
    | FUNCTION
)
_STEP = 10
"""A step is this part of the way from one bound to the other."""
_FURTHEST = 1e12
_LITTLE, _LOT = bag("bit little slightly notch touch tad"), bag("lot much way far")
_SENTENCE = re.compile(r"[^.!?;\n]+(?:\.\d+[^.!?;\n]*)*")


@dataclass(frozen=True, slots=True)
class _Wish:
    things: tuple[str, ...]
    way: int
    rest: tuple[Word, ...]
    """The words that must be the name of what is changed."""


def shifted(catalogue: Catalogue, said: Utterance, narration: str) -> Step | None:
    """The call that a relative change leads to, or the question for the value; None where nothing is changed."""
    wish = _wish(said)
    if wish is None or said.denials:
        return None
    fitting = [pair for profile in catalogue.profiles if (pair := _fitting(profile, wish))]
    if len(fitting) != 1:
        return None
    profile, param = fitting[0]
    if _is_aimed(said):  # `turn it up to eighty`
        found = Found()
        take_number(param, said.numbers[0], found)
        return finish(profile, dict(found.values), (), found.refused)
    current = _told(narration, profile, param)
    if current is None:
        return Step(phrases.ask(param, profile), question=Open(profile, {}, param))
    value = _moved(param, current, wish.way * _size(said, param, current))
    if value == current:
        bound = "highest" if wish.way > 0 else "lowest"
        return Step(f"It is at its {bound} already: {phrases.plain(current)}.")
    return finish(profile, {param.name: value}, (), None)


def is_of_another(step: Step, profile: Profile, said: Utterance) -> bool:
    """Tell whether a change is of another action than the one whose own verb was said: `add minutes`, which starts no
    timer."""
    asked = step.question.profile.action.id if isinstance(step.question, Open) else profile.action.id
    of = step.call.action_id if step.call else asked
    return of != profile.action.id and said.verb in profile.verbs[:1] and bool(profile.things)


def _wish(said: Utterance) -> _Wish | None:
    texts = [word.text for word in said.words]
    if not texts or len(texts) > 10 or (said.numbers and "by" not in texts and not _is_aimed(said)):
        return None
    numbered = {at for number in said.numbers for at in range(number.start, number.end)}
    for text in texts:
        if text in _COMPARATIVES and (text not in _TOO or "too" in texts):
            things, way = _COMPARATIVES[text]
            rest = _rest(said, numbered, {text})
            return _Wish(tuple(things.split()), way, rest)
    if said.mood is Mood.OTHER:
        return None
    ways = {1 for text in texts if text in _UP} | {-1 for text in texts if text in _DOWN}
    if len(ways) != 1:
        return None
    way = ways.pop()
    rest = _rest(said, numbered, _UP | _DOWN)
    return _Wish((), way, rest)


def _is_aimed(said: Utterance) -> bool:
    aimed = len(said.numbers) == 1 and said.words[said.numbers[0].start - 1].text in {"to", "too", "at"}
    return aimed and said.numbers[0].start > 0 and said.mood is Mood.COMMAND


def _rest(said: Utterance, numbered: set[int], used: frozenset[str] | set[str]) -> tuple[Word, ...]:
    return tuple(
        word
        for at, word in enumerate(said.words)
        if at not in numbered and word.text not in used and word.text not in _TELLING and word.stem not in GENERIC
    )


def _fitting(profile: Profile, wish: _Wish) -> tuple[Profile, Param] | None:
    """An action that sets one number, and whose name is all that was said besides."""
    needed = [param for param in profile.params if param.required and not param.given]
    if len(needed) != 1 or needed[0].kind is not Kind.NUMBER:
        return None
    own = {*profile.things, *profile.verbs, *profile.space, *(stem(word) for word in needed[0].words)}
    own |= {other for word in own for other in SYNONYMS.get(word, ())}
    wanted = wish.things or (() if wish.rest else (_IT,))
    if wanted and own.isdisjoint(wanted):
        return None
    aside = profile.about if wanted else frozenset[str]()
    return (profile, needed[0]) if all(word.stem in own | aside for word in wish.rest) else None


def _told(narration: str, profile: Profile, param: Param) -> int | float | None:
    """The number that the narration gives for what an action changes, if it is the only one."""
    names = {*profile.things, *profile.space} or set(profile.verbs)
    names -= GENERIC
    names |= {other for word in names for other in SYNONYMS.get(word, ())}
    found = set()
    for sentence in _SENTENCE.findall(narration[:4000]):
        for clause in re.split(r",\s|\sand\s", sentence):
            words = hear(clause)
            numbers = find_numbers(words)
            if len(numbers) == 1 and any(word.stem in names for word in words):
                found.add(numbers[0].value)
    values = [value for value in found if param.accepts_number(value)]
    return values[0] if len(found) == len(values) == 1 else None


def _size(said: Utterance, param: Param, current: int | float) -> int | float:
    if said.numbers:
        return abs(said.numbers[0].value)
    texts = [word.text for word in said.words]
    span = param.high - param.low if param.high is not None and param.low is not None else 0
    step = span / _STEP if span else max(abs(current) / _STEP, 1)
    step = step * 2.5 if any(text in _LOT for text in texts) else step
    step = step / 2 if any(text in _LITTLE for text in texts) and step >= 2 else step
    step = min(step, _FURTHEST)
    if param.step:
        return max(param.step, round(step / param.step) * param.step)
    return max(1, _round(step)) if param.whole else _round(step)


def _round(step: float) -> int | float:
    """The nearest smaller of 1, 2, 5, 10, 20, 50 and so on: nobody wants 37.5 more."""
    power = 10 ** floor(log10(step))
    rounded = next((power * digit for digit in (5, 2, 1) if power * digit <= step), power)
    return int(rounded) if rounded >= 1 else rounded


def _moved(param: Param, current: int | float, change: int | float) -> int | float:
    value = current + change
    value = min(value, param.high) if param.high is not None else value
    value = max(value, param.low) if param.low is not None else value
    return int(value) if param.whole and value == int(value) else value
