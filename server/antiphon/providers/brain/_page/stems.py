"""Reduce the forms of a word to one."""

from functools import lru_cache

from snowballstemmer import stemmer

from antiphon.providers.brain._rules.words import stem as singular

_ENGLISH = stemmer("english")
_APART = {"rating": "rating", "ratings": "rating", "rated": "rating"}
"""Words that the stemmer takes for others: a rating of stars is no rate for a night."""


@lru_cache(8192)
def english(word: str) -> str:
    """Return the letters that `order`, `ordered`, `ordering` and `orders` share, by Porter's second stemmer.

    It takes some 0.1 ms for a word that is new.
    """
    bare = word.removesuffix("'s")
    return _APART.get(bare) or str(_ENGLISH.stemWord(singular(bare)))
