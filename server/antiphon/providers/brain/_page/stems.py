"""Reduce the forms of a word to one."""

from functools import lru_cache

from snowballstemmer import stemmer

from antiphon.providers.brain._rules.words import stem as singular

_ENGLISH = stemmer("english")


@lru_cache(8192)
def stem(word: str) -> str:
    """Return the letters that `order`, `ordered`, `ordering` and `orders` share, by Porter's second stemmer.

    It takes some 0.1 ms for a word that is new.
    """
    return str(_ENGLISH.stemWord(singular(word.removesuffix("'s"))))
