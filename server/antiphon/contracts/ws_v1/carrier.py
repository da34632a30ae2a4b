"""One call over a WebSocket: raw PCM frames both ways, and messages. It knows a session only as a `Call`.

Out: frames of 20 ms, 640 bytes, in real time and a little ahead of it; where nothing is said, nothing is sent. In:
whole frames, however many a message; each counts from when it was said, as far as that can be told, so that a burst is
heard as if it had come in time.
"""

import asyncio
from collections import deque

import numpy as np

from antiphon.audio.decimate import Decimator
from antiphon.domain.audio import FRAME_S, HEARING_SAMPLES, AudioFrame, Pcm
from antiphon.domain.errors import ErrorCode
from antiphon.domain.events import Failed
from antiphon.ports import Call
from antiphon.transports.webrtc.ticker import Ticker
from antiphon.transports.websocket import Line
from antiphon.transports.websocket_pace import LEAD_S, QUIET_S, UNSENT_FRAMES
from antiphon.wire.codec import MESSAGE_BYTES

FRAME_BYTES = 2 * HEARING_SAMPLES
EARLY_S = 0.2
"""A client's audio may be so far ahead of the clock: what is sent evenly does not come evenly."""
PAUSE_S = 0.5
"""Audio that comes later than this was not said when the audio before it ended: the microphone was off."""
WAITING_FRAMES = 500
"""10 s: what a client sends faster than it is said waits, and more is refused."""


class SocketCall:
    """Carries `call` over `line`. `audio_out`: whether the client is sent audio."""

    def __init__(self, call: Call, line: Line, ticker: Ticker, *, audio_out: bool = True) -> None:
        self._call = call
        self._line = line
        self._ticker = ticker
        self._audio_out = audio_out
        self._loop = asyncio.get_running_loop()
        self._decimator = Decimator()
        self._sent_until = 0.0
        self._waiting: deque[AudioFrame] = deque()
        self._said_until = 0.0
        self._listens = False

    async def carry(self, first: str) -> None:
        """Hand over the message that began the session, then all that comes, until the line ends."""
        self._call.muted()
        self._call.opened(self._line)
        self._call.on_message(first)
        self._ticker.add(self._tick)
        try:
            while (message := await self._line.receive()) is not None:
                if isinstance(message, str):
                    self._call.on_message(message)
                else:
                    self._hear(message)
        finally:
            self._ticker.remove(self._tick)
            self._call.lost("closed")

    def _hear(self, audio: bytes) -> None:
        frames, rest = divmod(len(audio), FRAME_BYTES)
        if rest or not frames:
            message = f"A binary message has whole frames of {FRAME_BYTES} bytes; this one has {len(audio)} bytes."
            self._call.refused(Failed(ErrorCode.AUDIO_FRAME_SIZE, message))
        elif len(audio) > MESSAGE_BYTES:
            message = f"A binary message has at most {MESSAGE_BYTES // FRAME_BYTES} frames; this one has {frames}."
            self._call.refused(Failed(ErrorCode.TOO_LARGE, message))
        elif len(self._waiting) + frames > WAITING_FRAMES:
            message = f"Audio comes faster than it was said, and {WAITING_FRAMES * FRAME_S:g} s of it wait already."
            self._call.refused(Failed(ErrorCode.RATE_LIMITED, message))
        else:
            self._queue(np.frombuffer(audio, "<i2").astype(np.int16).reshape(frames, HEARING_SAMPLES))

    def _queue(self, frames: Pcm) -> None:
        now = self._loop.time()
        if now - len(frames) * FRAME_S > self._said_until + PAUSE_S:
            self._said_until = now - len(frames) * FRAME_S
        for pcm in frames:
            self._waiting.append(AudioFrame(pcm, self._said_until))
            self._said_until += FRAME_S
        if not self._listens:
            self._listens = True
            self._call.muted(False)
        self._hand_over(now)

    def _hand_over(self, now: float) -> None:
        while self._waiting and self._waiting[0].ends_at <= now + EARLY_S:
            self._call.on_audio(self._waiting.popleft())

    def _tick(self) -> None:
        """Send what is due, every 20 ms. Ticks that a busy process has missed are caught up with."""
        now = self._loop.time()
        self._hand_over(now)
        if self._listens and now > self._said_until + QUIET_S:
            self._listens = False
            self._call.muted()
        self._speak(now)

    def _speak(self, now: float) -> None:
        if not self._audio_out:
            return
        self._sent_until = max(self._sent_until, now)
        while self._sent_until < now + LEAD_S and self._line.audio_waiting < UNSENT_FRAMES:
            frame = self._call.next_sound()
            if frame is None:
                self._decimator.reset()
                return
            self._line.send_audio(self._decimator.feed(frame).astype("<i2").tobytes())
            self._sent_until += FRAME_S
