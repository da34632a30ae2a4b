"""WS v1 in virtual time: the real server without its sockets and models, and clients on lines that are lists."""

import asyncio
import json
from collections import deque
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

from aiohttp import WSCloseCode
from aiohttp.test_utils import make_mocked_request

from antiphon import plugins
from antiphon.app import Server
from antiphon.assistant_registry import LoadedAssistant
from antiphon.contracts.entry import Entry
from antiphon.contracts.registry import CONTRACTS
from antiphon.contracts.ws_v1.handshake import WsV1
from antiphon.domain.audio import FRAME_S, Pcm
from antiphon.domain.conversation import BrainEvent, BrainRequest
from antiphon.http.session_records import SessionRecords
from antiphon.ports import Brain, Clock
from antiphon.session.parts import ServerTool
from antiphon.settings import with_contracts
from antiphon.settings.assistants import Assistant
from antiphon.testing import virtual_time
from support.scene import voice

ANSWER = "Here is your answer, at last."
Event = dict[str, Any]
LEAD_FRAMES = 25
"""A detector by level hears the room first."""


class Recorder:
    """A brain that writes down what it is asked, and asks another."""

    def __init__(self, brain: Brain) -> None:
        self._brain = brain
        self.requests: list[BrainRequest] = []

    async def start(self) -> None: ...

    async def close(self) -> None: ...

    def for_session(self) -> "Recorder":
        return self

    async def reply(self, request: BrainRequest) -> AsyncIterator[BrainEvent]:
        self.requests.append(request)
        async for event in self._brain.reply(request):
            yield event


class MemoryLine:
    """`transports.websocket.Line` without a socket."""

    def __init__(self) -> None:
        self._incoming: deque[str | bytes] = deque()
        self._came = asyncio.Event()
        self.now = asyncio.get_running_loop().time
        self.changed = asyncio.Event()
        self.sent: list[tuple[float, str | bytes]] = []
        self.said: list[tuple[float, int, str | bytes]] = []
        """What the client has sent: when, after how many of the server's messages, and what."""
        self.code: int | None = None
        self.gone = False

    def send(self, message: str) -> None:
        self._put(message)

    def send_audio(self, frame: bytes) -> None:
        self._put(frame)

    def _put(self, message: str | bytes) -> None:
        if self.code is None and not self.gone:
            self.sent.append((self.now(), message))
            self.changed.set()

    @property
    def free(self) -> bool:
        return True

    @property
    def audio_waiting(self) -> int:
        return 0

    def close(self, code: int = WSCloseCode.OK, reason: str = "", *, refused: bool = False) -> None:
        code = WSCloseCode.POLICY_VIOLATION if refused else code
        del reason
        if self.code is None:
            self.code = int(code)
            self._came.set()
            self.changed.set()

    async def receive(self) -> str | bytes | None:
        while not self._incoming:
            if self.code is not None or self.gone:
                return None
            self._came.clear()
            await self._came.wait()
        return self._incoming.popleft()

    # The client's end

    def push(self, message: str | bytes) -> None:
        self.said.append((self.now(), len(self.sent), message))
        self._incoming.append(message)
        self._came.set()

    def cut(self) -> None:
        """Go without a word."""
        self.gone = True
        self._came.set()


