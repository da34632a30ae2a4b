"""A clause without Markdown: what is meant for the eye alone is not said."""

import re
from collections.abc import Iterable

from markdown_it import MarkdownIt
from markdown_it.token import Token

_FENCE = re.compile(r"\s*(?:```|~~~)")
_RULE = re.compile(r"\s*(?:[-*_=]\s*){3,}|[|\s:+-]*-[|\s:+-]*")
_REFERENCE = re.compile(r"\s*\[[^\]\n]+\]:\s*\S+.*")
_FRONT = re.compile(
    r"(?:\s*>)*\s*(?:(?:#{1,6}|[-*+\u2022\u25e6\u25aa\u2013])(?:\s+|$)(?:\[[ xX]\]\s+)?|(?P<number>\d{1,3})[.)]\s+)?"
)
_TIMES = re.compile(r"(?<=[\d)])\s?\*\s?(?=[\d(])")
_NOTE = re.compile(r"(?<=[\w.,!?)>])(?:\s?\[\^?\d{1,3}\])+|\[\^[^\]]*\]")
_LOOSE_TARGET = re.compile(r"\]\([^)\s]*\)?")
_LOOSE_LABEL = re.compile(r"!?\[(?=[^\]]*$)")
_LOOSE = re.compile(r"\*{1,3}(?=\S)|(?<=\S)\*{1,3}|(?<!\w)_{1,3}(?=\w)|(?<=\w)_{1,3}(?!\w)|~~|`+|\s#+\s*$")
_FORMULA = re.compile(r"\$(?=[^$\s])(?=[^$]*[\\^_=])([^$]+)(?<=\S)\$|\\[(\[](.+?)\\[)\]]")
_MARKDOWN = MarkdownIt("commonmark").enable("strikethrough")


def is_block(text: str) -> bool:
    """Tell whether the clause is a block of code: it is there to be read."""
    return _FENCE.match(text) is not None


def plain(text: str) -> str:
    """Its words, in one line. Signs of which the other end lies in another clause go as well."""
    if "|" in text and text.strip().startswith("|"):
        return _row(text)
    if _RULE.fullmatch(text) or _REFERENCE.fullmatch(text):
        return ""
    return _inline(_FRONT.sub(_number, text, count=1))


def _number(front: re.Match[str]) -> str:
    """Of a list: the number is said, a dot or a dash is not."""
    return f"{front['number']}, " if front["number"] else ""


def _row(text: str) -> str:
    """Of a table: its cells, one after the other. What lies between head and body is none."""
    cells = [cell.strip() for cell in text.strip().strip("|").split("|")]
    if all(_RULE.fullmatch(cell) for cell in cells):
        return ""
    said = ", ".join(filter(None, map(_inline, cells)))
    return f"{said}." if said and said[-1].isalnum() else said


def _inline(text: str) -> str:
    text = _FORMULA.sub(lambda found: found[1] or found[2], text)
    text = _NOTE.sub("", _TIMES.sub(" \u00d7 ", text))
    words = "".join(_words(_MARKDOWN.parseInline(text)[0].children or ()))
    return " ".join(_LOOSE.sub("", _LOOSE_LABEL.sub("", _LOOSE_TARGET.sub("", words))).split())


def _words(tokens: Iterable[Token]) -> Iterable[str]:
    for token in tokens:
        if token.type in ("text", "code_inline", "text_special"):
            yield token.content
        elif token.type in ("softbreak", "hardbreak", "html_inline"):
            yield " "
        elif token.type == "image":
            yield token.content
