"""The sound that the caller is about to hear: a short buffer of frames, taken by the transport one every 20 ms.

Bounded in milliseconds; the writer waits while it is full. A flush leaves a faded scrap and nothing else. When the
buffer is empty there is silence, so the transport never stops sending.
"""

import asyncio
import sys
from collections import deque
from collections.abc import Callable, Sequence

import numpy as np

from antiphon.audio.earcon import Earcon
from antiphon.audio.fades import fade_in, fade_out, mixed
from antiphon.audio.framing import Framer
from antiphon.domain.audio import FRAME_MS, FRAME_S, SPEAKING_SAMPLES, Pcm
from antiphon.domain.signals import (
    CaptionBegun,
    EarconFinished,
    HeardMeasured,
    PlayoutAudible,
    PlayoutFinished,
    PlayoutFlushed,
    PlayoutPaused,
    PlayoutStarted,
    Signal,
)
from antiphon.ports import Clock
from antiphon.session.captions import AUDIBLE, Captions, Clause, InterruptedReplies, ms

AHEAD_MS = 400
REFILL_MS = 200
"""Down to here nobody who waits for room is woken: some frames at once cost one wake-up."""

SILENCE: Pcm = np.zeros(SPEAKING_SAMPLES, np.int16)
SILENCE.setflags(write=False)


class ReplyStream:
    """One reply's way into the playout. Once it is cut, whatever is still written to it is dropped."""

    def __init__(self, playout: "Playout", turn_id: str) -> None:
        self._playout = playout
        self.turn_id = turn_id
        self.clauses: list[Clause] = []
        self.captions = Captions(self.clauses)
        self.shortened = False
        """Some of the reply's text was left out, so that it ends before its text does."""
        self.written = 0
        self.played = 0
        self.ending = False
        self.audible = False
        self.cut = False

    def begin_clause(self, clause: Clause) -> None:
        """Note that whatever is written from now on says this."""
        clause.start = clause.end = self.written
        self.clauses.append(clause)

    async def write(self, pcm: Pcm) -> None:
        """Queue int16 mono 48 kHz audio of any length; waits while more than 400 ms are ahead."""
        for start in range(0, len(pcm), SPEAKING_SAMPLES):
            await self._playout.room()
            if self.cut:
                return
            piece = pcm[start : start + SPEAKING_SAMPLES]
            self.written += len(piece)
            if self.clauses:
                self.clauses[-1].end = self.written
            self._playout.queue(self, piece)

    def end(self) -> None:
        """Nothing more comes; `PlayoutFinished` follows when the last frame has been taken."""
        if not self.cut:
            self._playout.end(self)

    def heard_text(self, played: int) -> str:
        """The words within the first `played` samples, a clause in part by its share of characters."""
        return " ".join(filter(None, (clause.words_within(played) for clause in self.clauses)))


