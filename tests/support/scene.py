"""A whole session in virtual time: the real shell and engine, the memory transport, scripted providers."""

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Coroutine, Mapping, Sequence
from contextlib import asynccontextmanager
from functools import wraps
from pathlib import Path
from typing import Any

import numpy as np

from antiphon import plugins
from antiphon.contracts.vip.dialect import VipDialect
from antiphon.domain.audio import FRAME_S, HEARING_RATE, HEARING_SAMPLES, Pcm
from antiphon.domain.states import CloseReason
from antiphon.ports import Brain, SpeechToText
from antiphon.session.clock import LoopClock
from antiphon.session.parts import ClientTerms, Limits, Parts, Providers
from antiphon.session.session import Session
from antiphon.testing import virtual_time
from antiphon.transports.memory import MemoryTransport
from antiphon.turns.core import EngineConfig
from antiphon.wire.schemas import validate_parameters
from support.reflections import InRoom, Walls
from support.values import with_values

NAVIGATE = {
    "description": "Open a page",
    "parameters": {
        "type": "object",
        "properties": {"page": {"enum": ["home", "settings", "cart"]}},
        "required": ["page"],
        "additionalProperties": False,
    },
}


def timeless(test: Callable[..., Coroutine[Any, Any, None]]) -> Callable[..., None]:
    """A test that is a coroutine, in virtual time."""

    @wraps(test)
    def run(*args: Any, **named: Any) -> None:
        virtual_time.run(test(*args, **named))

    return run


def voice(seconds: float, seed: int = 1) -> list[Pcm]:
    """Something that any VAD takes for speech: a buzz with the harmonics and the syllables of a voice."""
    samples = round(seconds * HEARING_RATE / HEARING_SAMPLES) * HEARING_SAMPLES
    t = np.arange(samples) / HEARING_RATE
    pitch = 2 * np.pi * 140 * t
    buzz = sum(np.sin(k * pitch) / k for k in range(1, 20))
    syllables = 0.75 + 0.25 * np.sin(2 * np.pi * 4 * t)
    noise = np.random.default_rng(seed).normal(0, 0.05, samples)
    pcm = (9000 * syllables * (buzz / 2 + noise)).clip(-32768, 32767).astype(np.int16)
    return list(pcm.reshape(-1, HEARING_SAMPLES))


class Scene:
    """The caller's side of one session."""

    def __init__(self, session: Session, line: MemoryTransport) -> None:
        self.session = session
        self.line = line

    def send(self, type_: str, payload: Mapping[str, Any] | None = None, **fields: Any) -> None:
        self.line.send_message(json.dumps({"type": type_, "payload": payload or {}, **fields}))

    def initialise(self, actions: Mapping[str, Any] | None = None, **more: Any) -> None:
        payload = {"protocol": "vip/1", "narration": "A shop.", "actions": actions or {}, **more}
        self.send("session.initialize", payload)

    def say(self, seconds: float = 1.0) -> None:
        self.line.say(voice(seconds))

    @property
    def messages(self) -> list[dict[str, Any]]:
        return [message for _, message in self.line.received]

    def of(self, type_: str) -> list[dict[str, Any]]:
        return [message["payload"] for message in self.messages if message["type"] == type_]

    @property
    def states(self) -> list[str]:
        return [payload["state"] for payload in self.of("session.state")]

    async def until(self, found: Callable[[dict[str, Any]], bool], seconds: float = 60.0) -> dict[str, Any]:
        """The first message, of those that are there and those to come, that is the one looked for."""
        seen = 0
        async with asyncio.timeout(seconds):
            while True:
                for message in self.messages[seen:]:
                    seen += 1
                    if found(message):
                        return message
                await self.line.changed()

    async def message(self, type_: str, count: int = 1) -> dict[str, Any]:
        """The payload of the `count`-th message of this type, when it comes."""
        await self.until(lambda _: len(self.of(type_)) >= count)
        return self.of(type_)[count - 1]

    async def state(self, name: str, trigger: str | None = None, count: int = 1) -> None:
        def there(_: Any) -> bool:
            found = [s for s in self.of("session.state") if s["state"] == name and trigger in (None, s["trigger"])]
            return len(found) >= count

        await self.until(there)

    def audible(self) -> int:
        """How many frames the caller has heard that are no silence."""
        return sum(bool(pcm.any()) for _, pcm in self.line.heard)

    async def wait(self, seconds: float) -> None:
        """Let so much of the call's time go by."""
        await virtual_time.advance(seconds)

    async def hear(self, seconds: float) -> None:
        """Wait until so much sound has been heard."""
        while self.audible() * FRAME_S < seconds:
            await self.line.changed()

    def loud(self, since: float, until: float = float("inf")) -> float:
        """The loudest sample that the caller heard in a stretch of the loop's time."""
        levels = [int(np.abs(pcm.astype(int)).max()) for at, pcm in self.line.heard if since <= at < until]
        return max(levels, default=0)


