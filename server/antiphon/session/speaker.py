"""The voice of one reply: clauses in, audio into the playout."""

import asyncio
from collections.abc import AsyncGenerator, Callable, Iterator
from contextlib import aclosing
from dataclasses import dataclass
from unicodedata import category

from antiphon.audio.resample import Resampler
from antiphon.domain.audio import SPEAKING_RATE, AudioChunk
from antiphon.domain.errors import ErrorCode
from antiphon.domain.signals import Signal, VoiceLate
from antiphon.ports import TextToSpeech
from antiphon.session.apologies import shown
from antiphon.session.bounds import Sound
from antiphon.session.captions import Clause
from antiphon.session.deadlines import Deadlines, in_time
from antiphon.session.guards import VOICE, stream
from antiphon.session.playout import Playout
from antiphon.session.preemptive import PreemptiveReply
from antiphon.session.sentences import ends_sentence

WAITING_CLAUSES = 64
"""Clauses that may wait for the voice; a brain that is faster than that waits."""
CHUNKS_AHEAD = 64
"""Synthesised pieces that may wait for the playout, so that the next clause is made while this one is heard."""


def _seconds(chunk: AudioChunk) -> Iterator[AudioChunk]:
    """Cut a piece of audio into such as last a second at most: work at one of them keeps no other call waiting."""
    for start in range(0, len(chunk.pcm), chunk.rate) if len(chunk.pcm) else (0,):
        yield AudioChunk(chunk.pcm[start : start + chunk.rate], chunk.rate)


@dataclass(frozen=True, slots=True)
class _Piece:
    """A piece that the playout is to take next: the start of a clause, or audio of it."""

    number: int
    clause: Clause
    chunk: AudioChunk | None
    """None: the voice has begun with the clause, and nothing of it is there yet."""


_OUTAGE = _Piece(0, Clause(""), None)
"""Nobody is there to go on with it."""


