"""How English words sound: the key that words which sound alike share."""

import re
from functools import lru_cache

_CODES = {
    **dict.fromkeys("bp", "P"), **dict.fromkeys("fvw", "F"), **dict.fromkeys("ckgq", "K"), **dict.fromkeys("sz", "S"),
    **dict.fromkeys("dt", "T"), **dict.fromkeys("mn", "N"), "l": "L", "r": "R", "j": "J", "x": "KS",
}  # fmt: skip
_SOUNDS = (
    (re.compile(r"tch|ch|sh|dge|ti(?=on)|si(?=on)|g(?=[ei])"), "j"),
    (re.compile(r"ph"), "f"),
    (re.compile(r"th"), "t"),
    (re.compile(r"ght"), "t"),
    (re.compile(r"^kn|^gn"), "n"),
    (re.compile(r"^wr"), "r"),
    (re.compile(r"c(?=[eiy])"), "s"),
    (re.compile(r"(?<=[aeiou])r?w"), ""),
)


@lru_cache(maxsize=8192)
def sound(word: str) -> str:
    """A key that words which sound alike share: consonants in classes, vowels and h as a mark at the front only."""
    for pattern, letter in _SOUNDS:
        word = pattern.sub(letter, word)
    key = "A" if word[:1] in set("aeiou") else "H" if word[:1] == "h" else ""
    for letter in word:
        code = _CODES.get(letter, "")
        if code and not key.endswith(code):
            key += code
    return key
