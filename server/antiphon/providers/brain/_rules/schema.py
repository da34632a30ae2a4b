"""Parameters as a voice sees them: what kind of value each one takes, and which bounds it has."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from fractions import Fraction
from math import isfinite
from typing import Any

import jsonschema_rs

from antiphon.providers.brain._rules.words import split_id, stem

_MOST_PARAMS = 40
_MOST_CHOICES = 1000
"""An action's parameters beyond these are not looked for, so that no registry takes long to be made ready."""


class Kind(StrEnum):
    CHOICE = "choice"
    NUMBER = "number"
    SWITCH = "switch"
    TEXT = "text"
    DATE = "date"
    """A text of the form 2026-03-04."""
    OTHER = "other"
    """A list, an object, or what no voice can fill."""


@dataclass(frozen=True, slots=True)
class Choice:
    """One value of an enum and the words that stand for it."""

    value: Any
    words: tuple[str, ...]
    stems: tuple[str, ...]

    @property
    def as_one(self) -> tuple[str, ...]:
        """Its name written as one word, `4c`, where a figure is a part of it; nothing for any other."""
        has_figure = len(self.words) > 1 and any(word.isdigit() for word in self.words)
        return ("".join(self.words),) if has_figure else ()


@dataclass(frozen=True, slots=True)
class Param:
    name: str
    words: tuple[str, ...]
    kind: Kind
    required: bool
    given: tuple[Any, ...] = ()
    """The one value that holds where none is said: a `default`, or the only one allowed. Empty where there is none."""
    label: str = ""
    choices: tuple[Choice, ...] = ()
    places: Mapping[str, Sequence[int]] = field(default_factory=dict)
    """Which choices have a stem, by their places in `choices`."""
    whole: bool = False
    low: int | float | None = None
    high: int | float | None = None
    above: int | float | None = None
    below: int | float | None = None
    step: int | float | None = None
    shortest: int = 0
    longest: int | None = None

    def accepts_number(self, value: int | float) -> bool:
        return (
            (self.low is None or value >= self.low)
            and (self.high is None or value <= self.high)
            and (self.above is None or value > self.above)
            and (self.below is None or value < self.below)
            and (self.step is None or _is_multiple(value, self.step))
            and not (self.whole and value != int(value))
        )


def read_params(schema: Mapping[str, Any]) -> tuple[Param, ...]:
    """The parameters of an action, required ones first. What is not a schema is not a parameter. Never raises."""
    properties = _table(schema.get("properties"))
    needed = {name: True for name in _list(schema.get("required")) if _text(name)}
    known = {**needed, **properties}
    names = sorted(known, key=lambda name: name not in needed)[:_MOST_PARAMS]
    read: list[Param] = []
    room = _MOST_CHOICES
    for name in names:
        param = _param(name, known[name], name in needed, schema, room)
        if param:
            read.append(param)
            room -= len(param.choices)
    return tuple(read)


def fits(schema: Mapping[str, Any], parameters: Mapping[str, Any]) -> bool:
    """Tell whether a call's parameters are valid. References to elsewhere are never fetched; they make it false."""
    if not schema:
        return True
    try:
        validator = jsonschema_rs.Draft202012Validator(
            _plain(schema), retriever=_refuse, validate_formats=True, pattern_options=jsonschema_rs.RegexOptions()
        )
        return bool(validator.is_valid(_plain(parameters)))
    except (ValueError, TypeError, RecursionError):  # a schema that is none: registration refuses it before
        return False


def _plain(value: Any) -> Any:
    """Dicts and lists throughout: the validator knows no other containers."""
    if isinstance(value, Mapping):
        return {key: _plain(sub) for key, sub in value.items()}
    return [_plain(sub) for sub in value] if isinstance(value, (list, tuple)) else value


def _refuse(uri: str) -> Any:
    raise ValueError(f"The reference {uri} points out of the schema.")


