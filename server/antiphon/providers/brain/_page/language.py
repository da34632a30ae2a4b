"""A language's data, `languages/<code>.toml`: templates of sentences, words by what they do, sentences to be spoken."""

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import count
from pathlib import Path
from typing import Any

from antiphon.providers.brain._page.asked_words import AskedWords, asked_words
from antiphon.providers.brain._page.spoken_words import SpokenWords, spoken_words
from antiphon.providers.brain._page.stems import stem
from antiphon.providers.brain._page.wished_words import WishedWords, wished_words

FOLDER = Path(__file__).parent.parent / "languages"
_SLOT = re.compile(r"\\\{(\w+)\\\}")
_WORD = re.compile(r"[\w']+")
_LONGEST_SLOT = 5
"""Words of a slot right before another one."""
_SPACE = r"(?: |(?<= )|^|$)"


@dataclass(frozen=True, slots=True)
class Template:
    """A sentence with slots, ready to be compared: `tick {item} off`. `weight`: the letters that it gives itself."""

    gesture: str
    pattern: re.Pattern[str]
    weight: int


@dataclass(frozen=True, slots=True)
class Language:
    """The data of one language's file."""

    code: str
    front: tuple[str, ...]
    back: tuple[str, ...]
    words: Mapping[str, frozenset[str]]
    before_first: tuple[str, ...]
    """Ends of what may be ordered to be done `first`: with a word that points."""
    things: frozenset[str]
    """The stems of words that may stand beside a name, and name nothing."""
    ordered: Mapping[str, tuple[str, ...]]
    kinds: Mapping[str, tuple[str, ...]]
    labels: Mapping[str, frozenset[str]]
    gestures: tuple[Template, ...]
    questions: tuple[Template, ...]
    groups: tuple[Template, ...]
    superlatives: Mapping[str, tuple[str, frozenset[str]]]
    comparatives: Mapping[str, tuple[int, frozenset[str]]]
    """Which way `warmer` goes, and what a field is called that it is said of."""
    asks: Mapping[str, tuple[str, ...]]
    """What a question that begins so asks for: words of a column's name."""
    units: Mapping[str, tuple[str, ...]]
    """What is counted by a field that is called so: a temperature's degrees."""
    alike: Mapping[str, tuple[str, ...]]
    """Labels of controls that mean the same."""
    ways: Mapping[str, int]
    """Words that lead on (1) or back (-1): `more`, `earlier`."""
    spans: Mapping[str, int]
    """Days of a span of time."""
    bounds: Mapping[str, tuple[bool, bool]]
    """Comparisons: whether more is meant, and whether the number itself is."""
    also: Mapping[str, tuple[str, ...]]
    """Names of options in other languages, with what they are called in this one."""
    counted_in: Mapping[str, tuple[str, ...]]
    """What a column may be called that a verb or a measure speaks of."""
    views: Mapping[str, tuple[str, ...]]
    """What sentences about the order of a list, or a part of it, are made of."""
    finds: tuple[Template, ...]
    """How a search is asked for, and, of `resets`, the whole list again."""
    resets: tuple[Template, ...]
    tops: Mapping[str, tuple[str, Mapping[str, int]]]
    """What stands at the top: `min` or `max`, and what its column may be called; -1: it is ordered the other way."""
    arranged_by: Mapping[str, tuple[str, ...]]
    same_as: Mapping[str, str]
    left_where_hidden: Mapping[str, str]
    says: Mapping[str, str]
    contractions: Mapping[str, str]
    owner: str
    """What a name ends with whose something is."""
    asked: AskedWords
    wished: WishedWords
    spoken: SpokenWords

    def spelt_out(self, word: str) -> str:
        """`what's` as `what is`; any other word as it is."""
        return _spelt_out(word, self.contractions)

    def stems(self, name: str) -> frozenset[str]:
        """Return the stems of a list of words."""
        return frozenset(map(stem, self.words[name]))

    def also_called(self, name: str) -> tuple[str, ...]:
        """Return what an option is called in this language, where its own name is in another: `Deutsch`."""
        return self.also.get(name.lower(), ())

    def units_of(self, name: str) -> tuple[str, ...]:
        """The units that a field of this name counts, though it does not say so."""
        words = name.lower().split()
        return tuple(unit for unit, of in self.units.items() if any(word in of for word in words))

    def called_like(self, label: str) -> tuple[str, ...]:
        """Return the other names of a control of this label."""
        low = label.strip().lower()
        return tuple(one for names in self.alike.values() if low in names for one in names if one != low)

    def state_in(self, text: str) -> bool | None:
        """Return whether a text speaks of what is done, or of what is open; None where it speaks of neither."""
        spoken = f" {text} "
        if any(f" {one} " in spoken for one in self.words["open"]):
            return False
        return True if any(f" {one} " in spoken for one in self.words["done"]) else None

    def is_like(self, label: str, meaning: str) -> bool:
        """Tell whether a control of this label is one of those that mean the same (`alike` of the file)."""
        return label.strip().lower() in self.alike[meaning]

    def say(self, sentence: str, /, **given: str) -> str:
        return self.says[sentence].format(**given)


