"""Speech and noise over a long answer, in real calls: what each of them does to it."""

import asyncio
import json
from collections.abc import Callable, Collection, Coroutine, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from antiphon.domain.audio import Pcm
from antiphon.testing.caller import Caller
from antiphon.testing.caller_events import CallError, Received
from support.room import Room, Wire
from support.sounds import noises
from support.spoken import interjections

Kind = Literal["noise", "back-channel", "interruption", "echo", "over echo"]

WHISTLER, READER = "whistler", "reader"
ANSWER = (
    "A lighthouse is a tower with a strong lamp at its top. It was built to show sailors where the coast is dangerous. "
    "The first ones were open fires on hills, and somebody had to feed them with wood all night. Later the fire moved "
    "into a tower, and mirrors made its light go further. Every lighthouse has a rhythm of its own, so that a captain "
    "could tell which one he saw. Keepers lived there with their families, far away from any village. They wound the "
    "clockwork, cleaned the glass, and wrote down every ship that passed. In fog nobody could see the lamp, so a horn "
    "was sounded instead. Today most of them work without anybody inside. A computer switches the lamp on in the "
    "evening, and satellites tell the ships where they are. Many towers have become small museums or hotels. From the "
    "gallery below the lamp you can see for thirty kilometres on a clear day."
)
LEAD_S = 1.2
"""What is played over an answer begins so long after its first sound."""
SETTLED_S = 1.7
"""So long after it was silent again, a sound has had its consequences: 1.2 s for a tentative barge-in, and the rest for
the recogniser."""
PATIENCE_S = 6.0
ALONE_S = 6.0
ECHO_DB = -20.0
OVER_ECHO = ("Stop.", "ps_cards_003", "sb_spk1_snt1")
TRIES = 3
"""An echo that came at another delay in mid-answer, as the caller's machine was late, is no room's."""
AT_ONCE = 3
"""Calls at the same time: two cores make, hear and answer them all."""


@dataclass(frozen=True)
class Outcome:
    """What one sound did. `silence_ms` runs from its first sample sent to the last audible packet that came back.

    `latency_ms` is what the server says of the same stretch. `way_ms` is how long a message took to the server and
    back when the sound began: what the machine made of any way at that time. `since` and `until` are the loop's clock
    while the sound had its consequences: where in the session's trace they are.
    """

    kind: Kind
    name: str
    assistant: str
    session_id: str
    pauses: int
    interrupted: bool
    goes_on: bool
    silence_ms: int | None
    latency_ms: int | None
    way_ms: int
    since: float
    until: float


