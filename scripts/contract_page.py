"""The reference page of each contract: its rules, and its messages from the JSON Schema of their models.

A contract has a page where `scripts/contracts` has its rules, in a file of its folder's name (`-` for `_`). In them
`{code protocol.order}` stands for that error code and its title.
"""

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from antiphon.contracts.entry import Entry
from antiphon.contracts.registry import CONTRACTS
from antiphon.contracts.schema_export import document
from antiphon.domain.errors import ErrorCode

ROOT = Path(__file__).resolve().parent.parent
RULES = ROOT / "scripts/contracts"
Schema = Mapping[str, Any]
BOUNDS = {
    "maxLength": "at most {} characters",
    "pattern": "`{}`",
    "minimum": "from {}",
    "maximum": "to {}",
    "maxItems": "at most {} of them",
    "maxProperties": "at most {} of them",
}
IN_EVERY_EVENT = ("trackId", "tracks")
CODES = {code.code: code for code in ErrorCode}


def pages() -> Mapping[Path, Callable[[], str]]:
    """Find the contracts that have a page; return its file, and what makes its text."""
    named = {contract.name.replace("_", "-"): contract for contract in CONTRACTS}
    files = {file.stem: file for file in sorted(RULES.glob("*.md"))}
    if strangers := files.keys() - named.keys():
        raise SystemExit(f"{RULES.relative_to(ROOT)} has rules of no contract: {', '.join(sorted(strangers))}.")
    return {
        ROOT / f"docs/reference/{name}.md": partial(_page, file.read_text("utf-8"), named[name])
        for name, file in files.items()
    }


def _page(rules: str, contract: Entry) -> str:
    told = re.sub(r"\{code ([a-z_.]+)\}", lambda found: _code(CODES[found[1]]), rules)
    return "\n".join([told, *_messages(document()["$defs"], contract)])


def _code(code: ErrorCode) -> str:
    return f"`{code.code}`: {code.title}"


def _messages(definitions: Schema, contract: Entry) -> Iterator[str]:
    """Write each direction under its heading; a contract without models has none."""
    for direction in contract.messages:
        messages = _members(definitions, direction.name)
        yield f"## From the {'server' if direction.sent else 'client'}"
        if any(_holder(message) == "data" for message in messages):
            yield from ("", "Fields of `data`; those with a mark stand at the top level too.")
        for message in messages:
            yield from _message(definitions, message)
        yield ""


def _message(definitions: Schema, message: Schema) -> list[str]:
    """Write one message: the fields that stand in its `data` or `payload`, or else its own."""
    match _holder(message):
        case "data":
            data = _named(definitions, message["properties"]["data"])
            # A field of the envelope may be called like one of the data: it is another then.
            top = {name for name, field in message["properties"].items() if field == data["properties"].get(name)}
            rows = [
                f"{row} {'yes' if row.split('`')[1].split('.')[0].rstrip('?') in top else ''} |"
                for row in _fields(definitions, data, "", IN_EVERY_EVENT)
            ]
            return _section(message, ["| field | is | top level |", "|---|---|---|"], rows)
        case "payload":
            payload = _named(definitions, message["properties"]["payload"])
            rows = list(_fields(definitions, payload, "", ()))
            described = [payload["description"]] if rows and "description" in payload else []
            told = {**message, "description": " ".join([message["description"], *described])}
            return _section(told, ["| field | is |", "|---|---|"], rows)
    return _section(message, ["| field | is |", "|---|---|"], list(_fields(definitions, message, "", ("type",))))


def _holder(message: Schema) -> str | None:
    """Return the one field that holds what a message says, where there is one."""
    return next((name for name in ("data", "payload") if "$ref" in message["properties"].get(name, {})), None)


def _members(definitions: Schema, union: str) -> list[Schema]:
    return [_named(definitions, member) for member in definitions[union]["oneOf"]]


def _named(definitions: Schema, reference: Schema) -> Schema:
    model: Schema = definitions[reference["$ref"].rpartition("/")[2]]
    return model


def _type(message: Schema) -> str:
    return str(message["properties"]["type"]["const"])


def _section(message: Schema, head: list[str], rows: list[str]) -> list[str]:
    lines = ["", f"### `{_type(message)}`"]
    if "description" in message:
        lines += ["", " ".join(message["description"].split())]
    return [*lines, "", *head, *rows] if rows else lines


def _fields(definitions: Schema, model: Schema, path: str, left_out: Sequence[str]) -> Iterator[str]:
    for name, field in model["properties"].items():
        if name in left_out:
            continue
        mark = "" if name in model.get("required", ()) else "?"
        yield f"| `{path}{name}{mark}` | {_kind(field, definitions)} |"
        for one in _objects(field, definitions):
            yield from _fields(definitions, one, f"{path}{name}.", left_out)


def _objects(field: Schema, definitions: Schema) -> Iterator[Schema]:
    """The models that a field holds, alone or in a list."""
    for one in [field, *field.get("anyOf", ()), field.get("items", {})]:
        if isinstance(one, Mapping) and "$ref" in one and "properties" in _named(definitions, one):
            yield _named(definitions, one)


def _kind(field: Schema, definitions: Schema) -> str:
    """Say what a field may be, in a few words."""
    if "$ref" in field:
        return " ".join(_named(definitions, field).get("description", "an object").rstrip(".").split())
    if "anyOf" in field:
        return " or ".join(_kind(each, definitions) for each in field["anyOf"])
    if "const" in field:
        return f"`{json.dumps(field['const'])}`"
    if "enum" in field:
        return ", ".join(f"`{json.dumps(value)}`" for value in field["enum"])
    bounds = [word.format(field[key]) for key, word in BOUNDS.items() if key in field]
    inner = field.get("items")
    if isinstance(inner, Mapping) and "$ref" not in inner:
        bounds.insert(0, f"of {_kind(inner, definitions)}")
    return ", ".join([field.get("type", "anything"), *bounds])
