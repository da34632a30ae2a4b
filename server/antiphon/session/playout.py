"""What the caller is about to hear: a short buffer of frames, taken by the transport one every 20 ms.

Bounded in milliseconds; the writer waits while it is full. A flush leaves a faded scrap and nothing else. When the
buffer is empty there is silence, so the transport never stops sending.
"""

import asyncio
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from antiphon.audio.framing import Framer
from antiphon.domain.audio import FRAME_MS, FRAME_S, SPEAKING_RATE, SPEAKING_SAMPLES, Pcm
from antiphon.domain.signals import PlayoutAudible, PlayoutFinished, PlayoutFlushed, PlayoutStarted, Signal
from antiphon.ports import Clock

AHEAD_MS = 400
AUDIBLE = 200
"""A frame with a peak above this (of 32767, about -44 dBFS) can be heard."""

SILENCE: Pcm = np.zeros(SPEAKING_SAMPLES, np.int16)
SILENCE.setflags(write=False)


@dataclass(slots=True)
class _Clause:
    """A piece of text and where its audio lies in the reply, in samples."""

    text: str
    start: int
    end: int
    complete: bool = False


class Playout:
    """One caller's playout. Every method but `write` is synchronous and returns at once."""

    def __init__(self, clock: Clock, post: Callable[[Signal], None]) -> None:
        self._clock = clock
        self._post = post
        self._frames: deque[Pcm] = deque()
        self._framer = Framer(SPEAKING_SAMPLES)
        self._room = asyncio.Event()
        self._room.set()
        self._turn: str | None = None
        self._clauses: list[_Clause] = []
        self._forget()

    def _forget(self) -> None:
        self._turn = None
        self._clauses = []
        self._framer.reset()
        self._written = 0
        self._played = 0
        self._ending = False
        self._audible = False

    @property
    def queued_ms(self) -> int:
        return len(self._frames) * FRAME_MS

    def started(self, turn_id: str) -> bool:
        """Whether audio of this turn has been queued."""
        return self._turn == turn_id and self._written > 0

    def clause(self, turn_id: str, text: str) -> None:
        """What is written from now on says `text`."""
        self._take(turn_id)
        if self._clauses:
            self._clauses[-1].complete = True
        self._clauses.append(_Clause(text, self._written, self._written))

    async def write(self, turn_id: str, pcm: Pcm) -> None:
        """Queue int16 mono 48 kHz audio of any length; waits while more than 400 ms are ahead."""
        for start in range(0, len(pcm), SPEAKING_SAMPLES):
            await self._wait_for_room()
            self._take(turn_id)
            piece = pcm[start : start + SPEAKING_SAMPLES]
            first = self._written == 0
            self._written += len(piece)
            if self._clauses:
                self._clauses[-1].end = self._written
            self._frames.extend(self._framer.feed(piece))
            if first:
                self._post(PlayoutStarted(turn_id))

    async def _wait_for_room(self) -> None:
        while self.queued_ms >= AHEAD_MS:
            self._room.clear()
            await self._room.wait()

    def _take(self, turn_id: str) -> None:
        if self._turn != turn_id:
            self._forget()
            self._turn = turn_id

    def end(self, turn_id: str) -> None:
        """Nothing more comes of this turn; `PlayoutFinished` follows when its last frame has been taken."""
        self._take(turn_id)
        rest = self._framer.flush()
        if rest is not None:
            self._frames.append(rest)
        if self._clauses:
            self._clauses[-1].complete = True
        self._ending = True
        if not self._frames:
            self._finish()

    def _finish(self) -> None:
        turn_id, duration_ms = self._turn, round(1000 * self._written / SPEAKING_RATE)
        self._forget()
        if turn_id is not None:
            self._post(PlayoutFinished(turn_id, duration_ms))

    def next_frame(self) -> Pcm:
        """The next 20 ms: int16, shape (960,). Called once a tick; silence where there is nothing to say."""
        if not self._frames:
            return SILENCE
        frame = self._frames.popleft()
        self._room.set()
        if self._turn is not None:
            self._played = min(self._played + SPEAKING_SAMPLES, self._written)
            if not self._audible and int(np.abs(frame.astype(np.int32)).max()) > AUDIBLE:
                self._audible = True
                self._post(PlayoutAudible(self._turn, self._clock.now()))
            if self._ending and not self._frames:
                self._finish()
        return frame

    def flush(self, turn_id: str, fade_ms: int) -> PlayoutFlushed:
        """Fade what is sounding out within `fade_ms`, and drop the rest. Says what was heard of the turn."""
        if self._turn != turn_id:
            return PlayoutFlushed(turn_id, 0, "", None)
        sounding = self._played > 0
        keep = min(len(self._frames), max(1, fade_ms // FRAME_MS)) if sounding else 0
        faded = _fade_out([self._frames.popleft() for _ in range(keep)])
        played = min(self._played + keep * SPEAKING_SAMPLES, self._written)
        text = self._heard_text(played)
        self._frames.clear()
        self._frames.extend(faded)
        self._forget()
        self._room.set()
        silent_at = self._clock.now() + keep * FRAME_S if keep else None
        return PlayoutFlushed(turn_id, round(1000 * played / SPEAKING_RATE), text, silent_at)

    def _heard_text(self, played: int) -> str:
        """The words whose audio had been played, a clause in part by its share of time."""
        heard: list[str] = []
        for clause in self._clauses:
            if clause.complete and played >= clause.end:
                heard.append(clause.text)
            elif played > clause.start and clause.end > clause.start:
                words = clause.text.split()
                share = min(1.0, (played - clause.start) / (clause.end - clause.start))
                heard.append(" ".join(words[: int(len(words) * share)]))
        return " ".join(text for text in heard if text)


def _fade_out(frames: list[Pcm]) -> list[Pcm]:
    """A linear fade over all of `frames`, to silence at the end."""
    if not frames:
        return []
    audio = np.concatenate(frames).astype(np.float32)
    audio *= np.linspace(1.0, 0.0, len(audio), dtype=np.float32)
    return list(audio.astype(np.int16).reshape(-1, SPEAKING_SAMPLES))