def write_assistants(folder: Path) -> Path:
    """`whistler` and `reader` answer everything with `ANSWER`: by a tone, and by the embedded voice."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "lighthouse.jsonl").write_text(json.dumps({"match": None, "do": [{"say": ANSWER}]}), "utf-8")
    brain = '[brain]\nprovider = "scripted"\nscript = "lighthouse.jsonl"\n'
    (folder / f"{WHISTLER}.toml").write_text(f'{brain}[tts]\nprovider = "scripted"\n', "utf-8")
    (folder / f"{READER}.toml").write_text(brain, "utf-8")
    return folder


class Listener:
    """One call in which an answer goes on and on, while things happen in the room."""

    def __init__(self, call: Caller, assistant: str, *, echo_db: float | None = None) -> None:
        self.call = call
        self.assistant = assistant
        self.wire = Wire(call)
        self.room = Room(call, echo_db=echo_db)
        self._pings = 0

    async def ask(self) -> None:
        """Have the answer begun anew, and wait until it can be heard."""
        since = len(self.call.events)
        await self.call.send("input.text", {"text": "tell me about lighthouses"})
        started = await self.call.wait_for(lambda event: event.type == "audio.start", since=since)
        await self.call.wait_until(lambda: self.wire.audible[-1:] > [started.at], 10.0, "the answer")

    async def over_the_answer(self, kind: Kind, name: str, pcm: Pcm) -> Outcome:
        """Play it over the answer, begun anew where it is over, until all has come of it that may."""
        if self.call.state != "ai_speaking":
            await self.ask()
            await asyncio.sleep(LEAD_S)
        since, began = len(self.call.events), asyncio.get_running_loop().time()
        sound = self.room.play(pcm)
        way_ms = await self._there_and_back_ms()
        await self.call.wait_until(lambda: sound.ended_at is not None, 20.0, "the sound")
        onset = sound.onset_at or 0.0
        if await self._comes(lambda: self._all("response.interrupted", since), SETTLED_S):
            await self._comes(lambda: self.wire.silent_from(onset) is not None, SETTLED_S)
        else:
            await self._comes(lambda: self._goes_on(since), PATIENCE_S)
        return self._outcome(kind, name, since, began, onset, way_ms)

    async def _there_and_back_ms(self) -> int:
        self._pings += 1
        asked, payload = self.call.now(), {"number": self._pings}
        await self.call.send("ping", payload)
        answer = await self.call.wait_for(lambda event: event.type == "pong" and event.payload == payload)
        return round(1000 * (answer.at - asked))

    async def heard_as_it_is(self, kind: Kind, name: str, pcm: Pcm) -> Outcome:
        """Play it once more where an interruption was missed while the caller's own machine was late.

        What it sent had holes then, and a word of a third of a second is another word.
        """
        slips = self.room.slips
        outcome = await self.over_the_answer(kind, name, pcm)
        if kind == "interruption" and not outcome.interrupted and self.room.slips > slips:
            outcome = await self.over_the_answer(kind, name, pcm)
        return outcome

    async def alone_with_the_answer(self, name: str, seconds: float) -> Outcome:
        """Say nothing for so long: does what the room hears of the answer stop it?"""
        since, began = len(self.call.events), asyncio.get_running_loop().time()
        await self.ask()
        await self._comes(lambda: self._all("response.interrupted", since), seconds)
        return self._outcome("echo", name, since, began, None)

    def _outcome(
        self, kind: Kind, name: str, since: int, began: float, onset: float | None, way_ms: int = 0
    ) -> Outcome:
        interrupted = self._all("response.interrupted", since)
        silent = self.wire.silent_from(onset) if interrupted and onset is not None else None
        return Outcome(
            kind,
            name,
            self.assistant,
            self.call.session_id or "",
            pauses=len(self._all("playback.paused", since)),
            interrupted=bool(interrupted),
            goes_on=self._goes_on(since),
            silence_ms=round(1000 * (silent - onset)) if silent is not None and onset is not None else None,
            latency_ms=interrupted[0].payload["latency_ms"] if interrupted else None,
            way_ms=way_ms,
            since=began,
            until=asyncio.get_running_loop().time(),
        )

    def _goes_on(self, since: int) -> bool:
        """Tell whether the answer is being heard, and no barge-in is tentative any more."""
        paused, resumed = (self._all(kind, since) for kind in ("playback.paused", "playback.resumed"))
        told = resumed[-1].at if resumed else 0.0
        heard = self.wire.audible[-1:] > [told]
        return self.call.state == "ai_speaking" and len(paused) == len(resumed) and heard

    def _all(self, kind: str, since: int) -> list[Received]:
        return [event for event in self.call.events[since:] if event.type == kind]

    async def _comes(self, holds: Callable[[], object], seconds: float) -> bool:
        try:
            await self.call.wait_until(lambda: bool(holds()), seconds)
        except CallError as error:
            if error.code != "call.timeout":
                raise
            return False
        return True


async def call_over(url: str, kind: Kind, sounds: Mapping[str, Pcm], assistant: str = WHISTLER) -> list[Outcome]:
    """One call in which `sounds` are played over the answer, one after the other."""
    async with Caller(url, assistant=assistant) as call:
        listener = Listener(call, assistant)
        return [await listener.heard_as_it_is(kind, name, pcm) for name, pcm in sounds.items()]


async def call_with_echo(url: str, assistant: str, sounds: Mapping[str, Pcm]) -> list[Outcome]:
    """One call in which the microphone hears the answer, 20 dB softer and 80 ms later; then people speak over both."""
    for tries_left in reversed(range(TRIES)):
        async with Caller(url, assistant=assistant) as call:
            listener = Listener(call, assistant, echo_db=ECHO_DB)
            alone = await listener.alone_with_the_answer(f"{assistant}: nobody speaks", ALONE_S)
            if alone.interrupted and listener.room.slips and tries_left:
                continue
            over = [
                await listener.over_the_answer("over echo", f"{assistant}: {name}", pcm) for name, pcm in sounds.items()
            ]
            return [alone, *over]
    raise AssertionError("The last try returns.")


SAMPLE = frozenset(
    {
        *("cough", "throat clearing", "band", "knocking"),
        *("mm-hm", "Yeah.", "Oh, really?"),
        *("Stop.", "Wait.", "No.", "ps_cards_003", "ps_goforward", "sr_english"),
    }
)
"""The sounds that are played over real calls in each run of the tests; `tests/scenario` has them all."""


async def everything(url: str, *, rounds: int = 1, only: Collection[str] | None = None) -> list[Outcome]:
    """The 28 sounds or `only` some, each of the interruptions `rounds` times, and the echo: 3 calls at once.

    Three interruptions a minute are as many as may be before the assistant insists on its first 2 s (ITE AC-007).
    """

    def chosen(sounds: Mapping[str, Pcm], most: int) -> list[dict[str, Pcm]]:
        """What is played in each call, no more than `most` in one."""
        kept = {name: pcm for name, pcm in sounds.items() if only is None or name in only}
        calls = -(-len(kept) // most)
        return [_share(kept, start, calls) for start in range(calls)]

    listening, meant = await interjections()
    [over] = chosen({name: meant[name] for name in OVER_ECHO}, len(OVER_ECHO))
    calls = [call_over(url, "interruption", some) for some in chosen(meant, 3) for _ in range(rounds)]
    calls += [call_over(url, "noise", some) for some in chosen(noises(), 6)]
    calls += [call_over(url, "back-channel", some) for some in chosen(listening, 4)]
    calls += [call_with_echo(url, assistant, over) for assistant in (READER, WHISTLER)]
    places = asyncio.Semaphore(AT_ONCE)

    async def in_turn(call: Coroutine[Any, Any, list[Outcome]]) -> list[Outcome]:
        async with places:
            return await call

    return [outcome for part in await asyncio.gather(*map(in_turn, calls)) for outcome in part]


def _share(sounds: Mapping[str, Pcm], start: int, step: int) -> dict[str, Pcm]:
    return {name: sounds[name] for name in list(sounds)[start::step]}