class Client:
    """One connection, from the client's side."""

    def __init__(self, line: MemoryLine, serving: "asyncio.Task[None]") -> None:
        self.line = line
        self.serving = serving
        self._timed: list[tuple[float, Event]] = []
        self._read = 0

    def send(self, type_: str, **fields: Any) -> None:
        self.line.push(json.dumps({"type": type_, **fields}))

    def start(self, *, overrides: Mapping[str, Any] | None = None, **metadata: Any) -> None:
        if overrides is not None:
            metadata["overrides"] = overrides
        self.send("session.start", **({"metadata": metadata} if metadata else {}))

    async def started(self, **how: Any) -> Event:
        self.start(**how)
        return await self.event("session.started")

    async def speak(self, seconds: float, *, silence: float = 1.5, seed: int = 1) -> None:
        """In real time, a message each 20 ms; before and after it silence, as a microphone sends it."""
        frames = [pcm.astype("<i2").tobytes() for pcm in voice(seconds, seed)]
        for frame in [*[bytes(640)] * LEAD_FRAMES, *frames, *[bytes(640)] * round(silence / FRAME_S)]:
            self.line.push(frame)
            await virtual_time.advance(FRAME_S)

    @property
    def events(self) -> list[Event]:
        return [event for _, event in self.timed]

    @property
    def timed(self) -> list[tuple[float, Event]]:
        """Each event and when it came. What was read once is not read again."""
        unread, self._read = self.line.sent[self._read :], len(self.line.sent)
        self._timed += [(at, json.loads(message)) for at, message in unread if isinstance(message, str)]
        return list(self._timed)

    @property
    def audio(self) -> list[tuple[float, bytes]]:
        return [(at, message) for at, message in self.line.sent if isinstance(message, bytes)]

    def of(self, *types: str) -> list[Event]:
        return [event for event in self.events if event["type"] in types]

    @property
    def codes(self) -> list[str]:
        return [event["code"] for event in self.of("error")]

    async def until(self, found: Callable[[], Any], seconds: float = 60.0) -> Any:
        async with asyncio.timeout(seconds):
            while not (result := found()):
                self.line.changed.clear()
                await self.line.changed.wait()
        return result

    async def event(self, type_: str, count: int = 1) -> Event:
        """The `count`-th event of this type, when it comes."""
        await self.until(lambda: len(self.of(type_)) >= count)
        return self.of(type_)[count - 1]

    async def refused(self, message: Any) -> Event:
        """Send it, as it is if it is text or bytes, and get the error that it is answered with."""
        before = len(self.codes)
        self.line.push(message if isinstance(message, str | bytes) else json.dumps(message))
        return await self.event("error", before + 1)

    def played(self, end: Event, played_ms: int | None = None) -> None:
        """Acknowledge what has been played."""
        data = end["data"]
        ms = data["duration_ms"] if played_ms is None else played_ms
        self.send(
            "output.audio.played", tts_id=data["tts_id"], response_id=data["response_id"], turn_id=data["turn_id"],
            played_at_ms=1_730_000_000_000, played_ms=ms,
        )  # fmt: skip


class House:
    """A server with one assistant, `demo`."""

    def __init__(self, server: Server, brain: Recorder) -> None:
        self.server = server
        self.brain = brain
        self.contract = WsV1(server, SessionRecords(server))
        self.clients: list[Client] = []

    def connect(self, query: str = "assistant_id=demo") -> Client:
        line = MemoryLine()
        request = make_mocked_request("GET", f"/ws?{query}")
        serving = asyncio.create_task(self.contract.serve(request, line, None))  # type: ignore[arg-type]
        client = Client(line, serving)
        self.clients.append(client)
        return client

    def session(self, client: Client) -> Any:
        """The session of a client, to look into."""
        return self.server.manager.find(client.events[-1]["sessionId"])

    async def close(self) -> None:
        for client in self.clients:
            client.line.cut()
        await asyncio.gather(*(client.serving for client in self.clients))
        await self.server.close()


def put(server: Server, **parts: Any) -> None:
    """Put an assistant in force that is `demo` but for these parts of a `LoadedAssistant`."""
    demo = server.registry.find("demo")
    assert demo is not None
    server.registry.put(replace(demo, **parts))


def script(*lines: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    return list(lines)


@asynccontextmanager
async def house(
    folder: Path,
    *,
    texts: Sequence[str] = (),
    lines: Sequence[Mapping[str, Any]] = (),
    brain: Brain | None = None,
    stt: Mapping[str, Any] | None = None,
    tts: Mapping[str, Any] | None = None,
    carried_out: Mapping[str, Any] | None = None,
    settings: Mapping[str, Any] | None = None,
    clock: Clock | None = None,
    contracts: Sequence[Entry] = CONTRACTS,
    **assistant: Any,
) -> AsyncIterator[House]:
    """`carried_out` maps the names of server tools to what carries them out (`ports.Tool`)."""
    answers = lines or [{"match": None, "do": [{"say": ANSWER}]}]
    (folder / "script.jsonl").write_text("\n".join(json.dumps(line) for line in answers), "utf-8")
    given = Assistant(id="demo", path=folder / "demo.toml", **assistant)
    recorder = Recorder(brain or plugins.load("brain", "scripted").create({"script": "script.jsonl"}, folder))
    tools = {tool.name: ServerTool(tool.action(), (carried_out or {})[tool.name]) for tool in given.server_tools()}
    server = Server(with_contracts()(assistants=folder, **(settings or {})), clock=clock, contracts=contracts)
    loaded = LoadedAssistant(
        given,
        plugins.load("vad", "energy"),
        None,
        plugins.load("stt", "scripted").create({"texts": list(texts), **(stt or {})}, folder),
        recorder,
        plugins.load("tts", "scripted").create(dict(tts or {}), folder),
        tools,
    )
    server.registry.put(loaded)
    made = House(server, recorder)
    try:
        yield made
    finally:
        await made.close()


def frames(pcm: Sequence[Pcm]) -> bytes:
    return b"".join(one.astype("<i2").tobytes() for one in pcm)
