"""The one queue of a session: everything that the engine is told comes through here, in order."""

import asyncio
from collections import deque
from dataclasses import dataclass

from antiphon.domain.errors import AntiphonError
from antiphon.domain.events import Failed
from antiphon.domain.signals import Signal, TranscriptPartial
from antiphon.domain.states import Trigger
from antiphon.turns.core import Outcome

BOUND = 256


@dataclass(frozen=True, slots=True)
class Item:
    """A signal; whether a message of the client's was it, and that message's id if it has one.

    `verdict` is where whoever asked from outside waits for what the engine says to it.
    """

    signal: Signal
    message_id: str | None = None
    from_client: bool = False
    verdict: asyncio.Future[None] | None = None


class Inbox:
    """Bounded: what a client sends beyond the bound is refused, and a newer partial transcript replaces an older.

    Signals of our own are few by construction (edges and boundaries, never frames), so they always find room.
    """

    def __init__(self) -> None:
        self._items: deque[Item] = deque()
        self._filled = asyncio.Event()

    def __len__(self) -> int:
        return len(self._items)

    @property
    def full(self) -> bool:
        return len(self._items) >= BOUND

    def ask(self, signal: Signal) -> asyncio.Future[None]:
        """Post it, and get what tells when it was taken; an `AntiphonError` in it where it was refused."""
        verdict: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._put(Item(signal, verdict=verdict))
        return verdict

    def refuse_waiting(self, error: AntiphonError) -> None:
        """Nothing more is taken: whoever still waits for a verdict gets this one."""
        for item in self._items:
            if item.verdict is not None and not item.verdict.done():
                item.verdict.set_exception(error)
        self._items.clear()

    def post(self, signal: Signal, message_id: str | None = None, *, from_client: bool = False) -> None:
        last = self._items[-1].signal if self._items else None
        if isinstance(signal, TranscriptPartial) and isinstance(last, TranscriptPartial):
            self._items.pop()
        self._put(Item(signal, message_id, from_client))

    def _put(self, item: Item) -> None:
        self._items.append(item)
        self._filled.set()

    async def next(self, until: float | None) -> Item | None:
        """The next signal, or None when the loop's clock has reached `until` first."""
        if not self._items:
            self._filled.clear()
            try:
                async with asyncio.timeout_at(until):
                    await self._filled.wait()
            except TimeoutError:
                return None
        return self._items.popleft()


def answer(verdict: asyncio.Future[None], outcome: Outcome) -> None:
    """What was refused goes to whoever asked, and not to the client, which did not."""
    refused = next((e for e in outcome.events if isinstance(e, Failed) and e.trigger == Trigger.SERVER_ANNOUNCE), None)
    if refused is not None:
        outcome.events.remove(refused)
    if verdict.done():  # who asked has not waited
        return
    if refused is None:
        verdict.set_result(None)
    else:
        verdict.set_exception(AntiphonError(refused.code, refused.message))
