"""Free what a session leaves behind once it has ended, whoever calls then or does not."""

import asyncio
import gc
from collections.abc import Callable

EVERY_S = 3.0
TIMES = 3
"""How often it is looked after an end: a connection that has lost its peer takes some seconds to go."""
FEW_CALLS = 20
"""With so many calls on, a collection lasts 15 ms; with more, those that have ended must be worth it."""


class Sweeper:
    """Collects the garbage of sessions that have ended.

    A session and a peer connection are rings of references, which Python frees only once many thousand new objects
    have been made: on a server where nobody calls, that may be never, and what was said stays in memory until then;
    where many call, some hundred calls are kept as garbage, and memory grows to that. `calls` says how many are on.
    """

    def __init__(self, calls: Callable[[], int], collect: Callable[[], object] = gc.collect) -> None:
        self._calls = calls
        self._collect = collect
        self._looks = 0
        self._unswept = 0
        self._timer: asyncio.TimerHandle | None = None

    def ended(self, session_id: str) -> None:
        """A session has ended."""
        del session_id
        self._unswept += 1
        self._looks = TIMES
        if self._timer is None:
            self._wait()

    def _wait(self) -> None:
        self._timer = asyncio.get_running_loop().call_later(EVERY_S, self._sweep)

    def _sweep(self) -> None:
        self._timer = None
        calls = self._calls()
        if calls <= FEW_CALLS or self._unswept >= calls // 4:
            self._collect()
            self._unswept = 0
            self._looks -= 1
        if self._looks:
            self._wait()
