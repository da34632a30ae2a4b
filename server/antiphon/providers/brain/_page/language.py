"""A language's data, `languages/<code>.toml`, for the page's reading. Over 300 lines: a table of the file a field.

It has templates of sentences, words by what they do, and sentences to be spoken.
"""

import re
import tomllib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cache
from pathlib import Path
from typing import Any

from antiphon.providers.brain._page.asked_words import AskedWords, asked_words
from antiphon.providers.brain._page.cutting import Cutter
from antiphon.providers.brain._page.speech import Day, Number, Speech, Word
from antiphon.providers.brain._page.speech_of_english import EnglishSpeech
from antiphon.providers.brain._page.speech_of_libraries import LibrarySpeech
from antiphon.providers.brain._page.spoken_words import SpokenWords, spoken_words
from antiphon.providers.brain._page.templates import Template, spelt_out, templates, told
from antiphon.providers.brain._page.wished_words import WishedWords, wished_words

_NAMED = frozenset({"frame", "words", "labels", "alike", "asked", "views", "item", "says"}) | frozenset(
    {"gestures", "questions", "groups", "expected", "roles", "ways"}
)
"""Tables whose keys are names that the code asks for; those of all others are words."""
_HEARD = frozenset(
    {"frame", "words", "asked", "views", "item", "instead", "gestures", "groups", "questions"}
) | frozenset({"asks", "bounds", "roles", "asked_kinds", "left_where_hidden", "same_as"})
"""Tables that utterances are compared with."""
_DEFAULT = "en"
FOLDER = Path(__file__).parent.parent / "languages"


@dataclass(frozen=True, slots=True)
class Language:
    """The data of one language's file."""

    code: str
    speech: Speech
    front: tuple[str, ...]
    back: tuple[str, ...]
    words: Mapping[str, frozenset[str]]
    definite: tuple[str, ...]
    """Articles in front of what is pointed at, the longest first."""
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
    taken_back: Mapping[str, tuple[str, ...]]
    """Labels of what is easily taken back where others of a list have one of these: `book`, `cancel booking`."""
    switch_verbs: Mapping[str, tuple[bool, frozenset[str]]]
    """Verbs by which a switch of an item goes on or off, with the stems of what it may be called."""
    day_parts: Mapping[str, tuple[int, int]]
    """Parts of a day, with the hour that each begins at and the one that it ends before."""
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
    forms: Mapping[str, str]
    """Forms of irregular verbs, with the verb: `paid`, `pay`."""
    stands_for: Mapping[str, tuple[str, ...]]
    """What is said of an item, and the states that it may be a word for: `went out`, `shipped`."""
    item: Mapping[str, tuple[str, ...]]
    """What sentences about items of lists are made of."""
    left_where_hidden: Mapping[str, str]
    instead: Mapping[str, str]
    """Beginnings of sentences, and what is said so: `ich heiße`, `mein Name ist`."""
    says: Mapping[str, str]
    told: tuple[tuple[re.Pattern[str], str], ...]
    """What the page's observer tells, which is English, and the same in this language."""
    symbols: Mapping[str, str]
    """The stems of what figures are that stand beside a sign: a `price`, a `rating`."""
    signs: Mapping[str, str]
    """The signs that words stand for where an address is dictated: `dot`."""
    contractions: Mapping[str, str]
    owner: str
    """What a name ends with whose something is."""
    asked: AskedWords
    wished: WishedWords
    spoken: SpokenWords

    @property
    def cutter(self) -> Cutter | None:
        """The cutter of its texts, where no blank stands between words."""
        return _cutter(self.code)

    def cut(self, text: str) -> str:
        """Return a text with a blank between its words, be it written so or not."""
        return self.cutter.text(text) if self.cutter else text

    def spelt_out(self, word: str) -> str:
        """`what's` as `what is`; any other word as it is."""
        return spelt_out(word, self.contractions)

    def stem(self, word: str) -> str:
        """Return the letters that the forms of a word share."""
        return self.speech.stem(word)

    def spelt(self, word: str) -> str:
        """Return one form for a small number, be it in figures or in letters."""
        return self.speech.spelt(word)

    def hear(self, text: str) -> tuple[Word, ...]:
        """Return the words of a text."""
        return self.speech.hear(text)

    def numbers(self, words: Sequence[Word]) -> list[Number]:
        """Return every number in some words."""
        return self.speech.numbers(words)

    def numbers_in(self, text: str) -> list[Number]:
        """Return every number in a text."""
        return self.speech.numbers(self.speech.hear(text))

    def days(self, words: Sequence[Word], today: date | None) -> list[Day]:
        """Return every day in some words."""
        return self.speech.days(words, today)

    def place(self, word: str) -> int | None:
        """Return the place of one among several that a word says: `second`, `2nd`."""
        ordinals = self.ordered["ordinals"]
        if word in ordinals:
            return ordinals.index(word) + 1
        numbered = re.fullmatch(rf"(\d{{1,2}})(?:{'|'.join(self.ordered['ordinal_endings'])})", word)
        return int(numbered[1]) if numbered else self.speech.place(word)

    def ordinal(self, word: str) -> int | None:
        """Return the number of a word such as `third`."""
        return self.speech.ordinal(word)

    def stemmed(self, words: Iterable[str]) -> frozenset[str]:
        """Return the stems of words."""
        return frozenset(map(self.stem, words))

    def columns_of(self, words: Iterable[str]) -> list[str]:
        """Return what columns may be called that verbs or measures among these words speak of."""
        return [name for word in words for name in self.counted_in.get(word, ())]

    def stems(self, name: str) -> frozenset[str]:
        """Return the stems of a list of words."""
        return frozenset(map(self.stem, self.words[name]))

    def forms_of(self, word: str) -> tuple[str, ...]:
        """Return the stems of a word as it is, and of the verb that it is a form of: of `paid` that of `pay`, too; none
        where it means nothing by itself.
        """
        if word in self.words["little"]:
            return ()
        base = self.forms.get(word)
        return tuple(dict.fromkeys((self.stem(word), self.stem(base)) if base else (self.stem(word),)))

    def also_called(self, name: str) -> tuple[str, ...]:
        """Return what an option is called in this language, where its own name is in another: `Deutsch`."""
        return self.also.get(name.lower(), ())

    def units_of(self, name: str) -> tuple[str, ...]:
        """The units that a field of this name counts, though it does not say so."""
        words = re.findall(r"[^\W_]+", name.lower())
        return tuple(unit for unit, of in self.units.items() if any(word in of for word in words))

    def called_like(self, label: str) -> tuple[str, ...]:
        """Return the other names of a control of this label."""
        low = label.strip().lower()
        return tuple(one for names in self.alike.values() if low in names for one in names if one != low)

    @property
    def by_rules(self) -> bool:
        """Tell whether the rules know this language, too: what the page's structure does not explain is theirs then."""
        return self.code == "en"

    @property
    def it(self) -> str:
        """The word for what was spoken of last."""
        return self.ordered["subject"][0]

    def points(self, words: Sequence[str]) -> list[int]:
        """Return the places of words that point at something spoken of: `it`.

        One that is an article as well, as German `das` is, points only where nothing but a verb's second part follows.
        """
        found = []
        for at, word in enumerate(words):
            behind = words[at + 1] if at + 1 < len(words) else ""
            closes = not behind or behind in self.words["particles"] or behind in self.words["little"]
            if word in self.words["subject"] and (closes or word not in self.definite):
                found.append(at)
        return found

    def bare(self, phrase: str) -> str:
        """Return a phrase without the article in front of it: `the second one`."""
        return next((phrase.removeprefix(f"{one} ") for one in self.definite if phrase.startswith(f"{one} ")), phrase)

    def without_kind(self, place: str) -> str:
        """Return what a list is called without the word for a list: `shopping list`."""
        return " ".join(word for word in place.split() if word not in self.words["list_said"])

    def quoted(self, names: Sequence[str]) -> str:
        """Return names in quotation marks, to choose among them."""
        told = [self.say("quoted", name=one) for one in names]
        return self.say("or", first=", ".join(told[:-1]), last=told[-1])

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


