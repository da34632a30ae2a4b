"""One WebSocket as a line: messages and audio out through a bounded queue, messages in one at a time.

It knows nothing of contracts. What is sent keeps its order, text and audio alike. A client that does not read is not
waited for: past 256 messages or 256 KiB that have not left, the line is given up (R8).
"""

import asyncio
import socket
from collections import deque
from contextlib import suppress
from typing import Any

import structlog
from aiohttp import WSCloseCode, WSMsgType, web

MAX_WAITING_MESSAGES = 256
MAX_WAITING_BYTES = 256 * 1024
MAX_MESSAGE_BYTES = 1_200_000
"""What is read at all. What is longer than a contract allows, and not longer than this, is answered."""
ALIVE_S = 20.0
"""Who has sent nothing for so long is asked whether it is there, and has half of it to answer (RFC 6455, 5.5.2)."""
UNTAKEN_MS = 6_000
"""A client's host that has taken nothing of what was sent for so long is gone (RFC 5482), where the system can tell."""
LEAVE_S = 1.0
"""How long the last messages may take to leave before the line is cut."""

log = structlog.get_logger()

Message = str | bytes


class Line:
    """A WebSocket that is open (`ports.Link`). To be used within `async with`, which ends with it."""

    def __init__(self, connection: web.WebSocketResponse, transport: asyncio.BaseTransport | None) -> None:
        self._socket = connection
        self._transport = transport
        self._waiting: deque[tuple[Message, bool]] = deque()
        """Each with whether it is audio."""
        self._bytes = 0
        self._audio = 0
        self._filled = asyncio.Event()
        self._closing: WSCloseCode | None = None
        self._reason = b""
        self._writer: asyncio.Task[None] | None = None

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

    def close(self, code: WSCloseCode = WSCloseCode.OK, reason: str = "") -> None:
        """Close once what was sent has left. The first reason counts."""
        if self._closing is None:
            self._closing, self._reason = code, reason.encode()[:120]
            self._filled.set()

    # Audio

    def send_audio(self, frame: Message) -> None:
        self._audio += 1
        self._put(frame, audio=True)

    @property
    def audio_waiting(self) -> int:
        """How many messages of audio have not left."""
        return self._audio

    async def receive(self) -> Message | None:
        """The next message of the client; None when the line has ended, whoever ended it."""
        if self._waiting:
            # What has come in one piece is read without a pause: the answers must get their turn to leave.
            await asyncio.sleep(0)
        if self._closing is not None:
            return None
        try:
            message = await self._socket.receive()
        except ConnectionError:
            return None  # it broke while a ping of the client's was answered
        if message.type in (WSMsgType.TEXT, WSMsgType.BINARY):
            data: Message = message.data
            return data
        return None

    def _put(self, message: Message, *, audio: bool = False) -> None:
        if self._closing is not None or self._socket.closed:
            return
        size = len(message.encode("utf-8", "replace")) if isinstance(message, str) else len(message)
        if len(self._waiting) >= MAX_WAITING_MESSAGES or self._bytes + size > MAX_WAITING_BYTES:
            log.info("websocket given up", reason="too_slow")
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
        connection.setsockopt(socket.IPPROTO_TCP, option, UNTAKEN_MS)


def open_socket(protocols: tuple[str, ...], **more: Any) -> web.WebSocketResponse:
    """A socket with the limits of this server, to be prepared with the request."""
    return web.WebSocketResponse(
        protocols=protocols, heartbeat=ALIVE_S, max_msg_size=MAX_MESSAGE_BYTES, compress=False, **more
    )
