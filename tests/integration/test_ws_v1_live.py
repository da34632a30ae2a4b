"""WS v1 against the real server: recorded speech, and clients that are not ours."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from pydantic import TypeAdapter

from antiphon.contracts.ws_v1.server_messages import AnyServerMessage
from support.calls import SPEECH, clips
from support.node import NODE, NODE_ENVIRONMENT
from support.server import RunningServer
from support.wer import word_errors

CLIENTS = Path(__file__).resolve().parents[1] / "support" / "clients"
MODELS: TypeAdapter[Any] = TypeAdapter(AnyServerMessage)


def run(*command: str) -> tuple[list[dict[str, Any]], dict[str, Any]]:
    """The events that a client printed, and what it said in the end."""
    ran = subprocess.run(command, capture_output=True, text=True, timeout=90, check=False, env=NODE_ENVIRONMENT)
    assert ran.returncode == 0, ran.stderr
    *events, end = [json.loads(line) for line in ran.stdout.splitlines()]
    for event in events:
        MODELS.validate_python(event)
    assert [event["seq"] for event in events] == list(range(1, len(events) + 1))
    return events, end


def of(events: list[dict[str, Any]], type_: str) -> list[dict[str, Any]]:
    return [event for event in events if event["type"] == type_]


@pytest.mark.requirement("WS1-FRAMES")
@pytest.mark.requirement("WS1-TRACKS")
def test_recorded_speech_is_understood_and_answered(server: RunningServer) -> None:
    [clip] = [clip for clip in clips() if clip.path.stem == "ps_goforward"]
    url = f"{server.url.replace('http', 'ws')}/ws?assistant_id=tone"
    events, end = run(sys.executable, str(CLIENTS / "ws_v1.py"), url, str(SPEECH / "ps_goforward.wav"))
    heard = " ".join(event["text"] for event in of(events, "transcript.final"))
    errors, said = word_errors(clip.transcript, heard)
    assert errors <= 0.4 * said, heard
    assert [event["text"] for event in of(events, "assistant.response.final")] == ["That is all."] * 2
    assert of(events, "transcript.delta")
    assert 0.5 <= of(events, "input.speech_started")[0]["probability"] <= 1.0
    durations = [event["data"]["duration_ms"] for event in of(events, "output.audio.end")]
    assert end["audio_bytes"] == pytest.approx(32 * sum(durations), abs=640 * 2)
    assert end["audible_frames"] > 50
    assert (events[-1]["type"], events[-1]["reason"], end["close"]) == ("session.stopped", "client_disconnect", 1000)


@pytest.mark.requirement("WS1-ENVELOPE")
def test_a_client_on_node_is_served(server: RunningServer) -> None:
    url = f"{server.url.replace('http', 'ws')}/ws?assistant_id=tone"
    events, end = run(NODE, str(CLIENTS / "ws_v1.cjs"), url)
    assert [event["type"] for event in events] == [
        "session.started",
        "assistant.response.delta",
        "assistant.response.final",
        "output.audio.start",
        "metrics.ttfb",
        "output.audio.end",
        "session.stopped",
    ]
    assert end == {"audio_bytes": 32 * events[5]["data"]["duration_ms"], "close": 1000, "protocol": "ws.v1"}