def _param(name: str, schema: Any, required: bool, root: Mapping[str, Any], room: int) -> Param | None:
    if not isinstance(schema, Mapping):
        return Param(name, tuple(split_id(name)), Kind.TEXT, required) if schema is not False else None
    schema = _resolve(schema, root)
    choices = _choices(schema, room)
    kind = _type(schema)
    if kind == "string" and schema.get("format") == "date":
        kind = "date"
    param = Param(
        name,
        tuple(split_id(name)),
        _KINDS.get(kind, Kind.OTHER),
        required,
        given=_given(schema),
        label=_text(schema.get("title")) or _text(schema.get("description")),
        whole=kind == "integer",
        low=_number(schema.get("minimum")),
        high=_number(schema.get("maximum")),
        above=_number(schema.get("exclusiveMinimum")),
        below=_number(schema.get("exclusiveMaximum")),
        step=_number(schema.get("multipleOf")),
        shortest=int(_number(schema.get("minLength")) or 0),
        longest=_whole(schema.get("maxLength")),
    )
    if not choices:
        return replace(param, kind=Kind.OTHER) if "enum" in schema and not room else param
    if len(choices) > 1 and all(isinstance(choice.value, bool) for choice in choices):
        return replace(param, kind=Kind.SWITCH)
    places: dict[str, list[int]] = defaultdict(list)
    for place, choice in enumerate(choices):
        for word in dict.fromkeys(choice.stems):
            places[word].append(place)
    return replace(param, kind=Kind.CHOICE, choices=choices, places=dict(places))


_KINDS = {"integer": Kind.NUMBER, "number": Kind.NUMBER, "boolean": Kind.SWITCH, "string": Kind.TEXT, "date": Kind.DATE}


def _given(schema: Mapping[str, Any]) -> tuple[Any, ...]:
    for key in ("default", "const"):
        if key in schema:
            return (schema[key],)
    values = _list(schema.get("enum"))
    return (values[0],) if len(values) == 1 else ()


def _type(schema: Mapping[str, Any]) -> str:
    kind = schema.get("type", "string")
    if isinstance(kind, str):
        return kind
    kinds = [one for one in _list(kind) if isinstance(one, str) and one != "null"]
    return kinds[0] if kinds else "string"


def _choices(schema: Mapping[str, Any], most: int) -> tuple[Choice, ...]:
    if "const" in schema:
        return (_choice(schema["const"], schema),)
    values = _list(schema.get("enum"))[:most]
    if values:
        return tuple(_choice(value) for value in values if value is not None)
    branches = [branch for key in ("oneOf", "anyOf") for branch in _list(schema.get(key))[:most]]
    constants = [branch for branch in branches if isinstance(branch, Mapping) and "const" in branch]
    return tuple(_choice(branch["const"], branch) for branch in constants)


def _choice(value: Any, schema: Mapping[str, Any] | None = None) -> Choice:
    """A value and its words: those of its title where it has one."""
    name = "on" if value is True else "off" if value is False else str(value)
    title = _text(schema.get("title")) if schema else ""
    words = tuple(split_id(title or name))
    return Choice(value, words, tuple(map(stem, words)))


def _resolve(schema: Mapping[str, Any], root: Mapping[str, Any]) -> Mapping[str, Any]:
    """Follow local references of the form `#/$defs/name`, a few at most."""
    for _ in range(4):
        reference = schema.get("$ref")
        if not isinstance(reference, str) or not reference.startswith("#/"):
            return schema
        target: Any = root
        for part in reference[2:].split("/"):
            target = _table(target).get(part)
        schema = {**_table(target), **{key: value for key, value in schema.items() if key != "$ref"}}
    return schema


def _table(value: Any) -> Mapping[str, Any]:
    return value if isinstance(value, Mapping) else {}


def _text(value: Any) -> str:
    return value if isinstance(value, str) else ""


def _list(value: Any) -> Sequence[Any]:
    return value if isinstance(value, (list, tuple)) else ()


def _whole(value: Any) -> int | None:
    number = _number(value)
    return None if number is None else int(number)


def _number(value: Any) -> int | float | None:
    usable = isinstance(value, (int, float)) and not isinstance(value, bool) and isfinite(value)
    return value if usable else None


def _is_multiple(value: int | float, step: int | float) -> bool:
    return step <= 0 or Fraction(str(value)) % Fraction(str(step)) == 0
