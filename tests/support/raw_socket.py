"""A WebSocket of bytes, for what no client library would send."""

import asyncio
import base64
import os
import struct


class Raw:
    """A WebSocket of bytes, to send what no client library would."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader = reader
        self.writer = writer

    @classmethod
    async def connect(cls, url: str, path: str = "/ws?assistant_id=demo") -> "Raw":
        host, port = url.removeprefix("ws://").split(":")
        reader, writer = await asyncio.open_connection(host, int(port))
        key = base64.b64encode(os.urandom(16)).decode()
        writer.write(
            f"GET {path} HTTP/1.1\r\nHost: {host}:{port}\r\n"
            "Upgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
        )
        assert b" 101 " in await reader.readuntil(b"\r\n\r\n")
        return cls(reader, writer)

    def frame(self, opcode: int, payload: bytes, *, final: bool = True) -> None:
        """One masked frame (RFC 6455, 5.2); the mask is zero."""
        head = bytes([opcode | (0x80 if final else 0)])
        size = len(payload)
        length = bytes([0x80 | size]) if size < 126 else bytes([0x80 | 126]) + struct.pack(">H", size)
        self.writer.write(head + length + bytes(4) + payload)

    async def read(self) -> tuple[int, bytes]:
        """The next frame that came: opcode and payload."""
        async with asyncio.timeout(10):
            first, second = await self.reader.readexactly(2)
            size = second & 0x7F
            if size == 126:
                [size] = struct.unpack(">H", await self.reader.readexactly(2))
            return first & 0x0F, await self.reader.readexactly(size)
