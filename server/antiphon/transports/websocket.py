"""One WebSocket as a line: messages and audio out through a bounded queue, messages in one at a time.

It knows nothing of contracts. What is sent keeps its order, text and audio alike. A client that does not read is not
waited for: past 256 messages or 256 KiB that have not left, the line is given up (R8).
"""

import asyncio
import socket
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from aiohttp import WSCloseCode, WSMessage, WSMsgType, web

from antiphon.domain.errors import ErrorCode
from antiphon.transports.websocket_frames import BoundedSocket

MAX_WAITING_MESSAGES = 256
MAX_WAITING_BYTES = 256 * 1024
MAX_MESSAGE_BYTES = 1_200_000
"""The most that is read. A message that is longer than a contract allows, and not than this, is answered."""
ALIVE_S = 20.0
"""A client that has sent nothing for so long is asked for a sign, and has half of it to answer (RFC 6455, 5.5.2)."""
UNTAKEN_MS = 6_000
"""A client's host that has taken nothing of what was sent for so long is gone (RFC 5482), where the system can tell."""
CONTROL_FRAMES, CONTROL_PER_SECOND = 50, 5
"""So many pings and pongs may come at once, and so many a second: whoever sends more is let go."""
IN_A_ROW = 16
"""After so many messages others have their turn, however many have come in one piece."""
LEAVE_S = 1.0
"""The time that the last messages may take to leave before the line is cut."""

Message = str | bytes


def _nobody(reason: str) -> None:
    del reason


class Line:
    """A WebSocket that is open (`ports.Link`). To be used within `async with`, which ends with it.

    `given_up` is told why, where the client's pace is what ends it.
    """

    def __init__(
        self,
        connection: web.WebSocketResponse,
        transport: asyncio.BaseTransport | None,
        given_up: Callable[[str], None] = _nobody,
    ) -> None:
        self._socket = connection
        self._transport = transport
        self._given_up = given_up
        self._waiting: deque[tuple[Message, bool]] = deque()
        """Each with whether it is audio."""
        self._bytes = 0
        self._audio = 0
        self._filled = asyncio.Event()
        self._closing: WSCloseCode | None = None
        self._reason = b""
        self._writer: asyncio.Task[None] | None = None
        self._in_a_row = 0
        self._controls = self._controlled_at = 0.0

    async def __aenter__(self) -> "Line":
        watch(self._transport)
        self._writer = asyncio.create_task(self._write(), name="websocket-writer")
        return self

    async def __aexit__(self, *_: object) -> None:
        self.close()
        assert self._writer is not None
        await asyncio.wait({self._writer}, timeout=LEAVE_S)
        late = not self._writer.done()
        self._writer.cancel()
        await asyncio.gather(self._writer, return_exceptions=True)
        # Whoever has not taken what was sent will not take a goodbye either.
        if late and isinstance(self._transport, asyncio.WriteTransport):
            self._transport.abort()

    # ports.Link

    def send(self, message: str) -> None:
        self._put(message)

    @property
    def free(self) -> bool:
        return len(self._waiting) < MAX_WAITING_MESSAGES // 2 and self._bytes < MAX_WAITING_BYTES // 2

    def close(self, code: WSCloseCode = WSCloseCode.OK, reason: str = "", *, refused: bool = False) -> None:
        """Close once what was sent has left. The first reason counts."""
        if refused:
            code, reason = WSCloseCode.POLICY_VIOLATION, ErrorCode.RATE_LIMITED.code
        if self._closing is None:
            self._closing, self._reason = code, reason.encode()[:120]
            self._filled.set()

    # Audio

    def send_audio(self, frame: Message) -> None:
        self._audio += 1
        self._put(frame, audio=True)

    @property
    def audio_waiting(self) -> int:
        """The number of audio messages that have not left."""
        return self._audio

    async def receive(self) -> Message | None:
        """Return the next message of the client; None when the line has ended, whoever ended it."""
        while True:
            self._in_a_row += 1
            if self._waiting or self._in_a_row >= IN_A_ROW:
                # What has come in one piece is read without a pause: answers and other calls must get their turn.
                self._in_a_row = 0
                await asyncio.sleep(0)
            if self._closing is not None:
                return None
            try:
                message = await self._socket.receive()
                if message.type in (WSMsgType.PING, WSMsgType.PONG):
                    await self._control(message)
                    continue
            except ConnectionError:
                return None  # it broke while a ping of the client's was answered
            if message.type in (WSMsgType.TEXT, WSMsgType.BINARY):
                data: Message = message.data
                return data
            if message.type is WSMsgType.ERROR and getattr(message.data, "code", None) == WSCloseCode.POLICY_VIOLATION:
                self._given_up("too_many_frames")
            return None

    async def _control(self, message: WSMessage) -> None:
        """Answer a ping. They are counted as messages are, and cost a client that sends too many its connection."""
        now = asyncio.get_running_loop().time()
        self._controls = max(0.0, self._controls - CONTROL_PER_SECOND * (now - self._controlled_at)) + 1
        self._controlled_at = now
        if self._controls > CONTROL_FRAMES:
            if self._closing is None:
                self._given_up("too_many_pings")
            self.close(WSCloseCode.POLICY_VIOLATION, "too many pings")
        elif message.type is WSMsgType.PING and not self._socket.closed:
            await self._socket.pong(message.data)

    def _put(self, message: Message, *, audio: bool = False) -> None:
        if self._closing is not None or self._socket.closed:
            return
        size = len(message.encode("utf-8", "replace")) if isinstance(message, str) else len(message)
        if len(self._waiting) >= MAX_WAITING_MESSAGES or self._bytes + size > MAX_WAITING_BYTES:
            self._given_up("too_slow")
            self._waiting.clear()
            self.close(WSCloseCode.TRY_AGAIN_LATER, "too slow")
            return
        self._waiting.append((message, audio))
        self._bytes += size
        self._filled.set()

    async def _write(self) -> None:
        # A socket that has broken is noticed by whoever receives from it.
        with suppress(ConnectionError, RuntimeError):
            while True:
                while self._waiting:
                    message, audio = self._waiting.popleft()
                    self._audio -= audio
                    await self._send(message)
                if self._closing is not None:
                    break
                self._filled.clear()
                await self._filled.wait()
        await self._socket.close(code=self._closing or WSCloseCode.OK, message=self._reason)

    async def _send(self, message: Message) -> None:
        if isinstance(message, str):
            self._bytes -= len(message.encode("utf-8", "replace"))
            await self._socket.send_str(message)
        else:
            self._bytes -= len(message)
            await self._socket.send_bytes(message)


def watch(transport: asyncio.BaseTransport | None) -> None:
    """Have the connection broken when the other side no longer takes what is sent."""
    connection = None if transport is None else transport.get_extra_info("socket")
    option = getattr(socket, "TCP_USER_TIMEOUT", None)
    if option is not None and connection is not None and connection.family != getattr(socket, "AF_UNIX", None):
        with suppress(OSError):  # it has been closed already
            connection.setsockopt(socket.IPPROTO_TCP, option, UNTAKEN_MS)


def make_socket(protocols: tuple[str, ...], **more: Any) -> web.WebSocketResponse:
    """Make a socket with the limits of this server, to be prepared with the request."""
    return BoundedSocket(
        protocols=protocols, heartbeat=ALIVE_S, autoping=False, max_msg_size=MAX_MESSAGE_BYTES, compress=False, **more
    )
