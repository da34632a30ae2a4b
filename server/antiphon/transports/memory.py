"""A transport without a network: frames and messages are handed over in the same process, every 20 ms."""

import asyncio
import json
from collections import deque
from typing import Any

import numpy as np

from antiphon.domain.audio import FRAME_S, HEARING_SAMPLES, AudioFrame, Pcm
from antiphon.ports import Call

_SILENCE: Pcm = np.zeros(HEARING_SAMPLES, np.int16)


class MemoryTransport:
    """Both ends of a call: the session's `ports.Link`, and the caller's microphone and loudspeaker."""

    def __init__(self, call: Call) -> None:
        self._call = call
        self._speech: deque[Pcm] = deque()
        self.deaf = False
        """True where the caller's audio no longer arrives, as when a microphone is unplugged."""
        self._closed = asyncio.Event()
        self._changed = asyncio.Event()
        self.received: list[tuple[float, dict[str, Any]]] = []
        """Every message of the server, with the loop's time of its arrival."""
        self.heard: list[tuple[float, Pcm]] = []
        """Every frame of the server, with the loop's time at which it was taken."""

    # ports.Link

    def send(self, message: str) -> None:
        if not self._closed.is_set():
            self.received.append((asyncio.get_running_loop().time(), json.loads(message)))
            self._changed.set()

    @property
    def free(self) -> bool:
        return True

    def close(self, *, refused: bool = False) -> None:
        del refused
        self._closed.set()
        self._changed.set()

    # The caller's side

    @property
    def closed(self) -> bool:
        return self._closed.is_set()

    def connect(self, *, silent: bool = False, muted: bool = False) -> None:
        """Connect. `silent`: as without a data channel. `muted`: as with audio one way only."""
        if muted:
            self._call.muted()
        self._call.opened(self, silent=silent)

    def leave(self, reason: str = "gone") -> None:
        """Go without a word, as a closed tab does, or for what other reason a transport may lose its call."""
        self._closed.set()
        self._changed.set()
        self._call.lost(reason)

    def falter(self, quiet: bool) -> None:
        """Fall silent for a moment, as a network does that delivers nothing for so long."""
        self._call.quiet(quiet)

    def fall_silent(self, gone: bool) -> None:
        """Carry nothing for a while, and then go on, as a network does that was lost."""
        self._call.away(gone)

    def say(self, frames: list[Pcm]) -> None:
        """Speak these frames of 20 ms (int16, shape (320,)), after what is being said already."""
        self._speech.extend(frames)

    def say_silence(self, seconds: float) -> None:
        """Send nothing for so long, and then what is said next."""
        self._speech.extend([_SILENCE] * round(seconds / FRAME_S))

    def send_message(self, message: str | bytes) -> None:
        """Send a message to the server."""
        self._call.on_message(message)

    async def run(self) -> None:
        """Carry audio both ways until the session closes the call."""
        loop = asyncio.get_running_loop()
        next_at = loop.time()
        while not self._closed.is_set():
            pcm = self._speech.popleft() if self._speech else _SILENCE
            if not self.deaf:
                self._call.on_audio(AudioFrame(pcm, loop.time() - FRAME_S))
            self.heard.append((loop.time(), self._call.next_frame()))
            self._changed.set()
            next_at += FRAME_S
            await asyncio.sleep(max(0.0, next_at - loop.time()))

    async def changed(self) -> None:
        """Wait for the next message, frame, or the end."""
        self._changed.clear()
        await self._changed.wait()
