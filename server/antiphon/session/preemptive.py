"""Preemptive generation: an answer that is begun before the turn has ended, as far as its first clause and its sound.

Nothing of it is posted, played or remembered; no action is ordered. Whoever takes it reads what has been thought so far
and then goes on with the same stream; whoever drops it stops the brain and the voice.
"""

import asyncio
from collections.abc import AsyncGenerator, Callable
from typing import Generic, TypeVar

from antiphon.domain.audio import AudioChunk
from antiphon.domain.conversation import BrainCall, BrainEvent, BrainRequest, BrainText
from antiphon.domain.errors import AntiphonError
from antiphon.domain.texts import readable
from antiphon.ports import Brain, ReportsIdle, TextToSpeech
from antiphon.session.bounds import Answer, Sound
from antiphon.session.guards import BRAIN, VOICE, attempt, stream
from antiphon.session.sentences import Clauses

T = TypeVar("T")


class Prefetched(Generic[T]):
    """A stream of which the beginning has been read already, by a task that may still be reading."""

    def __init__(self, source: AsyncGenerator[T, None]) -> None:
        self._source = source
        self._items: list[T] = []
        self._more = asyncio.Event()
        self._paused = False
        self.over = False
        self._failure: AntiphonError | None = None

    async def read(self, enough: Callable[[T], bool]) -> None:
        """Read until an item is enough, or the end. What fails is told to whoever takes the rest."""
        try:
            async for item in self._source:
                self._items.append(item)
                self._more.set()
                if enough(item):
                    return
            self.over = True
        except AntiphonError as error:
            self._failure = error
        finally:
            self._paused = True
            self._more.set()

    async def rest(self) -> AsyncGenerator[T, None]:
        """Yield the items that were read, and then the rest. Raises what the source raised."""
        try:
            while self._items or not self._paused:
                if self._items:
                    yield self._items.pop(0)
                else:
                    self._more.clear()
                    await self._more.wait()
            if self._failure is not None:
                raise self._failure
            if not self.over:
                async for item in self._source:
                    yield item
        finally:
            if self._paused:
                await self.close()

    async def close(self) -> None:
        await self._source.aclose()


class PreemptiveReply:
    """The answer to `text` of one turn, begun. `revision` is the state of the memory that it was begun from."""

    def __init__(
        self, turn_id: str, text: str, revision: int, request: BrainRequest, brain: Brain, voice: TextToSpeech
    ) -> None:
        self.turn_id = turn_id
        self.text = text
        self.revision = revision
        self.clause: str | None = None
        """The first clause, once it is whole."""
        self._request = request
        self._voice = voice
        self.answer = Answer(brain)
        self._clauses = Clauses()
        self._thoughts: Prefetched[BrainEvent] = Prefetched(
            stream(BRAIN, lambda: brain.reply(request), self.answer.event)
        )
        self._sound: Prefetched[AudioChunk] | None = None
        self._task: asyncio.Task[None] | None = None
        self._taken = asyncio.Event()

    def start(self, spawn: Callable[..., asyncio.Task[None]]) -> None:
        self._task = spawn(self._run(), name=f"preemptive:{self.turn_id}")

    async def _run(self) -> None:
        try:
            await self._thoughts.read(self._is_enough)
            if self.clause is None and self._thoughts.over:
                self.clause = next(iter(self._clauses.flush()), None)
            # A voice that others wait for is not asked ahead of them.
            free = attempt(
                VOICE, lambda: not isinstance(self._voice, ReportsIdle) or bool(self._voice.idle), otherwise=False
            )
            if (clause := self.clause) is not None and not self._taken.is_set() and free:
                voice, language = self._voice, self._request.language
                self._sound = Prefetched(stream(VOICE, lambda: voice.speak(clause, language), Sound(voice).chunk))
                await self._sound.read(lambda _: False)
            await self._taken.wait()
        finally:
            if not self._taken.is_set():
                await self._thoughts.close()
                if self._sound is not None:
                    await self._sound.close()

    def _is_enough(self, event: BrainEvent) -> bool:
        if isinstance(event, BrainCall):
            return True
        if isinstance(event, BrainText):
            self.clause = next(iter(self._clauses.feed(readable(event.text))), None)
        return self.clause is not None

    def hand_over(self) -> AsyncGenerator[BrainEvent, None]:
        """The brain's events, from the first on. From now on it is somebody's reply."""
        self._taken.set()
        return self._thoughts.rest()

    def sound(self, clause: str) -> AsyncGenerator[AudioChunk, None] | None:
        """The audio of this clause, if it is the one that was begun."""
        return self._sound.rest() if self._sound is not None and clause == self.clause else None

    def cancel(self) -> None:
        """Stop all of it."""
        if self._task is not None:
            self._task.cancel()
