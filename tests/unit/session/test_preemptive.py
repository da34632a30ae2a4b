"""An answer that is generated preemptively, and others who want to speak meanwhile: real worker processes."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from antiphon.domain.context import PageContext
from antiphon.domain.conversation import BrainEvent, BrainRequest, BrainText, UserSaid
from antiphon.domain.errors import ErrorCode
from antiphon.providers.pool import WorkerPool
from antiphon.providers.tts.piper import Piper
from antiphon.session.preemptive import PreemptiveReply
from support import work
from support.wait import until

TEXT = "go on"


class Thinker:
    """Says one clause at once."""

    def __init__(self, clause: str) -> None:
        self._clause = clause

    async def start(self) -> None: ...

    def for_session(self) -> "Thinker":
        return self

    async def reply(self, request: BrainRequest) -> AsyncIterator[BrainEvent]:
        yield BrainText(self._clause)

    async def close(self) -> None: ...


@asynccontextmanager
async def voice(notes: Path, door: Path) -> AsyncIterator[Piper]:
    """A voice that writes down what it says, in one process; it says nothing before there is a door."""
    pool = WorkerPool(
        "voice", work.Voice, (str(notes), str(door)), failed=ErrorCode.TTS_FAILED, late=ErrorCode.TTS_TIMEOUT
    )
    await pool.start()
    try:
        yield Piper(pool)
    finally:
        await pool.close()


def preemptive(voice: Piper, clause: str) -> PreemptiveReply:
    request = BrainRequest("t1", [UserSaid("t1", TEXT)], PageContext())
    begun = PreemptiveReply("t1", TEXT, 0, request, Thinker(clause), voice.for_session())
    begun.start(asyncio.create_task)
    return begun


async def spoken(voice: Piper, text: str) -> None:
    async for _ in voice.speak(text, "en"):
        pass


async def test_a_voice_that_somebody_waits_for_is_not_asked_preemptively(tmp_path: Path) -> None:
    notes, door = tmp_path / "notes", tmp_path / "door"
    async with voice(notes, door) as shared:
        texts = [f"answer {number}." for number in ("one", "two", "three")]
        answers = [asyncio.create_task(spoken(shared.for_session(), text)) for text in texts]
        await until(lambda: not shared.idle)
        eager = [preemptive(shared, f"guess {number}.") for number in range(5)]
        await until(lambda: all(one.clause is not None for one in eager))
        door.touch()
        await asyncio.gather(*answers)
        await spoken(shared, "last.")
        assert notes.read_text().splitlines() == [*texts, "last."]
        for one in eager:
            one.cancel()


async def test_a_voice_that_has_nothing_to_do_is_and_who_waits_then_waits_for_one_clause(tmp_path: Path) -> None:
    notes, door = tmp_path / "notes", tmp_path / "door"
    async with voice(notes, door) as shared:
        guess = preemptive(shared, "guess.")
        await until(lambda: not shared.idle)
        more = [preemptive(shared, f"late guess {number}.") for number in range(5)]
        await until(lambda: all(one.clause is not None for one in more))
        answer = asyncio.create_task(spoken(shared.for_session(), "answer."))
        door.touch()
        await answer
        await spoken(shared, "last.")
        assert notes.read_text().splitlines() == ["guess.", "answer.", "last."]
        for one in (guess, *more):
            one.cancel()
