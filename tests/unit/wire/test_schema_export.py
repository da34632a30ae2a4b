"""The JSON Schema of every message, and the TypeScript types made from it."""

import json
import re
import subprocess
from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path
from typing import Any, get_args

import jsonschema_rs
import playwright
import pytest
from pydantic import TypeAdapter, ValidationError

from antiphon.contracts.schema_export import document
from antiphon.contracts.typescript import WIDTH, render
from antiphon.contracts.vip.client_messages import AnyClientMessage
from antiphon.contracts.vip.dialect import VipDialect
from antiphon.contracts.vip.server_messages import AnyServerMessage
from antiphon.domain.events import Event, SessionOpened, StateChanged, TurnFeed
from antiphon.domain.states import InterruptionType, Source, State, Trigger
from antiphon.turns.timeline import InterruptionInfo, TurnDescriptor
from antiphon.turns.turn_events import TurnEvent
from antiphon.wire import turn_event_payloads as events
from antiphon.wire.codec import envelope
from unit.wire.test_vip_decode import MEANINGS
from unit.wire.test_vip_encode import MESSAGES

Message = dict[str, Any]

DOCUMENT = document()
CLIENT: TypeAdapter[Any] = TypeAdapter(AnyClientMessage)
SERVER: TypeAdapter[Any] = TypeAdapter(AnyServerMessage)
ABSENT = object()
WRONG: tuple[object, ...] = (None, True, 7, 1.5, "x", [], {}, ABSENT)

INTERRUPTED = TurnDescriptor(
    "turn_6",
    "assistant",
    30.0,
    "default",
    ended_at=31.5,
    interruption=InterruptionInfo(InterruptionType.BARGE_IN, Source.VAD, 31.5, 180),
)
TURN_EVENTS = [
    TurnEvent("turn-started", "listening", 20.0, TurnDescriptor("turn_7", "user", 20.0, "default")),
    TurnEvent("interruption", "listening", 31.5, INTERRUPTED, {"interruptionCount": 2}),
    TurnEvent("recovered", "idle", 1.0),
]


def validator(name: str) -> jsonschema_rs.Draft202012Validator:
    return jsonschema_rs.Draft202012Validator({"$ref": f"#/$defs/{name}", "$defs": DOCUMENT["$defs"]})


CLIENT_SCHEMA, SERVER_SCHEMA = validator("ClientMessage"), validator("ServerMessage")


def wall(at: float) -> float:
    return 1_790_000_000.0 + at


def sent(event: Event, seq: int | None = 1, reply_to: str | None = None) -> list[Message]:
    """What leaves for an event."""
    dialect = VipDialect("sess_1", user_id="u", locale="de-DE", model_id="rules")
    return [
        json.loads(envelope(message, seq=seq, timestamp_ms=1_790_000_000_000, session_id="sess_1", reply_to=reply_to))
        for message in dialect.encode(event)
    ]


def constants(union: Any) -> set[str]:
    return {get_args(model.model_fields["type"].annotation)[0] for model in get_args(get_args(union)[0])}


def variants(value: Any) -> Iterator[Any]:
    """`value` with each of its members, at any depth, left out, replaced or joined by one that nobody knows."""
    if isinstance(value, dict):
        yield value | {"more": 1}
        for key, member in value.items():
            for other in (*WRONG, *variants(member)):
                yield {k: other if k == key else v for k, v in value.items() if k != key or other is not ABSENT}


def accepted(models: TypeAdapter[Any], message: Any) -> bool | None:
    """What the models say; None where only a rule of their own, which no schema has, is broken."""
    try:
        models.validate_json(json.dumps(message))
    except ValidationError as error:
        return None if {item["type"] for item in error.errors()} <= {"error", "blank", "too_large"} else False
    return True


def client_messages() -> list[Message]:
    plain = [{"type": kind, "payload": payload} for kind, payload, _ in MEANINGS]
    whole = {"type": "ping", "payload": {}, "id": "m1", "role": "user", "metadata": {"a": 1}, "timestamp": 1.5}
    return [*plain, whole]


def server_messages() -> list[Message]:
    told = [event for event, *_ in MESSAGES if not isinstance(event, TurnFeed)]
    feed = [TurnFeed(events.payload(event, wall)) for event in TURN_EVENTS]
    return [message for event in (*told, *feed) for message in sent(event)]


