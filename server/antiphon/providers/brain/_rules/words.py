"""Rules for what was heard, as words: places in the text, and plural-free stems."""

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice

from antiphon.providers.brain._rules.lexicon import HESITATIONS, bag

MAX_WORDS = 120
MAX_CHARS = 2000
"""An utterance that is longer than either is no command; it is not even read to its end, to bound the time."""

_LONGEST_WORD = 40
_MOST_PARTS = 24

_CONTRACTED = {
    "won't": "will not", "can't": "can not", "cannot": "can not", "shan't": "shall not", "ain't": "is not",
    "dont": "do not", "cant": "can not", "doesnt": "does not", "didnt": "did not", "wont": "will not",
    "isnt": "is not", "shouldnt": "should not", "lets": "let us", "let's": "let us", "whats": "what is",
    "wheres": "where is", "hows": "how is", "gonna": "going to", "wanna": "want to", "gimme": "give me",
    "lemme": "let me", "i'm": "i am", "im": "i am", "percents": "percent", "pls": "please",
}  # fmt: skip
_ENDINGS = (("n't", "not"), ("'re", "are"), ("'ll", "will"), ("'ve", "have"), ("'d", "would"), ("'m", "am"))
_IS_SHORT = bag("what where who how it that there here he she when why")
WORD = re.compile(r"(?:(?<![\w.])-)?\d+(?:[.,]\d+)*(?:st|nd|rd|th)?(?![^\W_])|[^\W_]+(?:'[^\W_]+)*|%")
_HESITATION = re.compile(rf"(?<![\w'])(?:{'|'.join(sorted(HESITATIONS))})(?![\w'])[,.\u2026]*", re.IGNORECASE)
_APOSTROPHES = str.maketrans({"\u2019": "'", "\u2018": "'", "\u02bc": "'", "`": "'", "\u2212": "-"})
_ID_PARTS = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+|[^\W\d_A-Za-z]+")


@dataclass(frozen=True, slots=True)
class Word:
    """One word. `text` is its normal form; `start` and `end` are its place in the utterance, in characters."""

    text: str
    stem: str
    start: int
    end: int
    pause: bool = False
    """A comma, colon or full stop follows."""


def leading(phrases: Sequence[tuple[str, ...]], words: Sequence[Word], at: int = 0) -> int:
    """Return how many words the longest phrase takes that stands in `words` from a place on; 0 where none does."""
    texts = tuple(word.text for word in words[at : at + max(map(len, phrases), default=0)])
    return max((len(one) for one in phrases if texts[: len(one)] == one), default=0)


def hear(text: str) -> tuple[Word, ...]:
    """The words of an utterance, contractions spelt out; of one that is too long, its beginning. Never raises."""
    plain = text[:MAX_CHARS].translate(_APOSTROPHES)
    words: list[Word] = []
    for match in WORD.finditer(plain):
        pause = plain[match.end() : match.end() + 1] in {",", ";", ":", ".", "!", "?"}
        if normal(match.group()) in HESITATIONS:
            continue
        parts = _spell_out(normal(match.group())[:_LONGEST_WORD])
        for number, part in enumerate(parts, 1):
            words.append(Word(part, stem(part), match.start(), match.end(), pause and number == len(parts)))
        if len(words) > MAX_WORDS:
            break
    return tuple(words)


def without_hesitations(text: str) -> str:
    """A text without the sounds in it that are no words, and without the comma behind each."""
    return " ".join(_HESITATION.sub(" ", text).split()) if _HESITATION.search(text) else text


def normal(word: str) -> str:
    """Lower case, without accents: `Cafe` for `Café`, as a recogniser may or may not write it."""
    return _unaccented(word).lower()


def _unaccented(text: str) -> str:
    if text.isascii():
        return text
    return "".join(letter for letter in unicodedata.normalize("NFKD", text) if not unicodedata.combining(letter))


def _spell_out(word: str) -> list[str]:
    if word in _CONTRACTED:
        return _CONTRACTED[word].split()
    if word == "%":
        return ["percent"]
    for ending, full in _ENDINGS:
        if word.endswith(ending) and len(word) > len(ending):
            return [word.removesuffix(ending), full]
    if word.endswith("'s"):
        bare = word.removesuffix("'s")
        return [bare, "is"] if bare in _IS_SHORT else [bare]
    return [word.replace("'", "")]


@lru_cache(maxsize=8192)
def stem(word: str) -> str:
    """Without the ending of a plural or a third person: `searches` is `search`, `settings` is `setting`."""
    if word in _STEMS:
        return _STEMS[word]
    if len(word) < 4 or not word.endswith("s") or word.endswith(("ss", "us", "is")):
        return word
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    return word[:-2] if word.endswith(("ches", "shes", "sses", "xes", "zzes")) else word[:-1]


_STEMS = {"goes": "go", "does": "do", "people": "person", "children": "child", "men": "man", "women": "woman"}


def split_id(identifier: str) -> list[str]:
    """`order_history`, `orderHistory` and `order-history` as words, in lower case; the first `_MOST_PARTS` of them."""
    parts = islice(_ID_PARTS.finditer(_unaccented(identifier)), _MOST_PARTS)
    return [part.group().lower() for part in parts]
