"""What holds of every WS v1 session, and what tests of it share."""

import asyncio
from typing import Any

import numpy as np
from pydantic import TypeAdapter

from antiphon.contracts.ws_v1.envelope import LISTED
from antiphon.contracts.ws_v1.server_messages import AnyServerMessage
from antiphon.testing import virtual_time
from support.ws import Client, House

MODELS: TypeAdapter[Any] = TypeAdapter(AnyServerMessage)
SILENCE = [np.zeros(320, np.int16)] * 25
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


async def home_is_idle(home: House, client: Client) -> None:
    async with asyncio.timeout(30):
        while home.session(client).state.value != "idle":
            await virtual_time.advance(0.01)
