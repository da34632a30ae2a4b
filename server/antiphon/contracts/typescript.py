"""TypeScript types from the JSON Schema of `schema_export`.

Objects become interfaces, enumerations and constants literal types, unions that a constant `type` tells apart
discriminated unions, descriptions doc comments. What the types cannot say (lengths, patterns, ranges) is left to the
schema. A keyword that the models do not use is refused, so that no type is ever wider than it looks.
"""

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

WIDTH = 120

_NOTE = "Made by `antiphon schema --typescript` from the models of the server."
_IDENTIFIER = re.compile(r"[A-Za-z_$][\w$]*")
_PLAIN = {"string": "string", "boolean": "boolean", "null": "null", "number": "number", "integer": "number"}


def render(document: Mapping[str, Any]) -> str:
    """Render a module of types, one for each of the document's `$defs`. Raises `ValueError` for what has no type."""
    parts = ["\n".join(_comment(f"{document['title']}.\n\n{_NOTE}", ""))]
    for name, schema in document["$defs"].items():
        parts.append("\n".join((*_comment(schema.get("description", ""), ""), *_declaration(name, schema))))
    return "\n\n".join(parts) + "\n"


def _declaration(name: str, schema: Mapping[str, Any]) -> Iterator[str]:
    if "properties" not in schema:
        yield from _assigned(f"export type {name} =", schema, "")
        return
    yield f"export interface {name} {{"
    required = schema.get("required", ())
    for key, field in schema["properties"].items():
        yield from _comment(field.get("description", ""), "  ")
        shown = key if _IDENTIFIER.fullmatch(key) else json.dumps(key)
        yield from _assigned(f"  {shown}{'' if key in required else '?'}:", field, "  ")
    yield "}"


def _assigned(start: str, schema: Mapping[str, Any], indent: str) -> Iterator[str]:
    """Write `start` and a type: on one line, or one line an alternative."""
    alternatives = _alternatives(schema)
    line = f"{start} {' | '.join(alternatives)};"
    if len(line) <= WIDTH:
        yield line
        return
    yield start
    *others, last = alternatives
    for each in others:
        yield f"{indent}  | {each}"
    yield f"{indent}  | {last};"


def _alternatives(schema: Mapping[str, Any]) -> list[str]:
    """List the members of the union that a schema is, each once; most have only one."""
    if "$ref" in schema:
        return [schema["$ref"].rpartition("/")[2]]
    if "const" in schema:
        return [json.dumps(schema["const"])]
    if "enum" in schema:
        return [json.dumps(value) for value in schema["enum"]]
    for union in ("anyOf", "oneOf"):
        if union in schema:
            return _once(each for member in schema[union] for each in _alternatives(member))
    return [_single(schema)]


def _single(schema: Mapping[str, Any]) -> str:
    match schema.get("type"):
        case None if not schema.keys() - {"default", "description", "title"}:
            return "unknown"
        case "array":
            return f"Array<{' | '.join(_alternatives(schema['items']))}>"
        case "object" if "properties" not in schema:
            return f"Record<string, {_values(schema)}>"
        case str(plain) if plain in _PLAIN:
            return _PLAIN[plain]
    raise ValueError(f"There is no TypeScript for {json.dumps(schema)}.")


def _values(schema: Mapping[str, Any]) -> str:
    """Return the type of the values of an object without names of its own."""
    leads = list(schema.get("patternProperties", {}).values())
    further = schema.get("additionalProperties", True)
    if further is not False:
        leads.append({} if further is True else further)
    return " | ".join(_once(each for lead in leads for each in _alternatives(lead)))


def _once(types: Iterable[str]) -> list[str]:
    return list(dict.fromkeys(types))


def _comment(text: str, indent: str) -> Iterator[str]:
    lines = text.replace("*/", "*\\/").splitlines()
    if len(lines) == 1:
        yield f"{indent}/** {lines[0]} */"
    elif lines:
        yield f"{indent}/**"
        for line in lines:
            yield f"{indent} * {line}".rstrip()
        yield f"{indent} */"
