"""English as both the recogniser and the brain need it: names of numbers, contraries, and sounds of words."""

import re
from functools import lru_cache


def bag(words: str) -> frozenset[str]:
    """Make a set of the words in a line of text."""
    return frozenset(words.split())


def sayings(lines: str) -> tuple[tuple[str, ...], ...]:
    """Split phrases of several words, written with bars between them; longest first."""
    found = [tuple(phrase.split()) for phrase in lines.split("|")]
    return tuple(sorted(found, key=len, reverse=True))


def _from(first: int, names: str, step: int = 1) -> dict[str, int]:
    return {name: first + step * number for number, name in enumerate(names.split())}


SMALL = _from(
    0,
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen "
    "seventeen eighteen nineteen",
) | {"nought": 0}
TENS = _from(20, "twenty thirty forty fifty sixty seventy eighty ninety", 10) | {"fourty": 40}
ORDINALS = (
    _from(
        1,
        "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth "
        "fifteenth sixteenth seventeenth eighteenth nineteenth",
    )
    | _from(20, "twentieth thirtieth fortieth fiftieth sixtieth seventieth eightieth ninetieth", 10)
    | {"hundredth": 100, "fift": 5, "fith": 5, "twelth": 12}
)
NUMBERS = frozenset(SMALL) | frozenset(TENS) | frozenset(ORDINALS) | bag("hundred thousand million")

DIRECTIONS = (
    "on off|up down|in out|next previous|forward backward|left right|first last|enable disable|top bottom|"
    "ascending descending|incoming outgoing|before after"
)
_ACTS = (
    "increase decrease|raise lower|more less|show hide|open close|expand collapse|maximize minimize|accept reject|"
    "accept decline|allow deny|add remove|start stop|play pause|upload download|import export|buy sell|older newer|"
    "old new|light dark|high low|inside outside|include exclude|can can't|do don't|will won't|is isn't"
)
_CONTRARY = {frozenset(pair) for pair in (*sayings(DIRECTIONS), *sayings(_ACTS))}
FRONTS = bag("un in im il ir dis de non a ab under over post pre")
"""Beginnings that make a word its contrary, or at least another: `unsubscribe`, `illegal`, `prepaid`."""


def are_contrary(one: str, two: str) -> bool:
    """Tell whether the two are opposites, or one is the other with one of the `FRONTS` before it."""
    longer, shorter = (one, two) if len(one) > len(two) else (two, one)
    return frozenset((one, two)) in _CONTRARY or (longer.endswith(shorter) and longer.removesuffix(shorter) in FRONTS)


HARD_TO_TAKE_BACK = bag(
    "delete erase wipe remove trash destroy discard drop empty clear purge cancel pay payment buy purchase order "
    "checkout transfer donate deposit withdraw send submit share publish post call dial close quit exit leave log "
    "logout sign signout subscribe unsubscribe subscription account reset restart reboot shutdown launch deploy "
    "confirm approve sell bid book rid archive refund reject block ban revoke uninstall terminate overwrite merge "
    "discharge deactivate suspend evict expel void unpublish administer medication dissolve invite unlink liquidate "
    "nuke shred remit redeem disconnect unregister deregister detonate decline eject unlock freeze unfreeze revert "
    "rollback disarm deletion removal cancellation termination deactivation payroll payout cheque paid money offline "
    "campaign"
)
"""Words that speak of what deletes, pays, sends or ends something, as verbs or in names."""

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
    """Return a key that words of like sound share: consonants in classes, vowels and h as a mark at the front only."""
    for pattern, letter in _SOUNDS:
        word = pattern.sub(letter, word)
    key = "A" if word[:1] in set("aeiou") else "H" if word[:1] == "h" else ""
    for letter in word:
        code = _CODES.get(letter, "")
        if code and not key.endswith(code):
            key += code
    return key
