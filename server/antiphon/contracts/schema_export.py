"""JSON Schema (draft 2020-12) of every message, made from the models that the server itself reads and writes with.

One document. `$defs` has a union for each direction of each contract: `ClientMessage` and `ServerMessage` are those of
the data channel, with their envelopes; the others begin with their contract's name. Two directions may use one name for
two things (`input.start`), so what only the client says begins with `Client`, what only the server says with `Server`;
the domain's words (`State`, `Trigger`, ...) belong to both.

The models check more than the document says: sizes in bytes, parameters that are a usable schema, an error that comes
with its status. A message that fits here may still be refused.
"""

from collections.abc import Mapping
from typing import Any

from pydantic import TypeAdapter
from pydantic.json_schema import GenerateJsonSchema

from antiphon.contracts.registry import CONTRACTS
from antiphon.wire.schema_survey import DIALECT

Schema = dict[str, Any]

_DESCRIPTION = (
    "Made from the models of the server, which check more than is said here: sizes in bytes, parameters that are a"
    " usable schema, an error that comes with its status."
)

ROOTS = tuple(direction.name for contract in CONTRACTS for direction in contract.messages)


def document() -> Schema:
    """Make the whole document, new each time."""
    defined: Schema = {}
    for direction in (each for contract in CONTRACTS for each in contract.messages):
        found = _definitions(direction.root, direction.name, direction.prefix)
        if direction.sent:
            for definition in found.values():
                _as_sent(definition)
        if direction.described:
            found[direction.name]["description"] = direction.described
        defined |= found
    # The envelope's model takes any payload, for that of an event was checked where it was made.
    defined["ServerTurnEvent"]["properties"]["payload"] = _reference("TurnEventPayload")
    *titles, last = [f"of {contract.title}" for contract in CONTRACTS]
    return {
        "$schema": DIALECT,
        "title": f"Antiphon: messages {', '.join(titles)} and {last}",
        "description": _DESCRIPTION,
        "anyOf": [_reference(name) for name in ROOTS],
        "$defs": defined,
    }


class _Generator(GenerateJsonSchema):
    def field_title_should_be_set(self, schema: Any) -> bool:
        """Leave out the title of a field, which would only repeat its name."""
        return False


def _definitions(root: Any, name: str, prefix: str) -> dict[str, Schema]:
    """Return the definitions of `root`, itself first, under `name`; models get the prefix, enumerations do not."""
    schema = TypeAdapter(root).json_schema(schema_generator=_Generator)
    parts: dict[str, Schema] = schema.pop("$defs")
    schema.pop("discriminator", None)  # OpenAPI's; each member's constant `type` says the same
    names = {old: old if "enum" in part else prefix + old for old, part in parts.items()}
    named = {name: schema} | {names[old]: part for old, part in parts.items()}
    return {new: _rewritten(part, names) | {"title": new} for new, part in named.items()}


def _rewritten(value: Any, names: Mapping[str, str]) -> Any:
    """Return `value` with its references renamed, and with no keys but those that a pattern allows."""
    if isinstance(value, list):
        return [_rewritten(item, names) for item in value]
    if not isinstance(value, dict):
        return value
    if "$ref" in value:
        return value | _reference(names[value["$ref"].rpartition("/")[2]])
    found = {key: _rewritten(item, names) for key, item in value.items()}
    return found | {"additionalProperties": False} if "patternProperties" in found else found


def _as_sent(definition: Schema) -> None:
    """Describe messages as the server sends them: fields without a value are left out, and constants never are."""
    required = definition.get("required", [])
    for name, field in definition.get("properties", {}).items():
        if "default" not in field:
            continue
        if field.pop("default") is not None:
            required.append(name)
        elif "anyOf" in field:
            alternatives = [each for each in field.pop("anyOf") if each != {"type": "null"}]
            field |= alternatives[0] if len(alternatives) == 1 else {"anyOf": alternatives}


def _reference(name: str) -> Schema:
    return {"$ref": f"#/$defs/{name}"}
