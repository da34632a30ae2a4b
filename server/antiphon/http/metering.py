"""A meter of the processor time that HTTP takes of the loop: what strangers ask is no part of what a call costs."""

import time
from collections.abc import Callable, Coroutine, Generator
from typing import Any, cast

from aiohttp import hdrs, web
from aiohttp.typedefs import Handler, Middleware


class Meter:
    """The processor time that requests have taken so far, in seconds."""

    def __init__(self, cpu: Callable[[], float] = time.thread_time) -> None:
        self.cpu = cpu
        self.seconds = 0.0

    def middleware(self) -> Middleware:
        """Make the middleware that meters every request but WebSockets: what comes over those is part of a call."""

        @web.middleware
        async def metered(request: web.Request, handler: Handler) -> web.StreamResponse:
            becomes_connection = request.headers.get(hdrs.UPGRADE, "").lower() == "websocket"
            if becomes_connection and request.method == hdrs.METH_GET:
                return await handler(request)
            return await _Steps(cast(Coroutine[Any, Any, web.StreamResponse], handler(request)), self)

        return metered


class _Steps(Generator[Any, Any, web.StreamResponse]):
    """A coroutine whose steps are metered; between two of them the loop does other work."""

    def __init__(self, work: Coroutine[Any, Any, web.StreamResponse], meter: Meter) -> None:
        self._work = work
        self._meter = meter

    def __await__(self) -> Generator[Any, Any, web.StreamResponse]:
        return self

    def send(self, value: Any) -> Any:
        began = self._meter.cpu()
        try:
            return self._work.send(value)
        finally:
            self._meter.seconds += self._meter.cpu() - began

    def throw(self, *error: Any) -> Any:
        began = self._meter.cpu()
        try:
            return self._work.throw(*error)
        finally:
            self._meter.seconds += self._meter.cpu() - began
