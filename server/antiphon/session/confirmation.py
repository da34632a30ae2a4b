"""The question before an action that wants a yes (V5-CONFIRM), in the language of the assistant.

It is made of what the page said: the action's description, and the values that were understood. So whoever says yes has
heard what to, be it more than a language model would have said of it. A value is told with its name only where that
says something to who hears it: `amount 50`, but never `which Dracula`. What is too long is cut.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from antiphon.domain.actions import Action

MAX_DESCRIPTION = 240
MAX_VALUE = 60
MAX_VALUES = 8
"""More can be said, but not kept in mind until the yes."""

_SENTENCE_END = re.compile(r"(?<=[.!?])\s+")
_UNSPEAKABLE = re.compile(r"[\s\x00-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]+")
_JOINTS = re.compile(r"[_\-.]+")
_CAMEL = re.compile(r"(?<=[a-z\d])[A-Z](?=[a-z])")
_ENDS = " .!?…:;,"

_SAYS_NOTHING = frozenset(
    [
        "which",
        "what",
        "who",
        "whom",
        "whose",
        "where",
        "when",
        "how",
        "value",
        "values",
        "item",
        "items",
        "name",
        "names",
        "id",
        "ids",
        "key",
        "text",
        "string",
        "choice",
        "option",
        "object",
        "thing",
        "target",
        "query",
        "input",
        "param",
        "parameter",
        "arg",
        "argument",
        "data",
        "entry",
        "element",
        "selection",
        "welche",
        "welcher",
        "welches",
        "welchen",
        "was",
        "wer",
        "wen",
        "wem",
        "wo",
        "wann",
        "wert",
        "auswahl",
        "eintrag",
        "quel",
        "quelle",
        "quels",
        "quelles",
        "quoi",
        "qui",
        "où",
        "quand",
        "valeur",
        "nom",
        "choix",
        "cuál",
        "cual",
        "qué",
        "que",
        "quién",
        "quien",
        "dónde",
        "cuándo",
        "valor",
        "nombre",
        "opción",
    ]
)
"""Names of parameters that are there for programs: what is meant is their value."""
_GOES_ON = frozenset(
    ["on", "off", "up", "down", "in", "out", "to", "from", "for", "with", "at", "by", "of", "about", "away", "back"]
)
"""Last words of a description that a value belongs to: `Go to`, `Switch off`; and names that do: `to`."""


@dataclass(frozen=True, slots=True)
class _Phrases:
    ask: str
    """Behind a colon."""
    then_ask: str
    """As a sentence of its own."""
    yes: str
    no: str
    nothing: str
    and_: str
    more: str


_LANGUAGES = {
    "en": _Phrases("shall I do it?", "Shall I do it?", "yes", "no", "nothing", "and", "and more"),
    "de": _Phrases("soll ich das tun?", "Soll ich das tun?", "ja", "nein", "nichts", "und", "und mehr"),
    "fr": _Phrases("dois-je le faire ?", "Dois-je le faire ?", "oui", "non", "rien", "et", "et plus"),
    "es": _Phrases("¿lo hago?", "¿Lo hago?", "sí", "no", "nada", "y", "y más"),
    "it": _Phrases("lo faccio?", "Lo faccio?", "sì", "no", "niente", "e", "e altro"),
    "pt": _Phrases("faço isso?", "Faço isso?", "sim", "não", "nada", "e", "e mais"),
    "nl": _Phrases("zal ik dat doen?", "Zal ik dat doen?", "ja", "nee", "niets", "en", "en meer"),
    "zh": _Phrases("要我这样做吗？", "要我这样做吗？", "是", "否", "无", "和", "等等"),
}


def question(action: Action, parameters: Mapping[str, Any], language: str) -> str:
    """`Remove Dracula: shall I do it?`, `Transfer money, amount 50, recipient Anna: shall I do it?`"""
    phrases = _LANGUAGES.get(language.split("-")[0].lower(), _LANGUAGES["en"])
    first, *rest = _SENTENCE_END.split(_spoken(action.description, MAX_DESCRIPTION))
    what = _with_values(first.rstrip(_ENDS) or _words(action.id), [*_values("", parameters, phrases)], phrases)
    if rest:
        return f"{what}. {' '.join(rest).rstrip(_ENDS)}. {phrases.then_ask}"
    return f"{what}: {phrases.ask}"


def _with_values(what: str, values: Sequence[tuple[str, str]], phrases: _Phrases) -> str:
    """Join a deed and its values: `Remove` with `Dracula`, `Delete the account` with `user name bob`."""
    words = what.lower().split()
    wants_more = len(words) == 1 or words[-1] in _GOES_ON
    # `Remove`, and one value: it can only be what is removed.
    alone = wants_more and len({name for name, _ in values}) == 1
    known = _SAYS_NOTHING.union(words)
    pieces = []
    for name, same in groupby(values[:MAX_VALUES], key=lambda pair: pair[0]):
        *before, last = [value for _, value in same]
        value = f"{', '.join(before)} {phrases.and_} {last}" if before else last
        # A yes or no is one to something, unless even that is called nothing.
        switch = value in {phrases.yes, phrases.no, phrases.nothing}
        named = not (_SAYS_NOTHING if switch else known).issuperset(name.lower().split())
        pieces.append((name if named and (switch or not alone) else "", value))
    bare = {"", phrases.yes, phrases.no, phrases.nothing}
    at = next((at for at, (name, value) in enumerate(pieces) if not name and value not in bare), None)
    if wants_more and at is not None:
        what = f"{what} {pieces.pop(at)[1]}"
    elif pieces and pieces[0][0] in _GOES_ON:  # `Set the volume`, `to`, `50`
        what = f"{what} {' '.join(pieces.pop(0))}"
    told = [f"{name} {value}".strip() for name, value in pieces]
    return ", ".join([what, *told, *([phrases.more] if len(values) > MAX_VALUES else [])])


def _values(name: str, value: Any, phrases: _Phrases) -> Iterator[tuple[str, str]]:
    """Every value with its name in plain words, those within others one by one."""
    match value:
        case Mapping():
            for key, inner in value.items():
                yield from _values(_name(str(key)), inner, phrases)
        case list() | tuple():
            for inner in value:
                yield from _values(name, inner, phrases)
        case bool():
            yield name, phrases.yes if value else phrases.no
        case float() if value.is_integer():
            yield name, str(int(value))
        case None:
            yield name, phrases.nothing
        case _:
            yield name, _words(str(value))


def _name(key: str) -> str:
    """`bookTitle` and `book-title` as words."""
    parted = _CAMEL.sub(lambda letter: f" {letter.group().lower()}", key[: 2 * MAX_VALUE])
    return _words(_JOINTS.sub(" ", parted))


def _words(text: str) -> str:
    return _spoken(text.replace("_", " "), MAX_VALUE)


def _spoken(text: str, longest: int) -> str:
    """On one line, without what cannot be said, cut at a word."""
    line = _UNSPEAKABLE.sub(" ", text).strip()
    if len(line) <= longest:
        return line
    return f"{line[:longest].rsplit(' ', 1)[0]}…"
