"""`Idempotency-Key`: a request that is sent again because its answer was lost opens no second session."""

import asyncio
import hashlib
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from contextlib import ExitStack
from dataclasses import dataclass, field

from aiohttp import hdrs, web

from antiphon.domain.errors import AntiphonError, ErrorCode
from antiphon.http.session_records import credential
from antiphon.ports import Clock

HEADER = "Idempotency-Key"
MAX_CHARS = 255
KEPT_S = 60.0
KEPT = 1000
"""Answers that are remembered; the oldest is forgotten first."""


@dataclass(slots=True)
class _Answer:
    asked: bytes
    at: float
    done: asyncio.Event = field(default_factory=asyncio.Event)
    status: int = 0
    body: bytes = b""
    headers: dict[str, str] = field(default_factory=dict)


class Repeats:
    """The answers of the last minute, by client and key.

    `lives` says of a session, by its id, whether it has not ended. The answer that opened one that has is forgotten.
    """

    def __init__(self, clock: Clock, lives: Callable[[str], object]) -> None:
        self._clock = clock
        self._lives = lives
        self._answers: OrderedDict[bytes, _Answer] = OrderedDict()

    async def once(self, request: web.Request, asked: str, work: Callable[[], Awaitable[web.Response]]) -> web.Response:
        """Return the answer of `work`, or the one that the same request had before. Refusals are not kept.

        Raises `AntiphonError` where the key cannot be one, or was used for something else.
        """
        key = request.headers.get(HEADER)
        if key is None:
            return await work()
        if not 1 <= len(key) <= MAX_CHARS:
            message = f"{HEADER} has {len(key)} characters; it must have 1 to {MAX_CHARS}."
            raise AntiphonError(ErrorCode.INVALID_MESSAGE, message)
        name = hashlib.sha256(credential(request) + key.encode("utf-8", "replace")).digest()
        what = hashlib.sha256(asked.encode("utf-8", "replace")).digest()
        self._forget()
        while (known := self._answers.get(name)) is not None:
            if known.done.is_set() and not self._lives(known.headers[hdrs.LOCATION].rpartition("/")[2]):
                del self._answers[name]
                break
            if known.asked != what:
                message = f"This {HEADER} was used for another request within the last {KEPT_S:.0f} s; take a new one."
                raise AntiphonError(ErrorCode.INVALID_MESSAGE, message)
            if known.done.is_set():
                return web.Response(status=known.status, body=known.body, headers=known.headers)
            await known.done.wait()
        return await self._first(name, _Answer(what, self._clock.now()), work)

    async def _first(self, name: bytes, answer: _Answer, work: Callable[[], Awaitable[web.Response]]) -> web.Response:
        self._answers[name] = answer
        with ExitStack() as undo:
            undo.callback(answer.done.set)
            undo.callback(self._answers.pop, name, None)
            response = await work()
            answer.status, answer.headers = response.status, dict(response.headers)
            answer.body = response.body if isinstance(response.body, bytes) else b""
            undo.pop_all()
            answer.done.set()
        return response

    def _forget(self) -> None:
        oldest = self._clock.now() - KEPT_S
        while self._answers and (len(self._answers) >= KEPT or next(iter(self._answers.values())).at < oldest):
            self._answers.popitem(last=False)
