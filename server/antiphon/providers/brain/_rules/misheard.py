"""Verbs that a recogniser got wrong: `twitch to the dark theme`, `said volume to fifty`, `this able the alarm`."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from rapidfuzz import fuzz

from antiphon.providers.brain._rules.lexicon import ARTICLES, CLAUSE, FUNCTION, NEGATIONS, bag
from antiphon.providers.brain._rules.numbers import find_numbers
from antiphon.providers.brain._rules.utterance import Mood, Utterance, shape, strip_courtesies, strip_ending
from antiphon.providers.brain._rules.verbs import NOUNS_TOO, PRIMARY, base, meanings
from antiphon.providers.brain._rules.words import Word
from antiphon.providers.english import sound

_VERBS = bag(
    "go show open set switch change turn add put search find write increase decrease raise lower enable disable "
    "make take play pause close zoom start stop select pick choose navigate"
)
"""Words that people begin with most. None that deletes: nothing is deleted on a guess."""
_HOMOPHONES = {
    "right": "write", "rite": "write", "ride": "write", "paws": "pause", "pores": "pause", "by": "buy", "bye": "buy",
    "ad": "add", "at": "add", "said": "set", "sat": "set", "clothes": "close", "plate": "play",
    "but": "put", "hut": "put", "joe": "show",
}  # fmt: skip
"""Words that a recogniser writes for a verb; the rest must still name what the action acts on."""
_KNOWN = FUNCTION | CLAUSE | NEGATIONS | bag("yes yeah yep nope okay hello hi hey thanks thank sorry good great")
_MANY = bag("people children men women everybody staff who mom dad i you we they")
_ALIKE, _SHORT_ALIKE, _JOINED_ALIKE = 75, 66, 78
_QUALITY = 0.9
_LONG = 5
_SAME = 100.0
_PLEASE_ALIKE = 66
_YOU_WITHIN = 3
_CAN = bag("can could would will and king kin ken good wood")
"""Words that are left of the `can` of `can you`."""
_YOU = bag("you use ya")
_FEWEST = 3
_DETERMINERS = bag("a an some another")
_NOISES = {
    "that": NOUNS_TOO, "dat": frozenset[str](), "dot": frozenset[str](), "doc": frozenset[str](),
    "it": NOUNS_TOO - {"play", "pause"} | bag("set put let cut read hit is"), "place": NOUNS_TOO, "police": NOUNS_TOO,
}  # fmt: skip
"""Words that a recogniser writes for the burst of a first consonant, for `hit` and for `please`; and after which
words it may have been meant."""
_ALSO_PAST = bag("set put let cut read hit go do get")
"""Verbs that one thing alone has too: `Tom set the table`; and `go`, which is called out to anybody."""
_LONGEST = 12


def with_heard_verb(said: Utterance) -> Iterator[Utterance]:
    """Return what was said as a command whose verb, or whose `can you`, was misheard; the likeliest first, a few at
    most."""
    spoken = _without_hey(said.spoken)
    if spoken is not said.spoken:
        yield shape(said.text, strip_courtesies(spoken))
    words = strip_ending(spoken) if spoken and spoken[0].text in _HOMOPHONES else said.words
    if not 1 < len(words) <= _LONGEST:
        return
    polite = _without_please(words)
    if polite:
        yield shape(said.text, polite)
    asked = _past_you(words) or _past_noise(words)
    rest = words[asked:]
    present = _in_present(rest) if words[0].text != "that" else rest
    if asked or present is not rest:
        unsure = present is not rest or words[0].text == "i"
        yield replace(shape(said.text, strip_courtesies(present)), is_guess=unsure)
    yield from _with_likely_verb(said, rest, bool(asked))


def _with_likely_verb(said: Utterance, words: tuple[Word, ...], after_noise: bool) -> Iterator[Utterance]:
    if len(words) < _FEWEST or not (words[0].text in _HOMOPHONES or after_noise or said.mood is not Mood.COMMAND):
        return
    for likeness, verb, length in sorted(_rated(words), reverse=True)[:2]:
        made = replace(shape(said.text, words), mood=Mood.COMMAND, verb=verb, verb_words=length)
        guess = likeness < _SAME
        yield replace(made, verb_quality=_QUALITY, is_guess=guess, groups=meanings(verb), spoken=said.spoken)


def _without_hey(words: tuple[Word, ...]) -> tuple[Word, ...]:
    """`a pause the song` was `hey, pause the song`."""
    texts = [word.text for word in words[:3]]
    verb = len(texts) > 2 and (texts[1] in _HOMOPHONES or base(texts[1]) == texts[1]) and texts[2] in ARTICLES
    return words[1:] if verb and texts[0] in {"a", "ah", "eh", "hay"} else words


def _without_please(words: tuple[Word, ...]) -> tuple[Word, ...]:
    """`high contrast leaves` ended in `please`; nothing where the last word is nothing like it."""
    return words[:-1] if fuzz.ratio(words[-1].text, "please") >= _PLEASE_ALIKE else ()


def _in_present(words: tuple[Word, ...]) -> tuple[Word, ...]:
    """`disabled the alarm` without anybody who did it was `disable the alarm`: the sound before `the` was doubled."""
    verb = base(words[0].text) or ""
    doubled = words[0].text.endswith("ed") and verb != words[0].text and words[1:] and words[1].text in {"the", "to"}
    orders = doubled and PRIMARY.get(verb, "remove") != "remove"
    return (replace(words[0], text=verb, stem=verb), *words[1:]) if orders else words


def _past_you(words: Sequence[Word]) -> int:
    """Count the words of a misheard `can you`: `king you look up`, `i can you turn`. `Did you turn` is a question."""
    texts = [word.text for word in words[: _YOU_WITHIN + 2]]
    for at in range(1, min(_YOU_WITHIN, len(texts) - 1) + 1):
        alike = texts[at - 1] in _CAN or (at == 1 and texts[0] not in CLAUSE)
        if texts[at] in _YOU and alike and texts[at + 1 : at + 2] and texts[at + 1] in PRIMARY:
            return at + 1
    return 0


def _past_noise(words: Sequence[Word]) -> int:
    """Count the words of a noise: 1 of `dot reduce the volume`. One thing alone `reduces`; many do: `kids play`."""
    first, verb = words[0].text, words[1].text
    plain = base(verb) == verb
    if first in _NOISES:
        return 1 if (plain or verb in _HOMOPHONES) and verb not in _NOISES[first] else 0
    if len(words) < _FEWEST:
        return 0
    if (first, verb) == ("i", "am") and (words[2].text == "i" or base(words[2].text) == words[2].text):
        return 2  # `um, search for knives`
    if first == "i":  # `uh, add the jacket`
        return 1 if verb in _VERBS else 0
    noise = first not in _KNOWN and base(first) is None and not first.endswith("s") and words[0].stem == first
    return 1 if noise and first not in _MANY and plain and verb not in _ALSO_PAST else 0


def _puts(words: Sequence[Word]) -> bool:
    """`burl six bananas into my cart`: whatever the first word was, something is put somewhere."""
    if words[0].text in _KNOWN or base(words[0].text) or len(words) < _FEWEST + 2:
        return False
    return _is_some(words, 1) and words[-3].text in {"in", "into"} and words[-2].text in ARTICLES


def _is_some(words: Sequence[Word], at: int) -> bool:
    """`a lamp`, `two lamps`."""
    return words[at].text in _DETERMINERS or any(number.start == at for number in find_numbers(words))


def _sets(words: Sequence[Word]) -> bool:
    """`glory the volume to twelve`: whatever the first word was, something is brought to a value."""
    if words[0].text in _KNOWN or base(words[0].text) or base(words[1].text):
        return False
    numbers = find_numbers(words)
    ends = len(numbers) == 1 and numbers[0].end == len(words) and numbers[0].start > 1
    return ends and words[numbers[0].start - 1].text in {"to", "too", "at"}


def _rated(words: Sequence[Word]) -> Iterator[tuple[float, str, int]]:
    first, joined = words[0].text, words[0].text + words[1].text
    if _HOMOPHONES.get(first) == "buy" and not _is_some(words, 1):  # `by default`
        return
    if first in _HOMOPHONES:
        yield _SAME, _HOMOPHONES[first], 1
        return
    if _sets(words):
        yield 0.0, "set", 1
    if _puts(words):
        yield 0.0, "put", 1
    for verb in sorted(_VERBS):
        together = fuzz.ratio(joined, verb)
        if len(verb) > _LONG and len(joined) < len(verb) + 2 and together >= _JOINED_ALIKE:
            yield together, verb, 2
        if first in _KNOWN or base(first) is not None or first.isdigit():
            continue
        ratio = fuzz.ratio(first, verb)
        if sound(first) == sound(verb) and len(first) <= len(verb) + 2:
            yield _SAME - 1, verb, 1
        elif ratio >= (_ALIKE if len(verb) > 3 else _SHORT_ALIKE):
            yield ratio, verb, 1
