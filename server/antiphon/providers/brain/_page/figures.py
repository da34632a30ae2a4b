"""The figures in a text: a price, a rating, the number in a cell."""

import re

SYMBOLS = {"price": "€$£¥", "rating": "★☆"}
"""What a figure is that stands behind such a sign."""
_NUMBER = re.compile(r"-?\d[\d ,.']*")


def amount(text: str) -> float | None:
    """The number in a cell such as `€1,240.50`; None where there is none."""
    found = _NUMBER.search(text)
    if not found:
        return None
    plain = found.group().strip(" ,.'").replace(" ", "").replace("'", "")
    if re.fullmatch(r"-?\d{1,3}(,\d{3})+(\.\d+)?", plain):
        plain = plain.replace(",", "")
    elif re.fullmatch(r"-?\d{1,3}(\.\d{3})+,\d{1,2}", plain):  # `1.240,50`
        plain = plain.replace(".", "").replace(",", ".")
    elif re.fullmatch(r"-?\d+,\d{1,2}", plain):
        plain = plain.replace(",", ".")
    try:
        return float(plain.replace(",", ""))
    except ValueError:
        return None


def figure(text: str, symbols: str) -> float | None:
    """The number behind or before one of these signs; None where there is none."""
    before = re.search(rf"[{symbols}]\s?({_NUMBER.pattern})", text)
    found = before or re.search(rf"({_NUMBER.pattern})\s?[{symbols}]", text)
    return amount(found[1]) if found else None


def in_words(value: float, decimal: str) -> str:
    """Return a figure as it is told: with cents, where it has any, behind the language's decimal sign."""
    return f"{value:.2f}".replace(".", decimal) if value != int(value) else str(int(value))