def language(tag: str) -> Language | None:
    """Return the data of a language tag such as `en-GB`; None where there is none."""
    code = tag.split("-")[0].lower()
    return _loaded(code) if code in _codes() else None


@cache
def _codes() -> frozenset[str]:
    return frozenset(path.stem for path in FOLDER.glob("*.toml"))


@cache
def _loaded(code: str) -> Language:
    """Takes some 50 ms the first time."""
    path = FOLDER / f"{code}.toml"
    data = tomllib.loads(path.read_text("utf-8"))
    contractions: Mapping[str, str] = data["contractions"]
    ordered = {name: tuple(value.split() if isinstance(value, str) else value) for name, value in data["words"].items()}
    closed = _closed(data)
    superlatives = {word.replace("_", " "): text.split() for word, text in data["superlatives"].items()}
    return Language(
        code,
        tuple(sorted(data["frame"]["front"], key=len, reverse=True)),
        tuple(sorted(data["frame"]["back"], key=len, reverse=True)),
        {name: frozenset(words) for name, words in ordered.items()},
        tuple(f" {one}" for one in ordered["subject"]),
        frozenset(map(stem, ordered["things"])),
        ordered,
        {name: tuple(words) for name, words in data["kinds"].items()},
        {name: frozenset(words) for name, words in data["labels"].items()},
        _templates(data["gestures"], contractions, closed),
        _templates(data["questions"], contractions, closed),
        _templates(data["groups"], contractions, closed),
        {word: (sense, frozenset(columns)) for word, (sense, *columns) in superlatives.items()},
        {
            word: (int(text.split()[0] + "1"), frozenset(text.split()[1:]))
            for word, text in data["comparatives"].items()
        },
        {lead: tuple(text.replace("_", " ").split()) for lead, text in data["asks"].items()},
        {unit: tuple(text.split()) for unit, text in data["units"].items()},
        {name: tuple(labels) for name, labels in data["alike"].items()},
        {word: way for way, words in ((1, data["ways"]["on"]), (-1, data["ways"]["back"])) for word in words.split()},
        data["spans"],
        {name: (way.startswith("more"), way.endswith("equal")) for name, way in data["bounds"].items()},
        {name: tuple(text.split(", ")) for name, text in data["also"].items()},
        {word: tuple(text.split()) for words, text in data["counted_in"].items() for word in words.split()},
        {name: tuple(value.split() if isinstance(value, str) else value) for name, value in data["views"].items()},
        _templates({"find": data["views"]["finds"]}, contractions, closed),
        _templates({"reset": data["views"]["resets"]}, contractions, closed),
        _tops(superlatives, data["tops"]),
        {name: tuple(text.split()) for name, text in data["arranged_by"].items()},
        data["same_as"],
        data["left_where_hidden"],
        data["says"],
        contractions,
        data["frame"]["owner"],
        asked_words(data),
        wished_words(data, lambda texts, words: _templates(texts, contractions, words), closed),
        spoken_words(data),
    )


def _closed(data: Mapping[str, Any]) -> Mapping[str, list[str]]:
    """Return the words of slots that take no others."""
    return {
        "superlative": [word.replace("_", " ") for word in data["superlatives"]],
        "comparative": list(data["comparatives"]),
        "state": [*data["words"]["done"], *data["words"]["open"]],
    }


def _tops(
    superlatives: Mapping[str, Sequence[str]], tops: Mapping[str, str]
) -> Mapping[str, tuple[str, Mapping[str, int]]]:
    """Superlatives by themselves, the longest first: those of `tops` win over those that questions ask with."""
    words = {**superlatives, **{name: text.split() for name, text in tops.items()}}
    return {
        name: (words[name][0], {stem(one.lstrip("-")): -1 if one.startswith("-") else 1 for one in words[name][1:]})
        for name in sorted(words, key=len, reverse=True)
    }


def _templates(
    gestures: Mapping[str, Sequence[str]], contractions: Mapping[str, str], closed: Mapping[str, Sequence[str]]
) -> tuple[Template, ...]:
    spelt = {
        gesture: [_WORD.sub(lambda word: _spelt_out(word[0], contractions), text) for text in texts]
        for gesture, texts in gestures.items()
    }
    return tuple(
        Template(gesture, pattern, len(re.sub(r"\{\w+\}|\W|\([^()]*\)\?", "", text)))
        for gesture, texts in spelt.items()
        for text in texts
        for pattern in _compiled(text, closed)
    )


def _spelt_out(word: str, contractions: Mapping[str, str]) -> str:
    if "'" not in word:
        return word
    for ending, full in contractions.items():
        before = word.removesuffix(ending)
        if ending.startswith(("'", "n'")) and before != word and before:
            return word if ending == "'s" and before not in contractions["is_behind"].split() else before + full
    return word


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
                inner = f"(?:the )?(?:{'|'.join(sorted(map(re.escape, closed[name]), key=len, reverse=True))})"
            elif length and meets and name == meets[1]:
                inner = rf"[^ ]+(?: [^ ]+){{{length - 1}}}"
            return f"(?P<{name}__{number}>{inner})"

        yield re.compile(_SLOT.sub(group, written))
