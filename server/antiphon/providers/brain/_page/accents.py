"""Accents that are left out: `eteins` is `éteins`, where no other word of the file is written so."""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

_WORD = re.compile(r"[^\W\d_]{3,}")
_MARKS = frozenset("\u0300\u0301\u0302\u0308\u0327")
"""What may be left out; the tilde of `ñ` makes another letter."""
_FAR = 3
"""Times as often as another word that is written alike without accents."""
_SPOKEN = frozenset({"says", "told", "expected"})


def accented(data: Mapping[str, Any]) -> Mapping[str, str]:
    """Return the words of a language's file by how they are written without accents, where that is one word alone, or
    one that stands there far more often than the others do: `enlève`, beside `enlevé`."""
    words = Counter(word for name, part in data.items() if name not in _SPOKEN for word in _words_of(part))
    found: dict[str, list[str]] = {}
    for word in words:
        found.setdefault(_bare(word), []).append(word)
    chosen = {bare: max(same, key=words.__getitem__) for bare, same in found.items() if bare not in same}
    return {
        bare: one
        for bare, one in chosen.items()
        if all(words[one] >= _FAR * words[other] for other in found[bare] if other != one)
    }


def _words_of(part: Any) -> Iterator[str]:
    if isinstance(part, str):
        yield from _WORD.findall(unicodedata.normalize("NFC", part).lower())
    elif isinstance(part, Mapping):
        for key, value in part.items():
            yield from _words_of(key)
            yield from _words_of(value)
    elif isinstance(part, list):
        for one in part:
            yield from _words_of(one)


def _bare(word: str) -> str:
    return unicodedata.normalize("NFC", "".join(c for c in unicodedata.normalize("NFD", word) if c not in _MARKS))
