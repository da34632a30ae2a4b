"""Golden wire transcripts: flows played against a whole session in virtual time, written down and played again.

Nothing in a transcript differs from run to run: the clock is virtual, its epoch is fixed, and the ids are counted.
"""

import asyncio
import difflib
import json
import tempfile
from collections.abc import AsyncIterator, Iterable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from antiphon.contracts.vip.dialect import VipDialect
from antiphon.domain.audio import FRAME_S
from antiphon.domain.states import State, Trigger
from antiphon.session.clock import LoopClock
from antiphon.testing import virtual_time
from antiphon.transports.memory import MemoryTransport
from antiphon.turns.policies import parse
from antiphon.turns.table import rows
from support.flow import Cue, Flow, Line
from support.scene import Scene, scene, voice

FOLDER = Path(__file__).parents[1] / "golden"
"""A folder a contract."""
EPOCH_S = 1_730_000_000.0
QUIET_S = 1.0
"""A flow is over when so long after its end nothing more has come."""
LATE_S = 2.0
"""How long a client that is played waits for a message that should have come."""


class CallClock(LoopClock):
    """A wall clock that begins at the same moment in every run."""

    def wall(self) -> float:
        return EPOCH_S + self.now() - virtual_time.START


class Stage:
    """A session, whoever is connected to it, and what has been seen of both."""

    def __init__(self, caller: Scene) -> None:
        self._session = caller.session
        self._line = caller.line
        self._running: list[asyncio.Task[None]] = []
        self._start = self._now()
        self._taken = 0
        self._connected = False
        self.log: list[Line] = []

    @property
    def at(self) -> float:
        return self._now() - self._start

    @property
    def told(self) -> list[Line]:
        return [line for line in self.log if line["from"] == "server"]

    def _now(self) -> float:
        return asyncio.get_running_loop().time()

    def look(self) -> None:
        """Write down what the server has sent since the last look."""
        new = self._line.received[self._taken :]
        self._taken += len(new)
        self.log += [{"at": round(at - self._start, 3), "from": "server", "message": message} for at, message in new]
        if self._connected and self._line.closed:
            self._connected = False
            self.log.append({"at": round(self.at, 3), "from": "server", "does": "hang up"})

    async def change(self, seconds: float) -> bool:
        """Wait for the server to do something; False where it has done nothing for so long."""
        seen, deadline = len(self.log), self._now() + seconds
        self.look()
        while len(self.log) == seen and self._now() < deadline - 1e-6:
            try:
                async with asyncio.timeout_at(deadline):
                    await self._line.changed()
            except TimeoutError:
                pass  # whether anything has come is asked below
            self.look()
        return len(self.log) > seen

    async def until(self, at: float) -> None:
        await virtual_time.advance(max(0.0, at - self.at))
        self.look()

    def do(self, does: Line) -> None:
        self.look()
        self.log.append({"at": round(self.at, 3), **does})
        match does:
            case {"does": "connect"}:
                self._connect()
            case {"does": "leave"}:
                self._connected = False
                self._line.leave()
            case {"speaks": seconds}:
                self._line.say(voice(seconds))
            case {"announces": text}:
                # Where HTTP hands it in.
                self._running.append(asyncio.create_task(self._session.announce(text)))
            case {"message": message}:
                self._line.send_message(json.dumps(message))

    def _connect(self) -> None:
        if self._line.closed:
            self._line = MemoryTransport(self._session.new_call())
            self._taken = 0
            self._running.append(asyncio.create_task(self._line.run()))
        self._connected = True
        self._line.connect()

    async def close(self) -> None:
        self._line.close()
        await asyncio.gather(*self._running)


@asynccontextmanager
async def _stage(session: dict[str, Any]) -> AsyncIterator[Stage]:
    given = dict(session)
    config = {name: given.pop(name) for name in list(given) if name not in ("texts", "script", "stt", "tts")}
    if "policy" in config:
        config["policy"] = parse(config["policy"])
    dialect = VipDialect("sess_1", user_id="user_1", locale="en", model_id="scripted")
    parts = {"clock": CallClock(), "dialect": dialect, "resume_token": "resume_token_1"}
    with tempfile.TemporaryDirectory() as folder:
        async with scene(Path(folder), opened=False, parts=parts, **given, **config) as caller:
            stage = Stage(caller)
            try:
                yield stage
            finally:
                await stage.close()


