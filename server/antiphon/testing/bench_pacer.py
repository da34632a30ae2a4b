"""One loop that sends for all callers, each at its own place in the 20 ms, and reads what has come for them."""

import asyncio
import random
from collections.abc import Sequence

from antiphon.domain.audio import FRAME_S
from antiphon.testing.bench_line import LightLine

SLOTS = 10
"""Callers are spread over so many instants of the 20 ms; a timer that is exact to a millisecond keeps them."""
_STRIDE = 7
"""Of the slot from one caller to the next: neighbours are far apart, and any ten callers are spread evenly."""
BEHIND_S = 1.0
"""What is later than this (a machine that slept) is given up; what is less late is caught up with."""


class Pacer:
    """Each caller says `packets` again and again, each from another place in them. `late_ms`: see `new_window`."""

    def __init__(self, packets: Sequence[bytes]) -> None:
        self._packets = packets
        self._slots: list[list[tuple[LightLine, int]]] = [[] for _ in range(SLOTS)]
        self._added = 0
        self.late_ms: list[float] = []

    def add(self, caller: LightLine, start: int | None = None) -> None:
        """Send for this caller from now on, beginning with the packet of number `start` (by chance unless given)."""
        first = random.randrange(len(self._packets)) if start is None else start
        self._slots[self._added * _STRIDE % SLOTS].append((caller, first))
        self._added += 1

    def new_window(self) -> list[float]:
        """Return how late each slot was served since the last call, in ms, and begin anew."""
        late, self.late_ms = self.late_ms, []
        return late

    async def run(self) -> None:
        """Send until cancelled."""
        now = asyncio.get_running_loop().time
        due, sent = now(), 0
        while True:
            await asyncio.sleep(max(0.0, due - now()))
            late = now() - due
            self.late_ms.append(late * 1000)
            if late > BEHIND_S:
                due = now()
            for caller, first in self._slots[sent % SLOTS]:
                caller.send_audio(self._packets[(first + sent // SLOTS) % len(self._packets)])
                caller.receive()
            sent += 1
            due += FRAME_S / SLOTS
