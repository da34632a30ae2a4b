"""WS v1 sessions in virtual time: order, envelope, turns, cancelling, what was played."""

from pathlib import Path
from typing import Any

import pytest
from pydantic import TypeAdapter

from antiphon.wire.ws_v1.envelope import LISTED
from antiphon.wire.ws_v1.server_messages import AnyServerMessage
from support.scene import timeless
from support.ws import ANSWER, Client, house

MODELS: TypeAdapter[Any] = TypeAdapter(AnyServerMessage)
LONG = "This is the first sentence of it. This is the second one. And this is the third, the last of all."


def fits(client: Client) -> None:
    """Every event fits its model, is numbered without a gap, and says what the document lists in both places."""
    for event in client.events:
        MODELS.validate_python(event)
        assert event["trackId"] == event["data"]["trackId"]
        for name in LISTED.get(event["type"], ()):
            assert event[name] == event["data"][name]
    assert [event["seq"] for event in client.events] == list(range(1, len(client.events) + 1))


async def typed(client: Client, text: str = "What can you do?") -> None:
    client.send("input.text", text=text)
    end = await client.event("output.audio.end", len(client.of("output.audio.end")) + 1)
    client.played(end)


@pytest.mark.requirement("WS1-ORDER")
@pytest.mark.requirement("WS1-ENVELOPE")
@timeless
async def test_a_session_from_its_start_to_its_stop(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        client = home.connect()
        started = await client.started()
        assert started["tracks"] == {"audio_in": "audio_in", "audio_out": "audio_out", "control": "control"}
        assert started["audio"] == {"encoding": "pcm_s16le", "sample_rate_hz": 16000, "channels": 1}
        await typed(client)
        client.send("session.stop", reason="client_disconnect")
        stopped = await client.event("session.stopped")
        assert (stopped["reason"], stopped["sessionId"]) == ("client_disconnect", started["sessionId"])
        await client.serving
        assert client.line.code == 1000
        assert [event["type"] for event in client.events] == [
            "session.started",
            "assistant.response.delta",
            "assistant.response.final",
            "output.audio.start",
            "metrics.ttfb",
            "output.audio.end",
            "session.stopped",
        ]
        assert client.of("assistant.response.final")[0]["text"] == ANSWER
        fits(client)
