"""Reduce the forms of a word to one."""

from functools import lru_cache

from antiphon.providers.brain._rules.words import stem as _stem


@lru_cache(4096)
def stem(word: str) -> str:
    """Return the letters that `order`, `ordered`, `ordering` and `orders` share."""
    word = _stem(word.removesuffix("'s"))
    for ending in ("ing", "ed"):
        if word.endswith(ending) and len(word) > len(ending) + 2:
            cut = word.removesuffix(ending)
            if len(cut) > 3 and cut[-1] == cut[-2] and cut[-1] not in "lse":
                cut = cut[:-1]
            return cut.removesuffix("e") if len(cut) > 3 else cut
    return word.removesuffix("e") if len(word) > 4 else word
