"""Vela's live mode in virtual time: what one client does, and what it is told."""

from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

from antiphon.testing import virtual_time
from support.vela import Line, VelaClient, VelaHouse, fits, vela
from support.ws import ANSWER

Play = Callable[[VelaHouse, VelaClient], Coroutine[Any, Any, None]]

SPOKEN = [
    ("session.ready", ""),
    ("session.state", "idle"),
    ("session.state", "listening"),
    ("session.state", "thinking"),
    ("transcript.final", "what can you do"),
    ("session.state", "speaking"),
    ("response.text.delta", ANSWER),
    ("output_audio.done", ""),
    ("response.completed", ""),
    ("session.state", "idle"),
]


def short(client: VelaClient) -> list[Line]:
    """What it is told but for partial transcripts, after the two messages of the beginning."""
    assert client.told[:2] == SPOKEN[:2]
    return [one for one in client.told[2:] if one[0] != "transcript.partial"]


ANSWERED: list[Line] = [
    ("session.state", "speaking"),
    ("response.text.delta", ANSWER),
    ("output_audio.done", ""),
    ("response.completed", ""),
    ("session.state", "idle"),
]


def played(folder: Path, play: Play, **given: Any) -> VelaClient:
    """The client after it has done this in a live session; `given` goes to `support.vela.vela`."""

    async def run() -> VelaClient:
        async with vela(folder, **given) as home:
            client = home.connect()
            await client.event("session.state")
            await play(home, client)
            await virtual_time.advance(5)
            fits(client)
            return client

    return virtual_time.run(run())
