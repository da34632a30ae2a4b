"""Templates of sentences, and phrases of the page's observer, as patterns."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import count

_SLOT = re.compile(r"\\\{(\w+)\\\}")
_WORD = re.compile(r"[\w']+")
_ANY, _WITHIN = r"(?P<\1>.+?)", r"(?P<\1>(?:(?![.!?] ).)+?)"
"""A slot of what is told: in one of several sentences, and within one."""
_INNER = re.compile(r"[.!?}] [A-Z]")
_LONGEST_SLOT = 5
"""Words of a slot right before another one."""
_SPACE = r"(?: |(?<= )|^|$)"


@dataclass(frozen=True, slots=True)
class Template:
    """A sentence with slots, ready to be compared: `tick {item} off`. `weight`: the letters that it gives itself."""

    gesture: str
    pattern: re.Pattern[str]
    weight: int


def templates(
    gestures: Mapping[str, Sequence[str]], contractions: Mapping[str, str], closed: Mapping[str, Sequence[str]]
) -> tuple[Template, ...]:
    spelt = {
        gesture: [_WORD.sub(lambda word: spelt_out(word[0], contractions), text) for text in texts]
        for gesture, texts in gestures.items()
    }
    return tuple(
        Template(gesture, pattern, len(re.sub(r"\{\w+\}|\W|\([^()]*\)\?", "", text)))
        for gesture, texts in spelt.items()
        for text in texts
        for pattern in _compiled(text, closed)
    )


def spelt_out(word: str, contractions: Mapping[str, str]) -> str:
    if "'" not in word:
        return word
    for ending, full in contractions.items():
        before = word.removesuffix(ending)
        if "'" in ending and before != word and (before or not full.startswith(" ")):
            is_apart = ending == contractions["only_behind"] and before not in contractions["is_behind"].split()
            return word if is_apart else before + full
    return word


def _either(words: Iterable[str]) -> str:
    return "|".join(sorted(map(re.escape, words), key=len, reverse=True))


def _compiled(text: str, closed: Mapping[str, Sequence[str]]) -> Iterator[re.Pattern[str]]:
    """A template as patterns over words with one blank between them: where two slots meet, one for each length of the
    first.
    """
    written = re.escape(text)
    for mark in "()|?*":
        written = written.replace(re.escape(mark), mark)
    written = written.replace(r"\ ", _SPACE).replace("(", "(?:").replace("(?:?", "(?").replace(r"\:", ":")
    meets = re.search(r"\{(\w+)\} \{(?!superlative|state)", text)
    lengths = range(1, _LONGEST_SLOT + 1) if meets and meets[1] not in closed else (0,)
    for length in lengths:
        numbers = count()

        def group(slot: re.Match[str], numbers: Iterator[int] = numbers, length: int = length) -> str:
            # A slot may stand in several alternatives of one template: each is a group of its own.
            name, number = slot[1], next(numbers)
            inner = ".+?"
            if name in closed:
                inner = f"(?:(?:{_either(closed['article'])}) )?(?:{_either(closed[name])})"
            elif length and meets and name == meets[1]:
                inner = rf"[^ ]+(?: [^ ]+){{{length - 1}}}"
            return rf"(?<!\w)(?P<{name}__{number}>{inner})"

        yield re.compile(_SLOT.sub(group, written))


def told(sentences: Mapping[str, str]) -> tuple[tuple[re.Pattern[str], str], ...]:
    return tuple(
        (re.compile(_SLOT.sub(_ANY if _INNER.search(sentence) else _WITHIN, re.escape(sentence))), own)
        for sentence, own in sentences.items()
    )
