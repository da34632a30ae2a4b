"""The data channel `vip` as a `Link`: text out, bounded; and its end."""

import asyncio
from collections import deque
from collections.abc import Callable

from aiortc import RTCDataChannel

MAX_WAITING_MESSAGES = 256
MAX_WAITING_BYTES = 256 * 1024

LEAVE_S = 1.0
"""The time that the last messages may take to arrive before the connection is taken down."""


class ChannelLink:
    """The data channel of a client, as a `Link`: it sends while the channel is open and drops what comes after. It is
    made of a channel that is open.

    A client that does not read is not waited for: past 256 messages or 256 KiB that have not left, `too_slow` is
    called, once, and nothing more is kept (R8). `hung_up` is called when this side closes.
    """

    def __init__(self, channel: RTCDataChannel, too_slow: Callable[[], object], hung_up: Callable[[], object]) -> None:
        self._channel = channel
        self._too_slow = too_slow
        self._hung_up = hung_up
        self._leaving: deque[int] = deque()
        self._closed = False

    def send(self, message: str) -> None:
        channel = self._channel
        if self._closed or channel.readyState != "open" or channel.transport.transport.state != "connected":
            return
        size = len(message.encode("utf-8", "replace"))
        if not self._has_room(size):
            self._give_up()
            return
        try:
            channel.send(message)
        except ValueError:
            # More than the client takes in one message (its a=max-message-size): it would miss it for good.
            self._give_up()
            return
        self._leaving.append(size)

    @property
    def free(self) -> bool:
        waiting = self._waiting_bytes()
        return len(self._leaving) < MAX_WAITING_MESSAGES // 2 and waiting < MAX_WAITING_BYTES // 2

    def _waiting_bytes(self) -> int:
        waiting = sum(self._leaving)
        # aiortc counts bytes and sends in order: what is over its count has left.
        while self._leaving and waiting - self._leaving[0] >= self._channel.bufferedAmount:
            waiting -= self._leaving.popleft()
        return waiting

    def _has_room(self, size: int) -> bool:
        waiting = self._waiting_bytes()
        return len(self._leaving) < MAX_WAITING_MESSAGES and waiting + size <= MAX_WAITING_BYTES

    def _give_up(self) -> None:
        self._closed = True
        self._too_slow()

    def close(self, *, refused: bool = False) -> None:
        del refused
        if not self._closed:
            self._closed = True
            self._hung_up()

    async def closed(self) -> None:
        """Close the channel and wait until the client has all that was sent, or `LEAVE_S` is over.

        The channel is closed once the client has closed its side too, and that comes after the last message
        (RFC 8831, 6.7).
        """
        self._closed = True
        if self._channel.readyState == "closed":
            return
        gone = asyncio.Event()
        self._channel.on("close", gone.set)
        self._channel.close()
        try:
            async with asyncio.timeout(LEAVE_S):
                await gone.wait()
        except TimeoutError:
            pass  # It had its chance.


class SilentLink:
    """The link of a client that has no data channel: it hears and is heard, and can be hung up on."""

    def __init__(self, hung_up: Callable[[], object]) -> None:
        self._hung_up = hung_up

    def send(self, message: str) -> None:
        del message

    @property
    def free(self) -> bool:
        return True

    def close(self, *, refused: bool = False) -> None:
        del refused
        self._hung_up()
