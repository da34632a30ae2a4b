"""JSON Schema (draft 2020-12) of every message, made from the models that the server itself reads and writes with.

One document. `$defs` has `ClientMessage` and `ServerMessage`, the unions of VIP's two directions with their envelopes,
`TurnEventMessage`, what the `voicepilot` subprotocol streams, `WsV1ClientMessage` and `WsV1ServerMessage`, the text
frames of WS v1, and `VelaClientMessage` and `VelaServerMessage`, those of Vela. Two directions may use one name for two
things (`input.start`), so what only the client says begins with `Client`, what only the server says with `Server`; the
domain's words (`State`, `Trigger`, ...) belong to both.

The models check more than the document says: sizes in bytes, parameters that are a usable schema, an error that comes
with its status. A message that fits here may still be refused.
"""

from collections.abc import Mapping
from typing import Any

from pydantic import TypeAdapter
from pydantic.json_schema import GenerateJsonSchema

from antiphon.wire.schema_survey import DIALECT
from antiphon.wire.vela import client_messages as vela_client
from antiphon.wire.vela import server_messages as vela_server
from antiphon.wire.vip import client_messages as client
from antiphon.wire.vip import server_messages as server
from antiphon.wire.voicepilot.model import TurnEventMessage
from antiphon.wire.ws_v1 import client_messages as ws_client
from antiphon.wire.ws_v1 import server_messages as ws_server

Schema = dict[str, Any]

_TITLE = "Antiphon: messages of VIP, of the turn events, of WS v1 and of Vela"
_DESCRIPTION = (
    "Made from the models of the server, which check more than is said here: sizes in bytes, parameters that are a"
    " usable schema, an error that comes with its status."
)


ROOTS = (
    "ClientMessage",
    "ServerMessage",
    "TurnEventMessage",
    "WsV1ClientMessage",
    "WsV1ServerMessage",
    "VelaClientMessage",
    "VelaServerMessage",
)


def document() -> Schema:
    """The whole document, new each time."""
    incoming = _definitions(client.AnyClientMessage, "ClientMessage", "Client")
    outgoing = _definitions(server.AnyServerMessage, "ServerMessage", "Server")
    events = _definitions(TurnEventMessage, "TurnEventMessage", "")
    ws_incoming = _definitions(ws_client.AnyClientMessage, "WsV1ClientMessage", "WsV1Client")
    ws_outgoing = _definitions(ws_server.AnyServerMessage, "WsV1ServerMessage", "WsV1Server")
    vela_incoming = _definitions(vela_client.AnyClientMessage, "VelaClientMessage", "VelaClient")
    vela_outgoing = _definitions(vela_server.AnyServerMessage, "VelaServerMessage", "VelaServer")
    for definition in (*outgoing.values(), *events.values(), *ws_outgoing.values(), *vela_outgoing.values()):
        _as_sent(definition)
    incoming["ClientMessage"]["description"] = client.ClientMessage.__doc__
    outgoing["ServerMessage"]["description"] = server.ServerMessage.__doc__
    # The envelope's model takes any payload, for that of an event was checked where it was made.
    outgoing["ServerTurnEvent"]["properties"]["payload"] = _reference("TurnEventPayload")
    return {
        "$schema": DIALECT,
        "title": _TITLE,
        "description": _DESCRIPTION,
        "anyOf": [_reference(name) for name in ROOTS],
        "$defs": incoming | outgoing | events | ws_incoming | ws_outgoing | vela_incoming | vela_outgoing,
    }


class _Generator(GenerateJsonSchema):
    def field_title_should_be_set(self, schema: Any) -> bool:
        """A field's title would only repeat its name."""
        return False


def _definitions(root: Any, name: str, prefix: str) -> dict[str, Schema]:
    """What `root` consists of, itself first, under `name`; models get the prefix, enumerations do not."""
    schema = TypeAdapter(root).json_schema(schema_generator=_Generator)
    parts: dict[str, Schema] = schema.pop("$defs")
    schema.pop("discriminator", None)  # OpenAPI's; each member's constant `type` says the same
    names = {old: old if "enum" in part else prefix + old for old, part in parts.items()}
    named = {name: schema} | {names[old]: part for old, part in parts.items()}
    return {new: _rewritten(part, names) | {"title": new} for new, part in named.items()}


def _rewritten(value: Any, names: Mapping[str, str]) -> Any:
    """`value` with its references renamed, and with no keys but those that a pattern allows."""
    if isinstance(value, list):
        return [_rewritten(item, names) for item in value]
    if not isinstance(value, dict):
        return value
    if "$ref" in value:
        return value | _reference(names[value["$ref"].rpartition("/")[2]])
    found = {key: _rewritten(item, names) for key, item in value.items()}
    return found | {"additionalProperties": False} if "patternProperties" in found else found


def _as_sent(definition: Schema) -> None:
    """The server leaves out what has no value, where that is allowed at all, and never leaves out a constant."""
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
