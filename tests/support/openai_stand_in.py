"""A service that speaks chat completions, with the faults that services have. It answers as a test lays out."""

import asyncio
import json
from collections import deque
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

from aiohttp import web

KEY = "sk-never-shown"


def says(*texts: str, finish: str = "stop") -> list[dict[str, Any]]:
    """Chunks of an answer in words."""
    chunks: list[dict[str, Any]] = [{"delta": {"role": "assistant", "content": text}} for text in texts]
    return [*chunks, {"delta": {}, "finish_reason": finish}]


def calls(*pieces: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Chunks of an answer in calls, each a `tool_calls` delta as it stands."""
    chunks: list[dict[str, Any]] = [{"delta": {"tool_calls": [dict(piece)]}} for piece in pieces]
    return [*chunks, {"delta": {}, "finish_reason": "tool_calls"}]


def call(name: str, arguments: str, index: int = 0, id_: str = "call_a") -> dict[str, Any]:
    """A whole call in one piece."""
    return {"index": index, "id": id_, "type": "function", "function": {"name": name, "arguments": arguments}}


@dataclass(slots=True)
class Behaviour:
    """How one request is answered. A fault happens behind so many chunks."""

    chunks: Sequence[Mapping[str, Any]] = ()
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)
    content_type: str = "text/event-stream"
    stalls_behind: int | None = None
    cut_behind: int | None = None
    raw: bytes | None = None
    thinks_s: float = 0.0
    """So long nothing comes, in real time."""


class OpenAiStandIn:
    """`requests` are the bodies that came, `left` is set when a client has gone before the end of its answer."""

    def __init__(self) -> None:
        self.url = ""
        self.requests: list[dict[str, Any]] = []
        self.keys: list[str] = []
        self.models: list[str] | int = ["small"]
        self.asked = asyncio.Event()
        self.left = asyncio.Event()
        self.always: list[dict[str, Any]] = []
        """The answer where a test has laid out none."""
        self._next: deque[Behaviour] = deque()

    def will(self, *behaviours: Behaviour | list[dict[str, Any]]) -> None:
        """Lay out how the next requests are answered; a list is the chunks of an answer."""
        self._next += [Behaviour(one) if isinstance(one, list) else one for one in behaviours]

    async def complete(self, request: web.Request) -> web.StreamResponse:
        """Answer as laid out; the handler is cancelled when its client goes."""
        self.requests.append(await request.json())
        self.keys.append(request.headers.get("Authorization", request.headers.get("api-key", "")))
        self.asked.set()
        try:
            otherwise = Behaviour(self.always, status=200 if self.always else 500)
            return await self._answer(request, self._next.popleft() if self._next else otherwise)
        except (asyncio.CancelledError, ConnectionError):
            self.left.set()
            raise

    async def _answer(self, request: web.Request, behaviour: Behaviour) -> web.StreamResponse:
        await asyncio.sleep(behaviour.thinks_s)
        if behaviour.status != 200:
            told = {"error": {"message": f"Incorrect API key provided: {KEY}", "type": "invalid_request_error"}}
            return web.json_response(told, status=behaviour.status, headers=behaviour.headers)
        response = web.StreamResponse(headers={"Content-Type": behaviour.content_type})
        await response.prepare(request)
        if behaviour.raw is not None:
            await response.write(behaviour.raw)
            return response
        for number, chunk in enumerate([*behaviour.chunks, None]):
            if number == behaviour.cut_behind and request.transport is not None:
                request.transport.abort()
                return response
            if number == behaviour.stalls_behind:
                await asyncio.Event().wait()
            event = "[DONE]" if chunk is None else json.dumps(_event(chunk))
            await response.write(f"data: {event}\n\n".encode())
        return response

    async def listed(self, request: web.Request) -> web.Response:
        del request
        if isinstance(self.models, int):
            return web.json_response({"error": {"message": KEY}}, status=self.models)
        data = [{"id": one, "object": "model", "created": 0, "owned_by": "us"} for one in self.models]
        return web.json_response({"object": "list", "data": data})


def _event(chunk: Mapping[str, Any]) -> dict[str, Any]:
    choice = {"index": 0, "finish_reason": None, **chunk}
    return {"id": "c", "object": "chat.completion.chunk", "created": 0, "model": "small", "choices": [choice]}


@asynccontextmanager
async def openai_stand_in() -> AsyncIterator[OpenAiStandIn]:
    service = OpenAiStandIn()
    app = web.Application()
    app.router.add_post("/v1/chat/completions", service.complete)
    app.router.add_post("/openai/deployments/{model}/chat/completions", service.complete)
    app.router.add_get("/v1/models", service.listed)
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