class Playout:
    """One caller's playout: one stream at a time. Nothing here waits but `room`.

    `unheard`: nobody takes frames, so that what is queued counts as heard at once. `sounds_out`: an answer that is cut
    fades out; otherwise nothing more of it leaves (`next_sound`). `longest_fade_ms`: a bound beside the
    policy's, if any.
    """

    def __init__(
        self,
        clock: Clock,
        post: Callable[[Signal], None],
        longest_fade_ms: int | None = None,
        *,
        unheard: bool = False,
        sounds_out: bool = True,
    ) -> None:
        self.unheard = unheard
        self._sounds_out = sounds_out
        self._clock = clock
        self._post = post
        self._longest_fade_ms = sys.maxsize if longest_fade_ms is None else longest_fade_ms
        self._frames: deque[Pcm] = deque()
        self._tail: deque[Pcm] = deque()
        """The fade of a reply that was cut: it is heard to its end, whatever becomes of the replies after it."""
        self._framer = Framer(SPEAKING_SAMPLES)
        self._room = asyncio.Event()
        self._stream: ReplyStream | None = None
        self._ended: ReplyStream | None = None
        """The reply that was sent to its end, until another begins: its last words may still be on their way."""
        self._kept: deque[Pcm] = deque()
        """The frames that a pause holds back; it begins with what was faded, unfaded."""
        self._paused = False
        self._faded = 0
        """Frames of a pause's fade that have been taken: they were heard, and come again when the pause ends."""
        self._interrupted = InterruptedReplies()
        self._earcon: Earcon | None = None

    @property
    def queued_ms(self) -> int:
        return (len(self._tail) + len(self._frames) + len(self._kept)) * FRAME_MS

    def start_stream(self, turn_id: str) -> ReplyStream:
        """A new reply begins. It takes the place of the one before, which has ended or been flushed."""
        if self._stream is not None:
            self._stream.cut = True
        self._framer.reset()
        self._kept.clear()
        self._paused = False
        self._ended = None
        self._stream = ReplyStream(self, turn_id)
        return self._stream

    async def room(self) -> None:
        """Wait until there is room for another frame; where there was none, for several."""
        while self.queued_ms >= AHEAD_MS:
            self._room.clear()
            await self._room.wait()

    def queue(self, stream: ReplyStream, pcm: Pcm) -> None:
        first = stream.written == len(pcm)
        (self._kept if self._paused else self._frames).extend(self._framer.feed(pcm))
        if first:
            self._post(PlayoutStarted(stream.turn_id))
        self._pass_over()

    def _pass_over(self) -> None:
        while self.unheard and self._frames:
            self.next_frame()

    def end(self, stream: ReplyStream) -> None:
        rest = self._framer.flush()
        if rest is not None:
            (self._kept if self._paused else self._frames).append(rest)
        stream.ending = True
        self._pass_over()
        if not (stream.cut or self._frames or self._kept or self._paused):
            self._finish(stream)

    def _finish(self, stream: ReplyStream) -> None:
        stream.cut = True
        self._stream, self._ended = None, stream
        self._caption(stream, over=True)
        said = stream.heard_text(stream.written) if stream.shortened else None
        self._post(PlayoutFinished(stream.turn_id, ms(stream.written), said))

    def _caption(self, stream: ReplyStream, *, over: bool = False) -> None:
        for words in stream.captions.due(stream.played, over=over):
            self._post(CaptionBegun(stream.turn_id, words.text, ms(words.start), ms(words.end)))

    def next_frame(self) -> Pcm:
        """The next 20 ms: int16, shape (960,). Called once a tick; silence where there is nothing to say."""
        if self._frames:
            self.stop_earcon()
        earcon = None
        if self._earcon is not None:
            earcon = self._earcon.next_frame()
            self._look_at_earcon()
        if self._tail:
            return mixed(self._tail.popleft(), earcon)
        if not self._frames:
            return SILENCE if earcon is None else earcon
        frame = mixed(self._frames.popleft(), earcon)
        if self.queued_ms <= REFILL_MS:
            self._room.set()
        self._faded += self._paused
        stream = self._stream
        if stream is not None and stream.written and not self._paused:
            stream.played = min(stream.played + SPEAKING_SAMPLES, stream.written)
            self._caption(stream)
            if not stream.audible and int(np.abs(frame.astype(np.int32)).max()) > AUDIBLE:
                stream.audible = True
                self._post(PlayoutAudible(stream.turn_id, self._clock.now()))
            if stream.ending and not self._frames:
                self._finish(stream)
        return frame

    def next_sound(self, announced: bool) -> Pcm | None:
        """The next 20 ms of what is being said; None where nothing is, or where it has not been announced yet.

        The fade of an answer that was cut is left out.
        """
        stream = self._stream
        if stream is None:
            self._frames.clear()
        if self._frames:
            return self.next_frame() if announced or (stream is not None and stream.played) else None
        return self.next_frame() if self._earcon is not None else None

    def play_earcon(self, frames: Sequence[Pcm]) -> bool:
        """Play a short sound of our own, where nothing is said: whatever is said ends it. Says whether it is heard.

        It comes after the fade of an answer that was cut. `EarconFinished` follows when the last of it has been taken.
        """
        if self._frames or self._kept or self.unheard:
            return False
        self._earcon = Earcon(frames, after=len(self._tail))
        return True

    def stop_earcon(self) -> None:
        """Silence it within a frame. Called again, or where there is none, it changes nothing."""
        if self._earcon is not None:
            self._earcon.stop()
            self._look_at_earcon()

    def _look_at_earcon(self) -> None:
        if self._earcon is not None and self._earcon.over:
            self._post(EarconFinished(self._earcon.played_ms))
            self._earcon = None

    def pause(self, turn_id: str, fade_ms: int) -> PlayoutPaused:
        """Fade out over `fade_ms` and hold the rest; nothing is lost (BARGE-CONFIRM)."""
        stream = self._stream
        if stream is None or stream.turn_id != turn_id or self._paused:
            return PlayoutPaused(turn_id, 0, None)
        self._paused = True
        self._faded = 0
        self._kept = self._frames
        self._frames = deque(fade_out(self._kept, min(fade_ms, self._longest_fade_ms))) if stream.played else deque()
        heard_text = stream.heard_text(stream.played)
        return PlayoutPaused(turn_id, ms(stream.played), self._silent_at(len(self._frames)), heard_text)

    def resume(self, turn_id: str) -> None:
        """Go on from the sample at which the pause began, its first frame faded in."""
        stream = self._stream
        if stream is None or stream.turn_id != turn_id or not self._paused:
            return
        self._paused = False
        self._frames, self._kept = self._kept, deque()
        if not self._frames:
            if stream.ending:
                self._finish(stream)
        elif self._faded:  # Where no packet of the fade has left, the caller has heard no pause.
            self._frames[0] = fade_in(self._frames[0])

    def flush(self, turn_id: str, fade_ms: int) -> PlayoutFlushed:
        """Fade what is sounding out over `fade_ms`, and drop the rest. Says what was heard of the turn."""
        stream = self._stream
        if stream is None or stream.turn_id != turn_id:
            return self._flush_ended(turn_id)
        fade: deque[Pcm] = deque()
        if self._sounds_out and self._paused:
            fade = self._frames  # The fade of the pause may still be on its way; it ends by itself.
        elif self._sounds_out and stream.played:
            fade = deque(fade_out(self._frames, min(fade_ms, self._longest_fade_ms)))
        keep, heard = len(fade), len(fade) + (self._faded if self._paused else 0)
        self._tail.extend(fade)
        self._frames = deque()
        played = min(stream.played + heard * SPEAKING_SAMPLES, stream.written)
        self._kept.clear()
        self._paused = False
        self._framer.reset()
        self._room.set()
        # A writer that was waiting for room wakes before its task is cancelled: it finds its stream cut.
        stream.cut = True
        self._stream = None
        self._interrupted.remember(stream.turn_id, stream.heard_text, played)
        return PlayoutFlushed(turn_id, ms(played), stream.heard_text(played), self._silent_at(keep))

    def _flush_ended(self, turn_id: str) -> PlayoutFlushed:
        """Of a reply that was sent whole nothing is left to drop, and all of it was heard as far as is known here."""
        stream, self._ended = self._ended, None
        if stream is None or stream.turn_id != turn_id:
            return PlayoutFlushed(turn_id, 0, "", None)
        self._interrupted.remember(turn_id, stream.heard_text, stream.written)
        return PlayoutFlushed(turn_id, ms(stream.written), stream.heard_text(stream.written), None)

    def measure(self, turn_id: str, played_ms: int) -> HeardMeasured | None:
        """Return what was heard of an interrupted reply by the client's own account, never more than was sent."""
        return self._interrupted.measure(turn_id, played_ms)

    def _silent_at(self, frames: int) -> float | None:
        """Return when the last of so many frames has left; None where there is none."""
        return self._clock.now() + frames * FRAME_S if frames else None
