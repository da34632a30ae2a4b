"""The words of an utterance, with the places where they stand, so that what is dictated keeps its letters."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from antiphon.providers.brain._page.language import Language
from antiphon.providers.brain._page.speech import Speech

LONGEST = 400
"""Characters: what is longer is no order to a page."""
_TOKEN = re.compile(r"[^\s]+")
_JOINTS = "-'\u2019\u2018\u02bc"
_OPENING = "\u00bf\u00a1 "
_EDGES = ".,;:!?\u00bf\u00a1\"'()[]\u201c\u201d\u201e\u00ab\u00bb\u2026"
QUOTES = str.maketrans({"\u2019": "'", "\u2018": "'", "\u02bc": "'"})


@dataclass(frozen=True, slots=True)
class Said:
    """An utterance as it is compared: small words with one blank between them; `raw` is what was said or written."""

    raw: str
    text: str
    places: tuple[tuple[int, int, int], ...]
    """Of each word: where it begins in `text`, and from where to where it stands in `raw`."""

    def verbatim(self, begin: int, end: int) -> str:
        """Return what stands in `raw` for a part of `text`, without the marks at its ends."""
        inside = [place for place in self.places if begin <= place[0] < end]
        return self.raw[inside[0][1] : inside[-1][2]].strip(" ,;:.!?") if inside else ""

    def after(self, length: int) -> "Said":
        """Return what stands behind so many letters of `text`."""
        return self.part(min(length + 1, len(self.text)), len(self.text))

    def verbatim_all(self) -> str:
        """Return all of it as it stands in `raw`."""
        return self.verbatim(0, len(self.text) + 1)

    def before(self, length: int) -> "Said":
        """Return what stands in the first so many letters of `text`."""
        return self.part(0, length)

    def span(self, first: int, last: int) -> tuple[int, int]:
        """From where to where the words `first` to `last` (exclusive) stand in `text`."""
        return self.places[first][0], self.places[last][0] if last < len(self.places) else len(self.text) + 1

    def pauses_before(self, at: int) -> bool:
        """Tell whether a comma or its like stands in front of a word."""
        before = self.raw[self.places[at - 1][1] : self.places[at][1]].rstrip() if at else ""
        return before.endswith((",", ";", ":", "."))

    def parts(self, language: Language) -> list["Said"]:
        """Split at the words that join orders."""
        pattern = "|".join(sorted(map(re.escape, language.ordered["joins"]), key=len, reverse=True))
        half = "|".join(map(re.escape, language.ordered["and_parts"]))  # `one and a half`
        cuts = [match.span() for match in re.finditer(rf" (?:{pattern}) (?!(?:{half})(?: |$))", self.text)]
        begins = [0, *(end for _, end in cuts)]
        ends = [*(start for start, _ in cuts), len(self.text)]
        return [self.part(begin, end) for begin, end in zip(begins, ends, strict=True) if end > begin]

    def without(self, first: int, last: int) -> "Said":
        """Return the utterance without the words `first` to `last` (exclusive)."""
        words = self.text.split()
        kept = [at for at in range(len(words)) if not first <= at < last]
        places, at = [], 0
        for one in kept:
            places.append((at, *self.places[one][1:]))
            at += len(words[one]) + 1
        return Said(self.raw, " ".join(words[one] for one in kept), tuple(places))

    def replaced(self, first: int, last: int, by: str) -> "Said":
        """Return the utterance with other words in the place of `first` to `last` (exclusive), in `raw` too."""
        words = self.text.split()
        begin, end = self.places[first][1], self.places[last - 1][2]
        longer = len(by) - (end - begin)
        raw = self.raw[:begin] + by + self.raw[end:]
        own = [(match.group(), begin + match.start(), begin + match.end()) for match in _TOKEN.finditer(by)]
        before = [(words[at], *self.places[at][1:]) for at in range(first)]
        behind = [
            (words[at], start + longer, stop + longer) for at, (_, start, stop) in enumerate(self.places) if at >= last
        ]
        places, length = [], 0
        for word, start, stop in (*before, *own, *behind):
            places.append((length, start, stop))
            length += len(word) + 1
        return Said(raw, " ".join(word for word, *_ in (*before, *own, *behind)), tuple(places))

    def part(self, begin: int, end: int) -> "Said":
        """Return what stands between two places of `text`."""
        places = tuple((at - begin, start, stop) for at, start, stop in self.places if begin <= at < end)
        return Said(self.raw, self.text[begin:end], places)

    def led(self, length: int, rest: "Said") -> "Said":
        """The first words of this one in front of another: `tick` in front of `the bread`."""
        lead = " ".join(self.text.split()[:length])
        own = [place for place in self.places if place[0] < len(lead)]
        moved = [(at + len(lead) + 1, start, stop) for at, start, stop in rest.places]
        return Said(self.raw, f"{lead} {rest.text}", (*own, *moved))


def said(raw: str, language: Language) -> Said:
    raw = " ".join(raw[:LONGEST].split()).lstrip(_OPENING)
    if raw.endswith("?") and raw.lower().endswith(tuple(f", {one}?" for one in language.back)):
        raw = f"{raw[:-1]}."  # `…, would you?` asks nothing
    words: list[str] = []
    places: list[tuple[int, int, int]] = []
    at = 0
    for match in _TOKEN.finditer(raw):
        word = language.speech.normal(match.group().translate(QUOTES)).strip(_EDGES)
        if not word:
            continue
        parts = language.spelt_out(word).split()
        for part, (start, end) in zip(parts, _spans(parts, match), strict=True):
            places.append((at, start, end))
            words.append(part)
            at += len(part) + 1
    return Said(raw, " ".join(words), tuple(places))


def _spans(parts: Sequence[str], match: re.Match[str]) -> list[tuple[int, int]]:
    """From where to where each part of a word stands, as far as its letters do: of `l'eau` the `eau` by itself."""
    spans: list[tuple[int, int]] = []
    low, end = match.group().lower(), len(match.group().rstrip(_EDGES))
    whole = (match.start(), match.end())
    for at in range(len(parts) - 1, 0, -1):
        if not low[:end].endswith(parts[at]):
            return [whole] * len(parts)
        spans.insert(0, (match.start() + end - len(parts[at]), match.start() + end))
        end = len(low[: end - len(parts[at])].rstrip(_JOINTS))
    return [(match.start(), match.start() + end), *spans] if spans else [whole]


def framed(text: Said, language: Language) -> Said:
    """Take courtesies off both ends, and say the beginning as the file has it."""
    return rephrased(_without_courtesies(text, language), language)


def _without_courtesies(text: Said, language: Language) -> Said:
    begin, end = 0, len(text.text)
    while True:
        cut = text.text[begin:end]
        front = next((one for one in language.front if cut.startswith(f"{one} ")), "")
        back = next((one for one in language.back if cut.endswith(f" {one}")), "")
        if (
            not back
            and cut.rpartition(" ")[0].endswith(language.before_first)
            and cut.split()[-1] in language.words["first"]
        ):
            back = cut.split()[-1]  # `archive it first`: before what was spoken of, and no first one
        if not front and not back:
            break
        begin += len(front) + 1 if front else 0
        end -= len(back) + 1 if back else 0
        if begin >= end:
            return text
    if (begin, end) == (0, len(text.text)):
        return text
    places = [(at - begin, start, stop) for at, start, stop in text.places if begin <= at < end]
    return Said(text.raw, text.text[begin:end], tuple(places))


def without_courtesy(text: str, language: Language) -> str:
    """Return an utterance without the `please` behind it."""
    end = next((one for one in language.ordered["courtesy"] if text.endswith(f" {one}")), "")
    return text.removesuffix(end).strip()


def asks_first(words: Sequence[str], language: Language) -> bool:
    """Tell whether words begin as a question does; `do not` begins an order."""
    refuses = len(words) > 2 and words[1] in language.words["placed_not"]
    return (
        bool(words)
        and words[0] in language.words["asking"]
        and not (refuses and words[0] in language.words["switched"])
    )


def asks_by_mark(text: Said, language: Language) -> bool:
    """Tell whether a statement's words are a question by its mark, in a language that asks so: `il latte è finito?`"""
    states = not language.spoken.states.isdisjoint(text.text.split())
    return states and text.raw.rstrip().endswith("?") and not is_polite(text, language)


def is_polite(text: Said, language: Language) -> bool:
    """Tell whether an utterance begins as a polite order does, be there a question mark behind it: `could you …?`"""
    raw = text.raw.lower()
    fronts = [one for one in (*language.front, *language.instead) if one.split()[0] in language.words["polite"]]
    courtesy = language.words["courtesy"]
    return any(raw.startswith(f"{one} ") and (" " in one or one not in courtesy) for one in fronts)


def rephrased(text: Said, language: Language) -> Said:
    """Return an utterance with another beginning, where the file has one that says the same."""
    for phrase, other in language.instead.items():
        if f"{text.text} ".startswith(f"{phrase} "):
            return text.replaced(0, len(phrase.split()), other)
    return text


def content(text: str, language: Language) -> tuple[str, ...]:
    """The stems of the words that mean something by themselves."""
    return _content(text, language.words["little"], language.speech)


@lru_cache(8192)
def _content(text: str, little: frozenset[str], speech: Speech) -> tuple[str, ...]:
    return tuple(speech.stem(word) for word in _split(text, speech) if word not in little)


def _split(text: str, speech: Speech) -> Iterable[str]:
    return re.findall(r"[^\W_]+(?:'[^\W_]+)?", speech.normal(text.translate(QUOTES)))
