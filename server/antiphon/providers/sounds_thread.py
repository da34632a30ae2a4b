"""Decode a file that is still coming, in a thread of its own: a decoder asks for bytes and waits for them."""

import asyncio
import queue
import threading
from collections.abc import AsyncGenerator, AsyncIterator, Callable
from typing import TypeVar

from antiphon.audio.coded import decoded
from antiphon.domain.audio import AudioChunk
from antiphon.providers.threads import run_in_daemon_thread

T = TypeVar("T")

WAITING_BYTES = 262_144
"""So much of the file may wait for the decoder before the service waits, too."""
WAITING_CHUNKS = 64
"""So much sound may wait for whoever plays it before the decoder waits: a small file can hold hours."""


async def decoded_in_thread(pieces: AsyncIterator[bytes], container: str) -> AsyncGenerator[AudioChunk, None]:
    """Yield what `antiphon.audio.coded.decoded` makes of `pieces`, with its errors and those of `pieces`.

    Once the iteration is closed, nothing more is taken of `pieces`, and the thread ends at once.
    """
    work = _Work(asyncio.get_running_loop())
    thread = asyncio.ensure_future(run_in_daemon_thread(work.decode, container))
    written = asyncio.ensure_future(work.write(pieces))
    try:
        while (chunk := await work.chunk()) is not None:
            yield chunk
        # A decoder that found an end, or a fault, need not have read everything. A service that broke off is why.
        if written.done():
            await written
        await thread
    finally:
        work.close()
        written.cancel()
        await asyncio.gather(written, thread, return_exceptions=True)


class _Work:
    """A file between a loop that writes and a thread that reads, and the sound on its way back."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._bytes: queue.SimpleQueue[bytes] = queue.SimpleQueue()
        self._now = b""
        self._waiting = 0
        self._room = asyncio.Event()
        self._room.set()
        self._chunks: asyncio.Queue[AudioChunk | None] = asyncio.Queue()
        self._free = threading.Semaphore(WAITING_CHUNKS)
        self._closed = False

    # In the loop.

    async def write(self, pieces: AsyncIterator[bytes]) -> None:
        try:
            async for piece in pieces:
                if piece:
                    self._waiting += len(piece)
                    self._bytes.put(piece)
                if self._waiting > WAITING_BYTES:
                    self._room.clear()
                    await self._room.wait()
        finally:
            self._bytes.put(b"")

    async def chunk(self) -> AudioChunk | None:
        """Return what comes next; None at the end, be it a good one or not."""
        chunk = await self._chunks.get()
        self._free.release()
        return chunk

    def close(self) -> None:
        self._closed = True
        self._bytes.put(b"")
        self._free.release(WAITING_CHUNKS)

    def _taken(self, size: int) -> None:
        self._waiting -= size
        if self._waiting <= WAITING_BYTES:
            self._room.set()

    # In the thread.

    def decode(self, container: str) -> None:
        try:
            for chunk in decoded(self, container):
                self._free.acquire()
                if self._closed:
                    return
                self._tell(self._chunks.put_nowait, chunk)
        finally:
            self._tell(self._chunks.put_nowait, None)

    def read(self, size: int) -> bytes:
        if self._closed:
            return b""
        if not self._now:
            self._now = self._bytes.get()
            if not self._now:
                self._bytes.put(b"")  # a decoder may ask again behind the end
                return b""
            self._tell(self._taken, len(self._now))
        taken, self._now = self._now[:size], self._now[size:]
        return taken

    def _tell(self, function: Callable[[T], object], value: T) -> None:
        if not self._loop.is_closed():
            self._loop.call_soon_threadsafe(function, value)
