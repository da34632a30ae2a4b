"""Estimate how long a text sounds, by its characters, and cut a long one: what is spelled sounds long."""

import re

LONGEST_S = 4.5
"""Of one request. A voice that works request by request is silent while it works, and busy for everybody else."""
LETTER_S = 0.065
"""About 15 letters and spaces a second."""
FIGURE_S = 0.4
"""A figure or sign is a word when it is read."""
CAPITAL_S = 0.1
_BREATHS = (re.compile(r"[.!?;:](?= )"), re.compile(r",(?= )"), re.compile(r" (?=(?:and|or|but) )"), re.compile(r" "))
_SILENT = frozenset(" .,;:!?'\"()\u2019\u2018\u201c\u201d-\n\t")


def seconds(text: str) -> float:
    """Return the seconds that it takes to say, on average."""
    return sum(map(_seconds, text))


def pieces(text: str) -> list[str]:
    """The text, divided where one may breathe so that none takes longer than `LONGEST_S`; between any two characters,
    where it has no better place."""
    rest = " ".join(text.split())
    found: list[str] = []
    while seconds(rest) > LONGEST_S:
        cut = _cut(rest)
        found.append(rest[:cut].strip())
        rest = rest[cut:].strip()
    return [piece for piece in (*found, rest) if any(map(str.isalnum, piece))]


def _cut(text: str) -> int:
    room = _within(text)
    for breath in _BREATHS:
        ends = [match.end() for match in breath.finditer(text, 0, room + 1) if room // 3 <= match.end() <= room]
        if ends:
            return ends[-1]
    return room


def _within(text: str) -> int:
    """Return how many characters can be said in time: one at least."""
    left = LONGEST_S
    for at, character in enumerate(text):
        left -= _seconds(character)
        if left < 0:
            return max(1, at)
    return len(text)


def _seconds(character: str) -> float:
    if character in _SILENT or character.islower():
        return LETTER_S
    return CAPITAL_S if character.isupper() else FIGURE_S
