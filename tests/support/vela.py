"""Vela in virtual time: the real server without its sockets and models, and clients on lines that are lists."""

import asyncio
import base64
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from aiohttp.test_utils import make_mocked_request
from pydantic import TypeAdapter

from antiphon.contracts.vela.handshake import Vela
from antiphon.contracts.vela.server_messages import AnyServerMessage
from antiphon.http.session_records import SessionRecords
from antiphon.testing import virtual_time
from support.scene import voice
from support.ws import Client, House, MemoryLine, house

MODELS: TypeAdapter[Any] = TypeAdapter(AnyServerMessage)
Line = tuple[str, str]

USER = "[mocked user] What is the current mocked vertical slice?"
ANSWER = ("[mocked assistant] ", "This is a deterministic mocked response from the gateway vertical slice.")
PARTIAL = "[mocked partial] Placeholder push-to-talk transcript in progress"
FINAL = "[mocked final] Placeholder push-to-talk transcript completed"
REPLY: list[Line] = [
    ("session.state", "thinking"),
    ("session.state", "speaking"),
    ("response.text.delta", ANSWER[0]),
    ("response.text.delta", ANSWER[1]),
    ("response.completed", ""),
    ("session.state", "idle"),
]
"""As the document words it."""


class VelaClient(Client):
    """One connection, from the client's side."""

    def send(self, type_: str, **payload: Any) -> None:
        self.line.push(json.dumps({"type": type_, "payload": payload}))

    @property
    def told(self) -> list[Line]:
        """The events in short: the type, and what it says; audio is left out."""
        return [brief(event) for event in self.events if event["type"] != "output_audio.delta"]

    @property
    def codes(self) -> list[str]:
        return [event["payload"]["code"] for event in self.of("error")]

    @property
    def state(self) -> str:
        return str(self.of("session.state")[-1]["payload"]["value"])

    async def idle(self, count: int) -> None:
        """Until it is idle for the `count`-th time, the one on connecting not counted."""
        found = lambda: self.told.count(("session.state", "idle")) > count  # noqa: E731
        await self.until(found)

    def append(self, pcm: bytes) -> None:
        self.send("input_audio.append", chunk=base64.b64encode(pcm).decode())

    async def speak(self, seconds: float, *, silence: float = 0.0, seed: int = 1) -> None:
        """In real time, a chunk each 100 ms."""
        del silence
        for chunk in chunks(seconds, seed):
            self.append(chunk)
            await virtual_time.advance(0.1)

    @property
    def spoken(self) -> bytes:
        return b"".join(base64.b64decode(event["payload"]["chunk"]) for event in self.of("output_audio.delta"))


def chunks(seconds: float, seed: int = 1) -> list[bytes]:
    """Somebody speaks after half a second of the room, in chunks of 100 ms."""
    pcm = bytes(640 * 25) + b"".join(frame.astype("<i2").tobytes() for frame in voice(seconds, seed))
    return [pcm[start : start + 3200] for start in range(0, len(pcm), 3200)]


def brief(event: dict[str, Any]) -> Line:
    payload = event["payload"]
    return event["type"], str(payload.get("value") or payload.get("text") or payload.get("code") or "")


class VelaHouse:
    """A server that speaks Vela, with one assistant, `demo`."""

    def __init__(self, home: House) -> None:
        self.server = home.server
        self.brain = home.brain
        self.contract = Vela(home.server, SessionRecords(home.server))
        self._home = home

    def connect(self) -> VelaClient:
        line = MemoryLine()
        request = make_mocked_request("GET", "/ws")
        serving = asyncio.create_task(self.contract.serve(request, line, None))  # type: ignore[arg-type]
        client = VelaClient(line, serving)
        self._home.clients.append(client)
        return client

    def session(self, client: VelaClient) -> Any:
        return self.server.manager.find(client.of("session.ready")[-1]["payload"]["sessionId"])


@asynccontextmanager
async def vela(
    folder: Path, mode: str = "live", settings: dict[str, Any] | None = None, **given: Any
) -> AsyncIterator[VelaHouse]:
    async with house(folder, settings={"vela": {"mode": mode}, **(settings or {})}, **given) as home:
        yield VelaHouse(home)


def fits(client: VelaClient) -> None:
    """Every event fits its model, and has the two fields of the envelope and no other."""
    for event in client.events:
        MODELS.validate_python(event)
        assert set(event) == {"type", "payload"}