def test_the_document_is_a_schema_of_the_draft_that_it_names() -> None:
    assert DOCUMENT["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    jsonschema_rs.meta.validate(DOCUMENT)


def test_each_direction_has_all_its_messages_and_each_reference_a_definition() -> None:
    definitions = DOCUMENT["$defs"]
    for name, union in (("ClientMessage", AnyClientMessage), ("ServerMessage", AnyServerMessage)):
        members = [each["$ref"].removeprefix("#/$defs/") for each in definitions[name]["oneOf"]]
        assert {definitions[member]["properties"]["type"]["const"] for member in members} == constants(union)
    found = set(re.findall(r'"\$ref": "#/\$defs/(\w+)"', json.dumps(DOCUMENT)))
    assert found == set(definitions)


@pytest.mark.parametrize("message", server_messages(), ids=lambda message: message["type"])
def test_every_message_that_the_server_sends_fits(message: Message) -> None:
    SERVER_SCHEMA.validate(message)
    jsonschema_rs.validate(DOCUMENT, message)
    assert not CLIENT_SCHEMA.is_valid(message)


@pytest.mark.parametrize("message", client_messages(), ids=lambda message: message["type"])
def test_every_message_that_the_server_takes_fits(message: Message) -> None:
    CLIENT_SCHEMA.validate(message)
    jsonschema_rs.validate(DOCUMENT, message)
    assert not SERVER_SCHEMA.is_valid(message)


def test_what_the_schema_says_of_a_clients_message_the_server_says_too() -> None:
    verdicts = []
    for message in client_messages():
        for variant in variants(message):
            verdict = accepted(CLIENT, variant)
            fits = CLIENT_SCHEMA.is_valid(variant)
            assert verdict in (fits, None), variant
            verdicts.append(fits)
    assert verdicts.count(True) > 100
    assert verdicts.count(False) > 1000


def test_what_fits_as_a_servers_message_is_what_its_models_allow() -> None:
    for message in server_messages():
        for variant in variants(message):
            assert not SERVER_SCHEMA.is_valid(variant) or accepted(SERVER, variant), variant


def test_what_the_server_leaves_out_is_never_null_and_what_is_null_is_always_there() -> None:
    (state,) = sent(StateChanged(State.IDLE, State.CONNECTING, Trigger.SERVER_READY))
    for name in ("turn_id", "reply_to"):
        changed = deepcopy(state)
        (changed if name == "reply_to" else changed["payload"])[name] = None
        assert not SERVER_SCHEMA.is_valid(changed)
    (resumed,) = sent(SessionOpened({"id": "demo"}, {}, "rt_1", 120.0), seq=None, reply_to="m1")
    SERVER_SCHEMA.validate(resumed)
    del resumed["seq"]
    assert not SERVER_SCHEMA.is_valid(resumed)


def test_an_action_with_an_id_that_is_none_does_not_fit() -> None:
    update = {"type": "actions.update", "payload": {"actions": {"no spaces": {"description": "x"}}}}
    assert not CLIENT_SCHEMA.is_valid(update)


@pytest.mark.requirement("ITE-REQ-012")
@pytest.mark.parametrize("event", TURN_EVENTS, ids=lambda event: event.type)
def test_turn_events_fit_on_their_own_stream_and_inside_the_envelope(event: TurnEvent) -> None:
    stream = validator("TurnEventMessage")
    alone = events.message(event, wall)
    stream.validate(alone)
    assert not stream.is_valid({"payload": alone["payload"]})
    for variant in variants(alone["payload"]):
        inside = sent(TurnFeed(variant))[0]
        assert SERVER_SCHEMA.is_valid(inside) == stream.is_valid(alone | {"payload": variant})


def test_every_definition_is_a_type_and_every_type_is_defined() -> None:
    text = render(DOCUMENT)
    declared = re.findall(r"^export (?:interface|type) (\w+)", text, re.MULTILINE)
    assert declared == list(DOCUMENT["$defs"])
    code = re.sub(r'/\*\*.*?\*/|"[^"]*"', "", text, flags=re.DOTALL)
    assert set(re.findall(r"\b[A-Z]\w+", code)) == {*declared, "Record", "Array"}
    assert max(map(len, text.splitlines())) <= WIDTH


def test_an_interface_says_what_is_there_and_what_may_be() -> None:
    text = render(DOCUMENT)
    assert 'export type Source = "vad" | "client-hint" | "manual" | "text" | "system";\n' in text
    assert re.search(
        r"interface ServerSessionStatePayload \{[^}]*\n  state: State;\n[^}]*\n  turn_id\?: string;\n", text
    )
    assert re.search(r"interface ServerMetricsTurnPayload \{[^}]*\n  stt_ms: number \| null;\n", text)
    assert re.search(r'interface ServerInputStart \{[^}]*\n  type: "input.start";\n', text)
    assert re.search(r"interface ClientActionEntry \{[^}]*\n  parameters\?: Record<string, unknown>;\n", text)
    assert re.search(r"interface ServerTurnEvent \{[^}]*\n  payload: TurnEventPayload;\n", text)


@pytest.mark.parametrize(
    ("schema", "shown"),
    [
        ({"type": "array", "items": {"enum": ["a", 1]}}, 'export type X = Array<"a" | 1>;'),
        ({"type": "object", "additionalProperties": {"type": "integer"}}, "export type X = Record<string, number>;"),
        ({"anyOf": [{"type": "integer"}, {"type": "number"}, {}]}, "export type X = number | unknown;"),
        ({"type": "boolean", "description": "So.\n\nEnd */ here."}, "/**\n * So.\n *\n * End *\\/ here.\n */\nexport"),
        (
            {"properties": {"a-b": {"const": "x", "description": "Which."}}, "required": ["a-b"]},
            'export interface X {\n  /** Which. */\n  "a-b": "x";\n}',
        ),
        ({"enum": ["a" * 60, "b" * 60]}, f'export type X =\n  | "{"a" * 60}"\n  | "{"b" * 60}";'),
    ],
)
def test_a_schema_becomes_a_type(schema: Message, shown: str) -> None:
    assert shown in render({"title": "T", "$defs": {"X": schema}})


@pytest.mark.parametrize("schema", [{"type": ["string", "null"]}, {"not": {}}, {"type": "array", "items": {"not": {}}}])
def test_what_has_no_type_is_refused(schema: Message) -> None:
    with pytest.raises(ValueError, match="no TypeScript"):
        render({"title": "T", "$defs": {"X": schema}})


def test_the_types_are_typescript() -> None:
    """Node.js takes TypeScript's syntax apart: nothing but types is there, so nothing but space is left."""
    node = Path(next(iter(playwright.__path__))) / "driver" / "node"
    program = "process.stdout.write(require('node:module').stripTypeScriptTypes(require('fs').readFileSync(0, 'utf8')))"
    code = re.sub(r"/\*\*.*?\*/", "", render(DOCUMENT), flags=re.DOTALL)
    ran = subprocess.run([node, "-e", program], input=code.encode(), capture_output=True, timeout=60, check=True)
    assert set(ran.stdout.decode()) <= set(" ;\n")
