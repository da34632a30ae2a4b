"""A caller for tests: talks to an assistant, and is its page. Over 300 lines: one class, all that a test has to know.

It interrupts the assistant, too, and looks at what came of it.

The assistant is the one of its file, with its brain, its policy and its time limits, in a real session. Its recogniser
hears the words that the test says, its voice is a tone of 60 ms a character, and the clock jumps from one thing that
happens to the next: a call of a minute takes a moment, and is the same every time. A brain that asks a service on the
network has no virtual time: hand one in as `brain`, such as the scripted one, or hold the call `live`, in real time and
with every provider that the file names.
"""

import asyncio
import json
import time
from collections.abc import Callable, Coroutine, Mapping
from contextlib import AsyncExitStack, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

from antiphon.contracts.vip.dialect import VipDialect
from antiphon.domain.audio import Pcm
from antiphon.domain.states import CloseReason
from antiphon.ports import Brain
from antiphon.session.clock import LoopClock
from antiphon.session.parts import Briefing, ClientTerms, Limits, Parts
from antiphon.session.session import Session
from antiphon.sessions import deadlines, engine_config
from antiphon.settings.assistants import load_file
from antiphon.testing.virtual_ear import Ear
from antiphon.testing.virtual_live import OWN_VOICE, Mouth, live, recording, virtual
from antiphon.testing.virtual_time import VirtualTimeLoop
from antiphon.transports.memory import MemoryTransport
from antiphon.wire.schemas import validate_parameters

PATIENCE_S = 60.0
"""So much virtual time may go by until what a test waits for."""
SHOWN = 10
SAME_MOMENT_S = 0.02

T = TypeVar("T")
Result = Any
"""What the page answers to an action: its output, a whole `action.result` payload with `status`, or a function of the
parameters that returns one of them or raises."""


