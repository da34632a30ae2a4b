"""A question of the page's own, such as a dialog's, in its narration: `The page asks: Delete it? You can say …`."""

import re

_BEGINNINGS = ("The page asks: ", "The page says: ")
_ANSWERS = " You can say "
_LONGEST = 400
"""Characters that are said of it unasked: as much as `observe` tells of a dialog, with the names of two buttons."""
_WORDING = re.compile(r"The page (?:asks|says): (?:((?:(?!You can say ).)*?\?)|(.*?)\s*(?:You can say |$))", re.DOTALL)
_ENOUGH = 120
_LETTERS = re.compile(r"[^\W\d_]+")


def asked_in(narration: str) -> str:
    """Return the line of a narration that tells what the page asks, or says, by itself, and how that is answered;
    empty where there is none.

    What is too long to be said unasked is cut before the answers.
    """
    told = next((line for line in narration.split("\n") if line.startswith(_BEGINNINGS)), "")
    if len(told) <= _LONGEST:
        return told
    before, answers, after = told.rpartition(_ANSWERS)
    tail = f"{answers}{after}"[: _LONGEST // 2] if before else ""
    return f"{(before or told)[: _LONGEST - len(tail) - 1].rsplit(' ', 1)[0]}\u2026{tail}"


def known_by(told: str) -> str:
    """Return the words by which a question that was told is known again: up to its question mark, not all of many."""
    found = _WORDING.match(told)
    return (found[1] or found[2])[:_ENOUGH] if found else ""


def same_as(told: str) -> str:
    """Return what is the same whenever a question is told again: its letters. A count in it may run."""
    words = known_by(told)
    return letters(words) or words


def letters(text: str) -> str:
    """Return the letters of a text, in lower case."""
    return "".join(_LETTERS.findall(text.lower()))
