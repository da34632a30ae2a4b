"""A service that transcribes and speaks by the OpenAI protocol, with the faults that services have."""

import asyncio
import io
import json
import wave
from collections import deque
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

from aiohttp import web

from support.openai_stand_in import KEY
from support.sound_files import tone

RATE = 24_000


def text(words: str, **more: Any) -> "Behaviour":
    """A transcript in one object."""
    return Behaviour([json.dumps({"text": words, **more}).encode()], content_type="application/json")


def events(*data: Mapping[str, Any] | str) -> "Behaviour":
    """A transcript in events, as they stand."""
    sent = [f"data: {one if isinstance(one, str) else json.dumps(one)}\n\n".encode() for one in data]
    return Behaviour(sent, content_type="text/event-stream")


def sound(data: bytes, content_type: str = "", size: int = 4_801) -> "Behaviour":
    """Speech, in pieces of a size that divides no sample."""
    return Behaviour([data[start : start + size] for start in range(0, len(data), size)], content_type=content_type)


def pcm(seconds: float = 0.5) -> bytes:
    return tone(RATE, seconds).tobytes()


@dataclass(slots=True)
class Behaviour:
    """How one request is answered. A fault happens behind so many pieces."""

    pieces: Sequence[bytes] = ()
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)
    content_type: str = ""
    stalls_behind: int | None = None
    cut_behind: int | None = None
    silent: bool = False
    """Not even the head of an answer comes."""


class SpeechStandIn:
    """`asked` are the fields of the requests, a file as its samples; `left` is set when a client has gone before the
    end of its answer."""

    def __init__(self) -> None:
        self.url = ""
        self.asked: list[dict[str, Any]] = []
        self.keys: list[str] = []
        self.models: list[str] | int = ["small"]
        self.came = asyncio.Event()
        self.left = asyncio.Event()
        self.always: dict[str, Behaviour] = {"transcriptions": Behaviour(status=500), "speech": Behaviour(status=500)}
        """The answer where a test has laid out none."""
        self._next: deque[Behaviour] = deque()

    @property
    def base_url(self) -> str:
        return f"{self.url}/v1"

    def will(self, *behaviours: Behaviour) -> None:
        """Lay out how the next requests are answered."""
        self._next += behaviours

    async def transcriptions(self, request: web.Request) -> web.StreamResponse:
        form = await request.post()
        fields: dict[str, Any] = dict(form)
        file = form["file"]
        assert isinstance(file, web.FileField)
        with wave.open(io.BytesIO(file.file.read()), "rb") as recording:
            assert (recording.getnchannels(), recording.getsampwidth(), recording.getframerate()) == (1, 2, 16_000)
            fields["file"] = recording.readframes(recording.getnframes())
        return await self._answer(request, "transcriptions", fields)

    async def speech(self, request: web.Request) -> web.StreamResponse:
        return await self._answer(request, "speech", await request.json())

    async def listed(self, request: web.Request) -> web.Response:
        del request
        if isinstance(self.models, int):
            return web.json_response({"error": {"message": KEY}}, status=self.models)
        data = [{"id": one, "object": "model", "created": 0, "owned_by": "us"} for one in self.models]
        return web.json_response({"object": "list", "data": data})

    async def _answer(self, request: web.Request, kind: str, fields: dict[str, Any]) -> web.StreamResponse:
        self.asked.append(fields)
        self.keys.append(request.headers.get("Authorization", request.headers.get("api-key", "")))
        self.came.set()
        behaviour = self._next.popleft() if self._next else self.always[kind]
        try:
            return await self._behave(request, behaviour)
        except (asyncio.CancelledError, ConnectionError):
            self.left.set()
            raise

    async def _behave(self, request: web.Request, behaviour: Behaviour) -> web.StreamResponse:
        if behaviour.silent:
            await asyncio.Event().wait()
        if behaviour.status != 200:
            told = {"error": {"message": f"Incorrect API key provided: {KEY}", "type": "invalid_request_error"}}
            return web.json_response(told, status=behaviour.status, headers=behaviour.headers)
        kind = {"Content-Type": behaviour.content_type} if behaviour.content_type else {}
        response = web.StreamResponse(headers={**behaviour.headers, **kind})
        await response.prepare(request)
        for number, piece in enumerate([*behaviour.pieces, b""]):
            if number == behaviour.cut_behind and request.transport is not None:
                request.transport.abort()
                return response
            if number == behaviour.stalls_behind:
                await asyncio.Event().wait()
            if piece:
                await response.write(piece)
        return response


@asynccontextmanager
async def speech_stand_in() -> AsyncIterator[SpeechStandIn]:
    """Serve it as most services do, and as Azure does."""
    service = SpeechStandIn()
    app = web.Application(client_max_size=32 * 1024 * 1024)
    for path in ("/v1", "/openai/deployments/{model}"):
        app.router.add_post(f"{path}/audio/transcriptions", service.transcriptions)
        app.router.add_post(f"{path}/audio/speech", service.speech)
    app.router.add_get("/v1/models", service.listed)
    app.router.add_get("/openai/models", service.listed)
    runner = web.AppRunner(app, handler_cancellation=True, shutdown_timeout=0.1)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    assert runner.addresses
    service.url = f"http://127.0.0.1:{runner.addresses[0][1]}"
    try:
        yield service
    finally:
        await runner.cleanup()