@dataclass
class VirtualCaller:
    """One call. Every method lets virtual time go by until what it waits for has happened; none needs `await`.

    `assistant` is the assistant's file. `actions` is the page's Action Registry as `session.initialize` has it, and
    `results` what the page answers to each action, by its id; an action without one succeeds without an output.
    `narration` and `outline` are what the page tells of itself. `brain` stands in for the one of the file. `live`: the
    call has the recogniser, the brain, the voice and the detector of the file, and takes the time that they take;
    `voice` then names the voice provider that says what the test says.
    """

    assistant: Path | str
    actions: Mapping[str, Any] = field(default_factory=dict)
    results: Mapping[str, Result] = field(default_factory=dict)
    narration: str = ""
    outline: Mapping[str, Any] | None = None
    brain: Brain | None = None
    live: bool = False
    voice: str = OWN_VOICE

    def __post_init__(self) -> None:
        self.invoked: list[dict[str, Any]] = []
        """The actions that the page was asked for and no test has looked for yet, as `action.invoke` has them."""
        self.asked: dict[str, Any] | None = None
        """The action that wants the user's yes, since it was asked about; say or write `yes` or `no`."""
        self._ear = Ear()
        self._runner = asyncio.Runner(loop_factory=None if self.live else VirtualTimeLoop)
        self._undo = AsyncExitStack()
        self._tasks: list[asyncio.Task[None]] = []
        self._loaded = load_file(Path(self.assistant))

    def __enter__(self) -> "VirtualCaller":
        self._run(self._begin())
        return self

    def __exit__(self, *_: object) -> None:
        self.hang_up()

    # What the caller does

    def says(self, text: str, *, language: str | None = None, until: str = "idle") -> str:
        """Say it aloud, and return the answer. `until`: the state of the session up to which it is waited, such as
        `ai_speaking`, so that the answer can be interrupted. `language` (BCP 47): the recogniser tells that it was
        this one."""
        return self._run(self._spoken(text, language, until))

    def plays(self, path: Path | str, text: str = "", *, language: str | None = None, until: str = "idle") -> str:
        """Say a recording, a WAV file, and return the answer. `text`: what the recogniser hears in it, where the call
        is not `live`."""
        return self._run(self._turn(lambda: self._speak(recording(path), text, language), until))

    def writes(self, text: str, *, until: str = "idle") -> str:
        """Type it, and return the answer."""
        return self._run(self._turn(lambda: self._send("input.text", {"text": text}), until))

    def interrupts(self, text: str, *, after_s: float = 0.5, until: str = "idle") -> str:
        """Say it over the answer, `after_s` seconds from now, and return the answer to that; empty where there is
        none, as after `Stop`."""
        return self._run(self._interrupt(text, after_s, until))

    def waits(self, seconds: float) -> None:
        """Let so much of the call's time go by."""
        self._run(asyncio.sleep(seconds))

    def updates(self, **page: Any) -> None:
        """Tell something new of the page: `narration`, `route`, `outline` (`state.update`), or `actions`."""
        actions = page.pop("actions", None)
        if actions is not None:
            self._send("actions.update", {"actions": dict(actions)})
        if page:
            self._send("state.update", page)

    def hang_up(self) -> None:
        """End the call. It may have been ended already."""
        if self._tasks:
            self._run(self._end())
        self._runner.close()

    # What came of it

    @property
    def answer(self) -> str:
        """The last answer, whole."""
        done = self.messages("response.done")
        text: str = done[-1]["text"] if done else ""
        return text

    @property
    def heard(self) -> str:
        """The words that were heard of the last answer that was interrupted."""
        cut = [one for one in self.messages("response.interrupted") if one.get("heard_text") is not None]
        text: str = cut[-1]["heard_text"] if cut else ""
        return text

    @property
    def state(self) -> str:
        """The state of the session now."""
        states = self.states
        return states[-1] if states else ""

    @property
    def states(self) -> list[str]:
        """Every state of the session so far."""
        return [one["state"] for one in self.messages("session.state")]

    def latency(self, part: str) -> float:
        """Return a part of the last answer's time in ms, by its name in `metrics.turn`, such as `stt_ms`."""
        told = self.messages("metrics.turn")
        if not told or part not in told[-1]:
            known = ", ".join(sorted(told[-1])) if told else "there is no metrics.turn yet"
            raise AssertionError(f"There is no {part!r} ({known}).{self._lately()}")
        return float(told[-1][part])

    def messages(self, type_: str) -> list[dict[str, Any]]:
        """Return the payload of each message of a type that has come."""
        return [message["payload"] for _, message in self._line.received if message["type"] == type_]

    def expect_action(self, action_id: str, **parameters: Any) -> dict[str, Any]:
        """Return the parameters of the next action that the page was asked for, which has to be this one; of the
        parameters that are given each has to be so. Raises `AssertionError` in a sentence."""
        if not self.invoked:
            raise AssertionError(f"The page was asked for no action, and not for {action_id!r}.{self._lately()}")
        found = self.invoked.pop(0)
        name, given = found["action_id"], dict(found.get("parameters") or {})
        if name != action_id:
            raise AssertionError(
                f"The page was asked for {name!r} with {given}, and not for {action_id!r}.{self._lately()}"
            )
        wrong = {key: given.get(key) for key, value in parameters.items() if given.get(key) != value}
        if wrong:
            wanted = {key: parameters[key] for key in wrong}
            raise AssertionError(f"{action_id!r} came with {wrong}, and not with {wanted}.{self._lately()}")
        return given

    def expect_no_action(self) -> None:
        """Raises `AssertionError` where the page was asked for an action that nobody has looked for."""
        if self.invoked:
            names = ", ".join(one["action_id"] for one in self.invoked)
            raise AssertionError(f"The page was asked for {names}.{self._lately()}")

    def expect_words(self, *words: str) -> None:
        """Raises `AssertionError` where one of these does not stand in the last answer, in capitals or small."""
        missing = [one for one in words if one.lower() not in self.answer.lower()]
        if missing:
            raise AssertionError(f"The answer {self.answer!r} has no {missing[0]!r}.{self._lately()}")

    # The work behind it

    def _run(self, work: Coroutine[Any, Any, T]) -> T:
        return self._runner.run(work)

    async def _begin(self) -> None:
        assistant = self._loaded
        self._mouth = Mouth(self.live, self.voice, assistant.language, self._undo)
        providers = (
            await live(assistant, self.brain, self._undo)
            if self.live
            else await virtual(assistant, self.brain, self._ear, self._undo)
        )
        parts = Parts(
            engine=engine_config(assistant, assistant.language, introduces=assistant.activate_on != "never"),
            providers=providers,
            client=ClientTerms(VipDialect("sess_virtual"), assistant.public()),
            limits=Limits(
                validate_parameters,
                cpu=time.thread_time if self.live else lambda: 0.0,  # what work takes is no part of virtual time
                action_timeout_s=assistant.timeouts.action_s,
                deadlines=deadlines(assistant),
            ),
            clock=LoopClock(),
            briefing=Briefing(assistant.language, prompt=assistant.prompt),
        )
        self._session = Session("sess_virtual", parts)
        self._line = MemoryTransport(self._session.new_call())
        self._tasks = [
            asyncio.create_task(self._session.run()),
            asyncio.create_task(self._line.run()),
            asyncio.create_task(self._be_the_page()),
        ]
        self._line.connect()
        page = {"protocol": "vip/1", "narration": self.narration, "actions": dict(self.actions)}
        self._send("session.initialize", page | ({"outline": self.outline} if self.outline is not None else {}))
        await self._until(lambda: self.state == "idle", "the session to be ready")
        if parts.engine.connection.greeting:
            greeted = lambda: "ai_speaking" in self.states and self.state == "idle"  # noqa: E731
            await self._until(greeted, "the end of the greeting")

    async def _end(self) -> None:
        self._line.close()
        self._session.end(CloseReason.CLIENT)
        session, line, page = self._tasks
        self._tasks = []
        page.cancel()
        await asyncio.gather(session, line, page, return_exceptions=True)
        await self._undo.aclose()

    async def _turn(self, begin: Callable[[], None], until: str) -> str:
        known, answers = len(self.states), len(self.messages("response.done"))
        begin()
        await self._until(lambda: until in self.states[known:], f"the state {until!r}")
        if until == "ai_speaking":  # the rest of it is thought of in the same moment, unless the brain takes its time
            with suppress(TimeoutError):
                async with asyncio.timeout(SAME_MOMENT_S):
                    while len(self.messages("response.done")) == answers:
                        await self._line.changed()
        done = self.messages("response.done")
        return self.answer if len(done) > answers else ""

    async def _interrupt(self, text: str, after_s: float, until: str) -> str:
        frames = await self._mouth.says(text)
        await asyncio.sleep(after_s)
        if self.state != "ai_speaking":
            raise AssertionError(f"The assistant does not speak now: the state is {self.state!r}.{self._lately()}")
        cut = len(self.messages("response.interrupted"))
        self._speak(frames, text)
        await self._until(lambda: len(self.messages("response.interrupted")) > cut, "the answer to be interrupted")
        known, answers = len(self.states), len(self.messages("response.done"))
        if self.state != until:
            await self._until(lambda: until in self.states[known:], f"the state {until!r}")
        done = self.messages("response.done")
        return self.answer if len(done) > answers else ""

    async def _be_the_page(self) -> None:
        """Answer each action that is asked for."""
        seen = 0
        while True:
            for _, message in self._line.received[seen:]:
                seen += 1
                if message["type"] != "action.invoke":
                    continue
                if message["payload"].get("confirm"):
                    self.asked = message["payload"]
                    continue
                self.asked = None
                self.invoked.append(message["payload"])
                self._send("action.result", self._result_of(message["payload"]))
            await self._line.changed()

    def _result_of(self, asked: Mapping[str, Any]) -> dict[str, Any]:
        result = self.results.get(asked["action_id"])
        told: dict[str, Any] = {"invocation_id": asked["invocation_id"]}
        try:
            value = result(dict(asked.get("parameters") or {})) if callable(result) else result
        except Exception as error:  # noqa: BLE001 - a page's function may raise anything
            return told | {"status": "error", "error": {"code": "action.failed", "message": str(error)}}
        if isinstance(value, Mapping) and "status" in value:
            return told | dict(value)
        return told | {"status": "success"} | ({} if value is None else {"output": value})

    async def _spoken(self, text: str, language: str | None, until: str) -> str:
        frames = await self._mouth.says(text)
        return await self._turn(lambda: self._speak(frames, text, language), until)

    def _speak(self, frames: list[Pcm], text: str, language: str | None = None) -> None:
        self._ear.text, self._ear.language = text, language
        self._line.say(frames)

    def _send(self, type_: str, payload: Mapping[str, Any]) -> None:
        self._line.send_message(json.dumps({"type": type_, "payload": payload}))

    async def _until(self, happened: Callable[[], bool], what: str) -> None:
        try:
            async with asyncio.timeout(PATIENCE_S):
                while not happened():
                    await self._line.changed()
        except TimeoutError:
            raise AssertionError(f"{PATIENCE_S:g} s of the call went by without {what}.{self._lately()}") from None

    def _lately(self) -> str:
        """The last events, for whoever reads why a test failed."""
        lines = [
            f"  {at:8.2f} s  {message['type']}  {json.dumps(message['payload'], ensure_ascii=False)[:100]}"
            for at, message in self._line.received[-SHOWN:]
        ]
        return "\nThe last events of the call:\n" + "\n".join(lines)
