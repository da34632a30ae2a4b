"""Pace calls over WebSockets: how fast is read, and how far ahead of real time is sent."""

import asyncio
from typing import Protocol

from antiphon.transports.websocket import Message

MESSAGES_PER_SECOND = 200
"""A client that sends more is read more slowly: chunks may be as short as a frame."""
LEAD_S = 0.06
"""The time that sending is ahead of real time: so late a tick of ours may be, and a cancel always is."""
UNSENT_FRAMES = 15
"""While so many wait to leave, no more is said: nobody is more than 400 ms ahead."""
QUIET_S = 2.5
"""After so long without audio the microphone counts as muted."""


class Receiver(Protocol):
    """The port that messages are read from."""

    async def receive(self) -> Message | None: ...


class Paced:
    """Reads no more than so many messages a second, and as many at once. Cancelling a `receive` loses nothing."""

    def __init__(self, line: Receiver) -> None:
        self._line = line
        self._due = 0.0

    async def receive(self) -> Message | None:
        loop = asyncio.get_running_loop()
        if self._due > loop.time():
            await asyncio.sleep(self._due - loop.time())
        message = await self._line.receive()
        self._due = max(self._due, loop.time() - 1.0) + 1.0 / MESSAGES_PER_SECOND
        return message
