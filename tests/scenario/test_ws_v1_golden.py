"""Golden transcripts of WS v1: each flow says today what it said when its transcript was read and kept.

Where one differs on purpose: `python scripts/golden.py`, and read the difference of the files.
"""

import json
from typing import Any

import jsonschema_rs
import pytest

from antiphon.contracts.schema_export import document
from support import golden
from support.flows.ws_v1 import FLOWS, record
from support.flows.ws_v1.recording import Flow, Line

SCHEMA = document()
SCHEMAS = {
    sender: jsonschema_rs.Draft202012Validator({"$ref": f"#/$defs/{name}", "$defs": SCHEMA["$defs"]})
    for sender, name in {"client": "WsV1ClientMessage", "server": "WsV1ServerMessage"}.items()
}
every_flow = pytest.mark.parametrize("flow", FLOWS, ids=lambda flow: flow.name)


def messages(lines: list[Line], sender: str) -> list[dict[str, Any]]:
    return [line["message"] for line in lines if line.get("from") == sender and "message" in line]


@pytest.mark.requirement("WS1-ENVELOPE")
@pytest.mark.requirement("WS1-ORDER")
@every_flow
def test_the_server_says_what_the_transcript_says(flow: Flow) -> None:
    header, lines = golden.read(golden.file_of("ws_v1", flow.name))
    now = record(flow)
    assert now == [header, *lines], golden.difference([header, *lines], now)


def test_each_flow_has_its_file_and_each_file_its_flow() -> None:
    assert sorted(file.stem for file in (golden.FOLDER / "ws_v1").glob("*.jsonl")) == sorted(
        flow.name for flow in FLOWS
    )


@pytest.mark.requirement("WS1-ENVELOPE")
@every_flow
def test_every_event_fits_the_schema_and_is_numbered(flow: Flow) -> None:
    _, lines = golden.read(golden.file_of("ws_v1", flow.name))
    told = messages(lines, "server")
    for message in told:
        SCHEMAS["server"].validate(json.loads(json.dumps(message)))
    assert [message["seq"] for message in told] == list(range(1, len(told) + 1))


@every_flow
def test_what_is_refused_does_not_fit_the_schema_and_what_fits_is_not_refused(flow: Flow) -> None:
    _, lines = golden.read(golden.file_of("ws_v1", flow.name))
    if flow.name != "refused":
        for message in messages(lines, "client"):
            SCHEMAS["client"].validate(message)


def test_every_event_of_the_contract_is_in_some_transcript() -> None:
    told = {
        message["type"]
        for flow in FLOWS
        for message in messages(golden.read(golden.file_of("ws_v1", flow.name))[1], "server")
    }
    every = {
        SCHEMA["$defs"][one["$ref"].rpartition("/")[2]]["properties"]["type"]["const"]
        for one in SCHEMA["$defs"]["WsV1ServerMessage"]["oneOf"]
    }
    assert told == every
