"""One call over a WebSocket that has text frames only: audio is base64 in them, both ways (VELA, live mode).

In: what is said while the key is held, in chunks of any length, as fast as the client likes. It is handed over at a
pace that leaves the process to others, and what the client sends next waits behind it; but a cancel does not, and
drops it. Out: frames of 20 ms, in real time and a little ahead of it. A session is known only as a `Call`.
"""

import asyncio
import base64
from collections import deque
from collections.abc import Sequence

import numpy as np

from antiphon.audio.decimate import Decimator
from antiphon.audio.framing import Framer
from antiphon.contracts.vela import dialect
from antiphon.domain.audio import FRAME_S, HEARING_SAMPLES, AudioFrame, Pcm
from antiphon.ports import Call
from antiphon.transports.webrtc.ticker import Ticker
from antiphon.transports.websocket import Line, Message
from antiphon.transports.websocket_pace import LEAD_S, QUIET_S, UNSENT_FRAMES, Paced

CATCH_UP = 4
"""Frames that are handed over within one: audio that came in a burst is heard four times as fast as it was said."""
WAITING_FRAMES = 1500
"""30 s."""
WAITING_CHARS = 256 * 1024
"""Of messages behind them. While so much of either waits, nothing more is read."""
TAIL_FRAMES = 15
"""Silence behind a turn: the key was released, and the detector is to know that nobody speaks on."""


class VelaCall:
    """Carries `call` over `line`."""

    def __init__(self, call: Call, line: Line, ticker: Ticker) -> None:
        self._call = call
        self._line = line
        self._ticker = ticker
        self._loop = asyncio.get_running_loop()
        self._framer = Framer(HEARING_SAMPLES)
        self._decimator = Decimator()
        self._waiting: deque[Pcm | str] = deque()
        """Frames, and the messages whose place is between them."""
        self._chars = 0
        self._room = asyncio.Event()
        self._heard_at = 0.0
        self._listens = False
        self._sent_until = 0.0

    async def carry(self, first: Sequence[Message]) -> None:
        """Hand over what came before the session was there, then all that comes, until the line ends."""
        self._call.muted()
        self._call.opened(self._line)
        for message in first:
            self._receive(message)
        self._ticker.add(self._tick)
        lines = Paced(self._line)
        try:
            while (received := await lines.receive()) is not None:
                self._receive(received)
                while len(self._waiting) >= WAITING_FRAMES or self._chars >= WAITING_CHARS:
                    self._room.clear()
                    await self._room.wait()
        finally:
            self._ticker.remove(self._tick)
            self._call.lost("closed")

    def _receive(self, message: Message) -> None:
        kind, pcm = dialect.classify(message)
        if kind == "append":
            self._wait(dialect.APPEND)
            self._waiting.extend(self._framer.feed(np.frombuffer(pcm, "<i2").astype(np.int16)))
        elif kind == "commit":
            rest = self._framer.flush()
            self._waiting.extend(() if rest is None else (rest,))
            self._wait(dialect.COMMIT)
        elif kind == "cancel":
            kept = [item for item in self._waiting if isinstance(item, str)]
            self._waiting.clear()
            self._chars = 0
            self._framer.reset()
            for before in kept:
                if before not in (dialect.APPEND, dialect.COMMIT):
                    self._call.on_message(before)
            self._call.on_message(message)
        elif self._waiting and isinstance(message, str):
            self._wait(message)
        else:
            self._call.on_message(message)

    def _wait(self, message: str) -> None:
        self._waiting.append(message)
        self._chars += len(message)

    def _tick(self) -> None:
        """Send what is due, every 20 ms."""
        now = self._loop.time()
        self._hand_over(now)
        if self._listens and now > self._heard_at + QUIET_S:
            self._listens = False
            self._call.muted()
        self._speak(now)

    def _hand_over(self, now: float) -> None:
        frames, begun = 0, False
        while self._waiting and frames < CATCH_UP:
            item = self._waiting.popleft()
            if not isinstance(item, str):
                frames += 1
                # Heard now, however long ago it was said: what comes in a burst has no time of its own.
                self._hear(item, max(self._heard_at, now - FRAME_S))
                continue
            self._chars -= len(item)
            if item == dialect.COMMIT:
                for _ in range(TAIL_FRAMES):
                    self._hear(np.zeros(HEARING_SAMPLES, np.int16), self._heard_at + FRAME_S)
            if item != dialect.APPEND or not begun:
                self._call.on_message(item)
            begun = item == dialect.APPEND
        self._room.set()

    def _hear(self, pcm: Pcm, at: float) -> None:
        self._heard_at = at
        if not self._listens:
            self._listens = True
            self._call.muted(False)
        self._call.on_audio(AudioFrame(pcm, at))

    def _speak(self, now: float) -> None:
        self._sent_until = max(self._sent_until, now)
        pieces: list[bytes] = []
        while self._sent_until < now + LEAD_S and self._line.audio_waiting < UNSENT_FRAMES:
            frame = self._call.next_sound()
            if frame is None:
                self._decimator.reset()
                break
            pieces.append(self._decimator.feed(frame).astype("<i2").tobytes())
            self._sent_until += FRAME_S
        if pieces:
            self._line.send_audio(dialect.audio(base64.b64encode(b"".join(pieces)).decode()))
