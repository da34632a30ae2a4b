"""Golden wire transcripts: each flow of the protocol says today what it said when its transcript was read and kept.

Where one differs on purpose: `python scripts/golden.py`, and read the difference of the files.
"""

import json
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest
from pydantic import TypeAdapter

from antiphon.contracts.schema_export import document
from antiphon.contracts.vip.client_messages import AnyClientMessage
from antiphon.contracts.vip.server_messages import AnyServerMessage
from antiphon.turns.table import TABLE
from support import golden
from support.flow import Flow, Line
from support.flows.vip import FLOWS

FILES = sorted((golden.FOLDER / "vip").glob("*.jsonl"))
SCHEMA = document()
MODELS: dict[str, TypeAdapter[Any]] = {
    "client": TypeAdapter(AnyClientMessage),
    "server": TypeAdapter(AnyServerMessage),
}
SCHEMAS = {
    sender: jsonschema_rs.Draft202012Validator({"$ref": f"#/$defs/{name}", "$defs": SCHEMA["$defs"]})
    for sender, name in {"client": "ClientMessage", "server": "ServerMessage"}.items()
}

every_file = pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)


def messages(lines: list[Line], sender: str) -> list[dict[str, Any]]:
    return [line["message"] for line in lines if line["from"] == sender and "message" in line]


def everything() -> list[tuple[str, dict[str, Any]]]:
    """Every message of every file, with who sends it."""
    return [
        (sender, message)
        for file in FILES
        for sender in ("client", "server")
        for message in messages(golden.read(file)[1], sender)
    ]


@pytest.mark.requirement("VIP7-DETERMINISTIC")
@pytest.mark.requirement("V5-INVOKE")
@pytest.mark.requirement("V7-FATAL")
@pytest.mark.requirement("VIP7-WINDOWS")
@every_file
def test_the_server_says_what_the_transcript_says(file: Path) -> None:
    header, lines = golden.read(file)
    told = [line for line in golden.play(header, lines) if line["from"] == "server"]
    expected = [line for line in lines if line["from"] == "server"]
    assert told == expected, golden.difference(expected, told)


@pytest.mark.parametrize("flow", FLOWS, ids=lambda flow: flow.name)
def test_no_transcript_is_stale(flow: Flow) -> None:
    header, lines = golden.read(golden.file_of("vip", flow.name))
    now = golden.record(flow)
    assert now == [header, *lines], golden.difference([header, *lines], now)


def test_each_flow_has_its_file_and_each_file_its_flow() -> None:
    assert [file.stem for file in FILES] == sorted(flow.name for flow in FLOWS)


@every_file
def test_every_message_fits_its_model_and_the_schema(file: Path) -> None:
    _, lines = golden.read(file)
    for sender in ("client", "server"):
        for message in messages(lines, sender):
            MODELS[sender].validate_json(json.dumps(message))
            SCHEMAS[sender].validate(message)


@pytest.mark.requirement("VIP7-MATRIX")
@every_file
def test_the_states_go_by_the_table(file: Path) -> None:
    header, lines = golden.read(file)
    assert [number for number, _ in golden.path(lines)] == header["rows"]


def test_every_transition_that_a_client_can_see_is_in_some_transcript() -> None:
    taken = {number for file in FILES for number in golden.read(file)[0]["rows"]}
    assert taken == {row.number for row in TABLE} - {1}


@every_file
def test_messages_are_numbered_without_gaps_and_once(file: Path) -> None:
    _, lines = golden.read(file)
    numbers = [message["seq"] for message in messages(lines, "server") if message["seq"] is not None]
    assert numbers == list(range(1, len(numbers) + 1))


@pytest.mark.requirement("V5-INVOKE")
@every_file
def test_every_invocation_ends_once(file: Path) -> None:
    """By its result, by `action.timeout`, or by `action.cancel`; a result that comes after is an error."""
    _, lines = golden.read(file)
    told = messages(lines, "server")
    refused = {message["reply_to"] for message in told if message["type"] == "error" and "reply_to" in message}
    results = [message for message in messages(lines, "client") if message["type"] == "action.result"]
    ends = [message["payload"]["invocation_id"] for message in results if message["id"] not in refused]
    ends += [message["payload"]["invocation_id"] for message in told if message["type"] == "action.cancel"]
    ends += [m["payload"]["invocation_id"] for m in told if m["payload"].get("code") == "action.timeout"]
    assert ends == [message["payload"]["invocation_id"] for message in told if message["type"] == "action.invoke"]


@pytest.mark.requirement("V5-ROLES")
def test_each_message_of_the_server_is_attributed_and_carries_what_its_role_has() -> None:
    for sender, message in everything():
        if sender == "client":
            continue
        kind, metadata = message["type"], message["metadata"]
        if kind.split(".")[0] in ("input", "transcript"):
            assert (message["role"], metadata) == ("user", {"user_id": "user_1", "locale": "en"}), message
        elif kind.split(".")[0] in ("response", "audio", "playback", "action", "caption"):
            assert (message["role"], metadata["model_id"]) == ("assistant", "scripted"), message
        else:
            assert (message["role"], metadata) == ("system", {}), message


@pytest.mark.requirement("V5-ROLES")
def test_what_is_said_after_a_turn_was_measured_carries_its_latencies() -> None:
    _, lines = golden.read(golden.file_of("vip", "spoken_turn"))
    told = messages(lines, "server")
    [measured] = [message["payload"] for message in told if message["type"] == "metrics.turn"]
    [complete] = [message for message in told if message["type"] == "audio.complete"]
    assert complete["metadata"]["latency_metrics"] == measured


def test_what_differs_is_shown_and_what_is_around_it() -> None:
    before: list[Line] = [{"at": n, "from": "server", "does": "hang up"} for n in range(20)]
    after = [*before[:4], {"at": 4.5, "from": "server", "does": "hang up"}, *before[5:]]
    shown = golden.difference(before, after).splitlines()
    assert [line for line in shown if line[0] in "+-" and line[:3] not in ("+++", "---")] == [
        '-{"at": 4, "from": "server", "does": "hang up"}',
        '+{"at": 4.5, "from": "server", "does": "hang up"}',
    ]
    assert len(shown) < len(before)