def language(tag: str) -> Language:
    """Return the data of a language tag such as `en-GB`; English where there is no file for it."""
    code = tag.split("-")[0].lower()
    return _loaded(code if code in codes() else _DEFAULT)


def is_known(tag: str) -> bool:
    """Tell whether a language has a file."""
    return tag.split("-")[0].lower() in codes()


@cache
def codes() -> frozenset[str]:
    """Return the codes of the languages that have a file."""
    return frozenset(path.stem for path in FOLDER.glob("*.toml"))


@cache
def _loaded(code: str) -> Language:
    """Over 50 lines: a field of the data a line. Takes some 50 ms the first time."""
    data = _completed(_read(code), _read(_DEFAULT))
    cutter = _cutter(code)
    data = _phrases_cut(data, cutter.text) if cutter else data
    contractions: Mapping[str, str] = data["contractions"]
    speech = _speech(code, data)
    if "hung" in data["frame"]:
        data |= {name: _as_heard(data[name], speech) for name in _HEARD & data.keys()}
    ordered = {name: tuple(value.split() if isinstance(value, str) else value) for name, value in data["words"].items()}
    closed = _closed(data)
    superlatives = {
        word.replace("_", " "): text.split() for words, text in data["superlatives"].items() for word in words.split()
    }
    return Language(
        code,
        speech,
        tuple(sorted(data["frame"]["front"], key=len, reverse=True)),
        tuple(sorted(data["frame"]["back"], key=len, reverse=True)),
        {name: frozenset(words) for name, words in ordered.items()},
        tuple(sorted(ordered["definite"], key=len, reverse=True)),
        tuple(f" {one}" for one in ordered["subject"]),
        frozenset(map(speech.stem, ordered["things"])),
        ordered,
        {name: tuple(words) for name, words in data["kinds"].items()},
        {name: frozenset(words) for name, words in data["labels"].items()},
        templates(data["gestures"], contractions, closed),
        templates(data["questions"], contractions, closed),
        templates(data["groups"], contractions, closed),
        {word: (sense, frozenset(columns)) for word, (sense, *columns) in superlatives.items()},
        {
            word: (int(text.split()[0] + "1"), frozenset(text.split()[1:]))
            for word, text in data["comparatives"].items()
        },
        {lead: tuple(text.replace("_", " ").split()) for lead, text in data["asks"].items()},
        {unit: tuple(text.split()) for unit, text in data["units"].items()},
        {name: tuple(labels) for name, labels in data["alike"].items()},
        {name: tuple(labels) for name, labels in data.get("taken_back", {}).items()},
        {
            verb: (way == "on", frozenset(speech.stem(one) for one in names.split()))
            for way, verbs in data.get("switch_verbs", {}).items()
            for verb, names in verbs.items()
        },
        {name: (first, end) for name, (first, end) in data.get("day_parts", {}).items()},
        {word: way for way, words in ((1, data["ways"]["on"]), (-1, data["ways"]["back"])) for word in words.split()},
        data["spans"],
        {name: (way.startswith("more"), way.endswith("equal")) for name, way in data["bounds"].items()},
        {name: tuple(text.split(", ")) for name, text in data["also"].items()},
        {word: tuple(text.split()) for words, text in data["counted_in"].items() for word in words.split()},
        {name: tuple(value.split() if isinstance(value, str) else value) for name, value in data["views"].items()},
        templates({"find": data["views"]["finds"]}, contractions, closed),
        templates({"reset": data["views"]["resets"]}, contractions, closed),
        _tops(superlatives, data["tops"], speech),
        {name: tuple(text.split()) for name, text in data["arranged_by"].items()},
        data["same_as"],
        {form: verb for verb, text in data["forms"].items() for form in text.split()},
        {phrase: tuple(text.split()) for phrase, text in data["stands_for"].items()},
        {name: tuple(value.split() if isinstance(value, str) else value) for name, value in data["item"].items()},
        data["left_where_hidden"],
        data.get("instead", {}),
        data["says"],
        told(data.get("told", {})),
        {kind: speech.stem(word) for kind, word in data["symbols"].items()},
        {word: sign for sign, words in data["signs"].items() for word in words.split()},
        contractions,
        data["frame"]["owner"],
        asked_words(data, speech),
        wished_words(data, contractions, closed),
        spoken_words(data),
    )