def record(flow: Flow) -> list[Line]:
    """The lines of the flow's golden file, the header first."""
    log = virtual_time.run(_record(flow))
    header = {"flow": flow.name, "source": flow.source, "says": flow.says, "session": dict(flow.session)}
    return [header | {"rows": [number for number, _ in path(log)]}, *log]


async def _record(flow: Flow) -> list[Line]:
    async with _stage(dict(flow.session)) as stage:
        cued = sent = 0
        for step in flow.steps:
            if step.after is not None:
                cued = await _found(flow, stage, step.after, cued)
            await _let_pass(stage, step.wait + (step.after.wait if step.after else 0.0))
            does = dict(step.does)
            if "message" in does:
                sent += 1
                does["message"] = {**does["message"], "id": f"c{sent}"}
            stage.do(does)
        await _found(flow, stage, flow.until, cued)
        while await stage.change(QUIET_S):
            pass
        return stage.log


async def _found(flow: Flow, stage: Stage, cue: Cue, begin: int) -> int:
    """Where in the log to look for the next cue."""
    while True:
        for index in range(begin, len(stage.log)):
            if cue.fits(stage.log[index]):
                return index + 1
        if not await stage.change(60.0):
            raise AssertionError(f"{flow.name}: {cue} never came:\n{text(stage.log)}")


async def _let_pass(stage: Stage, seconds: float) -> None:
    """To the middle of a frame, so that it is the same whether it is recorded or played."""
    if seconds:
        await stage.until((round((stage.at + seconds) / FRAME_S) + 0.5) * FRAME_S)


def play(header: Line, lines: Sequence[Line]) -> list[Line]:
    """What happens when the client's side of a golden file is played: all lines, the server's as they come now."""
    return virtual_time.run(_play(header, lines))


async def _play(header: Line, lines: Sequence[Line]) -> list[Line]:
    async with _stage(header["session"]) as stage:
        expected: list[Line] = []
        for line in lines:
            if line["from"] == "server":
                expected.append(line)
                continue
            await _all_told(stage, expected)
            if line["at"] - stage.at > 0.001:
                await stage.until(line["at"])
            stage.do({name: value for name, value in line.items() if name != "at"})
        await _all_told(stage, expected)
        while await stage.change(QUIET_S):
            pass
        return stage.log


async def _all_told(stage: Stage, expected: Sequence[Line]) -> None:
    """Wait for as many messages as there should be, but for none much longer than it should take."""
    while len(stage.told) < len(expected):
        due = expected[len(stage.told)]["at"]
        if not await stage.change(max(0.0, due - stage.at) + LATE_S):
            break


def path(lines: Iterable[Line]) -> list[tuple[int, State]]:
    """The rows of the transition table that the server says it has taken, and where each led; row 1 is not told.

    Raises `AssertionError` for a step that is no row, or that does not begin where the one before has ended.
    """
    taken: list[tuple[int, State]] = []
    here = State.CONNECTING
    for line in lines:
        message = line.get("message", {})
        if line["from"] != "server" or message.get("type") != "session.state":
            continue
        payload = message["payload"]
        to, previous, trigger = State(payload["state"]), State(payload["previous"]), payload["trigger"]
        assert previous is here, f"{line}: the state was {here.value}"
        if trigger == "session.resume":
            assert to is here, f"{line}: the state was {here.value}"
            continue
        [row] = [row for row in rows(previous, Trigger(trigger)) if row.to is to]
        taken.append((row.number, to))
        here = to
    return taken


def file_of(contract: str, name: str) -> Path:
    return FOLDER / contract / f"{name}.jsonl"


def text(lines: Iterable[Line]) -> str:
    return "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)


def read(file: Path) -> tuple[Line, list[Line]]:
    header, *lines = [json.loads(line) for line in file.read_text("utf-8").splitlines()]
    return header, lines


def difference(golden: Iterable[Line], now: Iterable[Line]) -> str:
    """What to read where they differ: lines that are gone, lines that are new, and what stands around them."""
    old, new = (text(lines).splitlines() for lines in (golden, now))
    return "\n".join(difflib.unified_diff(old, new, "golden", "now", n=2, lineterm=""))
