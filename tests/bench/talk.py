"""Callers who ask aloud and listen to the answer, on the bare wire: when the voice ended, when the answer began."""

import asyncio
import random
import time
from collections import deque
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass

import numpy as np

from antiphon.domain.audio import SPEAKING_SAMPLES
from antiphon.testing.bench_line import LightLine
from antiphon.testing.bench_pacer import Pacer
from antiphon.testing.bench_speech import opus_packets
from antiphon.testing.caller import Caller
from antiphon.testing.caller_audio import AUDIBLE
from antiphon.testing.caller_events import CallError
from antiphon.testing.caller_line import CallOptions
from bench.questions import Question
from bench.wire import levels, peak
from support.calls import ACTIONS

SETTLED_S = 1.0
ANSWER_S = 15.0
LISTENED_S = 0.4
"""So much of an answer is listened to where only its beginning counts."""
GAP_S = 0.4
THINKING_S = (0.3, 1.2)
"""Between the end of an answer and the next question."""


@dataclass
class Asked:
    """One question that was put. Times are seconds since the epoch; `ended_at` is that of its last voiced packet.

    `turns` is how many turns the server made of it. `began_at`: the first packet of the answer that can be heard.
    """

    question: Question
    turns: int = 0
    ended_at: float = 0.0
    until: float = 0.0
    began_at: float | None = None
    told_ms: int | None = None
    """The server's own `end_of_turn_to_audio_ms`."""

    @property
    def cut(self) -> bool:
        return self.turns != 1

    @property
    def waited_ms(self) -> float | None:
        return None if self.began_at is None else 1000 * (self.began_at - self.ended_at)


class AskingLine(LightLine):
    """A line on which silence is sent, or what was given to be said."""

    def __init__(self, url: str, options: CallOptions) -> None:
        super().__init__(url, options, keep_payloads=True)
        self._saying: deque[tuple[bytes, bool]] = deque()
        self._said = asyncio.Event()
        self._last_at = 0.0

    def send_audio(self, payload: bytes) -> float:
        """What is being said, else `payload`."""
        if not self._saying:
            return super().send_audio(payload)
        payload, last = self._saying.popleft()
        at = super().send_audio(payload)
        if last:
            self._last_at = at
            self._said.set()
        return at

    async def say(self, question: Question) -> float:
        """Send the question; when its last voiced packet went, in seconds since the epoch."""
        self._said.clear()
        self._saying.extend((packet, number == question.last) for number, packet in enumerate(question.packets))
        await self._said.wait()
        return self._last_at


class Asker:
    """A caller who asks aloud, and listens. `asked` are the questions that were put."""

    def __init__(self, url: str, assistant: str | None) -> None:
        self.line: AskingLine
        self.call = Caller(url, line=self._open, assistant=assistant, narration="A shop.", actions=ACTIONS)
        self.asked: list[Asked] = []

    def _open(self, url: str, options: CallOptions) -> AskingLine:
        self.line = AskingLine(url, options)
        return self.line

    async def ask(self, question: Question, *, to_the_end: bool) -> Asked:
        """Say it, and listen to the answer: to its end, or only as long as it takes to be sure of its beginning."""
        since, asked = len(self.call.events), Asked(question)
        self.asked.append(asked)
        asked.ended_at = await self.line.say(question)
        try:
            await self.call.wait_until(lambda: self._answered(since, whole=to_the_end), ANSWER_S, "the answer")
            if not to_the_end:
                await asyncio.sleep(LISTENED_S)
                await self.call.send("response.cancel")
                await self.call.wait_until(lambda: self.call.state == "idle", ANSWER_S, "the end of the answer")
        except CallError as error:
            if error.code != "call.timeout":
                raise
        asked.until = time.time()
        events = self.call.events[since:]
        asked.turns = sum(event.type == "input.start" for event in events)
        told = [event.payload.get("end_of_turn_to_audio_ms") for event in events if event.type == "metrics.turn"]
        asked.told_ms = told[-1] if told else None
        return asked

    def _answered(self, since: int, *, whole: bool) -> bool:
        kinds = [event.type for event in self.call.events[since:]]
        began = "audio.start" in kinds and kinds[::-1].index("audio.start") < kinds[::-1].index("input.start")
        if whole:
            return began and self.call.state == "idle" and "audio.complete" in kinds
        return began

    def listen_again(self) -> None:
        """Find in all that was received where each answer began."""
        loud = np.array(levels(self.line.payloads, peak)) >= AUDIBLE
        at = np.array([one.at for one in self.line.arrivals])
        for asked in self.asked:
            heard = at[loud & (at > asked.ended_at) & (at < asked.until)]
            asked.began_at = float(heard[0]) if len(heard) else None


@asynccontextmanager
async def askers(url: str, assistant: str | None, count: int) -> AsyncIterator[list[Asker]]:
    """So many calls, being sent silence. Raises `CallError`."""
    silence = opus_packets(np.zeros(SPEAKING_SAMPLES * 50, np.int16))[25]
    pacer, callers = Pacer([silence]), [Asker(url, assistant) for _ in range(count)]
    pacing = asyncio.ensure_future(pacer.run())
    try:
        for caller in callers:
            await caller.call.__aenter__()
            pacer.add(caller.line)
        await asyncio.sleep(SETTLED_S)
        yield callers
    finally:
        pacing.cancel()
        await asyncio.gather(*(caller.call.hang_up() for caller in callers), return_exceptions=True)


async def ask_all(url: str, assistant: str | None, questions: Sequence[Question]) -> list[Asked]:
    """One call, one question after the other; only the beginning of each answer is listened to."""
    async with askers(url, assistant, 1) as [caller]:
        for question in questions:
            await caller.ask(question, to_the_end=False)
            await asyncio.sleep(GAP_S)
    caller.listen_again()
    return caller.asked


async def converse(
    url: str, assistant: str | None, questions: Sequence[Question], calls: int, seconds: float
) -> list[Asked]:
    """So many conversations at once, for so many seconds: each asks, listens to the end, thinks, and asks again."""

    async def talk(caller: Asker, number: int, now: Callable[[], float]) -> None:
        chance = random.Random(number)
        await asyncio.sleep(chance.uniform(0, 3.0))
        until, asked = now() + seconds, number
        while now() < until:
            await caller.ask(questions[asked % len(questions)], to_the_end=True)
            asked += 1
            await asyncio.sleep(chance.uniform(*THINKING_S))

    async with askers(url, assistant, calls) as callers:
        now = asyncio.get_running_loop().time
        await asyncio.gather(*(talk(caller, number, now) for number, caller in enumerate(callers)))
    for caller in callers:
        caller.listen_again()
    return [asked for caller in callers for asked in caller.asked]
