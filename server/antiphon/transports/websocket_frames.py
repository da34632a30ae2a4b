"""Bound the frames of a WebSocket message: one that comes in too many ends the connection.

aiohttp bounds the bytes of a message, not its frames, so an empty one a million times over would cost as much as
anything, and be no message yet. Private names of aiohttp's `WebSocketResponse` that are touched: `_post_start`,
`_parser`, `_reader`; of its protocol: `_message_tail`, `_payload_parser`.
"""

from typing import Any

from aiohttp import WebSocketError, WSCloseCode, web

MAX_FRAGMENTS = 128
"""Frames of one message. A message that is taken has 64 KiB at most."""
_LONG = {126: 2, 127: 8}
"""Bytes of a length that the second byte of a header does not hold itself."""


class Fragments:
    """Counts the frames of the message that is coming in, from their headers alone (RFC 6455, 5.2)."""

    def __init__(self) -> None:
        self._skip = 0
        self._rest = b""
        self._count = 0

    def too_many(self, data: bytes) -> bool:
        """Tell whether a message has too many frames, with what has come now."""
        data, at = self._rest + data, self._skip
        while at + 2 <= len(data):
            first, second = data[at], data[at + 1]
            length, more = second & 0x7F, _LONG.get(second & 0x7F, 0)
            begins = at + 2 + more + (4 if second & 0x80 else 0)
            if begins > len(data):
                break
            if more:
                length = int.from_bytes(data[at + 2 : at + 2 + more])
            if not first & 0x08:  # control frames come in between, and are counted as they are answered
                self._count = 0 if first & 0x80 else self._count + 1
                if self._count >= MAX_FRAGMENTS:
                    return True
            at = begins + length
        self._rest = data[at:]
        self._skip = max(0, at - len(data))
        return False


class _Counted:
    """A stand-in for aiohttp's frame parser that counts frames before the parser takes them apart."""

    def __init__(self, parser: Any, queue: Any) -> None:
        self._parser = parser
        self._queue = queue
        self._fragments = Fragments()

    def feed_data(self, data: bytes) -> Any:
        if self.refuses(data):
            return True, b""
        return self._parser.feed_data(data)

    def refuses(self, data: bytes) -> bool:
        refused = self._fragments.too_many(data)
        if refused:
            told = f"A message came in more than {MAX_FRAGMENTS} frames."
            self._queue.set_exception(WebSocketError(WSCloseCode.POLICY_VIOLATION, told))
        return refused

    def __getattr__(self, name: str) -> Any:
        return getattr(self._parser, name)


class BoundedSocket(web.WebSocketResponse):
    """A WebSocket of aiohttp that is closed with 1008 where a message comes in too many frames."""

    def _post_start(self, request: web.BaseRequest, protocol: str | None, writer: Any) -> None:
        came_early = request.protocol._message_tail
        super()._post_start(request, protocol, writer)
        counted = _Counted(self._parser, self._reader)
        counted.refuses(came_early)
        request.protocol._payload_parser = counted
