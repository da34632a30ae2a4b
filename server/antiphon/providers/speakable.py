"""Find the part of a text that can be spoken at all."""

import unicodedata

from antiphon.domain.texts import readable


def speakable(text: str) -> str:
    """Return the text without pictures and controls, or an empty one if no letter and no digit is left to say.

    A voice would read an emoji's name aloud, and fail on punctuation alone, on a NUL and on half a surrogate pair.
    """
    words = "".join(" " if _is_picture(character) else character for character in readable(text))
    return words if any(character.isalnum() for character in words) else ""


def _is_picture(character: str) -> bool:
    """Tell whether it is an emoji, a dingbat or a joiner of them; signs that are read as words (©, °, %) are none."""
    if character in "\u200d\ufe0e\ufe0f\u20e3":
        return True
    return character >= "\u2600" and unicodedata.category(character) in ("So", "Sk", "Cf", "Co", "Cn")
