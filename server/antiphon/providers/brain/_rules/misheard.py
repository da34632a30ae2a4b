"""Verbs that a recogniser got wrong: `twitch to the dark theme`, `said volume to fifty`, `this able the alarm`."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from rapidfuzz import fuzz

from antiphon.providers.brain._rules.lexicon import ARTICLES, CLAUSE, FUNCTION, NEGATIONS, bag
from antiphon.providers.brain._rules.numbers import find_numbers
from antiphon.providers.brain._rules.utterance import Mood, Utterance, shape
from antiphon.providers.brain._rules.verbs import PRIMARY, base, meanings
from antiphon.providers.brain._rules.words import Word, sound

_VERBS = bag(
    "go show open set switch change turn add put search find write increase decrease raise lower enable disable "
    "make take play pause close zoom start stop select pick choose navigate"
)
"""What people begin with most. None that deletes: nothing is deleted on a guess."""
_HOMOPHONES = {
    "right": "write", "rite": "write", "ride": "write", "paws": "pause", "pores": "pause", "by": "buy", "bye": "buy",
    "ad": "add", "at": "add", "said": "set", "sat": "set", "clothes": "close", "plate": "play",
}  # fmt: skip
"""What a recogniser writes for a verb; the rest must still name what the action acts on."""
_KNOWN = FUNCTION | CLAUSE | NEGATIONS | bag("yes yeah yep nope okay hello hi hey thanks thank sorry good great")
_MANY = bag("people children men women police everybody staff who mom dad i you we they")
_ALIKE, _SHORT_ALIKE, _JOINED_ALIKE = 75, 66, 78
_QUALITY = 0.9
_LONG = 5
_LONGEST = 12


def with_heard_verb(said: Utterance) -> Iterator[Utterance]:
    """What was said as a command whose verb, or whose `can you`, was misheard; the likeliest first, two at most."""
    spoken = _without_hey(said.spoken)
    words = spoken if spoken and spoken[0].text in _HOMOPHONES else said.words
    if not 2 < len(words) <= _LONGEST:
        return
    asked = _past_you(words) or _past_noise(words)
    if asked:
        yield shape(said.text, words[asked:])
    heard = words[0].text in _HOMOPHONES or said.mood is not Mood.COMMAND
    rated = sorted(_rated(words), reverse=True) if heard else []
    for _, verb, length in rated[:2]:
        made = replace(shape(said.text, words), mood=Mood.COMMAND, verb=verb, verb_words=length)
        yield replace(made, verb_quality=_QUALITY, groups=meanings(verb), spoken=said.spoken)


def _without_hey(words: tuple[Word, ...]) -> tuple[Word, ...]:
    """`a pause the song` was `hey, pause the song`."""
    texts = [word.text for word in words[:3]]
    verb = len(texts) > 2 and (texts[1] in _HOMOPHONES or base(texts[1]) == texts[1]) and texts[2] in ARTICLES
    return words[1:] if verb and texts[0] in {"a", "ah", "eh", "hay"} else words


def _past_you(words: Sequence[Word]) -> int:
    """How many words a misheard `can you` has: `king you look up`, `i can you turn`. `Did you turn` is a question."""
    texts = [word.text for word in words[:4]]
    at = 2 if texts[1] == "you" and texts[0] not in CLAUSE else 3 if texts[1:3] == ["can", "you"] else 0
    return at if at and at < len(texts) and texts[at] in PRIMARY else 0


def _past_noise(words: Sequence[Word]) -> int:
    """1 for `dot reduce the volume`: one thing alone `reduces`, so the first word was a noise. Many do: `kids play`."""
    first, verb = words[0].text, words[1].text
    noise = first not in _KNOWN and base(first) is None and not first.endswith("s") and words[0].stem == first
    return 1 if noise and first not in _MANY and base(verb) == verb and len(verb) > len("do") + 1 else 0


def _sets(words: Sequence[Word]) -> bool:
    """`glory the volume to twelve`: whatever the first word was, something is brought to a value."""
    if words[0].text in _KNOWN or base(words[0].text) or base(words[1].text):
        return False
    numbers = find_numbers(words)
    ends = len(numbers) == 1 and numbers[0].end == len(words) and numbers[0].start > 1
    return ends and words[numbers[0].start - 1].text in {"to", "too", "at"}


def _rated(words: Sequence[Word]) -> Iterator[tuple[float, str, int]]:
    first, joined = words[0].text, words[0].text + words[1].text
    if first in _HOMOPHONES:
        yield 100.0, _HOMOPHONES[first], 1
        return
    if _sets(words):
        yield 0.0, "set", 1
    for verb in sorted(_VERBS):
        together = fuzz.ratio(joined, verb)
        if len(verb) > _LONG and len(joined) < len(verb) + 2 and together >= _JOINED_ALIKE:
            yield together, verb, 2
        if first in _KNOWN or base(first) is not None or first.isdigit():
            continue
        ratio = fuzz.ratio(first, verb)
        if sound(first) == sound(verb) and len(first) <= len(verb) + 2:
            yield 100.0, verb, 1
        elif ratio >= (_ALIKE if len(verb) > 3 else _SHORT_ALIKE):
            yield ratio, verb, 1
