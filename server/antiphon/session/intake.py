"""A client's messages on their way to the decoder. One client cannot take the loop from the calls beside it.

A message is decoded on the loop that carries everyone's audio, and an Action Registry full of patterns takes some
milliseconds of it. Alone that is no harm; fifty of them a second would be. So each client has a budget of processor
time: what is over it waits, in order, and nobody else does (S18; R15).
"""

import asyncio
from collections import deque
from collections.abc import Callable
from typing import Generic, TypeVar

from antiphon.ports import Clock

S = TypeVar("S")

BURST_S = 0.005
"""Processor time that a client may take at once. The message that goes over it is still decoded whole."""
SHARE = 0.1
"""Of the time after that."""
LEAST_PAUSE_S = 0.01
MAX_WAITING_SIZE = 256 * 1024
"""Characters, or bytes of what is no text."""
MAX_WAITING_MESSAGES = 64


class Intake(Generic[S]):
    """Hands each message to `handle`, at once as long as there is budget. `cpu` counts the thread's processor time."""

    def __init__(self, clock: Clock, cpu: Callable[[], float], handle: Callable[[str | bytes, S], None]) -> None:
        self._clock = clock
        self._cpu = cpu
        self._handle = handle
        self._budget_s = BURST_S
        self._counted_at = clock.now()
        self._waiting: deque[tuple[str | bytes, S]] = deque()
        self._size = 0
        self._timer: asyncio.TimerHandle | None = None

    def has_room(self, message: str | bytes) -> bool:
        """Whether the message may wait behind those that wait."""
        fits = len(self._waiting) < MAX_WAITING_MESSAGES and self._size + len(message) <= MAX_WAITING_SIZE
        return fits or not self._waiting

    def take(self, message: str | bytes, sender: S) -> None:
        self._waiting.append((message, sender))
        self._size += len(message)
        if self._timer is None:
            self._work()

    @property
    def waits(self) -> bool:
        """Whether messages wait behind the one that is handled."""
        return bool(self._waiting)

    def drop(self, sender: S) -> None:
        """Forget what waits of this sender."""
        self._waiting = deque(one for one in self._waiting if one[1] is not sender)
        self._size = sum(len(message) for message, _ in self._waiting)

    def stop(self) -> None:
        """Forget what waits."""
        self._waiting.clear()
        self._size = 0
        if self._timer is not None:
            self._timer.cancel()

    def _work(self) -> None:
        self._timer = None
        # Counted once, not after each message: on a busy machine much time goes by in here, and none of it is idle.
        now = self._clock.now()
        self._budget_s = min(BURST_S, self._budget_s + SHARE * (now - self._counted_at))
        self._counted_at = now
        while self._waiting and self._budget_s > 0:
            message, sender = self._waiting.popleft()
            self._size -= len(message)
            began = self._cpu()
            self._handle(message, sender)
            self._budget_s -= self._cpu() - began
        if self._waiting:
            pause = -self._budget_s / SHARE + LEAST_PAUSE_S
            self._timer = asyncio.get_running_loop().call_later(pause, self._work)
