"""The question before an action that wants a yes (V5-CONFIRM), in the language of the assistant.

It is made of what the page said: the action's description, and the values that were understood, each by its name. So
whoever says yes has heard what to, be it more than a language model would have said of it. What is too long is cut.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from antiphon.domain.actions import Action

MAX_DESCRIPTION = 240
MAX_VALUE = 60
MAX_VALUES = 8
"""More can be said, but not kept in mind until the yes."""

_SENTENCE_END = re.compile(r"(?<=[.!?])\s+")
_UNSPEAKABLE = re.compile(r"[\s\x00-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]+")


@dataclass(frozen=True, slots=True)
class _Phrases:
    ask: str
    """Behind a colon."""
    then_ask: str
    """As a sentence of its own."""
    yes: str
    no: str
    more: str


_LANGUAGES = {
    "en": _Phrases("shall I do it?", "Shall I do it?", "yes", "no", "and more"),
    "de": _Phrases("soll ich das tun?", "Soll ich das tun?", "ja", "nein", "und mehr"),
    "fr": _Phrases("dois-je le faire ?", "Dois-je le faire ?", "oui", "non", "et plus"),
    "es": _Phrases("¿lo hago?", "¿Lo hago?", "sí", "no", "y más"),
}


def question(action: Action, parameters: Mapping[str, Any], language: str) -> str:
    """`Delete the account: shall I do it?`, `Transfer money, amount 50, recipient Anna: shall I do it?`"""
    phrases = _LANGUAGES.get(language.split("-")[0].lower(), _LANGUAGES["en"])
    first, *rest = _SENTENCE_END.split(_spoken(action.description, MAX_DESCRIPTION))
    named = [f"{name} {value}".strip() for name, value in _values("", parameters, phrases)]
    if len(named) > MAX_VALUES:
        named[MAX_VALUES:] = [phrases.more]
    what = ", ".join([first.rstrip(" .!?…:;,") or _words(action.id), *named])
    if rest:
        return f"{what}. {' '.join(rest).rstrip(' .!?…:;,')}. {phrases.then_ask}"
    return f"{what}: {phrases.ask}"


def _values(name: str, value: Any, phrases: _Phrases) -> Iterator[tuple[str, str]]:
    """Every value with its name, those within others one by one."""
    match value:
        case Mapping():
            for key, inner in value.items():
                yield from _values(_words(str(key)), inner, phrases)
        case list() | tuple():
            for inner in value:
                yield from _values(name, inner, phrases)
        case bool():
            yield name, phrases.yes if value else phrases.no
        case float() if value.is_integer():
            yield name, str(int(value))
        case None:
            yield name, "-"
        case _:
            yield name, _words(str(value))


def _words(text: str) -> str:
    return _spoken(text.replace("_", " "), MAX_VALUE)


def _spoken(text: str, longest: int) -> str:
    """On one line, without what cannot be said, cut at a word."""
    line = _UNSPEAKABLE.sub(" ", text).strip()
    if len(line) <= longest:
        return line
    return f"{line[:longest].rsplit(' ', 1)[0]}…"
