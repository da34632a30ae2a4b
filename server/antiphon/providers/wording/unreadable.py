"""Leave out what cannot be read to anybody: words of another script, codes and long links. They stand on the page."""

import re
import unicodedata
from collections.abc import Mapping
from functools import lru_cache
from typing import Literal

Kind = Literal["link", "code", "number"]

LONGEST_LINK = 40
"""Characters of an address that can still be said, without its scheme."""
_LONGEST_WORD = 34
_LINK = re.compile(r"\b(?:https?|ftp|wss?|mailto|file)[:]/{0,2}[^\s<>\"]*[^\s<>\".,;:!?)\]}'\u2019]", re.IGNORECASE)
_ASKING_LINK = re.compile(
    r"(?<![\w@/.-])(?:[a-z0-9-]{1,63}\.){1,5}[a-z]{2,}/[^\s<>\"]*[?=&][^\s<>\"]*[^\s<>\".,;:!?)\]}']", re.IGNORECASE
)
_MAIL = re.compile(r"\bmailto:(?=[\w.+-]+@)", re.IGNORECASE)
_PLAIN_LINK = re.compile(
    r"(?:https?://)?(?:www\.)?(?P<said>[a-z0-9.-]+\.[a-z]{2,}(?:/[a-z0-9_.-]{1,20}){0,2})/?", re.IGNORECASE
)
_TOKEN = re.compile(r"\S+")
_INSIDE = re.compile(r"[\w+/=\\.:|%~@#-]+")
_ASCII = re.compile(r"[\w+/=\\.:|%~@#-]{12,}", re.ASCII)
_CODE_CHARACTERS = re.compile(r"[A-Za-z0-9+/=_-]+")
_TURNS = re.compile(r"(?<=[A-Za-z])(?=\d)|(?<=\d)(?=[A-Za-z])|(?<=[a-z])(?=[A-Z])")
_BEFORE_STOP = re.compile(r"\s+(?=[.,;:!?]+(?:\s|$))")
_LONG_NUMBER = re.compile(r"(?<![\w.,])\d{20,}(?![\w,])")
_HEX = re.compile(
    r"(?:0x)?[0-9a-fA-F]{12,}|[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}|(?:[0-9a-fA-F]{2}[:-]){5,}[0-9a-fA-F]{2}"
)
_DRAWN = (
    (re.compile(r"([^\W\d])\1{3,}"), r"\1\1\1"),
    (re.compile(r"([^\W\d]{2,4}?)\1{3,}"), r"\1\1\1"),
    (re.compile(r"([!?,;:])\1+"), r"\1"),
)
"""`sooooo`, `hahahahaha` and `!!!!!`: three of them say as much."""
_KEPT_MARKS = frozenset("äöüÄÖÜßéèêëàâçîïôùûñáíóúåæøÉÀÇÑÅÆØ")
"""Letters with marks that a Latin voice knows as they are; others are read without their marks."""
_MICRO = re.compile(r"(?<![\u0370-\u03ff])\u03bc(?=[A-Za-z])")
_GREEK_SIGNS = re.compile(r"(?<![\u0370-\u03ff])[\u03b1-\u03c9\u0391-\u03a9](?![\u0370-\u03ff])")
"""One Greek letter alone is a sign; several are a word. Before a unit it is `micro`, which the language says."""


def left_out(text: str, instead: Mapping[Kind, str]) -> str:
    """The text without them; in their place what is said `instead`, where something is."""
    text = _squared(unicodedata.normalize("NFC", text))
    text = _LINK.sub(lambda link: _link(link.group(), instead), _MAIL.sub("", text))
    text = _ASKING_LINK.sub(instead.get("link", ""), text)
    text = _LONG_NUMBER.sub(instead.get("number", ""), text)
    text = _TOKEN.sub(lambda token: _token(token.group(), instead), text)
    for drawn, short in _DRAWN:
        text = drawn.sub(short, text)
    for said in filter(None, instead.values()):
        text = re.sub(rf"{said}(?:[\s,;]*(?:and )?{said})+", said, text)
    return _BEFORE_STOP.sub("", " ".join(text.split()))


def without_addresses(text: str, instead: Mapping[Kind, str]) -> str:
    """The text without long links, codes and numbers alone, for a voice that reads every script."""
    text = _LINK.sub(lambda link: _link(link.group(), instead), _MAIL.sub("", text))
    text = _LONG_NUMBER.sub(instead.get("number", ""), _ASKING_LINK.sub(instead.get("link", ""), text))
    text = _ASCII.sub(lambda token: _without_code(token.group(), instead), text)
    return _BEFORE_STOP.sub("", " ".join(text.split()))


def _without_code(token: str, instead: Mapping[Kind, str]) -> str:
    core = token.rstrip(".:")
    return token.replace(core, instead.get("code", ""), 1) if _is_code(core) else token


def _squared(text: str) -> str:
    """Letters and figures that only look unusual (bold, full width) as what they are; `m\u00b2` stays."""
    return "".join(map(_plain, text))


def _plain(character: str) -> str:
    if character.isdecimal():
        return str(unicodedata.decimal(character))
    return unicodedata.normalize("NFKC", character).replace("\u2044", "/") if _is_dressed(character) else character


def _is_dressed(character: str) -> bool:
    return ord(character) > 0x2100 and (character.isalpha() or unicodedata.category(character) in ("Nl", "No"))


def _link(address: str, instead: Mapping[Kind, str]) -> str:
    """Return the short address that a link leads to where that can be said, or the words for a link."""
    short = _PLAIN_LINK.fullmatch(address)
    if short and len(short["said"]) <= LONGEST_LINK and not _is_code(short["said"].replace("/", " ").split()[-1]):
        return short["said"]
    return instead.get("link", "")


def _token(token: str, instead: Mapping[Kind, str]) -> str:
    if token.isascii() and len(token) < 12:
        return token
    found = _INSIDE.search(token)
    core = found.group().rstrip(".:") if found else ""
    if _is_code(core):
        return token.replace(core, instead.get("code", ""), 1)
    signs = _GREEK_SIGNS.sub(_sign, _MICRO.sub("\u00b5", token))
    return "".join(map(_readable, signs))


def _is_code(word: str) -> bool:
    """A hash, a key, base64: nothing that anybody says."""
    if _HEX.fullmatch(word) and not word.isdigit() and not word.isalpha():
        return True
    if any(len(part) > _LONGEST_WORD for part in word.split("-")):
        return True
    turns = len(_TURNS.findall(word))
    figures = any(map(str.isdigit, word))
    return len(word) >= 16 and _CODE_CHARACTERS.fullmatch(word) is not None and (turns >= 4 if figures else turns >= 7)


def _sign(letter: re.Match[str]) -> str:
    return f" {unicodedata.name(letter.group()).split()[-1].lower().replace('lamda', 'lambda')} "


def _readable(character: str) -> str:
    """The character, without the marks that a voice would spell; a blank for a letter of another script."""
    if character.isascii() or character in _KEPT_MARKS or character == "\u00b5" or not character.isalpha():
        return "" if unicodedata.category(character) in ("Mn", "Me") else character
    if "LATIN" not in _name(character):
        return " "
    bare = "".join(one for one in unicodedata.normalize("NFKD", character) if not unicodedata.combining(one))
    return bare if bare.isascii() else _OTHERS.get(character, bare)


_OTHERS = {"ł": "l", "Ł": "L", "đ": "d", "Đ": "D", "\u0131": "i", "œ": "oe", "Œ": "OE", "þ": "th", "ð": "d"}


@lru_cache(maxsize=4096)
def _name(character: str) -> str:
    return unicodedata.name(character, "")
