"""Encode dataclasses as JSON and decode them, by their annotations: nothing is listed, so nothing can be forgotten.

A number keeps every digit, so that a run that is read back is the run that was written. A value that does not fit its
annotation is refused with the place where it stands.
"""

import dataclasses
import types
from collections.abc import Callable, Mapping, Sequence, Set
from enum import Enum
from functools import cache
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from antiphon.domain.errors import ErrorCode
from antiphon.domain.texts import shown

Redact = Callable[[type, str, Any], Any]
"""Given a dataclass, a field's name and its value: the value that may be written."""

LARGEST = 1e12
"""Of a time, a length or a count that is read back. What is larger is no such thing, and would overflow arithmetic."""


class BadValue(ValueError):
    """A JSON value does not fit an annotation. The message names the place."""


@cache
def hints(owner: type) -> Mapping[str, Any]:
    """Return the resolved annotation of each field, in order."""
    resolved = get_type_hints(owner)
    return {field.name: resolved[field.name] for field in dataclasses.fields(owner)}


def encode(value: Any, redact: Redact | None = None) -> Any:
    """Return `value` as `json` writes it. What JSON has no word for is written as its `repr`: this never fails."""
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        owner = type(value)
        fields = {name: getattr(value, name) for name in hints(owner)}
        return {name: encode(redact(owner, name, item) if redact else item, redact) for name, item in fields.items()}
    if isinstance(value, Enum):
        return _spelling(value)
    if value is None or isinstance(value, bool | int | float | str):
        return value
    if isinstance(value, Mapping):
        return {str(key): encode(item, redact) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [encode(item, redact) for item in value]
    if isinstance(value, Set):
        return sorted((encode(item, redact) for item in value), key=str)
    return repr(value)


def _spelling(member: Enum) -> Any:
    return member.code if isinstance(member, ErrorCode) else member.value


def decode(hint: Any, data: Any, where: str) -> Any:
    """Return the value that `encode` wrote as `data`. Raises `BadValue`, whose message begins with `where` it stands.

    A field that is left out gets its default, where it has one: an older recording may not know it.
    """
    if hint is Any:
        return data
    if dataclasses.is_dataclass(hint):
        return _dataclass(hint, data, where)
    origin, arguments = get_origin(hint), get_args(hint)
    if origin in (Union, types.UnionType):
        return _union(arguments, data, where)
    if origin is Literal:
        return _one_of({choice: choice for choice in arguments}, data, where)
    if origin is not None and issubclass(origin, Mapping):
        _check(isinstance(data, dict), "an object", data, where)
        key, item = arguments
        return {decode(key, k, where): decode(item, v, f"{where}.{k[:40]}") for k, v in data.items()}
    if origin is not None and issubclass(origin, Sequence | Set):
        _check(isinstance(data, list), "an array", data, where)
        items = [decode(arguments[0], item, f"{where}[{at}]") for at, item in enumerate(data)]
        return items if origin in (list, Sequence) else tuple(items) if origin is tuple else frozenset(items)
    if isinstance(hint, type) and issubclass(hint, Enum):
        return _one_of({_spelling(member): member for member in hint}, data, where)
    return _plain(hint, data, where)


def _dataclass(owner: Any, data: Any, where: str) -> Any:
    _check(isinstance(data, dict), "an object", data, where)
    known = hints(owner)
    for name in data:
        if name not in known:
            raise BadValue(f"{where} has no field {name[:40]!r}; its fields are: {', '.join(known) or 'none'}")
    values = {name: decode(known[name], item, f"{where}.{name}") for name, item in data.items()}
    nothing = dataclasses.MISSING
    for field in dataclasses.fields(owner):
        if field.name not in values and field.default is nothing and field.default_factory is nothing:
            raise BadValue(f"{where} lacks the field {field.name!r}")
    return owner(**values)


def _union(members: Sequence[Any], data: Any, where: str) -> Any:
    if data is None and types.NoneType in members:
        return None
    failure = BadValue(f"{where} must not be null")
    for member in members:
        if member is not types.NoneType:
            try:
                return decode(member, data, where)
            except BadValue as error:
                failure = error
    raise failure


def _one_of(choices: Mapping[Any, Any], data: Any, where: str) -> Any:
    if not isinstance(data, str) or data not in choices:
        raise BadValue(f"{where} is {shown(data)}; it must be one of: {', '.join(map(str, choices))}")
    return choices[data]


def _plain(hint: Any, data: Any, where: str) -> Any:
    if hint is float:
        _check(is_number(data), "a number, and not a huge one", data, where)
    elif hint is int:
        _check(is_number(data) and isinstance(data, int), "a whole number, and not a huge one", data, where)
    elif hint is bool:
        _check(isinstance(data, bool), "true or false", data, where)
    elif hint is str:
        _check(isinstance(data, str), "a string", data, where)
    else:
        raise TypeError(f"{where}: a field of type {hint} cannot be read back")
    return data


def is_number(data: Any) -> bool:
    """Tell whether a number can be reckoned with: not NaN, not infinite, not beyond `LARGEST`."""
    return isinstance(data, int | float) and not isinstance(data, bool) and -LARGEST < data < LARGEST


def _check(fits: bool, wanted: str, data: Any, where: str) -> None:
    if not fits:
        raise BadValue(f"{where} is {shown(data)}; it must be {wanted}")
