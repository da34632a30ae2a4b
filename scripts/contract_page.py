"""The messages of a contract as a page: a heading and a table of fields each, from the JSON Schema of their models."""

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

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


def messages(definitions: Schema, client: str, server: str, listed: Mapping[str, Sequence[str]]) -> str:
    """Both directions. `client` and `server` name the unions; `listed` are an event's fields at the top level."""
    lines = ["## From the client"]
    for message in _members(definitions, client):
        rows = list(_fields(definitions, message, "", ("type",)))
        lines += _section(message, ["| field | is |", "|---|---|"], rows)
    lines += ["", "## From the server", "", "Fields of `data`; those with a mark stand at the top level too."]
    for event in _members(definitions, server):
        data = _named(definitions, event["properties"]["data"])
        top = ("sessionId", *listed.get(_type(event), ()))
        rows = [
            f"{row} {'yes' if row.split('`')[1].split('.')[0].rstrip('?') in top else ''} |"
            for row in _fields(definitions, data, "", IN_EVERY_EVENT)
        ]
        lines += _section(event, ["| field | is | top level |", "|---|---|---|"], rows)
    return "\n".join(lines) + "\n"


def enveloped(definitions: Schema, client: str, server: str) -> str:
    """Both directions of a contract whose messages are a type and a payload: the fields of the payloads."""
    lines: list[str] = []
    for heading, union in (("## From the client", client), ("## From the server", server)):
        lines += ["", heading]
        for message in _members(definitions, union):
            payload = _named(definitions, message["properties"]["payload"])
            rows = list(_fields(definitions, payload, "", ()))
            described = [payload["description"]] if rows and "description" in payload else []
            told = {**message, "description": " ".join([message["description"], *described])}
            lines += _section(told, ["| field | is |", "|---|---|"], rows)
    return "\n".join(lines[1:]) + "\n"


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