Script = Sequence[Mapping[str, Any]]
"""What the scripted brain answers, line by line."""


def scripted(
    tmp_path: Path,
    texts: list[str] | None = None,
    script: Script | None = None,
    stt: Mapping[str, Any] | None = None,
    tts: Mapping[str, Any] | None = None,
    *,
    brain: Brain | None = None,
    recogniser: SpeechToText | None = None,
    parts: Mapping[str, Any] | None = None,
    **config: Any,
) -> Parts:
    """The parts of a session, as `scene` describes them."""
    lines = script if script is not None else [{"match": None, "do": [{"say": "Here is your answer, at last."}]}]
    (tmp_path / "script.jsonl").write_text("\n".join(json.dumps(line) for line in lines), "utf-8")
    recogniser = (
        recogniser
        or plugins.load("stt", "scripted").create({"texts": texts or [], **(stt or {})}, tmp_path).for_session()
    )
    brain = brain or plugins.load("brain", "scripted").create({"script": "script.jsonl"}, tmp_path).for_session()
    voice_ = plugins.load("tts", "scripted").create(dict(tts or {}), tmp_path).for_session()
    made = Parts(
        engine=with_values(EngineConfig(), config),
        providers=Providers(plugins.load("vad", "energy").create(None), recogniser, brain, voice_),
        client=ClientTerms(VipDialect("sess_1"), {"id": "demo"}),
        # What work takes is no part of virtual time.
        limits=Limits(validate_parameters, cpu=lambda: 0.0),
        clock=LoopClock(),
    )
    return with_values(made, parts or {})


@asynccontextmanager
async def scene(
    tmp_path: Path,
    *,
    texts: list[str] | None = None,
    script: Script | None = None,
    stt: Mapping[str, Any] | None = None,
    tts: Mapping[str, Any] | None = None,
    actions: Mapping[str, Any] | None = None,
    opened: bool = True,
    ready: bool = True,
    brain: Brain | None = None,
    recogniser: SpeechToText | None = None,
    parts: Mapping[str, Any] | None = None,
    walls: Walls | None = None,
    **config: Any,
) -> AsyncIterator[Scene]:
    """A session whose recogniser hears `texts` and whose brain follows `script`, unless it is given, and a caller.

    With `walls` the caller sits in a room, with a loudspeaker.
    """
    session = Session(
        "sess_1", scripted(tmp_path, texts, script, stt, tts, brain=brain, recogniser=recogniser, parts=parts, **config)
    )
    call: Any = session.new_call()
    line = MemoryTransport(call if walls is None else InRoom(call, walls))
    running = [asyncio.create_task(session.run()), asyncio.create_task(line.run())]
    caller = Scene(session, line)
    if opened:
        line.connect()
    if opened and ready:
        caller.initialise(actions)
        await caller.state("idle")
    try:
        yield caller
    finally:
        line.close()
        session.end(CloseReason.CLIENT)
        await asyncio.gather(*running)
