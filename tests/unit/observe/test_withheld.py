"""Logs and traces keep what was said to themselves."""

import ast
import io
import json
import sys
from dataclasses import fields
from pathlib import Path

import pytest
import structlog

import antiphon
from antiphon.domain.signals import InputStarted, TextEntered
from antiphon.observe import logs
from antiphon.observe.trace import Trace
from antiphon.transports.webrtc.inbound import Counts
from antiphon.turns.config import ConnectionConfig
from antiphon.turns.core import EngineConfig

CANARY = "zebra42"


def test_a_field_that_is_not_on_the_list_is_not_logged(capsys: pytest.CaptureFixture[str]) -> None:
    logs.configure("json")
    structlog.get_logger().info("turn", session_id="sess_1", text=CANARY, token=CANARY)
    line = json.loads(capsys.readouterr().err)
    assert CANARY not in json.dumps(line)
    assert line["session_id"] == "sess_1"
    assert line["redacted"] == ["text", "token"]


def test_a_log_whose_file_was_closed_costs_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    closed = io.StringIO()
    monkeypatch.setattr(sys, "stderr", closed)
    logs.configure("json")
    closed.close()
    structlog.get_logger().info("session opened")


def test_nothing_that_the_server_logs_by_name_is_withheld() -> None:
    named = {field.name for field in fields(Counts)}
    for path in Path(antiphon.__file__).parent.rglob("*.py"):
        for call in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            match call:
                case ast.Call(func=ast.Attribute(ast.Name("log" | "_log"), "info" | "warning" | "error")):
                    named |= {keyword.arg for keyword in call.keywords if keyword.arg}
    assert "packets" in named
    assert named - logs.ALLOWED == set()


def test_a_trace_holds_the_shape_of_a_text_but_not_its_words(tmp_path: Path) -> None:
    trace = Trace(tmp_path)
    trace.started("sess_1", EngineConfig(connection=ConnectionConfig(greeting=CANARY)))
    trace.signal("sess_1", 1.5, TextEntered(f"open {CANARY}, kindly"))
    trace.signal("sess_1", 2.0, InputStarted())
    trace.signal("sess_1", 3.0, None)
    trace.ended("sess_1")
    trace.settle()
    lines = (tmp_path / "sess_1.jsonl").read_text().splitlines()
    assert CANARY not in "".join(lines)
    assert json.loads(lines[1]) == {"at": 1.5, "signal": "TextEntered", "fields": {"text": "xxxx xxxxxxx, xxxxxx"}}
    assert json.loads(lines[2]) == {"at": 2.0, "signal": "InputStarted", "fields": {"trigger": "ptt"}}
    assert json.loads(lines[3]) == {"at": 3.0, "signal": None}


def test_a_trace_holds_the_words_where_that_is_asked_for(tmp_path: Path) -> None:
    trace = Trace(tmp_path, with_text=True)
    trace.started("sess_1", EngineConfig())
    trace.signal("sess_1", 1.5, TextEntered(CANARY))
    trace.ended("sess_1")
    trace.settle()
    assert CANARY in (tmp_path / "sess_1.jsonl").read_text()
