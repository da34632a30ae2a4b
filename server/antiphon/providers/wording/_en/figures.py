"""English numbers as words. The words are `normt2s`'s; which kind of number something is, is decided here."""

import re

from normt2s.langs import get_language

_ENGLISH = get_language("en")
AMOUNT = (
    r"\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d{1,2}(?:,\d{2})+,\d{3}(?:\.\d+)?|\d{1,3}(?:\.\d{3}){2,}(?:,\d+)?"
    r"|\d{1,3}\.\d{3},\d{2}|\d+(?:\.\d+)?"
)
"""A number with its thousands (and, in India, its hundreds of thousands) in groups, or not."""
TO = r"\s?[-\u2013\u2014]\s?"
SCALES = {
    "k": "thousand", "K": "thousand", "m": "million", "M": "million", "mn": "million", "mio": "million", "b": "billion",
    "B": "billion", "bn": "billion", "tn": "trillion", "T": "trillion", "thousand": "thousand", "million": "million",
    "billion": "billion", "trillion": "trillion",
}  # fmt: skip
_MOST_FIGURES = 15


def cardinal(number: int) -> str:
    return str(_ENGLISH.cardinal(number))


def ordinal(number: int) -> str:
    return str(_ENGLISH.ordinal(number))


def year(number: int) -> str:
    return str(_ENGLISH.year(number))


def one_by_one(figures: str) -> str:
    """`555` as `five five five`; whatever is no figure stays out."""
    return " ".join(cardinal(int(figure)) for figure in figures if figure.isdecimal())


def parts(amount: str) -> tuple[str, str]:
    """Return the parts before and after the decimal point, in figures alone, however the thousands are parted."""
    if re.fullmatch(r"\d{1,3}(?:\.\d{3})+,\d+|\d{1,3}(?:\.\d{3}){2,}", amount):
        amount = amount.replace(".", "").replace(",", ".")
    whole, _, fraction = amount.replace(",", "").partition(".")
    return whole, fraction


def spelled(letters: str) -> str:
    """`FAQ` letter by letter: with blanks between them, an `A` would be read as the article."""
    return ".".join(letters)


def number(amount: str) -> str:
    """`1,234.5` as words."""
    whole, fraction = parts(amount)
    if len(whole) > _MOST_FIGURES:
        return one_by_one(whole)
    return f"{cardinal(int(whole))} point {one_by_one(fraction)}" if fraction else cardinal(int(whole))