@cache
def _cutter(code: str) -> Cutter | None:
    data = _read(code)
    return Cutter(data) if "cutting" in data else None


def _read(code: str) -> dict[str, Any]:
    return tomllib.loads((FOLDER / f"{code}.toml").read_text("utf-8"))


def _phrases_cut(value: Any, cut: Callable[[str], str]) -> Any:
    """Return a file's data with its phrases as an utterance is cut; a template has blanks where it can be cut."""
    if isinstance(value, list):
        return [one if isinstance(one, str) and set(one) & set("{(") else _phrases_cut(one, cut) for one in value]
    if isinstance(value, dict):
        return {name: _phrases_cut(one, cut) if isinstance(one, list | dict) else one for name, one in value.items()}
    return cut(value.replace(" ", "")) if isinstance(value, str) and not value.isascii() else value


def _completed(data: dict[str, Any], whole: Mapping[str, Any]) -> dict[str, Any]:
    """Return a file's tables with the names of all lists that English has: one that the file lacks is empty, and what
    it is for is not read then. A sentence that the file lacks is said in English.
    """
    for name, value in whole.items():
        table = data.setdefault(name, {})
        for key, of_key in value.items() if name in _NAMED else ():
            table.setdefault(key, of_key if name == "says" else type(of_key)())
    return data


def _as_heard(value: Any, speech: Speech) -> Any:
    """Return a part of the data with what is written in one as it is heard: `hazlo` as `haz lo`."""
    if isinstance(value, str):
        return speech.normal(value)
    if isinstance(value, Mapping):
        return {speech.normal(key): _as_heard(one, speech) for key, one in value.items()}
    return [_as_heard(one, speech) for one in value] if isinstance(value, list) else value


def _closed(data: Mapping[str, Any]) -> Mapping[str, list[str]]:
    """Return the words of slots that take no others."""
    return {
        "superlative": [word.replace("_", " ") for words in data["superlatives"] for word in words.split()],
        "comparative": list(data["comparatives"]),
        "state": [*data["words"]["done"], *data["words"]["open"]],
        "article": data["words"]["definite"],
    }


def _speech(code: str, data: Mapping[str, Any]) -> Speech:
    return EnglishSpeech(data["words"]) if code == "en" else LibrarySpeech(code, data)


def _tops(
    superlatives: Mapping[str, Sequence[str]], tops: Mapping[str, str], speech: Speech
) -> Mapping[str, tuple[str, Mapping[str, int]]]:
    """Superlatives by themselves, the longest first: those of `tops` win over those that questions ask with."""
    words = {**superlatives, **{name: text.split() for name, text in tops.items()}}
    return {
        name: (
            words[name][0],
            {speech.stem(one.lstrip("-")): -1 if one.startswith("-") else 1 for one in words[name][1:]},
        )
        for name in sorted(words, key=len, reverse=True)
    }
