"""The words of a question with figures for the numbers in it, and with times and codes in one piece."""

import re
from collections.abc import Sequence

from antiphon.providers.brain._page.language import Language
from antiphon.providers.brain._page.speech import Number

_CLOCK = re.compile(r"(?<!\d)(\d{1,2}):(\d{2})(?!\d)")
_CODE = re.compile(r"\b([a-z]{1,4})-(\d+)\b")
_COLON = "xqcolonqx"
_DASH = "xqdashqx"
"""In the place of marks in a time or a code, which would part it in two words."""
_TWO_DIGITS = range(10, 100)


def with_figures(text: str, language: Language) -> list[str]:
    """The words of a text, with figures for the numbers in it: `ten forty-four` is 1044."""
    joined = _CODE.sub(rf"\1{_DASH}\2", _CLOCK.sub(rf"\1{_COLON}\2", text))
    heard = language.hear(joined)
    words = [word.text.replace(_COLON, ":").replace(_DASH, "-") for word in heard]
    out: list[str] = []
    at = 0
    for number in language.numbers(heard):
        if _is_word(words, number, language):
            continue
        out += words[at : number.start]
        follows = number.start == at and out and out[-1].isdigit() and number.start > 0
        if follows and int(out[-1]) in _TWO_DIGITS and number.value in _TWO_DIGITS:
            out[-1] += str(number.value)
        else:
            out.append(str(number.value))
        at = number.end
    return out + words[at:]


def _is_word(words: Sequence[str], number: Number, language: Language) -> bool:
    """Tell whether a number is none: `one`, or `second` that belongs to no date."""
    word, after = words[number.start], words[number.end : number.end + 1]
    if number.end - number.start > 1:
        return False
    dated = bool(after) and (after[0] in language.asked.calendar.months or after[0] in language.asked.words["of"])
    is_ordinal = word in language.words["ordinals"] and not dated
    return is_ordinal or word in language.asked.words["one"]
