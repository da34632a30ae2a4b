"""Speech and noise over a long answer, in real calls: what each of them does to it."""

import asyncio
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from antiphon.domain.audio import Pcm
from antiphon.testing.caller import Caller
from antiphon.testing.caller_events import CallError, Received
from support.room import Room, Sound, Wire

Kind = Literal["noise", "back-channel", "interruption", "echo"]

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
"""So long after it was silent again, a sound has had its consequences: 1.2 s of doubt, and the recogniser."""
LOST_S = 6.0


@dataclass(frozen=True)
class Outcome:
    """What one sound did. `silence_ms` runs from its first sample sent to the last audible packet that came back."""

    kind: Kind
    name: str
    paused: bool
    interrupted: bool
    silence_ms: int | None = None
    latency_ms: int | None = None
    """What the server says of the same stretch, as its own detector dates the beginning."""
    session_id: str = ""
    since: float = 0.0
    until: float = 0.0
    """The loop's clock while it had its consequences: where in the session's trace they are."""


def write_assistants(folder: Path) -> Path:
    """`tone` and `voice` answer everything with `ANSWER`: by a tone, and by the embedded voice."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "script.jsonl").write_text(json.dumps({"match": None, "do": [{"say": ANSWER}]}), "utf-8")
    brain = '[brain]\nprovider = "scripted"\nscript = "script.jsonl"\n'
    (folder / "tone.toml").write_text(f'{brain}[tts]\nprovider = "scripted"\n', "utf-8")
    (folder / "voice.toml").write_text(brain, "utf-8")
    (folder / "demo.toml").write_text(brain, "utf-8")
    return folder


class Listener:
    """One call in which an answer goes on and on, while things happen in the room."""

    def __init__(self, call: Caller, *, echo_db: float | None = None) -> None:
        self.call = call
        self.wire = Wire(call)
        self.room = Room(call, echo_db=echo_db)

    async def ask(self) -> None:
        """Have the answer begun anew, and wait until it has been heard for a while."""
        since = len(self.call.events)
        await self.call.send("input.text", {"text": "tell me about lighthouses"})
        started = await self.call.wait_for(lambda event: event.type == "audio.start", since=since)
        await self.call.wait_until(lambda: self.wire.audible[-1:] > [started.at + LEAD_S], 10.0, "the answer")

    async def over_the_answer(self, kind: Kind, name: str, pcm: Pcm) -> Outcome:
        """Play it over the answer, begun anew where it is over, until all has come of it that may."""
        if self.call.state != "ai_speaking":
            await self.ask()
        since, began = len(self.call.events), asyncio.get_running_loop().time()
        sound = self.room.play(pcm)
        await self.call.wait_until(lambda: sound.ended_at is not None, 20.0, "the sound")
        await self._settle(sound, since)
        return self._outcome(kind, name, sound, since, began)

    async def _settle(self, sound: Sound, since: int) -> None:
        """Until the answer has been interrupted and is silent, or is certain to go on."""
        onset = sound.onset_at or 0.0
        if await self._comes(lambda: self._all("response.interrupted", since), SETTLED_S):
            await self._comes(lambda: self.wire.silent_from(onset) is not None, SETTLED_S)
        else:
            await self._comes(lambda: not self._in_doubt(since), LOST_S)

    def _in_doubt(self, since: int) -> bool:
        """Whether the answer is paused, and has been neither resumed nor interrupted."""
        ends = ("playback.resumed", "response.interrupted")
        return len(self._all("playback.paused", since)) > sum(len(self._all(kind, since)) for kind in ends)

    async def _comes(self, holds: Callable[[], object], seconds: float) -> bool:
        try:
            await self.call.wait_until(lambda: bool(holds()), seconds)
        except CallError as error:
            if error.code != "call.timeout":
                raise
            return False
        return True

    def _all(self, kind: str, since: int) -> list[Received]:
        return [event for event in self.call.events[since:] if event.type == kind]

    def _outcome(self, kind: Kind, name: str, sound: Sound, since: int, began: float) -> Outcome:
        interrupted = self._all("response.interrupted", since)
        onset = sound.onset_at
        silent = self.wire.silent_from(onset) if interrupted and onset is not None else None
        return Outcome(
            kind,
            name,
            bool(self._all("playback.paused", since)),
            bool(interrupted),
            round(1000 * (silent - onset)) if silent is not None and onset is not None else None,
            interrupted[0].payload["latency_ms"] if interrupted else None,
            self.call.session_id or "",
            began,
            asyncio.get_running_loop().time(),
        )


async def call_over(url: str, assistant: str, kind: Kind, sounds: Mapping[str, Pcm]) -> list[Outcome]:
    """One call in which `sounds` are played over the answer, one after the other."""
    async with Caller(url, assistant=assistant) as call:
        listener = Listener(call)
        await asyncio.sleep(0.3)
        return [await listener.over_the_answer(kind, name, pcm) for name, pcm in sounds.items()]