class Speaker:
    """The voice of one reply: clauses in, audio into the playout. Made and heard at the same time."""

    def __init__(
        self,
        turn_id: str,
        voice: TextToSpeech,
        language: str,
        playout: Playout,
        deadlines: Deadlines,
        prefetched: PreemptiveReply | None = None,
        post: Callable[[Signal], None] = lambda _: None,
    ) -> None:
        self._turn_id = turn_id
        self._playout = playout
        self._post = post
        self._prefetched = prefetched
        self._voice = voice
        self._language = language
        self._stream = playout.start_stream(turn_id)
        self._deadlines = deadlines
        self._clauses: asyncio.Queue[str | None] = asyncio.Queue(WAITING_CLAUSES)
        self._pieces: asyncio.Queue[_Piece | None] = asyncio.Queue(CHUNKS_AHEAD)
        self._open = asyncio.Event()
        self._open.set()
        self._aloud = not playout.unheard
        self._writing = 0
        self._handed = 0
        self._ends: list[int] = []
        """The numbers of the clauses that end a sentence."""
        self._ends_from: int | None = None
        self._silent = False
        self._said = False
        """The voice has made something of it."""
        self._left_out = False
        """There are words that the voice made nothing of."""
        self._pictured = False
        """There are pictures that it made nothing of."""

    async def say(self, clause: str) -> None:
        if self._silent:
            return
        self._handed += 1
        if ends_sentence(clause):
            self._ends.append(self._handed)
        await self._clauses.put(clause)

    async def end(self) -> None:
        """Nothing more is to be said in this reply."""
        if not self._silent:
            await self._clauses.put(None)

    def give_up(self) -> None:
        """The voice has failed: what is still handed to it is not waited for."""
        self._silent = True
        while not self._clauses.empty():
            self._clauses.get_nowait()

    @property
    def started(self) -> bool:
        """True once any of it has been handed to the playout."""
        return self._stream.written > 0

    def hold(self) -> None:
        """Let nothing of it be heard for now: an action comes first."""
        self._open.clear()

    def release(self) -> None:
        self._open.set()

    def finish_sentence(self, *, begun: bool = False) -> None:
        """Drop what comes after the sentence that is being played.

        Where nothing is played it is the one that is being told; `begun`: some of that is told and is no clause yet.
        """
        if self._ends_from is None:
            self._ends_from = self._writing if self._aloud else self._handed + begun

    @property
    def last(self) -> int | None:
        """The number of the clause after which nothing is said any more, once it is known."""
        if self._ends_from is None:
            return None
        return next((number for number in self._ends if number >= self._ends_from), None)

    async def run(self) -> None:
        """Until everything is handed to the playout. Raises `AntiphonError` `tts.*`."""
        async with asyncio.TaskGroup() as group:
            group.create_task(self._synthesise(), name=f"voice:{self._turn_id}")
            group.create_task(self._play(), name=f"playout:{self._turn_id}")

    async def _synthesise(self) -> None:
        number = 0
        while (text := await self._clauses.get()) is not None:
            number += 1
            if self._stream.cut:
                continue
            if self.last is not None and number > self.last:
                self._stream.shortened = True
                continue
            ready = self._prefetched.sound(text) if self._prefetched is not None and number == 1 else None
            if await self._make(number, Clause(text), ready or self._spoken(text)):
                self._said = True
            else:
                self._left_out |= any(map(str.isalnum, text))
                self._pictured |= any(category(character) == "So" for character in text)
        unsaid = self._left_out or (self._pictured and not self._said)
        if unsaid and self.last is None and not self._stream.cut:
            hint = shown(self._language, rest=self._said)
            await self._make(number + 1, Clause(""), self._spoken(hint))
        await self._pieces.put(None)

    def _spoken(self, text: str) -> AsyncGenerator[AudioChunk, None]:
        return stream(VOICE, lambda: self._voice.speak(text, self._language), Sound(self._voice).chunk)

    async def _make(self, number: int, clause: Clause, spoken: AsyncGenerator[AudioChunk, None]) -> bool:
        """One clause's audio, for the playout. Whether the voice has anything to say of it."""
        said = False
        await self._pieces.put(_Piece(number, clause, None))
        async with aclosing(spoken) as chunks:
            while not self._stream.cut:
                limit = self._deadlines.first_audio_s
                chunk = await in_time(
                    limit, anext(chunks, None), ErrorCode.TTS_TIMEOUT, "The voice", self._voice, self._fall_silent
                )
                if chunk is None:
                    clause.whole = True
                    break
                said = True
                for piece in _seconds(chunk):
                    clause.add(piece)
                    await self._pieces.put(_Piece(number, clause, piece))
        return said

    def _fall_silent(self) -> None:
        """The voice has an outage. That concerns nobody before what it has made has been heard."""
        if not self._pieces.full():
            self._pieces.put_nowait(_OUTAGE)

    async def _next(self) -> _Piece | None:
        """Wait for the next piece. Where the playout has nothing more to say, and nothing comes, that is told."""
        piece = await self._pieces.get()
        while piece is _OUTAGE:
            try:
                async with asyncio.timeout(self._playout.queued_ms / 1000):
                    piece = await self._pieces.get()
            except TimeoutError:
                self._post(VoiceLate(self._turn_id))
                piece = await self._pieces.get()
        return piece

    async def _play(self) -> None:
        resampler = Resampler(SPEAKING_RATE)
        playing: Clause | None = None
        while (piece := await self._next()) is not None:
            await self._open.wait()
            # The fade is due within 20 ms, and what nobody will hear would take some of them.
            if self._stream.cut:
                continue
            if self.last is not None and piece.number > self.last:
                self._stream.shortened = True
                continue
            self._writing = piece.number
            if piece.chunk is None:
                continue
            if piece.clause is not playing:
                playing = piece.clause
                self._stream.begin_clause(playing)
            await self._stream.write(resampler.feed(piece.chunk.pcm, piece.chunk.rate))
        await self._stream.write(resampler.flush())
        self._stream.end()
