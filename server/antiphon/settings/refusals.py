"""The refusal of a key of a file: what is wrong in words, where it came from, and what may have been meant."""

import difflib
import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, get_args

from pydantic import BaseModel
from pydantic_core import ErrorDetails

from antiphon.domain.texts import shown
from antiphon.settings.places import Places
from antiphon.wire.sentences import sentence

_ALIKE = 0.7
PREFIX = "ANTIPHON_"
_IN_WORDS = {
    "extra_forbidden": "is not a known key",
    "tuple_type": 'must be a list, such as ["one", "two"]',
    "path_type": "must be a text",
    "string_too_short": "must have at least {min_length} characters",
    "literal_error": "must be one of: {expected}",
}
_KINDS = {"dict": "must be a table", "model": "must be a table"}


def source(path: Sequence[str | int], flags: Mapping[str, Any], file: Path | None) -> str:
    """Name the source of a setting: `--port`, `the variable NAME: server.port`, `antiphon.toml, line 3: …`."""
    value: Any = flags
    for part in path:
        value = value.get(part) if isinstance(value, Mapping) else None
    if value is not None and path:
        return f"--{str(path[-1]).replace('_', '-')}"
    names = {name.upper(): name for name in os.environ}
    for parts in (path[:2], path[:1]):
        variable = PREFIX + "__".join(map(str, parts)).upper()
        if variable in names:
            return f"the variable {names[variable]}: {dotted(path)}"
    if file is None:
        return f"the settings: {dotted(path)}"
    return f"{file}, line {Places(file.read_text('utf-8')).line(path)}: {dotted(path)}"


def meant(path: Sequence[str | int], model: type[BaseModel]) -> str:
    """` Did you mean server.port?`, of a key that the model does not have; empty where none is near."""
    table: type[BaseModel] | None = model
    for part in path[:-1]:
        table = _table(table, part) if table else None
    wrong = str(path[-1]).lower()
    fields = table.model_fields if table else {}
    near = difflib.get_close_matches(wrong, fields, 1, cutoff=_ALIKE)
    # A key that was written outside of its table.
    others = (
        [] if len(path) > 1 else [name for name in fields if (of := _table(model, name)) and wrong in of.model_fields]
    )
    found = [*near] or [f"{name}.{wrong}" for name in others]
    around = [str(part) for part in path[:-1]]
    return f" Did you mean {'.'.join([*around, found[0]])}?" if found else ""


def accepts_number_alone(annotation: Any) -> bool:
    """Return whether a field is for a number: `int`, `float | None`, and none that a yes or no fits too."""
    parts = [annotation, *get_args(annotation)]
    parts += [inner for part in parts[1:] for inner in get_args(part)]
    return bool not in parts and (int in parts or float in parts)


def _table(model: type[BaseModel] | None, name: str | int) -> type[BaseModel] | None:
    field = model.model_fields.get(str(name)) if model else None
    found = field.annotation if field else None
    return found if isinstance(found, type) and issubclass(found, BaseModel) else None


def describe(item: ErrorDetails) -> str:
    """Say how a key is wrong, and what it holds where that may be shown."""
    key = dotted(item["loc"])
    hidden = item["type"] in ("missing", "extra_forbidden") or "secret" in key or "headers" in key
    shows = not hidden and not isinstance(item["input"], Mapping | list | tuple)
    return in_words(item) + (f" (it is {shown(item['input'])})" if shows else "")


def in_words(item: ErrorDetails) -> str:
    """Say how a key is wrong, in words for whoever wrote it, and nothing of what it holds."""
    words, path = sentence(item, _IN_WORDS, _KINDS), item["loc"]
    is_table = words == _KINDS["dict"] and not any(isinstance(part, int) for part in path)
    return f"{words}: [{dotted(path)}]" if is_table else words


def dotted(path: Sequence[str | int]) -> str:
    """`tools.1.url`."""
    return ".".join(map(str, path))
