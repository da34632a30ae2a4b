"""An utterance that is recognised in pieces, for every recogniser that takes whole recordings.

A turn that is longer than such a recogniser can take, or can take in time, is cut at its quietest places, and the
pieces are recognised while the turn goes on.
"""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from antiphon.domain.audio import HEARING_RATE, Pcm
from antiphon.domain.conversation import Transcript
from antiphon.domain.errors import AntiphonError
from antiphon.providers.pieces import Pieces

SHORTEST = HEARING_RATE // 10
"""Models fail on fewer samples, and no word is shorter."""

Run = Callable[[Pcm, Sequence[str]], "asyncio.Task[Transcript]"]
"""Begins to recognise int16 mono 16 kHz, with the phrases that are expected. Cancelling the task ends the work."""


@dataclass(frozen=True, slots=True)
class Work:
    """A recogniser's two ways to be asked: for what a session waits for, and for a look in between, which is given up
    at any time. Of a look whose confidence is under `sure_so_far` nothing is told: it may end within a word.
    """

    run: Run
    look: Run
    sure_so_far: float = 0.0


class PiecewiseStream:
    """One utterance (`ports.SttStream`, `AcceptsPhrases`, `TellsLanguage`). Audio is kept here until it is recognised.

    `refusal`: the reason for which nothing of it can be recognised, such as its language.
    """

    def __init__(self, work: Work, refusal: AntiphonError | None = None) -> None:
        self._work = work
        self._refusal = refusal
        self._pieces = Pieces()
        self._expected: Sequence[str] = ()
        self._heard: list[asyncio.Task[Transcript]] = []
        self._over = refusal is not None  # then nothing is kept
        self._cancelled = False
        self.language: str | None = None
        """The language of the last look, where the recogniser tells it."""

    def expect(self, phrases: Sequence[str]) -> None:
        self._expected = phrases

    def feed(self, pcm: Pcm) -> None:
        if not self._over:
            self._heard += [_begun(self._work.run, piece) for piece in self._pieces.add(pcm)]

    async def partial(self) -> str:
        rest = self._rest(self._work.look)
        try:
            heard = await self._listen([*self._heard, *rest])
            self.language = heard.language
            sure = self._work.sure_so_far
            return heard.text if not sure or (heard.confidence or 0.0) >= sure else ""
        finally:
            _drop(rest)

    async def finish(self) -> Transcript:
        self._heard += self._rest(self._work.run)
        self._over = True
        try:
            return await self._listen(self._heard)
        finally:
            _drop(self._heard)

    def cancel(self) -> None:
        self._cancelled = self._over = True
        self._pieces.clear()
        _drop(self._heard)

    def _rest(self, run: Run) -> "list[asyncio.Task[Transcript]]":
        rest = self._pieces.rest()
        expected = self._expected if not self._heard else ()  # a phrase is a whole utterance, not the end of one
        return [_begun(run, rest, expected)] if len(rest) >= SHORTEST and not self._over else []

    async def _listen(self, tasks: "list[asyncio.Task[Transcript]]") -> Transcript:
        """One transcript of consecutive pieces. Of a cancelled utterance nothing was heard."""
        if self._refusal is not None:
            raise self._refusal
        if tasks:
            await asyncio.wait(tasks)
        if self._cancelled:
            return Transcript("")
        return joined([task.result() for task in tasks])


def _begun(run: Run, pcm: Pcm, expected: Sequence[str] = ()) -> "asyncio.Task[Transcript]":
    task = run(pcm, expected)
    task.add_done_callback(_looked_at)
    return task


def _looked_at(task: "asyncio.Task[Transcript]") -> None:
    """Look at what became of it: whoever asked may have gone, and then nobody else does."""
    if not task.cancelled():
        task.exception()


def _drop(tasks: "list[asyncio.Task[Transcript]]") -> None:
    for task in tasks:
        task.cancel()


def joined(parts: Sequence[Transcript]) -> Transcript:
    """One transcript of consecutive ones; the confidence is the mean, each word counting once, and the language that of
    the longest one."""
    words = [(part, len(part.text.split())) for part in parts if part.text]
    total = sum(count for _, count in words)
    if not total:
        return Transcript("")
    language = max(words, key=lambda one: one[1])[0].language
    mean = sum((part.confidence or 0.0) * count for part, count in words) / total
    confidence = None if any(part.confidence is None for part, _ in words) else mean
    return Transcript(" ".join(part.text for part, _ in words), confidence, language=language)
