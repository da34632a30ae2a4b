"""Texts of others, fit to be read, shown and spoken.

A page, a person or a model may send characters that have no look and no sound of their own, and change what is around
them: a voice fails at a NUL, a terminal obeys ESC, a bidirectional override shows words in another order than they
stand in ("Trojan source", CVE-2021-42574), and tag characters carry whole sentences that only a model sees. People and
models are given texts without them. Nothing that is needed for writing goes: joiners, variation selectors and the marks
LRM, RLM and ALM stay (Unicode Standard, 23.2; UAX 9, 2).
"""

import json
import re
from typing import Any

LONGEST = 60
"""Characters of a value that an error shows: never more of it than helps."""

_LINE_ENDS = re.compile("[\x0b\x0c\x85\u2028\u2029]")
_HARMFUL = re.compile(
    "["
    "\x00-\x08\x0e-\x1f\x7f-\x84\x86-\x9f"  # controls but tabs and the ends of lines
    "\u202a-\u202e\u2066-\u2069"  # bidirectional embeddings, overrides and isolates
    "\u200b\u2060-\u2065\u206a-\u206f\ufeff"  # spaces without width, invisible operators, deprecated controls
    "\ufff9-\ufffb"  # annotations, which hide a text behind another
    "\U000e0000-\U000e007f"  # tags
    "]+"
)


def readable(text: str) -> str:
    """Return `text` without controls, bidirectional overrides and invisible characters; never longer.

    Other ends of lines become line feeds, and halves of surrogate pairs question marks. What is readable already is
    returned as it is, and twice is as good as once.
    """
    clean = _HARMFUL.sub("", _LINE_ENDS.sub("\n", text))
    return clean if clean.isascii() else clean.encode("utf-8", "replace").decode()


def all_readable(value: Any) -> Any:
    """Make every text in a JSON value `readable`, the names of members too. Recurses as deep as the value is."""
    if isinstance(value, str):
        return readable(value)
    if isinstance(value, dict):
        return {readable(name): all_readable(member) for name, member in value.items()}
    return [all_readable(item) for item in value] if isinstance(value, list) else value


def shown(value: Any) -> str:
    """Write a value of a file or a message for an error, as it is written there (JSON, TOML) and not as Python does."""
    if isinstance(value, str | bool | list | dict) or value is None:
        try:
            text = json.dumps(value, ensure_ascii=False, default=_written)
        except (TypeError, ValueError, RecursionError):
            return f"a {type(value).__name__}"
        # What has no look of its own is escaped, as JSON and TOML have it.
        return _clip("".join(char if char.isprintable() else json.dumps(char)[1:-1] for char in text[: LONGEST + 1]))
    return _clip(_written(value))


def _written(value: Any) -> str:
    # Dates and times are not known in this room.
    return str(value.isoformat()) if hasattr(value, "isoformat") else clipped(value)


def clipped(value: Any) -> str:
    """Python's own `repr` of a value, cut. A number of more digits than Python prints is described instead."""
    if isinstance(value, int) and abs(value) >= 10**LONGEST:
        return f"a whole number of more than {LONGEST} digits"
    try:
        return _clip(repr(value))
    except ValueError:  # such a number is somewhere in it
        return f"a {type(value).__name__}"


def _clip(text: str) -> str:
    """Cut a text to what helps, and leave out what has no look."""
    short = text if len(text) <= LONGEST else f"{text[: LONGEST - 3]}..."
    return "".join(char if char.isprintable() else "?" for char in short)
