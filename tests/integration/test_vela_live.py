"""Vela against the real server: recorded speech, and a client that is not ours (`websockets`)."""

import base64
import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from support.calls import SPEECH, clips, write_vela
from support.node import NODE, NODE_ENVIRONMENT
from support.server import RunningServer, serve
from support.vela import FINAL, MODELS, PARTIAL, REPLY, USER, brief
from support.wer import word_errors

CLIENTS = Path(__file__).resolve().parents[1] / "support" / "clients"
PYTHON = (sys.executable, str(CLIENTS / "vela.py"))
ON_NODE = (NODE, str(CLIENTS / "vela.cjs"))
TURN = [("session.state", "listening"), ("transcript.final", USER), *REPLY]
HELLO = [("session.ready", ""), ("session.state", "idle")]


@pytest.fixture(scope="module")
def live(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    """The real recogniser, and a voice whose length is known."""
    with serve(*write_vela(tmp_path_factory.mktemp("live"))) as running:
        yield running


def run(url: str, *arguments: str, client: tuple[str, str] = PYTHON) -> list[dict[str, Any]]:
    """The events that the client printed."""
    command = [*client, f"{url.replace('http', 'ws')}/ws", *arguments]
    ran = subprocess.run(command, capture_output=True, text=True, timeout=90, check=False, env=NODE_ENVIRONMENT)
    assert ran.returncode == 0, ran.stderr
    events = [json.loads(line) for line in ran.stdout.splitlines()]
    for event in events:
        MODELS.validate_python(event)
        assert set(event) == {"type", "payload"}
    return events


@pytest.mark.requirement("VELA-ENVELOPE")
@pytest.mark.requirement("VELA-MOCKTURN")
@pytest.mark.requirement("VELA-PTT")
def test_a_client_written_from_the_document_alone_gets_the_documents_sequences(server: RunningServer) -> None:
    told = [brief(event) for event in run(server.url)]
    assert told == [
        *HELLO,
        *HELLO,
        *TURN,
        ("session.state", "listening"),
        ("transcript.partial", f"{PARTIAL}."),
        ("transcript.partial", f"{PARTIAL} (2 chunks)."),
        ("transcript.partial", f"{PARTIAL} (3 chunks)."),
        ("transcript.final", f"{FINAL} from 3 appended chunk(s)."),
        *REPLY,
        ("transcript.final", f"{FINAL} without appended audio."),
        *REPLY,
        *TURN[:4],
        ("error", "mocked_turn_in_flight"),
        ("session.state", "idle"),
        ("error", "invalid_json"),
        ("error", "invalid_message"),
        ("error", "invalid_message"),
        ("error", "invalid_message"),
    ]


@pytest.mark.requirement("VELA-ENVELOPE")
def test_a_client_on_node_gets_them_too(server: RunningServer) -> None:
    assert [brief(event) for event in run(server.url, client=ON_NODE)] == [
        *HELLO,
        *TURN,
        ("session.state", "listening"),
        ("transcript.partial", f"{PARTIAL}."),
        ("transcript.final", f"{FINAL} from 1 appended chunk(s)."),
        *REPLY,
    ]


@pytest.mark.requirement("VELA-LIVE")
def test_recorded_speech_is_understood_and_answered_aloud(live: RunningServer) -> None:
    [clip] = [clip for clip in clips() if clip.path.stem == "ps_goforward"]
    events = run(live.url, str(SPEECH / "ps_goforward.wav"))
    told = [brief(event) for event in events if event["type"] != "output_audio.delta"]
    [heard] = [event["payload"]["text"] for event in events if event["type"] == "transcript.final"]
    errors, said = word_errors(clip.transcript, heard)
    assert errors <= 0.4 * said, heard
    assert any(event["type"] == "transcript.partial" for event in events)
    answer = [
        ("session.state", "speaking"),
        ("response.text.delta", "That is all."),
        ("output_audio.done", ""),
        ("response.completed", ""),
        ("session.state", "idle"),
    ]
    spoken = [("session.state", "listening"), ("session.state", "thinking"), ("transcript.final", heard), *answer]
    assert [one for one in told if one[0] != "transcript.partial"] == [
        *HELLO,
        *spoken,
        ("session.state", "thinking"),
        *answer,
    ]
    chunks = [event["payload"]["chunk"] for event in events if event["type"] == "output_audio.delta"]
    pcm = np.frombuffer(b"".join(base64.b64decode(chunk) for chunk in chunks), "<i2")
    assert len(pcm) == 2 * 16 * 60 * len("That is all.")
    assert np.sqrt(np.mean(pcm.astype(float) ** 2)) > 500
