"""Golden transcripts of Vela: each flow says today what it said when its transcript was read and kept.

Where one differs on purpose: `python scripts/golden.py`, and read the difference of the files.
"""

from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest

from antiphon.contracts.schema_export import document
from support import golden
from support.flows.vela import FLOWS, record
from support.flows.vela.recording import Flow, Line
from support.vela import ANSWER, USER

SCHEMA = document()
SCHEMAS = {
    sender: jsonschema_rs.Draft202012Validator({"$ref": f"#/$defs/{name}", "$defs": SCHEMA["$defs"]})
    for sender, name in {"client": "VelaClientMessage", "server": "VelaServerMessage"}.items()
}
every_flow = pytest.mark.parametrize("flow", FLOWS, ids=lambda flow: flow.name)


def messages(lines: list[Line], sender: str) -> list[dict[str, Any]]:
    return [line["message"] for line in lines if line.get("from") == sender]


@pytest.mark.requirement("VELA-DOCS")
@every_flow
def test_the_server_says_what_the_transcript_says(flow: Flow) -> None:
    header, lines = golden.read(golden.file_of("vela", flow.name))
    now = record(flow)
    assert now == [header, *lines], golden.difference([header, *lines], now)


def test_each_flow_has_its_file_and_each_file_its_flow() -> None:
    assert sorted(file.stem for file in (golden.FOLDER / "vela").glob("*.jsonl")) == sorted(flow.name for flow in FLOWS)


@pytest.mark.requirement("VELA-SHARED")
@every_flow
def test_every_message_of_both_sides_fits_the_schema_that_the_models_make(flow: Flow) -> None:
    _, lines = golden.read(golden.file_of("vela", flow.name))
    for message in messages(lines, "server"):
        SCHEMAS["server"].validate(message)
    if flow.name != "refused":
        for message in messages(lines, "client"):
            SCHEMAS["client"].validate(message)


@pytest.mark.requirement("VELA-DOCS")
def test_every_event_of_the_contract_is_in_some_transcript() -> None:
    told = {
        message["type"]
        for flow in FLOWS
        for message in messages(golden.read(golden.file_of("vela", flow.name))[1], "server")
    }
    every = {
        SCHEMA["$defs"][one["$ref"].rpartition("/")[2]]["properties"]["type"]["const"]
        for one in SCHEMA["$defs"]["VelaServerMessage"]["oneOf"]
    }
    assert told == every


@pytest.mark.requirement("VELA-DOCS")
def test_the_reference_page_has_every_message_and_the_mocked_texts() -> None:
    page = (Path(__file__).resolve().parents[2] / "docs/reference/vela.md").read_text("utf-8")
    for union in ("VelaClientMessage", "VelaServerMessage"):
        for one in SCHEMA["$defs"][union]["oneOf"]:
            kind = SCHEMA["$defs"][one["$ref"].rpartition("/")[2]]["properties"]["type"]["const"]
            assert f"### `{kind}`" in page
    for text in (USER, *ANSWER):
        assert f'("{text}")' in page
