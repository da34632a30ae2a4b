"""Texts as they are dictated: `anna dot keller at gmail dot com`, digits in groups, names letter by letter."""

import re

from antiphon.providers.brain._rules.numbers import find_numbers
from antiphon.providers.brain._rules.words import hear

_SIGNS = {
    "dot": ".",
    "point": ".",
    "at": "@",
    "dash": "-",
    "hyphen": "-",
    "minus": "-",
    "underscore": "_",
    "slash": "/",
    "plus": "+",
    "colon": ":",
}
_WRITTEN = re.compile(r"[^\s@]+@[^\s@]+\.[^\s@]+")
_PAUSES = re.compile(r"[,;]\s*")
_AGAIN = {"double": 2, "triple": 3}
_SPELT = frozenset({"spelt", "spelled", "spelling"})
_FEWEST = 2
"""So few letters are no name that was spelt."""


def email(text: str) -> str | None:
    """`anna dot keller at gmail dot com`, or as it is written."""
    if written := _WRITTEN.search(text):
        return written.group().strip(".,;")
    put = joined(text)
    return put if _WRITTEN.fullmatch(put) else None


def address(text: str) -> str | None:
    put = joined(text)
    return put if re.fullmatch(r"(https?://)?[\w-]+(\.[\w-]+)+(/\S*)?", put) else None


def joined(text: str) -> str:
    """Return what was dictated, with the signs that its words stand for, in one."""
    words = _PAUSES.sub(" ", text.lower()).rstrip(".!? ").split()
    return "".join(_SIGNS.get(word, word) for word in words)


def telephone(text: str) -> str | None:
    """Digits, one by one or in groups; `double` and `triple` repeat the next."""
    words = hear(text.replace("-", " ").replace("/", " ").replace("(", " ").replace(")", " "))
    digits, again = "+" if text.strip().startswith(("+", "plus")) else "", 1
    for word in words:
        if word.text in _AGAIN:
            again = _AGAIN[word.text]
            continue
        found = find_numbers([word])
        if not found and word.text not in {"plus", "and", "it", "is", "o", "oh"}:
            return None
        if found or word.text in {"o", "oh"}:
            spoken = word.text if word.text.isdigit() else str(found[0].value) if found else "0"
            digits += spoken * again
            again = 1
    return digits if sum(one.isdigit() for one in digits) >= 3 else None


def spelt_out(text: str) -> str:
    """A name that was said letter by letter: `K, E, double L` is `Kell`; as it is, where it was not."""
    letters, again = "", 1
    words = text.replace(",", " ").replace("-", " ").split()
    for word in words[1:] if words[:1] and words[0].lower() in _SPELT else words:
        if word.lower() in _AGAIN:
            again = _AGAIN[word.lower()]
        elif len(word) == 1 and word.isalpha():
            letters, again = letters + word * again, 1
        else:
            return text
    return letters.capitalize() if len(letters) > _FEWEST else text
